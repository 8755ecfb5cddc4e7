"""The frames of 125 kHz readers for EM4100 tags: RDM6300, ID-12, ID-20 (SHOE-PROTOCOL, `em4100`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from dealer.observations import Tag
from drivers.shoe.codec import Fault, Found, Scanner

BAUD = 9600
_STX, _ETX = b"\x02", 0x03
_LONGEST = 16
_HEX = re.compile(rb"[0-9A-F]*\Z")
_CRLF_ETX = b"\r\n\x03"


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A tag lies in the field; said again about every 65 ms while it does."""

    tag: Tag


def encode(uid: bytes, *, line_end: bytes = b"") -> bytes:
    """The reader's side. uid: five bytes.  line_end: CR LF for an ID-12 or ID-20."""
    check = 0
    for byte in uid:
        check ^= byte
    return _STX + (uid + bytes((check,))).hex().upper().encode() + line_end + bytes((_ETX,))


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


Decoder = partial(Scanner[TagSeen], _STX, _LONGEST, _take)
"""Bytes in, tags out."""
