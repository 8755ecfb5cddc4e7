"""`dealer floor`: the floor's dashboard over all tables of a broker, reports, and the keys to rule with."""

from __future__ import annotations

import gc
import json
import shlex
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.broker import BrokerFiles, broker_of
from dealer.cli.certificate import asked_as, names_of, tls_of
from dealer.cli.command_name import command_name
from dealer.cli.floor_ledger import STORE, StoreLedger, known_of
from dealer.cli.floor_trends import FloorTrends
from dealer.cli.places import places_of
from dealer.floor.alerts import Alerts
from dealer.floor.book import Book
from dealer.floor.report import FOREVER, as_csv, nothing_gathered, report
from dealer.floor.rulers import RulerKeys, ruler_lines
from dealer.floor.store import FloorStore
from dealer.ports import ReportBy, Role
from dealer.record.history import seconds_of
from dealer.record.journal import JournalError
from dealer.table.file import WebConfig
from drivers.broker.hands import BrokerHands
from drivers.broker.link import Broker
from drivers.broker.tables import BrokerTables
from web.app import create_app
from web.reports import Gathered
from web.server import WebServer, serve
from web.settings import Settings

DEFAULT_BROKER = "mqtt://127.0.0.1:1883"
_LINK_MINUTES = 60.0
_PLACE = "floor"
_WORD_EVERY = 1.0


@dataclass(frozen=True, slots=True)
class FloorWanted:
    """What a run of the floor is asked to be. state: its own folder, in that of all tables."""

    broker: Broker
    host: str
    port: int
    state: Path
    language: str = "en"

    def make_key(self, user: str) -> str:
        """The command that makes a key to rule with, as it can be typed here."""
        return f"{command_name()} floor ruler {shlex.quote(user)} --state {shlex.quote(str(self.state.parent))}"


class RunningFloor:
    """The floor with everything that belongs to it; `stop` ends it in reverse order."""

    def __init__(self, wanted: FloorWanted, clock: Callable[[], float] = time.monotonic) -> None:
        """Open what can fail. clock: by which a table has been silent for too long.

        Raises DealerError: file in use, port taken, address of the broker not safe.
        """
        self._open = ExitStack()
        try:
            self.store = FloorStore(wanted.state / STORE)
            self._open.callback(self.store.close)
            keys = RulerKeys(wanted.state / "rulers")
            self.alerts = Alerts(wanted.state / STORE)
            ledger = StoreLedger(self.store, self.alerts)
            self.tables = BrokerTables(
                wanted.broker, ledger, known_of(self.store), keys.of, clock=clock, make_key=wanted.make_key
            )
            self._gathered = Gathered(Book(wanted.state / STORE, self.alerts), BrokerHands(self.tables))
            accounts = Store(wanted.state / "users.sqlite")
            self._open.callback(accounts.close)
            self.gate = Gate(accounts, Argon2Hasher(), time.time)
            self._server = self._serve(wanted)
            self.tables.start()
            self._open.callback(self.tables.stop)
        except BaseException:
            self._open.close()
            raise

    def _serve(self, wanted: FloorWanted) -> WebServer:
        tls = tls_of(WebConfig(), wanted.host, wanted.state)
        settings = Settings(
            hosts=asked_as(names_of(wanted.host)),
            secure=tls is not None,
            language=wanted.language,
            authority=None if tls is None else tls.authority,
        )
        trends = FloorTrends(wanted.state / STORE)
        app = create_app(self.tables, self.gate, settings, trends=trends, gathered=self._gathered)
        server = serve(app, settings, wanted.host, wanted.port, None if tls is None else tls.certificate)
        self._open.callback(server.stop)
        return server

    @property
    def url(self) -> str:
        """Where the pages are."""
        return self._server.url

    @property
    def address(self) -> str:
        """What to tell the person who started the program."""
        if self.gate.needs_set_up():
            token = self.gate.set_up_link(_LINK_MINUTES)
            return f"The floor is at {self.url}; make the first account: {self.url}/link/{token}"
        return f"The floor is at {self.url}"

    def stop(self) -> None:
        """End everything."""
        self._open.close()


class Moment(click.ParamType[float]):
    """A date or time as ISO 8601 has it, of UTC unless it names another zone, in seconds since 1970."""

    name = "DATE"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            return seconds_of(value, UTC)
        except JournalError as wrong:
            self.fail(str(wrong), param, ctx)


_STATE = "The folder of everything that is kept."


def _kept_elsewhere(context: click.Context, option: click.Parameter, value: Path | None) -> None:
    """--state stands behind the command's name as well as before it."""
    del option
    if value is not None:
        context.obj = places_of(_PLACE, value).folder


