"""Who shows, who must, and who is given what (R7)."""

from __future__ import annotations

import pytest

from dealer.cards import parse_cards
from dealer.game import commands as game
from dealer.game.due import AwardDue, Held, Outcome, Over, ShowDue
from dealer.game.events import BetReturned, Half, HandEnded, PotAwarded, PotsMade
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.rake import FixedRake, PercentRake, StepRake
from dealer.house.rules import MustShow, UnbetFirst
from dealer.house.stakes import Game, Limit


def to_seventh(table, **more):
    """All check to seventh street. Showing: seat 1 a pair of fours, seat 2 ace high, seat 3 king high."""
    played = table(3, **more).deals_doors("4c", "Ad", "Kh")
    played.acts("bring-in").everybody("call")
    for row in (("6h", "9d", "7s"), ("Ts", "2d", "3c"), ("4d", "Qs", "Qc")):
        played.deals(*row).everybody("check")
    return played.deals()


def order(played):
    """Seats in the order of showing; every hand is put down."""
    seats = []
    while isinstance(played.due, ShowDue):
        seats.append(played.due.seat)
        played.enter(game.Show(played.due.seat, (None, None, None)))
    return seats


def test_last_to_bet_shows_first_then_clockwise(table):  # R7.3
    played = to_seventh(table).acts("check", "bet 8", "call", "call")
    assert order(played) == [2, 3, 1]


def test_last_to_raise_shows_first(table):  # R7.3
    played = to_seventh(table).acts("bet 8", "call", "raise 16", "call", "call")
    assert order(played) == [3, 1, 2]


@pytest.mark.parametrize(
    ("first", "seats"),
    [(UnbetFirst.FIRST_OPTION, [1, 2, 3]), (UnbetFirst.OPENER, [1, 2, 3]), (UnbetFirst.EARLIEST, [1, 2, 3])],
)
def test_unbet_showdown(table, first, seats):  # R7.3
    played = to_seventh(table, showdown__unbet_first=first).everybody("check")
    assert order(played) == seats


@pytest.mark.parametrize(
    ("first", "seats"),
    [(UnbetFirst.FIRST_OPTION, [3, 2]), (UnbetFirst.OPENER, [2, 3]), (UnbetFirst.EARLIEST, [2, 3])],
)
def test_unbet_showdown_when_the_opener_is_all_in(table, first, seats):  # R7.3
    played = table(3, stacks=(200, 3, 200), showdown__unbet_first=first).deals_doors("2c", "Ad", "Kh").everybody_calls()
    for row in (("5s", "As", "Jc"), ("6s", "8d", "9c"), ("7h", "8c", "9h")):
        played.deals(*row)
        played.everybody("check")
    played.deals().acts("check", "fold")
    assert played.hand.betting.first == 2
    assert order(played) == seats


def test_side_pot_shows_before_the_main_pot(table):  # R7.3, WL 145
    played = table(3, stacks=(3, 200, 200), showdown__unbet_first=UnbetFirst.EARLIEST).deals_doors("2c", "Ad", "Kh")
    played.everybody_calls()
    played.deals("5s", "4s", "Jc").acts("bet 4", "call")
    for row in (("6s", "8d", "9c"), ("7h", "3c", "2h"), ()):
        played.deals(*row).everybody("check")
    assert order(played) == [2, 3, 1]


def test_no_limit_all_in_early_shows_first(table):  # R7.3, WL 145
    played = table(3, limit=Limit.NO_LIMIT).deals_doors("2c", "9d", "Kh").acts("bring-in", "raise 199", "call", "fold")
    for row in (("4s", "Jc"), ("8d", "9c"), ("3c", "2h"), ()):
        played.deals(*row)
    assert order(played) == [2, 3]


def test_only_the_first_must_show(table):  # R7.4, source 000
    played = to_seventh(table, house="finnish-cardroom").acts("bet 8", "call", "call")
    assert played.due == ShowDue(1, must=True)
    assert played.refuses(game.Muck(1)) == "R7.4"
    assert played.refuses(game.Show(2, (None,) * 3)) == "R7.3"
    assert played.refuses(game.Show(1, (None,) * 2)) == "R7.3"
    played.shows(1, "5c 5d 9h").mucks(2)
    assert played.due == ShowDue(3, must=False)


