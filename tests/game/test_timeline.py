"""Undo of any number of steps as an event of its own, and reading a record back (R8, last row)."""

from __future__ import annotations

from random import Random

import pytest

from dealer.game import commands as game
from dealer.game.errors import IllegalAction
from dealer.game.events import Acted, Event, HandEnded, PotsMade, Undone
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.timeline import enter, replay, start
from dealer.selfplay import Pack, Style, next_command


def played(started, commands):
    """A timeline after some commands, with its whole record."""
    timeline, record = start(started), [started]
    for command in commands:
        timeline, events = enter(timeline, command)
        record += events
    return timeline, record


@pytest.fixture
def opened(table):
    """Third street is dealt; seat 1 is to bring it in."""
    return table(3).deals_doors("2c", "9d", "Kh")


def test_undo_takes_the_last_command_back(opened):
    commands = [game.BringIn(1), game.Call(2)]
    base, record = replay(opened.events), list(opened.events)
    timeline = base
    for command in commands:
        timeline, events = enter(timeline, command)
        record += events
    assert [events[0].word for events in timeline.steps()[:2]] == [game.Word.CALL, game.Word.BRING_IN]
    timeline, (undone,) = enter(timeline, game.Undo())
    record.append(undone)
    assert undone == Undone(commands=1, events=1)
    assert timeline.hand.due.seat == 2
    timeline, events = enter(timeline, game.Fold(2))
    record += events
    assert replay(record).hand == timeline.hand
    assert sum(isinstance(event, Acted) for event in record) == 3  # the call is still on the record


def test_undo_of_many_steps_and_then_more(opened):
    timeline = replay(opened.events)
    for command in (game.BringIn(1), game.Call(2), game.Call(3), game.Burn()):
        timeline, _ = enter(timeline, command)
    timeline, _ = enter(timeline, game.Undo(2))
    timeline, _ = enter(timeline, game.Undo(2))
    assert timeline.hand == opened.hand


def test_what_follows_by_itself_is_undone_with_its_cause(table):
    opened = table(3, absent=(2,)).deals_doors("2c", "9d", "Kh")
    timeline, events = enter(replay(opened.events), game.BringIn(1))
    assert len(events) == 2  # the absent player's hand is killed
    timeline, (undone,) = enter(timeline, game.Undo())
    assert undone == Undone(commands=1, events=2)
    assert timeline.hand == opened.hand


def test_an_award_and_a_ruling_are_one_step(opened):
    timeline = replay(opened.events)
    for command in (game.BringIn(1), game.Fold(2), game.Fold(3), game.Award()):
        timeline, _ = enter(timeline, command)
    assert isinstance(timeline.steps()[0][0], PotsMade)
    assert isinstance(timeline.steps()[0][-1], HandEnded)
    before = replay(opened.events)
    held, _ = enter(before, game.Report(IrregularityKind.SEAT_LEFT_OUT, 1))
    over, _ = enter(held, game.Rule(Choice.MISDEAL))
    back, _ = enter(over, game.Undo(2))
    assert back.hand == opened.hand


def test_undo_of_more_than_there_is(opened):
    timeline = replay(opened.events)
    with pytest.raises(IllegalAction) as refused:
        enter(timeline, game.Undo(len(timeline.steps()) + 1))
    assert refused.value.rule == "R8"
    with pytest.raises(IllegalAction):
        enter(timeline, game.Undo(0))
    with pytest.raises(IllegalAction):
        replay([Undone(1, 1)])
    with pytest.raises(IllegalAction):
        replay([opened.start, Undone(5, 5)])


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_with_random_undos_reads_back_the_same(table, seed):
    random = Random(seed)
    started = table(random.randint(2, 8), stacks=None).start
    timeline, record, pack = start(started), [started], Pack.shuffled(random)
    while not timeline.hand.over:
        if timeline.last is not None and random.random() < 0.1:
            command: game.Command | game.Undo = game.Undo(random.randint(1, len(timeline.steps())))
        elif not pack.stub and timeline.hand.plan:
            break  # the cards that an undo took back do not return to the dealer's hands
        else:
            command = next_command(timeline.hand, pack, Style.CALL_HEAVY, random, by_round=False)
        timeline, events = enter(timeline, command)
        record += events
        assert _steps(replay(record).steps()) == _steps(timeline.steps())
    assert replay(record).hand == timeline.hand


def _steps(steps: tuple[tuple[Event, ...], ...]) -> list[int]:
    return [len(events) for events in steps]
