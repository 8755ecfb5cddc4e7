"""`dealer deck`: which decks a table has, registering one card by card, checking one before play, retiring one."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click

from dealer.cards import Card, NotACard
from dealer.cli import keys
from dealer.cli.command_name import advice
from dealer.cli.deck_camera import CardsByCamera
from dealer.cli.deck_register import InOrder, register_deck
from dealer.cli.places import Places, places_of
from dealer.cli.shoe import ProtocolName
from dealer.cli.shoe_feed import ShoeFeed, which_shoe
from dealer.observations import CardOut, TwoCards
from dealer.sealing import Sealer
from dealer.sensing.deck import Deck, DeckCheck, DeckError, Seen, checked_name
from dealer.sensing.deck_store import DeckStore
from dealer.table.file import load_table
from drivers.shoe.factory import ShoeOptions, make_shoe
from drivers.shoe.protocols import ShoeProtocol

_TABLE = click.option("--table", type=click.Path(path_type=Path), required=True, help="The table file.")
_STATE = click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables.")
_PORT = click.option("--port", help="The reader's port, if it is not the table's shoe.")
_PROTOCOL = click.option("--protocol", type=ProtocolName(), help="How that reader speaks.")
_PAIRING = click.option("--pairing-key", type=click.Path(path_type=Path), help="The key that the shoe signs with.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")


@click.group()
def deck() -> None:
    """Register, check, list and retire decks."""


@deck.command("list")
@_TABLE
@_STATE
@_JSON
def list_decks(table: Path, state: Path | None, as_json: bool) -> None:
    """List the decks of a table; no card and no tag is shown."""
    places = _places(table, state)
    store = _store(places, fresh=False) if any(places.decks.glob("*.deck")) else None
    for found in _decks(store):
        _say(
            as_json,
            f"{found.name:<20} {_condition(found)}",
            {
                "deck": found.name,
                "cards": len(found.cards),
                "complete": found.complete,
                "registered": found.registered,
                "retired": found.retired,
                "test": found.test,
            },
        )


@deck.command()
@click.argument("name")
@_TABLE
@_STATE
@_PORT
@_PROTOCOL
@_PAIRING
@click.option("--again", metavar="CARD", help="Forget the tag of this card first, as when the card was replaced.")
@click.option("--camera", metavar="SOURCE", help="Let a camera say which card is shown, in any order.")
@click.option("--design", metavar="NAME", help="The enrolled design of the cards, for the camera.")
@click.option("--test", is_flag=True, help="A deck that will never be played with: its recordings may be in clear.")
@_JSON
def register(
    name: str,
    table: Path,
    state: Path | None,
    port: str | None,
    protocol: ShoeProtocol | None,
    pairing_key: Path | None,
    again: str | None,
    camera: str | None,
    design: str | None,
    test: bool,
    as_json: bool,
) -> None:
    """Pass the 52 cards of the deck NAME over the reader, one by one.

    Each is saved as it comes; Ctrl-C stops, and the same command goes on where it was.
    """
    store = _store(_places(table, state), fresh=True)
    found = store.find(checked_name(name)) or Deck(name, datetime.date.today().isoformat(), test=test)
    if found.retired:
        raise DeckError(f"the deck {name} was retired; choose another name")
    if test and not found.test:
        raise DeckError(f"the deck {name} was registered for play; choose another name for a test deck")
    if again is not None:
        found = found.without(_card(again))
        store.save(found)
    if found.complete:
        _say(as_json, f"{name}: all 52 cards are registered", {"event": "complete", "deck": name})
        return
    reader = _reader(table, port, protocol, pairing_key)
    cards = InOrder() if camera is None else CardsByCamera(camera, design)
    with ShoeFeed(make_shoe(reader.protocol, reader.port, replace(reader.options, registering=True))) as feed, cards:
        for line in register_deck(found, feed, cards, store.registry(), store.save):
            _say(as_json, line.words, line.values)


@deck.command()
@click.argument("name")
@_TABLE
@_STATE
@_PORT
@_PROTOCOL
@_PAIRING
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=120.0,
    show_default=True,
    help="Stop when no card came for so long.",
)
@_JSON
def check(
    name: str,
    table: Path,
    state: Path | None,
    port: str | None,
    protocol: ShoeProtocol | None,
    pairing_key: Path | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Pass a pile over the reader and say whether it is the deck NAME, whole and nothing else.

    It says how many cards are missing, never which: they might lie face down before a player. Exit 1 if it is not.
    """
    store = _store(_places(table, state), fresh=False)
    registry = store.registry()
    with advice(table, state):
        pile = DeckCheck(store.load(name))
        if (problem := registry.problem(name)) is not None:
            raise DeckError(problem)
    reader = _reader(table, port, protocol, pairing_key)
    heard = time.monotonic()
    with ShoeFeed(make_shoe(reader.protocol, reader.port, replace(reader.options, registering=True))) as feed:
        while not pile.good and time.monotonic() - heard < seconds:
            report = feed.next(0.1)
            heard = heard if report is None else time.monotonic()
            tags = (report.tag,) if isinstance(report, CardOut) else report.tags if isinstance(report, TwoCards) else ()
            for tag in tags:
                pile, seen = pile.look(tag, registry.owner(tag))
                values = {"event": seen.value, "seen": len(pile.seen), "missing": pile.missing}
                if seen is not Seen.AGAIN:
                    _say(as_json, f"{len(pile.seen)}/52{_strange(seen)}", values)
    verdict = {"event": "good" if pile.good else "bad", "missing": pile.missing, "strange": len(pile.strange)}
    _say(as_json, _verdict(name, pile), verdict)
    if not pile.good:
        raise click.exceptions.Exit(1)


