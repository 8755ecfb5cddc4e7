"""Shoes and readers that only speak: the Angel Eye shoe and EM4100 readers (SHOE-PROTOCOL). Pure.

Neither says that it is alive, so an open port counts as well; what was lost shows in a gap of the Angel Eye's one
digit, and not at all with an EM4100 reader.
"""

from __future__ import annotations

from dealer.observations import Health, ShoeCode, ShoePosition
from drivers.shoe import angel_eye, em4100
from drivers.shoe.codec import Dropped
from drivers.shoe.device import Device, Output
from drivers.shoe.listener import Listener, Sighting
from drivers.shoe.teller import Teller

QUIET = 0.2
"""Seconds without a word after which an EM4100 tag has passed: three of its repetitions."""

_UNREADABLE = (1, 6)
_REVERSE = (4, 5)
_ERRORS = {2: "overdraw", 4: "a card was pushed back", 5: "a card was pushed back", 7: "time-out"}


def em4100_reader(teller: Teller) -> Device:
    """A 125 kHz reader, which is only listened to."""
    words = "the port is open; this reader says nothing until it sees a tag"
    return Listener(teller, em4100.Decoder(), _seen, QUIET, words)


def _seen(frame: em4100.TagSeen) -> Sighting:
    return (frame.tag,), 1


class AngelEyeShoe:
    """Listens to a baccarat shoe, which reads the code printed on its own cards."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._decoder = angel_eye.Decoder()
        self._last: int | None = None

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""
        return self._decoder.faults.total()

    @property
    def silent(self) -> bool:
        """Never: it says nothing unless there is something to say."""
        return False

    def opened(self, now: float) -> None:
        """The port is open."""
        self._decoder.reset()
        self._last = None
        self._teller.well("the port is open; this shoe says nothing until a card is drawn")

    def lost(self, detail: str, now: float) -> None:
        """The port is gone."""
        self._teller.away(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Dropped):
                self._count(frame.seq)
                self._tell(frame)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """The shoe is only listened to."""

    def tick(self, now: float) -> None:
        """Nothing depends on the time."""

    def due(self) -> float:
        """Never."""
        return float("inf")

    def take(self) -> Output:
        """What is to be reported."""
        return Output(b"", self._teller.take())

    def _count(self, seq: int) -> None:
        """A digit left out is an event whose three copies were all lost; after 9 comes 0 or 1."""
        last, self._last = self._last, seq
        if last is None or seq in ((last + 1) % 10, last % 9 + 1):
            return
        self._teller.lost("the shoe's number left some out; count the stub")

    def _tell(self, frame: angel_eye.Frame) -> None:
        match frame:
            case angel_eye.CardDrawn(_, _, None):
                self._teller.unread(0)
            case angel_eye.CardDrawn(_, _, tag) if tag is not None:
                self._teller.card(tag, 0, 1)
            case angel_eye.ErrorShown(_, code, True):
                self._error(code)
            case angel_eye.ErrorShown(_, code, False):
                self._teller.notice(ShoeCode.READER_ERROR, f"error {code} is over")
            case angel_eye.Locked(_, locked):
                self._teller.notice(ShoeCode.UNKNOWN, "locked" if locked else "unlocked")
            case angel_eye.Other(_, letter, _):
                self._teller.notice(ShoeCode.UNKNOWN, letter)

    def _error(self, code: int) -> None:
        if code in _UNREADABLE:
            self._teller.unread(0)
            return
        jam = code == 7
        self._teller.notice(ShoeCode.JAM if jam else ShoeCode.READER_ERROR, _ERRORS.get(code, f"error {code}"))
        if code in _REVERSE:
            self._teller.lost("a card was pushed back and the shoe does not say which; count the stub")
