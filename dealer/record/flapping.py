"""When a change of voice or broker goes on the record: one that comes and goes all the time would fill the journal.

They tell nothing of cards, so no entry depends on them; the screens show every change. What sensors do is all recorded.
"""

from __future__ import annotations

from collections import deque

from dealer.observations import DeviceKind, DeviceState, Health

MOST, SPAN = 4, 600.0
"""So many changes of one device are recorded within so many seconds; the next one waits, if it lasts so long."""
_ASIDE = (DeviceKind.VOICE, DeviceKind.BROKER)


class Flapping:
    """Remembers what the record says of each of them. For one thread."""

    def __init__(self) -> None:
        self._health = dict.fromkeys(_ASIDE, Health.NONE)
        self._times: dict[DeviceKind, deque[float]] = {kind: deque(maxlen=MOST) for kind in _ASIDE}

    def due(self, state: DeviceState, now: float) -> bool:
        """Whether the device is otherwise than the record says, and it is time to say so. now: monotonic seconds."""
        times = self._times[state.device]
        return state.health is not self._health[state.device] and (len(times) < MOST or now - times[0] >= SPAN)

    def recorded(self, state: DeviceState, now: float) -> None:
        """It stands on the record now."""
        self._health[state.device] = state.health
        self._times[state.device].append(now)
