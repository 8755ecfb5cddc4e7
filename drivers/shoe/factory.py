"""Which talk belongs to which protocol: makes a shoe that is ready to start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealer.observations import ShoePosition
from drivers.link import ByteLink, Link
from drivers.shoe import pepper_c1, pepper_c1_reader, pn532, pn532_reader, protocols
from drivers.shoe.device import Device
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.host import Host
from drivers.shoe.overheard import OverheardReader
from drivers.shoe.pepper_c1_reader import PepperC1Reader
from drivers.shoe.pn532_reader import Pn532Reader
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.receivers import AngelEyeShoe, Em4100Reader
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
        if protocol is ShoeProtocol.PN532:
            return OverheardReader(teller, pn532.Decoder(), pn532_reader.QUIET)
        return OverheardReader(teller, pepper_c1.Decoder(), pepper_c1_reader.QUIET)

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
                return Pn532Reader(teller)
            case ShoeProtocol.PEPPER_C1:
                return PepperC1Reader(teller, options.antenna)
            case ShoeProtocol.EM4100:
                return Em4100Reader(teller)
            case ShoeProtocol.ANGEL_EYE:
                return AngelEyeShoe(teller)

    return make
