"""What of a hand's record stands after every undo, step by step with the states between; undone events are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dealer.game.events import Event, HandStarted
from dealer.game.hand import apply, begin
from dealer.game.state import Hand
from dealer.game.timeline import replay


@dataclass(frozen=True, slots=True)
class Step:
    """One event between two states; before is None for the beginning."""

    before: Hand | None
    event: Event
    after: Hand


def standing(events: Iterable[Event]) -> Iterator[Step]:
    """Yield the steps that stand. The first event is the HandStarted; raises IllegalAction if it is not."""
    record = list(events)
    timeline = replay(record)
    started = record[0]
    if not isinstance(started, HandStarted):  # replay has refused anything else; this tells the type
        return
    hand = begin(started)
    yield Step(None, started, hand)
    for caused in reversed(timeline.steps()):
        for event in caused:
            before, hand = hand, apply(hand, event)
            yield Step(before, event, hand)
