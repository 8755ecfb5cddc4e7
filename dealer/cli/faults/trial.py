"""One trial: a hand in which a fault strikes, what the dealer saw, and whether everything was right in the end."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dealer.cli.faults.plans import FaultPlan
from dealer.cli.faults.table import STACK, TrialTable, Wish
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import what_to_enter
from dealer.controller import ControllerBusy
from dealer.desk.moment import Moment
from dealer.game.due import ActDue, BringInDue, Held, Outcome, Over, ShowDue
from dealer.game.events import IrregularityReported, Ruled
from dealer.game.state import Hand
from dealer.observations import DeviceState, Health, Place, Zone
from dealer.ports import Role, Signature
from dealer.record import keeping
from dealer.record.recovery import EVENTS
from dealer.sensing.records import DeviceChanged, QuestionAsked, ShoeDoubted, ShoeNoted
from dealer.table.events import HandHappened
from dealer.views.now import now
from dealer.views.questions import open_question
from dealer.views.voice import voice
from drivers.camera.read import Reader

WHO = Signature("truthful dealer", Role.DEALER)
_LOOKS_AT_QUESTION = 0.5
"""Seconds that he takes to read a question."""
_HELPS_AFTER = 9.0
"""Seconds without anything happening after which he enters by hand what lies there."""
_WAITS_FOR_NOTICE = 3.0
_ACTS = 0.15
_GIVES_UP = 75.0
_AWAY = frozenset({Health.GONE, Health.SILENT, Health.STALE, Health.DARK, Health.BLURRED, Health.MOVED})


@dataclass(frozen=True, slots=True)
class Saw:
    """One thing that the dealer's screen showed. what: short, such as `question not-seen` or `camera dark`."""

    what: str
    words: str


@dataclass(frozen=True, slots=True)
class Trialled:
    """How a trial ended.

    saw: in order.  finished: the hand came to its end and its pots were pushed, or it was called off by a ruling.
    called_off: by a ruling.  wrong: what does not agree with the table, a line each; empty if all is right.
    record: what the journal holds of it.
    """

    saw: tuple[Saw, ...]
    finished: bool
    called_off: bool
    wrong: tuple[str, ...]
    record: tuple[str, ...]
    seconds: float

    @property
    def seen(self) -> tuple[str, ...]:
        """What was shown, in short, each once."""
        return tuple(dict.fromkeys(saw.what for saw in self.saw))


class Screen:
    """Notes each thing that the dealer's screen shows besides the deal itself; called at every change."""

    def __init__(self) -> None:
        self.saw: list[Saw] = []
        self._asked = ""
        self._ready = False
        self._devices: dict[str, Health] = {}
        self._paused = ""
        self._trouble: object = None

    def follow(self, moment: Moment) -> None:
        sight, desk = moment.sight, moment.desk
        self._ready = self._ready or all(each.health in (Health.OK, Health.NONE) for each in (sight.shoe, sight.camera))
        if not self._ready:
            return
        self._device(sight.shoe)
        self._device(sight.camera)
        question = desk.sensing.question
        hand = desk.hand
        asked = ""
        if question is not None:
            asked = f"question {question.kind.value}"
        elif hand is not None and isinstance(hand.due, Held):
            asked = f"ruling {hand.due.kind.value}"
        if asked and asked != self._asked:
            shown = open_question(moment, voice("en"))
            self.saw.append(Saw(asked, "" if shown is None else shown.title))
        self._asked = asked
        if desk.table.paused and desk.table.paused != self._paused:
            self.saw.append(Saw("paused", desk.table.paused))
        self._paused = desk.table.paused
        if moment.trouble is not None and moment.trouble is not self._trouble:
            self.saw.append(Saw(f"trouble {moment.trouble.name.lower()}", now(moment, voice("en"))))
        self._trouble = moment.trouble

    def _device(self, state: DeviceState) -> None:
        name = state.device.value
        before = self._devices.get(name)
        self._devices[name] = state.health
        if state.health is not before and state.health in _AWAY:
            self.saw.append(Saw(f"{name} {state.health.value}", state.detail))
        if state.health is Health.OK and "late" in state.detail:
            self.saw.append(Saw(f"{name} slow", state.detail))


def run_trial(
    wish: Wish,
    reader: Reader,
    *,
    mends: Mapping[str, Callable[[TrialTable], None]] | None = None,
    hands: int = 1,
    trace: Callable[[str], None] | None = None,
) -> Trialled:
    """Play hands at a table of its own until they are over, or nothing goes on any more."""
    with tempfile.TemporaryDirectory(prefix="trial-") as folder:
        table = TrialTable(wish, Path(folder), reader)
        try:
            return _Trial(table, dict(mends or {}), hands, trace).run()
        finally:
            table.close()


def try_plan(plan: FaultPlan, reader: Reader, trace: Callable[[str], None] | None = None) -> Trialled:
    """Play one hand with the plan's fault."""

    def mend(table: TrialTable) -> None:
        for fault in (plan.fault, *(cue.fault for cue in plan.others)):
            table.simulation.switch(fault.value, on=False)

    wish = Wish(plan.script, seats=plan.seats, pace=plan.pace)
    return run_trial(wish, reader, mends=dict.fromkeys(plan.mends, mend), trace=trace)


