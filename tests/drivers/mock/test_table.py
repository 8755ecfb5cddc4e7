"""The whole simulated table as the command line holds it: bytes on one side, pixels on the other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer.cards import DECK
from dealer.ports import Face, NextStep, Simulation, StepKind, UnknownFault
from dealer.snapshots import SeatStatus
from drivers.camera.capture import FrameSource
from drivers.mock.faults import KINDS, Fault, Part
from drivers.mock.script import Script, parse_script
from drivers.mock.table import Plan, SimulatedTable
from drivers.shoe import osp

SIZE = (640, 360)
PACE = 0.01


class Game:
    """A table with a host on its shoe, which asks for one card after another."""

    def __init__(self, table: SimulatedTable, end: Any, view: Any, hand: int = 1) -> None:
        self.table, self.end, self.view, self.hand = table, end, view, hand
        self.turn = 0
        self.last = 0
        end.ask()

    def say(self, kind: StepKind, street: int | None = None, seat: int | None = None, face: Face | None = None) -> None:
        self.turn += 1
        self.table.follow(NextStep(kind, self.turn, self.hand, street, seat, face), self.view)

    def hears(self, count: int = 1) -> list[osp.Event]:
        """The next events, acknowledged."""
        fresh = lambda: [event for event in self.end.events() if event.seq > self.last]  # noqa: E731
        self.end.listen(lambda: len({event.seq for event in fresh()}) >= count)
        events = sorted({event.seq: event for event in fresh()}.values(), key=lambda event: event.seq)[:count]
        self.last = events[-1].seq
        self.end.say(osp.Ack(events[-1].boot, self.last))
        return events

    def card(self, street: int, seat: int, face: Face = Face.UP) -> osp.Event:
        self.say(StepKind.DEAL, street, seat, face)
        return self.hears()[0]

    def load(self) -> None:
        self.say(StepKind.LOAD_DECK)
        assert [event.code for event in self.hears(2)] == ["LO", "LC"]


@pytest.fixture
def sit(host: Any, view_of: Any) -> Iterator[Callable[..., Game]]:
    tables: list[SimulatedTable] = []

    def start(script: Script | None = None, **how: Any) -> Game:
        table = SimulatedTable(Plan(seed=5, seats=4, pace=PACE, resolution=SIZE, script=script or Script(), **how))
        tables.append(table)
        table.start()
        return Game(table, host(table.shoe_path), view_of(dict.fromkeys(range(1, 5), SeatStatus.LIVE)))

    yield start
    for table in tables:
        table.stop()


def test_it_is_what_the_ports_ask_for(sit: Any) -> None:
    table = sit().table
    simulation: Simulation = table
    source: FrameSource = table.frame_source
    assert simulation.pace() == PACE
    assert source.grab().image.shape == (SIZE[1], SIZE[0], 3)
    assert [zone.place.seat for zone in table.layout.zones] == [1, 2, 3, 4, None, None]
    assert len(table.layout.markers) == 4


def test_the_registration_holds_52_tags_for_52_cards(sit: Any) -> None:
    tags = sit().table.tags()
    assert len(tags) == 52
    assert set(tags.values()) == set(DECK)
    assert all(tag.text.startswith("A:04") and len(tag.text) == 16 for tag in tags)


def test_a_fixed_deck_comes_out_in_its_order(sit: Any) -> None:
    game = sit(parse_script('deck = "2c 3d 4h"', "x"))
    game.load()
    dealt = []
    for seat in (1, 2, 3):
        meaning = osp.meaning(game.card(4, seat))
        assert isinstance(meaning, osp.OneCard)
        dealt.append(str(game.table.tags()[meaning.tag]))
    assert dealt == ["2c", "3d", "4h"]


def test_a_card_shows_in_the_picture_after_it_left_the_shoe(sit: Any) -> None:
    game = sit()
    game.load()
    before = game.table.frame_source.grab().image.astype(int)
    game.card(4, 2)
    time.sleep(0.05)
    game.table.frame_source.grab()
    after = game.table.frame_source.grab().image.astype(int)
    assert (abs(after - before).max(axis=2) > 60).sum() > 300


def test_a_script_plays_its_fault_at_its_step_and_ends_it(sit: Any) -> None:
    script = parse_script(
        '[[faults]]\nfault = "unread-card"\nat = "street 4, seat 2"\n'
        '[[faults]]\nfault = "repeated-lines"\nafter_card = 1\nuntil = "street 4, seat 3"',
        "x",
    )
    game = sit(script)
    game.load()
    assert [game.card(4, seat).code for seat in (1, 2, 3)] == ["CO", "NT", "CO"]
    assert not any(fault.on for fault in game.table.faults())


def test_a_fault_ends_by_its_seconds(sit: Any) -> None:
    game = sit(parse_script('[[faults]]\nfault = "glare"\nat = "load-deck"\nseconds = 0.05', "x"))
    game.say(StepKind.LOAD_DECK)
    game.hears(1)
    end = time.monotonic() + 2
    while any(fault.on for fault in game.table.faults()):
        assert time.monotonic() < end


@pytest.mark.parametrize(
    ("fault", "code"),
    [("shoe-jam", "JM"), ("reader-error", "RE"), ("says-empty", "EM"), ("lid-open", "LO")],
)
def test_what_the_shoe_reports_besides_cards(sit: Any, fault: str, code: str) -> None:
    game = sit()
    game.load()
    game.table.switch(fault, True)
    assert game.hears()[0].code == code


def test_every_fault_can_be_switched_while_a_street_is_dealt(sit: Any) -> None:
    """Whatever goes wrong, the simulation itself stays alive and goes on when it is over."""
    game = sit()
    game.load()
    table = game.table
    for view in (each for each in table.faults() if not each.missing):
        table.switch(view.name, True)
        for seat in (1, 2):
            game.hand += 1
            game.say(StepKind.DEAL, 4, seat, Face.UP)
        time.sleep(3 * PACE)
        table.switch(view.name, False)
    game.end.close()
    game.end.__init__(table.shoe_path)
    hello = game.end.ask()
    game.hand += 1
    game.say(StepKind.LOAD_DECK)
    game.end.listen(lambda: game.end.events() and game.end.events()[-1].code == "LC")
    assert hello.boot
    assert table.frame_source.grab().image.shape == (SIZE[1], SIZE[0], 3)


def test_faults_of_the_outside_are_offered_when_somebody_makes_them_true(sit: Any) -> None:
    seen: list[bool] = []
    with_hook, without = sit(hooks={Fault.DISK_FULL: seen.append}).table, sit().table
    with_hook.switch("disk-full", True)
    with_hook.switch("disk-full", False)
    assert seen == [True, False]
    names = {fault.name for fault in without.faults() if not fault.missing}
    assert len(names) == sum(kind.part is not Part.OUTSIDE for kind in KINDS.values()) >= 30
    with pytest.raises(UnknownFault, match="nobody makes it come true"):
        without.switch("disk-full", True)
    with pytest.raises(UnknownFault, match="there is no fault"):
        without.switch("fire", True)


def test_the_pace_of_the_players(sit: Any) -> None:
    table = sit().table
    table.set_pace(0.001)
    assert table.pace() == 0.05
    table.set_pace(None)
    assert table.pace() is None
    table.set_pace(60)
    assert table.pace() == 10


def test_players_whom_a_person_plays_still_are_after_a_restart(sit: Any, tmp_path: Path) -> None:
    state = tmp_path / "simulated.json"
    table = sit(state=state).table
    table.set_pace(None)
    table.stop()
    assert sit(state=state, as_it_was=True).table.pace() is None
    assert sit(state=state).table.pace() == PACE
    assert sit(state=state, as_it_was=True).table.pace() == PACE


def test_unplugged_and_plugged_in_the_path_stays(sit: Any, host: Any) -> None:
    game = sit()
    path = game.table.shoe_path
    game.table.switch("unplug-shoe", True)
    wait(lambda: not Path(path).exists())
    game.table.switch("unplug-shoe", False)
    wait(lambda: Path(path).exists())
    assert game.table.shoe_path == path
    assert host(path).ask().device == "SHOEMOCK"


def wait(happened: Callable[[], object]) -> None:
    end = time.monotonic() + 3
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_it_stops_within_a_second(sit: Any) -> None:
    game = sit()
    begun = time.monotonic()
    game.table.stop()
    assert time.monotonic() - begun < 1
    assert not Path(game.table.shoe_path).parent.exists()


def test_a_table_that_is_started_again_deals_on_with_the_same_deck(sit: Any, tmp_path: Path) -> None:
    state = tmp_path / "table"
    game = sit(state=state)
    game.load()
    first = game.card(4, 1)
    game.table.follow(NextStep(StepKind.DEAL, 90, 1, 4, 2, Face.UP), game.view)
    game.end.listen(lambda: game.end.events()[-1].seq > first.seq)
    unacknowledged = game.end.events()[-1]
    game.table.stop()

    again = sit(state=state)
    hello = [line for line in again.end.heard if isinstance(line, osp.Hello)][-1]
    assert hello.boot == first.boot
    assert hello.first == unacknowledged.seq
    again.last = first.seq
    assert again.hears()[0].fields == unacknowledged.fields
    again.say(StepKind.DEAL, 4, 2, Face.UP)
    third = again.card(4, 3)
    assert third.seq == unacknowledged.seq + 1
    assert again.table.shoe_path == game.table.shoe_path
    assert len({event.fields[0] for event in (first, unacknowledged, third)}) == 3


_PLAYER = """
    import sys, time
    from dataclasses import fields
    from pathlib import Path
    from dealer.ports import Face, NextStep, StepKind
    from dealer.snapshots import SeatStatus, SeatView, TableView
    from drivers.mock.table import Plan, SimulatedTable

    seats = tuple(SeatView(s, "", SeatStatus.LIVE, 1, 0, 0, (), "", False, False) for s in range(1, 5))
    view = TableView(**({f.name: "" for f in fields(TableView)} | {"seats": seats}))
    table = SimulatedTable(Plan(5, 4, 0.002, state=Path(sys.argv[1]), resolution=(320, 180)))
    table.start()
    print("ready", flush=True)
    for hand in range(1, 10000):
        steps = [(StepKind.LOAD_DECK, None, None, None)]
        steps += [(StepKind.DEAL, street, seat, Face.UP) for street in range(4, 8) for seat in range(1, 5)]
        for turn, (kind, street, seat, face) in enumerate(steps):
            table.follow(NextStep(kind, turn, hand, street, seat, face), view)
            time.sleep(0.006)
"""


@pytest.mark.kill
def test_killed_at_any_moment_no_card_is_lost_or_doubled(tmp_path: Path) -> None:
    state = tmp_path / "table"
    for attempt in range(4):
        program = [sys.executable, "-c", textwrap.dedent(_PLAYER), str(state)]
        with subprocess.Popen(program, stdout=subprocess.PIPE) as player:
            assert player.stdout is not None
            player.stdout.readline()
            time.sleep(0.11 + 0.037 * attempt)
            os.kill(player.pid, signal.SIGKILL)
        from drivers.mock.truth import load

        truth = load(state)
        assert truth is not None
        everywhere = [*truth.stub, *(card.tag for card in (*truth.laid, *truth.mucked))]
        # Between gathering and loading the cards are in the dealer's hands.
        assert truth.lid_open or len(everywhere) == len(set(everywhere)) == 52
        assert len(truth.laid) == len({card.number for card in truth.laid})
