"""The policies of a house as data: one field for each key of a house file (R10)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from dealer.house.stakes import BringInDefault, Game, Limit


class Language(enum.Enum):
    """In which language the house announces."""

    ENGLISH = "en"
    FINNISH = "fi"
    BULGARIAN = "bg"


class DealerSeat(enum.Enum):
    """Whether the deal passes from seat to seat (R1.1)."""

    FIXED = "fixed"
    ROTATING = "rotating"


class End(enum.Enum):
    """Which door card brings it in (R3.2)."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Ace(enum.Enum):
    """How the ace counts among door cards (R3.2)."""

    HIGH = "high"
    LOW = "low"


class Tie(enum.Enum):
    """How a tie is settled: door cards (R3.3), openers (R4.2), odd chips (R7.7)."""

    SUIT = "suit"
    NEAREST_LEFT = "nearest-left"


class AllInLowCard(enum.Enum):
    """Who acts first when the low card is all in from the ante (R3.7)."""

    NEXT_LEFT = "next-left"
    NEXT_LOWEST = "next-lowest"


class OpenerBy(enum.Enum):
    """What opens from fourth street on: the hand showing or the single card (R4.2)."""

    HAND = "hand"
    CARD = "card"


class FoldWithoutBet(enum.Enum):
    """Whether a seat that folds with no bet to face still receives cards (R4.7)."""

    STOP_DEALING = "stop-dealing"
    KEEP_DEALING = "keep-dealing"


class ShortRaise(enum.Enum):
    """How much of a full bet an all-in raise must be to count as one in fixed limit (R4.6)."""

    HALF = "half"
    FULL = "full"


class OpenPair(enum.Enum):
    """Who may bet double when a pair shows on fourth street (R4.3)."""

    OFF = "off"
    PAIR_HOLDER = "pair-holder"
    PAIR_HOLDER_THEN_RAISES = "pair-holder-then-raises"
    ANYONE = "anyone"


class HeadsUpUncapped(enum.Enum):
    """When the raise cap is lifted (R4.4)."""

    NEVER = "never"
    ROUND = "round"
    LAST_TWO = "last-two"


class ShortDeck(enum.Enum):
    """What is done when the stub does not suffice on seventh street (R5.1 to R5.3)."""

    RECYCLE = "recycle"
    COUNT_PLUS_TWO = "count-plus-two"
    COMMUNITY = "community"


class ClockStart(enum.Enum):
    """When a decision is timed (R6.1)."""

    OFF = "off"
    EACH = "each"
    ON_CALL = "on-call"


class TimeOut(enum.Enum):
    """What happens when the time is over (R6.2)."""

    ALL_IN = "all-in"
    ALL_IN_PROTECTION = "all-in-protection"
    FOLD = "fold"
    CALL_FLOOR = "call-floor"


class UnbetFirst(enum.Enum):
    """Who shows first when the last round had no wager (R7.3)."""

    FIRST_OPTION = "first-option"
    OPENER = "opener"
    EARLIEST = "earliest"


class MustShow(enum.Enum):
    """Who has to show at the showdown (R7.4)."""

    FIRST = "first"
    WINNER = "winner"
    ALL_IN = "all-in"


class IdenticalBothWays(enum.Enum):
    """How seats that tie for both halves with identical hands split (R7.7)."""

    SEPARATE = "separate"
    EVEN = "even"


class HoleCardExposed(enum.Enum):
    """What follows when a hole card is exposed (R8, first row)."""

    THIRD_DOWN = "third-down"
    MISDEAL = "misdeal"


class MisdealWindow(enum.Enum):
    """Until when a misdeal may be called (R8)."""

    TWO_AFTER_BRING_IN = "two-after-bring-in"
    TWO_WITH_CHIPS_OR_THREE = "two-with-chips-or-three"


@dataclass(frozen=True, slots=True)
class TableRules:
    """`[table]`: what the house deals."""

    dealer: DealerSeat
    games: tuple[Game, ...]
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class DoorRule:
    """Which door card is the forced one (R3.2)."""

    by: End
    ace: Ace


