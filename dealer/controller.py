"""The one writer of a table: takes what comes in, decides, puts it on disk, and only then lets anybody know."""

from __future__ import annotations

import logging
import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from dataclasses import dataclass, replace
from typing import Literal

from dealer.clock import Clock
from dealer.desk.enter import UNGUARDED, enter
from dealer.desk.gone import cards_gone
from dealer.desk.looking import forgetting, looked_at_again
from dealer.desk.moment import Entry, Moment, after_entry
from dealer.desk.observe import Seals, note
from dealer.desk.settle import settle, to_confirm
from dealer.desk.state import Desk, opening_events
from dealer.desk.world import Draft, World
from dealer.errors import DealerError, Trouble
from dealer.game.errors import IllegalAction
from dealer.house.rules import Language
from dealer.observations import (
    DeviceKind,
    DeviceState,
    Health,
    Observation,
    ShoePosition,
    ShoeReport,
    ZoneReading,
)
from dealer.ports import Camera, Reply, Shoe, Signature, TableBusy
from dealer.record.flapping import Flapping
from dealer.record.journal import Journal, JournalError
from dealer.record.recovery import recover
from dealer.record.writing import Proposal, trouble_of, write, write_opening
from dealer.sealing import Sealer
from dealer.sensing.reconcile import TagBook
from dealer.sensing.records import DeviceChanged
from dealer.sensing.sight import NO_CAMERA, NO_SHOE, Sight
from dealer.table import rules
from dealer.table.commands import Pause, StopClock, TableCommand, Tick
from dealer.table.events import HandBegan
from dealer.table.file import SeatedPlayer, UpCardPolicy
from dealer.table.state import Setup
from dealer.wording.entries import entry_refused
from dealer.wording.refusals import refusal
from dealer.wording.say import language_of, say
from dealer.wording.texts import Text

_LOG = logging.getLogger(__name__)
SYSTEM = "table"
"""Who signs what nobody entered."""
_QUEUE = 1024
_TICK = 0.1
_PATIENCE = 5.0


class ControllerBusy(TableBusy):
    """The controller did not take an entry in time; nothing was entered."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the controller is connected to. None: there is no such device.

    beam: the shoe notices every card that leaves it; a bare reader does not (SHOE-PROTOCOL, readers that exist).
    """

    shoe: Shoe | None = None
    camera: Camera | None = None
    beam: bool = True


@dataclass(frozen=True, slots=True)
class _Asked:
    """An entry that waits for its reply."""

    entry: Mapping[str, object]
    turn: int
    who: Signature
    language: str
    reply: Future[Reply]


Listener = Callable[[Moment], None]


