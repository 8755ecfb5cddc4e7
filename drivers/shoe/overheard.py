"""A polled reader as its recording tells of it: what it answered, whatever was asked. Pure.

A recording cannot be asked again at other moments, so the answers are taken as they stand.
"""

from __future__ import annotations

from drivers.shoe import pepper_c1, pepper_c1_reader, pn532, pn532_reader
from drivers.shoe.device import Device
from drivers.shoe.listener import Listener, Sighting
from drivers.shoe.teller import Teller

_WORDS = "a recording is played"


def overheard_pn532(teller: Teller) -> Device:
    """The answers of a PN532."""
    return Listener(teller, pn532.Decoder(), _seen_by_pn532, pn532_reader.QUIET, _WORDS)


def overheard_pepper_c1(teller: Teller) -> Device:
    """The answers of a Pepper C1."""
    return Listener(teller, pepper_c1.Decoder(), _seen_by_pepper_c1, pepper_c1_reader.QUIET, _WORDS)


def _seen_by_pn532(frame: pn532.Frame) -> Sighting | None:
    return (frame.tags, len(frame.tags)) if isinstance(frame, pn532.Targets) else None


def _seen_by_pepper_c1(frame: pepper_c1.Frame) -> Sighting | None:
    match frame:
        case pepper_c1.TagSeen(tag, _):
            return (tag,), 1
        case pepper_c1.Reply(pepper_c1.Command.GET_TAG_COUNT, data) if data:
            return (), data[0]
        case _:
            return None
