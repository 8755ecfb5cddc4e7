"""A reader whose words stand for themselves, whatever was asked: which tags lie in its field. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic

from dealer.observations import Health, ShoePosition, Tag
from drivers.shoe.codec import Dropped, FrameT, Scanner
from drivers.shoe.device import Output
from drivers.shoe.passage import Passage
from drivers.shoe.teller import Teller

Sighting = tuple[Collection[Tag], int]
"""The tags that were read, and how many cards the reader says lie in its field."""


class Listener(Generic[FrameT]):
    """Listens to one reader.

    decoder: of its frames.  sighting: what a frame says of the field, or None.
    quiet: seconds without a tag after which a card has passed.  words: what is told while the port is open.
    """

    def __init__(
        self,
        teller: Teller,
        decoder: Scanner[FrameT],
        sighting: Callable[[FrameT], Sighting | None],
        quiet: float,
        words: str,
    ) -> None:
        self._teller = teller
        self._decoder = decoder
        self._sighting = sighting
        self._passage = Passage(quiet)
        self._words = words

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
        self._teller.well(self._words)

    def lost(self, detail: str, now: float) -> None:
        """The port is gone; a card that was in the field has passed for all we know."""
        self._teller.passed(self._passage.end())
        self._teller.away(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        for frame in self._decoder.feed(data):
            found = None if isinstance(frame, Dropped) else self._sighting(frame)
            if found is not None:
                self._passage.see(*found, now)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """The reader does not listen."""

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._teller.watch(self._passage, now)

    def due(self) -> float:
        """When a passage ends."""
        return self._passage.due

    def take(self) -> Output:
        """What is to be reported."""
        return Output(b"", self._teller.take())
