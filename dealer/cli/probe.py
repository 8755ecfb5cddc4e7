"""A probe in the shoe's cable: passes every byte on and notes when the last byte of a card event went through."""

from __future__ import annotations

import os
import selectors
import threading
import time
import tty
from dataclasses import dataclass, field

from drivers.shoe import osp


@dataclass(slots=True)
class Probe:
    """Stands between the simulated shoe and the driver. sent: moments (seconds since 1970) by sequence number."""

    sent: dict[int, float] = field(default_factory=dict)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _fds: list[int] = field(default_factory=list)

    def insert(self, port: str) -> str:
        """Prepare to pass bytes between the port and a new pseudo-terminal; returns the path to open instead."""
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        self._fds = [ours, theirs]
        self._thread = threading.Thread(target=self._run, args=(port, ours), name="probe", daemon=True)
        self._thread.start()
        return os.ttyname(theirs)

    def stop(self) -> None:
        """Stop passing bytes on."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(2.0)
        for descriptor in self._fds:
            os.close(descriptor)

    def _run(self, port: str, ours: int) -> None:
        shoe = self._opened(port)
        if shoe is None:
            return
        decoder = osp.Decoder()
        with selectors.DefaultSelector() as ready:
            ready.register(ours, selectors.EVENT_READ)
            ready.register(shoe, selectors.EVENT_READ)
            while not self._stop.is_set():
                for key, _ in ready.select(0.2):
                    data = os.read(key.fd, 4096)
                    if key.fd == shoe:
                        os.write(ours, data)
                        self._note(decoder, data, time.time())
                    else:
                        os.write(shoe, data)
        os.close(shoe)

    def _opened(self, port: str) -> int | None:
        """The shoe's own end, as soon as it is plugged in."""
        while not self._stop.wait(0.02):
            try:
                descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY)
            except OSError:
                continue
            tty.setraw(descriptor)
            return descriptor
        return None

    def _note(self, decoder: osp.Decoder, data: bytes, now: float) -> None:
        for line in decoder.feed(data):
            if isinstance(line, osp.Event) and line.code == "CO":
                self.sent.setdefault(line.seq, now)
