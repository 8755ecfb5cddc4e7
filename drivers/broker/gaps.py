"""In which order a table's events are taken, each once, and which are missing. Pure."""

from __future__ import annotations

from dealer.ports import TableEvent

MOST_WAITING = 512
"""Events kept while one before them is missing; beyond it they are asked for again."""


class Order:
    """The events of one journal. known: the last one taken."""

    def __init__(self, known: int) -> None:
        self.known = known
        self.newest = known
        self.repeated = 0
        self._waiting: dict[int, TableEvent] = {}

    def offer(self, event: TableEvent) -> list[TableEvent]:
        """Take an event; returns those that may be used now, in order. One that was taken before is only counted."""
        if event.seq <= self.known or event.seq in self._waiting:
            self.repeated += 1
            return []
        self.newest = max(self.newest, event.seq)
        if event.seq != self.known + 1:
            if len(self._waiting) < MOST_WAITING:
                self._waiting[event.seq] = event
            return []
        ready = [event]
        self.known = event.seq
        while (following := self._waiting.pop(self.known + 1, None)) is not None:
            ready.append(following)
            self.known = following.seq
        return ready

    def reaches(self, seq: int) -> None:
        """The table says that its last event is this one."""
        self.newest = max(self.newest, seq)

    def ends(self, seq: int) -> None:
        """The journal ends here, before what was taken: what comes next is another entry of the same number."""
        self.known = self.newest = seq
        self._waiting.clear()

    @property
    def missing(self) -> bool:
        """Whether an event is known to be missing."""
        return self.newest > self.known
