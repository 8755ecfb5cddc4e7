"""`dealer doctor`: looks at every part of a table, and says what is wrong with the command that mends it."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from dealer.access.store import AccessFileError, Store
from dealer.cli.checks import devices, files, machine, pages, program, screen
from dealer.cli.checks.bundle import write_bundle
from dealer.cli.checks.finding import Area, Finding, State
from dealer.cli.command_name import as_typed, command_name, complete
from dealer.cli.places import kept_tables, places_of
from dealer.errors import DealerError
from dealer.house.rules import Language
from dealer.table.file import ShoeProtocol, TableFile, WebConfig, load_table

_MARKS = {State.FINE: ("fine ", "green"), State.NOTE: ("note ", "yellow"), State.WRONG: ("WRONG", "bold red")}


@click.command()
@click.option("--table", "table_file", type=click.Path(path_type=Path), help="The table file to look at.")
@click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables of this machine.")
@click.option("--broker", metavar="URL", help="The floor's broker: mqtts://host:8883.")
@click.option("--bundle", type=click.Path(path_type=Path), metavar="FILE.zip", help="Write what was found for support.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each finding.")
def doctor(table_file: Path | None, state: Path | None, broker: str | None, bundle: Path | None, as_json: bool) -> None:
    """Look at devices, files, permissions, clock, disk, keys, ports, voice and browser.

    Without --table, the files of every table that was played on this machine are looked at.
    Exit 1 if something is wrong. Safe while the table runs. The bundle holds no key, tag, card or name of a person.
    """
    findings: list[Finding] = []
    file: TableFile | None = None
    if table_file is not None:
        try:
            file = load_table(table_file)
            findings.append(Finding(Area.FILES, "table file", State.FINE, f"{table_file} can be used"))
        except DealerError as error:
            mend = f"${{EDITOR:-nano}} {shlex.quote(str(table_file))}"
            findings.append(Finding(Area.FILES, "table file", State.WRONG, str(error), mend))
    findings += _examine(file, state, broker)
    program_name = command_name()
    findings = [_named(finding, table_file, state, program_name) for finding in findings]
    _say(findings, as_json=as_json)
    if bundle is not None:
        text = table_file.read_text(encoding="utf-8", errors="replace") if table_file and table_file.is_file() else None
        write_bundle(bundle, findings, text, _people(file, state))
        click.echo(f"{bundle}: look through it, then send it to support", err=as_json)
    if any(finding.wrong for finding in findings):
        raise click.exceptions.Exit(1)


def _examine(file: TableFile | None, state: Path | None, broker: str | None) -> list[Finding]:
    """Everything, in the order in which a person would mend it."""
    places = places_of("any" if file is None else file.setup.table, state)
    root = places.users.parent
    kept = [] if file is not None else [places_of(table, root) for table in kept_tables(root)]
    in_use = any(files.running(each) for each in (kept if file is None else [places]))
    findings = [*program.check_program(), machine.check_clock(), *machine.check_disk(root)]
    findings += [files.check_root(root), *files.check_users(places.users)]
    for each in kept:
        of_table = files.check_table(each, (), needs_decks=False)
        findings += [replace(finding, name=f"{finding.name} of {each.folder.name}") for finding in of_table]
    if file is None:
        findings += devices.check_what_is_plugged_in()
    else:
        tagged = file.shoe.protocol not in (ShoeProtocol.NONE, ShoeProtocol.ANGEL_EYE)
        findings += files.check_table(places, file.setup.decks, needs_decks=tagged)
        findings += files.check_kept(file, places)
        findings.append(files.check_backups(file.setup.table))
        findings.append(devices.check_shoe(file.shoe, in_use=in_use))
        findings += devices.check_camera(file.camera, file.setup.table, file.setup.seats, in_use=in_use)
    web = WebConfig() if file is None else file.web
    findings.append(pages.check_port(web.host, web.port, in_use=in_use))
    findings += pages.check_certificate(web, root)
    if broker is not None:
        findings.append(pages.check_broker(broker))
    volume = 0 if file is None else file.voice.volume
    languages = tuple(Language) if file is None else (file.voice.language or file.language,)
    findings += [*screen.check_voice(volume, languages), *screen.check_sound(volume), screen.check_browser()]
    return findings


def _named(finding: Finding, table_file: Path | None, state: Path | None, program: str) -> Finding:
    """The command with the names of the program, table file and folder, so that it can be typed as it stands."""
    mend = finding.mend if table_file is not None else finding.mend.replace("run --table FILE", "run --mock")
    mend = as_typed(complete(mend, table_file, state), program)
    if table_file is not None:
        path = shlex.quote(str(table_file))
        mend = re.sub(r"\bFILE\b", lambda _: path, mend)
    return replace(finding, mend=mend)


def _people(file: TableFile | None, state: Path | None) -> list[str]:
    """Names that must not leave the machine."""
    names = [] if file is None else [player.name for player in file.players]
    path = places_of("any", state).users
    if path.exists():
        try:
            store = Store(path)
        except AccessFileError:
            return names
        names += [user.name for user in store.users()]
        store.close()
    return names


def _say(findings: list[Finding], *, as_json: bool) -> None:
    if as_json:
        for finding in findings:
            click.echo(json.dumps(finding.plain(), ensure_ascii=False))
        return
    console = Console(highlight=False, soft_wrap=True)
    for area in Area:
        of_area = [finding for finding in findings if finding.area is area]
        if not of_area:
            continue
        console.print(Text(area.value, style="bold"))
        for finding in of_area:
            word, style = _MARKS[finding.state]
            console.print(Text("  ").append(word, style=style).append(f"  {finding.name}: {finding.words}"))
            if finding.mend and finding.state is not State.FINE:
                console.print(Text(f"         mend with:  {finding.mend}", style="cyan"))
    wrong = sum(finding.wrong for finding in findings)
    notes = sum(finding.state is State.NOTE for finding in findings)
    noted = "" if not notes else f", with {notes} note{'s' if notes > 1 else ''}"
    console.print(f"{'fine' if noted else 'everything is fine'}{noted}" if not wrong else f"{wrong} wrong{noted}")
