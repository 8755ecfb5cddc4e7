"""What a screen may see of the tables, and how somebody enters something at one."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from dealer.errors import DealerError
from dealer.ports.devices import Picture
from dealer.snapshots import TableView


class Role(enum.Enum):
    """Who looks: decides what leaves the server (dealer/access holds what each may do)."""

    VIEWER = "viewer"
    DEALER = "dealer"
    FLOOR = "floor"
    TECHNICIAN = "technician"


@dataclass(frozen=True, slots=True)
class Signature:
    """Who makes an entry; stands beside it in the journal."""

    user: str
    role: Role


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of an entry.

    turn: the turn after it.  refused: why not, in one sentence in the user's language, or None.
    rule: the number of the rule that forbids it.
    """

    turn: int
    refused: str | None = None
    rule: str | None = None


class Changes(Protocol):
    """One reader's view of what is new; a slow reader is closed, not trimmed."""

    def wait(self, seconds: float) -> TableView | None:
        """The newest view if it is newer than the last one given, else None after the time. Raises ChangesClosed."""

    def close(self) -> None:
        """Stop receiving."""


class ChangesClosed(DealerError):
    """The table has stopped, or this reader was too slow."""


class Tables(Protocol):
    """All tables that a screen can show: the one of this process, or many through a broker."""

    def ids(self) -> tuple[str, ...]:
        """The tables there are, in the order to show them."""

    def view(self, table: str, role: Role, language: str) -> TableView:
        """A whole snapshot as this role may see it. Raises UnknownTable."""

    def follow(self, table: str, role: Role, language: str) -> Changes:
        """Views from now on, as this role may see them. Raises UnknownTable."""

    def enter(self, table: str, entry: Mapping[str, object], turn: int, who: Signature, language: str) -> Reply:
        """Enter what a button or key says. entry: the `entry` of a Control of the view, completed by the screen.

        turn: the turn of the view it was made on; if the table has moved on, the entry is refused.
        Raises UnknownTable, TableBusy.
        """

    def picture(self, table: str) -> Picture | None:
        """What the camera sees now. Raises UnknownTable."""


class UnknownTable(DealerError):
    """No table of that id is here."""


class TableBusy(DealerError):
    """The table did not take an entry in time, so it was not entered and may be tried again."""