def test_winner_of_a_called_pot_must_show(table):  # R7.4, WL
    played = to_seventh(table, showdown__must_show=(MustShow.WINNER,)).acts("bet 8", "call", "call")
    played.mucks(1).mucks(2)
    assert played.due == ShowDue(3, must=True)


def test_last_one_left_may_hide_where_the_winner_need_not_show(table):  # R7.4
    played = to_seventh(table, showdown__must_show=()).acts("bet 8", "call", "call").mucks(1).mucks(2).mucks(3)
    assert played.awards_pots().awards == [(0, 3, 33, "whole")]


def test_all_in_hands_are_tabled_in_tournaments(table):  # R7.3, R7.4, WT
    played = table(3, house="wsop-tournament", stacks=(3, 200, 200)).deals_doors("2c", "Ad", "Kh").everybody_calls()
    for row in (("5s", "4s", "Jc"), ("6s", "8d", "9c"), ("7h", "3c", "2h"), ()):
        played.deals(*row).everybody("check")
    assert isinstance(played.due, ShowDue)
    while isinstance(played.due, ShowDue):
        assert played.due.must
        played.enter(game.Show(played.due.seat, (None,) * 3))


def test_who_hides_wins_nothing_contested(table):  # R7.4, R7.5
    played = to_seventh(table, house="bulgarian-classic").acts("bet 8", "call", "call")
    played.shows(1, "2c 2h 9h").mucks(2).mucks(3).awards_pots()
    assert played.awards == [(0, 1, 33, "high")]


def test_cards_speak(table):  # R7.5
    played = to_seventh(table).everybody("check")
    played.shows(1, "5c 5d 9h").shows(2, "Ah As 2h").shows(3, "2c 3d 6d").awards_pots()
    assert played.awards == [(0, 2, 9, "high")]
    assert played.hand.outcome is Outcome.SHOWDOWN


def test_equal_hands_split_with_the_odd_chip_to_the_left(table):  # R7.5, R7.7
    played = table(2, house="finnish-cardroom", ante=1, bring_in=2, small=4).deals_doors("2c", "Kd")
    played.everybody_calls()
    for row in (("Ks", "2d"), ("Qs", "Qd"), ("Js", "Jd"), ()):
        played.deals(*row).everybody("check")
    played.shows(1, "Tc 9c 3d").shows(2, "Th 9h 3c")
    assert played.awards_pots().awards == [(0, 1, 3, "high"), (0, 2, 3, "high")]


def all_in_from_the_antes(table, **more):
    """Seat 2 has 7 of an ante of 10, so nobody can bet; the cards come to the end. Seat 2 shows the higher hand."""
    played = table(
        2, ante=10, bring_in=6, small=12, big=24, stacks=(100, 7), showdown__unbet_first=UnbetFirst.OPENER, **more
    ).deals_doors("2c", "Kd")
    for row in (("3c", "Qd"), ("4h", "Js"), ("6h", "9c"), ()):
        played.deals(*row)
    return played


def test_the_part_of_an_ante_that_nobody_matched_goes_back(table):  # R7.1, R3.1
    played = all_in_from_the_antes(table)
    assert BetReturned(1, 3) in played.events
    assert (played.hand.stack(1), played.hand.middle) == (93, 14)
    assert played.due == ShowDue(2, must=True)
    played.shows(2, "2h 7s 8h").shows(1, "Ah As Ad").awards_pots()
    assert played.awards == [(0, 1, 14, "high")]  # one pot, and no side pot of what was his alone
    assert played.replayed() == played.hand


def test_no_rake_is_taken_from_an_ante_that_nobody_matched(table):  # R1.7: a rake of 1 from a pot of 15 on
    played = all_in_from_the_antes(table, rake=StepRake(((15, 1),)))
    played.shows(2, "2h 7s 8h").shows(1, "Ah As Ad").awards_pots()
    assert played.hand.raked == 0


def test_won_without_a_showdown(table):  # R7.2
    played = table(3).deals_doors("2c", "9d", "Kh").acts("bring-in", "fold", "fold")
    assert played.due == AwardDue()
    assert played.refuses(game.Muck(1)) == "R7.4"
    played.shows(1, "Ah As")  # he may, if he wants to
    events = played.enter(game.Award())
    assert events == (
        PotsMade((3,), 0),
        PotAwarded(0, 1, 3, Half.WHOLE, None),
        HandEnded(Outcome.WON_UNSHOWN, (202, 199, 199)),
    )
    assert played.due == Over(Outcome.WON_UNSHOWN)
    assert played.refuses(game.Award()) == "R7.2"


