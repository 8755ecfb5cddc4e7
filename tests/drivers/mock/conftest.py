"""Helpers of the simulated table's tests: a clock that the test turns, a dealer's rig, views of a table."""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import os
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer.cards import DECK, Card
from dealer.observations import Place, Zone
from dealer.ports import Face, NextStep, StepKind
from dealer.snapshots import CardState, SeatStatus, SeatView, TableCard, TableView
from drivers.mock.faults import Fault, Faults
from drivers.mock.firmware import ShoeMemory
from drivers.mock.hands import DealersHands, key_of
from drivers.mock.reactor import Job
from drivers.mock.truth import Decks, Laid, Truth, TruthStore, load
from drivers.mock.world import World
from drivers.shoe import osp


class VirtualReactor:
    """A reactor whose clock stands until the test turns it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._numbers = itertools.count()
        self._jobs: list[tuple[float, int, Job]] = []
        self._off: set[int] = set()
        self.watched: dict[int, Job] = {}

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, job: Job) -> Job:
        number = next(self._numbers)
        heapq.heappush(self._jobs, (when, number, job))
        return lambda: self._off.add(number)

    def call_soon(self, job: Job) -> None:
        self.call_at(self.time, job)

    def watch(self, fd: int, readable: Job) -> None:
        self.watched[fd] = readable

    def unwatch(self, fd: int) -> None:
        del self.watched[fd]

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        end = self.time + seconds
        while self._jobs and self._jobs[0][0] <= end:
            when, number, job = heapq.heappop(self._jobs)
            self.time = max(self.time, when)
            if number not in self._off:
                job()
        self.time = end


Row = list[bool]
"""A seat's cards as the controller has them: True for one that lies face up."""


def make_view(
    statuses: dict[int, SeatStatus],
    rows: dict[int, Row] | None = None,
    burns: int = 0,
    community: int = 0,
    due: NextStep | None = None,
    state: CardState = CardState.DUE,
) -> TableView:
    """A view in which nothing matters but who is in the hand and which cards have their place."""
    rows = rows or {}
    seats = []
    for seat, status in statuses.items():
        cards = [TableCard(up, "2c" if up else None, CardState.CONFIRMED) for up in sorted(rows.get(seat, []))]
        if due is not None and due.kind is StepKind.DEAL and due.seat == seat:
            up = due.face is Face.UP
            card = TableCard(up, None, state)
            cards.insert(len(cards) if up else sum(not each.face_up for each in cards), card)
        seats.append(SeatView(seat, f"P{seat}", status, 100, 0, 0, tuple(cards), "", False, False))
    shared = [TableCard(True, "2c", CardState.CONFIRMED) for _ in range(community)]
    if due is not None and due.kind is StepKind.COMMUNITY:
        shared.append(TableCard(True, None, state))
    values: dict[str, object] = {f.name: "" for f in dataclasses.fields(TableView)}
    values |= {"seats": tuple(seats), "burns": burns, "community": tuple(shared), "stub": 52}
    return TableView(**values)  # type: ignore[arg-type]


