"""`dealer design`: enrol what the cards of a make look like, one picture a card, and list what is enrolled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from dealer.cards import Card, NotACard
from drivers.camera.design import list_designs, save_design
from drivers.camera.enrol import enrolled
from drivers.camera.errors import PictureUnreadable
from drivers.camera.images import Image, load_picture
from drivers.camera.read import Reader


@click.group()
def design() -> None:
    """Enrol a make of cards, and list the makes that are enrolled."""


@design.command()
@click.argument("name")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
def enrol(name: str, pictures: tuple[Path, ...]) -> None:
    """Enrol the make NAME from 52 PICTURES (or a folder of them).

    Each picture shows one card and is named after it: Ks.jpg, 10h.png.
    """
    shown: dict[Card, Image] = {}
    for path in _expanded(pictures):
        try:
            card = Card.parse(path.stem)
        except NotACard as wrong:
            raise click.UsageError(f"{path}: name each picture after its card, such as Ks.jpg ({wrong})") from wrong
        try:
            shown[card] = load_picture(path)
        except PictureUnreadable as error:
            raise click.ClickException(str(error)) from error
    path = save_design(enrolled(name, shown, Reader()))
    click.echo(f"{name}: 52 cards enrolled in {path}; use it with `dealer read --design {name}` or in the table file")


@design.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each design.")
def show(as_json: bool) -> None:
    """List the enrolled makes of cards."""
    names = list_designs()
    for name in names:
        click.echo(json.dumps({"design": name}) if as_json else name)
    if not names and not as_json:
        click.echo("no design is enrolled; the general model reads any standard deck")


def _expanded(pictures: tuple[Path, ...]) -> Iterator[Path]:
    for path in pictures:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.is_file() and not p.name.startswith("."))
        else:
            yield path
