"""What a seat may do with its chips (R2.2, R3.4 to R3.6, R4.3 to R4.8)."""

from __future__ import annotations

import pytest

from dealer.game import commands as game
from dealer.game.events import Acted, BetReturned, Cause
from dealer.house.rules import HeadsUpUncapped, OpenPair, ShortRaise, TimeOut
from dealer.house.stakes import Game, Limit


def fourth(played, *up, words=("bring-in",)):
    """Fourth street after a called bring-in."""
    return played.acts(*words).everybody("call").deals(*up)


# --- third street


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


# --- later streets, fixed limit


def test_small_bets_to_fourth_big_from_fifth(table):  # R2.2
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd")
    assert (played.turn, played.can, played.options.bet_to) == (3, {"fold", "check", "bet"}, (4,))
    played.everybody("check").deals("6s", "Jd", "2d")
    assert played.options.bet_to == (8,)
    played.acts("bet 8")
    assert played.options.raise_to == (16,)


def test_check_and_raise(table):  # R4.5
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd")
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
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd")
    assert played.options.raises_left == 4
    played.acts("bet 4", "fold", "call").deals("6s", "Jd")
    assert played.options.raises_left is None


def test_a_round_that_comes_down_to_two_keeps_its_cap(table):  # R4.4
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd").acts("bet 4", "fold")
    assert played.options.raises_left == 4


def test_last_two_of_a_tournament_are_uncapped(table):  # R4.4, WT
    doors = ("2c", "9d")
    assert table(2, house="wsop-tournament", last_two=True).deals_doors(*doors).options.raises_left is None
    assert table(2, house="wsop-tournament").deals_doors(*doors).options.raises_left == 4


def eights(table, *stacks, **policies):
    """Fifth street for 8, every stack as given when it begins, seat 1 first."""
    played = table(len(stacks), stacks=tuple(each + 3 for each in stacks), **policies)
    played.deals_doors("Ac", *("9d", "7h", "8s", "6s")[: len(stacks) - 1])
    played.everybody_calls().deals("As", *("3d", "2h", "4s", "5d")[: len(stacks) - 1])
    played.everybody("check").deals("Ks", *("Jd", "Qh", "Th", "Kd")[: len(stacks) - 1])
    assert played.turn == 1
    return played


def test_short_raise_of_half_a_bet_or_more_reopens(table):  # R4.6
    played = eights(table, 200, 12, 200).acts("bet 8", "raise 12")
    assert (played.turn, played.options.raise_to) == (3, (20,))
    played.acts("call")
    assert (played.turn, "raise" in played.can) == (1, True)


def test_short_raise_of_less_does_not_reopen_but_may_be_completed(table):  # R4.6: bet 8, all in 11, complete to 16
    played = eights(table, 200, 11, 200, 200, action__raises=3)
    left = played.options.raises_left
    played.acts("bet 8", "raise 11")
    assert (played.can, played.options.raise_to) == ({"fold", "call", "complete"}, (16,))
    assert played.options.raises_left == left  # it used up no raise
    played.acts("call", "call")
    assert (played.turn, played.can, played.options.to_call) == (1, {"fold", "call"}, 3)
    assert played.refuses(game.Wager(1, 16)) == "R4.6"


def test_completing_a_short_raise_reopens(table):  # R4.6
    played = eights(table, 200, 11, 200, 200).acts("bet 8", "raise 11", "complete 16", "call")
    assert (played.turn, played.options.raise_to) == (1, (24,))


def test_short_raises_that_add_up_reopen_for_whom_they_do(table):  # R4.6, WL 129
    played = eights(table, 200, 11, 13, 200).acts("bet 8", "raise 11", "complete 13")
    assert played.options.raise_to == (21,)
    played.acts("call")
    assert (played.turn, played.options.raise_to) == (1, (21,))  # a full bet over the total


def test_short_raises_do_not_reopen_for_who_called_between(table):  # R4.6
    played = eights(table, 200, 11, 200, 13, 200).acts("bet 8", "raise 11", "call", "complete 13", "call", "call")
    assert (played.turn, played.can) == (3, {"fold", "call"})


def test_half_a_bet_is_short_where_the_house_wants_a_full_one(table):  # R4.6
    played = eights(table, 200, 12, 200, action__short_raise=ShortRaise.FULL).acts("bet 8", "raise 12")
    assert played.options.raise_to == (16,)
    played.acts("call")
    assert played.can == {"fold", "call"}


