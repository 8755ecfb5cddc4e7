"""What goes wrong at a live table, row by row (R8): what may be ruled, and what the ruling does to cards and chips."""

from __future__ import annotations

import pytest

from dealer.cards import Card
from dealer.game import commands as game
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, Held, Outcome, Over, ScrambleDue
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.house.rules import HoleCardExposed

Kind = IrregularityKind
DOORS = ("2c", "9d", "Kh")


def held(played):
    assert isinstance(played.due, Held), played.due
    return played.due.choices


def begun(table, seats=3, **more):
    """Antes are in; the first card is due."""
    played = table(seats, **more)
    played.enter(game.PostAntes())
    return played


def fourth(table, seats=3, **more):
    """Third street is over, the burn of fourth street is due."""
    return table(seats, **more).deals_doors(*(*DOORS, "8s", "Td")[:seats]).everybody_calls()


def to_seventh(table, seats=3, **more):
    """The burn of seventh street is due; seat 2 shows the best hand."""
    played = fourth(table, seats, **more)
    for row in (("5s", "9h", "Jc", "4c", "3h"), ("6s", "9c", "7d", "Qc", "4h"), ("6h", "Ad", "7c", "Qs", "5h")):
        played.deals(*row[:seats]).everybody("check")
    return played


def ends_misdealt(played):
    played.rules(Choice.MISDEAL)
    assert played.due == Over(Outcome.MISDEAL)
    assert played.hand.seats.stacks == played.start.stacks
    assert played.hand.middle == 0


# --- exposed hole cards


def test_exposed_hole_card_is_the_door_card(table):  # R8, WL 214
    played = begun(table).reports(Kind.HOLE_CARD_EXPOSED, 1, "7d")
    assert held(played) == (Choice.THIRD_DOWN, Choice.MISDEAL)
    assert played.refuses(game.DealCard(None)) == "R8"
    played.rules(Choice.THIRD_DOWN)
    assert played.hand.up(1) == (Card.parse("7d"),)
    assert played.places()[-3:] == [(1, False), (2, True), (3, True)]
    for card in ("##", "##", "##", "##", "##", "##", "9d", "Kh"):
        played.deals_one(card)
    assert isinstance(played.due, BringInDue)
    assert (played.turn, len(played.hand.down(1)), played.hand.stub) == (1, 2, 43)


def test_hole_card_found_exposed_later(table):  # R8
    played = begun(table).deals_one().deals_one().reports(Kind.HOLE_CARD_EXPOSED, 1, "7d", place=0)
    played.rules(Choice.THIRD_DOWN)
    assert (played.hand.down(1), played.hand.up(1), played.hand.stub) == ((), (Card.parse("7d"),), 50)


def test_all_three_exposed_is_a_misdeal(table):  # R8, WL 214
    played = begun(table)
    played.reports(Kind.HOLE_CARD_EXPOSED, 1, "7d").rules(Choice.THIRD_DOWN).deals_one().deals_one()
    played.reports(Kind.HOLE_CARD_EXPOSED, 1, "8d")
    assert held(played) == (Choice.KEEP, Choice.MISDEAL)  # the third is dealt down already
    played.rules(Choice.KEEP)
    played.deals_one().deals_one()
    played.reports(Kind.HOLE_CARD_EXPOSED, 1, "9s")
    assert held(played) == (Choice.MISDEAL,)
    ends_misdealt(played)


def test_exposed_hole_card_in_tournaments(table):  # R8, WT
    played = begun(table, house="wsop-tournament").reports(Kind.HOLE_CARD_EXPOSED, 1, "7d")
    assert held(played)[0] is Choice.MISDEAL
    assert (
        begun(table, errors__hole_card_exposed=HoleCardExposed.MISDEAL)
        .reports(Kind.HOLE_CARD_EXPOSED, 1, "7d")
        .due.choices[0]
        is Choice.MISDEAL
    )


# --- misdeal and void


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


# --- extra cards and burns


