"""The table around its hands (R1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer.game import commands as game
from dealer.game.errors import IllegalAction
from dealer.game.irregularities import IrregularityKind
from dealer.house.load import find_house
from dealer.house.stakes import BringInDefault, Game, Limit, fill_stakes
from dealer.table import commands
from dealer.table.fold import apply, open_table
from dealer.table.state import DeckStep, Level, Plan, Presence, TimeCharge


def everybody_folds(floor, cards="2c Kd Qh Js", antes=True):
    """Deal third street and let everyone fold to the first who acts after the bring-in."""
    from dealer.cards import parse_cards

    doors = iter(parse_cards(cards))
    if antes:
        floor.in_hand(game.PostAntes())
    while len(floor.table.hand.plan):
        due = floor.table.hand.due
        floor.in_hand(game.DealCard(next(doors) if due.up else None))
    floor.in_hand(game.BringIn(floor.table.hand.due.seat))
    while floor.table.hand.outcome is None:
        due = floor.table.hand.due
        if hasattr(due, "options"):
            floor.in_hand(game.Fold(due.seat))
        elif hasattr(due, "must"):
            floor.in_hand(game.Muck(due.seat))
        else:
            floor.in_hand(game.Award())
    return floor


def test_a_short_buy_in_is_refused(floor):  # R1.2
    with pytest.raises(IllegalAction, match="least buy-in is 40") as no:
        floor().sits(3, buy_in=39)
    assert no.value.rule == "R1.2"


def test_a_seat_is_taken_once(floor):  # R1.1
    with pytest.raises(IllegalAction, match="seat 3 is taken"):
        floor().sits(3).does(commands.Sit(3, "Other", 100))


def test_seat_nine_is_no_seat(floor):  # R1.1
    with pytest.raises(IllegalAction, match="seats 1 to 8"):
        floor().sits(9)


def test_a_hand_starts_only_from_a_loaded_deck(floor):  # R1.5
    with pytest.raises(IllegalAction, match="not loaded") as no:
        floor().sits(1, 2).does(commands.StartHand(0.0))
    assert no.value.rule == "R1.5"


def test_the_deck_goes_one_step_at_a_time(floor):  # R1.5
    with pytest.raises(IllegalAction, match="to be complete next"):
        floor().does(commands.PrepareDeck(DeckStep.LOADED))


def test_two_decks_alternate(floor):  # R1.5
    table = floor(decks=("red", "blue")).sits(1, 2).starts()
    assert table.table.deck.name == "red"
    everybody_folds(table, "2c Kd").does(commands.CloseHand())
    assert (table.table.deck.name, table.table.deck.step) == ("blue", DeckStep.OUT)


def test_one_player_is_no_game(floor):  # R1.1
    with pytest.raises(IllegalAction, match="takes two"):
        floor().sits(4).starts()


def test_without_auto_ante_a_player_is_dealt_in_when_his_ante_is_up(floor):  # R1.4
    table = floor().sits(1, 2, 3).does(commands.SetAutoAnte(2, False)).starts()
    assert table.table.hand.start.seats == (1, 3)
    everybody_folds(table, "2c Kd").does(commands.CloseHand(), commands.PutAnteUp(2)).starts()
    assert table.table.hand.start.seats == (1, 2, 3)
    assert not table.seat(2).ready


def test_no_chips_are_added_to_a_player_in_a_hand(floor):  # R1.2
    table = floor().sits(1, 2).starts()
    with pytest.raises(IllegalAction, match="is in a hand") as no:
        table.does(commands.AddChips(1, 50))
    assert no.value.rule == "R1.2"


def test_chips_won_are_there_when_the_hand_is_closed(floor):  # R7.2
    table = everybody_folds(floor().sits(1, 2).starts(), "2c Kd").does(commands.CloseHand())
    assert (table.seat(1).stack, table.seat(2).stack) == (101, 99)
    assert table.table.hand is None


def test_a_player_who_asked_to_leave_goes_when_the_hand_is_over(floor):  # R1.4
    table = floor().sits(1, 2, 3).starts().does(commands.Leave(2))
    assert table.seat(2).leaves_next
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand())
    assert table.table.player(2) is None


def test_sitting_out_and_returning(floor):  # R1.4
    table = floor().sits(1, 2, 3).does(commands.SitOut(2)).starts()
    assert table.table.hand.start.seats == (1, 3)
    everybody_folds(table, "2c Kd").does(commands.CloseHand(), commands.Return(2)).starts()
    assert table.table.hand.start.seats == (1, 2, 3)


def test_moving_is_done_between_hands(floor):  # R1.4
    table = floor().sits(1, 2).does(commands.Move(2, 6))
    assert table.seat(6).name == "Player 2"
    with pytest.raises(IllegalAction, match="between hands"):
        table.starts().does(commands.Move(6, 2))


def test_a_stack_is_set_with_a_reason(floor):  # R1.6
    table = floor().sits(1)
    with pytest.raises(IllegalAction, match="with a reason"):
        table.does(commands.SetStack(1, 90, " "))
    assert table.does(commands.SetStack(1, 90, "recount")).seat(1).stack == 90


def test_a_tip_leaves_the_stack(floor):  # R1.6
    table = floor().sits(1).does(commands.Tip(1, 5))
    assert (table.seat(1).stack, table.table.till.tips) == (95, 5)
    with pytest.raises(IllegalAction, match="1 to 95"):
        table.does(commands.Tip(1, 96))


def test_a_bust_player_buys_in_again(floor):  # R1.2
    table = floor().sits(1).does(commands.SetStack(1, 0, "lost it"))
    assert table.seat(1).presence is Presence.BUST
    with pytest.raises(IllegalAction, match="least buy-in"):
        table.does(commands.AddChips(1, 10))
    assert table.does(commands.AddChips(1, 40)).seat(1).presence is Presence.IN


def test_the_rotating_dealer_moves_one_seat_clockwise(floor):  # R1.1
    table = floor(house="bulgarian-classic").sits(1, 2, 4).starts()
    assert table.table.hand.start.seats == (1, 2, 4)
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand()).starts()
    assert table.table.dealer == 1
    assert table.table.hand.start.seats == (2, 4, 1)


@pytest.mark.parametrize("gone", [commands.Leave(1), commands.SitOut(1)])
def test_the_deal_passes_over_who_goes_when_the_hand_is_over(floor, gone):  # R1.1, R1.4
    table = floor(house="bulgarian-classic").sits(1, 2, 4).starts().does(gone)
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand()).starts()
    assert (table.table.dealer, table.table.hand.start.dealer) == (2, 2)
    assert table.table.hand.start.seats == (4, 2)


@pytest.mark.parametrize("gone", [commands.Leave(1), commands.SitOut(1), commands.SetAutoAnte(1, False)])
def test_the_deal_passes_over_who_goes_between_hands(floor, gone):  # R1.1, R1.4
    table = floor(house="bulgarian-classic").sits(1, 2, 4, 5).starts()
    everybody_folds(table, "2c Kd Qh Js").does(commands.CloseHand())
    assert table.table.dealer == 1
    table.does(gone).starts()
    assert (table.table.dealer, table.table.hand.start.dealer) == (2, 2)
    assert table.table.hand.start.seats == (4, 5, 2)
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand()).starts()
    assert table.table.hand.start.seats == (5, 2, 4)


def test_a_house_dealer_takes_over_from_a_rotating_one_and_back(floor):  # R1.1
    table = floor(house="bulgarian-classic").sits(1, 2, 3).starts()
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand())
    assert table.table.clockwise()[0] == 2
    changed = replace(table.table.setup, house=find_house("finnish-cardroom"))
    table.does(commands.ChangeSetup(changed))
    assert (table.table.dealer, table.table.clockwise()[0]) == (0, 1)
    table.does(commands.ChangeSetup(replace(changed, house=find_house("bulgarian-classic"))))
    assert (table.table.dealer, table.table.clockwise()[0]) == (8, 1)


def test_a_misdeal_leaves_dealer_and_orbit_where_they_are(floor):  # R8
    table = floor(house="bulgarian-classic").sits(1, 2, 4).starts()
    assert table.table.dealer == 4  # nobody has dealt before: the last card of the first hand is the dealer's
    table.in_hand(game.CallMisdeal(IrregularityKind.WRONG_SEAT, "Floor")).does(commands.CloseHand())
    assert table.table.dealer == 4
    assert all(player.stack == 100 for player in table.table.seated())
    assert table.starts().table.number == 2


def test_mixed_games_change_after_an_orbit(floor):  # R1, mixed games
    plan = floor().table.setup.rotation[0]
    rotation = (plan, replace(plan, game=Game.RAZZ))
    table = floor(rotation=rotation).sits(1, 2)
    games = []
    for _ in range(5):
        games.append(table.starts().table.hand.start.game)
        everybody_folds(table, "2c Kd").does(commands.CloseHand())
    assert games == [Game.STUD_HIGH, Game.STUD_HIGH, Game.RAZZ, Game.RAZZ, Game.STUD_HIGH]


def test_levels_change_the_stakes_between_hands(floor):  # R10, tournaments
    def level(starts, small):
        stakes = fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=small)
        return Level(starts, stakes)

    table = floor(house="wsop-tournament", levels=(level(0, 10), level(1200, 20))).sits(1, 2).starts()
    assert table.table.hand.start.stakes.small_bet == 10
    table.at += 1300
    assert table.table.hand.start.stakes.small_bet == 10
    everybody_folds(table, "2c Kd").does(commands.CloseHand()).starts()
    assert table.table.hand.start.stakes.small_bet == 20


def test_a_hand_that_is_dealt_again_keeps_its_stakes(floor):  # R8: a misdeal; R10, tournaments
    def level(starts, small):
        stakes = fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=small)
        return Level(starts, stakes)

    table = floor(house="wsop-tournament", levels=(level(0, 10), level(1200, 20))).sits(1, 2).starts()
    table.at += 1300
    table.in_hand(game.CallMisdeal(IrregularityKind.WRONG_SEAT, "Floor")).does(commands.CloseHand()).starts()
    assert table.table.hand.start.stakes.small_bet == 10
    everybody_folds(table, "2c Kd").does(commands.CloseHand()).starts()
    assert table.table.hand.start.stakes.small_bet == 20


def test_the_floor_may_raise_the_level_of_a_hand_that_is_dealt_again(floor):  # R8, R10
    stakes = [fill_stakes(Limit.FIXED, BringInDefault.HALF_SMALL_BET, small_bet=small) for small in (10, 20)]
    table = floor(house="wsop-tournament", levels=(Level(0, stakes[0]), Level(1200, stakes[1]))).sits(1, 2).starts()
    table.in_hand(game.CallMisdeal(IrregularityKind.WRONG_SEAT, "Floor")).does(commands.CloseHand())
    assert table.does(commands.SetLevel(1)).starts().table.hand.start.stakes.small_bet == 20


def test_the_house_does_not_deal_what_it_does_not_deal(floor):  # R9
    plan = Plan(Game.RAZZ, floor().table.stakes)
    with pytest.raises(IllegalAction, match="does not deal razz"):
        floor(house="finnish-cardroom", rotation=(plan,))


def test_no_level_has_a_limit_that_the_house_does_not_deal(floor):  # R9
    stakes = fill_stakes(Limit.POT, BringInDefault.BY_STAKES, ante=1, bring_in=2)
    with pytest.raises(IllegalAction, match="does not deal pot limit"):
        floor(house="wsop-tournament", levels=(Level(0.0, stakes),))


def test_a_pause_stops_the_deal_and_nothing_else(floor):
    table = floor().sits(1, 2).starts().in_hand(game.PostAntes()).does(commands.Pause("count the stub"))
    with pytest.raises(IllegalAction, match="paused: count the stub"):
        table.in_hand(game.DealCard(None))
    table.does(commands.Resume()).in_hand(game.DealCard(None))


def test_replaying_the_events_gives_the_same_table(floor):
    table = floor(house="bulgarian-classic").sits(1, 2, 4).starts()
    everybody_folds(table, "2c Kd Qh").does(commands.CloseHand(), commands.Tip(1, 1)).starts()
    again = open_table(table.events[0])
    for event in table.events[1:]:
        again = apply(again, event)
    assert again == table.table


def test_a_deck_that_was_found_wrong_is_taken_out(floor):  # R8, WL 117
    table = floor(decks=("red", "blue")).sits(1, 2).starts().in_hand(game.PostAntes())
    table.in_hand(game.Report(IrregularityKind.MISSING_CARD))
    everybody_folds(table, "2c Kd", antes=False).does(commands.CloseHand())
    assert (table.table.deck.name, table.table.withdrawn) == ("blue", ("red",))
    with pytest.raises(IllegalAction, match="red was taken out"):
        table.does(commands.PrepareDeck(DeckStep.COMPLETE, "red"))
    everybody_folds(table.starts(), "2c Kd").does(commands.CloseHand())
    assert table.table.deck.name == "blue"


def test_the_floor_admits_a_deck_again_with_a_reason(floor):  # R8, WL 117
    table = floor().sits(1, 2).starts().in_hand(game.PostAntes())
    table.in_hand(game.Report(IrregularityKind.MISSING_CARD))
    everybody_folds(table, "2c Kd", antes=False).does(commands.CloseHand())
    with pytest.raises(IllegalAction, match="take another, or call the floor"):
        table.loads()
    with pytest.raises(IllegalAction, match="with a reason"):
        table.does(commands.AdmitDeck("deck", ""))
    table.does(commands.AdmitDeck("deck", "the four of clubs lay under the table")).starts()


def test_seats_pay_for_their_time(floor):  # R1.7
    table = floor(time_charge=TimeCharge(amount=6, minutes=30)).sits(1, 2, 3).does(commands.SitOut(3)).starts()
    everybody_folds(table, "2c Kd").does(commands.CloseHand())
    stacks = [table.seat(1).stack, table.seat(2).stack, table.seat(3).stack]
    table.at += 29 * 60
    everybody_folds(table.starts(), "2c Kd").does(commands.CloseHand())
    assert table.table.till.rake == 0
    table.at += 60
    table.starts()
    assert table.table.till.rake == 12
    assert table.seat(3).stack == stacks[2]
    assert sum(player.stack for player in table.table.seated()) == 300 - 12


def test_a_deck_that_is_counted_short_between_hands_is_taken_out(floor):  # R8, WL 117
    table = floor(decks=("red", "blue")).sits(1, 2)
    everybody_folds(table.starts(), "2c Kd").does(commands.CloseHand())
    stacks = [player.stack for player in table.table.seated()]
    assert table.table.deck.name == "blue", "the red deck is gathered while the blue one is dealt"
    table.does(commands.TakeDeckOut("red"))
    assert (table.table.deck.name, table.table.withdrawn) == ("blue", ("red",))
    assert [player.stack for player in table.table.seated()] == stacks, "the result stands"
    table.does(commands.TakeDeckOut("blue"))
    assert table.table.deck_is_out
    with pytest.raises(IllegalAction, match="take another, or call the floor"):
        table.loads()
    table.does(commands.AdmitDeck("red", "the six of hearts was found")).does(
        *(commands.PrepareDeck(step, "red") for step in (DeckStep.OUT, DeckStep.COMPLETE))
    )
    assert table.table.deck.name == "red"


def test_the_deck_that_is_to_be_dealt_makes_room_for_another(floor):  # R8, WL 117
    table = floor(decks=("red", "blue")).sits(1, 2).does(commands.PrepareDeck(DeckStep.COMPLETE))
    table.does(commands.TakeDeckOut("red"))
    assert (table.table.deck.name, table.table.deck.step) == ("blue", DeckStep.OUT)
    with pytest.raises(IllegalAction, match="red was taken out"):
        table.does(commands.TakeDeckOut("red"))
    with pytest.raises(IllegalAction, match="is no deck of this table"):
        table.does(commands.TakeDeckOut("green"))


def test_no_deck_is_taken_out_while_it_is_dealt(floor):  # R8: reported then, and the hand stands
    table = floor(decks=("red", "blue")).sits(1, 2).starts()
    with pytest.raises(IllegalAction):
        table.does(commands.TakeDeckOut("red"))
