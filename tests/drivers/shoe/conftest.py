"""What the tests of the shoe share: the frames that others recorded."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.shoe import protocols
from drivers.shoe.protocols import ShoeProtocol

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
    folder = Path(os.environ.get("STUD_DATA", str(_ROOT.parent / "shared" / "data")))
    return tuple(_recorded(entry) for entry in json.loads((folder / "reader-frames.json").read_text()))
