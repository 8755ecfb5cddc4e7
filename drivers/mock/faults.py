"""Everything that can go wrong at the simulated table, by name; which of it is wrong now."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dealer.ports import FaultView, UnknownFault


class Fault(enum.Enum):
    """A fault. The value is its name on the command line, in scripts and on the page."""

    UNPLUG_SHOE = "unplug-shoe"
    HANG_SHOE = "hang-shoe"
    SILENT_SHOE = "silent-shoe"
    SLOW_SHOE = "slow-shoe"
    GARBAGE_SHOE = "garbage-shoe"
    WRONG_BAUD = "wrong-baud"
    LOST_BYTES = "lost-bytes"
    DAMAGED_BYTES = "damaged-bytes"
    REPEATED_LINES = "repeated-lines"
    RESTART_SHOE = "restart-shoe"
    LOST_RING = "lost-ring"
    OTHER_SHOE = "other-shoe"
    SHOE_JAM = "shoe-jam"
    READER_ERROR = "reader-error"
    LID_OPEN = "lid-open"
    SAYS_EMPTY = "says-empty"

    UNREAD_CARD = "unread-card"
    UNSEEN_CARD = "unseen-card"
    TWO_CARDS = "two-cards"
    MISREAD_CARD = "misread-card"
    READ_TWICE = "read-twice"
    PUSHED_BACK = "pushed-back"
    FOREIGN_CARD = "foreign-card"
    MARKED_DUPLICATE = "marked-duplicate"
    WRONG_DECK = "wrong-deck"
    MISSING_CARD = "missing-card"
    BOXED_CARD = "boxed-card"

    WRONG_SEAT = "wrong-seat"
    DEALT_EARLY = "dealt-early"
    EXPOSED_HOLE_CARD = "exposed-hole-card"
    DOOR_CARD_DOWN = "door-card-down"
    MISSED_BURN = "missed-burn"
    DOUBLE_BURN = "double-burn"
    RIVER_FACE_UP = "river-face-up"
    CARD_OFF_TABLE = "card-off-table"
    CARD_TURNED = "card-turned"
    CARD_ASKEW = "card-askew"
    CARD_MOVED = "card-moved"
    SQUARED_UP = "squared-up"
    FANNED = "fanned"
    CHIP_ON_CARD = "chip-on-card"

    UNPLUG_CAMERA = "unplug-camera"
    HANG_CAMERA = "hang-camera"
    FROZEN_FRAME = "frozen-frame"
    SLOW_FRAMES = "slow-frames"
    TORN_FRAMES = "torn-frames"
    LIGHTS_OFF = "lights-off"
    LIGHTS_FLICKER = "lights-flicker"
    GLARE = "glare"
    BLURRED = "blurred"
    COLOUR_CAST = "colour-cast"
    HAND_OVER_SEAT = "hand-over-seat"
    CAMERA_KNOCKED = "camera-knocked"

    DISK_FULL = "disk-full"
    JOURNAL_LOCKED = "journal-locked"
    CLOCK_JUMP = "clock-jump"
    CONTROLLER_KILLED = "controller-killed"
    VOICE_GONE = "voice-gone"
    BROKER_GONE = "broker-gone"


class Part(enum.Enum):
    """Who makes a fault come true."""

    LINE = "line"
    SHOE = "shoe"
    CARD = "card"
    CAMERA = "camera"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """What people read about a fault. once: it happens to the next card, or at once, and is over."""

    words: str
    part: Part
    once: bool


def _kept(part: Part, words: str) -> FaultKind:
    return FaultKind(words, part, once=False)


def _once(part: Part, words: str) -> FaultKind:
    return FaultKind(words, part, once=True)


KINDS: dict[Fault, FaultKind] = {
    Fault.UNPLUG_SHOE: _kept(Part.LINE, "The shoe's cable is pulled out; switch off to plug it in again"),
    Fault.HANG_SHOE: _kept(Part.LINE, "The shoe hangs: it neither hears nor speaks"),
    Fault.SILENT_SHOE: _kept(Part.LINE, "The shoe hears, but nothing that it says arrives"),
    Fault.SLOW_SHOE: _kept(Part.LINE, "What the shoe says arrives three quarters of a second late"),
    Fault.GARBAGE_SHOE: _once(Part.LINE, "A burst of rubbish comes over the shoe's line"),
    Fault.WRONG_BAUD: _kept(Part.LINE, "The shoe's line runs at another speed, so every byte is garbled"),
    Fault.LOST_BYTES: _kept(Part.LINE, "One byte in two hundred is lost on the shoe's line"),
    Fault.DAMAGED_BYTES: _kept(Part.LINE, "One byte in two hundred is damaged on the shoe's line"),
    Fault.REPEATED_LINES: _kept(Part.LINE, "The shoe sends each line twice"),
    Fault.RESTART_SHOE: _once(Part.SHOE, "The shoe loses power, forgets its events and starts afresh"),
    Fault.LOST_RING: _once(Part.SHOE, "The shoe's memory runs over and three events are lost"),
    Fault.OTHER_SHOE: _once(Part.SHOE, "The shoe is exchanged for another one"),
    Fault.SHOE_JAM: _once(Part.SHOE, "A card jams in the mouth of the shoe for a moment"),
    Fault.READER_ERROR: _once(Part.SHOE, "The shoe's tag reader reports an error"),
    Fault.LID_OPEN: _kept(Part.SHOE, "The shoe's lid stands open"),
    Fault.SAYS_EMPTY: _once(Part.SHOE, "The shoe says that it is empty, and is not"),
    Fault.UNREAD_CARD: _once(Part.CARD, "The next card leaves the shoe without being read"),
    Fault.UNSEEN_CARD: _once(Part.CARD, "The shoe tells nothing of the next card, though its beam was broken"),
    Fault.TWO_CARDS: _once(Part.CARD, "Two cards leave the shoe at once"),
    Fault.MISREAD_CARD: _once(Part.CARD, "The shoe reports another tag than that of the next card"),
    Fault.READ_TWICE: _once(Part.CARD, "The shoe reports the next card twice"),
    Fault.PUSHED_BACK: _once(Part.CARD, "The next card is pushed back into the shoe and drawn again"),
    Fault.FOREIGN_CARD: _once(Part.CARD, "The next card is of another deck"),
    Fault.MARKED_DUPLICATE: _once(Part.CARD, "The next card is a copy, tag and all, of one that lies face up"),
    Fault.WRONG_DECK: _kept(Part.CARD, "Another deck than the registered one is in the shoe"),
    Fault.MISSING_CARD: _once(Part.CARD, "The next deck that is loaded lacks a card"),
    Fault.BOXED_CARD: _once(Part.CARD, "The next card lies the wrong way up in the deck"),
    Fault.WRONG_SEAT: _once(Part.CARD, "The next card goes to the wrong seat"),
    Fault.DEALT_EARLY: _once(Part.CARD, "A card is dealt while the players still act"),
    Fault.EXPOSED_HOLE_CARD: _once(Part.CARD, "The next hole card falls face up"),
    Fault.DOOR_CARD_DOWN: _once(Part.CARD, "The next up-card falls face down"),
    Fault.MISSED_BURN: _once(Part.CARD, "The dealer forgets the next burn"),
    Fault.DOUBLE_BURN: _once(Part.CARD, "The dealer burns two cards"),
    Fault.RIVER_FACE_UP: _once(Part.CARD, "The next card of seventh street falls face up"),
    Fault.CARD_OFF_TABLE: _once(Part.CARD, "The next card falls off the table"),
    Fault.CARD_TURNED: _once(Part.CARD, "The next card lies head down"),
    Fault.CARD_ASKEW: _once(Part.CARD, "The next card lies askew"),
    Fault.CARD_MOVED: _once(Part.CARD, "The card laid last slides along the felt"),
    Fault.SQUARED_UP: _kept(Part.CARD, "The players square up their cards"),
    Fault.FANNED: _kept(Part.CARD, "The players fan their cards"),
    Fault.CHIP_ON_CARD: _kept(Part.CARD, "A chip lies on the card that was laid last"),
    Fault.UNPLUG_CAMERA: _kept(Part.CAMERA, "The camera's cable is pulled out; switch off to plug it in again"),
    Fault.HANG_CAMERA: _kept(Part.CAMERA, "The camera delivers no more pictures"),
    Fault.FROZEN_FRAME: _kept(Part.CAMERA, "The camera delivers one and the same picture again and again"),
    Fault.SLOW_FRAMES: _kept(Part.CAMERA, "The camera delivers one picture a second"),
    Fault.TORN_FRAMES: _kept(Part.CAMERA, "Each picture is damaged in its lower part"),
    Fault.LIGHTS_OFF: _kept(Part.CAMERA, "The lights over the table are off"),
    Fault.LIGHTS_FLICKER: _kept(Part.CAMERA, "The light flickers"),
    Fault.GLARE: _kept(Part.CAMERA, "A lamp is mirrored in the cards"),
    Fault.BLURRED: _kept(Part.CAMERA, "The picture is out of focus"),
    Fault.COLOUR_CAST: _kept(Part.CAMERA, "The white balance is off"),
    Fault.HAND_OVER_SEAT: _kept(Part.CAMERA, "A hand rests over a seat's cards"),
    Fault.CAMERA_KNOCKED: _kept(Part.CAMERA, "The camera was knocked: 2 centimetres and 3 degrees"),
    Fault.DISK_FULL: _kept(Part.OUTSIDE, "The disk with the journal is full"),
    Fault.JOURNAL_LOCKED: _kept(Part.OUTSIDE, "Another program holds the journal"),
    Fault.CLOCK_JUMP: _once(Part.OUTSIDE, "The computer's clock jumps by an hour"),
    Fault.CONTROLLER_KILLED: _once(Part.OUTSIDE, "The controller is killed and starts again"),
    Fault.VOICE_GONE: _kept(Part.OUTSIDE, "The voice is gone"),
    Fault.BROKER_GONE: _kept(Part.OUTSIDE, "The floor's broker cannot be reached"),
}


def named(name: str) -> Fault:
    """The fault of that name. Raises UnknownFault."""
    try:
        return Fault(name)
    except ValueError:
        raise UnknownFault(f"there is no fault {name!r}; the names are: {', '.join(f.value for f in Fault)}") from None


_LEADS_TO = 60.0
"""Seconds after which something that is told has another reason."""


class Faults:
    """The switches. Any thread may set them; whoever makes a fault come true asks here."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._lock = threading.Lock()
        self._wall = wall
        self._on: frozenset[Fault] = frozenset()
        self._caused: dict[Fault, float] = {}
        self._told: dict[Fault, Mapping[str, str]] = {}
        self._happened: tuple[Fault, float] | None = None

    def set(self, fault: Fault, *, on: bool) -> None:
        """Arm or end a fault."""
        with self._lock:
            self._on = self._on | {fault} if on else self._on - {fault}
            if on:
                self._caused[fault] = self._wall()
                self._told.pop(fault, None)
            if on and not KINDS[fault].once:
                self._happened = fault, self._caused[fault]
            elif not on and self._happened is not None and self._happened[0] is fault:
                self._happened = None

    def has(self, fault: Fault) -> bool:
        """The fault is on or armed."""
        return fault in self._on

    def take(self, fault: Fault) -> bool:
        """True if the fault was armed; one that happens once is then over."""
        with self._lock:
            if fault not in self._on:
                return False
            if KINDS[fault].once:
                self._on = self._on - {fault}
                self._happened = fault, self._wall()
            return True

    def tell(self, words: Mapping[str, str]) -> None:
        """The dealer was told something, by language: what happened last led to it, unless that is too long ago."""
        with self._lock:
            if self._happened is not None and self._wall() - self._happened[1] < _LEADS_TO:
                self._told[self._happened[0]] = words
            self._happened = None

    def views(self, offered: frozenset[Fault]) -> tuple[FaultView, ...]:
        """Every fault, in the order to show them; what is not offered is missing at this table."""
        with self._lock:
            return tuple(
                FaultView(
                    fault.value,
                    kind.words,
                    fault in self._on,
                    kind.once,
                    missing=fault not in offered,
                    caused=self._caused.get(fault, 0.0),
                    told=self._told.get(fault, {}),
                )
                for fault, kind in KINDS.items()
            )
