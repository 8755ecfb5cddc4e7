"""`dealer replay`: puts recorded hands through the rules; prints what was done and what would have been announced."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from dealer.announce.lines import line
from dealer.announce.phrases import phrase
from dealer.announce.records import Announcement, Refused
from dealer.announce.says import says
from dealer.house.load import DEFAULT_HOUSE, find_house
from dealer.house.rules import HouseRules, Language
from dealer.house.strict import FileRefused
from dealer.record.feed import Refusal, feed
from dealer.record.phh import PhhError, PhhHand, read_hands
from dealer.record.text_history import done_text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE.phh|FILE.phhs...")
@click.option("--house", "house_name", metavar="NAME|FILE", help="Whose rules; otherwise the file's own `_house`.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout.")
def replay(files: tuple[str, ...], house_name: str | None, as_json: bool) -> None:
    """Put hands in the Poker Hand History format through the rules. Exit 1 if one breaks them."""
    fine = True
    for file in files:
        try:
            for recorded in (hands := read_hands(Path(file))):
                # In a collection the name has the hand's place behind it.
                name = recorded.source if len(hands) > 1 else file if len(files) > 1 else None
                fine &= _replay(recorded, house_name, as_json, name)
        except (PhhError, FileRefused) as error:
            click.echo(str(error), err=True)
            fine = False
    if not fine:
        sys.exit(1)


def _replay(recorded: PhhHand, house_name: str | None, as_json: bool, name: str | None) -> bool:
    house = _house_of(recorded, house_name)
    fine = True
    for step in feed(recorded, house):
        if isinstance(step, Refusal):
            fine = False
            told: tuple[Announcement, ...] = (Refused(step.action, step.rule, step.why),)
        else:
            told = says(step.before, step.event, step.after)
            if not as_json:
                for text in done_text(step, house.language):
                    _print_text(text, name)
        for announcement in told:
            _print(announcement, house.language, name, as_json)
    return fine


def _print(announcement: Announcement, language: Language, file: str | None, as_json: bool) -> None:
    if not as_json:
        _print_text(phrase(announcement, language), file)
        return
    fields = line(announcement)
    if fields is not None:
        click.echo(json.dumps({"file": file, **fields} if file else fields, ensure_ascii=False))


def _print_text(text: str, file: str | None) -> None:
    click.echo(f"{file}: {text}" if file else text)


def _house_of(recorded: PhhHand, house_name: str | None) -> HouseRules:
    """The house asked for, else the file's own: a name, or a house file beside the hand."""
    if house_name is not None:
        return find_house(house_name)
    if recorded.house is None:
        return find_house(DEFAULT_HOUSE)
    beside = Path(recorded.source).parent / recorded.house
    return find_house(str(beside) if "\0" not in recorded.house and beside.is_file() else recorded.house)
