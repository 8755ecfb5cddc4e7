"""The whole simulated table in one piece: cards, dealer, shoe, camera, and the switches for what goes wrong."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from dealer.cards import DECK, Card
from dealer.observations import Tag
from dealer.ports import FaultView, NextStep, UnknownFault
from dealer.snapshots import TableView
from drivers.camera.zones import TableLayout
from drivers.mock.faults import KINDS, Fault, Faults, Part, named
from drivers.mock.firmware import ShoeMemory
from drivers.mock.hands import DealersHands
from drivers.mock.reactor import ThreadReactor
from drivers.mock.scene import FRAMES_A_SECOND, RESOLUTION, SceneCamera, layout
from drivers.mock.script import Cue, Script
from drivers.mock.shoe_device import ShoeDevice, new_boot
from drivers.mock.truth import Colour, Decks, Laid, Truth, TruthStore, load
from drivers.mock.world import World

DEVICE = "SHOEMOCK"
_FASTEST, _SLOWEST = 0.05, 10.0
_JAM_MS = "850"

Hook = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a simulated table is made from.

    seed: shuffles, tags and the small untidinesses.  pace: seconds between two things that happen.  by_person: the
    players are played by a person.  as_it_was: pace and by_person count only where the state file has no others.
    state: the file in which the table outlives a kill, or None; what it holds counts
    more than the seed.  hooks: what outside faults do (disk, journal, clock, process); the others of that kind are not
    offered.  key: for signed lines (OSP/1 rule 5).
    """

    seed: int
    seats: int = 8
    pace: float = 1.0
    by_person: bool = False
    as_it_was: bool = False
    state: Path | None = None
    script: Script = field(default_factory=Script)
    hooks: Mapping[Fault, Hook] = field(default_factory=dict)
    resolution: tuple[int, int] = RESOLUTION
    frames_a_second: float = FRAMES_A_SECOND
    key: bytes | None = None
    boots: Callable[[], str] = new_boot


