"""What a table is between and around its hands (R1): seats, stacks, the deck, what is dealt next. Decides nothing."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from dealer.game.rake import Rake
from dealer.game.state import Hand
from dealer.game.timeline import Timeline
from dealer.house.rules import HouseRules
from dealer.house.stakes import Game, Stakes

MOST_SEATS = 8
"""Seven cards each for more would need a second deck (R1.1)."""


class DeckStep(enum.Enum):
    """How far the deck is on its way to the next hand (R1.5)."""

    OUT = "out"
    COMPLETE = "complete"
    SHUFFLED = "shuffled"
    LOADED = "loaded"
    IN_PLAY = "in-play"


DECK_STEP_AFTER = {
    DeckStep.OUT: DeckStep.COMPLETE,
    DeckStep.COMPLETE: DeckStep.SHUFFLED,
    DeckStep.SHUFFLED: DeckStep.LOADED,
}
"""What is done next with a deck between two hands."""


class Presence(enum.Enum):
    """Whether a seated player is dealt in (R1.4)."""

    IN = "in"
    SITTING_OUT = "sitting-out"
    BUST = "bust"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat, and with how many chips between hands.

    auto_ante: his ante goes in without asking (R1.4, 000).  ready: he put the next ante up himself.
    absent: away from the table; his ante and forced bet go in and his hand is killed at his turn (R4.8).
    sits_out_next, leaves_next: asked for during a hand, done when it is over.
    """

    seat: int
    name: str
    stack: int
    presence: Presence = Presence.IN
    auto_ante: bool = True
    ready: bool = False
    absent: bool = False
    sits_out_next: bool = False
    leaves_next: bool = False

    @property
    def plays_next(self) -> bool:
        """Whether he is dealt into the next hand (R1.4)."""
        return self.presence is Presence.IN and self.stack > 0 and (self.auto_ante or self.ready)


@dataclass(frozen=True, slots=True)
class Plan:
    """One game of the rotation with its stakes."""

    game: Game
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class Level:
    """A tournament level: its stakes from so many seconds after the first hand on."""

    starts: float
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class TimeCharge:
    """What each player who is in pays for his seat, in chips, every so many minutes (R1.7)."""

    amount: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is set up; the table file holds the first one, the floor may change it later.

    orbit: hands before the next game of the rotation comes; 0 takes one hand for each seat dealt in.
    min_buy_in: chips.  decks: names of the decks that may be used, in the order in which they alternate.
    """

    table: str
    house: HouseRules
    seats: int
    rotation: tuple[Plan, ...]
    min_buy_in: int
    rake: Rake
    orbit: int = 0
    decks: tuple[str, ...] = ("deck",)
    levels: tuple[Level, ...] = ()
    time_charge: TimeCharge | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck on the table, or the one that is made ready."""

    name: str
    step: DeckStep = DeckStep.OUT


@dataclass(frozen=True, slots=True)
class FloorCall:
    """The floor is wanted. since: seconds of the wall clock."""

    reason: str
    since: float


@dataclass(frozen=True, slots=True)
class DecisionClock:
    """The clock of one decision (R6). decision: which one, counted within the hand; times in seconds of the wall clock.

    ends: when it runs out, or None while it is stopped with `left` seconds on it.
    """

    seat: int
    decision: int
    total: float
    ends: float | None
    left: float
    warned: bool = False

    def remaining(self, at: float) -> float:
        """Seconds that are left at a moment, never less than none."""
        return max(0.0, self.left if self.ends is None else self.ends - at)


@dataclass(frozen=True, slots=True)
class Till:
    """Chips that left the game: rake taken, tips given (R1.6, R1.7)."""

    rake: int = 0
    tips: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment.

    players: one place for each seat, seat 1 first.  dealer: the seat that deals, or 0 for a house dealer (R1.1).
    number: of the last hand that was begun.  steps: what has happened in it so far, counted.
    timeline: the hand being played, with the way it came.  last: the hand before, for looking back (R7.4).
    started: when the first hand began, for the levels.  charged: when the last time charge was due.
    withdrawn: decks that were found wrong and are not dealt until the floor admits them (WL 117).
    paused: why nothing is dealt, or "".
    """

    setup: Setup
    players: tuple[Player | None, ...]
    deck: Deck
    plan: int = 0
    hands_of_plan: int = 0
    orbit_seats: int = 0
    level: int = -1
    last_two: bool = False
    dealer: int = 0
    number: int = 0
    steps: int = 0
    timeline: Timeline | None = None
    last: Hand | None = None
    started: float | None = None
    paused: str = ""
    floor_call: FloorCall | None = None
    clock: DecisionClock | None = None
    till: Till = Till()
    charged: float | None = None
    withdrawn: tuple[str, ...] = ()

    @property
    def deck_is_out(self) -> bool:
        """Whether the deck was taken out and no other is there (WL 117); then only the floor can help."""
        return self.deck.name in self.withdrawn

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played."""
        return None if self.timeline is None else self.timeline.hand

    def player(self, seat: int) -> Player | None:
        """Who sits there; None for an empty seat or a number that is no seat of this table."""
        return self.players[seat - 1] if 1 <= seat <= len(self.players) else None

    def seated(self) -> Iterator[Player]:
        """Everybody who sits, by seat."""
        return (player for player in self.players if player is not None)

    @property
    def game(self) -> Game:
        """What is dealt next."""
        return self.setup.rotation[self.plan].game

    @property
    def stakes(self) -> Stakes:
        """What is played for next: the level's stakes in a tournament, else the plan's."""
        if self.level >= 0:
            return self.setup.levels[self.level].stakes
        return self.setup.rotation[self.plan].stakes

    def clockwise(self) -> tuple[int, ...]:
        """All seats clockwise from the one nearest the dealer's left (R1.1)."""
        seats = range(1, len(self.players) + 1)
        return (*(seat for seat in seats if seat > self.dealer), *(seat for seat in seats if seat <= self.dealer))
