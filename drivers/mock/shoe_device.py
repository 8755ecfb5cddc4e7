"""The shoe on its cable: firmware behind a pseudo-terminal that can be unplugged, hang, and garble what it carries."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import secrets
import tty
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from drivers.mock.faults import Fault, Faults
from drivers.mock.firmware import Firmware, ShoeMemory
from drivers.mock.reactor import Job, Reactor
from drivers.mock.truth import TruthStore

_RATE = 0.005
"""Of bytes lost or damaged: the rate that the protocol is asked to survive."""
_LATE = 0.75
_LOST_EVENTS = 3


def new_boot() -> str:
    """A boot id that no journal has seen: truly random, even at a table with a seed."""
    return secrets.token_hex(4).upper()


class Wire:
    """What the cable does to bytes on their way, in either direction."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self._faults = faults
        self._source = random.Random(f"{seed}/wire")

    def carry(self, data: bytes) -> bytes:
        """The bytes as they arrive."""
        faults, source = self._faults, self._source
        if faults.has(Fault.WRONG_BAUD):
            return bytes(source.getrandbits(8) for _ in data[::2])
        if faults.has(Fault.LOST_BYTES):
            data = bytes(byte for byte in data if source.random() >= _RATE)
        if faults.has(Fault.DAMAGED_BYTES):
            data = bytes(byte ^ (1 << source.randrange(8)) if source.random() < _RATE else byte for byte in data)
        return data

    def rubbish(self) -> bytes:
        """A burst of bytes that mean nothing, some of which look like the start of a line."""
        return bytes(self._source.choice(b"$*,E\r\n\x00\xff\x8055A") for _ in range(300))


class ShoeDevice:
    """The simulated shoe; everything but the constructor and `path` runs on the reactor's thread.

    path: a stable link to the pseudo-terminal, as by-id is for a real reader; it is gone while the cable is out.
    """

    def __init__(
        self,
        store: TruthStore,
        faults: Faults,
        reactor: Reactor,
        path: Path,
        key: bytes | None = None,
        boots: Callable[[], str] = new_boot,
    ) -> None:
        self.path = path
        self._store = store
        self._faults = faults
        self._reactor = reactor
        self._boots = boots
        self._wire = Wire(faults, store.truth.seed)
        self._began = reactor.now() - store.truth.memory.uptime / 1000
        self._firmware = Firmware(self._memory, self._keep, self._send, self.uptime, key)
        self._fds: tuple[int, int] | None = None
        self._call_off: Job | None = None
        self._firmware.started()

    def uptime(self) -> int:
        """Milliseconds since the processor began."""
        return int((self._reactor.now() - self._began) * 1000)

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal in raw mode behind the same path."""
        if self._fds is not None:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._fds = (master, slave)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)
        self._reactor.watch(master, self._readable)
        self._firmware.started()
        self._tick()

    def unplug(self) -> None:
        """Pull the cable out. The shoe keeps its power and its events."""
        if self._fds is None:
            return
        self.path.unlink(missing_ok=True)
        master, slave = self._fds
        self._fds = None
        self._reactor.unwatch(master)
        os.close(slave)
        os.close(master)

    def happened(self) -> None:
        """There may be a new event in the memory: send it at once."""
        self._tick()

    def restart(self, device: str | None = None) -> None:
        """Lose power and all events: a cold start with a new boot id. device: it is another shoe."""
        truth = self._store.truth
        memory = ShoeMemory(device=device or truth.memory.device, boot=self._boots())
        self._began = self._reactor.now()
        self._store.put(replace(truth, memory=memory))
        self._firmware.started()
        self._tick()

    def lose_events(self) -> None:
        """The ring has run over: what was not acknowledged is gone, and three events more (rule 6)."""
        memory = self._store.truth.memory
        self._keep(replace(memory, next=memory.next + _LOST_EVENTS, ring=(), beams=memory.beams + _LOST_EVENTS))
        self._firmware.started()
        # The host learns of the hole from the next hello; a shoe that has lost events asks for one by restarting.
        self.unplug()
        if not self._faults.has(Fault.UNPLUG_SHOE):
            self.plug()

    def rubbish(self) -> None:
        """Send a burst of rubbish."""
        self._write(self._wire.rubbish())

    def reader_fails(self, *, failing: bool) -> None:
        """Say `ERR` in the heartbeat, or no longer."""
        self._firmware.trouble = failing

    def stop(self) -> None:
        """Put everything away."""
        if self._call_off is not None:
            self._call_off()
        self.unplug()

    def _memory(self) -> ShoeMemory:
        return self._store.truth.memory

    def _keep(self, memory: ShoeMemory) -> None:
        self._store.put(replace(self._store.truth, memory=replace(memory, uptime=self.uptime())))

    def _tick(self) -> None:
        """Let the firmware do what is due, and come back when more is."""
        if self._call_off is not None:
            self._call_off()
        now = self._reactor.now()
        if not self._faults.has(Fault.HANG_SHOE):
            self._firmware.tick(now)
        self._call_off = self._reactor.call_at(max(self._firmware.due(), now + 0.01), self._tick)

    def _readable(self) -> None:
        if self._fds is None:
            return
        try:
            data = os.read(self._fds[0], 4096)
        except BlockingIOError:
            return
        if not self._faults.has(Fault.HANG_SHOE):
            self._firmware.feed(self._wire.carry(data), self._reactor.now())
            self._tick()

    def _send(self, data: bytes) -> None:
        """From the firmware to the cable."""
        faults = self._faults
        if faults.has(Fault.SILENT_SHOE):
            return
        if faults.has(Fault.REPEATED_LINES):
            data = data + data
        data = self._wire.carry(data)
        if faults.has(Fault.SLOW_SHOE):
            self._reactor.call_at(self._reactor.now() + _LATE, lambda: self._write(data))
        else:
            self._write(data)

    def _write(self, data: bytes) -> None:
        """What does not fit is lost, as on any serial line that nobody reads."""
        if self._fds is None:
            return
        with contextlib.suppress(BlockingIOError):
            try:
                os.write(self._fds[0], data)
            except OSError as error:
                if error.errno not in (errno.EIO, errno.EAGAIN):
                    raise
