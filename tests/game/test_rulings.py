"""What goes wrong at a live table (R8): misdeals, wagers, strange cards; what may be ruled, and what it does."""

from __future__ import annotations

import pytest

from dealer.cards import Card
from dealer.game import commands as game
from dealer.game.due import CardDue, Outcome, Over
from dealer.game.irregularities import Choice, IrregularityKind
from hands_to_rule_on import DOORS, begun, ends_misdealt, fourth, held, to_seventh

Kind = IrregularityKind


def test_misdeal_window_of_live_games(table):  # R8, WL 105
    played = table(4).deals_doors(*DOORS, "8s").acts("bring-in", "call")
    assert played.allows(game.CallMisdeal(Kind.SEAT_LEFT_OUT))
    played.acts("fold")
    assert played.refuses(game.CallMisdeal(Kind.SEAT_LEFT_OUT)) == "R8"


def test_misdeal_window_of_tournaments(table):  # R8, WT: two with chips, or any three
    played = table(6, house="wsop-tournament").deals_doors(*DOORS, "8s", "Td", "Jd").acts("bring-in", "fold", "fold")
    assert played.allows(game.CallMisdeal(Kind.SEAT_LEFT_OUT))
    played.acts("fold")
    assert played.refuses(game.CallMisdeal(Kind.SEAT_LEFT_OUT)) == "R8"
    played = table(6, house="wsop-tournament").deals_doors(*DOORS, "8s", "Td", "Jd").acts("bring-in", "call", "call")
    assert played.refuses(game.CallMisdeal(Kind.SEAT_LEFT_OUT)) == "R8"


def test_misdeal_window_begins_after_a_completed_bring_in(table):  # R8, WL 105
    played = table(4).deals_doors(*DOORS, "8s").acts("complete 4", "call")
    assert played.allows(game.CallMisdeal(Kind.SEAT_LEFT_OUT))


@pytest.mark.parametrize("opens", ["bring-in", "complete 4"])
def test_misdeal_window_stays_closed_where_nobody_was_forced(table, opens):  # R8, WL 105; R3.7: the low card is all in
    played = table(5, stacks=(200, 1, 200, 200, 200)).deals_doors("9d", "2c", "Kh", "8s", "Td").acts("fold")
    assert played.allows(game.CallMisdeal(Kind.SEAT_LEFT_OUT))
    played.acts("fold")
    assert played.refuses(game.CallMisdeal(Kind.SEAT_LEFT_OUT)) == "R8"
    played.acts(opens)
    assert played.refuses(game.CallMisdeal(Kind.SEAT_LEFT_OUT)) == "R8"


def test_misdeal_returns_every_chip(table):  # R8
    played = table(3).deals_doors(*DOORS).acts("bring-in")
    played.enter(game.CallMisdeal(Kind.SEAT_LEFT_OUT, "floor"))
    assert played.due == Over(Outcome.MISDEAL)
    assert played.hand.seats.stacks == (200, 200, 200)
    assert played.replayed() == played.hand


def test_fouled_deck_voids_the_hand(table):  # R8, WL 111, 112
    for kind in (Kind.DUPLICATE_CARD, Kind.FOREIGN_CARD):
        played = fourth(table).deals("5s", "Jc", "Qd").acts("bet 4", "raise 8").reports(kind)
        assert held(played) == (Choice.VOID, Choice.GO_ON)
        played.rules(Choice.VOID)
        assert played.due == Over(Outcome.VOID)
        assert (played.hand.seats.stacks, played.hand.middle) == ((200, 200, 200), 0)


def test_void_at_any_time_and_never_after(table):  # R8
    played = to_seventh(table)
    played.enter(game.VoidHand(Kind.FOREIGN_CARD, "floor"))
    assert played.hand.seats.stacks == (200, 200, 200)
    assert played.refuses(game.VoidHand(Kind.FOREIGN_CARD)) == "R7.2"


def test_missing_card_changes_nothing_but_the_deck_goes(table):  # R8, WL 117
    played = fourth(table)
    before = played.due
    played.reports(Kind.MISSING_CARD)
    assert (played.due, played.hand.rare.deck_out) == (before, True)


def test_wrong_seat_brought_in_is_put_right_before_the_next_acts(table):  # R8, WL 218
    played = table(3).deals_doors(*DOORS).reports(Kind.WRONG_BRING_IN, 2)
    assert held(played) == (Choice.PUT_RIGHT, Choice.STANDS)
    played.rules(Choice.PUT_RIGHT)
    assert (played.turn, played.hand.middle) == (1, 3)


def test_wrong_bring_in_stands_once_the_next_has_acted(table):  # R8, WL 218
    played = table(3).deals_doors(*DOORS).reports(Kind.WRONG_BRING_IN, 2).rules(Choice.STANDS)
    assert (played.turn, played.options.to_call, played.hand.bet(2)) == (3, 2, 2)
    played.acts("call")
    assert (played.turn, played.options.to_call) == (1, 2)  # the real low owes only a call


def test_bring_in_after_a_card_was_read_wrong(table):  # R8, WL 218
    played = table(3).deals_doors("2d", "9d", "Kh").acts("bring-in")
    played.enter(game.NameCard(2, 0, Card.parse("2c")))
    played.reports(Kind.WRONG_BRING_IN, 2)
    assert held(played) == (Choice.PUT_RIGHT,)
    played.rules(Choice.PUT_RIGHT)
    assert (played.turn, played.hand.stack(1), played.can) == (2, 199, {"bring-in", "complete"})
    late = table(4).deals_doors("2d", "9d", "Kh", "8s").acts("bring-in", "call")
    late.reports(Kind.WRONG_BRING_IN, 3)
    assert held(late) == (Choice.STANDS,)
    assert late.rules(Choice.STANDS).turn == 3


