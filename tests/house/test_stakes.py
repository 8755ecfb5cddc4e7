"""Stakes and what they are when a table leaves them out (R1.3, R2)."""

from __future__ import annotations

import pytest

from dealer.house.stakes import BringInDefault, Limit, Spread, Stakes, StakesError, fill_stakes


def test_what_a_4_8_table_leaves_out():  # R2.3
    stakes = fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=4)
    assert stakes == Stakes(Limit.FIXED, ante=1, bring_in=2, small_bet=4, big_bet=8)


@pytest.mark.parametrize(
    ("small", "chip", "ante", "bring_in"),
    [(5, 1, 1, 3), (3, 1, 1, 2), (8, 1, 2, 4), (2, 1, 1, 1), (25, 5, 5, 15), (50, 25, 25, 25), (30, 5, 5, 15)],
)
def test_rounding(small, chip, ante, bring_in):  # R2.3: the bring-in up to a chip, the ante to the nearest
    stakes = fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=small, chip=chip, big_bet=small * 2)
    assert (stakes.ante, stakes.bring_in) == (ante, bring_in)


def test_twice_the_ante():  # R2.3, 001
    assert fill_stakes(Limit.FIXED, BringInDefault.TWICE_ANTE, ante=1, small_bet=6).bring_in == 2


def test_the_stakes_must_name_the_bring_in_where_the_house_does_not():  # R9
    with pytest.raises(StakesError, match="bring_in: must be given"):
        fill_stakes(Limit.FIXED, BringInDefault.BY_STAKES, small_bet=4)


def test_pot_limit_needs_only_an_ante_under_001():  # R3.6
    stakes = fill_stakes(Limit.POT, BringInDefault.TWICE_ANTE, ante=5)
    assert (stakes.bring_in, stakes.small_bet, stakes.big_bet) == (10, 10, 10)


def test_spread_one_to_five():  # R2.2
    stakes = fill_stakes(Limit.SPREAD, BringInDefault.HALF_SMALL_BET, spread=Spread(1, 5))
    assert stakes == Stakes(Limit.SPREAD, 1, 1, 1, 5, Spread(1, 5))


def test_bets_grow_on_fifth_street():  # R2.2
    stakes = fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=4)
    assert [stakes.bet_on(street) for street in range(3, 8)] == [4, 4, 8, 8, 8]


@pytest.mark.parametrize(
    ("field", "amounts"),
    [
        ("ante", {"ante": -1}),
        ("bring_in", {"bring_in": 0}),
        ("bring_in", {"bring_in": 5}),
        ("big_bet", {"big_bet": 3}),
        ("small_bet", {"small_bet": -4}),
        ("chip", {"chip": 0}),
        ("ante", {"chip": 2}),
        ("spread", {"spread": Spread(1, 5)}),
        ("spread", {"limit": Limit.SPREAD}),
    ],
)
def test_impossible_stakes_are_refused_by_name(field, amounts):  # R1.3
    usual = {"limit": Limit.FIXED, "ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
    with pytest.raises(StakesError) as told:
        Stakes(**(usual | amounts))
    assert told.value.field == field


@pytest.mark.parametrize("limit", list(Limit))
@pytest.mark.parametrize("default", list(BringInDefault))
def test_nothing_to_derive_from(limit, default):
    with pytest.raises(StakesError):
        fill_stakes(limit, default)
