"""How much cards are worth, as a hand or as what a seat shows, and what they are called (R4.2, R7.5, R7.6).

Values are plain integers, or tuples of them, that only compare: the greater one is always the better hand of its
kind, so a low that wins has the greater low value. Equal hands have equal values; suits never break a tie (R7.5).
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from phevaluator import _pheval

from dealer.cards import DECK, Card, Rank
from dealer.errors import DealerError

HighValue = int
"""7462 for a royal flush down to 1 for seven high."""

LowValue = int
"""Greater is lower, and better; the wheel is the greatest."""

Showing = tuple[int, ...]
"""The value of up cards; the greater one opens where the kind (high or low) opens."""

_EVALUATE: dict[int, Callable[..., int]] = {
    5: _pheval.evaluate_5cards,
    6: _pheval.evaluate_6cards,
    7: _pheval.evaluate_7cards,
}
_WORST = 7463
_LOW_TOP = 16**6
_RankValue = Callable[[Rank], int]


class HandClass(enum.Enum):
    """The kinds of hand, as they are named."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    TWO_PAIR = "two pair"
    TRIPS = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    QUADS = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class HandName:
    """What a hand is called, as data: a kind and the ranks that name it, most telling first.

    Full house: nines over fours is (9, 4); a straight carries its top rank (five for the wheel); a flush, a high
    card and a low carry all their ranks, the low with the ace last. Pairs are followed by the other cards' ranks.
    """

    kind: HandClass
    ranks: tuple[Rank, ...]


_PATTERNS: dict[tuple[int, ...], HandClass] = {
    (4, 1): HandClass.QUADS,
    (4,): HandClass.QUADS,
    (3, 2): HandClass.FULL_HOUSE,
    (3, 1, 1): HandClass.TRIPS,
    (3, 1): HandClass.TRIPS,
    (3,): HandClass.TRIPS,
    (2, 2, 1): HandClass.TWO_PAIR,
    (2, 2): HandClass.TWO_PAIR,
    (2, 1, 1, 1): HandClass.PAIR,
    (2, 1, 1): HandClass.PAIR,
    (2, 1): HandClass.PAIR,
    (2,): HandClass.PAIR,
    (1, 1, 1, 1, 1): HandClass.HIGH_CARD,
    (1, 1, 1, 1): HandClass.HIGH_CARD,
    (1, 1, 1): HandClass.HIGH_CARD,
    (1, 1): HandClass.HIGH_CARD,
    (1,): HandClass.HIGH_CARD,
}
_LOW_ORDER = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""How the sizes of groups spoil a low, the least bad first."""

_CLASS_ENDS = (
    (10, HandClass.STRAIGHT_FLUSH),
    (166, HandClass.QUADS),
    (322, HandClass.FULL_HOUSE),
    (1599, HandClass.FLUSH),
    (1609, HandClass.STRAIGHT),
    (2467, HandClass.TRIPS),
    (3325, HandClass.TWO_PAIR),
    (6185, HandClass.PAIR),
    (7462, HandClass.HIGH_CARD),
)
"""The last of the 7462 distinct hands, best first, that belongs to a kind."""


_BEST_FIRST = tuple(sorted(Rank, reverse=True))
_GROUPS = {
    HandClass.QUADS: (1, 1),
    HandClass.FULL_HOUSE: (1, 1),
    HandClass.TRIPS: (1, 2),
    HandClass.TWO_PAIR: (2, 1),
    HandClass.PAIR: (1, 3),
}
"""How many ranks are alike groups of the kind, and how many come beside them."""


class NotAHand(DealerError):
    """Too few or too many cards to be valued (R7.8); names no card."""


def high_value(cards: Sequence[Card]) -> HighValue:
    """Return the value of the best five of five to seven cards. Raises NotAHand."""
    evaluate = _EVALUATE.get(len(cards))
    if evaluate is None:
        raise NotAHand(f"a hand of {len(cards)} cards cannot be valued; it takes five to seven")
    return _WORST - evaluate(*[card.index for card in cards])


def low_value(cards: Sequence[Card]) -> LowValue:
    """Return the value of the lowest five: ace low, straights and flushes ignored (razz, unqualified low; R7.6).

    Raises NotAHand if there are fewer than five cards.
    """
    if len(cards) < 5:
        raise NotAHand(f"a hand of {len(cards)} cards cannot be valued; it takes five to seven")
    lows = [card.rank.low for card in cards]
    distinct = sorted(set(lows))
    if len(distinct) >= 5:
        return _LOW_TOP - _pack((0, *reversed(distinct[:5])))
    return _LOW_TOP - _pack(_paired_low(tuple(sorted(lows))))


def eight_low_value(cards: Sequence[Card]) -> LowValue | None:
    """Return the value of the low if five ranks are eight or below, or None: no low (R7.6). Raises NotAHand."""
    if len(cards) < 5:
        raise NotAHand(f"a hand of {len(cards)} cards cannot be valued; it takes five to seven")
    distinct = sorted({card.rank.low for card in cards if card.rank.low <= 8})
    return _LOW_TOP - _pack((0, *reversed(distinct[:5]))) if len(distinct) >= 5 else None


def best_high(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five that play for high, best first; of equal fives the one with the higher suits (R7.7)."""
    best = _WORST - high_value(cards)
    ordered = sorted([card.index for card in cards], reverse=True)
    # Combinations come in the order of what they are made of, so the first that fits has the higher suits.
    five = next(five for five in combinations(ordered, 5) if _pheval.evaluate_5cards(*five) == best)
    return _by_weight([DECK[index] for index in five], _high_rank)