def test_a_player_with_less_is_offered_all_he_has(table):  # R4.6
    played = eights(table, 5, 200, 13)
    assert played.options.bet_to == (5,)
    assert played.refuses(game.Wager(1, 4)) == "R4.6"
    played.acts("check", "check")
    assert played.options.bet_to == (8,)


def test_nobody_can_raise_who_has_nobody_to_raise(table):  # R7.1
    played = eights(table, 8, 200).acts("bet 8")
    assert played.can == {"fold", "call"}
    assert played.refuses(game.Wager(2, 16)) == "R7.1"


def test_uncalled_chips_go_back_at_once(table):  # R7.1
    played = eights(table, 200, 5).acts("bet 8")
    events = played.enter(game.Call(2))
    assert events == (Acted(2, game.Word.CALL, 5, 5, all_in=True), BetReturned(1, 3))


def test_a_folded_bet_sets_what_is_uncalled(table):  # R7.1
    played = eights(table, 200, 200, 200).acts("bet 8", "raise 16", "fold")
    assert played.enter(game.Fold(1))[-1] == BetReturned(2, 8)


# --- open pair on fourth street


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


# --- spread, pot and no limit


def test_spread_opens_from_the_bring_in_to_the_maximum(table):  # R3.4, source 000
    played = table(3, spread=(1, 5), bring_in=1).deals_doors("2c", "9d", "Kh")
    assert (played.can, played.options.bet_to) == ({"bring-in", "bet"}, (2, 5))
    played.acts("bring-in")
    assert played.options.raise_to == (2, 6)


def test_spread_raise_is_at_least_the_last_one(table):  # R3.6, WL 128
    played = table(3, spread=(1, 5), bring_in=1).deals_doors("2c", "9d", "Kh").acts("bet 3")
    assert played.options.raise_to == (6, 8)
    played.acts("raise 8")
    assert played.options.raise_to == (13, 13)
    assert played.refuses(game.Wager(3, 12)) == "R3.6"
    assert played.refuses(game.Wager(3, 14)) == "R2.2"


def test_pot_limit(table):  # R2.2, R3.4, R3.6
    played = table(4, house="finnish-seiska", limit=Limit.POT).deals_doors("2c", "9d", "Kh", "7s")
    assert (played.turn, played.options.bet_to) == (3, (3, 4))  # the antes are the pot
    played.acts("bring-in")
    assert played.options.raise_to == (4, 10)  # 4 antes and the bring-in, called: 8 more than 2
    played.acts("raise 10")
    assert played.options.raise_to == (18, 36)


def test_no_limit(table):  # R3.6, R4.6, WL 128, 170
    played = table(3, limit=Limit.NO_LIMIT, stacks=(201, 13, 201)).deals_doors("2c", "9d", "Kh")
    assert played.options.bet_to == (3, 200)
    played.acts("bet 10")
    assert played.options.raise_to == (12, 12)  # all he has
    played.acts("raise 12")
    assert played.options.raise_to == (22, 200)
    played.acts("call")
    assert (played.turn, played.can) == (1, {"fold", "call"})  # only a full raise reopens


def test_no_limit_short_raises_add_up(table):  # R4.6, WL 173
    played = table(4, limit=Limit.NO_LIMIT, stacks=(301, 16, 22, 301)).deals_doors("2c", "9d", "Kh", "Qs")
    played.acts("bet 10", "raise 15", "raise 21", "call")
    assert (played.turn, "raise" in played.can) == (1, True)
    assert played.options.raise_to[0] == 31


def test_chips_must_make_the_wager(table):  # R1.3
    played = table(3, limit=Limit.NO_LIMIT, ante=5, bring_in=10, chip=5, stacks=(203, 203, 203))
    played.deals_doors("2c", "9d", "Kh").acts("bring-in")
    assert played.refuses(game.Wager(2, 33)) == "R1.3"
    played.acts("raise 35", "raise 198")  # all in may be odd
    assert played.turn == 1


# --- folds without a bet, the absent, the clock


def test_fold_without_a_bet_keeps_the_cards_of_others(table):  # R4.7, WL 222
    played = fourth(table(4).deals_doors("2c", "9d", "Kh", "8s"), "5s", "Jc", "Qd", "7d")
    played.acts("fold").everybody("check")
    assert [seat for seat, _ in played.places()] == [1, 2, 3, 4]
    played.deals("6s", "Jd", "2d", "7c").acts("bet 8")
    played.everybody("call")
    assert [seat for seat, _ in played.places()] == [1, 2, 4]


