"""What every codec of a reader shares: why bytes were dropped, and the search for frames in a stream of bytes."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

FrameT = TypeVar("FrameT")


class Fault(enum.Enum):
    """Why bytes that began like a frame were dropped."""

    CRC = "CRC"
    LONG = "LONG"
    FORM = "FORM"
    CUT = "CUT"
    FORGED = "FORGED"


@dataclass(frozen=True, slots=True)
class Dropped:
    """Bytes that were not accepted. Holds nothing of them: they might have been a card."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Found(Generic[FrameT]):
    """A frame whose check passed, and how many bytes it took."""

    frame: FrameT
    length: int


Take = Callable[[bytes, int], "Found[FrameT] | Fault | None"]
"""Read the frame that begins at an index: the frame, a fault, or None for 'not all there yet'."""


class Scanner(Generic[FrameT]):
    """Finds frames by their first bytes; after a bad one it looks again from the next byte: noise hides nothing.

    longest: the most bytes that a frame can have, hence the most that are ever held.
    """

    def __init__(self, start: bytes, longest: int, take: Take[FrameT]) -> None:
        self._start = start
        self._longest = longest
        self._take = take
        self._rest = b""
        self.faults: Counter[Fault] = Counter()
        self.accepted = 0

    @property
    def held(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return len(self._rest)

    @property
    def ignored(self) -> int:
        """None: everything that is heard is told."""
        return 0

    def reset(self) -> None:
        """Forget an unfinished frame: the link was opened again, or the answer is overdue."""
        self._rest = b""

    def feed(self, data: bytes) -> list[FrameT | Dropped]:
        """Take the next bytes, return the frames that they complete and those that were dropped, in order."""
        heard: list[FrameT | Dropped] = []
        data = self._rest + data
        at = 0
        while (start := data.find(self._start, at)) >= 0:
            taken = self._take(data, start)
            if isinstance(taken, Found):
                self.accepted += 1
                heard.append(taken.frame)
                at = start + taken.length
                continue
            if taken is None and len(data) - start < self._longest:
                self._rest = data[start:]
                return heard
            fault = Fault.LONG if taken is None else taken
            self.faults[fault] += 1
            heard.append(Dropped(fault))
            at = start + 1
        self._rest = _beginning_at_end(data[at:], self._start)
        return heard


def _beginning_at_end(data: bytes, start: bytes) -> bytes:
    """The longest end of data that might be the beginning of start."""
    for size in range(min(len(start) - 1, len(data)), 0, -1):
        if start.startswith(data[-size:]):
            return data[-size:]
    return b""
