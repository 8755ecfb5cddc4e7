"""What was refused, counted by reason, and said once in a while."""

from __future__ import annotations

import enum
import logging
import threading
import time

_LOG = logging.getLogger(__name__)
_SAY_AGAIN = 60.0
_MOST_TABLES = 2000


class Refused(enum.Enum):
    """Why a message is not taken."""

    MALFORMED = "malformed"
    OVERSIZED = "oversized"
    FORGED = "forged"
    REPLAYED = "replayed"
    OTHER_VERSION = "other-version"
    BUSY = "busy"
    """More requests at once than are kept."""


class Counts:
    """Counts of one side of the broker; from any thread."""

    def __init__(self, whose: str) -> None:
        self._whose = whose
        self._counts: dict[Refused, int] = {}
        self._said: dict[Refused, float] = {}
        self._by_table: dict[str, dict[str, int]] = {}
        self._lock = threading.Lock()

    def refuse(self, why: Refused, topic: str) -> None:
        """Count a message. Its text is never repeated."""
        now = time.monotonic()
        with self._lock:
            self._counts[why] = count = self._counts.get(why, 0) + 1
            self._count_table("/".join(topic.split("/")[2:4]), why)
            quiet = why in self._said and now - self._said[why] < _SAY_AGAIN
            if not quiet:
                self._said[why] = now
        if not quiet:
            _LOG.warning("%s: %s message on %s refused (%s so far)", self._whose, why.value, topic[:120], count)

    def _count_table(self, table: str, why: Refused) -> None:
        if table in self._by_table or len(self._by_table) < _MOST_TABLES:
            own = self._by_table.setdefault(table, {})
            own[why.value] = own.get(why.value, 0) + 1

    def on(self, room: str, table: str) -> dict[str, int]:
        """The counts of one table's topics, by the reason's word."""
        with self._lock:
            return dict(self._by_table.get(f"{room}/{table}", {}))

    def of(self, why: Refused) -> int:
        """How many were refused for this reason."""
        with self._lock:
            return self._counts.get(why, 0)

    def all(self) -> dict[str, int]:
        """All counts that are not 0, by the reason's word."""
        with self._lock:
            return {why.value: count for why, count in self._counts.items()}
