"""Pots, side pots, halves and odd chips (R7.1, R7.5 to R7.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.cards import DECK, parse_cards
from dealer.game.pots import Pot, Share, Side, Splitting, award, contender, side_pots, uncalled
from dealer.house.rules import IdenticalBothWays, Tie
from dealer.house.stakes import Game

POSITION = Splitting(Tie.NEAREST_LEFT, IdenticalBothWays.SEPARATE, (1, 2, 3, 4))
BY_SUIT = Splitting(Tie.SUIT, IdenticalBothWays.EVEN, (1, 2, 3, 4))


def given_to(pot: Pot, game: Game, hands: dict[int, str], splitting: Splitting) -> dict[tuple[Side, int], int]:
    shown = {seat: contender(game, parse_cards(text)) for seat, text in hands.items()}
    return {(share.side, share.seat): share.amount for share in award(pot, shown, game, splitting)}


def in_all(shares: dict[tuple[Side, int], int]) -> dict[int, int]:
    total: dict[int, int] = {}
    for (_, seat), amount in shares.items():
        total[seat] = total.get(seat, 0) + amount
    return total


def test_what_nobody_matched_goes_back_first():  # R7.1
    assert uncalled({1: 10, 2: 18, 3: 4}) == (2, 8)
    assert uncalled({1: 10, 2: 10}) is None
    assert uncalled({}) is None


def test_a_seat_wins_only_what_it_matched():  # R7.1
    pots = side_pots({1: 5, 2: 20, 3: 20, 4: 12}, live={1, 2, 3, 4})
    assert pots == (Pot(0, 20, (1, 2, 3, 4)), Pot(1, 21, (2, 3, 4)), Pot(2, 16, (2, 3)))


def test_folded_chips_stay_in_the_pots_they_reached():  # R7.1
    assert side_pots({1: 5, 2: 20, 3: 20, 4: 12}, live={1, 2, 3}) == (Pot(0, 20, (1, 2, 3)), Pot(1, 37, (2, 3)))


def test_a_dead_seat_above_everybody_loses_all_to_the_last_pot():  # R7.1, R7.8
    assert side_pots({1: 5, 2: 9, 3: 12}, live={1, 2}) == (Pot(0, 15, (1, 2)), Pot(1, 11, (2,)))


def test_the_best_hand_takes_it():  # R7.5
    shares = given_to(Pot(0, 40, (1, 2)), Game.STUD_HIGH, {1: "9c9d9h4s4c2dKs", 2: "AsKsQdJd8c2c3c"}, POSITION)
    assert shares == {(Side.HIGH, 1): 40}


def test_no_low_and_high_scoops():  # R7.6
    shares = given_to(Pot(0, 41, (1, 2)), Game.STUD_HILO_8, {1: "9c9d9h4s4c2dKs", 2: "AsKsQdJd8c2c3c"}, POSITION)
    assert shares == {(Side.HIGH, 1): 41}


def test_the_high_half_gets_the_odd_chip():  # R7.7
    shares = given_to(Pot(0, 41, (1, 2)), Game.STUD_HILO_8, {1: "9c9d9h4s4c2dKs", 2: "As7s6d5d4d2c2h"}, POSITION)
    assert shares == {(Side.HIGH, 1): 21, (Side.LOW, 2): 20}


def test_the_odd_chip_of_halves_is_the_smallest_in_play():  # R7.7, R1.3
    coarse = Splitting(Tie.NEAREST_LEFT, IdenticalBothWays.SEPARATE, (1, 2), chip=5)
    shares = given_to(Pot(0, 45, (1, 2)), Game.STUD_HILO_8, {1: "9c9d9h4s4c2dKs", 2: "As7s6d5d4d2c2h"}, coarse)
    assert shares == {(Side.HIGH, 1): 25, (Side.LOW, 2): 20}


def test_unqualified_low_needs_no_eight():  # R7.6
    shares = given_to(Pot(0, 40, (1, 2)), Game.STUD_HILO, {1: "9c9d9h4s4c2dKs", 2: "AsQsJdTd8c2c3c"}, POSITION)
    assert shares == {(Side.HIGH, 1): 20, (Side.LOW, 2): 20}


def test_razz_has_no_high():  # R2.1
    shares = given_to(Pot(0, 41, (1, 2)), Game.RAZZ, {1: "9c9d9h4s4c2dKs", 2: "As7s6d5d4d2c2h"}, POSITION)
    assert shares == {(Side.LOW, 2): 41}


THREE_BROADWAYS = {2: "AhKhQcJcTs2d3d", 3: "AdKdQhJhTc2c3c", 4: "AsKsQdJd Td4c5c"}


def test_eight_by_three_nearest_the_left_first():  # R7.7
    shares = given_to(Pot(0, 8, (2, 3, 4)), Game.STUD_HIGH, THREE_BROADWAYS, POSITION)
    assert in_all(shares) == {2: 3, 3: 3, 4: 2}


def test_eight_by_three_by_suit():  # R7.7: the ace of spades, then of hearts
    shares = given_to(Pot(0, 8, (2, 3, 4)), Game.STUD_HIGH, THREE_BROADWAYS, BY_SUIT)
    assert in_all(shares) == {2: 3, 3: 2, 4: 3}


def test_a_quartered_pot():  # R7.7: both make the low, one of them the high
    hands = {1: "As2s3d4d6cKcKh", 2: "Ah2h3c4c6d9d9h"}
    assert given_to(Pot(0, 40, (1, 2)), Game.STUD_HILO_8, hands, POSITION) == {
        (Side.HIGH, 1): 20,
        (Side.LOW, 1): 10,
        (Side.LOW, 2): 10,
    }


IDENTICAL = {1: "As2s3d4d5cKcQh", 2: "Ah2h3c4c5dKdQs"}


def test_identical_hands_split_the_whole_pot_evenly_at_the_series():  # R7.7: 10 by two is 5, 5
    assert in_all(given_to(Pot(0, 10, (1, 2)), Game.STUD_HILO_8, IDENTICAL, BY_SUIT)) == {1: 5, 2: 5}


def test_identical_hands_split_each_half_elsewhere():  # R7.7
    assert in_all(given_to(Pot(0, 10, (1, 2)), Game.STUD_HILO_8, IDENTICAL, POSITION)) == {1: 6, 2: 4}


@pytest.mark.parametrize("amount", range(1, 30))
@pytest.mark.parametrize("splitting", [POSITION, BY_SUIT])
def test_identical_hands_never_lose_a_chip(amount, splitting):  # R7.7
    hands = IDENTICAL | {3: "Ad2d3h4h5sKsQc"}
    shares = given_to(Pot(0, amount, (1, 2, 3)), Game.STUD_HILO_8, hands, splitting)
    total = in_all(shares)
    assert sum(total.values()) == amount
    assert all(part > 0 for part in shares.values())
    if splitting is BY_SUIT:
        assert max(total.values()) - min(total.get(seat, 0) for seat in hands) <= 1


@given(
    st.lists(st.integers(0, 60), min_size=2, max_size=4),
    st.permutations(DECK),
    st.sampled_from(list(Game)),
    st.sampled_from([POSITION, BY_SUIT]),
    st.sets(st.integers(1, 4), min_size=1),
)
def test_chips_are_kept(amounts, deck, game, splitting, live):  # R7.1
    put_in = dict(enumerate(amounts, start=1))
    live = {seat for seat in live if put_in.get(seat)}
    if not live:
        return
    pots = side_pots(put_in, live)
    assert sum(pot.amount for pot in pots) == sum(amounts)
    hands = {seat: contender(game, deck[seat * 7 : seat * 7 + 7]) for seat in live}
    for pot in pots:
        shares = award(pot, hands, game, splitting)
        assert sum(share.amount for share in shares) == pot.amount
        assert {share.seat for share in shares} <= set(pot.seats)
        assert all(isinstance(share, Share) and share.amount > 0 for share in shares)
