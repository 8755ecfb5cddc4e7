"""The lines of OSP/1, for both ends (SHOE-PROTOCOL, OSP/1 grammar). Knows no ring, no order and no time."""

from __future__ import annotations

import binascii
import enum
import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dealer.observations import Tag
from drivers.shoe.codec import Dropped as Dropped
from drivers.shoe.codec import Fault as Fault

VERSION = 1
LONGEST_LINE = 128
LAST_SEQ = 4294967295

_NUMBER = re.compile(r"[0-9]{1,10}\Z")
_BOOT = re.compile(r"[0-9A-Fa-f]{8}\Z")
_DEVICE = re.compile(r"[\x21-\x7e]{1,16}\Z")
_TAG = re.compile(r"(?:A:(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})|V:[0-9A-F]{16})\Z")
_SIGNATURE = re.compile(r"@[0-9A-Fa-f]{16}\Z")
_CHECKED = re.compile(rb"\$([^*]+)\*([0-9A-F]{4})\r\n\Z")
_UNPRINTABLE = re.compile(rb"[^\x20-\x7e]")


class Refused(enum.Enum):
    """The words of an `N` line: why the other end did not take what it was sent."""

    CRC = "CRC"
    LONG = "LONG"
    FORM = "FORM"
    VERSION = "VERSION"


class ShoeState(enum.Enum):
    """The state in a heartbeat: fine, ring more than half full, or out of order."""

    OK = "OK"
    RING = "RING"
    ERR = "ERR"


class NotALine(ValueError):
    """Something cannot be written as a line of OSP/1: too long, or a character that the grammar forbids."""


@dataclass(frozen=True, slots=True)
class Query:
    """`Q`, from the host: lowest and highest version it speaks, and who it is."""

    low: int
    high: int
    controller: str


@dataclass(frozen=True, slots=True)
class Hello:
    """`H`, from the shoe. first: oldest event still kept.  next: number that the next event will have."""

    version: int
    device: str
    boot: str
    firmware: str
    first: int
    next: int


@dataclass(frozen=True, slots=True)
class Event:
    """`E`, from the shoe: something happened. `meaning` turns code and fields into a record."""

    boot: str
    seq: int
    ms: int
    code: str
    fields: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """`B`, from the shoe each second. beams: interruptions of the beam since boot."""

    boot: str
    next: int
    ms: int
    state: ShoeState
    beams: int


@dataclass(frozen=True, slots=True)
class Ack:
    """`A`, from the host: everything up to seq is on disk (rule 2)."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Again:
    """`G`, from the host: send again from seq (rule 2)."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Command:
    """`C`, either way: `MODE,(PLAY|REG)`, `PING`, `LIGHT,(on|off)`, `RESET`."""

    n: int
    name: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """`R`, the answer to command n."""

    n: int
    ok: bool
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """`N`: the other end dropped a line of ours."""

    why: Refused


Line = Query | Hello | Event | Heartbeat | Ack | Again | Command | Result | Refusal


Heard = Line | Dropped


@dataclass(frozen=True, slots=True)
class OneCard:
    """`CO`: a card left the shoe, one tag was read `reads` times while the beam was dark."""

    tag: Tag
    beam_ms: int
    reads: int


@dataclass(frozen=True, slots=True)
class NoTag:
    """`NT`: a card left the shoe and no tag was read."""

    beam_ms: int


@dataclass(frozen=True, slots=True)
class TwoTags:
    """`TT`: two tags or more in one passage."""

    tags: tuple[Tag, ...]
    beam_ms: int


@dataclass(frozen=True, slots=True)
class PushedBack:
    """`CR`: a card went back into the shoe."""

    tag: Tag


@dataclass(frozen=True, slots=True)
class Other:
    """Anything else, by its code: `JM EM LO LC RE`, or one of a later version."""

    code: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Garbled:
    """A code about cards whose fields make no sense: a card moved, and nobody can tell which."""

    code: str


Meaning = OneCard | NoTag | TwoTags | PushedBack | Other | Garbled


def crc(body: bytes) -> int:
    """CRC-16/IBM-3740; of `123456789` it is 0x29B1."""
    return binascii.crc_hqx(body, 0xFFFF)


