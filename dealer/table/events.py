"""What has happened at a table. Together with the hand's own events this is all that the journal holds."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.game.events import Event, HandStarted
from dealer.table.state import DecisionClock, Deck, FloorCall, Player, Setup


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is there, empty, set up from its file."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class SetupChanged:
    """The table is set up anew, between hands."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat is as given from now on; None: empty. why: for the audit, with the floor's reason where it gave one."""

    seat: int
    player: Player | None
    why: str


@dataclass(frozen=True, slots=True)
class Tipped:
    """Chips went to the dealer."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class PlanChanged:
    """Another game of the rotation is dealt from now on."""

    plan: int


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """Another level's stakes are played for from now on."""

    level: int


@dataclass(frozen=True, slots=True)
class LastTwoSet:
    """Two are left in the tournament, or more again."""

    on: bool


@dataclass(frozen=True, slots=True)
class DeckPrepared:
    """The deck has come one step further."""

    deck: Deck


@dataclass(frozen=True, slots=True)
class DeckWithdrawn:
    """A deck was found wrong and is taken out (WL 117)."""

    deck: str


@dataclass(frozen=True, slots=True)
class DeckAdmitted:
    """A deck that was taken out may be dealt again."""

    deck: str
    why: str


@dataclass(frozen=True, slots=True)
class TimeCharged:
    """Everybody who is in paid for his seat. amount: chips for each.  at: seconds of the wall clock (R1.7)."""

    amount: int
    at: float


@dataclass(frozen=True, slots=True)
class HandBegan:
    """A hand is dealt. at: seconds of the wall clock."""

    started: HandStarted
    at: float


@dataclass(frozen=True, slots=True)
class HandHappened:
    """Something happened within the hand."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class HandClosed:
    """The hand is over. rake: chips.  again: it was void, so dealer and rotation stay where they are (R8)."""

    rake: int
    again: bool


@dataclass(frozen=True, slots=True)
class FloorCalled:
    """The floor is wanted."""

    call: FloorCall


@dataclass(frozen=True, slots=True)
class FloorAnswered:
    """The floor has been and gone."""

    note: str


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing is dealt."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """Dealing goes on."""


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The decision clock is as given from now on; None: it is off."""

    clock: DecisionClock | None


TableEvent = (
    TableOpened
    | SetupChanged
    | SeatChanged
    | Tipped
    | PlanChanged
    | LevelChanged
    | LastTwoSet
    | DeckPrepared
    | DeckWithdrawn
    | DeckAdmitted
    | TimeCharged
    | HandBegan
    | HandHappened
    | HandClosed
    | FloorCalled
    | FloorAnswered
    | Paused
    | Resumed
    | ClockChanged
)
