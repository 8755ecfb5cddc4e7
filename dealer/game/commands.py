"""What a dealer, a sensor, the clock or the floor may ask of a hand. `hand.decide` answers with events or refuses."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.quick import quick

AnyCard = Card | SealedCard | None
"""A card that lies up, one that lies down and was read, or one that nobody knows."""


class Word(enum.Enum):
    """The words for an action."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    BRING_IN = "bring-in"


@dataclass(frozen=True, slots=True)
class PostAntes:
    """Every seat puts its ante in, or what it has (R3.1)."""


@quick
@dataclass(frozen=True, slots=True)
class Burn:
    """The next card goes face down to the burns (R4.1). card: sealed, or None if it was not read."""

    card: SealedCard | None = None


@quick
@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card goes to the place that is due.

    card: a Card where it is due face up, sealed where it is due face down, None if nobody knows it.
    """

    card: AnyCard


@quick
@dataclass(frozen=True, slots=True)
class DealRound:
    """All cards of the round that are still due, in order; burns are not among them."""

    cards: tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Scramble:
    """The dealer has shuffled what was due to be shuffled (R5, WL 227)."""


@dataclass(frozen=True, slots=True)
class BringIn:
    """The seat posts the bring-in (R3.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fold:
    """The seat gives up its hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Check:
    """The seat stays in without a wager."""

    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """The seat matches the wager, or puts in all it has."""

    seat: int


@quick
@dataclass(frozen=True, slots=True)
class Wager:
    """The seat bets, completes or raises. to: its chips on this street afterwards."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the seat that acts is over (R6.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkAbsent:
    """The player is away: his forced chips stay, his hand is killed when the action reaches him (R4.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkPresent:
    """The player is back before the action reached him (R4.8)."""

    seat: int


@quick
@dataclass(frozen=True, slots=True)
class Show:
    """The seat tables its hand. cards: its down cards by place, None for one that nobody knows (R7.3)."""

    seat: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Muck:
    """The seat gives its hand up unshown (R7.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Award:
    """The pots are pushed, the last side pot first (R7.1)."""


@dataclass(frozen=True, slots=True)
class AskMucked:
    """A player asks for a mucked hand that stayed to the end (R7.4). asker: his seat."""

    seat: int
    asker: int


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """The seat acted before its turn (WL 132). to: its chips on this street afterwards, for a wager."""

    seat: int
    word: Word
    to: int | None = None


@dataclass(frozen=True, slots=True)
class NameCard:
    """A person says what a face-up card really is. seat: None for the community card.

    place: which of the up cards of the seat, from 0.
    """

    seat: int | None
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Report:
    """Something went wrong (R8); dealing or betting stops until it is ruled on.

    seat: whom it concerns.  cards: the cards it concerns, in the order in which they left the shoe.
    place: which of the seat's cards, from 0, down cards before up cards; None: the card that is due.
    """

    kind: IrregularityKind
    seat: int | None = None
    cards: tuple[AnyCard, ...] = ()
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruling on what holds the hand. by: who rules.  cards: face-up identities that the ruling needs."""

    choice: Choice
    by: str = ""
    cards: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CallMisdeal:
    """The floor or the dealer calls a misdeal (WL 104, 105). reason: what made it one."""

    reason: IrregularityKind
    by: str = ""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The floor voids the hand: every chip goes back where it came from (WL 111, 112)."""

    reason: IrregularityKind
    by: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last commands back (R8, last row). Decided by `timeline`, which knows them."""

    commands: int = 1


Command = (
    PostAntes
    | Burn
    | DealCard
    | DealRound
    | Scramble
    | BringIn
    | Fold
    | Check
    | Call
    | Wager
    | TimeOut
    | MarkAbsent
    | MarkPresent
    | Show
    | Muck
    | Award
    | AskMucked
    | OutOfTurn
    | NameCard
    | Report
    | Rule
    | CallMisdeal
    | VoidHand
)
"""All that `hand.decide` understands."""
