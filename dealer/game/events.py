"""What happened in a hand, as plain data that a journal can keep; `hand.apply` turns them into a state."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.game.commands import AnyCard, Word
from dealer.game.due import Outcome
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.pots import Side
from dealer.game.quick import quick
from dealer.game.rake import NO_RAKE, Rake
from dealer.game.ranking import HandName
from dealer.house.rules import HouseRules
from dealer.house.stakes import Game, Limit, Stakes


class Cause(enum.Enum):
    """Why an action was taken."""

    PLAYER = "player"
    TIME_OUT = "time-out"
    ABSENT = "absent"
    OUT_OF_TURN = "out-of-turn"


class Half(enum.Enum):
    """Which part of a pot an award is."""

    HIGH = "high"
    LOW = "low"
    WHOLE = "whole"


HALF_OF = {Side.HIGH: Half.HIGH, Side.LOW: Half.LOW}


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins: all that it needs to know, so that the events alone tell the hand.

    seats: numbers clockwise from the seat nearest the dealer's left (R1.1), with their stacks before the ante.
    dealer: the seat of a rotating dealer, None for a fixed one.  last_two: a tournament's last two (R4.4).
    absent: seats whose players are away (R4.8).
    """

    number: int
    game: Game
    stakes: Stakes
    house: HouseRules
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    dealer: int | None = None
    rake: Rake = NO_RAKE
    last_two: bool = False
    absent: tuple[int, ...] = ()

    @property
    def limit(self) -> Limit:
        """The limit is part of the stakes (R2.2)."""
        return self.stakes.limit


@quick
@dataclass(frozen=True, slots=True)
class AntesPosted:
    """What each seat put in, in the order of the seats (R3.1)."""

    amounts: tuple[int, ...]


@quick
@dataclass(frozen=True, slots=True)
class Burned:
    """A card went to the burns (R4.1)."""

    street: int
    card: SealedCard | None


@quick
@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card went to a seat, or to the middle as the community card (seat None)."""

    seat: int | None
    street: int
    up: bool
    card: AnyCard


@quick
@dataclass(frozen=True, slots=True)
class RoundDealt:
    """All cards of a street that were due, in the order in which they were due."""

    street: int
    cards: tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Scrambled:
    """Cards were shuffled together and are the stub now (R5, WL 227). stub: how many it has."""

    street: int
    stub: int


@quick
@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted. put: chips that went in.  to: its chips on this street afterwards."""

    seat: int
    word: Word
    put: int
    to: int
    all_in: bool = False
    cause: Cause = Cause.PLAYER


@quick
@dataclass(frozen=True, slots=True)
class BetReturned:
    """The part of a bet that nobody called went back (R7.1)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class TimeWasUp:
    """The time of a seat was over, and the house leaves what follows to the floor (R6.2, call-floor)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Protected:
    """A seat plays for what it has matched and puts no more chips in (R6.2, WL 230)."""

    seat: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class MarkedAbsent:
    """A player is away (R4.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkedPresent:
    """A player is back (R4.8)."""

    seat: int


@quick
@dataclass(frozen=True, slots=True)
class Shown:
    """A seat tabled its hand. cards: its down cards by place."""

    seat: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Mucked:
    """A seat gave its hand up unshown."""

    seat: int


@quick
@dataclass(frozen=True, slots=True)
class PotsMade:
    """The chips in the middle as pots, main pot first, before the rake that is taken from them (R1.7, R7.1)."""

    pots: tuple[int, ...]
    rake: int


@quick
@dataclass(frozen=True, slots=True)
class PotAwarded:
    """A part of a pot went to a seat. hand: what won it, None if it was not contested."""

    pot: int
    seat: int
    amount: int
    side: Half
    hand: HandName | None


@quick
@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over. stacks: in the order of the seats."""

    outcome: Outcome
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MuckedAsked:
    """A player asked for a mucked hand that stayed to the end; it is on the record (R7.4)."""

    seat: int
    asker: int


@dataclass(frozen=True, slots=True)
class ActedOutOfTurn:
    """A seat acted before its turn; it is bound if the action to it has not changed (WL 132)."""

    seat: int
    word: Word
    to: int | None


@dataclass(frozen=True, slots=True)
class CardNamed:
    """A person said what a face-up card really is (R8)."""

    seat: int | None
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """Something went wrong (R8): what was seen, where, and with which cards. The hand is held."""

    kind: IrregularityKind
    rule: str
    seat: int | None
    cards: tuple[AnyCard, ...]
    place: int | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A person ruled on what held the hand; its consequence in cards and chips is carried out (R8)."""

    kind: IrregularityKind
    choice: Choice
    by: str
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class ChipsTakenBack:
    """The hand was called off: every chip went back where it came from (R8, misdeal; WL 111, 112)."""

    outcome: Outcome
    reason: IrregularityKind
    rule: str
    by: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last commands were taken back (R8, last row). The events that they had caused stay in the record.

    commands, events: how many of each.
    """

    commands: int
    events: int


Event = (
    HandStarted
    | AntesPosted
    | Burned
    | CardDealt
    | RoundDealt
    | Scrambled
    | Acted
    | BetReturned
    | TimeWasUp
    | Protected
    | MarkedAbsent
    | MarkedPresent
    | Shown
    | Mucked
    | PotsMade
    | PotAwarded
    | HandEnded
    | MuckedAsked
    | ActedOutOfTurn
    | CardNamed
    | IrregularityReported
    | Ruled
    | ChipsTakenBack
    | Undone
)
"""All that a hand's record can hold."""


def begins_step(event: Event, before: Event | None) -> bool:
    """Whether a command caused this event directly, so that an undo stops before it. before: the event before it.

    What follows by itself is undone together with what it followed from.
    """
    if isinstance(event, Acted):
        return event.cause is not Cause.ABSENT
    if isinstance(event, PotsMade):
        return not isinstance(before, Ruled)
    return not isinstance(event, BetReturned | PotAwarded | HandEnded)
