"""For each fault of the simulated table: what the dealer sees, and that the hand goes on to a right end.

Bytes and pixels go in, a dealer who tells the truth plays. STUD_FAULTS=all tries each fault by itself; without it
those of which nothing must be seen share a hand, and of those that look alike some are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from dealer.cli.faults.plans import GROUPS, PLANS, FaultPlan, missing, surprising
from dealer.cli.faults.trial import Trialled, try_plan
from dealer.sensing.reconcile import SHOE_PATIENCE
from drivers.camera.read import Reader
from drivers.mock.faults import Fault
from drivers.shoe.host import SILENT_AFTER

ALWAYS = frozenset(
    {
        Fault.UNPLUG_SHOE,
        Fault.WRONG_BAUD,
        Fault.HANG_SHOE,
        Fault.RESTART_SHOE,
        Fault.LOST_RING,
        Fault.UNREAD_CARD,
        Fault.UNSEEN_CARD,
        Fault.TWO_CARDS,
        Fault.MISREAD_CARD,
        Fault.FOREIGN_CARD,
        Fault.MARKED_DUPLICATE,
        Fault.WRONG_DECK,
        Fault.WRONG_SEAT,
        Fault.DEALT_EARLY,
        Fault.EXPOSED_HOLE_CARD,
        Fault.DOOR_CARD_DOWN,
        Fault.MISSED_BURN,
        Fault.DOUBLE_BURN,
        Fault.RIVER_FACE_UP,
        Fault.CARD_OFF_TABLE,
        Fault.UNPLUG_CAMERA,
        Fault.FROZEN_FRAME,
        Fault.SLOW_FRAMES,
        Fault.LIGHTS_OFF,
        Fault.HAND_OVER_SEAT,
        Fault.CAMERA_KNOCKED,
        Fault.DISK_FULL,
        Fault.JOURNAL_LOCKED,
    }
)
EACH = os.environ.get("STUD_FAULTS") == "all"


def names(plans: Iterable[FaultPlan]) -> list[str]:
    return [plan.fault.value for plan in plans]


def is_right(tried: Trialled) -> None:
    """What must hold however slow the machine is: the hand ends, and the record agrees with the table."""
    assert tried.finished, tried
    assert tried.wrong == (), tried


def is_told(plan: FaultPlan, tried: Trialled) -> None:
    """What the dealer is shown."""
    assert missing(plan, tried.seen) == (), tried
    assert surprising(plan, tried.seen) == (), tried
    told = [name for name in tried.seen if name.startswith(("question", "ruling"))]
    assert set(told) <= set(tried.record), "what was asked and ruled is on the record"
    assert set(plan.noted) <= set(tried.record), tried.record


def try_and_check(plan: FaultPlan, reader: Reader) -> None:
    """Try a plan; on a machine that stalls other things are shown, since it runs on the real clock: then once more.

    A hand that does not end, or ends wrong, has no second try.
    """
    tried = try_plan(plan, reader)
    is_right(tried)
    if missing(plan, tried.seen) or surprising(plan, tried.seen):
        tried = try_plan(plan, reader)
        is_right(tried)
    is_told(plan, tried)


SINGLE = [plan for plan in PLANS if EACH or plan.fault in ALWAYS]


@pytest.mark.faults
@pytest.mark.parametrize("plan", SINGLE, ids=names(SINGLE))
def test_a_fault_is_shown_and_the_hand_goes_on(plan: FaultPlan, card_reader: Reader) -> None:  # R8
    try_and_check(plan, card_reader)


@pytest.mark.faults
@pytest.mark.parametrize("plan", GROUPS, ids=names(GROUPS))
def test_faults_of_which_nobody_need_know(plan: FaultPlan, card_reader: Reader) -> None:
    try_and_check(plan, card_reader)


def test_each_fault_has_its_trial() -> None:
    elsewhere = {Fault.CONTROLLER_KILLED, Fault.VOICE_GONE, Fault.BROKER_GONE}
    assert {plan.fault for plan in PLANS} == set(Fault) - elsewhere


def test_a_shoe_that_hangs_is_shown_before_anybody_is_asked_for_its_card() -> None:
    assert SHOE_PATIENCE > SILENT_AFTER


def test_thirty_are_tried_at_least() -> None:
    grouped = {plan.fault for plan in GROUPS} | {cue.fault for plan in GROUPS for cue in plan.others}
    assert len(grouped | ALWAYS) >= 40
