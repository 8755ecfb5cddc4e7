"""The decision clock (R6): when it runs, warns and is over. Time is an input: seconds of the wall clock."""

from __future__ import annotations

from dataclasses import replace

from dealer.game import commands as game
from dealer.game.due import ActDue, BringInDue, due
from dealer.game.errors import IllegalAction
from dealer.house.rules import ClockStart, TimeOut
from dealer.table import commands, dealing
from dealer.table.events import ClockChanged, FloorCalled, TableEvent
from dealer.table.state import DecisionClock, FloorCall, Table

Events = tuple[TableEvent, ...]

_OUT_OF_TIME = " is out of time"


def seat_to_decide(table: Table) -> int | None:
    """Return the seat whose decision is awaited, or None while nobody decides anything."""
    if table.hand is None:
        return None
    match due(table.hand):
        case ActDue(seat=seat) | BringInDue(seat=seat):
            return seat
        case _:
            return None


def tick(table: Table, command: commands.Tick) -> Events:
    """Start the clock where each decision is timed, warn, and do what the house does when it is over."""
    seat = seat_to_decide(table)
    if seat is None or table.paused:
        return ()
    clock = table.clock
    if clock is None:
        rules = table.setup.house.clock
        return _started(table, seat, rules.seconds, command.at) if rules.start is ClockStart.EACH else ()
    if clock.ends is None:
        return ()
    if clock.remaining(command.at) <= 0:
        return _time_out(table, seat, command.at)
    if not clock.warned and clock.remaining(command.at) <= table.setup.house.clock.warning:
        return (ClockChanged(replace(clock, warned=True)),)
    return ()


def call(table: Table, command: commands.CallClock) -> Events:
    """Put the clock on the seat whose turn it is, because somebody asked for it (R6.1)."""
    seat = seat_to_decide(table)
    rules = table.setup.house.clock
    if seat is None:
        raise IllegalAction("R6.1", "nobody has a decision to make")
    _check_not_paused(table)
    if rules.start is ClockStart.OFF or rules.seconds <= 0:
        raise IllegalAction("R6.1", f"house {table.setup.house.name} has no clock")
    if table.clock is not None:
        raise IllegalAction("R6.1", f"the clock runs already for seat {table.clock.seat}")
    return _started(table, seat, rules.seconds, command.at)


def stop(table: Table, command: commands.StopClock) -> Events:
    """Hold the clock where it is."""
    clock = _running(table)
    return (ClockChanged(replace(clock, ends=None, left=clock.remaining(command.at))),)


def go_on(table: Table, command: commands.GoOnClock) -> Events:
    """Let a held clock run on."""
    clock = _running(table)
    if clock.ends is not None:
        raise IllegalAction("R6.1", "the clock is running")
    _check_not_paused(table)
    return (ClockChanged(replace(clock, ends=command.at + clock.left)),)


def grant(table: Table, command: commands.GrantTime) -> Events:
    """Give the seat more seconds."""
    clock = _running(table)
    if not 0 < command.seconds <= 600:
        raise IllegalAction("R6.1", f"grant 1 to 600 seconds, not {command.seconds:g}")
    left = clock.remaining(command.at) + command.seconds
    ends = None if clock.ends is None else command.at + left
    return (ClockChanged(replace(clock, ends=ends, left=left, total=max(clock.total, left), warned=False)),)


def is_out_of_time(reason: str) -> bool:
    """Whether a call for the floor was made by the clock, so that only the floor ends it (R6.2)."""
    return reason.startswith("seat ") and _OUT_OF_TIME in reason


def call_parts(reason: str) -> tuple[str, str]:
    """What the clock called for, and why somebody called too while that call was open, or ""."""
    by_clock, _, more = reason.partition("; ")
    return by_clock, more


def _check_not_paused(table: Table) -> None:
    if table.paused:
        raise IllegalAction("R6.1", f"no clock runs while the table is paused: {table.paused}")


def _running(table: Table) -> DecisionClock:
    if table.clock is None:
        raise IllegalAction("R6.1", "no clock is running")
    return table.clock


def _started(table: Table, seat: int, seconds: float, at: float) -> Events:
    return (ClockChanged(DecisionClock(seat, table.steps, seconds, at + seconds, seconds)),)


def _time_out(table: Table, seat: int, at: float) -> Events:
    if table.setup.house.clock.time_out is not TimeOut.CALL_FLOOR:
        return dealing.in_hand(table, commands.InHand(game.TimeOut(seat)))
    stopped = replace(_running(table), ends=None, left=0.0)
    return (ClockChanged(stopped), FloorCalled(FloorCall(f"seat {seat}{_OUT_OF_TIME}", at)))
