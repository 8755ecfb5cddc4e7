"""Whether the heads of a journal that a table tells are those that the floor holds. Pure.

Each head is a hash over everything before it, so the newest one that is the same vouches for all that went before.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from dealer.ports import TableEvent

CHECK_EVERY = 600.0
"""Seconds after which a table that stays connected is asked for its newest head again."""
_ASK_AGAIN = 10.0
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Held:
    """A head that the floor holds: the hash of the journal's entry that ended a hand."""

    turn: int
    hand: int
    hash: str


class Kind(enum.Enum):
    """How a table's record differs from what it said before."""

    OTHER_HEAD = "other-head"
    """The entry that ended a hand has another hash."""
    SHORTER = "shorter"
    """Entries that the floor has taken are not in it any more."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs. turn: of the entry.  hand: in which it shows, 0 if that is not known."""

    kind: Kind
    journal: str
    turn: int
    hand: int


class Heads:
    """The heads of one journal. held: the newest one that is on the floor's disk, or None."""

    def __init__(self, journal: str, held: Held | None) -> None:
        self._journal = journal
        self._held: dict[int, Held] = {} if held is None else {held.turn: held}
        self._told: dict[int, str] = {}
        self._asked = -CHECK_EVERY
        self._checked = -CHECK_EVERY

    def take(self, event: TableEvent) -> Difference | None:
        """An event came; if it ended a hand, its head is held from now on and compared with what was told of it."""
        if event.over is None:
            return None
        self._keep(Held(event.seq, event.hand, event.over.head))
        told = self._told.pop(event.seq, None)
        return self._differs(event.seq, event.hand) if told not in (None, event.over.head) else None

    def tell(self, turn: int, told: str) -> Difference | None:
        """The table tells a head by itself; one whose entry has not come yet is compared when it does."""
        held = self._held.get(turn)
        if held is not None:
            return None if held.hash == told else self._differs(turn, held.hand)
        if turn > max(self._held, default=0):
            self._told[turn] = told
            while len(self._told) > _MOST_KEPT:
                del self._told[min(self._told)]
        return None

    def due(self, now: float) -> Held | None:
        """The head that the table should be asked for again now, None if none."""
        if not self._held or now - self._checked < CHECK_EVERY or now - self._asked < _ASK_AGAIN:
            return None
        self._asked = now
        return self._held[max(self._held)]

    def reset(self) -> None:
        """There is a new connection or a new run of the table: ask soon."""
        self._asked = self._checked = -CHECK_EVERY

    def check(self, held: Held, events: Sequence[TableEvent], now: float) -> Difference | None:
        """The table answered what stands in its journal where a head is held."""
        self._checked = now
        found = next((event for event in events if event.seq == held.turn), None)
        over = None if found is None else found.over
        return None if over is not None and over.head == held.hash else self._differs(held.turn, held.hand)

    def cut(self, last: int) -> None:
        """The journal ends here: what is held of later entries is of no use any more."""
        self._held = {turn: held for turn, held in self._held.items() if turn <= last}
        self._told.clear()

    def _keep(self, held: Held) -> None:
        self._held[held.turn] = held
        while len(self._held) > _MOST_KEPT:
            del self._held[min(self._held)]

    def _differs(self, turn: int, hand: int) -> Difference:
        return Difference(Kind.OTHER_HEAD, self._journal, turn, hand)
