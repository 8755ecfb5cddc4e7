"""Whose word an up-card takes: the shoe's alone, the camera's alone, a person's. Whole hands at bytes and pixels.

With each policy a fault comes in the middle of the hand, and the hand goes on to a right end. Both sensors together
are tried in `test_every_fault`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer.cli.faults.table import Wish
from dealer.cli.faults.trial import Trialled, run_trial
from dealer.ports import StepKind
from dealer.sensing.records import Answer, QuestionKind
from dealer.table.file import UpCardPolicy
from drivers.camera.read import Reader
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

ON_FOURTH = Moment(hand=1, street=4, seat=2, kind=StepKind.DEAL)
ON_FIFTH = Moment(hand=1, street=5, seat=2, kind=StepKind.DEAL)
SHOE_ALONE = Wish(policy=UpCardPolicy.SHOE, camera=False)
SHOE_WATCHED = Wish(policy=UpCardPolicy.SHOE)
CAMERA_ALONE = Wish(policy=UpCardPolicy.CAMERA, shoe=False, pace=0.3)
BY_HAND = Wish(policy=UpCardPolicy.HAND, shoe=False, camera=False)
BY_HAND_WATCHED = Wish(policy=UpCardPolicy.HAND, pace=0.6)


def striking(wish: Wish, fault: Fault, *, lasts: bool = False) -> Wish:
    """The same table, where a fault strikes on fourth street. lasts: until fifth street."""
    return replace(wish, script=Script(cues=(Cue(fault, at=ON_FOURTH, until=ON_FIFTH if lasts else None),)))


def of_the_deal(tried: Trialled) -> set[str]:
    """What stands in the journal of questions, rulings and devices that went."""
    return {each for each in tried.record if each.startswith(("question", "ruling")) or each.endswith(" gone")}


def right(tried: Trialled) -> Trialled:
    assert tried.finished, tried
    assert tried.wrong == (), tried
    assert not tried.called_off, tried
    return tried


@pytest.mark.faults
def test_nobody_is_asked_anything_where_nothing_goes_wrong(card_reader: Reader) -> None:
    assert of_the_deal(right(run_trial(SHOE_WATCHED, card_reader))) == set()


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_a_camera_alone_leaves_nothing_to_ask_but_whether_it_reads_a_shown_hand_rightly(tabling_dealer) -> None:  # R7.5
    dealer = tabling_dealer(CAMERA_ALONE)
    assert {asked.seat for asked in dealer.asked} == {1, 2, 3}
    assert {(asked.kind, asked.count) for asked in dealer.asked} == {(QuestionKind.TABLED, 3)}
    assert dealer.answered.count(Answer.AS_SEEN) + dealer.answered.count(Answer.BY_HAND) == 3


@pytest.mark.faults
def test_the_shoe_alone_asks_for_a_card_that_it_did_not_read(card_reader: Reader) -> None:  # R8
    tried = right(run_trial(striking(SHOE_ALONE, Fault.UNREAD_CARD), card_reader))
    assert of_the_deal(tried) == {"question unread-card"}


@pytest.mark.faults
def test_without_the_shoe_that_it_goes_by_a_table_goes_on_by_hand(card_reader: Reader) -> None:
    tried = right(run_trial(striking(SHOE_ALONE, Fault.UNPLUG_SHOE, lasts=True), card_reader))
    assert of_the_deal(tried) == {"shoe gone", "question late-card"}


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_a_camera_that_only_watches_contradicts_a_shoe_that_is_wrong(tabling_dealer) -> None:  # R8
    dealer = tabling_dealer(striking(SHOE_WATCHED, Fault.MISREAD_CARD))
    assert [(asked.kind, asked.seat) for asked in dealer.asked] == [(QuestionKind.CONTRADICTED, 2)]


@pytest.mark.faults
def test_without_the_camera_that_it_goes_by_a_table_goes_on_by_hand(card_reader: Reader) -> None:
    tried = right(run_trial(striking(CAMERA_ALONE, Fault.UNPLUG_CAMERA, lasts=True), card_reader))
    assert of_the_deal(tried) == {"camera gone"}


@pytest.mark.faults
def test_a_table_without_devices_goes_on_when_the_disk_has_room_again(card_reader: Reader) -> None:
    full = Script(cues=(Cue(Fault.DISK_FULL, at=ON_FOURTH, seconds=2.0),))
    tried = right(run_trial(replace(BY_HAND, script=full), card_reader))
    assert of_the_deal(tried) == set()
    assert tried.seconds > 2.0


@pytest.mark.faults
def test_where_a_person_names_each_card_the_sensors_still_watch(card_reader: Reader) -> None:  # R8
    tried = right(run_trial(striking(BY_HAND_WATCHED, Fault.MISREAD_CARD), card_reader))
    assert "question sensors-disagree" in of_the_deal(tried)
