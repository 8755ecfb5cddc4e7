"""What the floor has gathered of its tables: reports, and records that are not what they were."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class ReportBy(enum.Enum):
    """What a line of the floor's report is of. A shift is one dealer at one table until he is away for an hour."""

    TABLE = "table"
    GAME = "game"
    SHIFT = "shift"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line. began, ended: ISO times (UTC).  hours: of playing time.  rake: chips.  hands: also those called off."""

    of: str
    began: str
    ended: str
    hands: int
    void: int
    hours: float
    hands_an_hour: float
    misreads: int
    irregularities: int
    rulings: int
    floor_calls: int
    rake: int


@dataclass(frozen=True, slots=True)
class RecordAlert:
    """A table's record that is not what the floor was told before.

    hand: in which it shows, 0 if that is not known.  turn: of the entry.  kind: one word.  wall: seconds since 1970.
    settled, settled_by: when and by whom it was looked into, None and "" while it is open.
    """

    id: int
    table: str
    hand: int
    turn: int
    kind: str
    wall: float
    settled: float | None
    settled_by: str


class FloorBook(Protocol):
    """What the floor has gathered of its tables. From any thread."""

    def report(self, by: ReportBy, since: float, until: float) -> Sequence[ReportLine]:
        """The lines of a time. since, until: seconds since 1970. Raises DealerError."""

    def csv(self, by: ReportBy, since: float, until: float) -> str:
        """The same lines as CSV with a head. Raises DealerError."""

    def alerts(self) -> Sequence[RecordAlert]:
        """Records that differ, those that nobody has looked into first. Raises DealerError."""

    def settle(self, alert: int, user: str) -> bool:
        """Somebody has looked into it. False if there is none of this number that is open. Raises DealerError."""