class SimulatedTable:
    """Plays the table that the controller runs; fulfils `dealer.ports.Simulation`.

    Nothing goes from here to the controller but bytes at `shoe_path` and pictures from `frame_source`. The other way
    the dealer's hands follow what the controller says is next. Raises TruthDamaged if the state file is no such file.
    """

    def __init__(self, plan: Plan) -> None:
        truth = (load(plan.state) if plan.state is not None else None) or _fresh(plan)
        truth = _paced(truth, plan)
        self._plan = plan
        self._decks = Decks(truth.seed)
        self._faults = Faults()
        self._offered = frozenset(f for f in Fault if KINDS[f].part is not Part.OUTSIDE or f in plan.hooks)
        self._reactor = ThreadReactor()
        self._store = TruthStore(truth, plan.state)
        # Beside the state, where there is one, so that a killed program leaves nothing behind that nobody finds.
        self._folder = Path(tempfile.mkdtemp(prefix="simulated-shoe-")) if plan.state is None else None
        path = self._folder / "shoe" if self._folder else Path(f"{plan.state}.shoe").absolute()
        path.unlink(missing_ok=True)
        self._device = ShoeDevice(self._store, self._faults, self._reactor, path, plan.key, plan.boots)
        self._world = World(self._store, self._decks, self._faults, self._device.uptime, plan.script.decks)
        self._hands = DealersHands(self._world, self._faults, self._reactor, truth.pace or plan.pace)
        self._by_person = truth.by_person
        self._seen = truth.memory.next
        self._stopped = False
        self._until: dict[int, Cue] = {}
        self.frame_source = SceneCamera(
            lambda: self._store.truth,
            lambda: self._hands.motions,
            self._decks,
            self._faults,
            plan.resolution,
            plan.frames_a_second,
        )
        self._store.watch(self._changed)

    @property
    def seed(self) -> int:
        """The seed in use: that of the state file if there was one."""
        return self._store.truth.seed

    @property
    def shoe_path(self) -> str:
        """The port of the shoe; stays the same while the cable goes out and in."""
        return str(self._device.path)

    @property
    def layout(self) -> TableLayout:
        """Where the zones lie in the pictures, as a technician would have calibrated them."""
        return layout(self._plan.resolution, self._plan.seats)

    @property
    def truth(self) -> Truth:
        """What really lies where, for those who sit at the table."""
        return self._store.truth

    def face(self, laid: Laid) -> Card:
        """What is printed on a card that lies on the felt."""
        return self._decks.card(laid.tag)

    def colour(self, laid: Laid) -> Colour:
        """What the back of a card shows."""
        return self._decks.colour(laid.tag)

    def tags(self) -> Mapping[Tag, Card]:
        """The registration that a technician would have made of this deck."""
        return self._decks.registered

    def start(self) -> None:
        """Plug the shoe in and begin."""
        self._reactor.start()
        ready = threading.Event()

        def begin() -> None:
            self._device.plug()
            ready.set()

        self._reactor.call_soon(begin)
        ready.wait(2.0)

    def stop(self) -> None:
        """End within a second and put the cable away. The state file stays. A second call does nothing."""
        if self._stopped:
            return
        self._stopped = True
        self.frame_source.stop()
        done = threading.Event()

        def end() -> None:
            self._device.stop()
            done.set()

        self._reactor.call_soon(end)
        done.wait(0.5)
        self._reactor.stop()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def follow(self, step: NextStep, view: TableView) -> None:
        """The controller's next step; returns at once. From any thread."""

        def take() -> None:
            self._cue_steps(step)
            self._hands.follow(step, view)

        self._reactor.call_soon(take)

    def faults(self) -> tuple[FaultView, ...]:
        return self._faults.views(self._offered)

    def tell(self, words: Mapping[str, str]) -> None:
        """The dealer was told something by the controller, in words by language; from any thread."""
        self._faults.tell(words)

    def switch(self, fault: str, on: bool) -> None:
        which = named(fault)
        if which not in self._offered:
            raise UnknownFault(f"this table cannot have {fault!r}: nobody makes it come true")
        self._set(which, on=on)

    def pace(self) -> float | None:
        return None if self._by_person else self._hands.pace

    def set_pace(self, seconds: float | None) -> None:
        self._by_person = seconds is None
        if seconds is not None:
            self._hands.pace = min(max(seconds, _FASTEST), _SLOWEST)
        self._reactor.call_soon(self._keep_pace)

    def _keep_pace(self) -> None:
        """The next start finds the players as they are now."""
        self._store.put(replace(self._store.truth, pace=self._hands.pace, by_person=self._by_person))

    def _set(self, fault: Fault, *, on: bool) -> None:
        self._faults.set(fault, on=on)
        if KINDS[fault].part is Part.OUTSIDE:
            if self._faults.take(fault) or not on:
                self._plan.hooks[fault](on)
        elif KINDS[fault].part is not Part.CAMERA:
            self._reactor.call_soon(lambda: self._switched(fault, on=on))

    def _switched(self, fault: Fault, *, on: bool) -> None:
        """What a fault does at the moment when it is switched; the others are asked for where they matter."""
        device, world, faults = self._device, self._world, self._faults
        match fault:
            case Fault.UNPLUG_SHOE if on:
                device.unplug()
            case Fault.UNPLUG_SHOE:
                device.plug()
            case Fault.LID_OPEN:
                world.set_lid(is_open=on)
            case Fault.WRONG_DECK:
                world.swap_deck()
            case Fault.DEALT_EARLY:
                self._hands.look_again()
            case _ if not on:
                device.reader_fails(failing=False)
                device.happened()
            case Fault.GARBAGE_SHOE:
                faults.take(fault)
                device.rubbish()
            case Fault.RESTART_SHOE:
                faults.take(fault)
                device.restart()
            case Fault.OTHER_SHOE:
                faults.take(fault)
                device.restart("SHOE" + secrets.token_hex(2).upper())
            case Fault.LOST_RING:
                faults.take(fault)
                device.lose_events()
            case Fault.SHOE_JAM:
                faults.take(fault)
                world.notice("JM", _JAM_MS)
            case Fault.READER_ERROR:
                faults.take(fault)
                world.notice("RE", "1", "23")
            case Fault.SAYS_EMPTY:
                faults.take(fault)
                world.notice("EM")
            case Fault.CARD_MOVED:
                faults.take(fault)
                world.push()

    def _changed(self) -> None:
        """After each change of the truth: let the shoe send what is new, and play the script."""
        following = self._store.truth.memory.next
        if following != self._seen:
            self._seen = following
            self._reactor.call_soon(self._device.happened)
        if self._plan.script.cues:
            self._reactor.call_soon(self._cue_cards)

    def _cue_cards(self) -> None:
        out = self._store.truth.next_number - 1
        for number, cue in enumerate(self._plan.script.cues):
            if cue.after_card is not None and out >= cue.after_card:
                self._play(number, cue)

    def _cue_steps(self, step: NextStep) -> None:
        for number, cue in tuple(self._until.items()):
            if cue.until is not None and cue.until.fits(step):
                del self._until[number]
                self._set(cue.fault, on=False)
        for number, cue in enumerate(self._plan.script.cues):
            if cue.at is not None and cue.at.fits(step):
                self._play(number, cue)

    def _play(self, number: int, cue: Cue) -> None:
        """Bring a fault of the script about, once in the life of this table."""
        if number in self._store.truth.cues or cue.fault not in self._offered:
            return
        self._world.cue(number)
        if cue.until is not None:
            self._until[number] = cue
        if cue.seconds is not None:
            self._reactor.call_at(self._reactor.now() + cue.seconds, lambda: self._set(cue.fault, on=False))
        self._set(cue.fault, on=True)


def _paced(truth: Truth, plan: Plan) -> Truth:
    """Who plays, and how fast: as the plan says, or as it was left."""
    if plan.as_it_was and truth.pace is not None:
        return truth
    return replace(truth, pace=plan.pace, by_person=plan.by_person)


def _fresh(plan: Plan) -> Truth:
    """A new deck, in its order, in an open shoe that waits to be loaded."""
    decks = Decks(plan.seed)
    stub = tuple(decks.tag(card) for card in DECK)
    return Truth(seed=plan.seed, stub=stub, memory=ShoeMemory(DEVICE, plan.boots()))