def test_hilo_with_no_low_high_scoops(table):  # R7.6
    played = to_seventh(table, game=Game.STUD_HILO_8).everybody("check")
    played.shows(1, "Kc Kd Jh").shows(2, "Ah As 2h").shows(3, "Jc 9h 9c")
    assert played.awards_pots().awards == [(0, 2, 9, "high")]


def test_hilo_halves(table):  # R7.6, R7.7: the odd chip goes to the high half
    played = to_seventh(table, game=Game.STUD_HILO_8).everybody("check")
    played.shows(1, "2c 8h 7d").shows(2, "Ah As 2h").shows(3, "Jc 9h 9c")
    assert played.awards_pots().awards == [(0, 2, 5, "high"), (0, 1, 4, "low")]


def test_side_pots_are_pushed_last_first(table):  # R7.1
    played = table(3, stacks=(5, 30, 200), house="bulgarian-classic").deals_doors("2c", "Ad", "Kh")
    played.acts("complete 4", "call", "call")
    for row in (("5s", "4s", "Jc"), ("6s", "8d", "9c"), ("7h", "3c", "2h")):
        played.deals(*row)
        played.acts(f"bet {played.options.bet_to[0]}", "call")
    played.deals().everybody("check")
    while isinstance(played.due, ShowDue):
        cards = {1: "2d 2s 8h", 2: "As Jd Qh", 3: "Ks Qs 3d"}[played.due.seat]
        played.shows(played.due.seat, cards)
    played.awards_pots()
    assert [pot for pot, *_ in played.awards] == [1, 0]
    assert played.chips() == 235


@pytest.mark.parametrize(
    ("rake", "taken"),
    [(PercentRake(100), 3), (PercentRake(100, 2), 2), (StepRake(((10, 1), (30, 4), (60, 6))), 4), (FixedRake(5), 5)],
)
def test_rake_is_taken_from_the_pot_and_never_from_an_uncalled_bet(table, rake, taken):  # R1.7
    played = to_seventh(table, rake=rake).acts(
        "bet 8",
        "call",
        "call",
    )
    played.shows(1, "5c 5d 4h").mucks(2).mucks(3).awards_pots()
    assert played.hand.raked == taken
    assert played.awards == [(0, 1, 33 - taken, "high")]
    unbet = to_seventh(table, rake=rake).acts("bet 8", "fold", "fold").awards_pots()
    assert sum(amount for _, _, amount, _ in unbet.awards) == 9 - unbet.hand.raked
    assert unbet.chips() == 600


def test_mucked_hand_can_be_asked_for(table):  # R7.4, source 000
    played = to_seventh(table, house="finnish-cardroom").acts("bet 8", "call", "fold")
    assert played.refuses(game.AskMucked(2, 1)) == "R7.4"
    played.shows(1, "5c 5d 9h").mucks(2).awards_pots()
    played.enter(game.AskMucked(2, 3))
    assert played.hand.rare.asked == ((1, 2),)
    other = to_seventh(table, showdown__mucked_on_request=False).acts("bet 8", "call", "fold")
    other.shows(1, "5c 5d 9h").mucks(2)
    assert other.refuses(game.AskMucked(2, 3)) == "R7.4"


def test_cards_nobody_knows_need_a_ruling(table):  # R7.5
    played = to_seventh(table).everybody("check")
    for seat in (1, 2, 3):
        played.shows(seat, "?? ?? ??")
    assert isinstance(played.due, Held)
    assert played.due.kind is IrregularityKind.NOBODY_CAN_WIN
    assert played.refuses(game.Award()) == "R7.5"
    played.rules(Choice.SPLIT)
    assert [amount for _, _, amount, _ in played.awards] == [3, 3, 3]


def test_a_ruling_divides_in_whole_chips(table):  # R7.7, R1.3
    played = to_seventh(table, ante=5, bring_in=10, small=20, big=40, chip=5, rake=FixedRake(5)).everybody("check")
    for seat in (1, 2, 3):
        played.shows(seat, "?? ?? ??")
    played.rules(Choice.SPLIT)
    assert [amount for _, _, amount, _ in played.awards] == [15, 15, 10]


def test_a_card_cannot_be_shown_that_lies_elsewhere(table):  # R8
    played = to_seventh(table).everybody("check")
    assert played.refuses(game.Show(1, parse_cards("Ad 5c 5d"))) == "R8"
