"""The frames of an NXP PN532 on a serial line (SHOE-PROTOCOL, `pn532`). Knows no polling and no time."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from dealer.observations import Tag
from drivers.shoe.codec import Fault, Found, Scanner

_START = b"\x00\x00\xff"
_LONGEST = 3 + 2 + 255 + 2
_TO_READER, _FROM_READER = 0xD4, 0xD5

ACK_BYTES = b"\x00\x00\xff\x00\xff\x00"
NACK_BYTES = b"\x00\x00\xff\xff\x00\x00"
WAKE_UP = b"\x55\x55" + bytes(14)


class Command(enum.IntEnum):
    """The commands that a shoe needs (PN532 user manual)."""

    GET_FIRMWARE_VERSION = 0x02
    SAM_CONFIGURATION = 0x14
    RF_CONFIGURATION = 0x32
    IN_LIST_PASSIVE_TARGET = 0x4A


@dataclass(frozen=True, slots=True)
class Ack:
    """A command has arrived."""


@dataclass(frozen=True, slots=True)
class Nack:
    """Send the last answer again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command other than the search for tags. data: what stands behind the command's number."""

    command: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Targets:
    """The answer to the search: which tags lie in the field, none to two."""

    tags: tuple[Tag, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """The reader did not understand the last command."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command on its way to the reader, as it stands in a recording of both directions."""

    command: int
    data: bytes = b""


Frame = Ack | Nack | Answer | Targets | SyntaxFault | Asked


def encode(body: bytes) -> bytes:
    """Wrap a body, its first byte the TFI, for the wire. Raises ValueError if it is empty or above 255 bytes."""
    if not 1 <= len(body) <= 255:
        raise ValueError(f"a PN532 frame holds 1 to 255 bytes, not {len(body)}")
    return _START + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


def ask(command: Command, *data: int) -> bytes:
    """A command for the reader."""
    return encode(bytes((_TO_READER, command, *data)))


def answer(command: Command, data: bytes = b"") -> bytes:
    """The reader's side: an answer."""
    return encode(bytes((_FROM_READER, command + 1)) + data)


def targets(uids: Sequence[bytes]) -> bytes:
    """The reader's side: the answer to a search that found these ids (ISO 14443A)."""
    found = b"".join(bytes((number, 0x00, 0x44, 0x00, len(uid))) + uid for number, uid in enumerate(uids, start=1))
    return answer(Command.IN_LIST_PASSIVE_TARGET, bytes((len(uids),)) + found)


def _take(data: bytes, at: int) -> Found[Frame] | Fault | None:
    head = data[at + 3 : at + 6]
    if len(head) < 3:
        return None
    if head == ACK_BYTES[3:]:
        return Found(Ack(), 6)
    if head == NACK_BYTES[3:]:
        return Found(Nack(), 6)
    length = head[0]
    if length == 0 or (length + head[1]) & 0xFF:
        return Fault.FORM
    body = data[at + 5 : at + 5 + length + 2]
    if len(body) < length + 2:
        return None
    if sum(body[:-1]) & 0xFF or body[-1]:
        return Fault.CRC
    frame = _frame(body[:length])
    return Fault.FORM if frame is None else Found(frame, 5 + length + 2)


def _frame(body: bytes) -> Frame | None:
    if body == b"\x7f":
        return SyntaxFault()
    if len(body) < 2:
        return None
    direction, command, data = body[0], body[1], body[2:]
    if direction == _TO_READER:
        return Asked(command, data)
    if direction != _FROM_READER:
        return None
    if command != Command.IN_LIST_PASSIVE_TARGET + 1:
        return Answer(command - 1, data)
    tags = _tags(data)
    return None if tags is None else Targets(tags)


def _tags(data: bytes) -> tuple[Tag, ...] | None:
    """The tags in `n (tg SENS(2) SEL len uid [ATS])...`; None if the lengths do not fit."""
    if not data:
        return None
    tags: list[Tag] = []
    at = 1
    for _ in range(data[0]):
        if at + 5 > len(data):
            return None
        select, size = data[at + 3], data[at + 4]
        uid = data[at + 5 : at + 5 + size]
        if size not in (4, 7, 10) or len(uid) < size:
            return None
        tags.append(Tag("A:" + uid.hex().upper()))
        at += 5 + size
        if select & 0x20 and at < len(data):
            at += data[at]
    return tuple(tags)


Decoder = partial(Scanner[Frame], _START, _LONGEST, _take)
"""Bytes in, frames out."""
