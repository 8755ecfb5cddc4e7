"""Who folds with no bet to face, is away from the table, or lets the clock run out (R4.7, R4.8, R6.2)."""

from __future__ import annotations

from dealer.game import commands as game
from dealer.game.events import Acted, BetReturned, Cause
from dealer.house.rules import TimeOut


def test_fold_without_a_bet_keeps_the_cards_of_others(table):  # R4.7, WL 222
    played = table(4).deals_doors("2c", "9d", "Kh", "8s").everybody_calls().deals("5s", "Jc", "Qd", "7d")
    played.acts("fold").everybody("check")
    assert [seat for seat, _ in played.places()] == [1, 2, 3, 4]
    played.deals("6s", "Jd", "2d", "7c").acts("bet 8")
    played.everybody("call")
    assert [seat for seat, _ in played.places()] == [1, 2, 4]


def test_a_bet_kills_a_hand_folded_without_one(table):  # R4.7
    played = table(4).deals_doors("2c", "9d", "Kh", "8s").everybody_calls().deals("5s", "Jc", "Qd", "7d")
    played.acts("fold", "bet 4").everybody("call")
    assert [seat for seat, _ in played.places()] == [1, 2, 4]


def test_fold_without_a_bet_stops_the_cards_elsewhere(table):  # R4.7
    played = table(4, house="finnish-cardroom").deals_doors("2c", "9d", "Kh", "8s")
    played.everybody_calls().deals("5s", "Jc", "Qd", "7d").acts("fold").everybody("check")
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


def test_time_out_puts_everything_in(eights):  # R6.2: bet 8 faced with 30 left
    played = eights(200, 30, 200, 17, clock__time_out=TimeOut.ALL_IN).acts("bet 8", "time-out")
    assert played.hand.stack(2) == 0
    assert (played.turn, played.can, played.options.to_call) == (3, {"fold", "call"}, 30)
    assert played.refuses(game.Wager(3, 38)) == "R6.2"
    played.acts("call")
    assert played.options.to_call == 17
    played.acts("call")
    assert (played.turn, played.options.to_call) == (1, 22)
    played.acts("fold")
    assert played.hand.betting.last == 1  # the seat with the time-out counts as the last bettor


def test_what_nobody_matches_of_a_time_out_goes_back(eights):  # R6.2
    played = eights(200, 30, 17, clock__time_out=TimeOut.ALL_IN).acts("bet 8", "time-out", "call")
    assert played.enter(game.Fold(1))[-1] == BetReturned(2, 13)


def test_time_out_protects(eights):  # R6.2
    played = eights(200, 30, 200, clock__time_out=TimeOut.ALL_IN_PROTECTION).acts("bet 8", "time-out")
    assert (played.hand.stack(2), played.hand.is_live(2)) == (30, True)
    played.acts("call").deals("5c", "4d", "2s")
    assert played.acts("bet 8").turn == 3  # seat 2 puts no more chips in


def test_time_out_folds_or_checks(eights):  # R6.2, WL 106
    played = eights(200, 30, 200).acts("time-out")
    assert played.hand.is_live(1)
    played.acts("bet 8", "call", "time-out")
    assert not played.hand.is_live(1)


def test_time_out_calls_the_floor(eights):  # R6.2
    played = eights(200, 30, clock__time_out=TimeOut.CALL_FLOOR)
    before = played.due
    played.acts("time-out")
    assert played.due == before


def test_time_out_of_the_bring_in(table):  # R6.2
    played = table(3).deals_doors("2c", "9d", "Kh").acts("time-out")
    assert (played.turn, played.options.to_call) == (2, 2)
