"""Says on the terminal, once each, that a device is away and that it is back; what comes after stands on the pages."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from dealer.desk.moment import Moment
from dealer.observations import DeviceKind, Health

_AWAY = frozenset({Health.GONE, Health.SILENT})


class DeviceNotes:
    """Follows a table. It prints two lines a device at most, so that nobody who does not read holds up the table."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._away: set[DeviceKind] = set()
        self._back: set[DeviceKind] = set()

    def follow(self, moment: Moment) -> None:
        """The table has changed."""
        for kind in DeviceKind:
            state = moment.sight.device(kind)
            if state.health in _AWAY and kind not in self._away:
                self._away.add(kind)
                self._tell(f"The {kind.value} is away ({state.detail}); the table goes on without it for now.")
            elif state.health is Health.OK and kind in self._away - self._back:
                self._back.add(kind)
                self._tell(f"The {kind.value} is there ({state.detail}).")

    def _tell(self, line: str) -> None:
        with contextlib.suppress(OSError):
            self._say(line)
