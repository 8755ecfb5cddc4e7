"""`dealer journal`: check a journal, copy it while it runs, and put a copy back."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dealer.cli.places import SIMULATED, kept_table
from dealer.record import keeping
from dealer.record.history import seconds_of
from dealer.record.keeping import Verdict


@click.group()
def journal() -> None:
    """Verify, back up and restore the journal of a table."""


def _say(verdict: Verdict, what: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"entries": verdict.entries, "hands": verdict.hands, "head": verdict.head}))
        return
    click.echo(f"{what}: {verdict.entries} entries of {verdict.hands} hands, all as written; head {verdict.head}")


@journal.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--table", default=SIMULATED, show_default=True, help="The name of the table, without FILE.")
@click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables, without FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line.")
def verify(file: Path | None, table: str, state: Path | None, as_json: bool) -> None:
    """Check every entry of a journal against the hash chain; safe while the table runs.

    FILE is the journal.sqlite in the folder of a table; without it, that of --table.
    """
    journal_file = kept_table(table, state).journal if file is None else file
    _say(keeping.verify(journal_file), str(journal_file), as_json)


@journal.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("to", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line.")
def backup(file: Path, to: Path, as_json: bool) -> None:
    """Copy FILE to TO and check the copy; safe while the table runs."""
    _say(keeping.backup(file, to), str(to), as_json)


@journal.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("to", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line.")
def retire(file: Path, to: Path, as_json: bool) -> None:
    """Put FILE away as TO, checked, while the table is stopped; it then opens anew from its table file.

    Stacks, hand numbers and the dealer's position begin anew too: note the stacks first if the game goes on.
    """
    _say(keeping.retire(file, to), str(to), as_json)


@journal.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--before", metavar="DATE", required=True, help="Journals whose last entry is older than this.")
@click.option("--delete", is_flag=True, help="Delete them; without it they are only named.")
def prune(folder: Path, before: str, delete: bool) -> None:
    """Name the journals in FOLDER (backups, retired ones) that are older than a date, and delete them with --delete."""
    for copy in keeping.copies_before(folder, seconds_of(before)):
        if delete:
            keeping.delete(copy)
        click.echo(f"{copy}: {'deleted' if delete else 'would be deleted'}")


@journal.command()
@click.argument("copy", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line.")
def restore(copy: Path, file: Path, as_json: bool) -> None:
    """Check the backup COPY and put it at FILE, where no journal may be."""
    _say(keeping.restore(copy, file), str(file), as_json)
