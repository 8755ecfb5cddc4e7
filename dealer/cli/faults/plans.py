"""For each fault: when it strikes in a trial, who mends it, and what the dealer has to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.ports import StepKind
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """One trial.

    at, until: the steps at which the fault comes and goes; until None: it ends by itself or by `mends`.
    sees: what the dealer must be shown, as of `trial.Saw.what`; of a tuple within it one is enough.
    may: what may be shown besides.  mends: what a dealer mends as soon as he is shown it.
    pace: seconds between two cards; slower where the camera must see one before the next comes.
    noted: what the journal holds besides, as of `trial.Trialled.record`.  others: faults that come with it.
    """

    fault: Fault
    at: Moment
    until: Moment | None = None
    sees: tuple[str | tuple[str, ...], ...] = ()
    may: tuple[str, ...] = ()
    mends: tuple[str, ...] = ()
    seats: int = 3
    pace: float = 0.05
    noted: tuple[str, ...] = ()
    others: tuple[Cue, ...] = ()

    @property
    def script(self) -> Script:
        """What the simulated table is told."""
        return Script(cues=(Cue(self.fault, at=self.at, until=self.until), *self.others))


def _up(street: int, seat: int) -> Moment:
    return Moment(hand=1, street=street, seat=seat, kind=StepKind.DEAL)


def _step(kind: StepKind, street: int | None = None) -> Moment:
    return Moment(hand=1, street=street, kind=kind)


_FOURTH, _FIFTH = _up(4, 2), _up(5, 2)
_BURN = _step(StepKind.BURN, 4)
_PERSON = 0.6
"""Seconds that a person takes for a card, and a camera to see it."""


def _while_dealing(fault: Fault, *sees: str | tuple[str, ...], may: tuple[str, ...] = ()) -> FaultPlan:
    """From a card of fourth street to one of fifth."""
    return FaultPlan(fault, _FOURTH, _FIFTH, sees, may)


def _once(fault: Fault, *sees: str | tuple[str, ...], at: Moment = _FOURTH, may: tuple[str, ...] = ()) -> FaultPlan:
    return FaultPlan(fault, at, None, sees, may)


PLANS: tuple[FaultPlan, ...] = (
    _while_dealing(Fault.UNPLUG_SHOE, "shoe gone", "question late-card"),
    _while_dealing(Fault.HANG_SHOE, "shoe silent", "question late-card"),
    _while_dealing(Fault.SILENT_SHOE, "shoe silent", "question late-card"),
    _while_dealing(Fault.SLOW_SHOE),
    _once(Fault.GARBAGE_SHOE),
    _while_dealing(Fault.WRONG_BAUD, "shoe silent", "question late-card"),
    _while_dealing(Fault.LOST_BYTES),
    _while_dealing(Fault.DAMAGED_BYTES),
    _while_dealing(Fault.REPEATED_LINES),
    _once(Fault.RESTART_SHOE, "question stub-count"),
    _once(Fault.LOST_RING, "question stub-count", may=("shoe gone",)),
    _once(Fault.OTHER_SHOE, "question stub-count"),
    _once(Fault.SHOE_JAM),
    _once(Fault.READER_ERROR),
    _while_dealing(Fault.LID_OPEN),
    _once(Fault.SAYS_EMPTY),
    FaultPlan(
        Fault.UNREAD_CARD,
        _FOURTH,
        None,
        ("camera gone", "question unread-card"),
        mends=("question unread-card",),
        others=(Cue(Fault.UNPLUG_CAMERA, at=_FOURTH),),
    ),
    _once(Fault.UNSEEN_CARD, ("question not-out", "question stub-count")),
    _once(Fault.TWO_CARDS, "question two-cards"),
    _once(Fault.MISREAD_CARD, "question sensors-disagree"),
    _once(Fault.READ_TWICE, "question deck-fault"),
    _once(Fault.PUSHED_BACK),
    _once(Fault.FOREIGN_CARD, "question deck-fault", "ruling foreign-card"),
    _once(Fault.MARKED_DUPLICATE, "question deck-fault", "ruling duplicate-card"),
    FaultPlan(
        Fault.WRONG_DECK, _BURN, None, ("question deck-fault", "ruling foreign-card"), mends=("ruling foreign-card",)
    ),
    _once(Fault.MISSING_CARD, at=Moment(kind=StepKind.LOAD_DECK)),
    _once(Fault.BOXED_CARD, "question not-seen"),
    _once(Fault.WRONG_SEAT, "question wrong-seat", "ruling wrong-seat"),
    _once(Fault.DEALT_EARLY, "question dealt-early", "ruling premature-card", at=_step(StepKind.ACT, 4)),
    FaultPlan(
        Fault.EXPOSED_HOLE_CARD,
        _up(3, 1),
        None,
        (("question hole-card-exposed", "question two-faces"), "ruling hole-card-exposed"),
        pace=_PERSON,
    ),
    _once(Fault.DOOR_CARD_DOWN, "question not-seen"),
    FaultPlan(
        Fault.MISSED_BURN, _BURN, None, (("question two-faces", "question not-out"), "ruling missed-burn"), pace=_PERSON
    ),
    FaultPlan(
        Fault.DOUBLE_BURN,
        _BURN,
        None,
        (("question double-burn", "question sensors-disagree"), "ruling double-burn"),
        pace=_PERSON,
    ),
    _once(
        Fault.RIVER_FACE_UP,
        "question seventh-face-up",
        "ruling seventh-face-up",
        at=_up(7, 2),
        may=("ruling seventh-option",),
    ),
    _once(Fault.CARD_OFF_TABLE, "question not-seen", "ruling card-off-table"),
    _once(Fault.CARD_TURNED),
    _once(Fault.CARD_ASKEW),
    _once(Fault.CARD_MOVED),
    _while_dealing(Fault.SQUARED_UP),
    _while_dealing(Fault.FANNED),
    _while_dealing(Fault.CHIP_ON_CARD),
    _while_dealing(Fault.UNPLUG_CAMERA, "camera gone"),
    _while_dealing(Fault.HANG_CAMERA, "camera silent"),
    _while_dealing(Fault.FROZEN_FRAME, "camera stale"),
    _while_dealing(Fault.SLOW_FRAMES, "camera slow"),
    _while_dealing(Fault.TORN_FRAMES, "question not-seen"),
    _while_dealing(Fault.LIGHTS_OFF, "camera dark"),
    _while_dealing(Fault.LIGHTS_FLICKER),
    _while_dealing(Fault.GLARE, "question not-seen"),
    _while_dealing(Fault.BLURRED, "camera blurred"),
    _while_dealing(Fault.COLOUR_CAST),
    FaultPlan(
        Fault.HAND_OVER_SEAT,
        _FOURTH,
        None,
        ("question not-seen",),
        ("question double-burn",),
        mends=("question not-seen",),
    ),
    _while_dealing(Fault.CAMERA_KNOCKED, "camera moved"),
    FaultPlan(Fault.DISK_FULL, _FOURTH, None, ("trouble full",), mends=("trouble full",)),
    FaultPlan(Fault.JOURNAL_LOCKED, _FOURTH, None, ("trouble held",), mends=("trouble held",)),
    _once(Fault.CLOCK_JUMP),
)
"""All but the controller's end, which takes a process of its own."""


