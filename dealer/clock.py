"""Where the time comes from; tests bring their own."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Two clocks: one that only runs forward, and the one on the wall."""

    def now(self) -> float:
        """Seconds of the monotonic clock, for waiting and measuring."""

    def wall(self) -> float:
        """Seconds since 1970, for the record and for decisions that are timed across a restart."""


class SystemClock:
    """The machine's clocks."""

    def now(self) -> float:
        """Seconds of the monotonic clock."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()
