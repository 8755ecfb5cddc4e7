"""Who brings it in and who opens (R3.2, R3.3, R3.7, R4.2)."""

from __future__ import annotations

import pytest

from dealer.cards import Card
from dealer.game import commands
from dealer.game.due import ActDue, BringInDue
from dealer.house.rules import AllInLowCard, OpenerBy
from dealer.house.stakes import Game, Limit


def test_two_of_clubs_brings_in(table):  # R3.2, R3.3
    played = table(4, house="finnish-cardroom").deals_doors("2d", "2c", "Kh", "9s")
    assert isinstance(played.due, BringInDue)
    assert (played.due.seat, str(played.due.card)) == (2, "2c")
    assert played.options.bring_in == 2
    assert played.options.raise_to == (4,)


def test_ace_is_high_for_the_bring_in(table):  # R3.2
    assert table(3).deals_doors("Ac", "4s", "5d").turn == 2


def test_tied_doors_go_to_the_seat_nearest_the_dealers_left(table):  # R3.3, source 004
    assert table(4, house="bulgarian-classic").deals_doors("Kd", "2s", "2c", "9s").turn == 2


@pytest.mark.parametrize(
    ("house", "game", "limit", "doors", "seat"),
    [
        ("finnish-seiska", Game.STUD_HIGH, Limit.POT, ("Kd", "As", "2c"), 2),
        ("finnish-seiska", Game.STUD_HIGH, Limit.FIXED, ("Kd", "As", "2c"), 3),
        ("wsop-live", Game.STUD_HILO, Limit.FIXED, ("Kd", "As", "2c"), 2),
        ("wsop-tournament", Game.STUD_HILO, Limit.FIXED, ("Kd", "As", "2c"), 1),
        ("wsop-live", Game.RAZZ, Limit.FIXED, ("Kd", "As", "2c"), 1),
        ("wsop-live", Game.RAZZ, Limit.FIXED, ("Kd", "As", "Ks"), 3),
        ("wsop-live", Game.STUD_HILO_8, Limit.FIXED, ("Kd", "As", "2c"), 3),
    ],
)
def test_which_end_brings_it_in(table, house, game, limit, doors, seat):  # R3.2
    assert table(3, house=house, game=game, limit=limit).deals_doors(*doors).turn == seat


def test_highest_hand_showing_opens(table):  # R4.2
    played = table(3).deals_doors("2c", "9d", "Ah").everybody_calls()
    assert played.deals("5s", "9h", "Kc").turn == 2


def test_possible_flush_does_not_open(table):  # R4.2
    played = table(3).deals_doors("2c", "Td", "Kh").everybody_calls()
    played.deals("5s", "Jd", "4c").everybody("check")
    assert played.deals("6s", "Qd", "3c").turn == 3


def test_tied_showing_goes_to_the_nearest_left(table):  # R4.2, WL 215
    played = table(3).deals_doors("2c", "Ad", "Ah").everybody_calls()
    assert played.deals("3c", "Kd", "Ks").turn == 2


def test_tied_showing_goes_to_the_higher_suit_in_tournaments(table):  # R4.2, WT
    played = table(3, house="wsop-tournament").deals_doors("2c", "Ad", "Ah").everybody_calls()
    assert played.deals("3c", "Ks", "Kd").turn == 3


def test_suits_do_not_open_in_tournament_razz(table):  # R4.2
    played = table(3, house="wsop-tournament", game=Game.RAZZ).deals_doors("Kc", "2d", "2h").everybody_calls()
    assert played.deals("Qc", "3d", "3s").turn == 2


def test_lowest_showing_opens_razz(table):  # R4.2
    played = table(3, game=Game.RAZZ).deals_doors("Kc", "2d", "Ah").everybody_calls()
    assert played.deals("2c", "4d", "As").turn == 2


def test_single_card_opens_where_the_house_reads_it_so(table):  # R4.2, source 001
    played = table(3, action__opener=OpenerBy.CARD).deals_doors("2c", "9d", "Ah").everybody_calls()
    assert played.deals("5s", "9h", "Kc").turn == 3


def test_next_able_seat_acts_for_an_opener_who_is_all_in(table):  # R4.2
    played = table(3, stacks=(200, 3, 200)).deals_doors("2c", "Ad", "Kh").everybody_calls()
    played.deals("5s", "As", "Jc")
    assert isinstance(played.due, ActDue)
    assert played.turn == 3


def test_left_of_an_all_in_low_card_acts_first_and_may_fold(table):  # R3.7
    played = table(4, stacks=(200, 1, 200, 200)).deals_doors("9d", "2c", "Kh", "Qs")
    assert isinstance(played.due, ActDue)
    assert played.turn == 3
    assert played.can == {"fold", "bring-in", "complete"}
    played.acts("fold")
    assert (played.turn, played.can) == (4, {"fold", "bring-in", "complete"})
    played.acts("bring-in")
    assert (played.turn, played.can) == (1, {"fold", "call", "complete"})
    assert played.options.to_call == 2


def test_next_lowest_card_brings_in_where_the_house_says_so(table):  # R3.7
    played = table(4, stacks=(200, 1, 200, 200), bring_in__all_in_low_card=AllInLowCard.NEXT_LOWEST).deals_doors(
        "9d", "2c", "Kh", "Qs"
    )
    assert isinstance(played.due, BringInDue)
    assert (played.turn, played.can) == (1, {"bring-in", "complete"})


def test_others_enter_for_the_whole_bring_in_after_a_short_one(table):  # R3.7, WL 217
    played = table(3, stacks=(200, 2, 200)).deals_doors("9d", "2c", "Kh").acts("bring-in")
    assert (played.turn, played.options.to_call) == (3, 2)


def test_an_unknown_door_card_leaves_open_who_brings_it_in(table):
    played = table(3)
    played.enter(commands.PostAntes())
    for _ in range(6):
        played.deals_one()
    for card in (None, "Kh", "9s"):
        played.enter(commands.DealCard(None if card is None else Card.parse(card)))
    assert played.turn == 3
    assert played.refuses(commands.BringIn(2)) == "R3.2"
    played.enter(commands.BringIn(1))
    assert played.turn == 2
