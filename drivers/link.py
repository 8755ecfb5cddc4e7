"""A byte link to a device that comes and goes: which port it is, whether it is there, and its bytes. Knows no protocol.

The only importer of pyserial. A port is named by what stays the same when the cable is pulled: a path below
/dev/serial/by-id or by-path, `usb:VID:PID[:SERIAL]`, `socket://host:port`, `rfc2217://host:port`, or any device path.
"""

from __future__ import annotations

import contextlib
import enum
import errno
import io
import math
import os
import re
import select
import termios
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import serial
from serial.tools import list_ports

from dealer.errors import DealerError

FIRST_RETRY = 0.05
LAST_RETRY = 2.0
WRITE_TIMEOUT = 0.5
_CHUNK = 4096
_BLIND_READ = 0.01
_URLS = ("socket://", "rfc2217://")
_USB = re.compile(r"usb:([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?::(.+))?\Z")
_UNPLUGGED = (serial.SerialException, OSError, termios.error, TypeError, ValueError)
"""What pyserial raises once the device is gone. SerialException comes from read and write, OSError from in_waiting and
the modem lines, termios.error from flush and open, TypeError from a read while the port is being closed."""


class PortNameError(DealerError, ValueError):
    """A text names no port."""


class Cause(enum.Enum):
    """Why a port is not open."""

    NOT_THERE = "not there"
    AMBIGUOUS = "more than one"
    BUSY = "busy"
    FORBIDDEN = "forbidden"
    NOT_A_PORT = "not a serial port"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open. path: what it is called just now."""

    path: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The port is gone, or could not be opened; said once until it is open again.

    detail: one line for people: which port, why, and what to do.
    """

    cause: Cause
    detail: str


LinkNews = Opened | Lost | bytes


class ByteLink(Protocol):
    """What a driver needs of a link; a recording can be one as well."""

    @property
    def name(self) -> str:
        """The port as it was named."""

    def poll(self, seconds: float) -> LinkNews | None:
        """Wait for news at most so long: bytes, or that the port opened or was lost; None when there is none."""

    def write(self, data: bytes) -> None:
        """Send; what cannot be sent is dropped, and the loss of the port is told by `poll`."""

    def reopen(self) -> None:
        """Close the port and open it again at the next `poll`. Only from the thread that polls."""

    def wake(self) -> None:
        """Make a waiting `poll` return at once. From any thread."""

    def close(self) -> None:
        """Let the port go. Only from the thread that polls."""


