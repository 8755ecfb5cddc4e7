"""The decision clock (R6) on virtual time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer.cards import parse_cards
from dealer.game import commands as game
from dealer.game.errors import IllegalAction
from dealer.house.load import find_house
from dealer.house.rules import ClockStart, TimeOut
from dealer.table import commands


@pytest.fixture
def timed(floor):
    """Three seats with the bring-in due, at a house that times as asked."""

    def make(house="finnish-cardroom", **clock):
        table = floor(house=house)
        rules = table.table.setup.house
        changed = replace(rules, clock=replace(rules.clock, **clock))
        table.does(commands.ChangeSetup(replace(table.table.setup, house=changed))).sits(1, 2, 3).starts()
        table.in_hand(game.PostAntes())
        doors = iter(parse_cards("2c Kd Qh"))
        while table.table.hand.plan:
            table.in_hand(game.DealCard(next(doors) if table.table.hand.due.up else None))
        return table.in_hand(game.BringIn(1))

    return make


def test_each_decision_is_timed_and_warned_of(timed):  # R6.1
    table = timed().does(commands.Tick(100.0))
    assert (table.table.clock.seat, table.table.clock.remaining(104.0)) == (2, 6.0)
    table.does(commands.Tick(110.0 - table.table.setup.house.clock.warning))
    assert table.table.clock.warned


def test_all_the_chips_go_in_when_the_time_is_over(timed):  # R6.2, 000
    table = timed().does(commands.Tick(100.0), commands.Tick(110.0))
    assert table.table.hand.seats.stacks[1] == 0
    assert table.table.clock is None
    assert table.table.hand.due.seat == 3


def test_a_hand_is_folded_when_the_time_is_over(timed):  # R6.2, WL 106
    table = timed("wsop-live").does(commands.Tick(100.0))
    assert table.table.clock is None
    table.does(commands.CallClock(100.0), commands.Tick(99.0 + 100.0))
    assert 1 not in table.table.hand.seats.live


def test_protection_leaves_the_rest_of_the_stack(timed):  # R6.2
    table = timed(time_out=TimeOut.ALL_IN_PROTECTION).does(commands.Tick(100.0), commands.Tick(110.0))
    assert table.table.hand.seats.stacks[1] == 99


def test_the_floor_is_called_and_nothing_is_done(timed):  # R6.2
    table = timed(time_out=TimeOut.CALL_FLOOR).does(commands.Tick(100.0), commands.Tick(110.0), commands.Tick(120.0))
    assert "seat 2" in table.table.floor_call.reason
    assert table.table.hand.due.seat == 2


def test_the_dealer_stops_the_clock_and_lets_it_go_on(timed):  # R6.1
    table = timed().does(commands.Tick(100.0), commands.StopClock(103.0), commands.Tick(200.0))
    assert table.table.clock.remaining(200.0) == 7.0
    table.does(commands.GoOnClock(200.0), commands.Tick(206.9))
    assert table.table.hand.due.seat == 2
    assert table.does(commands.Tick(207.0)).table.hand.due.seat == 3


def test_granted_time_is_added(timed):  # R6.1
    table = timed().does(commands.Tick(100.0), commands.GrantTime(5.0, 108.0), commands.Tick(112.0))
    assert table.table.hand.due.seat == 2
    assert table.does(commands.Tick(115.0)).table.hand.due.seat == 3


def test_an_action_ends_the_clock(timed):
    table = timed().does(commands.Tick(100.0)).in_hand(game.Call(2))
    assert table.table.clock is None
    assert table.does(commands.Tick(105.0)).table.clock.seat == 3


def test_no_clock_runs_while_the_table_is_paused(timed):
    table = timed().does(commands.Pause("spilled drink"), commands.Tick(100.0))
    assert table.table.clock is None


def test_nobody_runs_out_of_time_in_a_pause(timed):  # R6.1
    table = timed().does(commands.Tick(100.0), commands.Pause("spilled drink"))
    table.does(commands.Tick(200.0), commands.Resume(), commands.Tick(300.0))
    assert table.table.hand.due.seat == 2
    assert table.table.clock.remaining(300.0) == 10.0
    table.does(commands.StopClock(301.0), commands.Pause("spilled drink"))
    with pytest.raises(IllegalAction, match="paused: spilled drink"):
        table.does(commands.GoOnClock(302.0))
    table.does(commands.Resume(), commands.GoOnClock(400.0))
    assert table.table.clock.remaining(400.0) == 9.0


def test_no_clock_is_called_in_a_pause(timed):  # R6.1
    with pytest.raises(IllegalAction, match="paused: spilled drink"):
        timed("wsop-live").does(commands.Pause("spilled drink"), commands.CallClock(1.0))


def test_a_house_without_a_clock_says_so(timed):  # R6.1
    with pytest.raises(IllegalAction, match="has no clock"):
        timed("bulgarian-classic").does(commands.CallClock(1.0))
    assert find_house("bulgarian-classic").clock.start is ClockStart.OFF
