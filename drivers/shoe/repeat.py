"""When to ask again for what was not answered: soon, then later and later. Pure."""

from __future__ import annotations

import math


class Repeat:
    """A question that is asked until it is stopped or the tries run out.

    first, last: seconds from one try to the next, doubling from first to last.
    """

    def __init__(self, first: float, last: float, most: float = math.inf) -> None:
        self._first = first
        self._last = last
        self._most = most
        self._wait = first
        self.at = math.inf
        self.tries = 0

    @property
    def running(self) -> bool:
        """Whether an answer is waited for."""
        return self.at < math.inf

    def begin(self, at: float) -> None:
        """Ask at this time, and again until stopped."""
        self._wait = self._first
        self.tries = 0
        self.at = at

    def stop(self) -> None:
        """The answer is here."""
        self.at = math.inf

    def due(self, now: float) -> bool:
        """Whether to ask now; if so, the next try is set."""
        if now < self.at:
            return False
        self.tries += 1
        self.at = now + self._wait if self.tries < self._most else math.inf
        self._wait = min(self._wait * 2, self._last)
        return True
