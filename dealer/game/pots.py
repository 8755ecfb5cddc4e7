"""How the chips in the middle become pots, and who is given which part of each (R7.1, R7.5 to R7.7)."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dealer.cards import Card
from dealer.game.quick import quick
from dealer.game.ranking import (
    HighValue,
    LowValue,
    eight_low_value,
    high_value,
    low_value,
    odd_chip_high,
    odd_chip_low,
)
from dealer.house.rules import IdenticalBothWays, Tie
from dealer.house.stakes import Game

_STUD_HIGH = Game.STUD_HIGH


class Side(enum.Enum):
    """Which half of a pot is given."""

    HIGH = "high"
    LOW = "low"


@quick
@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the seats that can win them; number 0 is the main pot."""

    number: int
    amount: int
    seats: tuple[int, ...]


@quick
@dataclass(frozen=True, slots=True)
class Contender:
    """A hand that was shown, with what it is worth on either side; None: it has no claim there."""

    cards: tuple[Card, ...]
    high: HighValue | None
    low: LowValue | None


@quick
@dataclass(frozen=True, slots=True)
class Share:
    """What a seat is given out of a pot, for one side."""

    pot: int
    side: Side
    seat: int
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Splitting:
    """How a table divides what does not divide evenly.

    order: seats clockwise from the dealer's left.  chip: the smallest chip in play.
    """

    odd_chip: Tie
    identical_both_ways: IdenticalBothWays
    order: tuple[int, ...]
    chip: int = 1


def uncalled(contributions: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the seat and the amount that nobody matched, to be returned first, or None (R7.1)."""
    if not contributions:
        return None
    seat = max(contributions, key=lambda each: contributions[each])
    rest = max((put_in for other, put_in in contributions.items() if other != seat), default=0)
    return (seat, contributions[seat] - rest) if contributions[seat] > rest else None


def side_pots(contributions: Mapping[int, int], live: Collection[int]) -> tuple[Pot, ...]:
    """Divide matched chips into pots, the main pot first (R7.1).

    contributions: all that each seat put in over the hand, folded seats too, after uncalled chips went back.
    live: the seats that can still win.  What a folded or dead seat put in above every live seat goes to the last pot.
    """
    levels = sorted({contributions[seat] for seat in live if contributions[seat] > 0})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(contributions.values())
        amount = sum(min(put_in, top) - min(put_in, below) for put_in in contributions.values())
        seats = tuple(sorted(seat for seat in live if contributions[seat] >= level))
        pots.append(Pot(len(pots), amount, seats))
        below = level
    return tuple(pots)


def contender(game: Game, cards: Sequence[Card]) -> Contender:
    """Value a hand of five to seven cards for a game. Raises NotAHand."""
    if game is _STUD_HIGH:
        return Contender(tuple(cards), high_value(cards), None)
    high = high_value(cards) if game.has_high else None
    if game is Game.STUD_HILO_8:
        return Contender(tuple(cards), high, eight_low_value(cards))
    return Contender(tuple(cards), high, low_value(cards) if game.has_low else None)


def award(pot: Pot, hands: Mapping[int, Contender], game: Game, splitting: Splitting) -> tuple[Share, ...]:
    """Give one pot to the best of the hands shown, in the order high, low, then clockwise (R7.5 to R7.7).

    hands: the hands that were shown; those of seats that are not in the pot are ignored.
    """
    shown = {seat: hands[seat] for seat in splitting.order if seat in pot.seats and seat in hands}
    highs = _best({seat: hand.high for seat, hand in shown.items()})
    lows = _best({seat: hand.low for seat, hand in shown.items()})
    low_part = pot.amount if not highs else 0
    if highs and lows:
        low_part = pot.amount // splitting.chip // 2 * splitting.chip  # the high half gets the odd chip (R7.7)
    high_shares = split_evenly(pot.amount - low_part, _odd_order(highs, shown, Side.HIGH, splitting), splitting.chip)
    low_shares = split_evenly(low_part, _odd_order(lows, shown, Side.LOW, splitting), splitting.chip)
    if game.has_high and splitting.identical_both_ways is IdenticalBothWays.EVEN:
        low_shares = _even(high_shares, low_shares, splitting.chip)
    return tuple(
        Share(pot.number, side, seat, shares[seat])
        for side, shares in ((Side.HIGH, high_shares), (Side.LOW, low_shares))
        for seat in splitting.order
        if shares.get(seat)
    )


def _best(values: Mapping[int, int | None]) -> tuple[int, ...]:
    claims = [value for value in values.values() if value is not None]
    if not claims:
        return ()
    top = max(claims)
    return tuple([seat for seat, value in values.items() if value == top])


def _odd_order(
    winners: Sequence[int], shown: Mapping[int, Contender], side: Side, splitting: Splitting
) -> tuple[int, ...]:
    """The winners in the order in which odd chips are given; the seats come in clockwise already."""
    if len(winners) < 2 or splitting.odd_chip is Tie.NEAREST_LEFT:
        return tuple(winners)
    weigh = odd_chip_high if side is Side.HIGH else odd_chip_low
    return tuple(sorted(winners, key=lambda seat: weigh(shown[seat].cards), reverse=True))


def split_evenly(amount: int, winners: Sequence[int], chip: int) -> dict[int, int]:
    """Divide in whole chips, one odd chip a seat from the front; less than a chip, left by rake, goes to the first."""
    if not winners:
        return {}
    chips, rest = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    shares = {seat: (each + (place < odd)) * chip for place, seat in enumerate(winners)}
    shares[winners[0]] += rest
    return shares


def _even(high_shares: Mapping[int, int], low_shares: Mapping[int, int], chip: int) -> dict[int, int]:
    """Level what the seats that tie for both halves get in all, by moving chips of the low half among them.

    They stay in the order of the high half's odd chips, so nobody is given less than his part of the high half.
    """
    both = [seat for seat in high_shares if seat in low_shares]
    total = sum(high_shares[seat] + low_shares[seat] for seat in both)
    level = split_evenly(total, both, chip)
    return {**low_shares, **{seat: level[seat] - high_shares[seat] for seat in both}}
