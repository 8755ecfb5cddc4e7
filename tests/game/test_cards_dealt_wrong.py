"""Cards that were dealt wrong (R8): exposed, too many, burned twice, astray, the seventh face up."""

from __future__ import annotations

from dealer.cards import Card
from dealer.game import commands as game
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, ScrambleDue
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.house.rules import HoleCardExposed
from hands_to_rule_on import DOORS, begun, ends_misdealt, fourth, held, to_seventh

Kind = IrregularityKind


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
