"""What a seat may do with its chips in fixed limit (R2.2, R3.4 to R3.6, R4.4 to R4.6)."""

from __future__ import annotations

import pytest

from dealer.game import commands as game
from dealer.game.events import Acted, BetReturned
from dealer.house.rules import HeadsUpUncapped, ShortRaise
from dealer.house.stakes import Limit


def test_bring_in_is_posted_or_completed(table):  # R3.4
    played = table(3).deals_doors("2c", "9d", "Kh")
    assert played.can == {"bring-in", "complete"}
    assert played.refuses(game.Fold(1)) == "R3.4"
    assert played.refuses(game.Wager(1, 3)) == "R4.6"
    assert played.refuses(game.BringIn(2)) == "R3.2"
    played.acts("complete 4")
    assert (played.turn, played.can, played.options.raise_to) == (2, {"fold", "call", "raise"}, (8,))


def test_bring_in_player_does_not_act_again_if_nobody_raises(table):  # R3.5
    played = table(3).deals_doors("2c", "9d", "Kh").acts("bring-in", "call", "call")
    assert played.hand.street == 4


def test_completion_is_not_counted_as_a_raise(table):  # R3.6, WL 219
    played = table(3, action__heads_up_uncapped=HeadsUpUncapped.NEVER).deals_doors("2c", "9d", "Kh")
    assert played.options.raises_left == 4
    played.acts("bring-in", "complete 4")
    assert played.options.raises_left == 4
    played.acts("raise 8", "raise 12", "raise 16", "raise 20")
    assert (played.can, played.options.raises_left) == ({"fold", "call"}, 0)
    assert played.refuses(game.Wager(played.turn, 24)) == "R4.4"


def test_completion_is_counted_where_the_house_says_so(table):  # R3.6
    played = table(3, bring_in__completion_counts=True).deals_doors("2c", "9d", "Kh").acts("bring-in", "complete 4")
    assert played.options.raises_left == 3


def test_all_in_above_the_bring_in_of_half_a_bet_counts_as_a_full_bet(table):  # R3.6: 125 of 200, raise to 325
    played = table(3, ante=20, bring_in=60, small=200, big=400, stacks=(2000, 145, 2000))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in", "complete 125")
    assert played.options.raise_to == (325,)
    assert "raise" in played.can


def test_all_in_that_counts_as_a_full_bet_opens_for_who_brought_it_in(table):  # R3.6, R3.5
    played = table(3, ante=20, bring_in=60, small=200, big=400, stacks=(2000, 145, 2000))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in", "complete 125", "call")
    assert (played.turn, played.options.raise_to) == (1, (325,))


def test_completion_all_in_opens_as_any_completion(table):  # R3.6: 3-6 of source 004, where the bring-in is 2
    played = table(3, ante=1, bring_in=2, small=3, big=6, stacks=(200, 4, 200))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in", "complete 3", "call")
    assert (played.turn, played.options.raise_to) == (1, (6,))


def test_all_in_above_the_bring_in_of_less_may_be_completed(table):  # R3.6
    played = table(3, ante=20, bring_in=60, small=200, big=400, stacks=(2000, 105, 2000))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in", "complete 85")
    assert (played.can, played.options.to_call, played.options.raise_to) == ({"fold", "call", "complete"}, 85, (200,))


def test_small_bets_to_fourth_big_from_fifth(table):  # R2.2
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd")
    assert (played.turn, played.can, played.options.bet_to) == (3, {"fold", "check", "bet"}, (4,))
    played.everybody("check").deals("6s", "Jd", "2d")
    assert played.options.bet_to == (8,)
    played.acts("bet 8")
    assert played.options.raise_to == (16,)


def test_check_and_raise(table):  # R4.5
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd")
    played.acts("check", "bet 4", "call")
    assert (played.turn, played.can) == (3, {"fold", "call", "raise"})


@pytest.mark.parametrize(
    ("house", "limit", "raises"),
    [
        ("finnish-cardroom", Limit.FIXED, 3),
        ("finnish-seiska", Limit.POT, 3),
        ("bulgarian-classic", Limit.FIXED, 3),
        ("wsop-live", Limit.FIXED, 4),
        ("wsop-live", Limit.POT, None),
        ("wsop-live", Limit.NO_LIMIT, None),
        ("wsop-tournament", Limit.FIXED, 4),
    ],
)
def test_raises_of_a_round(table, house, limit, raises):  # R4.4
    played = table(3, house=house, limit=limit).deals_doors("2c", "9d", "8h")
    assert played.options.raises_left == raises


def test_no_cap_if_the_round_starts_heads_up(table):  # R4.4, WL 126
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd")
    assert played.options.raises_left == 4
    played.acts("bet 4", "fold", "call").deals("6s", "Jd")
    assert played.options.raises_left is None


