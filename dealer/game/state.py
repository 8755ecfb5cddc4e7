"""What a hand is at one moment: frozen records, and the questions that are asked of them everywhere."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

from dealer.cards import Card, SealedCard
from dealer.game.commands import AnyCard, Word
from dealer.game.due import Due, Outcome, PlanStep
from dealer.game.events import HandStarted, IrregularityReported
from dealer.game.quick import quick
from dealer.game.short_deck import LastCard

Position = int
"""A seat's place in the order of dealing, from 0; everything inside the engine is indexed by it."""


class Stage(enum.Enum):
    """How far a hand is."""

    ANTES = "antes"
    DEALING = "dealing"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    AWARDING = "awarding"
    OVER = "over"


class Opening(enum.Enum):
    """Whether third street still waits for its forced bet (R3.4, R3.7)."""

    FORCED = "forced"
    FREE = "free"
    DONE = "done"


@quick
@dataclass(frozen=True, slots=True)
class Cards:
    """What lies where. The tuples are indexed by position.

    left: cards of the 52 that are not in the stub.  seen: a bit for each card that lies face up, by Card.index.
    burned_ahead: burns that the next streets need not make again (WL 118, 122).
    reshuffle: the stub is shuffled before the next street (WL 227).
    out: cards that a ruling took out of play.  sevenths: seats whose seventh card lies face up (WL 229, 230).
    """

    down: tuple[tuple[SealedCard | None, ...], ...]
    up: tuple[tuple[Card | None, ...], ...]
    burns: tuple[AnyCard, ...]
    community: tuple[Card | None, ...]
    left: int
    seen: int
    burned_ahead: int = 0
    reshuffle: bool = False
    out: tuple[AnyCard, ...] = ()
    sevenths: tuple[Position, ...] = ()

    @property
    def stub(self) -> int:
        """How many cards the stub has, counted from what left it (R5)."""
        return 52 - self.left


class Offer(NamedTuple):
    """The wager that is open to whoever has the chips for it. A tuple, which is quick to look turns up by.

    targets: the totals on this street, two of them where an open pair allows it.  completes: the bring-in, that is.
    """

    street: int
    targets: tuple[int, ...]
    completes: bool
    raises_left: int | None


@quick
@dataclass(frozen=True, slots=True)
class Round:
    """One round of betting. The tuples are indexed by position; amounts are totals on this street.

    first: who had the first option.  current: what must be matched.  full: the last full wager (R4.6).
    step: the last bet or raise, where that sets the least raise (R3.6).  cap, raises: of the round (R4.4).
    wagers: full wagers so far; acted: how many there were when a seat acted last, -1 if it has not.
    queue: who is still to act, in order.  last: who wagered last.  holders: who shows a pair on fourth street (R4.3).
    big: a double bet was made.  frozen: nobody may raise any more (R6.2).
    offer: what may be wagered, None where it has to be worked out for each seat.
    """

    street: int
    first: Position
    bets: tuple[int, ...]
    current: int
    full: int
    step: int
    cap: int | None
    raises: int
    wagers: int
    acted: tuple[int, ...]
    queue: tuple[Position, ...]
    last: Position | None
    opening: Opening
    holders: tuple[Position, ...]
    big: bool
    frozen: bool
    offer: Offer | None


@quick
@dataclass(frozen=True, slots=True)
class Seats:
    """Who has what, and who is in what. paid: all that a seat has in the middle; both indexed by position.

    live: may win, in order.  able: live, and can still put chips in.  lingering: folded, but
    still dealt to (R4.7).  protected: plays for what it has matched and puts no more in (R6.2).  absent: away (R4.8).
    """

    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    live: tuple[Position, ...]
    able: tuple[Position, ...]
    lingering: tuple[Position, ...] = ()
    protected: tuple[Position, ...] = ()
    absent: tuple[Position, ...] = ()


def seated(
    stacks: tuple[int, ...],
    paid: tuple[int, ...],
    live: tuple[Position, ...],
    lingering: tuple[Position, ...] = (),
    protected: tuple[Position, ...] = (),
    absent: tuple[Position, ...] = (),
) -> Seats:
    """Return the seats, with who is able worked out."""
    able = tuple([each for each in live if stacks[each] and each not in protected])
    able = live if able == live else able
    return Seats(stacks, paid, live, able, lingering, protected, absent)


