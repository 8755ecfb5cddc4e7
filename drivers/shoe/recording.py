"""Real traffic of a shoe with its times, kept to be played again as a test.

A file is one line of JSON that says what it is, then records of four bytes of length and as many bytes, each sealed or
in clear. A record holds its number, its microseconds since the beginning, what happened and the bytes.
"""

from __future__ import annotations

import enum
import json
import math
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from dealer.errors import DealerError
from drivers.link import ByteLink, Cause, LinkNews, Lost, Opened
from drivers.shoe.protocols import ShoeProtocol, UnknownProtocol, named

Seal = Callable[[bytes], bytes]
"""Encrypts a record, or decrypts one; with the wrong key it raises an error of its own."""

_VERSION = 1
_LENGTH = struct.Struct(">I")
_HEAD = struct.Struct(">QQB")
_LONGEST = 1 << 20
_TICK = 1e-4
"""The least step of a clock that jumps: a smaller one could be lost in rounding, and time would stand still."""


class RecordingError(DealerError):
    """A recording cannot be written or played."""


class Kind(enum.IntEnum):
    """What happened on the link."""

    BYTES = 0
    OPENED = 1
    LOST = 2


@dataclass(frozen=True, slots=True)
class Happened:
    """One record. at: seconds since the recording began."""

    at: float
    kind: Kind
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole file. deck: the name of the deck that was in the shoe."""

    protocol: ShoeProtocol
    deck: str
    sealed: bool
    happened: tuple[Happened, ...]


class Recorder:
    """Writes a recording; each record is on disk before `add` returns. seal: None writes in clear, for test decks."""

    def __init__(self, path: Path, protocol: ShoeProtocol, deck: str, seal: Seal | None) -> None:
        self._seal = seal
        self._number = 0
        self._began: float | None = None
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except OSError as error:
            why = "it is there already" if isinstance(error, FileExistsError) else error.strerror
            raise RecordingError(f"{path}: cannot be written ({why}); name another file") from None
        self._file: BinaryIO = os.fdopen(descriptor, "wb")
        head = {"stud-recording": _VERSION, "protocol": protocol.value, "deck": deck, "sealed": seal is not None}
        self._write(json.dumps(head).encode() + b"\n")

    def add(self, kind: Kind, data: bytes, now: float) -> None:
        """Write one record."""
        self._began = now if self._began is None else self._began
        body = _HEAD.pack(self._number, round((now - self._began) * 1e6), kind) + data
        self._number += 1
        blob = body if self._seal is None else self._seal(body)
        self._write(_LENGTH.pack(len(blob)) + blob)

    def close(self) -> None:
        """End the recording."""
        self._file.close()

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())


def sealed_recording(path: Path) -> bool:
    """Whether a recording needs a key. Raises RecordingError if it is none."""
    with _opened(path) as file:
        return bool(_header(path, file)["sealed"])


def read_recording(path: Path, unseal: Seal | None) -> Recording:
    """Read a recording; one whose end is missing, as after a crash, is read as far as it goes.

    unseal: needed for a sealed one.  Raises RecordingError, and whatever unseal raises for the wrong key.
    """
    with _opened(path) as file:
        header = _header(path, file)
        sealed = bool(header["sealed"])
        if sealed and unseal is None:
            raise RecordingError(f"{path}: this recording is sealed; its key is needed")
        records = tuple(_records(path, file, unseal if sealed else None))
        try:
            protocol = named(str(header["protocol"]))
        except UnknownProtocol as unknown:
            raise RecordingError(f"{path}: {unknown}") from None
        return Recording(protocol, str(header["deck"]), sealed, records)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise RecordingError(f"{path}: the recording cannot be read ({error.strerror})") from None


def _header(path: Path, file: BinaryIO) -> dict[str, object]:
    try:
        header = json.loads(file.readline(4096))
        if header["stud-recording"] == _VERSION and {"protocol", "deck", "sealed"} <= header.keys():
            return dict(header)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise RecordingError(
        f"{path}: this is no recording of a shoe; make one with: dealer record SHOE.rec --table FILE --deck NAME"
    )


def _records(path: Path, file: BinaryIO, unseal: Seal | None) -> Iterator[Happened]:
    number, before = 0, 0
    while len(length := file.read(_LENGTH.size)) == _LENGTH.size:
        (size,) = _LENGTH.unpack(length)
        if size > _LONGEST:
            raise RecordingError(f"{path}: record {number} is damaged")
        blob = file.read(size)
        if len(blob) < size:
            return
        body = blob if unseal is None else unseal(blob)
        try:
            told, micros, kind = _HEAD.unpack_from(body)
            if told != number or micros < before:
                raise ValueError
            yield Happened(micros / 1e6, Kind(kind), body[_HEAD.size :])
        except (struct.error, ValueError):
            raise RecordingError(f"{path}: record {number} is damaged or out of place") from None
        number, before = number + 1, micros


class Tapped:
    """A link whose news is recorded before anybody hears it."""

    def __init__(self, link: ByteLink, recorder: Recorder, *, now: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._recorder = recorder
        self._now = now

    @property
    def name(self) -> str:
        """The port as it was named."""
        return self._link.name

    def poll(self, seconds: float) -> LinkNews | None:
        """Wait for news, and write it down."""
        news = self._link.poll(seconds)
        match news:
            case bytes():
                self._recorder.add(Kind.BYTES, news, self._now())
            case Opened():
                self._recorder.add(Kind.OPENED, b"", self._now())
            case Lost():
                self._recorder.add(Kind.LOST, b"", self._now())
        return news

    def write(self, data: bytes) -> None:
        """Send."""
        self._link.write(data)

    def reopen(self) -> None:
        """Open the port anew."""
        self._link.reopen()

    def wake(self) -> None:
        """Make a waiting `poll` return."""
        self._link.wake()

    def close(self) -> None:
        """Let the port go, and end the recording."""
        self._link.close()
        self._recorder.close()


class PlaybackLink:
    """A link that says again what a recording holds. What is written to it goes nowhere.

    speed: how many times faster than it was; infinite leaves no time between two records, while `now` still tells
    the recorded times.
    """

    def __init__(self, name: str, happened: Sequence[Happened], *, speed: float = 1.0) -> None:
        self.name = name
        self._left = iter(happened)
        self._next = next(self._left, None)
        self._speed = speed
        self._began = time.monotonic()
        self._jumped = 0.0
        self._woken = threading.Event()

    def now(self) -> float:
        """The recorded time, in seconds since the recording began."""
        return self._jumped if math.isinf(self._speed) else (time.monotonic() - self._began) * self._speed

    @property
    def over(self) -> bool:
        """Whether everything has been said."""
        return self._next is None

    def poll(self, seconds: float) -> LinkNews | None:
        """What happens in the next seconds of the recorded time."""
        if self._next is None or self._next.at > self.now() + seconds:
            self._wait(seconds)
            return None
        self._wait(max(self._next.at - self.now(), 0.0))
        if self._next.at > self.now():
            return None
        happened, self._next = self._next, next(self._left, None)
        match happened.kind:
            case Kind.BYTES:
                return happened.data
            case Kind.OPENED:
                return Opened(self.name)
            case Kind.LOST:
                return Lost(Cause.FAILED, f"{self.name}: the cable was out when this was recorded")

    def _wait(self, seconds: float) -> None:
        if math.isinf(self._speed):
            self._jumped += max(seconds, _TICK)
            self._woken.wait(0.001 if self._next is None else 0)
        else:
            self._woken.wait(seconds / self._speed)
        self._woken.clear()

    def write(self, data: bytes) -> None:
        """Nobody listens."""

    def reopen(self) -> None:
        """What was recorded comes as it came."""

    def wake(self) -> None:
        """Make a waiting `poll` return."""
        self._woken.set()

    def close(self) -> None:
        """Say no more."""
        self._next = None