class Rig:
    """The dealer's hands with a virtual clock: says what is due, and looks at what lies on the table."""

    def __init__(self, seats: int = 3, deck: str = "", state: Path | None = None, seed: int = 7) -> None:
        self.decks = Decks(seed)
        fresh = Truth(seed, tuple(self.decks.tag(card) for card in DECK), ShoeMemory("SHOE7F3A", "5C0FFEE1"))
        self.faults = Faults()
        self.reactor = VirtualReactor()
        self.store = TruthStore((load(state) if state else None) or fresh, state)
        orders = [tuple(Card.parse(c) for c in deck.split())] if deck else []
        uptime = lambda: int(self.reactor.time * 1000)  # noqa: E731
        self.world = World(self.store, self.decks, self.faults, uptime, orders)
        self.hands = DealersHands(self.world, self.faults, self.reactor, 1.0)
        self.statuses = dict.fromkeys(range(1, seats + 1), SeatStatus.LIVE)
        self.turn_number = 0
        self.hand = 1
        self.rows: dict[int, Row] = {seat: [] for seat in self.statuses}
        self.placed_burns = self.placed_community = 0
        self.pending: NextStep | None = None

    def due(
        self,
        kind: StepKind,
        street: int | None = None,
        seat: int | None = None,
        face: Face | None = None,
        *,
        from_burns: bool = False,
        stub: bool = True,
        wait: float = 3.0,
        state: CardState = CardState.DUE,
    ) -> None:
        """The controller says what is next, and time passes. What was due before has its place then.

        state: how far the controller knows the card that is due.
        """
        self.turn_number += 1
        step = NextStep(kind, self.turn_number, self.hand, street, seat, face, from_burns, stub)
        if kind not in (StepKind.ASK, StepKind.PAUSED):
            self._place_pending(step)
            self.pending = step
        view = make_view(self.statuses, self.rows, self.placed_burns, self.placed_community, step, state)
        self.hands.follow(step, view)
        self.reactor.turn(wait)

    def _place_pending(self, step: NextStep) -> None:
        before = self.pending
        if before is None or key_of(before) == key_of(step):
            return
        if before.hand != step.hand or step.kind is StepKind.LOAD_DECK:
            self.rows = {seat: [] for seat in self.statuses}
            self.placed_burns = self.placed_community = 0
        elif before.kind is StepKind.BURN:
            self.placed_burns += 1
        elif before.kind is StepKind.COMMUNITY:
            self.placed_community += 1
        elif before.kind is StepKind.DEAL and before.seat is not None:
            self.rows[before.seat].append(before.face is Face.UP)
        elif before.kind is StepKind.SCRAMBLE and before.from_burns and before.stub:
            self.placed_burns = 0

    def not_placed(self) -> None:
        """What was due has no place after all."""
        self.pending = None

    def load(self) -> None:
        self.due(StepKind.LOAD_DECK)

    def down(self, seat: int, street: int = 3) -> None:
        self.due(StepKind.DEAL, street, seat, Face.DOWN)

    def up(self, seat: int, street: int = 3) -> None:
        self.due(StepKind.DEAL, street, seat, Face.UP)

    def burn(self, street: int) -> None:
        self.due(StepKind.BURN, street, face=Face.DOWN)

    def third_street(self) -> None:
        for deal in (self.down, self.down, self.up):
            for seat in self.statuses:
                deal(seat)

    def arm(self, fault: Fault) -> None:
        self.faults.set(fault, on=True)

    def asked(self) -> None:
        """The controller has noticed something and holds the deal up."""
        self.due(StepKind.ASK)

    def cards(self, seat: int) -> str:
        """What lies before a seat, in the order of the row; face down in brackets."""
        return self.named(self.store.truth.at(Place(Zone.SEAT, seat)))

    def burns(self) -> str:
        return self.named(self.store.truth.at(Place(Zone.BURN)))

    def community(self) -> str:
        return self.named(self.store.truth.at(Place(Zone.COMMUNITY)))

    def named(self, laid: tuple[Laid, ...]) -> str:
        names = ((str(self.decks.card(card.tag)), card.face_up) for card in laid)
        return " ".join(name if up else f"({name})" for name, up in names)

    def told(self) -> list[str]:
        """What the shoe has recorded since it was loaded last: codes, with the cards of the tags."""
        lines = []
        for kept in self.store.truth.memory.ring:
            meaning = osp.meaning(osp.Event("5C0FFEE1", kept.seq, kept.ms, kept.code, kept.fields))
            match meaning:
                case osp.OneCard(tag):
                    lines.append(f"CO {self.decks.card(tag.text)}")
                case osp.TwoTags(tags):
                    lines.append("TT " + " ".join(str(self.decks.card(tag.text)) for tag in tags))
                case osp.PushedBack(tag):
                    lines.append(f"CR {self.decks.card(tag.text)}")
                case _:
                    lines.append(kept.code)
        last = max((i for i, line in enumerate(lines) if line == "LC"), default=-1)
        return lines[last + 1 :]


class Host:
    """A controller's end of the shoe's line, straight on the pseudo-terminal."""

    def __init__(self, path: str) -> None:
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.decoder = osp.Decoder()
        self.heard: list[osp.Heard] = []

    def say(self, line: osp.Line) -> None:
        os.write(self.fd, osp.encode(line))

    def listen(self, enough: Callable[[], object], seconds: float = 5.0) -> None:
        """Take what comes until it is enough; fails the test if it never is."""
        end = time.monotonic() + seconds
        while not enough():
            assert time.monotonic() < end, f"nothing more came; heard {len(self.heard)} lines"
            if select.select([self.fd], [], [], 0.05)[0]:
                self.heard += self.decoder.feed(os.read(self.fd, 4096))

    def events(self) -> list[osp.Event]:
        return [line for line in self.heard if isinstance(line, osp.Event)]

    def hellos(self) -> list[osp.Hello]:
        return [line for line in self.heard if isinstance(line, osp.Hello)]

    def ask(self) -> osp.Hello:
        before = len(self.hellos())
        self.say(osp.Query(1, 1, "CTRL01"))
        self.listen(lambda: len(self.hellos()) > before)
        return self.hellos()[-1]

    def close(self) -> None:
        os.close(self.fd)


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    yield Rig


@pytest.fixture
def order() -> str:
    """The first cards of a deck whose deal a test can follow."""
    return "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Kd Ac 2d 3h 4s 5c 6d 7h 8s 9c"


@pytest.fixture
def table(rig: Callable[..., Rig], order: str) -> Rig:
    """Three seats; the deck is loaded."""
    table = rig(seats=3, deck=order)
    table.load()
    return table


@pytest.fixture
def host() -> Iterator[Callable[[str], Host]]:
    opened: list[Host] = []

    def connect(path: str) -> Host:
        opened.append(Host(path))
        return opened[-1]

    yield connect
    for end in opened:
        end.close()


@pytest.fixture
def view_of() -> Callable[[dict[int, SeatStatus]], TableView]:
    return make_view


@pytest.fixture
def reactor() -> VirtualReactor:
    return VirtualReactor()


@pytest.fixture
def seen() -> Callable[..., TableView]:
    """A view of three live seats, from what has its place."""

    def view(rows: dict[int, Row], **how: Any) -> TableView:
        return make_view(dict.fromkeys(range(1, 4), SeatStatus.LIVE), rows, **how)

    return view
