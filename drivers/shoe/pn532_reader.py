"""How a PN532 is set up and asked, over and over, which tags lie in its field (SHOE-PROTOCOL, `pn532`). Pure.

After a reset the chip may answer the command before last. So an answer counts only if it follows the acknowledgement
of the command that was sent last and bears its number; no two commands of the set-up have the same number, so a chip
that lags behind is found there and drained before the first search.
"""

from __future__ import annotations

from typing import Final

from dealer.observations import Health
from drivers.shoe import pn532
from drivers.shoe.codec import Dropped
from drivers.shoe.pn532 import Command
from drivers.shoe.polled import Asking, PolledReader
from drivers.shoe.teller import Teller

QUIET = 0.15
"""Seconds without a tag after which a card has passed: three searches."""
POLL_EVERY = 0.03
ANSWER_WITHIN = 0.3
DRAIN = 0.06

_SETUP: Final = (
    (Command.SAM_CONFIGURATION, (0x01, 0x14, 0x01)),
    (Command.GET_FIRMWARE_VERSION, ()),
    (Command.RF_CONFIGURATION, (0x05, 0xFF, 0x01, 0x01)),
)
_SEARCH: Final = (Command.IN_LIST_PASSIVE_TARGET, (0x02, 0x00))
"""Up to two tags of ISO 14443A: with one, a second card would be missed."""


def pn532_reader(teller: Teller) -> PolledReader:
    """A PN532 at the shoe's mouth."""
    asking = Asking(teller, QUIET)
    return PolledReader(asking, _Talk(asking))


class _Talk:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._decoder = pn532.Decoder()
        self._step = 0
        self._asked: Command | None = None
        self._acked = False

    @property
    def damaged(self) -> int:
        return self._decoder.faults.total()

    def begin(self, now: float) -> None:
        """Break off what the chip does, and let what it still has to say run out."""
        self._decoder.reset()
        self._step = 0
        self._asked = None
        self._asking.rests(now + DRAIN, pn532.ACK_BYTES + pn532.WAKE_UP)

    def go_on(self, now: float) -> None:
        command, data = _SETUP[self._step] if self._step < len(_SETUP) else _SEARCH
        self._asked, self._acked = command, False
        self._asking.asks(pn532.ask(command, *data), ANSWER_WITHIN, now)

    def heard(self, data: bytes, now: float) -> None:
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Dropped) and self._asked is not None:
                self._frame(frame, self._asked, now)

    def missed(self) -> None:
        self._asking.teller.away(Health.SILENT, "the reader does not answer; look at its cable and its mode switches")

    def _frame(self, frame: pn532.Frame, asked: Command, now: float) -> None:
        match frame:
            case pn532.Ack():
                self._acked = True
            case pn532.Answer(command, _) if self._acked and command == asked:
                self._step += 1
                self._answered(now, at=now)
            case pn532.Targets(tags) if self._acked and asked is Command.IN_LIST_PASSIVE_TARGET:
                self._answered(now, at=now + POLL_EVERY)
                self._asking.sees(tags, len(tags), now)
            case pn532.Asked():
                pass
            case _:
                self.begin(now)

    def _answered(self, now: float, at: float) -> None:
        self._asked = None
        self._asking.answered(now, at)
