"""How a PN532 is set up and asked, over and over, which tags lie in its field (SHOE-PROTOCOL, `pn532`). Pure.

After a reset the chip may answer the command before last. So an answer counts only if it follows the acknowledgement
of the command that was sent last and bears its number; no two commands of the set-up have the same number, so a chip
that lags behind is found there and drained before the first search.
"""

from __future__ import annotations

import math
from typing import Final

from dealer.observations import Health, ShoePosition
from drivers.shoe import pn532
from drivers.shoe.codec import Dropped
from drivers.shoe.device import Output
from drivers.shoe.passage import Passage
from drivers.shoe.pn532 import Command
from drivers.shoe.teller import Teller

QUIET = 0.15
"""Seconds without a tag after which a card has passed: three searches."""
POLL_EVERY = 0.03
ANSWER_WITHIN = 0.3
DRAIN = 0.06
SILENT_AFTER = 2.5

_SETUP: Final = (
    (Command.SAM_CONFIGURATION, (0x01, 0x14, 0x01)),
    (Command.GET_FIRMWARE_VERSION, ()),
    (Command.RF_CONFIGURATION, (0x05, 0xFF, 0x01, 0x01)),
)
_SEARCH: Final = (Command.IN_LIST_PASSIVE_TARGET, (0x02, 0x00))
"""Up to two tags of ISO 14443A: with one, a second card would be missed."""


class Pn532Reader:
    """The talk with one reader."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._decoder = pn532.Decoder()
        self._passage = Passage(QUIET)
        self._step = 0
        self._asked: Command | None = None
        self._acked = False
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
        """The port is open: wake the chip up."""
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
            self._teller.away(Health.SILENT, "the reader does not answer; look at its cable and its mode switches")
        if now >= self._at:
            if self._asked is None:
                self._ask(now)
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
        """Break off what the chip does, and let what it still has to say run out."""
        self._decoder.reset()
        self._step = 0
        self._asked = None
        self._at = now + DRAIN
        self._wire += pn532.ACK_BYTES + pn532.WAKE_UP

    def _ask(self, now: float) -> None:
        command, data = _SETUP[self._step] if self._step < len(_SETUP) else _SEARCH
        self._asked, self._acked = command, False
        self._at = now + ANSWER_WITHIN
        self._wire += pn532.ask(command, *data)

    def _frame(self, frame: pn532.Frame, now: float) -> None:
        if self._asked is None:
            return
        match frame:
            case pn532.Ack():
                self._acked = True
            case pn532.Answer(command, _) if self._acked and command == self._asked:
                self._step += 1
                self._done(now, at=now)
            case pn532.Targets(tags) if self._acked and self._asked is Command.IN_LIST_PASSIVE_TARGET:
                self._passage.see(tags, len(tags), now)
                self._done(now, at=now + POLL_EVERY)
                self._silent = False
                self._teller.well("the reader answers")
            case pn532.Asked():
                pass
            case _:
                self._begin(now)

    def _done(self, now: float, at: float) -> None:
        self._asked = None
        self._life = now
        self._at = at
