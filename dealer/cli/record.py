"""`dealer record`: writes what a shoe says, with its times, so that real traffic becomes a test."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import click

from dealer.cli import keys
from dealer.cli.command_name import advice
from dealer.cli.places import Places, places_of
from dealer.cli.shoe import ProtocolName
from dealer.cli.shoe_feed import ShoeFeed, ShoeNotThere, which_shoe
from dealer.errors import DealerError
from dealer.observations import CardOut, CardUnread, DeviceState, TwoCards
from dealer.sealing import Sealer
from dealer.sensing.deck_store import DeckStore
from dealer.table.file import load_table
from drivers.link import Link
from drivers.shoe import protocols
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.factory import ShoeOptions, played_shoe, shoe_on
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.recording import Recorder, Tapped, read_recording, sealed_recording

_PURPOSE = "the recording"


class NotATestDeck(DealerError):
    """A recording in clear would show the cards of a deck that is played with."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--table", type=click.Path(path_type=Path), required=True, help="The table file.")
@click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables.")
@click.option("--deck", required=True, metavar="NAME", help="The deck that is in the shoe.")
@click.option("--clear", is_flag=True, help="Do not seal it; only for a deck that was registered with --test.")
@click.option("--port", help="The shoe's port, if it is not the table's.")
@click.option("--protocol", type=ProtocolName(), help="How it speaks.")
@click.option("--pairing-key", type=click.Path(path_type=Path), help="The key that the shoe signs with.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long; else Ctrl-C stops it.")
def record(
    file: Path,
    table: Path,
    state: Path | None,
    deck: str,
    clear: bool,
    port: str | None,
    protocol: ShoeProtocol | None,
    pairing_key: Path | None,
    seconds: float | None,
) -> None:
    """Write all that the table's shoe says into FILE, sealed with the table's key.

    It is played with: dealer run --table FILE --playback SHOE.rec

    What is recorded is acknowledged and stands in no journal.
    """
    said = load_table(table)
    places = places_of(said.setup.table, state)
    sealer = Sealer(keys.existing_key(places.key))
    with advice(table, state):
        found = DeckStore(places.decks, sealer).load(deck)
    if clear and not found.test:
        raise NotATestDeck(f"the deck {deck} is played with; leave --clear away, or record with a test deck")
    protocol, port = which_shoe(said.shoe, port, protocol)
    key = None if pairing_key is None else keys.pairing_key(pairing_key)
    link = Link(port, protocols.BAUD[protocol])
    recorder = Recorder(file, protocol, deck, None if clear else lambda data: sealer.seal_bytes(data, _PURPOSE))
    driver = shoe_on(Tapped(link, recorder), protocol, ShoeOptions(controller="RECORD", key=key))
    try:
        cards = _follow(driver, seconds)
    except ShoeNotThere:
        file.unlink()
        raise
    click.echo(f"{file}: {cards} cards recorded{' in clear' if clear else ', sealed'}")


def _follow(driver: ShoeDriver, seconds: float | None) -> int:
    """Let the shoe talk until it is enough; returns how many cards left."""
    cards = 0
    until = None if seconds is None else time.monotonic() + seconds
    with ShoeFeed(driver) as feed, contextlib.suppress(KeyboardInterrupt):
        while until is None or time.monotonic() < until:
            report = feed.next(0.2)
            cards += isinstance(report, CardOut | CardUnread | TwoCards)
            if isinstance(report, DeviceState):
                click.echo(report.detail, err=True)
    return cards


def playback(file: Path, places: Places, *, speed: float = 1.0) -> ShoeDriver:
    """The shoe of a recording, for `dealer run --playback`. Raises RecordingError, KeyFileError, WrongKey."""

    sealer = Sealer(keys.existing_key(places.key)) if sealed_recording(file) else None
    unseal = None if sealer is None else lambda data: sealer.open_bytes(data, _PURPOSE)
    return played_shoe(read_recording(file, unseal), f"playback of {file.name}", speed=speed)
