"""What the floor's pages show of a table far away: its own view, without what may not be pressed or is not true now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer.ports import Role
from dealer.snapshots import DeviceView, TableView
from drivers.broker.topics import Address
from drivers.broker.words import Condition, Say, say


@dataclass(frozen=True, slots=True)
class Told:
    """What the floor itself says of a table. detail: for the technician, beside the light.  alarm: for everybody."""

    detail: str = ""
    alarm: str = ""


def blank(address: Address, title: str, language: str) -> TableView:
    """A view of a table that has not shown anything."""
    return TableView(
        table=address.id,
        turn=0,
        language=language,
        title=title or address.id,
        hand=0,
        game="",
        stakes="",
        street=None,
        street_name="",
        pot=0,
        pots=(),
        rake=0,
        stub=0,
        burns=0,
        step="wait",
        now="",
        now_detail="",
        next_card="",
        card_wanted="",
        seats=(),
        community=(),
        controls=(),
        question=None,
        devices=(),
        undo=(),
        said=(),
        clock=None,
        floor_call="",
        floor_call_since=None,
        paused="",
        hands_an_hour=0.0,
        mock=False,
    )


def shown(view: TableView, address: Address, condition: Condition, why: str, told: Told, language: str) -> TableView:
    """The view as the floor shows it. why: the condition in words."""
    words = say(language, Condition.LIVE) if condition is Condition.LIVE else why
    # What the table says of its own link is what the floor sees of it; the view may be in another language than asked.
    names = {say(each, Say.LIGHT) for each in (language, view.language)}
    others = tuple(each for each in view.devices if each.name not in names)
    here = replace(
        view,
        table=address.id,
        devices=(*others, DeviceView(say(language, Say.LIGHT), condition.value, words, told.detail)),
    )
    if condition is Condition.LIVE:
        return replace(here, paused=_both(view.paused, told.alarm)) if told.alarm else here
    waits = _both("" if condition is Condition.STOPPED else why, told.alarm)
    return replace(
        here, now=why, now_detail="", controls=(), question=None, clock=None, card_wanted="", setup=None, paused=waits
    )


def _both(first: str, second: str) -> str:
    return " · ".join(each for each in (first, second) if each)


def as_seen_by(view: TableView, role: Role) -> TableView:
    """What a role may see of the floor's view; only the floor presses anything from afar."""
    match role:
        case Role.FLOOR:
            return view
        case Role.VIEWER:
            return replace(
                view,
                controls=(),
                question=None,
                devices=(),
                undo=(),
                now_detail="",
                card_wanted="",
                floor_call="",
                floor_call_since=None,
                paused="",
                setup=None,
            )
        case Role.DEALER:
            return replace(view, controls=(), card_wanted="", setup=None)
        case Role.TECHNICIAN:
            return replace(view, controls=(), card_wanted="")
