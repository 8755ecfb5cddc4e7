"""What hands and up cards are worth (R4.2, R7.5, R7.6)."""

from __future__ import annotations

import random
import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.cards import DECK, Card, Rank, parse_cards
from dealer.game.ranking import (
    HandClass,
    HandName,
    NotAHand,
    best_high,
    best_low,
    eight_low_value,
    high_value,
    low_value,
    name_high,
    name_low,
    name_showing,
    name_showing_low,
    odd_chip_high,
    odd_chip_low,
    showing_high,
    showing_low,
)

sevens = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True).map(tuple)


def ranks(text: str) -> tuple[Rank, ...]:
    return tuple(Card.parse(letter + "c").rank for letter in text)


def plain_high(five: tuple[Card, ...]) -> tuple[object, ...]:
    """A five-card high hand by the book, written apart from the evaluator."""
    values = sorted((card.rank for card in five), key=lambda r: ([c.rank for c in five].count(r), r), reverse=True)
    groups = sorted((values.count(value) for value in set(values)), reverse=True)
    distinct = sorted(set(values), reverse=True)
    top = distinct[0]
    straight = len(distinct) == 5 and (distinct[0] - distinct[4] == 4 or distinct == [14, 5, 4, 3, 2])
    if distinct == [14, 5, 4, 3, 2]:
        top = Rank.FIVE
    flush = len({card.suit for card in five}) == 1
    if straight:
        return (8 if flush else 4, int(top))
    order = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1]]
    return (5 if flush and len(groups) == 5 else order.index(groups), *values)


def plain_low(five: tuple[Card, ...]) -> tuple[object, ...]:
    """A five-card ace-five low by the book; the smaller is the better."""
    values = [card.rank.low for card in five]
    ordered = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    groups = sorted((values.count(value) for value in set(values)), reverse=True)
    return ([[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]].index(groups), *ordered)


def plain_showing(up: tuple[Card, ...], *, ace: int) -> tuple[object, ...]:
    values = [ace if card.rank is Rank.ACE else int(card.rank) for card in up]
    groups = sorted(((values.count(value), value) for value in set(values)), reverse=True)
    return ([count for count, _ in groups], [value for _, value in groups])


@given(sevens, sevens)
def test_the_best_five_of_seven_win(one, other):  # R7.5
    ours = (high_value(one) > high_value(other)) - (high_value(one) < high_value(other))
    a, b = (max(plain_high(five) for five in combinations(hand, 5)) for hand in (one, other))
    assert ours == (a > b) - (a < b)


@given(sevens, sevens)
def test_the_lowest_five_of_seven_win_in_razz(one, other):  # R7.6
    ours = (low_value(one) > low_value(other)) - (low_value(one) < low_value(other))
    a, b = (min(plain_low(five) for five in combinations(hand, 5)) for hand in (one, other))
    assert ours == (a < b) - (a > b)


@given(st.lists(st.sampled_from([card for card in DECK if card.rank <= 4]), min_size=7, max_size=7, unique=True))
def test_few_ranks_make_the_least_bad_low(cards):  # R7.6
    best = min(plain_low(five) for five in combinations(cards, 5))
    assert plain_low(best_low(cards)) == best


@given(sevens)
def test_a_low_qualifies_with_five_ranks_to_the_eight(cards):  # R7.6
    qualifies = len({card.rank.low for card in cards if card.rank.low <= 8}) >= 5
    assert eight_low_value(cards) == (low_value(cards) if qualifies else None)


@given(
    st.integers(2, 4).flatmap(lambda n: st.lists(st.sampled_from(DECK), min_size=2 * n, max_size=2 * n, unique=True))
)
def test_what_shows_is_compared_by_pairs_then_ranks(cards):  # R4.2
    one, other = tuple(cards[::2]), tuple(cards[1::2])
    high = (showing_high(one) > showing_high(other)) - (showing_high(one) < showing_high(other))
    a, b = plain_showing(one, ace=14), plain_showing(other, ace=14)
    assert high == (a > b) - (a < b)
    low = (showing_low(one) > showing_low(other)) - (showing_low(one) < showing_low(other))
    a, b = plain_showing(one, ace=1), plain_showing(other, ace=1)
    assert low == (a < b) - (a > b)


@given(sevens)
def test_the_five_that_play_are_worth_the_hand(cards):
    five = best_high(cards)
    assert set(five) <= set(cards)
    assert high_value(five) == high_value(cards)
    low = best_low(cards)
    assert set(low) <= set(cards)
    assert low_value(low) == low_value(cards)


def test_suits_never_break_a_tie():  # R7.5
    assert high_value(parse_cards("AsKsQdJd9c2c3c")) == high_value(parse_cards("AhKhQcJc9d2d3d"))


