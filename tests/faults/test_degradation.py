"""In the middle of a hand the shoe goes, then the camera; the dealer goes on by hand, both come back, the hand ends."""

from __future__ import annotations

import pytest

from dealer.cli.faults.table import Wish
from dealer.cli.faults.trial import Trialled, run_trial
from dealer.ports import StepKind
from drivers.camera.read import Reader
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

LOST_AND_FOUND = Script(
    cues=(
        Cue(Fault.UNPLUG_SHOE, at=Moment(hand=1, street=4, seat=1), until=Moment(hand=1, street=6, kind=StepKind.ACT)),
        Cue(Fault.UNPLUG_CAMERA, at=Moment(hand=1, street=4, seat=3), until=Moment(hand=1, street=6, seat=1)),
    )
)
NEVER_READ = Script(
    cues=(
        Cue(Fault.SILENT_SHOE, at=Moment(hand=1, street=3, seat=1, kind=StepKind.DEAL)),
        Cue(Fault.RESTART_SHOE, at=Moment(hand=1, street=5, kind=StepKind.ACT)),
    )
)


def shown(tried: Trialled, what: str) -> int:
    return sum(saw.what == what for saw in tried.saw)


@pytest.mark.faults
def test_both_go_and_come_back_each_change_is_shown_once(card_reader: Reader) -> None:
    tried = run_trial(Wish(LOST_AND_FOUND), card_reader)
    assert tried.finished and tried.wrong == (), tried
    assert (shown(tried, "shoe gone"), shown(tried, "camera gone")) == (1, 1)
    assert shown(tried, "question late-card") == 1, "the shoe tells afterwards of what was entered by hand"
    assert {"shoe gone", "shoe ok", "camera gone", "camera ok"} <= set(tried.record)


@pytest.mark.faults
def test_down_cards_that_were_never_read_are_asked_at_the_showdown(card_reader: Reader) -> None:  # R7.3
    entered: list[str] = []
    tried = run_trial(Wish(NEVER_READ), card_reader, trace=entered.append)
    assert tried.finished and tried.wrong == (), tried
    shows = [line for line in entered if "'show'" in line and line.endswith("ok")]
    assert len(shows) == 3
    assert all("cards" in line for line in shows), "each hand's hole cards are told as they are tabled"


@pytest.mark.faults
def test_a_hole_card_that_the_shoe_read_wrongly_is_noticed_when_the_hand_is_tabled(card_reader: Reader) -> None:  # R7.5
    misread = Script(
        cues=(Cue(Fault.MISREAD_CARD, at=Moment(hand=1, street=3, seat=2, kind=StepKind.DEAL)),),
    )
    tried = run_trial(Wish(misread, shows=3.0), card_reader)
    assert tried.finished and tried.wrong == (), tried
    assert tried.seen[:1] == ("question sensors-disagree",)
