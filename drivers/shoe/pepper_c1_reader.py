"""How a Pepper C1 is asked, over and over, which tags lie in its field (SHOE-PROTOCOL, `pepper-c1`). Pure.

An answer counts only if it bears the number of the command that was sent last: what the reader still had to say from
before is dropped. Tags that it names on its own, once somebody has set it up so, are taken too.
"""

from __future__ import annotations

import math

from dealer.observations import Health, ShoePosition, Tag
from drivers.shoe import pepper_c1
from drivers.shoe.codec import Dropped
from drivers.shoe.device import Output
from drivers.shoe.passage import Passage
from drivers.shoe.pepper_c1 import Command
from drivers.shoe.teller import Teller

QUIET = 0.25
POLL_EVERY = 0.02
ANSWER_WITHIN = 0.5
SILENT_AFTER = 2.5
_MOST_TAGS = 5
_SETUP = ((Command.DUMMY, ()), (Command.SET_POLLING, (0,)))


class PepperC1Reader:
    """The talk with one reader. antenna: 1 to 8 on a reader with several, else None."""

    def __init__(self, teller: Teller, antenna: int | None = None) -> None:
        self._teller = teller
        self._decoder = pepper_c1.Decoder()
        self._passage = Passage(QUIET)
        self._setup: tuple[tuple[Command, tuple[int, ...]], ...] = _SETUP
        if antenna is not None:
            self._setup += ((Command.SET_ACTIVE_ANTENNA, (antenna,)),)
        self._step = 0
        self._count = 0
        self._found: list[Tag] = []
        self._index = 0
        self._asked: Command | None = None
        self._open = False
        self._silent = False
        self._life = -math.inf
        self._at = math.inf
        self._wire = b""

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""
        return self._decoder.faults.total()

    @property
    def silent(self) -> bool:
        """Whether the port is open and nothing is heard."""
        return self._open and self._silent

    def opened(self, now: float) -> None:
        """The port is open: set the reader up."""
        self._open = True
        self._life = now
        self._teller.linking()
        self._begin(now)

    def lost(self, detail: str, now: float) -> None:
        """The port is gone; a card that was in the field has passed for all we know."""
        self._open = False
        self._at = math.inf
        self._teller.passed(self._passage.end())
        self._teller.away(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Dropped):
                self._frame(frame, now)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """The reader keeps nothing, so there is nothing to tell it."""

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._teller.watch(self._passage, now)
        if not self._open:
            return
        if now - self._life >= SILENT_AFTER and not self._silent:
            self._silent = True
            self._teller.away(Health.SILENT, "the reader does not answer; look at its cable")
        if now >= self._at:
            if self._asked is None:
                self._next(now)
            else:
                self._begin(now)

    def due(self) -> float:
        """When `tick` has something to do."""
        silence = math.inf if self._silent or not self._open else self._life + SILENT_AFTER
        return min(self._at, self._passage.due, silence)

    def take(self) -> Output:
        """What is to be sent and reported."""
        wire, self._wire = self._wire, b""
        return Output(wire if self._open else b"", self._teller.take())

    def _begin(self, now: float) -> None:
        self._decoder.reset()
        self._step = 0
        self._count = self._index = 0
        self._next(now)

    def _next(self, now: float) -> None:
        if self._step < len(self._setup):
            command, data = self._setup[self._step]
            self._ask(now, command, *data)
        elif self._index < self._count:
            self._ask(now, Command.GET_UID, self._index)
        else:
            self._ask(now, Command.GET_TAG_COUNT)

    def _ask(self, now: float, command: Command, *data: int) -> None:
        self._asked = command
        self._at = now + ANSWER_WITHIN
        self._wire += pepper_c1.ask(command, *data)

    def _frame(self, frame: pepper_c1.Frame, now: float) -> None:
        match frame:
            case pepper_c1.TagSeen(tag, False):
                self._passage.see((tag,), 1, now)
            case pepper_c1.TagSeen(tag, True) if self._asked is Command.GET_UID:
                self._found.append(tag)
                self._named(now)
            case pepper_c1.Failure(Command.GET_UID, _) if self._asked is Command.GET_UID:
                self._named(now)
            case pepper_c1.Reply(Command.GET_TAG_COUNT, data) if self._asked is Command.GET_TAG_COUNT and data:
                self._answered(now)
                self._count, self._index, self._found = min(data[0], _MOST_TAGS), 0, []
                self._passage.see((), self._count, now)
                self._at = now if self._count else now + POLL_EVERY
                self._silent = False
                self._teller.well("the reader answers")
            case pepper_c1.Reply(command, _) | pepper_c1.Failure(command, _) if (
                command == self._asked and self._step < len(self._setup)
            ):
                self._answered(now)
                self._step += 1
                self._at = now
            case pepper_c1.Failure(command, _) if command == self._asked:
                self._answered(now)
                self._at = now + POLL_EVERY
            case _:
                pass

    def _named(self, now: float) -> None:
        """One id was read, or could not be: the card moved on."""
        self._answered(now)
        self._index += 1
        self._at = now
        if self._index >= self._count:
            self._passage.see(self._found, self._count, now)
            self._count = self._index = 0
            self._at = now + POLL_EVERY

    def _answered(self, now: float) -> None:
        self._asked = None
        self._life = now
