"""What the controller knows of its table: the table, its cards on their way, and which entries may be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from dealer.game.events import Undone
from dealer.game.state import Hand
from dealer.sensing import fold as sensing_fold
from dealer.sensing.records import (
    CardJudged,
    CardsTakenBack,
    DeviceChanged,
    HandOpened,
    PolicySet,
    Sensing,
    SensingEvent,
    ShoeDoubted,
    ShoeNoted,
)
from dealer.table import fold as table_fold
from dealer.table.events import (
    ClockChanged,
    FloorAnswered,
    FloorCalled,
    HandBegan,
    HandClosed,
    HandHappened,
    SeatChanged,
    TableEvent,
    TableOpened,
)
from dealer.table.file import SeatedPlayer, UpCardPolicy
from dealer.table.state import Player, Table

DeskEvent = TableEvent | SensingEvent
"""All that an entry of the journal can hold."""

_SENSING_EVENTS: tuple[type, ...] = get_args(SensingEvent)
_NO_DECISION = (
    DeviceChanged,
    ShoeNoted,
    ShoeDoubted,
    CardJudged,
    FloorCalled,
    FloorAnswered,
    ClockChanged,
    HandOpened,
)
"""Events that change nothing about what a person is about to enter."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that an undo takes back. commands: of the hand.  placed: how many cards had places before it."""

    commands: int
    placed: int
    what: HandHappened
    user: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything at one moment. turn: of the last entry.

    steps: the entries of this hand that an undo can take back, oldest first.
    decided: the turn of the last entry that changed what may be entered; decided_by: who made it.
    """

    table: Table
    sensing: Sensing
    steps: tuple[Step, ...] = ()
    turn: int = 0
    decided: int = 0
    decided_by: str = ""

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played, or None."""
        return self.table.hand


def stub_expected(desk: Desk) -> int | None:
    """How many cards the stub should have now, or None without a hand: those that are out, told of, are not in it."""
    return None if desk.hand is None else desk.hand.stub - len(desk.sensing.out)


def opening_events(
    opened: TableOpened, policy: UpCardPolicy, players: Sequence[SeatedPlayer] = ()
) -> tuple[DeskEvent, ...]:
    """The first entry of a journal: the table as its file says; the buy-ins there are not checked."""
    seated = (
        SeatChanged(each.seat, Player(each.seat, each.name, each.stack), "from the table file") for each in players
    )
    return (opened, PolicySet(policy), *seated)


def open_desk(events: Sequence[DeskEvent]) -> Desk:
    """Return the desk after the first entry of a journal. Raises ValueError if it is no opening."""
    first = events[0] if events else None
    if not isinstance(first, TableOpened):
        raise ValueError("a journal begins with the opening of its table")
    desk = Desk(table_fold.open_table(first), Sensing())
    for event in events[1:]:
        desk = apply(desk, event)
    return replace(desk, turn=1, decided=1)


def apply(desk: Desk, event: DeskEvent) -> Desk:
    """Return the desk after one event; the bookkeeping of a whole entry is done by `book`."""
    if isinstance(event, _SENSING_EVENTS):
        return replace(desk, sensing=sensing_fold.apply(desk.sensing, event))  # type: ignore[arg-type]
    table = table_fold.apply(desk.table, event)  # type: ignore[arg-type]
    sensing = sensing_fold.new_hand(desk.sensing) if isinstance(event, HandBegan) else desk.sensing
    return replace(desk, table=table, sensing=sensing)


def book(desk: Desk, turn: int, user: str, events: Sequence[DeskEvent]) -> Desk:
    """Return the desk after an entry that is on disk."""
    after = desk
    for event in events:
        after = apply(after, event)
    if not all(isinstance(event, _NO_DECISION) for event in events):
        after = replace(after, decided=turn, decided_by=user)
    return replace(after, turn=turn, steps=_steps(desk, user, events))


def _steps(before: Desk, user: str, events: Sequence[DeskEvent]) -> tuple[Step, ...]:
    if any(isinstance(event, HandBegan | HandClosed) for event in events):
        return ()
    steps = before.steps
    happened = [event for event in events if isinstance(event, HandHappened)]
    done = [event for event in happened if not any(isinstance(inner, Undone) for inner in event.events)]
    for event in happened:
        for inner in event.events:
            if isinstance(inner, Undone):
                steps = _without(steps, inner.commands)
    if done:
        kept = [event.keep for event in events if isinstance(event, CardsTakenBack)]
        steps = (*steps, Step(len(done), kept[-1] if kept else len(before.sensing.placed), done[0], user))
    return steps


def _without(steps: tuple[Step, ...], commands: int) -> tuple[Step, ...]:
    while commands > 0 and steps:
        commands -= steps[-1].commands
        steps = steps[:-1]
    return steps