GROUPS: tuple[FaultPlan, ...] = (
    FaultPlan(
        Fault.GARBAGE_SHOE,
        _up(3, 1),
        others=(
            Cue(Fault.REPEATED_LINES, at=_up(4, 1), until=_up(5, 1)),
            Cue(Fault.SLOW_SHOE, at=_up(5, 2), until=_up(6, 1)),
            Cue(Fault.LOST_BYTES, at=_up(6, 2), until=_step(StepKind.SHOW)),
        ),
    ),
    FaultPlan(
        Fault.SHOE_JAM,
        _up(3, 1),
        others=(
            Cue(Fault.READER_ERROR, at=_up(4, 1)),
            Cue(Fault.SAYS_EMPTY, at=_up(4, 3)),
            Cue(Fault.LID_OPEN, at=_up(5, 1), until=_up(5, 3)),
            Cue(Fault.PUSHED_BACK, at=_up(5, 3)),
            Cue(Fault.DAMAGED_BYTES, at=_up(6, 1), until=_step(StepKind.SHOW)),
            Cue(Fault.CLOCK_JUMP, at=_up(6, 2)),
        ),
        noted=("notice jam", "notice reader_error", "notice empty", "notice lid_open"),
    ),
    FaultPlan(
        Fault.CARD_TURNED,
        _up(4, 1),
        others=(
            Cue(Fault.CARD_ASKEW, at=_up(4, 2)),
            Cue(Fault.CARD_MOVED, at=_up(4, 3)),
            Cue(Fault.FANNED, at=_up(5, 1), until=_up(6, 1)),
            Cue(Fault.SQUARED_UP, at=_up(6, 1), until=_step(StepKind.SHOW)),
            Cue(Fault.MISSING_CARD, at=Moment(kind=StepKind.LOAD_DECK)),
        ),
    ),
)
"""Faults of which a dealer must see nothing, several in one hand."""


_BUSY = "camera slow"
"""Shown at any time on a machine that is too busy to read its pictures."""


def missing(plan: FaultPlan, seen: tuple[str, ...]) -> tuple[str, ...]:
    """What should have been shown and was not."""
    wanted = [each if isinstance(each, tuple) else (each,) for each in plan.sees]
    return tuple(" or ".join(each) for each in wanted if not set(each) & set(seen))


def surprising(plan: FaultPlan, seen: tuple[str, ...]) -> tuple[str, ...]:
    """What was shown and should not have been."""
    wanted = {name for each in plan.sees for name in (each if isinstance(each, tuple) else (each,))}
    return tuple(name for name in seen if name not in wanted and name not in (*plan.may, _BUSY))
