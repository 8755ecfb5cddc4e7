"""`dealer house`: lists, shows and checks house files; changes nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from dealer.cli.command_name import as_typed
from dealer.house.load import PROFILES, HouseFileError, find_house, load_house, profile_text
from dealer.house.mistakes import house_mistakes
from dealer.house.plain import house_to_plain
from dealer.house.rules import HouseRules

_json_lines = click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout.")


@click.group()
def house() -> None:
    """The rules of a house: list, show, check."""


@house.command("list")
@_json_lines
def list_houses(as_json: bool) -> None:
    """List the houses that come with the program."""
    for name in PROFILES:
        rules = find_house(name)
        if as_json:
            _print_json({"name": name, "title": rules.title, "language": rules.language.value})
        else:
            click.echo(f"{name:<20} {rules.title} ({rules.language.value}; {_deals(rules)})")


@house.command("show")
@click.argument("name")
@_json_lines
def show_house(name: str, as_json: bool) -> None:
    """Print a house as a file to copy and edit: dealer house show wsop-live > mine.toml"""
    try:
        if as_json:
            rules = find_house(name)
            _print_json({"name": rules.name, **house_to_plain(rules)})
        elif name in PROFILES:
            click.echo(as_typed(profile_text(name)), nl=False)
        else:
            find_house(name)
            click.echo(Path(name).read_text(encoding="utf-8"), nl=False)
    except HouseFileError as error:
        _fail((error,), as_json)


@house.command("check")
@click.argument("file")
@_json_lines
def check_house(file: str, as_json: bool) -> None:
    """Say whether a house file can be used, or all that is wrong with it."""
    try:
        rules = load_house(Path(file))
    except HouseFileError as error:
        _fail(house_mistakes(Path(file)) or (error,), as_json)
    if as_json:
        _print_json({"file": file, "ok": True, "title": rules.title})
    else:
        click.echo(f"{file}: fine. {rules.title}: {_deals(rules)}")


def _deals(rules: HouseRules) -> str:
    games = ", ".join(game.value for game in rules.table.games)
    return f"{games}; {', '.join(limit.value for limit in rules.table.limits)} limit"


def _print_json(values: dict[str, object]) -> None:
    click.echo(json.dumps(values, ensure_ascii=False))


def _fail(errors: Sequence[HouseFileError], as_json: bool) -> NoReturn:
    for error in errors:
        if as_json:
            _print_json({"file": error.source, "ok": False, "key": error.key, "problem": error.problem})
        click.echo(str(error), err=True)
    sys.exit(1)