def test_extra_card_serves_as_the_burn(table):  # R8, WL 118
    played = table(3).deals_doors(*DOORS).reports(Kind.EXTRA_CARD, 1, "##")
    assert held(played) == (Choice.USE_AS_BURN, Choice.MISDEAL)
    played.rules(Choice.USE_AS_BURN).everybody_calls()
    assert played.due == CardDue(1, 4, up=True)  # no burn any more
    assert (played.hand.stub, len(played.hand.cards.burns)) == (42, 1)
    played.deals("5s", "Jc", "Qd").everybody("check")
    assert played.due == BurnDue(5)


def test_extra_card_after_the_bet_is_too_late(table):  # R8
    played = table(3).deals_doors(*DOORS).acts("bring-in")
    assert played.refuses(game.Report(Kind.EXTRA_CARD, 1, (None,))) == "R8"


def test_missed_burn_is_put_right(table):  # R8, WL 122
    played = fourth(table).reports(Kind.MISSED_BURN, None, "5s", "Jc")
    assert held(played) == (Choice.PUT_RIGHT, Choice.LEAVE)
    played.rules(Choice.PUT_RIGHT)
    assert played.hand.cards.burns == (Card.parse("5s"),)
    assert played.hand.up(1) == (Card.parse("2c"), Card.parse("Jc"))
    assert played.due == CardDue(2, 4, up=True)
    assert played.hand.stub == 52 - 9 - 2


def test_missed_burn_is_left(table):  # R8, WL 226: a card looked at stays
    played = to_seventh(table).reports(Kind.MISSED_BURN, None, "##").rules(Choice.LEAVE)
    assert played.due == CardDue(2, 7, up=False)
    assert len(played.hand.down(1)) == 3
    assert len(played.hand.cards.burns) == 3


def test_two_burns(table):  # R8, WL 122: a burned extra serves as the next burn
    played = fourth(table).burns().reports(Kind.DOUBLE_BURN, None, "##")
    assert held(played) == (Choice.USE_AS_BURN, Choice.LEAVE)
    played.rules(Choice.USE_AS_BURN).deals("5s", "Jc", "Qd").everybody("check")
    assert played.due == CardDue(1, 5, up=True)
    left = fourth(table).burns().reports(Kind.DOUBLE_BURN, None, "##").rules(Choice.LEAVE)
    assert left.deals("5s", "Jc", "Qd").everybody("check").due == BurnDue(5)
    assert left.hand.stub == 52 - 9 - 2 - 3


def test_two_burns_that_are_seen_late(table):  # R8: put right if no betting yet
    played = fourth(table).deals("5s", "Jc", "Qd").reports(Kind.DOUBLE_BURN, None, "##")
    played.rules(Choice.USE_AS_BURN)
    assert (played.turn, len(played.hand.cards.burns), played.hand.stub) == (3, 2, 52 - 9 - 2 - 3)
    assert played.everybody("check").due == CardDue(1, 5, up=True)
    late = fourth(table).deals("5s", "Jc", "Qd").acts("check")
    assert late.refuses(game.Report(Kind.DOUBLE_BURN, None, (None,))) == "R8"


def test_premature_card_does_not_play(table):  # R8, WL 123, 227
    played = fourth(table).deals("5s", "Jc", "Qd").acts("check")
    stub = played.hand.stub
    played.reports(Kind.PREMATURE_CARD, 1, "##", "6s")
    assert held(played) == (Choice.RESHUFFLE,)
    played.rules(Choice.RESHUFFLE)
    assert isinstance(played.due, ActDue)
    played.everybody("check")
    assert played.due == ScrambleDue(5, burns=False)
    assert played.hand.stub == stub - 1  # the burn stays, the card is in the stub
    played.enter(game.Scramble())
    assert played.due == CardDue(1, 5, up=True)  # without another burn
    played.deals_one("6s")


# --- cards that go astray


def test_card_to_the_wrong_seat_in_the_initial_deal_is_a_misdeal(table):  # R8
    played = begun(table).reports(Kind.WRONG_SEAT, 2, "##")
    assert held(played) == (Choice.MISDEAL, Choice.PUT_RIGHT)
    ends_misdealt(played)