@deck.command()
@click.argument("name")
@_TABLE
@_STATE
def retire(name: str, table: Path, state: Path | None) -> None:
    """Take the deck NAME out of play for good. A tag tells its card once it has been seen face up: rotate decks."""
    store = _store(_places(table, state), fresh=False)
    with advice(table, state):
        found = store.load(name)
    store.save(replace(found, retired=True))
    click.echo(f"{name} is retired")


@dataclass(frozen=True, slots=True)
class _ReaderAt:
    protocol: ShoeProtocol
    port: str
    options: ShoeOptions


def _reader(table: Path, port: str | None, protocol: ShoeProtocol | None, pairing: Path | None) -> _ReaderAt:
    """The reader that was named, else the table's shoe. Raises click.UsageError if there is neither."""
    protocol, port = which_shoe(load_table(table).shoe, port, protocol)
    if protocol is ShoeProtocol.ANGEL_EYE:
        raise DeckError("cards of an angel-eye shoe carry their own code; there is nothing to register or to check")
    key = None if pairing is None else keys.pairing_key(pairing)
    return _ReaderAt(protocol, port, ShoeOptions(controller="DECK", key=key))


def _places(table: Path, state: Path | None) -> Places:
    return places_of(load_table(table).setup.table, state)


def _store(places: Places, *, fresh: bool) -> DeckStore:
    """The decks of a table. fresh: the table may have no key yet."""
    key = keys.table_key(places.key) if fresh else keys.existing_key(places.key)
    return DeckStore(places.decks, Sealer(key))


def _decks(store: DeckStore | None) -> Iterator[Deck]:
    if store is not None:
        yield from (store.load(name) for name in store.names())


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except NotACard as wrong:
        raise click.BadParameter(str(wrong)) from None


def _condition(found: Deck) -> str:
    if found.retired:
        return "retired"
    kind = "test deck, " if found.test else ""
    return f"{kind}{len(found.cards)}/52 cards, registered {found.registered}"


def _strange(seen: Seen) -> str:
    words = {Seen.OTHER_DECK: "  a card of another deck: take it out", Seen.FOREIGN: "  a foreign tag: take it out"}
    return words.get(seen, "")


def _verdict(name: str, pile: DeckCheck) -> str:
    if pile.good:
        return f"{name}: whole, 52 cards and nothing else"
    return f"{name}: {pile.missing} missing, {len(pile.strange)} that do not belong to it; do not play with it"


def _say(as_json: bool, words: str, values: Mapping[str, object]) -> None:
    click.echo(json.dumps(values) if as_json else words)