def test_card_named_anew_changes_who_opens(table):
    played = fourth(table).deals("5s", "Jc", "Qd")
    assert played.turn == 3
    played.enter(game.NameCard(1, 1, Card.parse("2s")))
    assert played.turn == 1  # a pair of twos
    assert played.refuses(game.NameCard(2, 1, Card.parse("2s"))) == "R8"
    assert played.refuses(game.NameCard(2, 5, Card.parse("4s"))) == "R8"


def test_action_out_of_turn_binds_if_nothing_changes(table):  # R8, WL 132
    played = fourth(table).deals("5s", "Jc", "Qd")
    played.enter(game.OutOfTurn(1, game.Word.BET, 4))
    played.acts("check")
    assert (played.turn, played.can, played.options.bet_to, played.options.bound) == (1, {"bet"}, (4,), True)
    assert played.refuses(game.Check(1)) == "R8"
    assert not played.acts("bet 4").options.bound


def test_action_out_of_turn_is_free_if_the_action_changes(table):  # R8, WL 132
    played = fourth(table).deals("5s", "Jc", "Qd")
    played.enter(game.OutOfTurn(2, game.Word.CHECK))
    played.acts("bet 4", "call")
    assert (played.turn, played.options.bound) == (2, False)
    assert played.refuses(game.OutOfTurn(2, game.Word.CHECK)) == "R8"


def test_short_call_is_made_right_while_the_round_lasts(table):  # R8, WL 138
    played = fourth(table).deals("5s", "Jc", "Qd").acts("bet 4", "call").reports(Kind.SHORT_WAGER, 1)
    assert held(played) == (Choice.MADE_RIGHT,)
    played.rules(Choice.MADE_RIGHT).acts("call")
    played.reports(Kind.SHORT_WAGER, 1)
    assert held(played) == (Choice.STANDS,)


def test_joker_is_replaced_before_the_player_acts(table):  # R8, WL 115
    played = begun(table).reports(Kind.JOKER).rules(Choice.REPLACE)
    assert (played.due, played.hand.stub) == (CardDue(1, 3, up=False), 52)
    found = table(3).deals_doors(*DOORS).acts("bring-in").reports(Kind.JOKER, 2, place=0)
    assert held(found) == (Choice.REPLACE,)
    found.rules(Choice.REPLACE)
    assert found.due == CardDue(2, 3, up=False)
    found.deals_one()
    assert (found.turn, found.hand.stub, len(found.hand.down(2))) == (2, 43, 2)


def test_joker_kills_the_hand_after(table):  # R8, WL 115
    played = table(3).deals_doors(*DOORS).acts("bring-in", "call").reports(Kind.JOKER, 2, place=0)
    assert held(played) == (Choice.DEAD_HAND,)
    played.rules(Choice.DEAD_HAND)
    assert (played.hand.is_live(2), played.hand.middle, played.turn) == (False, 7, 3)
    assert played.hand.stub == 44  # eight of the 52 were dealt, and the joker (R5)


def test_two_boxed_cards_are_a_misdeal(table):  # R8, WL 104
    played = begun(table).reports(Kind.BOXED_CARD, None, "7d").rules(Choice.REPLACE)
    assert (played.due, played.hand.stub) == (CardDue(1, 3, up=False), 51)
    played.reports(Kind.BOXED_CARD, None, "8d")
    assert held(played)[0] is Choice.MISDEAL


@pytest.mark.parametrize("kind", [Kind.TWO_CARDS, Kind.UNREAD_CARD, Kind.SENSORS_DISAGREE, Kind.FLOOR_CALLED])
def test_dealing_stops_until_a_person_says_so(table, kind):  # R8
    played = fourth(table).burns()
    before = played.due
    played.reports(kind, 1)
    assert played.refuses(game.DealCard(Card.parse("5s"))) == "R8"
    assert played.refuses(game.Report(kind, 1)) == "R8"
    played.rules(Choice.GO_ON)
    assert played.due == before


def test_wrong_number_of_cards(table):  # R7.8, R8
    played = fourth(table).deals("5s", "Jc", "Qd").reports(Kind.WRONG_CARD_COUNT, 2).rules(Choice.DEAD_HAND)
    assert not played.hand.is_live(2)
    early = table(3).deals_doors(*DOORS).reports(Kind.WRONG_CARD_COUNT, 2)
    assert held(early)[0] is Choice.MISDEAL


def test_dead_hands_leave_a_winner(table):  # R7.8
    played = fourth(table).deals("5s", "Jc", "Qd")
    for seat in (1, 2):
        played.reports(Kind.WRONG_CARD_COUNT, seat).rules(Choice.DEAD_HAND)
    assert played.awards_pots().awards == [(0, 3, 9, "whole")]


def test_seat_left_out(table):  # R8
    ends_misdealt(table(3).deals_doors(*DOORS).reports(Kind.SEAT_LEFT_OUT, 2))


def test_every_ruling_is_kept_with_who_ruled(table):  # R8
    played = begun(table).reports(Kind.HOLE_CARD_EXPOSED, 1, "7d").rules(Choice.THIRD_DOWN)
    assert [type(event).__name__ for event in played.events[-2:]] == ["IrregularityReported", "Ruled"]
    assert played.events[-1].by == "floor"
    assert played.replayed() == played.hand


def test_rulings_that_are_not_open(table):  # R8
    played = fourth(table)
    assert played.refuses(game.Rule(Choice.GO_ON)) == "R8"
    played.reports(Kind.FLOOR_CALLED)
    assert played.refuses(game.Rule(Choice.USE_AS_BURN)) == "R8"
    assert played.refuses(game.Award()) == "R8"
