"""A polled reader as its recording tells of it: what it answered, whatever was asked. Pure.

A recording cannot be asked again at other moments, so the answers are taken as they stand.
"""

from __future__ import annotations

from collections.abc import Collection

from dealer.observations import Health, ShoePosition, Tag
from drivers.shoe import pepper_c1, pn532
from drivers.shoe.device import Output
from drivers.shoe.passage import Passage
from drivers.shoe.teller import Teller


class OverheardReader:
    """Listens to the answers of a PN532 or a Pepper C1.

    quiet: seconds without a tag after which a card has passed, as with the reader itself.
    """

    def __init__(self, teller: Teller, decoder: pn532.Decoder | pepper_c1.Decoder, quiet: float) -> None:
        self._teller = teller
        self._decoder = decoder
        self._passage = Passage(quiet)

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""
        return self._decoder.faults.total()

    @property
    def silent(self) -> bool:
        """Never: it says nothing unless there is something to say."""
        return False

    def opened(self, now: float) -> None:
        """The port was opened."""
        self._decoder.reset()
        self._teller.well("a recording is played")

    def lost(self, detail: str, now: float) -> None:
        """The port was gone."""
        self._teller.passed(self._passage.end())
        self._teller.away(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        for frame in self._decoder.feed(data):
            match frame:
                case pn532.Targets(tags):
                    self._see(tags, len(tags), now)
                case pepper_c1.TagSeen(tag, _):
                    self._see((tag,), 1, now)
                case pepper_c1.Reply(pepper_c1.Command.GET_TAG_COUNT, data) if data:
                    self._see((), data[0], now)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """A recording does not listen."""

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._teller.watch(self._passage, now)

    def due(self) -> float:
        """When a passage ends."""
        return self._passage.due

    def take(self) -> Output:
        """What is to be reported."""
        return Output(b"", self._teller.take())

    def _see(self, tags: Collection[Tag], count: int, now: float) -> None:
        self._passage.see(tags, count, now)