def test_card_to_the_wrong_seat_later_goes_to_its_place(table):  # R8
    played = fourth(table).burns().reports(Kind.WRONG_SEAT, 8, "5s")  # an empty seat
    assert held(played) == (Choice.PUT_RIGHT, Choice.REPLACE, Choice.VOID)
    played.rules(Choice.PUT_RIGHT)
    assert (played.hand.up(1)[-1], played.due) == (Card.parse("5s"), CardDue(2, 4, up=True))


def test_card_to_the_wrong_seat_that_cannot_be_moved(table):  # R8
    played = to_seventh(table).burns().reports(Kind.WRONG_SEAT, 3, "5d")
    assert held(played) == (Choice.REPLACE, Choice.VOID)
    played.rules(Choice.REPLACE)
    assert played.due == CardDue(1, 7, up=False)
    assert played.hand.stub == 52 - 18 - 4 - 1


def test_card_off_the_table_is_an_exposed_card(table):  # R8, WL 224
    played = begun(table).reports(Kind.CARD_OFF_TABLE, 1, "7d")
    assert held(played) == (Choice.THIRD_DOWN, Choice.MISDEAL)
    up = fourth(table).burns().reports(Kind.CARD_OFF_TABLE, 1, "5s").rules(Choice.KEEP)
    assert up.hand.up(1)[-1] == Card.parse("5s")
    burn = fourth(table).reports(Kind.CARD_OFF_TABLE, None, "5s").rules(Choice.KEEP)
    assert (burn.due, len(burn.hand.cards.burns)) == (CardDue(1, 4, up=True), 1)


# --- seventh street face up


def test_first_seventh_card_up_turns_all_up(table):  # R8, WL 230
    played = to_seventh(table).burns().reports(Kind.SEVENTH_FACE_UP, 1, "3d")
    assert held(played) == (Choice.ALL_UP,)
    played.rules(Choice.ALL_UP)
    assert played.places() == [(2, True), (3, True)]
    played.deals_one("3s").deals_one("Kd")
    assert played.turn == 2  # the sixth-street opener opens again, kings or not
    assert len(played.hand.down(1)) == 2


def test_later_seventh_card_up_lets_him_declare(table):  # R8, WL 230
    played = to_seventh(table).burns().deals_one().reports(Kind.SEVENTH_FACE_UP, 2, "3d")
    assert held(played) == (Choice.REST_DOWN,)
    played.rules(Choice.REST_DOWN)
    assert played.due == CardDue(3, 7, up=False)
    played.deals_one()
    assert held(played) == (Choice.IN_FOR_EVERYTHING, Choice.ALL_IN_FOR_POT)
    played.rules(Choice.ALL_IN_FOR_POT)
    assert played.turn == 3  # he opened on sixth street, but puts no more chips in
    played.acts("bet 8", "call")
    assert played.hand.showdown is not None
    assert played.hand.is_live(2)


def test_he_may_be_in_for_everything(table):  # R8, WL 230
    played = to_seventh(table).burns().deals_one().reports(Kind.SEVENTH_FACE_UP, 2, "3d").rules(Choice.REST_DOWN)
    assert played.deals_one().rules(Choice.IN_FOR_EVERYTHING).turn == 2


def test_two_players_first_down_second_up(table):  # R8, WL 230
    played = to_seventh(table, seats=2).burns().deals_one().reports(Kind.SEVENTH_FACE_UP, 2, "3d")
    played.rules(Choice.REST_DOWN)
    assert held(played) == (Choice.IN_FOR_EVERYTHING, Choice.ALL_IN_FOR_POT)


def test_two_players_first_up(table):  # R8, WL 230
    played = to_seventh(table, seats=2).burns().reports(Kind.SEVENTH_FACE_UP, 1, "3d").rules(Choice.ALL_UP)
    assert played.places() == [(2, True)]


def test_all_in_player_keeps_his_seventh_card_up(table):  # R8, WL 229
    played = fourth(table, stacks=(3, 200, 200))
    for row in (("5s", "9h", "Jc"), ("6s", "9c", "7d"), ("6h", "Ad", "7c")):
        played.deals(*row).everybody("check")
    played.burns().reports(Kind.SEVENTH_FACE_UP, 1, "3d")
    assert held(played) == (Choice.KEEP,)
    assert played.rules(Choice.KEEP).places() == [(2, False), (3, False)]


# --- betting


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


# --- strange cards


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
