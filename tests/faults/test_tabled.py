"""Hole cards that the shoe never read, or read wrongly, at bytes and pixels: the camera reads them as they are tabled.

The dealer presses `show` and says yes to what the camera sees; he names a card only where it could read none.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from dealer.cards import Card
from dealer.cli.faults.table import TrialTable, Wish
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import what_to_enter
from dealer.desk.moment import Moment as Now
from dealer.game.due import Over, ShowDue
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.ports import Role, Signature, StepKind
from dealer.sensing.records import Answer, Asked, QuestionKind, Witness
from drivers.camera.read import Reader
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

WHO = Signature("anna", Role.DEALER)
NEVER_READ = Script(cues=(Cue(Fault.SILENT_SHOE, at=Moment(hand=1, street=3, seat=1, kind=StepKind.DEAL)),))
TWO_MISREAD = Script(
    cues=(
        Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=3, seat=1, kind=StepKind.DEAL)),
        Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=7, seat=1, kind=StepKind.DEAL)),
    )
)
_LONGEST = 110.0
_LOOKS = 2.5
"""Seconds for which a tabled hand lies before the dealer presses anything."""


class Showdown:
    """A dealer who presses `show` and lets the camera read; what he was asked and answered."""

    def __init__(self, table: TrialTable) -> None:
        self._table = table
        self._eyes = Eyes(table.simulation)
        self.asked: list[Asked] = []
        self.answered: list[Answer] = []
        self.over: Hand | None = None
        table.controller.listen(self._follow)

    def _follow(self, moment: Now) -> None:
        asked = moment.desk.sensing.question
        if asked is not None and asked not in self.asked:
            self.asked.append(asked)
        hand = moment.desk.hand
        if hand is not None and isinstance(hand.due, Over) and self.over is None:
            self.over = hand

    def plays(self) -> Hand:
        end, turn, since, quiet = time.monotonic() + _LONGEST, -1, 0.0, 0.0
        while self.over is None:
            moment, now = self._table.controller.moment, time.monotonic()
            assert now < end, self._table.view().now
            if moment.desk.turn != turn:
                turn, since = moment.desk.turn, now
            quiet = now - since
            entry = self._entry(moment, quiet)
            if entry is not None:
                self._table.controller.enter(entry, turn, WHO)
            time.sleep(0.1)
        return self.over

    def _entry(self, moment: Now, quiet: float) -> Mapping[str, object] | None:
        hand, asked = moment.desk.hand, moment.desk.sensing.question
        tabled = hand is not None and isinstance(hand.due, ShowDue)
        if tabled and quiet < _LOOKS:
            return None
        if tabled and asked is not None and asked.kind in (QuestionKind.TABLED, QuestionKind.DISAGREE):
            return self._says(asked)
        if hand is not None and isinstance(hand.due, ShowDue) and asked is None:
            return {"do": "show", "seat": hand.due.seat}
        return what_to_enter(moment, self._eyes, long=quiet > 9)

    def _says(self, asked: Asked) -> Mapping[str, object]:
        """He compares what the camera reads with what he sees, and says yes only if it is so."""
        assert asked.seat is not None
        lies = Counter(self.lies(asked.seat))
        seen = Counter(reading.card for reading in asked.readings if reading.witness is Witness.CAMERA)
        offered = [option.answer for option in asked.options]
        answer = Answer.AS_SEEN if Answer.AS_SEEN in offered and not seen - lies else Answer.LOOK_AGAIN
        self.answered.append(answer)
        return {"do": "answer", "question": f"q{asked.number}", "choice": answer.value}

    def lies(self, seat: int) -> list[Card]:
        return [self._eyes.face(laid) for laid in self._eyes.at(Place(Zone.SEAT, seat))]


def shown_at(hand: Hand, seat: int) -> list[Card | None]:
    assert hand.showdown is not None
    return [*hand.up(seat), *(hand.showdown.shown[hand.position(seat)] or ())]


def played(script: Script, reader: Reader, folder: Path) -> tuple[Showdown, Hand]:
    table = TrialTable(Wish(script), folder, reader)
    try:
        table.start()
        dealer = Showdown(table)
        hand = dealer.plays()
        for seat in hand.start.seats:
            assert sorted(map(str, shown_at(hand, seat))) == sorted(map(str, dealer.lies(seat))), f"seat {seat}"
        return dealer, hand
    finally:
        table.close()


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_the_camera_reads_the_hole_cards_that_the_shoe_never_did(card_reader: Reader, tmp_path: Path) -> None:  # R7.3
    dealer, hand = played(NEVER_READ, card_reader, tmp_path)
    said = [asked for asked in dealer.asked if asked.kind is QuestionKind.TABLED]
    assert {asked.seat for asked in said} == set(hand.start.seats)
    assert {asked.count for asked in said} == {3}
    assert dealer.answered.count(Answer.AS_SEEN) == 3


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_two_hole_cards_that_the_shoe_read_wrongly_are_noticed(card_reader: Reader, tmp_path: Path) -> None:  # R8
    dealer, _ = played(TWO_MISREAD, card_reader, tmp_path)
    said = [asked for asked in dealer.asked if asked.seat == 1 and asked.kind is QuestionKind.DISAGREE]
    assert said and said[-1].count == 2
    assert [reading.witness for reading in said[-1].readings].count(Witness.SHOE) == 2
    assert dealer.answered[-1] is Answer.AS_SEEN
