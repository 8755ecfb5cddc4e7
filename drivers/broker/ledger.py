"""What the floor's side of the broker needs of the floor's own disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dealer.ports import TableEvent
from drivers.broker.heads import Difference, Held
from drivers.broker.topics import Address


@dataclass(frozen=True, slots=True)
class Known:
    """What is on the floor's disk of a table: the journal it followed, the last event, and the newest head, if any."""

    journal: str
    last: int
    head: Held | None = None


class Ledger(Protocol):
    """Keeps what is heard; called from the connection's thread, and `open` from any."""

    def keep(self, address: Address, journal: str, event: TableEvent) -> None:
        """Take an event; each comes once and in order."""

    def differs(self, address: Address, difference: Difference) -> None:
        """A table's record is not what it was. May be told again of the same."""

    def open(self, address: Address) -> tuple[int, ...]:
        """The hands in which a table's record differs, as long as nobody has looked into it; 0 where none is known."""