class Controller:
    """Owns the state and the journal of one table, in one thread of its own.

    Order: validate, commit, acknowledge, apply, announce. Listeners hear of each change after it is on disk; they are
    called in the controller's thread and must not block.
    """

    def __init__(
        self,
        *,
        journal: Journal,
        setup: Setup,
        policy: UpCardPolicy,
        players: Sequence[SeatedPlayer] = (),
        sealer: Sealer,
        tags: TagBook,
        outside: Outside,
        clock: Clock,
    ) -> None:
        """Find the table in its journal, or open it from its setup with its players if the journal is new.

        Raises JournalDamaged, JournalUnwritable, IllegalAction (a setup that cannot be dealt).
        """
        self._journal = journal
        self._sealer = sealer
        self._seals = Seals(tags.look_up, sealer.seal, sealer.tag_hash)
        self._outside = outside
        self._clock = clock
        self._inbox: queue.Queue[Observation | _Asked | None] = queue.Queue(_QUEUE)
        self._held: deque[ShoeReport] = deque()
        self._flapping = Flapping()
        self._listeners: list[Listener] = []
        self._thread: threading.Thread | None = None
        self.patience = _PATIENCE
        found = recover(journal)
        if found is None:
            events = opening_events(rules.opening(setup), policy, players)
            desk = write_opening(journal, events, SYSTEM, clock.wall())
            recent: tuple[Entry, ...] = ()
            self._resume: tuple[ShoePosition, ...] = ()
        else:
            desk, recent, self._resume = found.desk, found.recent, found.shoe
        sight = Sight(
            left_at=clock.now(), shoe=_expected(outside.shoe, NO_SHOE), camera=_expected(outside.camera, NO_CAMERA)
        )
        self._moment = Moment(1, desk, sight, recent, desk.turn, None, clock.wall())

    @property
    def moment(self) -> Moment:
        """Everything as it is now; frozen, from any thread."""
        return self._moment

    def wall(self) -> float:
        """Seconds of the wall clock, as the controller knows them."""
        return self._clock.wall()

    @property
    def table(self) -> str:
        """The name of the table."""
        return self._moment.desk.table.setup.table

    def listen(self, listener: Listener) -> None:
        """Call a listener after each change from now on; to be called before `start`."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Begin to work, and start the devices."""
        self._thread = threading.Thread(target=self._run, name="controller", daemon=True)
        self._thread.start()
        if self._outside.shoe is not None:
            self._outside.shoe.start(self.report, self._resume)
        if self._outside.camera is not None:
            self._outside.camera.start(self.report)
        self.announce_start()

    def announce_start(self) -> None:
        """Let the listeners hear how things stand, before anything changes."""
        self._tell()

    def stop(self) -> None:
        """Stop the devices, finish what was taken, and end. The journal is closed by whoever opened it."""
        if self._outside.shoe is not None:
            self._outside.shoe.stop()
        if self._outside.camera is not None:
            self._outside.camera.stop()
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join(_PATIENCE)

    def report(self, observation: Observation) -> None:
        """Take what a device reports; from any thread. Waits while the controller is far behind."""
        self._inbox.put(observation)

    def enter(self, entry: Mapping[str, object], turn: int, who: Signature, language: str = "en") -> Reply:
        """Enter what a person says; from any thread but the controller's. Raises ControllerBusy."""
        reply: Future[Reply] = Future()
        try:
            self._inbox.put(_Asked(entry, turn, who, language, reply), timeout=self.patience)
            return reply.result(self.patience)
        except (queue.Full, NoAnswer):
            # Set running-or-cancelled so that a late controller drops it: an unanswered entry must not be entered.
            reply.cancel()
            raise ControllerBusy("the table does not answer; nothing was entered, try again") from None

    def enter_now(self, entry: Mapping[str, object], turn: int, who: Signature, language: str = "en") -> Reply:
        """The same in the controller's own thread, or where it has none because nobody has started it."""
        tongue = language_of(language)
        if self._moment.trouble and not self._try_again():
            return self._nothing_now(tongue)
        desk = self._moment.desk
        verb = entry.get("do")
        if verb not in UNGUARDED and turn < desk.decided:
            by = say(tongue, Text.THE_TABLE) if desk.decided_by == SYSTEM else desk.decided_by
            return Reply(desk.turn, say(tongue, Text.ALREADY, who=by))
        draft = Draft(desk)
        try:
            enter(draft, entry, who, self._world())
        except IllegalAction as refused:
            return Reply(desk.turn, refusal(tongue, refused.why), refused.rule)
        except DealerError as bad:
            return Reply(desk.turn, entry_refused(tongue, str(bad)))
        if draft.events and not self._try_commit(Proposal(str(verb), draft.events, who)):
            return self._nothing_now(tongue)
        return Reply(self._moment.desk.turn)

    def _nothing_now(self, tongue: Language) -> Reply:
        trouble = self._moment.trouble
        reason = "" if trouble is None else say(tongue, Text[f"TROUBLE_{trouble.name}"])
        return Reply(self._moment.desk.turn, say(tongue, Text.NOTHING_NOW, reason=reason))

    def handle(self, item: Observation | _Asked) -> None:
        """Work on one thing. Never raises for what comes in."""
        match item:
            case _Asked(entry, turn, who, language, reply):
                if reply.set_running_or_notify_cancel():
                    reply.set_result(self.enter_now(entry, turn, who, language))
            case ZoneReading():
                self._see(self._moment.sight.with_zone(item, self._clock.now()))
            case DeviceState():
                self._device(item)
            case _:
                self._handle_shoe(item)

    def tick(self) -> None:
        """Let time pass: the decision clock, patience with sensors, and what could not be put on disk before."""
        if self._moment.trouble and not self._try_again():
            return
        self._record_aside()
        draft = Draft(self._moment.desk)
        try:
            draft.add(*rules.decide(draft.desk.table, self._passing(draft.desk)))
            settle(draft, self._world())
        except DealerError as refused:
            self._pause(refused)
            return
        if draft.events:
            self._try_commit(Proposal("time", draft.events))
        elif self._moment.gone != cards_gone(self._moment.desk, self._moment.sight, self._clock.now()):
            self._show(self._moment)

    def _passing(self, desk: Desk) -> TableCommand:
        """Time that passes while a question is open is nobody's time to decide: the clock is held (R6.1)."""
        clock = desk.table.clock
        if desk.sensing.question is not None and clock is not None and clock.ends is not None:
            return StopClock(self._clock.wall())
        return Tick(self._clock.wall())

    def _run(self) -> None:
        next_tick = time.monotonic() + _TICK
        while True:
            item: Observation | _Asked | Literal["tick"] | None
            try:
                item = self._inbox.get(timeout=max(0.0, next_tick - time.monotonic()))
            except queue.Empty:
                next_tick = time.monotonic() + _TICK
                item = "tick"
            if item is None:
                return
            self._carefully(item)

    def _carefully(self, item: Observation | _Asked | Literal["tick"]) -> None:
        """Nothing that comes in may end the only writer; what it did not expect is on the log, without its contents."""
        try:
            if item == "tick":
                self.tick()
            else:
                self.handle(item)
        except Exception as unexpected:  # noqa: BLE001 - see above
            where = traceback.extract_tb(unexpected.__traceback__)[-1]
            _LOG.error(
                "the table could not take a %s: %s at %s:%s",
                type(item).__name__,
                type(unexpected).__name__,
                where.filename,
                where.lineno,
            )
            if isinstance(item, _Asked) and not item.reply.done():
                item.reply.set_result(Reply(self._moment.desk.turn, "this could not be entered; call the technician"))

    def _world(self) -> World:
        world = World(self._moment.sight, self._sealer.open, self._clock.now(), self._clock.wall(), self._outside.beam)
        camera = self._outside.camera
        return world if camera is None else replace(world, looks=camera.looks)

    def _handle_shoe(self, report: ShoeReport) -> None:
        """A shoe event that cannot be put on disk is kept, and neither acknowledged nor overtaken."""
        if self._held or self._moment.trouble:
            self._held.append(report)
            self._try_again()
            return
        if not self._shoe(report):
            self._held.append(report)

    def _shoe(self, report: ShoeReport) -> bool:
        assert not isinstance(report, DeviceState), "a device state is no event of the shoe"
        sight = replace(self._moment.sight, left_at=self._clock.now())
        draft, world = Draft(self._moment.desk), replace(self._world(), sight=sight)
        try:
            note(draft, report, self._seals, world)
            settle(draft, world)
        except DealerError as refused:
            # What the shoe told must be on disk whatever is wrong with what should follow from it.
            draft = Draft(self._moment.desk)
            note(draft, report, self._seals, world)
            draft.add(*rules.decide(draft.desk.table, Pause(str(refused))))
        return self._try_commit(Proposal("shoe", draft.events, shoe=report.position), sight)

    def _device(self, state: DeviceState) -> None:
        """A device went or came: shown, and on the record; a sensor once for each change."""
        known = self._moment.sight
        before = known.device(state.device)
        if before == state:
            return
        self._see(known.with_device(state))
        if state.device in (DeviceKind.SHOE, DeviceKind.CAMERA):
            if before.health is not state.health:
                self._record_device(state)
        else:
            self._record_aside()

    def _record_device(self, state: DeviceState) -> bool:
        return self._try_commit(Proposal("device", (DeviceChanged(state.device, state.health, state.detail),)))

    def _record_aside(self) -> None:
        """Voice and broker as they are now, where the record says otherwise; not each time that they come and go."""
        for state in (self._moment.sight.voice, self._moment.sight.broker):
            now = self._clock.now()
            if self._flapping.due(state, now) and self._record_device(state):
                self._flapping.recorded(state, now)

    def _see(self, sight: Sight) -> None:
        """The devices show something else; what follows from it is an entry, the sight itself is not."""
        draft = Draft(self._moment.desk)
        world = replace(self._world(), sight=sight)
        try:
            settle(draft, world)
        except DealerError as refused:
            self._pause(refused)
            return
        if not draft.events or not self._try_commit(Proposal("camera", draft.events), sight):
            self._show(replace(self._moment, sight=sight))

    def _pause(self, refused: DealerError) -> None:
        """What should have followed by itself is refused: stop rather than go round in circles."""
        draft = Draft(self._moment.desk)
        draft.add(*rules.decide(draft.desk.table, Pause(str(refused))))
        self._try_commit(Proposal("pause", draft.events))

    def _try_again(self) -> bool:
        """After a full disk or a locked journal: first what was kept back, in its order, then everything else."""
        try:
            self._journal.probe()
        except JournalError as unwritable:
            self._trouble(trouble_of(unwritable))
            return False
        self._trouble(None)
        while self._held:
            if not self._shoe(self._held[0]):
                return False
            self._held.popleft()
        return True

    def _trouble(self, why: Trouble | None) -> None:
        if self._moment.trouble != why:
            self._show(replace(self._moment, trouble=why))

    def _try_commit(self, proposal: Proposal, sight: Sight | None = None) -> bool:
        """Put an entry on disk, acknowledge, then apply and show it; or say why not, and leave everything as it was."""
        before = self._moment.desk
        try:
            entry = write(self._journal, before, proposal, SYSTEM, self._clock.wall())
        except JournalError as unwritable:
            self._trouble(trouble_of(unwritable))
            return False
        if proposal.shoe is not None and proposal.shoe.seq > 0 and self._outside.shoe is not None:
            self._outside.shoe.acknowledge(proposal.shoe)
        places = looked_at_again(before, entry.events)
        seen = forgetting(self._moment.sight if sight is None else sight, before, entry.events, self._clock.now())
        if any(isinstance(event, HandBegan) for event in entry.events):
            # What still lay there is gathered; what the camera sees from now on is of this hand.
            seen = replace(seen, zones={}, ignored={})
        self._show(after_entry(self._moment, entry, seen))
        if self._outside.camera is not None:
            for place in places:
                self._outside.camera.look_again(place)
        return True

    def _show(self, moment: Moment) -> None:
        world = replace(self._world(), sight=moment.sight)
        self._moment = replace(
            moment,
            version=self._moment.version + 1,
            wall=self._clock.wall(),
            confirm=to_confirm(Draft(moment.desk), world),
            gone=cards_gone(moment.desk, moment.sight, world.now),
        )
        self._tell()

    def _tell(self) -> None:
        """A listener that fails is an error of its own; the table plays on."""
        for listener in self._listeners:
            try:
                listener(self._moment)
            except Exception:  # noqa: BLE001 - the writer must not die of a page
                _LOG.exception("a listener of the table failed")


def _expected(device: object | None, absent: DeviceState) -> DeviceState:
    """How a device is before it has reported anything."""
    return absent if device is None else replace(absent, health=Health.LINKING)
