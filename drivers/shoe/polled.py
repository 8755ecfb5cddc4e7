"""Readers that only answer: what every talk with one needs besides its own commands. Pure.

The talk says what to ask next and what an answer means; here stands when it is to ask, when the reader is silent, and
what is reported of it.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Protocol

from dealer.observations import Health, ShoePosition, Tag
from drivers.shoe.device import Output
from drivers.shoe.passage import Passage
from drivers.shoe.teller import Teller

SILENT_AFTER = 2.5
"""Seconds without an answer after which a reader is called silent."""


class Asking:
    """What was asked of a reader and when it has to answer. quiet: seconds after which a card has passed."""

    def __init__(self, teller: Teller, quiet: float) -> None:
        self.teller = teller
        self.passage = Passage(quiet)
        self.open = self.silent = self.waits = False
        self.life = -math.inf
        self.at = math.inf
        self.wire = b""

    def asks(self, frame: bytes, within: float, now: float) -> None:
        """A command is sent; it must be answered within so many seconds."""
        self.wire += frame
        self.waits = True
        self.at = now + within

    def rests(self, at: float, wire: bytes = b"") -> None:
        """Nothing is asked until then. wire: sent meanwhile, without an answer."""
        self.wire += wire
        self.waits = False
        self.at = at

    def answered(self, now: float, at: float) -> None:
        """The reader lives; the next thing is asked then."""
        self.life = now
        self.rests(at)

    def sees(self, tags: Collection[Tag], count: int, now: float) -> None:
        """The answer to a search: the reader works."""
        self.passage.see(tags, count, now)
        self.silent = False
        self.teller.well("the reader answers")


class Talk(Protocol):
    """The commands and answers of one make of reader, over an `Asking`."""

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""

    def begin(self, now: float) -> None:
        """Set the reader up from the start: the port was opened, or an answer is overdue."""

    def go_on(self, now: float) -> None:
        """Ask the next thing."""

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""

    def missed(self) -> None:
        """The reader has not answered for long: tell what a person should look at."""


class PolledReader:
    """A reader that is set up and asked, over and over, which tags lie in its field."""

    def __init__(self, asking: Asking, talk: Talk) -> None:
        self._asking = asking
        self._talk = talk

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""
        return self._talk.damaged

    @property
    def silent(self) -> bool:
        """Whether the port is open and nothing is heard."""
        return self._asking.open and self._asking.silent

    def opened(self, now: float) -> None:
        """The port is open: set the reader up."""
        self._asking.open = True
        self._asking.life = now
        self._asking.teller.linking()
        self._talk.begin(now)

    def lost(self, detail: str, now: float) -> None:
        """The port is gone; a card that was in the field has passed for all we know."""
        self._asking.open = False
        self._asking.at = math.inf
        self._asking.teller.passed(self._asking.passage.end())
        self._asking.teller.away(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        self._talk.heard(data, now)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """The reader keeps nothing, so there is nothing to tell it."""

    def tick(self, now: float) -> None:
        """Time has passed."""
        asking = self._asking
        asking.teller.watch(asking.passage, now)
        if not asking.open:
            return
        if now - asking.life >= SILENT_AFTER and not asking.silent:
            asking.silent = True
            self._talk.missed()
        if now >= asking.at:
            (self._talk.begin if asking.waits else self._talk.go_on)(now)

    def due(self) -> float:
        """When `tick` has something to do."""
        asking = self._asking
        silence = math.inf if asking.silent or not asking.open else asking.life + SILENT_AFTER
        return min(asking.at, asking.passage.due, silence)

    def take(self) -> Output:
        """What is to be sent and reported."""
        wire, self._asking.wire = self._asking.wire, b""
        return Output(wire if self._asking.open else b"", self._asking.teller.take())
