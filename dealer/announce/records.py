"""What is announced at a table, as data (WL 225, R8): no words, no card that lies face down."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.cards import Card
from dealer.game.commands import Word
from dealer.game.due import Outcome
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.pots import Side
from dealer.game.ranking import HandName
from dealer.game.short_deck import Procedure, Source
from dealer.house.rules import End


@dataclass(frozen=True, slots=True)
class BringIn:
    """A seat has to bring it in (R3.2), or may open for more (R3.4).

    card: its door card, None if nobody knows it.  by: why this card.  amount: chips, or all he has.
    full_bet: of the table: the full bet of fixed limit, in other limits the most (R3.4).
    instead: what he may open for instead with the chips that he has: one amount, or the least and the greatest.
    all_in: the bring-in takes all he has (R3.7).
    """

    seat: int
    card: Card | None
    by: End
    amount: int
    full_bet: int
    instead: tuple[int, ...]
    all_in: bool


@dataclass(frozen=True, slots=True)
class Act:
    """A seat acts. The amounts are those of `game.due.Options`.

    showing: what its up cards show, None if one of them is not known.  opens: it has the first option, and why
    (None where it is not the first).  bring_in: chips of the forced bet where it may be posted, else 0.
    ranged: the amounts are the least and the greatest, not each one.
    """

    street: int
    seat: int
    showing: HandName | None
    to_call: int
    can: tuple[Word, ...]
    bet_to: tuple[int, ...]
    raise_to: tuple[int, ...]
    raises_left: int | None
    opens: End | None
    bring_in: int
    ranged: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards of a street are due. faces: of each card a seat gets, True for up; seats: none for a community card."""

    street: int
    burn: bool
    faces: tuple[bool, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShortDeck:
    """Seventh street is not dealt as usual (R5), with the figures that the procedure follows from."""

    street: int
    stub: int
    burns: int
    seats: int
    procedure: Procedure
    source: Source
    burn: bool


@dataclass(frozen=True, slots=True)
class Wagered:
    """A seat opened, bet, completed or raised (WL 225). to: its chips on this street.

    short: it was to complete the bet, and has not the chips for that (R3.6, R4.6).
    """

    seat: int
    word: Word
    to: int
    all_in: bool
    short: bool = False


@dataclass(frozen=True, slots=True)
class OpenPairs:
    """Seats show pairs that do not open the betting (WL 225)."""

    street: int
    pairs: tuple[tuple[int, HandName], ...]


@dataclass(frozen=True, slots=True)
class OpenerAllIn:
    """The seat that would open cannot act any more, so that another has the first option (R4.2, WL 225)."""

    seat: int
    showing: HandName
    opens: End


@dataclass(frozen=True, slots=True)
class LowCardAllIn:
    """The seat that would bring it in is all in from its ante, so that another acts first (R3.7, WL 225)."""

    seat: int
    card: Card
    by: End


@dataclass(frozen=True, slots=True)
class HandsTabled:
    """Every hand is turned up before the last cards come: nothing is left to bet (R7.3, WT)."""


@dataclass(frozen=True, slots=True)
class PotIs:
    """What is in the pots when betting is over, main pot first, and what was raked (WL 225, R1.7)."""

    pots: tuple[int, ...]
    rake: int


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows, or mucks unless it must show (R7.3, R7.4)."""

    seat: int
    must: bool


@dataclass(frozen=True, slots=True)
class Award:
    """Chips of a pot go to a seat. pots: how many pots there are.  half: the pot is divided between high and low.

    hand: what won it, None if it was not contested.  shared: others win a part of the same half, or of the same pot.
    """

    pot: int
    pots: int
    seat: int
    amount: int
    side: Side
    half: bool
    hand: HandName | None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """The uncalled part of a bet goes back (R7.1)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something is wrong and a person rules (R8). choices: the house's own ruling first."""

    kind: IrregularityKind
    rule: str
    seat: int | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The hand is a misdeal or void; every chip goes back (R8)."""

    outcome: Outcome
    reason: IrregularityKind
    rule: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules refuse an entry; the hand is as it was. action: as it was entered.  why: one sentence in English."""

    action: str
    rule: str
    why: str


Announcement = (
    BringIn
    | Act
    | Deal
    | ShortDeck
    | Wagered
    | OpenPairs
    | OpenerAllIn
    | LowCardAllIn
    | HandsTabled
    | PotIs
    | Show
    | Award
    | Return
    | Irregularity
    | CalledOff
    | Refused
)