def reseated(
    seats: Seats,
    *,
    stacks: tuple[int, ...] | None = None,
    paid: tuple[int, ...] | None = None,
    live: tuple[Position, ...] | None = None,
    lingering: tuple[Position, ...] | None = None,
    protected: tuple[Position, ...] | None = None,
    absent: tuple[Position, ...] | None = None,
) -> Seats:
    """Return the seats with some things changed, and who is able worked out again."""
    return seated(
        seats.stacks if stacks is None else stacks,
        seats.paid if paid is None else paid,
        seats.live if live is None else live,
        seats.lingering if lingering is None else lingering,
        seats.protected if protected is None else protected,
        seats.absent if absent is None else absent,
    )


@dataclass(frozen=True, slots=True)
class Intent:
    """An action taken out of turn: binding as long as `current` is what must be matched (WL 132)."""

    position: Position
    word: Word
    to: int | None
    current: int


@quick
@dataclass(frozen=True, slots=True)
class Showdown:
    """Who has shown what. queue: who is still to show, in order (R7.3).  shown: down cards by place, or None.

    order: all that came to the showdown, in the order of showing.  mucked: in the order of giving up.
    all_must: every hand is tabled (R7.4).
    """

    order: tuple[Position, ...]
    queue: tuple[Position, ...]
    shown: tuple[tuple[Card | None, ...] | None, ...]
    mucked: tuple[Position, ...]
    all_must: bool


@dataclass(frozen=True, slots=True)
class Rare:
    """What most hands never have, kept apart so that it costs nothing.

    held: what a person has to rule on.  intents: actions out of turn.  boxed: boxed cards so far.
    deck_out: the deck has to be taken out (WL 117).  asked: who asked for whose mucked hand (R7.4).
    """

    held: IrregularityReported | None = None
    intents: tuple[Intent, ...] = ()
    boxed: int = 0
    deck_out: bool = False
    asked: tuple[tuple[Position, Position], ...] = ()


NOTHING_RARE = Rare()


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """One hand at one moment. Made by `begin` and `apply` only.

    start: the event it began with.  street: 3 to 7, 0 before the antes.  plan: what is still to be dealt before the
    next betting.  betting: the round that is open, or was the last.  actions, chip_actions: after the forced bet, for
    the misdeal window (WL 105).  last_card: seventh street's procedure, from when it is known (R5).
    won: what each seat was given out of the pots.  raked: chips taken for the house.  due: what comes next.
    """

    start: HandStarted
    stage: Stage
    street: int
    seats: Seats
    cards: Cards
    betting: Round | None
    plan: tuple[PlanStep, ...]
    actions: int
    chip_actions: int
    last_card: LastCard | None
    showdown: Showdown | None
    pots: tuple[int, ...]
    won: tuple[int, ...]
    raked: int
    rare: Rare
    outcome: Outcome | None
    due: Due

    @property
    def stub(self) -> int:
        """How many cards the stub has, counted (R5)."""
        return self.cards.stub

    @property
    def middle(self) -> int:
        """All chips in the middle: the pot with this street's bets, less what was raked and awarded."""
        return sum(self.seats.paid) - self.raked - sum(self.won)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen to cards or chips."""
        return self.stage is Stage.OVER

    def position(self, seat: int) -> Position:
        """Where a seat is in the order of dealing. Raises ValueError for a seat that is not in the hand."""
        return self.start.seats.index(seat)

    def is_live(self, seat: int) -> bool:
        """Whether a seat can still win."""
        return self.position(seat) in self.seats.live

    def stack(self, seat: int) -> int:
        """The chips before a seat."""
        return self.seats.stacks[self.position(seat)]

    def bet(self, seat: int) -> int:
        """The chips a seat has put in on this street."""
        open_now = self.betting is not None and self.betting.street == self.street and self.stage is Stage.BETTING
        return self.betting.bets[self.position(seat)] if self.betting is not None and open_now else 0

    def up(self, seat: int) -> tuple[Card | None, ...]:
        """The face-up cards of a seat, the door card first."""
        return self.cards.up[self.position(seat)]

    def down(self, seat: int) -> tuple[SealedCard | None, ...]:
        """The face-down cards of a seat, by place; sealed."""
        return self.cards.down[self.position(seat)]
