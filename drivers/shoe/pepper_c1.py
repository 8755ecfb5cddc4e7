"""The frames of an Eccel Pepper C1 reader (SHOE-PROTOCOL, `pepper-c1`). Knows no polling and no time."""

from __future__ import annotations

import binascii
import enum
from dataclasses import dataclass, field
from functools import partial

from dealer.observations import Tag
from drivers.shoe.codec import Fault, Found, Scanner

START = 0xF5
LONGEST_PAYLOAD = 1024
_LONGEST = 5 + LONGEST_PAYLOAD + 2

_ACK, _ASYNC, _ERROR = 0x00, 0xFE, 0xFF
_FIRST_ICODE, _LAST_ICODE = 0x21, 0x28


class Command(enum.IntEnum):
    """The commands that a shoe needs, by the reader maker's numbers."""

    DUMMY = 0x01
    GET_TAG_COUNT = 0x02
    GET_UID = 0x03
    SET_POLLING = 0x06
    GET_VERSION = 0x0B
    SET_ACTIVE_ANTENNA = 0x0F


@dataclass(frozen=True, slots=True)
class Reply:
    """The reader did what it was asked. data: what stands behind the number of the command."""

    command: int
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Failure:
    """The reader could not do it. code: the maker's error number."""

    command: int
    code: int


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A tag that the reader names: in answer to GET_UID, or on its own while it polls (asked False)."""

    tag: Tag
    asked: bool


@dataclass(frozen=True, slots=True)
class Unasked:
    """Something else that the reader says on its own."""

    command: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A command on its way to the reader, as it stands in a recording of both directions."""

    command: int
    data: bytes = b""


Frame = Reply | Failure | TagSeen | Unasked | Asked


def encode(payload: bytes) -> bytes:
    """Wrap a payload for the wire. Raises ValueError if it is empty or longer than 1024 bytes."""
    if not 1 <= len(payload) <= LONGEST_PAYLOAD:
        raise ValueError(f"a Pepper C1 payload has 1 to {LONGEST_PAYLOAD} bytes, not {len(payload)}")
    length = (len(payload) + 2).to_bytes(2, "little")
    check = binascii.crc_hqx(payload, 0xFFFF).to_bytes(2, "little")
    return bytes((START,)) + length + bytes(byte ^ 0xFF for byte in length) + payload + check


def ask(command: Command, *data: int) -> bytes:
    """A command for the reader."""
    return encode(bytes((command, *data)))


def tag_of(kind: int, uid: bytes) -> Tag | None:
    """The tag of a reader's type number and UID bytes; None if they do not fit together.

    ICODE (ISO 15693) ids begin with E0; the reader may send them from either end.
    """
    if _FIRST_ICODE <= kind <= _LAST_ICODE:
        if len(uid) != 8 or 0xE0 not in (uid[0], uid[-1]):
            return None
        from_the_end = uid[-1] == 0xE0 and (uid[0] != 0xE0 or uid[-2] == 0x04)
        return Tag("V:" + (uid[::-1] if from_the_end else uid).hex().upper())
    return Tag("A:" + uid.hex().upper()) if len(uid) in (4, 7, 10) else None


def _take(data: bytes, at: int) -> Found[Frame] | Fault | None:
    header = data[at + 1 : at + 5]
    if any(low ^ check != 0xFF for low, check in zip(header, header[2:], strict=False)):
        return Fault.FORM
    if len(header) < 4:
        return None
    length = int.from_bytes(header[:2], "little")
    if not 3 <= length <= LONGEST_PAYLOAD + 2:
        return Fault.LONG
    body = data[at + 5 : at + 5 + length]
    if len(body) < length:
        return None
    payload, check = body[:-2], int.from_bytes(body[-2:], "little")
    if binascii.crc_hqx(payload, 0xFFFF) != check:
        return Fault.CRC
    frame = _frame(payload)
    return Fault.FORM if frame is None else Found(frame, 5 + length)


def _frame(payload: bytes) -> Frame | None:
    kind, rest = payload[0], payload[1:]
    if kind == _ERROR:
        return Failure(rest[0] if rest else 0, int.from_bytes(rest[1:3], "little"))
    if kind not in (_ACK, _ASYNC):
        return Asked(kind, rest)
    if not rest:
        return None
    command, data = rest[0], rest[1:]
    if command == Command.GET_UID:
        tag = tag_of(data[0], data[2:]) if len(data) > 2 else None
        return None if tag is None else TagSeen(tag, kind == _ACK)
    return Reply(command, data) if kind == _ACK else Unasked(command)


Decoder = partial(Scanner[Frame], bytes((START,)), _LONGEST, _take)
"""Bytes in, frames out."""
