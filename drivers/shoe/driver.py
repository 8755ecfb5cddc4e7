"""A shoe on its link: one thread that joins the bytes, the talk and the reports. Fulfils `dealer.ports.Shoe`."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from dealer.observations import DeviceKind, DeviceState, Health, ShoePosition, ShoeReport
from drivers.link import ByteLink, Lost, Opened
from drivers.shoe.device import Device

_LONGEST_WAIT = 1.0
_STOP_WITHIN = 1.0
_REOPEN_EVERY = 10.0
"""Seconds after which the port of a silent device is opened anew: a network may have dropped it without a word."""


class ShoeDriver:
    """Reports what a shoe says, in order and each event once.

    link: where its bytes come from; belongs to the driver from `start` on.
    device: makes the talk for the positions that are on disk.
    now: seconds of a clock that only goes forward.
    """

    def __init__(
        self,
        link: ByteLink,
        device: Callable[[Sequence[ShoePosition]], Device],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self._make = device
        self._now = now
        self._on_disk: deque[ShoePosition] = deque()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._device: Device | None = None
        self._reopen_at = math.inf

    @property
    def damaged(self) -> int:
        """How many lines or frames were dropped so far, because their check failed. From any thread."""
        return 0 if self._device is None else self._device.damaged

    def start(self, report: Callable[[ShoeReport], None], resume: Sequence[ShoePosition]) -> None:
        """Begin to report from another thread. resume: the last committed position of each device and boot.

        report: called from that thread alone; while it blocks, nothing is read, and the shoe keeps its events.
        """
        if self._thread is not None:
            raise RuntimeError("this shoe has been started before; make a new driver")
        self._device = device = self._make(resume)
        self._thread = threading.Thread(target=self._run, args=(device, report), name="shoe", daemon=True)
        self._thread.start()

    def acknowledge(self, position: ShoePosition) -> None:
        """Everything up to this position is on disk. From any thread; never blocks."""
        self._on_disk.append(position)
        self._link.wake()

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""
        self._stopping.set()
        self._link.wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_STOP_WITHIN)

    def _run(self, device: Device, report: Callable[[ShoeReport], None]) -> None:
        try:
            while not self._stopping.is_set():
                self._step(device, report)
        except Exception as error:
            # A table must not go on believing in a shoe that nobody listens to.
            why = f"{self._link.name}: the driver failed ({type(error).__name__}); start the program again"
            report(DeviceState(DeviceKind.SHOE, Health.GONE, why))
            raise
        finally:
            self._link.close()

    def _step(self, device: Device, report: Callable[[ShoeReport], None]) -> None:
        due = device.due()
        wait = _LONGEST_WAIT if due == math.inf else min(max(due - self._now(), 0.0), _LONGEST_WAIT)
        news = self._link.poll(wait)
        now = self._now()
        if not device.silent:
            self._reopen_at = now + _REOPEN_EVERY
        elif now >= self._reopen_at:
            self._reopen_at = now + _REOPEN_EVERY
            self._link.reopen()
        match news:
            case Opened():
                device.opened(now)
            case Lost(_, detail):
                device.lost(detail, now)
            case bytes():
                device.heard(news, now)
        while self._on_disk:
            device.acknowledge(self._on_disk.popleft(), now)
        device.tick(now)
        output = device.take()
        self._link.write(output.wire)
        for observation in output.reports:
            if self._stopping.is_set():
                return
            report(observation)
