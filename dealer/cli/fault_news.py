"""What the dealer is told when something goes wrong, passed on to the simulated table so that its page can show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealer.desk.moment import Moment
from dealer.game.due import Held
from dealer.house.rules import Language
from dealer.observations import DeviceKind, Health
from dealer.ports import Role
from dealer.snapshots import TableView
from dealer.views import Sign, view

_WELL = frozenset({Health.OK.value, Health.LINKING.value, Health.NONE.value})


class FaultNews:
    """Follows a table; tells of each new question, and of each device that is not well any more, in each language."""

    def __init__(self, tell: Callable[[Mapping[str, str]], None], sign: Sign) -> None:
        """tell: takes words by language."""
        self._tell = tell
        self._sign = sign
        self._looked: tuple[object, ...] = ()
        self._seen: TableView | None = None

    def follow(self, moment: Moment) -> None:
        """The table has changed."""
        desk = moment.desk
        health = (moment.sight.device(kind).health for kind in DeviceKind)
        held = desk.hand.due if desk.hand is not None and isinstance(desk.hand.due, Held) else None
        looked = (desk.sensing.question, held, moment.trouble, *health)
        if looked == self._looked:
            return
        views = {each.value: view(moment, self._sign, Role.DEALER, each.value) for each in Language}
        before, self._seen, self._looked = self._seen, views[Language.ENGLISH.value], looked
        if before is None:
            return
        found = {language: _news(before, self._seen, seen) for language, seen in views.items()}
        if all(found.values()):
            self._tell(found)


def _news(before: TableView, now: TableView, told: TableView) -> str:
    """What is new, in the words of a view of the same moment as `now`; "" where nothing is."""
    asked = "" if before.question is None else before.question.id
    if told.question is not None and told.question.id != asked:
        return told.question.title
    was = {each.name: each.health for each in before.devices}
    for device, words in zip(now.devices, told.devices, strict=True):
        if device.health not in _WELL and was.get(device.name) != device.health:
            return f"{words.name}: {words.detail or words.words}"
    return ""
