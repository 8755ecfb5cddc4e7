"""The protocols by their names, with their decoders, and each frame in plain words and values for a command line."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer.observations import Tag
from dealer.ports import DealerError
from drivers.shoe import angel_eye, em4100, osp, pepper_c1, pn532
from drivers.shoe.codec import Dropped, Fault

Frame = osp.Line | pepper_c1.Frame | pn532.Frame | angel_eye.Frame | em4100.TagSeen
Value = str | int | bool | Sequence[str]


class Decoder(Protocol):
    """What each codec offers: bytes in, frames out, bounded."""

    faults: Counter[Fault]

    @property
    def held(self) -> int:
        """How many bytes of an unfinished frame are held."""

    @property
    def ignored(self) -> int:
        """How many frames were heard that are not meant for this end."""

    def feed(self, data: bytes) -> Sequence[Frame | Dropped]:
        """Take the next bytes, return what they complete."""


class ShoeProtocol(enum.Enum):
    """The names that `--protocol` takes (SHOE-PROTOCOL)."""

    OSP = "osp"
    PEPPER_C1 = "pepper-c1"
    PN532 = "pn532"
    ANGEL_EYE = "angel-eye"
    EM4100 = "em4100"


class UnknownProtocol(DealerError):
    """No reader protocol has that name."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A frame for people and for JSON. It carries tags in clear: whoever prints it decides whether to hash them."""

    event: str
    values: Mapping[str, Value]
    tags: tuple[Tag, ...] = ()


_DECODERS: Mapping[ShoeProtocol, Callable[[], Decoder]] = {
    ShoeProtocol.OSP: osp.Decoder,
    ShoeProtocol.PEPPER_C1: pepper_c1.Decoder,
    ShoeProtocol.PN532: pn532.Decoder,
    ShoeProtocol.ANGEL_EYE: angel_eye.Decoder,
    ShoeProtocol.EM4100: em4100.Decoder,
}
BAUD: Mapping[ShoeProtocol, int] = {
    ShoeProtocol.OSP: 115200,
    ShoeProtocol.PEPPER_C1: 115200,
    ShoeProtocol.PN532: 115200,
    ShoeProtocol.ANGEL_EYE: angel_eye.BAUD,
    ShoeProtocol.EM4100: em4100.BAUD,
}
WITH_BEAM = frozenset({ShoeProtocol.OSP, ShoeProtocol.ANGEL_EYE})
"""Shoes that notice a card which they could not read. With the others an up-card needs the camera or a person, and the
stub is counted before seventh street (SHOE-PROTOCOL, "Readers that exist")."""
CARD_CODE = angel_eye.CARD_CODE
_EVENTS = {
    "JM": "jam",
    "EM": "empty",
    "LO": "lid-open",
    "LC": "lid-closed",
    "RE": "reader-error",
}


def named(text: str) -> ShoeProtocol:
    """The protocol of a name; an underscore does for a hyphen. Raises UnknownProtocol."""
    try:
        return ShoeProtocol(text.strip().lower().replace("_", "-"))
    except ValueError:
        names = ", ".join(protocol.value for protocol in ShoeProtocol)
        raise UnknownProtocol(f"no shoe speaks {text!r}; choose one of {names}") from None


def decoder(protocol: ShoeProtocol) -> Decoder:
    """A fresh decoder."""
    return _DECODERS[protocol]()


def plain(frame: Frame) -> Plain:
    """A frame in words."""
    match frame:
        case osp.Event():
            return _event(frame)
        case pepper_c1.TagSeen(tag, asked):
            return Plain("tag", {"asked": asked}, (tag,))
        case em4100.TagSeen(tag):
            return Plain("tag", {}, (tag,))
        case pn532.Targets(tags):
            return Plain(("empty-field", "tag")[len(tags)] if len(tags) < 2 else "two-tags", {}, tags)
        case angel_eye.CardDrawn(seq, in_game, tag):
            return Plain("card" if tag else "card-unread", {"seq": seq, "in_game": in_game}, (tag,) if tag else ())
        case angel_eye.ErrorShown(seq, code, on):
            return Plain("error", {"seq": seq, "code": code, "on": on})
        case angel_eye.Locked(seq, locked):
            return Plain("lock", {"seq": seq, "locked": locked})
        case angel_eye.Other(seq, letter, data):
            return Plain("other", {"seq": seq, "letter": letter, "data": data.hex()})
        case pepper_c1.Reply(command, data) | pn532.Answer(command, data):
            return Plain("reply", {"command": f"{command:02x}", "data": data.hex()})
        case pepper_c1.Asked(command, data) | pn532.Asked(command, data):
            return Plain("command", {"command": f"{command:02x}", "data": data.hex()})
        case pepper_c1.Failure(command, code):
            return Plain("error", {"command": f"{command:02x}", "code": code})
        case pepper_c1.Unasked(command):
            return Plain("other", {"command": f"{command:02x}"})
        case pn532.Ack():
            return Plain("ack", {})
        case pn532.Nack():
            return Plain("nack", {})
        case pn532.SyntaxFault():
            return Plain("error", {})
        case _:
            return _line(frame)


def _event(event: osp.Event) -> Plain:
    head: dict[str, Value] = {"code": event.code, "boot": event.boot, "seq": event.seq, "ms": event.ms}
    match osp.meaning(event):
        case osp.OneCard(tag, beam, reads):
            return Plain("card-out", {**head, "beam_ms": beam, "reads": reads}, (tag,))
        case osp.NoTag(beam):
            return Plain("no-tag", {**head, "beam_ms": beam})
        case osp.TwoTags(tags, beam):
            return Plain("two-tags", {**head, "beam_ms": beam}, tags)
        case osp.PushedBack(tag):
            return Plain("card-returned", head, (tag,))
        case osp.Other(code, fields):
            return Plain(_EVENTS.get(code, "unknown"), {**head, "fields": fields})
        case osp.Garbled():
            return Plain("garbled", head)


def _line(line: osp.Line) -> Plain:
    match line:
        case osp.Query(low, high, controller):
            return Plain("query", {"low": low, "high": high, "controller": controller})
        case osp.Hello(version, device, boot, firmware, first, following):
            who: dict[str, Value] = {"version": version, "device": device, "boot": boot, "firmware": firmware}
            return Plain("hello", {**who, "first": first, "next": following})
        case osp.Heartbeat(boot, following, ms, state, beams):
            return Plain("heartbeat", {"boot": boot, "next": following, "ms": ms, "state": state.value, "beams": beams})
        case osp.Ack(boot, seq):
            return Plain("ack", {"boot": boot, "seq": seq})
        case osp.Again(boot, seq):
            return Plain("again", {"boot": boot, "seq": seq})
        case osp.Command(n, name, args):
            return Plain("command", {"n": n, "name": name, "args": args})
        case osp.Result(n, ok, fields):
            return Plain("result", {"n": n, "ok": ok, "fields": fields})
        case osp.Refusal(why):
            return Plain("refusal", {"why": why.value})
        case osp.Event():
            return _event(line)
