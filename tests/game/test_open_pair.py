"""What a pair that lies open on fourth street lets a seat bet (R4.3)."""

from __future__ import annotations

import pytest

from dealer.game import commands as game
from dealer.house.rules import OpenPair
from dealer.house.stakes import Game


def paired(table, policy, **more):
    """Fourth street; seat 3 shows a pair of kings, seat 1 has the higher hand's opposite; order 3, 4, 1, 2."""
    played = table(4, action__open_pair=policy, **more).deals_doors("2c", "9d", "Kh", "Ts")
    return played.everybody_calls().deals("5s", "Jc", "Kd", "Qd")


@pytest.mark.parametrize(
    ("policy", "holder", "others_after_check", "others_after_small"),
    [
        (OpenPair.OFF, (4,), (4,), (8,)),
        (OpenPair.PAIR_HOLDER, (4, 8), (4,), (8,)),
        (OpenPair.PAIR_HOLDER_THEN_RAISES, (4, 8), (4,), (8, 12)),
        (OpenPair.ANYONE, (4, 8), (4, 8), (8, 12)),
    ],
)
def test_open_pair(table, policy, holder, others_after_check, others_after_small):  # R4.3
    played = paired(table, policy)
    assert (played.turn, played.options.bet_to) == (3, holder)
    played.acts("check")
    assert played.options.bet_to == others_after_check
    played = paired(table, policy).acts("bet 4")
    assert played.options.raise_to == others_after_small


def test_after_a_double_bet_all_raises_are_double(table):  # R4.3
    for policy in (OpenPair.PAIR_HOLDER, OpenPair.PAIR_HOLDER_THEN_RAISES, OpenPair.ANYONE):
        played = paired(table, policy).acts("bet 8")
        assert played.options.raise_to == (16,)
        played.acts("raise 16")
        assert played.options.raise_to == (24,)


def test_a_double_raise_makes_the_rest_double(table):  # R4.3
    played = paired(table, OpenPair.ANYONE).acts("bet 4", "raise 12")
    assert played.options.raise_to == (20,)


def test_a_holder_who_checked_is_one_of_the_others(table):  # R4.3, source 000
    played = paired(table, OpenPair.PAIR_HOLDER_THEN_RAISES).acts("check", "bet 4", "call", "call")
    assert (played.turn, played.options.raise_to) == (3, (8, 12))


def test_small_raise_can_be_left_out(table):  # R4.3, open-pair-small-raise
    played = paired(table, OpenPair.PAIR_HOLDER_THEN_RAISES, action__open_pair_small_raise=False).acts("bet 4")
    assert played.options.raise_to == (12,)


def test_holder_may_raise_double_too(table):  # R4.3, source 001
    played = paired(table, OpenPair.PAIR_HOLDER).acts("check", "bet 4", "call", "call")
    assert (played.turn, played.options.raise_to) == (3, (8, 12))


@pytest.mark.parametrize(
    ("house", "game", "double"),
    [
        ("wsop-live", Game.STUD_HIGH, True),
        ("wsop-live", Game.STUD_HILO_8, False),
        ("finnish-seiska", Game.STUD_HILO_8, True),
        ("wsop-tournament", Game.STUD_HIGH, False),
        ("bulgarian-classic", Game.STUD_HIGH, True),
        ("finnish-cardroom", Game.STUD_HIGH, True),
    ],
)
def test_open_pair_by_game(table, house, game, double):  # R4.3, R9
    played = table(4, house=house, game=game).deals_doors("2c", "9d", "Kh", "Ts")
    played.everybody_calls().deals("5s", "Jc", "Kd", "Qd")
    assert played.options.bet_to == ((4, 8) if double else (4,))


def test_no_open_pair_in_razz_or_off_fixed_limit(table):  # R4.3
    razz = table(3, game=Game.RAZZ).deals_doors("Kc", "9d", "8h").everybody_calls().deals("Kd", "9s", "8c")
    assert razz.options.bet_to == (4,)
    spread = table(3, spread=(1, 5)).deals_doors("2c", "9d", "8h").everybody_calls().deals("2d", "9s", "8c")
    assert spread.options.bet_to == (1, 5)


def test_no_double_bet_on_fifth(table):  # R4.3
    played = paired(table, OpenPair.ANYONE).everybody("check").deals("6s", "Jd", "2d", "7d")
    assert played.options.bet_to == (8,)


def test_double_bet_without_the_right_names_the_rule(table):  # R4.3
    played = paired(table, OpenPair.PAIR_HOLDER).acts("check")
    assert played.refuses(game.Wager(4, 8)) == "R4.3"
