"""What comes next in a hand, as data: one small record for each thing that a person has to do."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealer.cards import Card
from dealer.game.commands import Word
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.quick import quick
from dealer.game.short_deck import Source

if TYPE_CHECKING:
    from dealer.game.state import Hand


class Outcome(enum.Enum):
    """How a hand ended."""

    WON_UNSHOWN = "won-unshown"
    SHOWDOWN = "showdown"
    MISDEAL = "misdeal"
    VOID = "void"


@quick
@dataclass(frozen=True, slots=True)
class Options:
    """What a seat may do, in chips.

    can: the words.  to_call: chips to put in to stay (never more than the stack).  bring_in: chips of the forced
    bet where it may be posted, else 0.  bet_to, raise_to: totals on this street; fixed limit: every legal amount,
    other limits: the least and the greatest. A player with less is offered all he has. A completion's amount
    stands in raise_to.  raises_left: None where raises are not counted.  bound: an action out of turn binds him.
    """

    can: tuple[Word, ...]
    to_call: int
    bet_to: tuple[int, ...]
    raise_to: tuple[int, ...]
    raises_left: int | None
    bring_in: int = 0
    bound: bool = False


@dataclass(frozen=True, slots=True)
class AntesDue:
    """Every seat's ante (R3.1)."""


@dataclass(frozen=True, slots=True)
class BurnDue:
    """One card to the burns before the cards of a street (R4.1)."""

    street: int


@dataclass(frozen=True, slots=True)
class CardDue:
    """One card to a seat. up: it is dealt face up."""

    seat: int
    street: int
    up: bool


@dataclass(frozen=True, slots=True)
class CommunityDue:
    """The community card that replaces the seventh cards (R5.4)."""

    street: int
    source: Source


@dataclass(frozen=True, slots=True)
class ScrambleDue:
    """Cards are shuffled before more are dealt (R5, WL 227). burns, stub: which of them."""

    street: int
    burns: bool
    stub: bool = True


@quick
@dataclass(frozen=True, slots=True)
class BringInDue:
    """The seat has to bring it in (R3.2). card: its door card."""

    seat: int
    card: Card | None
    options: Options


@quick
@dataclass(frozen=True, slots=True)
class ActDue:
    """The seat acts."""

    seat: int
    street: int
    options: Options


@quick
@dataclass(frozen=True, slots=True)
class ReturnDue:
    """The uncalled part of a bet goes back (R7.1). `decide` adds it by itself; nobody is asked."""

    seat: int
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class ShowDue:
    """The seat shows, or mucks unless it must show (R7.3, R7.4)."""

    seat: int
    must: bool


@dataclass(frozen=True, slots=True)
class AwardDue:
    """The pots can be pushed."""


@dataclass(frozen=True, slots=True)
class Held:
    """Something went wrong and a person has to rule (R8). The first choice is the house's own ruling."""

    kind: IrregularityKind
    rule: str
    choices: tuple[Choice, ...]
    seat: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is over."""

    outcome: Outcome


Due = (
    AntesDue
    | BurnDue
    | CardDue
    | CommunityDue
    | ScrambleDue
    | BringInDue
    | ActDue
    | ReturnDue
    | ShowDue
    | AwardDue
    | Held
    | Over
)
PlanStep = BurnDue | CardDue | CommunityDue | ScrambleDue | Held
"""What the dealer's hands do between two rounds of betting."""


_PLACES = (CardDue, CommunityDue)


def due(hand: Hand) -> Due:
    """Return what comes next. Costs nothing: it is worked out once for each state."""
    return hand.due


def round_due(hand: Hand) -> tuple[CardDue | CommunityDue, ...]:
    """Return the places that are still due in this dealing round, in order (R3.1, R4.1)."""
    return tuple([step for step in hand.plan if isinstance(step, _PLACES)])


def burn_due(hand: Hand) -> bool:
    """Whether a burn comes before the next card (R4.1)."""
    return any(isinstance(step, BurnDue) for step in hand.plan)
