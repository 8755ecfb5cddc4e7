"""The table of faults survived: what stands in a line, and that a wrong end is not called a right one."""

from __future__ import annotations

from dealer.cli.bench_faults import Survived, judged
from dealer.cli.faults.plans import PLANS
from dealer.cli.faults.trial import Saw, Trialled
from drivers.mock.faults import Fault

PLAN = next(plan for plan in PLANS if plan.fault is Fault.LIGHTS_OFF)
DARK = Saw("camera dark", "the picture is dark; switch the light on or open the shutter")


def tried(*saw: Saw, wrong: tuple[str, ...] = (), finished: bool = True, called_off: bool = False) -> Trialled:
    return Trialled(saw, finished, called_off, wrong, (), 10.0)


def test_a_line_has_the_fault_what_is_seen_and_the_end() -> None:
    line = judged(PLAN, tried(DARK, DARK)).line
    assert line == (
        "| The lights over the table are off "
        "| camera: the picture is dark; switch the light on or open the shutter | yes |"
    )


def test_only_a_hand_that_ended_rightly_counts() -> None:
    assert judged(PLAN, tried(DARK)).finished
    assert not judged(PLAN, tried(DARK, finished=False)).finished
    assert not judged(PLAN, tried(DARK, wrong=("seat 1: the record has Qs",))).finished
    assert not judged(PLAN, tried()).finished, "the dealer was shown nothing"
    assert not judged(PLAN, tried(DARK, Saw("question not-seen", "?"))).finished, "he was asked needlessly"


def test_the_port_of_the_trial_is_nobodys_business() -> None:
    gone = Saw("shoe gone", "/a/folder/shoe: the connection broke; check the cable")
    assert "/a/folder" not in judged(PLAN, tried(DARK, gone)).sees


def test_a_hand_that_is_called_off_says_so() -> None:
    assert judged(PLAN, tried(DARK, called_off=True)).sees.endswith("every chip goes back")


def test_nothing_seen_is_said_in_words() -> None:
    assert Survived(Fault.CARD_TURNED, "nothing; the deal goes on", finished=True).line.endswith("| yes |")