def signature(body: bytes, key: bytes) -> str:
    """The authentication field of a body (rule 5), upper-case, with its `@`."""
    return "@" + hmac.new(key, body, hashlib.sha256).hexdigest()[:16].upper()


def encode(line: Line, key: bytes | None = None) -> bytes:
    """Write a line as it goes on the wire, signed when there is a key.

    Raises NotALine if it is longer than 128 bytes or holds a character that the grammar forbids.
    """
    fields = _fields(line)
    for part in fields:
        if not part or not part.isascii() or not part.isprintable() or set(part) & set("$*,"):
            raise NotALine(f"a field of {type(line).__name__} is empty or holds a character that OSP/1 forbids")
    body = ",".join(fields).encode("ascii")
    if key is not None:
        body += b"," + signature(body, key).encode("ascii")
    wire = b"$%s*%04X\r\n" % (body, crc(body))
    if len(wire) > LONGEST_LINE:
        raise NotALine(f"{type(line).__name__} would be {len(wire)} bytes; a line has {LONGEST_LINE} at most")
    return wire


def _fields(line: Line) -> Sequence[str]:
    match line:
        case Query(low, high, controller):
            return "Q", str(low), str(high), controller
        case Hello(version, device, boot, firmware, first, following):
            return "H", str(version), device, boot, firmware, str(first), str(following)
        case Event(boot, seq, ms, code, fields):
            return "E", boot, str(seq), str(ms), code, *fields
        case Heartbeat(boot, following, ms, state, beams):
            return "B", boot, str(following), str(ms), state.value, str(beams)
        case Ack(boot, seq):
            return "A", boot, str(seq)
        case Again(boot, seq):
            return "G", boot, str(seq)
        case Command(n, name, args):
            return "C", str(n), name, *args
        case Result(n, ok, fields):
            return "R", str(n), "OK" if ok else "ERR", *fields
        case Refusal(why):
            return "N", why.value


def card_out(boot: str, seq: int, ms: int, tag: Tag, beam_ms: int, reads: int) -> Event:
    """The shoe's side of `CO`."""
    return Event(boot, seq, ms, "CO", (tag.text, str(beam_ms), str(reads)))


def no_tag(boot: str, seq: int, ms: int, beam_ms: int) -> Event:
    """The shoe's side of `NT`."""
    return Event(boot, seq, ms, "NT", (str(beam_ms),))


def two_tags(boot: str, seq: int, ms: int, tags: Sequence[Tag], beam_ms: int) -> Event:
    """The shoe's side of `TT`; the kind is written once for tags of one kind, as in `A:04A035..+04416D..`."""
    joined, kind = "", ""
    for tag in tags:
        here = tag.text[:2]
        joined += ("+" if joined else "") + (tag.text[2:] if here == kind else tag.text)
        kind = here
    return Event(boot, seq, ms, "TT", (joined, str(beam_ms)))


def pushed_back(boot: str, seq: int, ms: int, tag: Tag, beam_ms: int) -> Event:
    """The shoe's side of `CR`."""
    return Event(boot, seq, ms, "CR", (tag.text, str(beam_ms)))


def meaning(event: Event) -> Meaning:
    """What an event says. Fields behind those known are left aside, so that a later version may add some."""
    match event.code, event.fields:
        case "CO", (tag, beam, reads, *_) if _TAG.match(tag) and _numbers(beam, reads):
            return OneCard(Tag(tag), int(beam), int(reads))
        case "NT", (beam, *_) if _numbers(beam):
            return NoTag(int(beam))
        case "TT", (tags, beam, *_) if _numbers(beam):
            each = _apart(tags)
            if len(each) > 1 and all(_TAG.match(tag) for tag in each):
                return TwoTags(tuple(Tag(tag) for tag in each), int(beam))
        case "CR", (tag, *_) if _TAG.match(tag):
            return PushedBack(Tag(tag))
        case code, fields if code not in ("CO", "NT", "TT", "CR"):
            return Other(code, fields)
    return Garbled(event.code)


