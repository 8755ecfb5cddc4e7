"""What the tests of the shoe share: the frames that others recorded, and the far ends of the bought readers."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import threading
import time
import tty
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.shoe import angel_eye, em4100, pepper_c1, pn532, protocols
from drivers.shoe.protocols import ShoeProtocol
from labelled_data import stud_data

_NAMES = {
    "pn532-hsu": ShoeProtocol.PN532,
    "angel-eye-ii-ex": ShoeProtocol.ANGEL_EYE,
    "em4100-14": ShoeProtocol.EM4100,
    "em4100-16": ShoeProtocol.EM4100,
}
_ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One frame of the data that the project is tested against."""

    protocol: ShoeProtocol
    name: str
    raw: bytes
    valid: bool
    tags: tuple[str, ...] | None
    from_reader: bool


def _recorded(entry: dict[str, object]) -> Recorded:
    name = str(entry["protocol"])
    tags: tuple[str, ...] | None = None
    event = entry.get("event")
    if "uid" in entry:
        tags = (str(entry["uid"]),)
    elif isinstance(event, dict) and "tag" in event:
        tags = (str(event["tag"]).partition(":")[2],)
    return Recorded(
        protocol=_NAMES[name] if name in _NAMES else protocols.named(name),
        name=str(entry["name"]),
        raw=bytes.fromhex(str(entry["hex"])),
        valid=bool(entry["valid"]),
        tags=tags,
        from_reader=entry["direction"] == "from-reader",
    )


@pytest.fixture(scope="session")
def recorded() -> tuple[Recorded, ...]:
    """All frames of reader-frames.json; a missing file is a failure."""
    file = stud_data("reader-frames.json") / "reader-frames.json"
    return tuple(_recorded(entry) for entry in json.loads(file.read_text()))


class SimulatedPn532:
    """The chip's side of its wire. field: the ids that lie in it.  lag: answers that it still has to say."""

    protocol = ShoeProtocol.PN532
    kind = "A:"

    def __init__(self) -> None:
        self.field: list[bytes] = []
        self.lag: list[bytes] = []
        self.dead = False
        self.searches = 0
        self._ears = pn532.Decoder()

    def take(self, data: bytes) -> bytes:
        """What the chip says to these bytes."""
        said = b""
        for frame in self._ears.feed(data):
            if self.dead or not isinstance(frame, pn532.Asked):
                continue
            self.lag.append(self._answer(frame.command))
            said += pn532.ACK_BYTES + self.lag.pop(0)
        return said

    def _answer(self, command: int) -> bytes:
        if command == pn532.Command.IN_LIST_PASSIVE_TARGET:
            self.searches += 1
            return pn532.targets(self.field[:2])
        data = b"\x32\x01\x06\x07" if command == pn532.Command.GET_FIRMWARE_VERSION else b""
        return pn532.answer(pn532.Command(command), data)

    def idle(self) -> bytes:
        """What it says unasked."""
        return b""


class SimulatedPepper:
    """The reader's side of its wire. field: the ids that lie in it.  stale: answers from before a reset."""

    protocol = ShoeProtocol.PEPPER_C1
    kind = "A:"

    def __init__(self) -> None:
        self.field: list[bytes] = []
        self.stale: list[bytes] = []
        self.dead = False
        self._known: list[bytes] = []
        self._ears = pepper_c1.Decoder()

    def take(self, data: bytes) -> bytes:
        """What the reader says to these bytes."""
        said = b""
        for frame in self._ears.feed(data):
            if not self.dead and isinstance(frame, pepper_c1.Asked):
                said += b"".join(self.stale) + self._answer(frame)
                self.stale.clear()
        return said

    def _answer(self, asked: pepper_c1.Asked) -> bytes:
        reply = bytes((0x00, asked.command))
        if asked.command == pepper_c1.Command.GET_TAG_COUNT:
            self._known = list(self.field)
            return pepper_c1.encode(reply + bytes((len(self._known),)))
        if asked.command == pepper_c1.Command.GET_UID:
            if asked.data[0] >= len(self._known):
                return pepper_c1.encode(bytes((0xFF, asked.command, 0x01, 0x00)))
            return pepper_c1.encode(reply + b"\x04\x08" + self._known[asked.data[0]])
        return pepper_c1.encode(reply)

    def idle(self) -> bytes:
        """What it says unasked."""
        return b""


