"""How long somebody must wait after wrong tries. Pure; the time is given."""

from __future__ import annotations

from dataclasses import dataclass

FREE_TRIES = 3
FIRST_WAIT = 5.0
LONGEST_WAIT = 900.0
FORGOTTEN_AFTER = 3600.0


@dataclass(frozen=True, slots=True)
class Tries:
    """Wrong tries in a row. last, until: seconds; until is when the next try counts again."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


def after_wrong(tries: Tries, now: float, free: int = FREE_TRIES) -> Tries:
    """Count one more wrong try. The first ones are free, then 5 s, doubled each time, 15 minutes at most."""
    wrong = 1 if now - tries.last > FORGOTTEN_AFTER else tries.wrong + 1
    over = wrong - free
    wait = 0.0 if over < 0 else min(FIRST_WAIT * 2.0 ** min(over, 30), LONGEST_WAIT)
    return Tries(wrong, now, now + wait)


def wait_left(tries: Tries, now: float) -> float:
    """Seconds until the next try counts; 0 when it may be made now."""
    return max(0.0, tries.until - now)


class TryBook:
    """The wrong tries by key (a name, an address); holds a bounded number and forgets the oldest."""

    def __init__(self, free: int = FREE_TRIES, size: int = 4096) -> None:
        self._free = free
        self._size = size
        self._tries: dict[str, Tries] = {}

    def wait(self, key: str, now: float) -> float:
        """Seconds that this key must still wait."""
        return wait_left(self._tries.get(key, Tries()), now)

    def wrong(self, key: str, now: float) -> float:
        """Note a wrong try and return the wait that follows."""
        tries = after_wrong(self._tries.pop(key, Tries()), now, self._free)
        self._tries[key] = tries
        if len(self._tries) > self._size:
            del self._tries[next(iter(self._tries))]
        return wait_left(tries, now)

    def right(self, key: str) -> None:
        """Forget the wrong tries of this key."""
        self._tries.pop(key, None)