def test_a_bet_kills_a_hand_folded_without_one(table):  # R4.7
    played = fourth(table(4).deals_doors("2c", "9d", "Kh", "8s"), "5s", "Jc", "Qd", "7d")
    played.acts("fold", "bet 4").everybody("call")
    assert [seat for seat, _ in played.places()] == [1, 2, 4]


def test_fold_without_a_bet_stops_the_cards_elsewhere(table):  # R4.7
    played = table(4, house="finnish-cardroom").deals_doors("2c", "9d", "Kh", "8s")
    fourth(played, "5s", "Jc", "Qd", "7d").acts("fold").everybody("check")
    assert [seat for seat, _ in played.places()] == [1, 2, 4]


def test_hand_of_an_absent_player_is_killed_when_the_action_reaches_him(table):  # R4.8, WL 221
    played = table(4, absent=(2,)).deals_doors("2c", "9d", "Kh", "8s")
    assert played.hand.stack(2) == 199  # his ante stays
    events = played.enter(game.BringIn(1))
    assert events[1] == Acted(2, game.Word.FOLD, 0, 0, cause=Cause.ABSENT)
    assert played.turn == 3


def test_an_absent_player_posts_the_forced_bet(table):  # R4.8
    played = table(3, absent=(1,)).deals_doors("2c", "9d", "Kh").acts("bring-in", "call", "call")
    assert played.hand.is_live(1)
    played.deals("5s", "Jc", "Qd").acts("check")
    assert not played.hand.is_live(1)


def test_an_absent_player_can_come_back_in_time(table):  # R4.8
    played = table(3).deals_doors("2c", "9d", "Kh")
    played.enter(game.MarkAbsent(2))
    assert played.refuses(game.MarkAbsent(2)) == "R4.8"
    played.enter(game.MarkPresent(2))
    assert played.acts("bring-in").turn == 2


def test_time_out_puts_everything_in(table):  # R6.2: bet 8 faced with 30 left
    played = eights(table, 200, 30, 200, 17, clock__time_out=TimeOut.ALL_IN).acts("bet 8", "time-out")
    assert played.hand.stack(2) == 0
    assert (played.turn, played.can, played.options.to_call) == (3, {"fold", "call"}, 30)
    assert played.refuses(game.Wager(3, 38)) == "R6.2"
    played.acts("call")
    assert played.options.to_call == 17
    played.acts("call")
    assert (played.turn, played.options.to_call) == (1, 22)
    played.acts("fold")
    assert played.hand.betting.last == 1  # the seat with the time-out counts as the last bettor


def test_what_nobody_matches_of_a_time_out_goes_back(table):  # R6.2
    played = eights(table, 200, 30, 17, clock__time_out=TimeOut.ALL_IN).acts("bet 8", "time-out", "call")
    assert played.enter(game.Fold(1))[-1] == BetReturned(2, 13)


def test_time_out_protects(table):  # R6.2
    played = eights(table, 200, 30, 200, clock__time_out=TimeOut.ALL_IN_PROTECTION).acts("bet 8", "time-out")
    assert (played.hand.stack(2), played.hand.is_live(2)) == (30, True)
    played.acts("call").deals("5c", "4d", "2s")
    assert played.acts("bet 8").turn == 3  # seat 2 puts no more chips in


def test_time_out_folds_or_checks(table):  # R6.2, WL 106
    played = eights(table, 200, 30, 200).acts("time-out")
    assert played.hand.is_live(1)
    played.acts("bet 8", "call", "time-out")
    assert not played.hand.is_live(1)


def test_time_out_calls_the_floor(table):  # R6.2
    played = eights(table, 200, 30, clock__time_out=TimeOut.CALL_FLOOR)
    before = played.due
    played.acts("time-out")
    assert played.due == before


def test_time_out_of_the_bring_in(table):  # R6.2
    played = table(3).deals_doors("2c", "9d", "Kh").acts("time-out")
    assert (played.turn, played.options.to_call) == (2, 2)


# --- order and turn


def test_out_of_turn_is_refused(table):  # R8, WL 132
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd")
    assert played.refuses(game.Check(1)) == "R8"
    assert played.refuses(game.Check(7)) == "R1.1"
    assert played.refuses(game.Call(3)) == "R4.6"


def test_no_check_with_a_bet_to_face(table):
    played = fourth(table(3).deals_doors("2c", "9d", "Kh"), "5s", "Jc", "Qd").acts("bet 4")
    assert played.refuses(game.Check(1)) == "R4.6"


def test_no_betting_with_one_stack_left(table):
    played = table(2, stacks=(50, 1)).deals_doors("9d", "2c")
    assert played.hand.street == 4
    assert played.places() == [(1, True), (2, True)]
