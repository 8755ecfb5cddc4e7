"""The frames of 125 kHz readers for EM4100 tags: RDM6300, ID-12, ID-20 (SHOE-PROTOCOL, `em4100`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dealer.observations import Tag
from drivers.shoe.codec import Dropped, Fault, Found, Scanner

BAUD = 9600
_STX, _ETX = b"\x02", 0x03
_LONGEST = 16
_HEX = re.compile(rb"[0-9A-F]*\Z")
_CRLF_ETX = b"\r\n\x03"


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A tag lies in the field; said again about every 65 ms while it does."""

    tag: Tag


Heard = TagSeen | Dropped


def encode(uid: bytes, *, line_end: bytes = b"") -> bytes:
    """The reader's side. uid: five bytes.  line_end: CR LF for an ID-12 or ID-20."""
    check = 0
    for byte in uid:
        check ^= byte
    return _STX + (uid + bytes((check,))).hex().upper().encode() + line_end + bytes((_ETX,))


class Decoder:
    """Bytes in, tags out. Holds at most one frame."""

    def __init__(self) -> None:
        self._scanner: Scanner[TagSeen] = Scanner(_STX, _LONGEST, _take)
        self.faults = self._scanner.faults

    @property
    def held(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return self._scanner.held

    @property
    def ignored(self) -> int:
        """None: everything that is heard is told."""
        return 0

    def reset(self) -> None:
        """Forget an unfinished frame."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Heard]:
        """Take the next bytes, return what they complete."""
        return self._scanner.feed(data)


def _take(data: bytes, at: int) -> Found[TagSeen] | Fault | None:
    digits = data[at + 1 : at + 13]
    if not _HEX.match(digits):
        return Fault.FORM
    if len(digits) < 12:
        return None
    check = 0
    for byte in bytes.fromhex(digits.decode("ascii")):
        check ^= byte
    if check:
        return Fault.CRC
    end = data[at + 13 : at + 16]
    if end[:1] == b"\x03":
        return Found(TagSeen(Tag("E:" + digits[:10].decode("ascii"))), 14)
    if end == _CRLF_ETX:
        return Found(TagSeen(Tag("E:" + digits[:10].decode("ascii"))), 16)
    return None if _CRLF_ETX.startswith(end) else Fault.FORM