class UsbPort(Protocol):
    """What is asked of a serial port that the system lists."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


class _Port(Protocol):
    """What is used of a port of pyserial, whichever kind it is."""

    @property
    def in_waiting(self) -> int: ...
    def fileno(self) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...
    def set_low_latency_mode(self, on: bool, /) -> None: ...


class _NoPort(Exception):
    def __init__(self, cause: Cause, why: str) -> None:
        super().__init__(why)
        self.cause = cause
        self.why = why


class Link:
    """A link over pyserial that opens, loses and reopens its port. One thread polls and writes; any may wake it.

    now: seconds of a clock that only goes forward.  ports: the serial ports that the system lists.
    Raises PortNameError if the name can never be a port.
    """

    def __init__(
        self,
        name: str,
        baud: int = 115200,
        *,
        now: Callable[[], float] = time.monotonic,
        ports: Callable[[], Iterable[UsbPort]] = list_ports.comports,
    ) -> None:
        self.name = check_name(name)
        self._baud = baud
        self._now = now
        self._ports = ports
        self._port: _Port | None = None
        self._lost_said = False
        self._retry = FIRST_RETRY
        self._retry_at = -math.inf
        self._pending: Lost | None = None
        self._wake_in, self._wake_out = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._closed = False
        self._closing = threading.Lock()

    def poll(self, seconds: float) -> LinkNews | None:
        """Wait for news at most so long. An open port costs no processor time while it is silent."""
        if self._closed:
            return None
        if self._pending is not None:
            news, self._pending = self._pending, None
            return news
        if self._port is not None:
            return self._read(self._port, seconds)
        wait = self._retry_at - self._now()
        if wait > 0:
            self._rest(min(wait, seconds))
            return None
        return self._open()

    def write(self, data: bytes) -> None:
        """Send to an open port. Blocks at most half a second; a port that takes nothing for so long is lost."""
        if self._port is None or not data:
            return
        try:
            self._port.write(data)
        except _UNPLUGGED as error:
            self._pending = self._lose(error) or self._pending

    def reopen(self) -> None:
        """Close an open port and open it again at the next `poll`: a connection whose far end vanished looks open."""
        if self._port is not None:
            self._shut()
            self._retry_at = -math.inf

    def wake(self) -> None:
        """Make a waiting `poll` return at once."""
        with self._closing, contextlib.suppress(BlockingIOError):
            if not self._closed:
                os.write(self._wake_out, b"w")

    def close(self) -> None:
        """Let the port go, for good."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            os.close(self._wake_in)
            os.close(self._wake_out)
        self._shut()

    def _open(self) -> Opened | Lost | None:
        try:
            path = self._path()
            port = _opened(path, self._baud)
        except _NoPort as error:
            return self._refuse(error.cause, error.why)
        except _UNPLUGGED as error:
            return self._refuse(*_why(error))
        with contextlib.suppress(AttributeError, NotImplementedError, *_UNPLUGGED):
            port.set_low_latency_mode(True)
        self._port = port
        self._lost_said = False
        return Opened(path)

    def _path(self) -> str:
        """Where the port is just now; it may be elsewhere after each plugging in."""
        usb = _USB.match(self.name)
        if usb is None:
            if not self.name.startswith(_URLS) and not Path(self.name).exists():
                raise _NoPort(Cause.NOT_THERE, "it is not there; plug the device in, or look at /dev/serial/by-id")
            return self.name
        vid, pid, number = int(usb[1], 16), int(usb[2], 16), usb[3]
        found = [
            port.device
            for port in self._ports()
            if port.vid == vid and port.pid == pid and number in (None, port.serial_number)
        ]
        if not found:
            raise _NoPort(Cause.NOT_THERE, "no such USB device is plugged in")
        if len(found) > 1:
            names = " and ".join(sorted(found))
            raise _NoPort(Cause.AMBIGUOUS, f"it could be {names}; add the serial number, as in usb:VID:PID:SERIAL")
        return found[0]

    def _refuse(self, cause: Cause, why: str) -> Lost | None:
        self._retry_at = self._now() + self._retry
        self._retry = min(self._retry * 2, LAST_RETRY)
        if self._lost_said:
            return None
        self._lost_said = True
        return Lost(cause, f"{self.name}: {why}")

    def _lose(self, error: BaseException) -> Lost | None:
        self._shut()
        cause, why = _why(error)
        return self._refuse(cause, why)

    def _shut(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(*_UNPLUGGED):
                port.close()

    def _read(self, port: _Port, seconds: float) -> bytes | Lost | None:
        try:
            descriptor = _descriptor(port)
            if descriptor is None:
                return self._read_blind(port, seconds)
            if not self._wait_for(descriptor, seconds):
                return None
            data = bytes(port.read(_CHUNK))
        except _UNPLUGGED as error:
            return self._lose(error)
        return self._got(data)

    def _read_blind(self, port: _Port, seconds: float) -> bytes | None:
        """Read a port that has no descriptor to wait on (rfc2217), in slices so short that a wake is not missed."""
        until = self._now() + seconds
        while True:
            data = bytes(port.read(1))
            if data:
                return self._got(data + bytes(port.read(port.in_waiting)))
            if self._woken() or self._now() >= until:
                return None

    def _got(self, data: bytes) -> bytes | None:
        if not data:
            return None
        self._retry = FIRST_RETRY
        return data

    def _wait_for(self, descriptor: int, seconds: float) -> bool:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        poller.register(self._wake_in, select.POLLIN)
        ready = {number for number, _ in poller.poll(math.ceil(max(seconds, 0) * 1000))}
        if self._wake_in in ready:
            self._woken()
        return descriptor in ready

    def _rest(self, seconds: float) -> None:
        select.select([self._wake_in], [], [], max(seconds, 0))
        self._woken()

    def _woken(self) -> bool:
        try:
            return bool(os.read(self._wake_in, _CHUNK))
        except BlockingIOError:
            return False


def check_name(name: str) -> str:
    """Return the name of a port if it can be one. Raises PortNameError, which says how ports are named."""
    text = name.strip()
    if _USB.match(text) or (text.startswith("/") and text.isprintable()):
        return text
    if text.startswith(_URLS) and re.fullmatch(r"[^:/]+://[^/\s]+:[0-9]{1,5}(/\S*)?", text):
        return text
    raise PortNameError(
        f"{name!r} is no port; write a path such as /dev/serial/by-id/..., usb:VID:PID[:SERIAL], "
        "socket://host:port or rfc2217://host:port"
    )


def _opened(path: str, baud: int) -> _Port:
    """Open a port for this program alone, with its time-outs: changing one later sets up an rfc2217 port anew."""
    remote = path.startswith("rfc2217://")
    port = serial.serial_for_url(path, do_not_open=True, baudrate=baud, timeout=_BLIND_READ if remote else 0)
    if not remote:
        port.write_timeout = WRITE_TIMEOUT
    if not path.startswith(_URLS):
        port.exclusive = True
    port.open()
    return cast(_Port, port)


def _descriptor(port: _Port) -> int | None:
    """What to wait on, or None for a kind of port that has nothing. Raises if the port is gone."""
    try:
        return int(port.fileno())
    except io.UnsupportedOperation:
        return None


def _why(error: BaseException) -> tuple[Cause, str]:
    """What an exception of pyserial means for a person."""
    number = getattr(error, "errno", None)
    text = str(error)
    if isinstance(error, serial.SerialTimeoutException):
        return Cause.FAILED, "the device takes no more bytes; pull its cable and plug it in again"
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return Cause.NOT_THERE, "it is not there; plug the device in, or look at /dev/serial/by-id"
    if number in (errno.EACCES, errno.EPERM):
        return Cause.FORBIDDEN, "this user may not open it; add the user to the group of the port (often dialout)"
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return Cause.BUSY, "another program has it open; close that program"
    if "configure port" in text or number in (errno.ENOTTY, errno.EISDIR, errno.EINVAL):
        return Cause.NOT_A_PORT, "it is not a serial port"
    if "onnection refused" in text or "timed out" in text or "not known" in text:
        return Cause.NOT_THERE, "nobody answers there; check the address and that the other end runs"
    return Cause.FAILED, "the connection broke; check the cable"
