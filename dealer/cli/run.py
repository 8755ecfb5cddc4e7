"""`dealer run`: what the command line asks of one table, and how long it runs."""

from __future__ import annotations

import os
import secrets
import signal
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from dealer.cli.assemble import RunningTable
from dealer.cli.command_name import advice, as_typed, complete
from dealer.cli.device_notes import DeviceNotes
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.house.load import DEFAULT_HOUSE
from dealer.table.file import TableFile, load_table, table_from_plain
from drivers.mock.script import Script, load_script

DEFAULT_SEATS = 6
BROKEN = 70
"""Exit status when a part of the program broke (EX_SOFTWARE)."""


class Pace(click.ParamType[float | None]):
    """Seconds between two things that happen at a simulated table, or `person`."""

    name = "SECONDS|person"

    def convert(
        self, value: str | float | None, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | None:
        if value is None or value == "person":
            return None
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0.02 <= seconds <= 10.0:
            self.fail("give 0.02 to 10 seconds, or: person", param, ctx)
        return seconds


@click.command()
@click.option("--table", "table_file", type=click.Path(path_type=Path), help="The table file.")
@click.option("--mock", is_flag=False, flag_value="", default=None, help="Simulate the table, by a script if given.")
@click.option("--playback", type=click.Path(path_type=Path), help="A recording that stands for the shoe.")
@click.option("--seed", type=click.IntRange(0), help="How the simulated cards are shuffled.")
@click.option("--seats", type=click.IntRange(2, 8), default=DEFAULT_SEATS, show_default=True, help="Simulated players.")
@click.option("--house", default=DEFAULT_HOUSE, show_default=True, help="Whose rules, without a table file.")
@click.option(
    "--pace", type=Pace(), default="1", show_default="as it was, 1 at first", help="Seconds a step, or `person`."
)
@click.option("--host", help="The address to serve the pages on.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to serve the pages on.")
@click.option("--state", type=click.Path(path_type=Path), help="The folder that holds all tables of this machine.")
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.option("--json", "as_json", is_flag=True, help="Print every announcement as a JSON line.")
def run(
    table_file: Path | None,
    mock: str | None,
    playback: Path | None,
    seed: int | None,
    seats: int,
    house: str,
    pace: float | None,
    host: str | None,
    port: int | None,
    state: Path | None,
    hands: int | None,
    as_json: bool,
) -> None:
    """Run a table: its devices, its rules, its dashboard. Ctrl-C stops it; the hand goes on where it was."""
    script = load_script(Path(mock)) if mock else Script()
    if table_file is None and mock is None:
        raise click.UsageError("give --table FILE, or --mock for a simulated table")
    if playback is not None and mock is not None:
        raise click.UsageError("--playback stands for a real shoe; leave out --mock")
    given = _given(seed, seats, house, script)
    if table_file is not None and (spare := [f"--{name}" for name in ("seats", "house") if name in given]):
        raise click.UsageError(f"{' and '.join(spare)}: that stands in the table file; leave it out")
    file = _table_file(table_file, script.seats or seats, house)
    wanted = Wanted(
        file=file,
        mock=mock is not None,
        script=script,
        seed=secrets.randbits(32) if seed is None else seed,
        pace=pace,
        host=host or file.web.host,
        port=file.web.port if port is None else port,
        state=state,
        hands=hands,
        as_json=as_json,
        playback=playback,
        as_it_was=click.get_current_context().get_parameter_source("pace") is ParameterSource.DEFAULT,
        source="" if table_file is None else str(table_file),
        given=given,
    )
    with advice(table_file, state):
        table = RunningTable(wanted)
    if not wanted.mock:
        # What a simulated device does is asked for on its page.
        table.controller.listen(DeviceNotes(lambda line: click.echo(line, err=True)).follow)
    notes = (complete(line, table_file, state) for line in table.notes)
    _until_stopped(table, (*notes, table.address))


def _given(seed: int | None, seats: int, house: str, script: Script) -> Mapping[str, object]:
    """What was really said of a simulated table, on the command line or in its script."""
    context = click.get_current_context()
    said = {"seats": seats, "house": house, "seed": seed}
    default = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    given = {name: value for name, value in said.items() if context.get_parameter_source(name) not in default}
    of_script = {"seats": script.seats, "seed": script.seed}
    return given | {name: value for name, value in of_script.items() if value is not None}


def _table_file(path: Path | None, seats: int, house: str) -> TableFile:
    if path is not None:
        return load_table(path)
    return table_from_plain(example_table(seats, house), "the simulated table", Path())


def _until_stopped(table: RunningTable, told: Sequence[str]) -> None:
    """Run until somebody says stop: Ctrl-C, the service manager, or the number of hands. told: at the beginning."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    threading.excepthook = _end_at_once
    table.start(stop)
    try:
        for line in told:
            click.echo(as_typed(line), err=True)
        stop.wait()
    finally:
        table.stop()


def _end_at_once(failed: threading.ExceptHookArgs) -> None:
    """A part of the program broke: end it as a power cut would, since a table that half works is worse than none.

    The journal has all that was told; the service manager starts the program again, and the hand goes on.
    """
    where = failed.thread.name if failed.thread is not None else "a thread"
    frames = traceback.extract_tb(failed.exc_traceback)
    at = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    # The exception's own text is left out: it might hold what lies face down.
    click.echo(f"dealer: {where} failed ({failed.exc_type.__name__}{at}); start again, the hand goes on", err=True)
    os._exit(BROKEN)
