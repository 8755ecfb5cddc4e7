"""A hand with the way it came, so that any number of commands can be taken back (R8, last row).

The record is only ever added to: an undo is an event of its own. Earlier states are kept, which costs little since
they share nearly everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.game.commands import Command, Undo
from dealer.game.errors import IllegalAction
from dealer.game.events import Event, HandStarted, Undone, begins_step
from dealer.game.hand import apply, begin, play
from dealer.game.state import Hand


@dataclass(frozen=True, slots=True)
class Step:
    """What one command caused. before: the hand it found.  earlier: the step before it."""

    events: tuple[Event, ...]
    before: Hand
    earlier: Step | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The live hand and the steps that led to it, the last one first."""

    hand: Hand
    last: Step | None = None

    def steps(self) -> tuple[tuple[Event, ...], ...]:
        """What each command that stands caused, the last first: an undo of n takes the first n back."""
        found: list[tuple[Event, ...]] = []
        step = self.last
        while step is not None:
            found.append(step.events)
            step = step.earlier
        return tuple(found)


def start(started: HandStarted) -> Timeline:
    """Begin a hand. Raises IllegalAction if it cannot be dealt."""
    return Timeline(begin(started))


def enter(timeline: Timeline, command: Command | Undo) -> tuple[Timeline, tuple[Event, ...]]:
    """Decide and apply a command or an undo. Raises IllegalAction; the timeline given stays as it is."""
    if isinstance(command, Undo):
        undone = _undo(timeline, command.commands)
        return follow(timeline, undone), (undone,)
    hand, events = play(timeline.hand, command)
    return Timeline(hand, Step(events, timeline.hand, timeline.last)), events


def _undo(timeline: Timeline, commands: int) -> Undone:
    if commands < 1:
        raise IllegalAction("R8", "an undo takes back one command or more")
    events, step = 0, timeline.last
    for _ in range(commands):
        if step is None:
            raise IllegalAction("R8", f"there are not {commands} commands in this hand to take back")
        events += len(step.events)
        step = step.earlier
    return Undone(commands, events)


def follow(timeline: Timeline, event: Event) -> Timeline:
    """Add an event of the record, such as when a hand is read back from the journal.

    Raises IllegalAction if it undoes more than there is.
    """
    if isinstance(event, Undone):
        return _without(timeline, event)
    hand, last = timeline.hand, timeline.last
    after = apply(hand, event)
    if last is None or begins_step(event, last.events[-1]):
        return Timeline(after, Step((event,), hand, last))
    return Timeline(after, Step((*last.events, event), last.before, last.earlier))


def _without(timeline: Timeline, undone: Undone) -> Timeline:
    step, hand, left = timeline.last, timeline.hand, undone.events
    while left > 0:
        if step is None:
            raise IllegalAction("R8", "the record takes back more than happened")
        left -= len(step.events)
        hand, step = step.before, step.earlier
    return Timeline(hand, step)


def replay(events: Iterable[Event]) -> Timeline:
    """Fold a whole record, undone events included, to the live hand. The first event is the HandStarted."""
    record = iter(events)
    first = next(record, None)
    if not isinstance(first, HandStarted):
        raise IllegalAction("R8", "the record of a hand begins with its start")
    timeline = start(first)
    for event in record:
        timeline = follow(timeline, event)
    return timeline
