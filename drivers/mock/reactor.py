"""When things happen at the simulated table: timers and file descriptors on one thread of its own."""

from __future__ import annotations

import contextlib
import heapq
import itertools
import os
import selectors
import threading
import time
from collections.abc import Callable
from typing import Protocol

Job = Callable[[], None]


class Reactor(Protocol):
    """Runs every job of the table one after another; a test brings one whose clock it turns itself."""

    def now(self) -> float:
        """Seconds of the table's clock."""

    def call_at(self, when: float, job: Job) -> Job:
        """Run a job at a time of that clock; returns what calls it off."""

    def call_soon(self, job: Job) -> None:
        """Run a job as soon as may be. May be called from any thread."""

    def watch(self, fd: int, readable: Job) -> None:
        """Call whenever there is something to read."""

    def unwatch(self, fd: int) -> None:
        """Watch no longer; before the descriptor is closed."""


class ThreadReactor:
    """The real one: a daemon thread, `time.monotonic`, a selector that a pipe wakes up."""

    def __init__(self, name: str = "simulated-table") -> None:
        self._lock = threading.Lock()
        self._times: list[tuple[float, int]] = []
        self._pending: dict[int, Job] = {}
        self._numbers = itertools.count()
        self._selector = selectors.DefaultSelector()
        self._wake_in, self._wake_out = os.pipe()
        os.set_blocking(self._wake_in, False)
        os.set_blocking(self._wake_out, False)
        self._selector.register(self._wake_in, selectors.EVENT_READ, self._drain)
        self._running = True
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to run jobs."""
        self._thread.start()

    def stop(self) -> None:
        """End within a second; jobs that were not due are forgotten. A second call does nothing."""
        with self._lock:
            if not self._running:
                return
            self._running = False
            self._nudge()
        if self._thread.is_alive():
            self._thread.join(1.0)
        with self._lock:
            self._closed = True
            os.close(self._wake_in)
            os.close(self._wake_out)
        self._selector.close()

    def now(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, job: Job) -> Job:
        number = next(self._numbers)
        with self._lock:
            self._pending[number] = job
            heapq.heappush(self._times, (when, number))
            first = self._times[0][1] == number
        if first and threading.current_thread() is not self._thread:
            self._wake()

        def call_off() -> None:
            with self._lock:
                self._pending.pop(number, None)

        return call_off

    def call_soon(self, job: Job) -> None:
        self.call_at(float("-inf"), job)

    def watch(self, fd: int, readable: Job) -> None:
        self._selector.register(fd, selectors.EVENT_READ, readable)

    def unwatch(self, fd: int) -> None:
        self._selector.unregister(fd)

    def _wake(self) -> None:
        with self._lock:
            self._nudge()

    def _nudge(self) -> None:
        if not self._closed:
            with contextlib.suppress(BlockingIOError):
                os.write(self._wake_out, b"!")

    def _drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_in, 4096)

    def _due(self) -> tuple[Job | None, float | None]:
        """A job whose time has come, or how long the next one is away."""
        with self._lock:
            while self._times:
                when, number = self._times[0]
                wait = when - time.monotonic()
                if number in self._pending and wait > 0:
                    return None, wait
                heapq.heappop(self._times)
                job = self._pending.pop(number, None)
                if job is not None:
                    return job, 0.0
            return None, None

    def _run(self) -> None:
        while self._running:
            job, wait = self._due()
            if job is not None:
                job()
                wait = 0.0
            for key, _ in self._selector.select(wait):
                if self._running:
                    key.data()
