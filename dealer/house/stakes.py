"""Which game is dealt for which amounts, and what the amounts are when a table leaves them out (R2)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.errors import DealerError


class StakesError(DealerError):
    """The stakes cannot be played. Says which amount, what is wrong with it and what would do."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class Game(enum.Enum):
    """The four games (R2.1); the value is the word in files."""

    STUD_HIGH = "stud-high"
    STUD_HILO_8 = "stud-hilo-8"
    STUD_HILO = "stud-hilo"
    RAZZ = "razz"

    @property
    def has_high(self) -> bool:
        return self is not Game.RAZZ

    @property
    def has_low(self) -> bool:
        return self is not Game.STUD_HIGH


class Limit(enum.Enum):
    """How large a wager may be (R2.2); the value is the word in files."""

    FIXED = "fixed"
    SPREAD = "spread"
    POT = "pot"
    NO_LIMIT = "no"


class BringInDefault(enum.Enum):
    """What the bring-in is when the stakes leave it out (R2.3, R9)."""

    HALF_SMALL_BET = "half-small-bet"
    TWICE_ANTE = "twice-ante"
    BY_STAKES = "by-stakes"


@dataclass(frozen=True, slots=True)
class Spread:
    """The one range of a spread limit, such as 1 to 5, the same on every street (R2.2)."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in chips; the smallest chip in play is `chip` chips.

    small_bet, big_bet: the bets of fixed limit (R2.2). In spread limit they are the ends of the range;
    in pot and no limit both are the bring-in, which is the least bet there (R3.6).
    Raises StakesError if the amounts contradict each other or cannot be made with the chips (R1.3).
    """

    limit: Limit
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    spread: Spread | None = None
    chip: int = 1

    def __post_init__(self) -> None:
        if self.chip < 1:
            raise StakesError("chip", f"must be 1 or more, not {self.chip}")
        amounts = {
            "ante": self.ante,
            "bring_in": self.bring_in,
            "small_bet": self.small_bet,
            "big_bet": self.big_bet,
        }
        if self.spread is not None:
            amounts |= {"spread.low": self.spread.low, "spread.high": self.spread.high}
        for field, amount in amounts.items():
            least = 0 if field == "ante" else 1
            if amount < least:
                raise StakesError(field, f"must be {least} or more, not {amount}")
            if amount % self.chip:
                raise StakesError(field, f"{amount} cannot be made of chips of {self.chip} (R1.3)")
        if self.big_bet < self.small_bet:
            raise StakesError("big_bet", f"{self.big_bet} is less than the small bet of {self.small_bet}")
        if (self.spread is not None) != (self.limit is Limit.SPREAD):
            raise StakesError("spread", "a range belongs to spread limit, and only to it")
        if self.spread is not None and (self.spread.low, self.spread.high) != (self.small_bet, self.big_bet):
            raise StakesError("spread", "in spread limit the small and the big bet are the ends of the range")
        if self.bring_in > self.greatest_bring_in:
            raise StakesError("bring_in", f"{self.bring_in} is more than a full bet of {self.greatest_bring_in}")

    @property
    def greatest_bring_in(self) -> int:
        """What a forced bet may not exceed: the small bet, or the top of a range."""
        return self.big_bet if self.limit is Limit.SPREAD else self.small_bet

    def bet_on(self, street: int) -> int:
        """The fixed-limit bet of a street: small on 3rd and 4th, big from 5th (R2.2)."""
        return self.small_bet if street <= 4 else self.big_bet


def fill_stakes(
    limit: Limit,
    default: BringInDefault,
    *,
    ante: int | None = None,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
    spread: Spread | None = None,
    chip: int = 1,
) -> Stakes:
    """Complete what a table leaves out of its stakes (R2.3), and check the whole.

    default: the house's rule for the bring-in.  Raises StakesError, also when nothing to derive from is given.
    """
    if chip < 1:
        raise StakesError("chip", f"must be 1 or more, not {chip}")
    if limit is Limit.SPREAD:
        if spread is None:
            raise StakesError("spread", "spread limit needs its range, such as 1 to 5")
        small_bet, big_bet = spread.low, spread.high
    if ante is None:
        if small_bet is None:
            raise StakesError("ante", "must be given, since there is no small bet to take a fifth of")
        ante = max(chip, _nearest(small_bet, 5, chip))
    if bring_in is None:
        bring_in = _default_bring_in(default, ante, small_bet, chip)
    if limit in (Limit.POT, Limit.NO_LIMIT):
        small_bet = big_bet = bring_in
    if small_bet is None:
        raise StakesError("small_bet", "must be given")
    return Stakes(limit, ante, bring_in, small_bet, big_bet if big_bet is not None else 2 * small_bet, spread, chip)


def _default_bring_in(default: BringInDefault, ante: int, small_bet: int | None, chip: int) -> int:
    if default is BringInDefault.TWICE_ANTE:
        return max(chip, 2 * ante)
    if default is BringInDefault.BY_STAKES:
        raise StakesError("bring_in", "must be given: this house has no rule for it (bring-in.default = by-stakes)")
    if small_bet is None:
        raise StakesError("bring_in", "must be given, since there is no small bet to take half of")
    return -(-small_bet // (2 * chip)) * chip


def _nearest(amount: int, parts: int, chip: int) -> int:
    """A part of the amount, rounded to the nearest chip; an exact half goes up."""
    return (2 * amount + parts * chip) // (2 * parts * chip) * chip
