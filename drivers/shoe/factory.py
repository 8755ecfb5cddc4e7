"""Which talk belongs to which protocol: makes a shoe that is ready to start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealer.observations import ShoePosition
from drivers.link import ByteLink, Link
from drivers.shoe import protocols
from drivers.shoe.device import Device
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.host import Host
from drivers.shoe.overheard import overheard_pepper_c1, overheard_pn532
from drivers.shoe.pepper_c1_reader import pepper_c1_reader
from drivers.shoe.pn532_reader import pn532_reader
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.receivers import AngelEyeShoe, em4100_reader
from drivers.shoe.recording import PlaybackLink, Recording
from drivers.shoe.teller import Teller, device_id

_POLLED = frozenset({ShoeProtocol.PN532, ShoeProtocol.PEPPER_C1})


@dataclass(frozen=True, slots=True)
class ShoeOptions:
    """What a table file says of its shoe besides the port.

    controller: our id in the hello of OSP/1.  key: shared at pairing, when lines are signed (OSP/1 rule 5).
    registering: cards are shown to the reader one by one and need not leave the shoe.
    antenna: 1 to 8, on a Pepper C1 with several.
    """

    controller: str = "CONTROLLER"
    key: bytes | None = None
    registering: bool = False
    antenna: int | None = None


def make_shoe(protocol: ShoeProtocol, port: str, options: ShoeOptions = ShoeOptions()) -> ShoeDriver:
    """A shoe on a port, not started yet. Raises drivers.link.PortNameError if the port can be none."""
    return shoe_on(Link(port, protocols.BAUD[protocol]), protocol, options)


def shoe_on(link: ByteLink, protocol: ShoeProtocol, options: ShoeOptions = ShoeOptions()) -> ShoeDriver:
    """A shoe on any link, such as a recording."""
    return ShoeDriver(link, talk(protocol, link.name, options))


def played_shoe(recording: Recording, name: str, *, speed: float = 1.0) -> ShoeDriver:
    """A shoe that says again what was recorded, to the decoder and all behind it. speed: as of PlaybackLink."""
    link = PlaybackLink(name, recording.happened, speed=speed)
    make = talk(recording.protocol, name, ShoeOptions())
    if recording.protocol in _POLLED:
        make = _overheard(recording.protocol, name)
    return ShoeDriver(link, make, now=link.now)


def _overheard(protocol: ShoeProtocol, name: str) -> Callable[[Sequence[ShoePosition]], Device]:
    def make(resume: Sequence[ShoePosition]) -> Device:
        teller = Teller(device_id(protocol, name), secrets.token_hex(4).upper(), resume)
        return overheard_pn532(teller) if protocol is ShoeProtocol.PN532 else overheard_pepper_c1(teller)

    return make


def talk(protocol: ShoeProtocol, port: str, options: ShoeOptions) -> Callable[[Sequence[ShoePosition]], Device]:
    """What makes the talk of a protocol for the positions that are on disk."""

    def make(resume: Sequence[ShoePosition]) -> Device:
        if protocol is ShoeProtocol.OSP:
            mode = "REG" if options.registering else "PLAY"
            return Host(options.controller, resume, key=options.key, mode=mode)
        teller = Teller(device_id(protocol, port), secrets.token_hex(4).upper(), resume)
        match protocol:
            case ShoeProtocol.PN532:
                return pn532_reader(teller)
            case ShoeProtocol.PEPPER_C1:
                return pepper_c1_reader(teller, options.antenna)
            case ShoeProtocol.EM4100:
                return em4100_reader(teller)
            case ShoeProtocol.ANGEL_EYE:
                return AngelEyeShoe(teller)

    return make
