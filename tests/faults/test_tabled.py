"""Hole cards that the shoe never read, or read wrongly, at bytes and pixels: the camera reads them as they are tabled.

The dealer presses `show` and says yes to what the camera sees; he names a card only where it could read none.
"""

from __future__ import annotations

import pytest

from dealer.cli.faults.table import Wish
from dealer.ports import StepKind
from dealer.sensing.records import Answer, QuestionKind, Witness
from dealer.table.file import UpCardPolicy
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

NEVER_READ = Script(cues=(Cue(Fault.SILENT_SHOE, at=Moment(hand=1, street=3, seat=1, kind=StepKind.DEAL)),))
TWO_MISREAD = Script(
    cues=(
        Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=3, seat=1, kind=StepKind.DEAL)),
        Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=7, seat=1, kind=StepKind.DEAL)),
    )
)
UP_MISREAD = Script(cues=(Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=6, seat=2, kind=StepKind.DEAL)),))


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_the_camera_reads_the_hole_cards_that_the_shoe_never_did(tabling_dealer) -> None:  # R7.3
    dealer = tabling_dealer(Wish(NEVER_READ))
    said = [asked for asked in dealer.asked if asked.kind is QuestionKind.TABLED]
    assert {asked.seat for asked in said} == {1, 2, 3}
    assert {asked.count for asked in said} == {3}
    assert dealer.answered.count(Answer.AS_SEEN) == 3


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_two_hole_cards_that_the_shoe_read_wrongly_are_noticed(tabling_dealer) -> None:  # R8
    dealer = tabling_dealer(Wish(TWO_MISREAD))
    said = [asked for asked in dealer.asked if asked.seat == 1 and asked.kind is QuestionKind.DISAGREE]
    assert said and said[-1].count == 2
    assert [reading.witness for reading in said[-1].readings].count(Witness.SHOE) == 2
    assert dealer.answered[-1] is Answer.AS_SEEN


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_an_up_card_of_a_hasty_deal_is_noticed_at_the_show_at_the_latest(tabling_dealer) -> None:  # R8
    dealer = tabling_dealer(Wish(UP_MISREAD, policy=UpCardPolicy.SHOE))
    said = [asked for asked in dealer.asked if asked.kind is QuestionKind.CONTRADICTED]
    assert [(asked.seat, asked.index) for asked in said] == [(2, 3)]