class _Trial:
    def __init__(
        self,
        table: TrialTable,
        mends: dict[str, Callable[[TrialTable], None]],
        hands: int,
        trace: Callable[[str], None] | None,
    ) -> None:
        self._table = table
        self._mends = mends
        self._hands = hands
        self._trace = trace
        self._eyes = Eyes(table.simulation)
        self._screen = Screen()
        self._wrong: list[str] = []
        self._called_off = False
        self._checked = -1
        table.controller.listen(self._screen.follow)

    def run(self) -> Trialled:
        table, began = self._table, time.monotonic()
        table.start()
        turn, since = -1, began
        while time.monotonic() - began < _GIVES_UP and not self._over():
            table.changed.clear()
            moment, at = table.controller.moment, time.monotonic()
            if moment.desk.turn != turn:
                turn, since = moment.desk.turn, at
            self._mend(moment)
            self._check(moment)
            wait = self._patience(moment, at - since)
            entry = None if wait > 0 else what_to_enter(moment, self._eyes, long=at - since > _HELPS_AFTER)
            if entry is None:
                table.changed.wait(min(0.1, wait) if wait > 0 else 0.1)
                continue
            self._enter(entry, moment)
        finished = self._over()
        if not finished:
            self._wrong.append(f"the hand is not finished: {table.view().now}")
        self._check_chips()
        return Trialled(
            tuple(self._screen.saw),
            finished,
            self._called_off,
            tuple(self._wrong),
            self._record(),
            time.monotonic() - began,
        )

    def _patience(self, moment: Moment, waited: float) -> float:
        """Seconds until he does something: he reads a question, and lets the cards come to rest."""
        hand = moment.desk.hand
        if moment.desk.sensing.question is not None or (hand is not None and isinstance(hand.due, Held)):
            return _LOOKS_AT_QUESTION - waited
        if moment.desk.table.paused or moment.trouble:
            return 0.5 - waited
        if hand is None:
            return 0.0 if waited > 0.3 else 0.3 - waited
        if isinstance(hand.due, ActDue | BringInDue) and self._eyes.amiss(hand):
            return _WAITS_FOR_NOTICE - waited
        if isinstance(hand.due, ShowDue):
            return self._table.wish.shows - waited
        return _ACTS - waited

    def _over(self) -> bool:
        desk = self._table.controller.moment.desk
        return desk.table.number - (desk.hand is not None) >= self._hands

    def _mend(self, moment: Moment) -> None:
        """What a person mends when the screen shows it: plugs a cable in, makes room on the disk."""
        del moment
        for saw in tuple(self._screen.saw):
            mend = self._mends.pop(saw.what, None)
            if mend is not None:
                mend(self._table)

    def _enter(self, entry: Mapping[str, object], moment: Moment) -> None:
        try:
            reply = self._table.controller.enter(entry, moment.desk.turn, WHO)
        except ControllerBusy:
            return
        if self._trace is not None:
            self._trace(f"{entry} -> {reply.refused or 'ok'}")
        if reply.refused is not None:
            self._table.changed.wait(0.2)

    def _check(self, moment: Moment) -> None:
        """When a hand is over, and its cards still lie there: are they those of the record?"""
        hand = moment.desk.hand
        if hand is None or not isinstance(hand.due, Over) or self._checked == hand.start.number:
            return
        self._checked = hand.start.number
        if hand.due.outcome in (Outcome.MISDEAL, Outcome.VOID):
            self._called_off = True
            return
        for seat in hand.start.seats:
            if hand.is_live(seat):
                self._same_cards(hand, seat)

    def _same_cards(self, hand: Hand, seat: int) -> None:
        place = Place(Zone.SEAT, seat)
        shown = None if hand.showdown is None else hand.showdown.shown[hand.position(seat)]
        known = [card for card in (*hand.up(seat), *(shown or ())) if card is not None]
        lies = [self._eyes.face(laid) for laid in self._eyes.at(place)]
        missing = Counter(known) - Counter(lies)
        if missing:
            told = " ".join(str(card) for card in missing)
            there = " ".join(str(card) for card in lies)
            self._wrong.append(f"seat {seat}: the record has {told}, but there lie {there}")
        elif shown is not None and len(lies) != len(known):
            self._wrong.append(f"seat {seat}: the record has {len(known)} cards, {len(lies)} lie there")

    def _check_chips(self) -> None:
        desk = self._table.controller.moment.desk
        if desk.hand is None:
            chips = sum(player.stack for player in desk.table.seated())
        else:
            chips = sum(desk.hand.seats.stacks) + desk.hand.middle + desk.hand.raked
        expected = STACK * self._table.wish.seats
        if chips != expected:
            self._wrong.append(f"{chips} chips are on the table, {expected} were bought")

    def _record(self) -> tuple[str, ...]:
        """The irregularities that the journal holds."""
        found: list[str] = []
        with keeping.reading(self._table.places.journal) as db:
            for (body,) in db.execute("SELECT body FROM entry ORDER BY turn"):
                for event in EVENTS.read(body):
                    match event:
                        case QuestionAsked(asked):
                            found.append(f"question {asked.kind.value}")
                        case DeviceChanged(device, health):
                            found.append(f"{device.value} {health.value}")
                        case ShoeDoubted(kind):
                            found.append(f"doubt {kind}")
                        case ShoeNoted(code):
                            found.append(f"notice {code.name.lower()}")
                        case HandHappened(events):
                            told = (each for each in events if isinstance(each, IrregularityReported | Ruled))
                            found += [f"ruling {each.kind.value}" for each in told]
                        case _:
                            pass
        return tuple(dict.fromkeys(found))
