"""What is known of the cards on their way from the shoe to their places, as data: state, questions, events."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.game.irregularities import IrregularityKind
from dealer.observations import DeviceKind, Health, ShoeCode
from dealer.snapshots import CardState
from dealer.table.file import UpCardPolicy


class Witness(enum.Enum):
    """Who says what a card is."""

    SHOE = "shoe"
    CAMERA = "camera"
    PERSON = "person"


class Spot(enum.Enum):
    """What kind of place a card went to."""

    BURN = "burn"
    DOWN = "down"
    UP = "up"
    COMMUNITY = "community"
    ASIDE = "aside"
    """It was part of an irregularity and is where the ruling puts it."""


class Owed(enum.Enum):
    """Whether the shoe may still tell of a card that was placed without it."""

    NO = "no"
    SURE = "sure"
    """The shoe was there: its report is on the way."""
    MAYBE = "maybe"
    """The shoe was away: a person has to say whether the card went through it."""


@dataclass(frozen=True, slots=True)
class OutCard:
    """A card that left the shoe and has no place yet.

    sealed: None if no tag was read.  tag: its keyed hash, None with it.
    waits: a person said that it may lie there until its place is due.
    taken_back: its place was undone; a person says where it goes before it is placed again.
    """

    sealed: SealedCard | None
    tag: str | None
    waits: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A card at its place. index: which of the seat's (or table's) cards of this kind, from 0.

    card: as it left the shoe, None if the shoe has not told of it.  owed: whether it may still do so.
    """

    spot: Spot
    seat: int | None
    index: int
    state: CardState
    card: OutCard | None
    owed: Owed


class QuestionKind(enum.Enum):
    """What a person has to say, since the sensors cannot."""

    DISAGREE = "sensors-disagree"
    CONTRADICTED = "contradicted"
    UNREAD = "unread-card"
    NOT_SEEN = "not-seen"
    NOT_OUT = "not-out"
    TWO_FACES = "two-faces"
    TWO_CARDS = "two-cards"
    DECK_FAULT = "deck-fault"
    EARLY = "dealt-early"
    TAKEN_BACK = "taken-back"
    WRONG_SEAT = "wrong-seat"
    EXPOSED = "hole-card-exposed"
    SEVENTH_UP = "seventh-face-up"
    TWO_BURNS = "double-burn"
    STUB_COUNT = "stub-count"
    LATE = "late-card"
    CAME_BACK = "came-back"
    TABLED = "tabled"


class Answer(enum.Enum):
    """What may be answered; the word that an entry carries."""

    CARD = "card"
    OTHER_CARD = "other-card"
    LOOK_AGAIN = "look-again"
    PUT_BACK = "put-back"
    WAITS = "waits"
    DEAL_ON = "deal-on"
    UNREAD = "unread"
    COUNTED = "counted"
    MATCH = "match"
    TAKE_BACK = "take-back"
    REPORT = "report"
    IGNORE = "ignore"
    AS_SEEN = "as-seen"
    AS_TOLD = "as-told"
    REST = "rest"
    BY_HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be answered. card: with CARD.  kind: with REPORT, what the hand is told (R8)."""

    answer: Answer
    card: Card | None = None
    kind: IrregularityKind | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Who says that the card is which; only of cards that lie face up."""

    witness: Witness
    card: Card


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. number: counts the questions of this table.  seat: where; None: elsewhere on the table.

    index: which of the seat's up-cards, where the question is about one that is placed.
    count: cards concerned, or the stub that is expected.  It holds nothing that depends on a face-down identity.
    """

    number: int
    kind: QuestionKind
    seat: int | None
    readings: tuple[Reading, ...]
    options: tuple[Option, ...]
    index: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Sensing:
    """Where every card is that left the shoe in this hand.

    out: without a place, in the order in which they left.  placed: at their places, in the order of dealing.
    tags: keyed hashes of the tags that are out of the stub (SHOE-PROTOCOL, Deck).
    counted: a person has counted the stub in this hand.
    """

    policy: UpCardPolicy = UpCardPolicy.BOTH
    out: tuple[OutCard, ...] = ()
    placed: tuple[Placed, ...] = ()
    tags: tuple[str, ...] = ()
    question: Asked | None = None
    asked: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card left the shoe; its identity is sealed at once, whichever way up it will lie."""

    card: OutCard


@dataclass(frozen=True, slots=True)
class CardWentBack:
    """A card without a place is back in the stub. position: in `out`."""

    position: int


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A card has its place. from_out: it is the first of `out`."""

    spot: Spot
    seat: int | None
    index: int
    state: CardState
    from_out: bool
    owed: Owed = Owed.NO


@dataclass(frozen=True, slots=True)
class CardsTakenBack:
    """Places were undone: all but the first ones. keep: how many of `placed` stay."""

    keep: int


@dataclass(frozen=True, slots=True)
class CardJudged:
    """A placed card is known better, or doubted. position: in `placed`."""

    position: int
    state: CardState


@dataclass(frozen=True, slots=True)
class ToldLate:
    """The first of `out` is a card that was placed by hand before the shoe told of it. position: in `placed`."""

    position: int


@dataclass(frozen=True, slots=True)
class OwedSure:
    """A person said that the shoe's next cards are those that were placed without it."""


@dataclass(frozen=True, slots=True)
class OwedDropped:
    """The shoe's next card is another than one that was placed without it: of that one it will not tell any more."""

    position: int


@dataclass(frozen=True, slots=True)
class NoMoreOwed:
    """The shoe will not tell of cards that were placed without it."""


@dataclass(frozen=True, slots=True)
class OutCardsWait:
    """A person said that the cards without a place may be placed when their places are due."""


@dataclass(frozen=True, slots=True)
class OutCardsUnread:
    """Nobody knows any more which of the cards without a place is which."""


@dataclass(frozen=True, slots=True)
class TagsRearmed:
    """Cards are in the stub again: their tags may leave the shoe once more."""

    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Dealing stops until a person answers."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A person has said what is true. by: who."""

    number: int
    answer: Answer
    card: Card | None
    by: str


@dataclass(frozen=True, slots=True)
class QuestionDropped:
    """What was asked about is no more."""

    number: int


@dataclass(frozen=True, slots=True)
class PolicySet:
    """Up-cards need these witnesses from now on."""

    policy: UpCardPolicy


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device went or came, for the record."""

    device: DeviceKind
    health: Health
    detail: str


@dataclass(frozen=True, slots=True)
class ShoeNoted:
    """The shoe told of something besides cards, for the record."""

    code: ShoeCode
    detail: str


@dataclass(frozen=True, slots=True)
class ShoeDoubted:
    """The shoe's events may have a hole (OSP/1 rule 3), for the record."""

    kind: str
    missing: int | None


@dataclass(frozen=True, slots=True)
class HandOpened:
    """The seals of a hand may come off in the look-up. why: the ruling, or who asked for a mucked hand (R7.4)."""

    hand: int
    seat: int
    by: str
    why: str


SensingEvent = (
    CardLeft
    | CardWentBack
    | CardPlaced
    | CardsTakenBack
    | CardJudged
    | ToldLate
    | OwedSure
    | OwedDropped
    | NoMoreOwed
    | OutCardsWait
    | OutCardsUnread
    | TagsRearmed
    | QuestionAsked
    | QuestionAnswered
    | QuestionDropped
    | PolicySet
    | DeviceChanged
    | ShoeNoted
    | ShoeDoubted
    | HandOpened
)
