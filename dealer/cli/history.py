"""`dealer history`: finds hands that are over and writes them for other programs or for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from dealer.cards import Card
from dealer.cli.keys import existing_key
from dealer.cli.places import SIMULATED, kept_table
from dealer.errors import DealerError
from dealer.record.history import JournalHistory, NoSuchHand
from dealer.record.phh_writer import write_phh
from dealer.sealing import Sealer

_TABLE = click.option("--table", default=SIMULATED, show_default=True, help="The name of the table.")
_STATE = click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables.")
_SINCE = click.option("--since", metavar="DATE", help="Hands from this date or time on.")
_UNTIL = click.option("--until", metavar="DATE", help="Hands before this date or time.")
_NUMBER = click.option("--hand", "number", type=click.IntRange(1), help="One hand, by its number.")


class CannotExport(DealerError):
    """Hands cannot be written where they are wanted."""


@click.group()
def history() -> None:
    """Find and export hands that were played. A card that was never shown stands as ??."""


@history.command("list")
@_TABLE
@_STATE
@_SINCE
@_NUMBER
@click.option("--seat", type=click.IntRange(1, 8), help="Hands in which this seat was dealt in.")
@click.option("--card", help="Hands in which this card lay face up.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def list_hands(
    table: str,
    state: Path | None,
    since: str | None,
    number: int | None,
    seat: int | None,
    card: str | None,
    as_json: bool,
) -> None:
    """List hands, the newest first."""
    wanted = Card.parse(card) if card else None
    found = _history(table, state).find(number=number, since=since, seat=seat, card=wanted)
    _must_be_there(number, found)
    for each in found:
        if as_json:
            plain = {"hand": each.number, "table": each.table, "began": each.started, "game": each.game}
            click.echo(json.dumps(plain | {"seats": each.seats, "pot": each.pot, "winners": each.winners}))
        else:
            winners = ", ".join(str(winner) for winner in each.winners) or "nobody"
            click.echo(f"{each.number:>7}  {each.started}  {each.game:<12} pot {each.pot:>7}  won by seat {winners}")


@history.command()
@_TABLE
@_STATE
@_SINCE
@_UNTIL
@_NUMBER
@click.option("--format", "kind", type=click.Choice(["phh", "text"]), default="phh", show_default=True)
@click.option("--to", type=click.Path(path_type=Path), help="A folder, for one file a hand; else on stdout.")
def export(
    table: str,
    state: Path | None,
    since: str | None,
    until: str | None,
    number: int | None,
    kind: str,
    to: Path | None,
) -> None:
    """Write hands in the Poker Hand History format or as text.

    Several hands on stdout are one collection of that format (.phhs), which other programs and `dealer replay` read.
    """
    found = _history(table, state)
    writers: Mapping[str, Callable[[int], str]] = {
        "phh": lambda hand: write_phh(found.events(hand)),
        "text": found.text,
    }
    numbers = found.numbers(number=number, since=since, until=until)
    _must_be_there(number, numbers)
    if to is None:
        collected = kind == "phh" and len(numbers) > 1
        for place, each in enumerate(numbers, start=1):
            heading = f"[{place}]\n" if collected else ""
            click.echo(("\n" if place > 1 else "") + heading + writers[kind](each), nl=False)
    else:
        _write_files(table, numbers, writers[kind], to, kind)
        click.echo(f"{to}: {len(numbers)} hands written", err=True)


def _must_be_there(number: int | None, found: Sequence[object]) -> None:
    """A hand that was asked for by its number, and is not there, is no empty list. Raises NoSuchHand."""
    if number is not None and not found:
        raise NoSuchHand(f"there is no hand {number} here that fits what was asked for")


def _write_files(table: str, numbers: Sequence[int], written: Callable[[int], str], to: Path, kind: str) -> None:
    ending = "phh" if kind == "phh" else "txt"
    try:
        to.mkdir(parents=True, exist_ok=True)
        for each in numbers:
            (to / f"{table}-{each:07}.{ending}").write_text(written(each), encoding="utf-8")
    except OSError as error:
        raise CannotExport(f"{to}: cannot be written ({error.strerror}); choose another folder with --to") from None


def _history(table: str, state: Path | None) -> JournalHistory:
    places = kept_table(table, state)
    return JournalHistory(places.journal, table, Sealer(existing_key(places.key)))