def test_straights_and_flushes_do_not_count_in_up_cards():  # R4.2
    assert showing_high(parse_cards("2c2d3h4s")) > showing_high(parse_cards("AsKsQsJs"))


def test_open_aces_are_the_worst_pair_but_the_best_card_in_razz():  # R4.2
    assert showing_low(parse_cards("Ah2c")) > showing_low(parse_cards("2h3c"))
    assert showing_low(parse_cards("2h3c")) > showing_low(parse_cards("AhAc"))
    assert showing_low(parse_cards("AhAc")) > showing_low(parse_cards("KhKc"))


def test_the_wheel_is_the_best_low_and_a_straight():  # R7.6
    wheel = parse_cards("Ah2h3h4h5hKdKc")
    assert low_value(wheel) > low_value(parse_cards("Ah2h3h4h6hKdKc"))
    assert name_high(wheel) == HandName(HandClass.STRAIGHT_FLUSH, ranks("5"))
    assert name_low(wheel) == HandName(HandClass.LOW, ranks("5432A"))


@pytest.mark.parametrize(
    ("cards", "kind", "named"),
    [
        ("9c9d9h4s4c2dKs", HandClass.FULL_HOUSE, "94"),
        ("AcAdAh2s2c2d3s", HandClass.FULL_HOUSE, "A2"),
        ("9c9d4s4c2d2sKs", HandClass.TWO_PAIR, "94K"),
        ("9c9d4sTc2d3sKs", HandClass.PAIR, "9KT4"),
        ("9c9d9s9hKd3sKs", HandClass.QUADS, "9K"),
        ("Ts9d8s7h6d3sKs", HandClass.STRAIGHT, "T"),
        ("AsKsQsJsTs3s2s", HandClass.STRAIGHT_FLUSH, "A"),
        ("As9s7s3s2sKdKc", HandClass.FLUSH, "A9732"),
        ("As9d7s5s3cKdQc", HandClass.HIGH_CARD, "AKQ97"),
        ("7s7d7cAs2dKd9c", HandClass.TRIPS, "7AK"),
    ],
)
def test_hands_have_names(cards, kind, named):
    assert name_high(parse_cards(cards)) == HandName(kind, ranks(named))


@given(sevens)
def test_the_name_of_a_high_hand_tells_the_five_that_play(cards):
    kind, *values = plain_high(best_high(cards))
    name = name_high(cards)
    assert kind == list(HandClass).index(name.kind)
    assert [int(rank) for rank in name.ranks] == (values if len(name.ranks) == 5 else list(dict.fromkeys(values)))


def test_what_shows_has_a_name():
    assert name_showing(parse_cards("9h9c")) == HandName(HandClass.PAIR, ranks("9"))
    assert name_showing(parse_cards("9hAc2d")) == HandName(HandClass.HIGH_CARD, ranks("A92"))
    assert name_showing_low(parse_cards("8hAc2d")) == HandName(HandClass.LOW, ranks("82A"))
    assert name_showing_low(parse_cards("8h8c2d")) == HandName(HandClass.PAIR, ranks("82"))


def test_a_low_that_pairs_is_named_by_its_pair():
    assert name_low(parse_cards("2c2d3h3s4c4dKs")).kind is HandClass.PAIR


def test_the_odd_chip_looks_at_the_five_that_play():  # R7.7
    assert odd_chip_high(parse_cards("AsKdQdJd9c2c3c")) > odd_chip_high(parse_cards("AhKsQsJs9d2d3d"))
    assert odd_chip_low(parse_cards("8s6d4d3dAcKcQc")) > odd_chip_low(parse_cards("8h6s4s3sAdKdQd"))
    assert odd_chip_low(parse_cards("8s6d4d3dAcKcQc")) > odd_chip_low(parse_cards("8h6s4s3sAsKdQd"))


def test_a_shared_card_leaves_the_odd_chip_to_the_next():  # R7.7, R5.4
    board = "As"
    assert odd_chip_high(parse_cards(board + "KsQdJd9c2c3c")) > odd_chip_high(parse_cards(board + "KdQsJs9d2d3d"))


def test_four_cards_are_no_hand():  # R7.8
    for value in (high_value, low_value, eight_low_value):
        with pytest.raises(NotAHand, match="4 cards") as told:
            value(parse_cards("2c3d4h5s"))
        assert "2c" not in str(told.value)


def test_eight_hands_are_valued_in_half_a_millisecond():
    deck = list(DECK)
    random.Random(8).shuffle(deck)
    hands = [(*deck[i * 6 : i * 6 + 6], deck[51]) for i in range(8)]
    fastest = 1.0
    for _ in range(20):
        start = time.perf_counter()
        for hand in hands:
            high_value(hand), eight_low_value(hand)
        fastest = min(fastest, time.perf_counter() - start)
    assert fastest < 0.0005