class Decoder:
    """Bytes in, lines out, for either end. Holds at most one line, whatever it is fed.

    key: when given, a line without a true signature is dropped as FORGED (rule 5). Without one a signature is taken
    off and believed unseen.
    """

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key
        self._rest = b""
        self.faults: Counter[Fault] = Counter()
        self.accepted = 0

    @property
    def held(self) -> int:
        """How many bytes of an unfinished line are held."""
        return len(self._rest)

    @property
    def ignored(self) -> int:
        """None: everything that is heard is told."""
        return 0

    def reset(self) -> None:
        """Forget an unfinished line; the link was opened again."""
        self._rest = b""

    def feed(self, data: bytes) -> list[Heard]:
        """Take the next bytes, return the lines that they complete and those that were dropped, in order."""
        heard: list[Heard] = []
        data = self._rest + data
        self._rest = b""
        at = data.find(b"$")
        while at >= 0:
            limit = at + LONGEST_LINE
            restart = data.find(b"$", at + 1, limit)
            end = data.find(b"\n", at + 1, restart if restart >= 0 else limit)
            if end >= 0:
                heard.append(self._line(data[at : end + 1]))
                at = data.find(b"$", end + 1)
            elif restart >= 0:
                heard.append(self._drop(Fault.CUT))
                at = restart
            elif len(data) < limit:
                self._rest = data[at:]
                break
            else:
                heard.append(self._drop(Fault.LONG))
                at = data.find(b"$", limit)
        return heard

    def _line(self, raw: bytes) -> Heard:
        frame = _CHECKED.match(raw)
        if frame is None:
            return self._drop(Fault.FORM)
        body = frame[1]
        if crc(body) != int(frame[2], 16):
            return self._drop(Fault.CRC)
        if _UNPRINTABLE.search(body):
            return self._drop(Fault.FORM)
        text = body.decode("ascii")
        before, _, last = text.rpartition(",")
        signed = _SIGNATURE.match(last) is not None
        if self._key is not None:
            right = signature(before.encode("ascii"), self._key)
            if not signed or not hmac.compare_digest(right, last.upper()):
                return self._drop(Fault.FORGED)
        line = parse(before if signed else text)
        if line is None:
            return self._drop(Fault.FORM)
        self.accepted += 1
        return line

    def _drop(self, fault: Fault) -> Dropped:
        self.faults[fault] += 1
        return Dropped(fault)


def parse(body: str) -> Line | None:
    """Read a body whose check has passed; None if the grammar does not know it.

    An event is taken with any fields behind its code, for one that is refused would be sent again for ever.
    """
    kind, *rest = body.split(",")
    if kind != "E" and not all(rest):
        return None
    match kind, rest:
        case "E", (boot, seq, ms, code, *fields) if _BOOT.match(boot) and _numbers(seq, ms) and int(seq) and code:
            return Event(boot.upper(), int(seq), int(ms), code, tuple(fields))
        case "B", (boot, following, ms, state, beams) if _BOOT.match(boot) and _numbers(following, ms, beams):
            if state in ShoeState.__members__:
                return Heartbeat(boot.upper(), int(following), int(ms), ShoeState[state], int(beams))
        case "H", (version, device, boot, firmware, first, following) if (
            _DEVICE.match(device) and _BOOT.match(boot) and _numbers(version, first, following)
        ):
            return Hello(int(version), device, boot.upper(), firmware, int(first), int(following))
        case "Q", (low, high, controller) if _numbers(low, high):
            return Query(int(low), int(high), controller)
        case (("A" | "G"), (boot, seq)) if _BOOT.match(boot) and _numbers(seq):
            return Ack(boot.upper(), int(seq)) if kind == "A" else Again(boot.upper(), int(seq))
        case "C", (n, name, *args) if _numbers(n):
            return Command(int(n), name, tuple(args))
        case "R", (n, "OK" | "ERR" as word, *fields) if _numbers(n):
            return Result(int(n), word == "OK", tuple(fields))
        case "N", (why,) if why in Refused.__members__:
            return Refusal(Refused[why])
    return None


def _apart(tags: str) -> list[str]:
    """Tags joined by `+`; one without a kind has that of the tag before it."""
    each: list[str] = []
    kind = ""
    for tag in tags.split("+"):
        kind = tag[:2] if tag[1:2] == ":" else kind
        each.append(tag if tag[1:2] == ":" else kind + tag)
    return each


def _numbers(*texts: str) -> bool:
    return all(_NUMBER.match(text) and int(text) <= LAST_SEQ for text in texts)
