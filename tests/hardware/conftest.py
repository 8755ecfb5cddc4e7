"""The firmware, built once for all its tests, and a shoe that runs it with time in the test's hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.shoe import osp
from hardware.shoe.device import ShoeProcess, build
from labelled_data import stud_data

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Frame:
    """One OSP frame of the data that the project is tested against."""

    name: str
    raw: bytes
    valid: bool
    from_shoe: bool


class Shoe:
    """A shoe whose time passes only when the test says so, seen through the project's own codec."""

    def __init__(self, process: ShoeProcess) -> None:
        self.tell = process.tell
        self.stats = process.stats
        self.port = process.port
        self._decoder = osp.Decoder()
        self._line = os.open(process.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def close(self) -> None:
        """Let go of the line."""
        os.close(self._line)

    def say(self, *lines: osp.Line) -> None:
        """Send lines as the host."""
        os.write(self._line, b"".join(map(osp.encode, lines)))

    def passes(self, ms: int) -> list[osp.Heard]:
        """Let time pass and return what the shoe said."""
        return self._decoder.feed(self.bytes_of(ms))

    def bytes_of(self, ms: int) -> bytes:
        """Let time pass and return the bytes, read often enough that the terminal's buffer holds them."""
        got = b""
        for begun in range(0, ms, 100):
            self.tell(f"advance {min(100, ms - begun)}")
            with suppress(BlockingIOError):
                got += os.read(self._line, 1 << 16)
        return got


@pytest.fixture(scope="session")
def shoe_host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware as a program of this machine."""
    folder = tmp_path_factory.mktemp("firmware")
    build("host", folder)
    return folder / "shoe-host"


@pytest.fixture
def shoe(shoe_host: Path, tmp_path: Path) -> Iterator[Callable[..., Shoe]]:
    """Start a shoe; its ring is kept in a file, so that starting it again is a power cut."""
    with ExitStack() as stack:

        def start(*options: str) -> Shoe:
            memory = ["--nvm", str(tmp_path / "ring"), "--by-hand", "--boot-seed", "7"]
            process = stack.enter_context(ShoeProcess(shoe_host, [*memory, *options]))
            started = Shoe(process)
            stack.callback(started.close)
            return started

        yield start


@pytest.fixture(scope="session")
def frames() -> list[Frame]:
    """The OSP frames of `reader-frames.json`."""
    entries = json.loads((stud_data("reader-frames.json") / "reader-frames.json").read_text())
    return [
        Frame(entry["name"], bytes.fromhex(entry["hex"]), entry["valid"], entry["direction"] == "from-reader")
        for entry in entries
        if entry["protocol"] == "osp"
    ]