class SimulatedEm4100:
    """A 125 kHz reader: says the one id in its field about every 65 ms."""

    protocol = ShoeProtocol.EM4100
    kind = "E:"

    def __init__(self) -> None:
        self.field: list[bytes] = []
        self.dead = False

    def take(self, data: bytes) -> bytes:
        """It does not listen."""
        return b""

    def idle(self) -> bytes:
        """What it says unasked."""
        return b"" if self.dead or not self.field else em4100.encode(self.field[0])


class SimulatedAngelEye:
    """A baccarat shoe: says each card three times."""

    protocol = ShoeProtocol.ANGEL_EYE
    kind = "K:"

    def __init__(self) -> None:
        self.field: list[bytes] = []
        self.dead = False
        self.seq = 0
        self._told: list[bytes] = []

    def take(self, data: bytes) -> bytes:
        """It is not spoken to."""
        return b""

    def idle(self) -> bytes:
        """What it says unasked: a card as it comes into the mouth."""
        new = [uid for uid in self.field if uid not in self._told]
        self._told = list(self.field)
        said = b""
        for uid in new if not self.dead else []:
            self.seq = self.seq % 9 + 1
            said += angel_eye.encode(self.seq, "d", bytes((0x01, uid[0]))) * 3
        return said


SIMULATED = (SimulatedPn532, SimulatedPepper, SimulatedEm4100, SimulatedAngelEye)


class OnCable:
    """A simulated reader behind a pseudo-terminal whose name stays when the cable is pulled."""

    def __init__(self, reader: object, name: Path) -> None:
        self.reader = reader
        self.name = name
        self._far = -1
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def plug(self) -> None:
        """Connect it."""
        self._far, near = pty.openpty()
        os.set_blocking(self._far, False)
        tty.setraw(near)
        self.name.symlink_to(os.ttyname(near))
        os.close(near)
        self._done.clear()
        self._thread = threading.Thread(target=self._run, args=(self._far,))
        self._thread.start()

    def pull(self) -> None:
        """Pull the cable."""
        if self._thread is None:
            return
        self._done.set()
        self._thread.join()
        self._thread = None
        self.name.unlink()
        os.close(self._far)

    def say(self, data: bytes) -> None:
        """Bytes that the reader should not have said."""
        os.write(self._far, data)

    def _run(self, far: int) -> None:
        spoke = 0.0
        while not self._done.is_set():
            ready, _, _ = select.select([far], [], [], 0.01)
            said = b""
            if ready:
                with contextlib.suppress(OSError):
                    said = self.reader.take(os.read(far, 4096))
            if time.monotonic() - spoke > 0.05:
                spoke = time.monotonic()
                said += self.reader.idle()
            if said:
                os.write(far, said)


@pytest.fixture
def on_cable(tmp_path):
    """Makes simulated readers on cables, and pulls them all in the end."""
    made: list[OnCable] = []

    def make(reader: object) -> OnCable:
        cable = OnCable(reader, tmp_path / f"by-id-{len(made)}")
        made.append(cable)
        cable.plug()
        return cable

    yield make
    for cable in made:
        cable.pull()


@pytest.fixture(params=SIMULATED, ids=lambda reader: reader.protocol.value)
def any_reader(request):
    """Each bought reader in turn, simulated."""
    return request.param()


@pytest.fixture
def simulated_pn532():
    return SimulatedPn532()


@pytest.fixture
def simulated_pepper():
    return SimulatedPepper()


@pytest.fixture
def simulated_angel_eye():
    return SimulatedAngelEye()
