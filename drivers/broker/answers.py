"""Which answers the floor waits for: each once, and only from the table that was asked."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable

from dealer.ports import DealerError
from drivers.broker.topics import Address

_MOST = 8192
_BYTES = 16


class NotAsked(DealerError):
    """An answer to what nobody asked, or from another table than the one that was asked."""


class AnsweredBefore(DealerError):
    """An answer to what has been answered already."""


class Answers:
    """Open questions by their correlation data; from any thread. What is forgotten in the end counts as not asked."""

    def __init__(self) -> None:
        self._open: OrderedDict[bytes, tuple[Address, Callable[[bytes], None]]] = OrderedDict()
        self._over: OrderedDict[bytes, bool] = OrderedDict()
        self._lock = threading.Lock()

    def expect(self, address: Address, take: Callable[[bytes], None]) -> bytes:
        """Wait for an answer; returns the correlation data to ask with. take: is given the answer's payload."""
        correlation = secrets.token_bytes(_BYTES)
        with self._lock:
            self._open[correlation] = (address, take)
            while len(self._open) > _MOST:
                self._open.popitem(last=False)
        return correlation

    def give_up(self, correlation: bytes) -> None:
        """Nobody waits any more; an answer that comes late is dropped without a word."""
        with self._lock:
            if self._open.pop(correlation, None) is not None:
                self._end(correlation, answered=False)

    def take(self, correlation: bytes, address: Address, payload: bytes) -> None:
        """Give an answer to who waits for it. Raises NotAsked, AnsweredBefore, and what `take` raises."""
        with self._lock:
            waiting = self._open.get(correlation)
            over = self._over.get(correlation)
        if waiting is None and over is False:
            return
        if waiting is None and over:
            raise AnsweredBefore("this has been answered already")
        if waiting is None or waiting[0] != address:
            raise NotAsked("nobody asked this table for that")
        waiting[1](payload)
        with self._lock:
            if self._open.pop(correlation, None) is not None:
                self._end(correlation, answered=True)

    def _end(self, correlation: bytes, *, answered: bool) -> None:
        self._over[correlation] = answered
        while len(self._over) > _MOST:
            self._over.popitem(last=False)
