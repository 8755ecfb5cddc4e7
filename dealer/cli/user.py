"""`dealer user`: add, list and reset the accounts of this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.certificate import base_url
from dealer.cli.places import kept_tables, places_of
from dealer.ports import Role
from dealer.record.lock import holder
from dealer.table.file import WebConfig, load_table

LINK_MINUTES = 24 * 60
Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class _Where:
    """state: the folder of all tables, or None for the user's own.  table: the file that says where the pages are."""

    state: Path | None
    table: Path | None


_STATE = "The folder that holds all tables of this machine."
_TABLE = "The table file, for the address of its pages."


def _where(command: Command) -> Command:
    """Let --state and --table stand behind the command's name as well as before it."""

    def heard(context: click.Context, option: click.Parameter, value: Path | None) -> None:
        if value is not None and option.name is not None:
            said = context.find_object(_Where) or _Where(None, None)
            context.obj = replace(said, **{option.name: value})

    for name, words in (("--table", _TABLE), ("--state", _STATE)):
        command = click.option(name, type=click.Path(path_type=Path), help=words, expose_value=False, callback=heard)(
            command
        )
    return command


@click.group()
@click.option("--state", type=click.Path(path_type=Path), help=_STATE)
@click.option("--table", type=click.Path(path_type=Path), help=_TABLE)
@click.pass_context
def user(context: click.Context, state: Path | None, table: Path | None) -> None:
    """Add, list and reset users. Nobody has a password until he chooses one by his link."""
    context.obj = _Where(state, table)


@contextmanager
def _gate(state: Path | None) -> Iterator[Gate]:
    store = Store(places_of("any", state).users)
    try:
        yield Gate(store, Argon2Hasher(), time.time)
    finally:
        store.close()


def _base(where: _Where) -> str | None:
    """Where the pages are: as the table file says, else where a table of this folder runs just now; None if unknown."""
    if where.table is not None:
        return base_url(load_table(where.table).web)
    root = places_of("any", where.state).users.parent
    holders = (holder(places_of(table, root).journal) for table in kept_tables(root))
    return next((each.url for each in holders if each is not None and each.url), None)


def _say_link(gate: Gate, name: str, base: str | None) -> None:
    click.echo(f"{name} chooses a PIN or password, within a day, by opening this while the table runs:")
    click.echo(f"  {base or base_url(WebConfig())}/link/{gate.new_secret_link(name, LINK_MINUTES)}")
    if base is None:
        click.echo("(a table with an address or a port of its own has its pages there: give --table FILE)")


@user.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in Role]), default=Role.DEALER.value, show_default=True)
@click.option("--language", type=click.Choice(["en", "fi", "bg"]), default="en", show_default=True)
@_where
@click.pass_obj
def add(where: _Where, name: str, role: str, language: str) -> None:
    """Make an account for NAME and print the link by which a PIN or password is chosen."""
    base = _base(where)
    with _gate(where.state) as gate:
        _say_link(gate, gate.add_user(name, Role(role), None, language).name, base)


@user.command()
@click.argument("name")
@_where
@click.pass_obj
def reset(where: _Where, name: str) -> None:
    """Print a link by which NAME chooses another PIN or password."""
    base = _base(where)
    with _gate(where.state) as gate:
        known = [user.name for user in gate.users()]
        if name not in known:
            raise click.ClickException(f"there is no account {name}; the accounts are {', '.join(known) or 'none yet'}")
        _say_link(gate, name, base)


@user.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
@_where
@click.pass_obj
def list_(where: _Where, as_json: bool) -> None:
    """List the accounts with role and language."""
    with _gate(where.state) as gate:
        for each in gate.users():
            if as_json:
                plain = {"name": each.name, "role": each.role.value, "language": each.language}
                click.echo(json.dumps(plain | {"has_secret": each.has_secret}, ensure_ascii=False))
            else:
                click.echo(
                    f"{each.name:24} {each.role.value:12} {each.language}  {'' if each.has_secret else 'no PIN yet'}"
                )
