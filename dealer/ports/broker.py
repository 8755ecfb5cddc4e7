"""What a table tells the floor over a broker, and whose rulings it takes from there."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer.ports.screens import Role


class Publisher(Protocol):
    """What a table tells the floor's broker; never blocks, never fails the hand."""

    def changed(self) -> None:
        """Something at the table has changed; looked up later, by another thread. Returns at once."""

    def stop(self) -> None:
        """Say that the table stopped cleanly."""


class MarkKind(enum.Enum):
    """What an entry means to the floor's reports."""

    HAND_BEGAN = "hand-began"
    MISREAD = "misread"
    IRREGULARITY = "irregularity"
    RULING = "ruling"
    UNDONE = "undone"
    FLOOR_CALLED = "floor-called"
    FLOOR_DONE = "floor-done"
    PAUSED = "paused"
    RESUMED = "resumed"


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that an entry means to the reports. detail: one word, such as the kind of an irregularity."""

    kind: MarkKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that is over, for the reports. began: seconds since 1970.  dealer: who dealt last.  rake: chips.

    void: called off, to be dealt again.  head: the hash of the journal's entry that ended it.
    """

    game: str
    dealer: str
    seats: int
    began: float
    rake: int
    void: bool
    head: str


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One entry of a table's journal, as the floor may know it: nothing in it tells of a card that lies face down.

    seq: the turn of the entry, 1 and up without a gap.  wall: seconds since 1970.  what: one word for the entry.
    say: what was announced, as the JSON lines of `dealer run --json`.
    """

    seq: int
    hand: int
    wall: float
    user: str
    role: str
    what: str
    say: tuple[dict[str, object], ...]
    marks: tuple[Mark, ...]
    over: HandOver | None


class TableRecord(Protocol):
    """A table's journal as the floor may read it, also while it is written to."""

    def name(self) -> str:
        """What tells this journal from every other, also from a new one of the same table; "" while it is empty."""

    def last(self) -> int:
        """The turn of the last entry; 0 while there is none."""

    def events(self, after: int, most: int) -> Sequence[TableEvent]:
        """The entries after a turn, oldest first, so many at most."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """Somebody whose rulings a table takes from afar. key: his public Ed25519 key, 32 bytes."""

    role: Role
    key: bytes