@dataclass(frozen=True, slots=True)
class BringInRules:
    """`[bring-in]`: the general rule, with other ones for some games and limits (`[bring-in.razz]`)."""

    by: End
    ace: Ace
    tie: Tie
    default: BringInDefault
    all_in_low_card: AllInLowCard
    completion_counts: bool
    for_game: Mapping[Game, DoorRule]
    for_limit: Mapping[Limit, DoorRule]

    def door_rule(self, game: Game, limit: Limit) -> DoorRule:
        """Return the rule that holds for a game and a limit; a game's own comes before a limit's (R3.2)."""
        return self.for_game.get(game) or self.for_limit.get(limit) or DoorRule(self.by, self.ace)


@dataclass(frozen=True, slots=True)
class ActionRules:
    """`[action]`: who opens and what may be wagered (R4).

    raises: the cap for a round in the limits `raises_in`, 0 for none.
    """

    opener: OpenerBy
    opener_tie: Tie
    fold_without_bet: FoldWithoutBet
    short_raise: ShortRaise
    open_pair: OpenPair
    open_pair_games: tuple[Game, ...]
    open_pair_small_raise: bool
    raises: int
    raises_in: tuple[Limit, ...]
    heads_up_uncapped: HeadsUpUncapped

    def opener_tie_in(self, game: Game) -> Tie:
        """How tied openers are told apart: suits count in high only, whatever the house (R4.2)."""
        return self.opener_tie if game is Game.STUD_HIGH else Tie.NEAREST_LEFT

    def open_pair_in(self, game: Game, limit: Limit) -> OpenPair:
        """The open-pair rule of a game: fixed limit only, and only in the games that the house names (R4.3)."""
        return self.open_pair if limit is Limit.FIXED and game in self.open_pair_games else OpenPair.OFF

    def raise_cap_in(self, limit: Limit) -> int | None:
        """How many raises a round has in a limit, or None when they are not counted (R4.4)."""
        return self.raises if self.raises and limit in self.raises_in else None


@dataclass(frozen=True, slots=True)
class DealRules:
    """`[deal]`: burns and the short deck (R4.1, R5).

    community_opens: the community card counts for who opens and who shows first (R5.5, R7.3).
    """

    burn: bool
    short_deck: ShortDeck
    bet_after_community: bool
    community_opens: bool


@dataclass(frozen=True, slots=True)
class ClockRules:
    """`[clock]`: seconds for a decision, and how many before the end the warning comes (R6)."""

    start: ClockStart
    seconds: int
    warning: int
    time_out: TimeOut


@dataclass(frozen=True, slots=True)
class ShowdownRules:
    """`[showdown]`: who shows, and how chips that do not divide are given (R7)."""

    unbet_first: UnbetFirst
    must_show: tuple[MustShow, ...]
    odd_chip: Tie
    identical_both_ways: IdenticalBothWays
    mucked_on_request: bool


@dataclass(frozen=True, slots=True)
class ErrorRules:
    """`[errors]`: what follows on irregularities where the houses differ (R8)."""

    hole_card_exposed: HoleCardExposed
    misdeal_window: MisdealWindow


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Everything that a house decides (R10). Made by `dealer.house.load`; the engine only reads it."""

    name: str
    title: str
    language: Language
    table: TableRules
    bring_in: BringInRules
    action: ActionRules
    deal: DealRules
    clock: ClockRules
    showdown: ShowdownRules
    errors: ErrorRules

    def opens_low(self, game: Game) -> bool:
        """Whether the lowest hand showing opens from fourth street on (R4.2).

        So it is in razz, and in unqualified hi-lo where the house makes the high door card of that game bring
        it in (WL, WT); a bring-in by the highest card of a limit alone (001, pot limit) changes nothing here.
        """
        if game is Game.RAZZ:
            return True
        own = self.bring_in.for_game.get(game)
        return game is Game.STUD_HILO and own is not None and own.by is End.HIGHEST