def best_low(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five that play for low, highest first; of equal fives the one with the higher suits (R7.7)."""
    best = low_value(cards)
    ordered = sorted(cards, key=lambda card: (card.rank.low, card.suit), reverse=True)
    fives = (five for five in combinations(ordered, 5) if low_value(five) == best)
    return _by_weight(max(fives, key=lambda five: [(card.rank.low, card.suit) for card in five]), _low_rank)


def odd_chip_high(cards: Sequence[Card]) -> Showing:
    """Rank equal high hands for an odd chip: the highest card by rank and suit in the five that play (R7.7).

    Where the highest is shared, as a community card is, the next one tells.
    """
    return _flat(sorted(((int(card.rank), int(card.suit)) for card in best_high(cards)), reverse=True))


def odd_chip_low(cards: Sequence[Card]) -> Showing:
    """Rank equal low hands for an odd chip, as `odd_chip_high` does, with the ace low (R7.7)."""
    return _flat(sorted(((card.rank.low, int(card.suit)) for card in best_low(cards)), reverse=True))


def showing_high(up: Iterable[Card]) -> Showing:
    """Value up cards for who opens: pairs count, straights and flushes do not (R4.2). The greatest opens."""
    return _grouped([int(card.rank) for card in up])


def showing_low(up: Iterable[Card]) -> Showing:
    """Value up cards where the lowest opens (razz, R4.2): ace low, pairs are bad. The greatest value opens."""
    return tuple(-part for part in _grouped([card.rank.low for card in up]))


def name_high(cards: Sequence[Card]) -> HandName:
    """Say what the best five of five to seven cards are called. Raises NotAHand."""
    return _name_of(_WORST - high_value(cards))


@lru_cache(maxsize=_WORST)
def _name_of(place: int) -> HandName:
    """The name of one of the 7462 distinct hands; the place among them, best first, tells the ranks that name it."""
    before = 0
    for last, kind in _CLASS_ENDS:
        if place <= last:
            return HandName(kind, _ranks_in(kind)[place - before - 1])
        before = last
    raise NotAHand(f"there is no hand {place}")


@cache
def _ranks_in(kind: HandClass) -> tuple[tuple[Rank, ...], ...]:
    """The ranks that name each hand of a kind, best first."""
    if kind in (HandClass.STRAIGHT, HandClass.STRAIGHT_FLUSH):
        return tuple((rank,) for rank in _BEST_FIRST if rank >= Rank.FIVE)
    if kind in (HandClass.FLUSH, HandClass.HIGH_CARD):
        return tuple(ranks for ranks in combinations(_BEST_FIRST, 5) if not _is_straight(ranks))
    groups, others = _GROUPS[kind]
    return tuple(
        (*grouped, *rest)
        for grouped in combinations(_BEST_FIRST, groups)
        for rest in combinations([rank for rank in _BEST_FIRST if rank not in grouped], others)
    )


def _is_straight(ranks: tuple[Rank, ...]) -> bool:
    return ranks[0] - ranks[4] == 4 or ranks[:2] == (Rank.ACE, Rank.FIVE)


def name_low(cards: Sequence[Card]) -> HandName:
    """Say what the lowest five are called: a low by its five ranks, or the pair that spoils it. Raises NotAHand."""
    ranks = [card.rank for card in best_low(cards)]
    groups = _counts(ranks)
    if len(groups) == 5:
        return HandName(HandClass.LOW, tuple(ranks))
    return HandName(_PATTERNS[groups], tuple(dict.fromkeys(ranks)))


def name_showing(up: Sequence[Card]) -> HandName:
    """Say what up cards show, as it is announced: pairs and high cards, never a possible straight or flush (R8)."""
    ranks = [card.rank for card in _by_weight(up, _high_rank)]
    return HandName(_PATTERNS[_counts(ranks)], tuple(dict.fromkeys(ranks)))


def name_showing_low(up: Sequence[Card]) -> HandName:
    """Say what up cards show where the lowest opens: the ranks from the top, ace low, or the pair (R4.2)."""
    ranks = [card.rank for card in _by_weight(up, _low_rank)]
    groups = _counts(ranks)
    kind = HandClass.LOW if groups[0] == 1 else _PATTERNS[groups]
    return HandName(kind, tuple(dict.fromkeys(ranks)))


def _pack(parts: tuple[int, ...]) -> int:
    code = 0
    for part in (parts + (0,) * 6)[:6]:
        code = code * 16 + part
    return code


@lru_cache(maxsize=4096)
def _paired_low(lows: tuple[int, ...]) -> tuple[int, ...]:
    return min(_grouped_class(five) for five in combinations(lows, 5))


def _grouped_class(lows: Sequence[int]) -> tuple[int, ...]:
    groups = sorted(((count, rank) for rank, count in Counter(lows).items()), reverse=True)
    pattern = tuple(count for count, _ in groups)
    return (_LOW_ORDER.index(pattern), *(rank for _, rank in groups))


def _grouped(ranks: Sequence[int]) -> Showing:
    """The sizes of the groups before their ranks: pairs beat high cards, trips beat two pair."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    sizes = [count for count, _ in groups]
    return (*sizes, *(0 for _ in range(len(ranks) - len(sizes))), *(rank for _, rank in groups))


def _flat(pairs: Sequence[tuple[int, int]]) -> Showing:
    return tuple(part for pair in pairs for part in pair)


def _counts(ranks: Sequence[Rank]) -> tuple[int, ...]:
    return tuple(sorted(Counter(ranks).values(), reverse=True))


def _high_rank(rank: Rank) -> int:
    return int(rank)


def _low_rank(rank: Rank) -> int:
    return rank.low


def _by_weight(cards: Sequence[Card], value: _RankValue) -> tuple[Card, ...]:
    """Order cards with the largest groups first, then by rank and suit."""
    counts = Counter(card.rank for card in cards)
    return tuple(sorted(cards, key=lambda card: (counts[card.rank], value(card.rank), card.suit), reverse=True))
