"""What can be asked of a table: by the dealer, the floor, or the passing of time."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.game.commands import Command, Undo
from dealer.table.state import DeckStep, Setup


@dataclass(frozen=True, slots=True)
class Sit:
    """A player sits down with his buy-in (R1.2)."""

    seat: int
    name: str
    buy_in: int


@dataclass(frozen=True, slots=True)
class AddChips:
    """A seated player buys more chips, between hands (R1.2)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class SetAutoAnte:
    """A seat's ante goes in by itself, or is asked for each hand (R1.4)."""

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class PutAnteUp:
    """A seat without auto-ante says that it is in for the next hand (R1.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player is dealt out from the next hand on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """A player who sat out is dealt in again."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetAbsent:
    """A player is away while his chips still play (R4.8), or is back."""

    seat: int
    absent: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """A player takes his chips and goes; during a hand it is done when the hand is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Move:
    """A player changes his seat, between hands."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class SetStack:
    """The floor sets a stack to what was counted, between hands (R1.6)."""

    seat: int
    stack: int
    reason: str


@dataclass(frozen=True, slots=True)
class Tip:
    """Chips of a stack go to the dealer, between hands (R1.6)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """The floor changes house, games, stakes, seats or buy-in, between hands (R1.7)."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """The floor sets which game of the rotation is dealt next."""

    plan: int


@dataclass(frozen=True, slots=True)
class SetLevel:
    """The floor sets the tournament's level, between hands."""

    level: int


@dataclass(frozen=True, slots=True)
class SetLastTwo:
    """The floor says that two are left in the tournament (R4.4)."""

    on: bool


@dataclass(frozen=True, slots=True)
class PrepareDeck:
    """The deck has come one step further (R1.5). deck: its name, where another one is taken."""

    step: DeckStep
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class TakeDeckOut:
    """A deck was counted between hands, and a card is missing: the results stand, the deck is taken out (WL 117)."""

    deck: str


@dataclass(frozen=True, slots=True)
class AdmitDeck:
    """The floor lets a deck be dealt again that had been taken out (WL 117)."""

    deck: str
    reason: str


@dataclass(frozen=True, slots=True)
class StartHand:
    """Deal the next hand. at: seconds of the wall clock, for the levels."""

    at: float


@dataclass(frozen=True, slots=True)
class InHand:
    """Something happens within the hand."""

    command: Command | Undo


@dataclass(frozen=True, slots=True)
class CloseHand:
    """The pots are pushed: the chips are theirs and the hand is over."""


@dataclass(frozen=True, slots=True)
class CallFloor:
    """Somebody wants the floor. at: seconds of the wall clock."""

    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class FloorDone:
    """The floor has been and gone."""

    note: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is dealt until somebody says so."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Dealing goes on."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed. at: seconds of the wall clock (R6)."""

    at: float


@dataclass(frozen=True, slots=True)
class CallClock:
    """Somebody asks for time on the seat whose turn it is (R6.1)."""

    at: float


@dataclass(frozen=True, slots=True)
class StopClock:
    """The dealer stops the clock where it is (R6.1)."""

    at: float


@dataclass(frozen=True, slots=True)
class GoOnClock:
    """The stopped clock runs on (R6.1)."""

    at: float


@dataclass(frozen=True, slots=True)
class GrantTime:
    """The dealer gives more seconds (R6.1)."""

    seconds: float
    at: float


TableCommand = (
    Sit
    | AddChips
    | SetAutoAnte
    | PutAnteUp
    | SitOut
    | Return
    | SetAbsent
    | Leave
    | Move
    | SetStack
    | Tip
    | ChangeSetup
    | ChangePlan
    | SetLevel
    | SetLastTwo
    | PrepareDeck
    | TakeDeckOut
    | AdmitDeck
    | StartHand
    | InHand
    | CloseHand
    | CallFloor
    | FloorDone
    | Pause
    | Resume
    | Tick
    | CallClock
    | StopClock
    | GoOnClock
    | GrantTime
)
