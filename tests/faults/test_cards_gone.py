"""A player pushes his cards away without a word, at pixels: the dealer's screen asks, and nothing is entered."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer.cli.faults.table import TrialTable, Wish
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import what_to_enter
from dealer.desk.gone import GONE_AFTER
from dealer.desk.moment import Moment as Now
from dealer.game.due import ActDue
from dealer.ports import Role, Signature, StepKind
from drivers.camera.read import Reader
from drivers.camera.watch import PATIENCE
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

WHO = Signature("anna", Role.DEALER)
HAND_OVER = Script(cues=(Cue(Fault.HAND_OVER_SEAT, at=Moment(hand=1, street=4, kind=StepKind.ACT)),))


class Acting:
    """Plays until a player of fourth street is to act, and lets him think."""

    def __init__(self, table: TrialTable) -> None:
        self.table = table
        self._eyes = Eyes(table.simulation)
        self.hints: list[str] = []
        table.controller.listen(self._look)

    def _look(self, moment: Now) -> None:
        if moment.gone is not None:
            self.hints.append(f"seat {moment.gone}")

    def reaches_fourth_street(self) -> int:
        end = time.monotonic() + 90
        while True:
            moment = self.table.controller.moment
            hand = moment.desk.hand
            if hand is not None and hand.street == 4 and isinstance(hand.due, ActDue):
                return hand.due.seat
            assert time.monotonic() < end, self.table.view().now
            entry = what_to_enter(moment, self._eyes, long=False)
            if entry is not None:
                self.table.controller.enter(entry, moment.desk.turn, WHO)
            time.sleep(0.1)

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end, self.table.view().now_detail
            time.sleep(0.1)

    def is_watched(self, seconds: float) -> None:
        """The camera has read pictures that were taken so much later, however long a busy machine needs for that."""
        camera, later = self.table.camera, time.monotonic() + seconds
        assert camera is not None
        self.until(lambda: camera.looks(later) >= 3)


@pytest.fixture
def acting(card_reader: Reader, tmp_path: Path):
    tables: list[TrialTable] = []

    def make(script: Script = Script()) -> Acting:  # noqa: B008
        tables.append(TrialTable(Wish(script), tmp_path, card_reader))
        tables[-1].start()
        return Acting(tables[-1])

    yield make
    for each in tables:
        each.close()


@pytest.mark.faults
@pytest.mark.timeout(180)
def test_cards_that_are_pushed_away_are_a_hint(acting, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = acting()
    seat = trial.reaches_fourth_street()
    simulation = trial.table.simulation
    # The simulated dealer would deal him in again: nobody has told him of a fold.
    monkeypatch.setattr(simulation._hands, "follow", lambda step, view: None)
    simulation._reactor.call_soon(lambda: simulation._world.muck(seat))
    trial.until(lambda: trial.table.view().now_detail == f"seat {seat}'s cards are gone: fold?")
    moment = trial.table.controller.moment
    assert moment.desk.hand is not None
    assert moment.desk.hand.is_live(seat), "nobody has folded him"
    trial.table.controller.enter({"do": "act", "seat": seat, "action": "fold"}, moment.desk.turn, WHO)
    assert trial.table.view().now_detail == ""


@pytest.mark.faults
@pytest.mark.timeout(180)
def test_a_hand_over_the_cards_is_none(acting) -> None:
    trial = acting(HAND_OVER)
    trial.reaches_fourth_street()
    trial.until(lambda: any(fault.on for fault in trial.table.simulation.faults()))
    trial.is_watched(PATIENCE + GONE_AFTER + 1.0)
    trial.table.simulation.switch(Fault.HAND_OVER_SEAT.value, on=False)
    trial.is_watched(GONE_AFTER + 1.0)
    assert trial.hints == []
