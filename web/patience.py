"""How long a client may take to say what it wants: one that drips, or says nothing, loses its place.

A worker thread belongs to a connection from its first byte on, and the server's own time-out begins anew with each
byte. Without a bound on the whole, a few dozen silent clients would keep every page from opening.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cheroot.server import HTTPConnection, HTTPRequest

ASK_SECONDS = 5.0
"""From the first byte of a request to the last of its header, and again for its body."""
CROWD = 12
"""So many unfinished requests from one address are taken to be honest; more are not, once they take their time."""
CROWD_SECONDS = 1.0
_LOOK = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A request that is not complete yet. since: seconds of the monotonic clock."""

    socket: socket.socket
    address: str
    since: float


class Patience:
    """Watches the requests that are being read, and breaks off those that take too long. From any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: set[_Waiting] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web-patience", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    @contextlib.contextmanager
    def with_one(self, client: socket.socket, address: str) -> Iterator[None]:
        """Watch one request while it is being read."""
        waiting = _Waiting(client, address, self._clock())
        with self._lock:
            self._waiting.add(waiting)
        try:
            yield
        finally:
            with self._lock:
                self._waiting.discard(waiting)

    def look(self) -> int:
        """Break off what takes too long; returns how many."""
        now = self._clock()
        with self._lock:
            slow = [each for each in self._waiting if now - each.since > CROWD_SECONDS]
            crowds = Counter(each.address for each in slow)
            # The oldest of a crowd go first, until it is small enough.
            over = [each for each in slow if now - each.since > ASK_SECONDS]
            for address, count in crowds.items():
                own = sorted((each for each in slow if each.address == address), key=lambda each: each.since)
                over += [each for each in own[: max(0, count - CROWD)] if each not in over]
            for each in over:
                with contextlib.suppress(OSError):
                    each.socket.shutdown(socket.SHUT_RDWR)
        return len(over)

    def _run(self) -> None:
        while not self._stop.wait(_LOOK):
            self.look()


def patient_connection(patience: Patience) -> type[HTTPConnection]:
    """The connection class of a server whose requests are watched."""

    class Request(HTTPRequest):
        def parse_request(self) -> None:
            with patience.with_one(self.conn.socket, self.conn.remote_addr or ""):
                super().parse_request()

    class Connection(HTTPConnection):
        RequestHandlerClass = Request

    return Connection