def test_a_round_that_comes_down_to_two_keeps_its_cap(table):  # R4.4
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd").acts("bet 4", "fold")
    assert played.options.raises_left == 4


def test_last_two_of_a_tournament_are_uncapped(table):  # R4.4, WT
    doors = ("2c", "9d")
    assert table(2, house="wsop-tournament", last_two=True).deals_doors(*doors).options.raises_left is None
    assert table(2, house="wsop-tournament").deals_doors(*doors).options.raises_left == 4


def test_short_raise_of_half_a_bet_or_more_reopens(eights):  # R4.6
    played = eights(200, 12, 200).acts("bet 8", "raise 12")
    assert (played.turn, played.options.raise_to) == (3, (20,))
    played.acts("call")
    assert (played.turn, "raise" in played.can) == (1, True)


def test_short_raise_of_less_does_not_reopen_but_may_be_completed(eights):  # R4.6: bet 8, all in 11, complete to 16
    played = eights(200, 11, 200, 200, action__raises=3)
    left = played.options.raises_left
    played.acts("bet 8", "raise 11")
    assert (played.can, played.options.raise_to) == ({"fold", "call", "complete"}, (16,))
    assert played.options.raises_left == left  # it used up no raise
    played.acts("call", "call")
    assert (played.turn, played.can, played.options.to_call) == (1, {"fold", "call"}, 3)
    assert played.refuses(game.Wager(1, 16)) == "R4.6"


def test_completing_a_short_raise_reopens(eights):  # R4.6
    played = eights(200, 11, 200, 200).acts("bet 8", "raise 11", "complete 16", "call")
    assert (played.turn, played.options.raise_to) == (1, (24,))


def test_short_raises_that_add_up_reopen_for_whom_they_do(eights):  # R4.6, WL 129
    played = eights(200, 11, 13, 200).acts("bet 8", "raise 11", "complete 13")
    assert played.options.raise_to == (21,)
    played.acts("call")
    assert (played.turn, played.options.raise_to) == (1, (21,))  # a full bet over the total


def test_short_raises_do_not_reopen_for_who_called_between(eights):  # R4.6
    played = eights(200, 11, 200, 13, 200).acts("bet 8", "raise 11", "call", "complete 13", "call", "call")
    assert (played.turn, played.can) == (3, {"fold", "call"})


def test_half_a_bet_is_short_where_the_house_wants_a_full_one(eights):  # R4.6
    played = eights(200, 12, 200, action__short_raise=ShortRaise.FULL).acts("bet 8", "raise 12")
    assert played.options.raise_to == (16,)
    played.acts("call")
    assert played.can == {"fold", "call"}


def test_a_player_with_less_is_offered_all_he_has(eights):  # R4.6
    played = eights(5, 200, 13)
    assert played.options.bet_to == (5,)
    assert played.refuses(game.Wager(1, 4)) == "R4.6"
    played.acts("check", "check")
    assert played.options.bet_to == (8,)


def test_nobody_can_raise_who_has_nobody_to_raise(eights):  # R7.1
    played = eights(8, 200).acts("bet 8")
    assert played.can == {"fold", "call"}
    assert played.refuses(game.Wager(2, 16)) == "R7.1"


def test_uncalled_chips_go_back_at_once(eights):  # R7.1
    played = eights(200, 5).acts("bet 8")
    events = played.enter(game.Call(2))
    assert events == (Acted(2, game.Word.CALL, 5, 5, all_in=True), BetReturned(1, 3))


def test_a_folded_bet_sets_what_is_uncalled(eights):  # R7.1
    played = eights(200, 200, 200).acts("bet 8", "raise 16", "fold")
    assert played.enter(game.Fold(1))[-1] == BetReturned(2, 8)


def test_chips_must_make_the_wager(table):  # R1.3
    played = table(3, limit=Limit.NO_LIMIT, ante=5, bring_in=10, chip=5, stacks=(203, 203, 203))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in")
    assert played.refuses(game.Wager(2, 33)) == "R1.3"
    played.acts("raise 35", "raise 198")  # all in may be odd
    assert played.turn == 1


def test_out_of_turn_is_refused(table):  # R8, WL 132
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd")
    assert played.refuses(game.Check(1)) == "R8"
    assert played.refuses(game.Check(7)) == "R1.1"
    assert played.refuses(game.Call(3)) == "R4.6"


def test_no_check_with_a_bet_to_face(table):
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd").acts("bet 4")
    assert played.refuses(game.Check(1)) == "R4.6"


def test_no_betting_with_one_stack_left(table):
    played = table(2, stacks=(50, 1)).deals_doors("9d", "2c")
    assert played.hand.street == 4
    assert played.places() == [(1, True), (2, True)]