_ELSEWHERE = click.option(
    "--state", type=click.Path(path_type=Path), help=_STATE, expose_value=False, callback=_kept_elsewhere
)


@click.group(invoke_without_command=True)
@click.option("--broker", default=DEFAULT_BROKER, show_default=True, help="mqtts://host:port of the broker.")
@click.option("--username", default="", help="This floor's name at the broker.")
@click.option("--password-file", type=click.Path(path_type=Path), help="The file with its password.")
@click.option("--ca", default="", help="The file of the broker's authority, if it is not one of the system's.")
@click.option("--certificate", default="", help="The file of a client's certificate.")
@click.option("--key", default="", help="The file of its key.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve the pages on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8490, show_default=True, help="Their port.")
@click.option("--language", type=click.Choice(["en", "fi", "bg"]), default="en", show_default=True)
@click.option("--state", type=click.Path(path_type=Path), help=_STATE)
@click.pass_context
def floor(
    context: click.Context,
    broker: str,
    username: str,
    password_file: Path | None,
    ca: str,
    certificate: str,
    key: str,
    host: str,
    port: int,
    language: str,
    state: Path | None,
) -> None:
    """Show all tables of a broker, rule at them, and gather what the reports need. Ctrl-C stops it."""
    folder = places_of(_PLACE, state).folder
    context.obj = folder
    if context.invoked_subcommand is not None:
        return
    files = BrokerFiles("" if password_file is None else str(password_file), ca, certificate, key)
    reached = broker_of(broker, username, files, "floor")
    _until_stopped(RunningFloor(FloorWanted(reached, host, port, folder, language)))


def _until_stopped(running: RunningFloor) -> None:
    """Run until somebody says stop, and say once when the broker goes and comes."""
    # What is there now stays: looking through it for waste held everything up for a tenth of a second at times.
    gc.collect()
    gc.freeze()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    try:
        click.echo(running.address, err=True)
        told: bool | None = None
        while not stop.wait(_WORD_EVERY):
            up = running.tables.connected
            if up != told and (up or running.tables.trouble):
                why = running.tables.trouble
                click.echo("The broker is there." if up else f"The broker is away ({why}); waiting.", err=True)
                told = up
    finally:
        running.stop()


@floor.command()
@click.argument("user")
@click.option("--role", type=click.Choice([Role.FLOOR.value, Role.DEALER.value]), default=Role.FLOOR.value)
@_ELSEWHERE
@click.pass_obj
def ruler(folder: Path, user: str, role: str) -> None:
    """Make the key that USER rules with, and print what goes into the rulers file of his tables."""
    key = RulerKeys(folder / "rulers").make(user)
    click.echo(ruler_lines(user, Role(role), key), nl=False)


@floor.command("report")
@click.option("--by", type=click.Choice([by.value for by in ReportBy]), default=ReportBy.TABLE.value, show_default=True)
@click.option("--since", type=Moment(), help="From this day or time on (UTC).")
@click.option("--until", type=Moment(), help="Up to this day or time (UTC).")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write CSV to this file, - for the screen.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
@_ELSEWHERE
@click.pass_obj
def report_(
    folder: Path, by: str, since: float | None, until: float | None, csv_file: Path | None, as_json: bool
) -> None:
    """Report hands an hour, misreads, irregularities, rulings and rake of what was gathered."""
    span = 0.0 if since is None else since, FOREVER if until is None else until
    lines = report(folder / STORE, ReportBy(by), *span)
    if csv_file is not None:
        with click.open_file(str(csv_file), "w", encoding="utf-8") as out:
            out.write(as_csv(ReportBy(by), lines))
        return
    for line in lines:
        if as_json:
            click.echo(json.dumps(asdict(line), ensure_ascii=False))
        else:
            click.echo(
                f"{line.of:44} {line.hands:6} hands {line.hands_an_hour:6.1f}/h  misreads {line.misreads}"
                f"  irregularities {line.irregularities}  rulings {line.rulings}  rake {line.rake}"
            )


@floor.command("alerts")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
@_ELSEWHERE
@click.pass_obj
def alerts_(folder: Path, as_json: bool) -> None:
    """List the tables whose record is not what the floor was told before; they are settled on the page of reports."""
    if not (folder / STORE).is_file():
        raise nothing_gathered(folder / STORE)
    for each in Alerts(folder / STORE).all():
        if as_json:
            click.echo(json.dumps(asdict(each), ensure_ascii=False))
        else:
            at = datetime.fromtimestamp(each.wall, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            state = f"looked into by {each.settled_by}" if each.settled is not None else "open"
            click.echo(f"{each.id:4} {at}  {each.table}  hand {each.hand or '?'}  {each.kind}  {state}")
