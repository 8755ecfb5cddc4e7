"""Puts one table together from its parts, and takes it apart again in the right order."""

from __future__ import annotations

import shlex
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from random import Random

import click

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.broker import publisher_of
from dealer.cli.certificate import asked_as, names_of, tls_of
from dealer.cli.devices import Devices, equipment_of, mock_devices, mock_policy, real_devices
from dealer.cli.fault_news import FaultNews
from dealer.cli.faults.truth import Eyes
from dealer.cli.keys import existing_key, table_key
from dealer.cli.mock import JumpingClock, Machine
from dealer.cli.narrate import Narrator, nobody_reads
from dealer.cli.places import Places, places_of
from dealer.cli.simulate import SimulatedPeople
from dealer.cli.unheeded import as_kept, unheeded
from dealer.cli.wanted import Wanted
from dealer.controller import Controller, Outside
from dealer.desk.moment import Moment
from dealer.errors import DealerError
from dealer.local import LocalTables, follow_steps, publish, speak
from dealer.ports import Role
from dealer.record.history import JournalHistory
from dealer.record.journal import Journal, JournalBusy
from dealer.record.kept import kept_in
from dealer.record.trends import JournalTrends
from dealer.sealing import Sealer
from dealer.table.file import UpCardPolicy
from dealer.views import Sign
from drivers.broker.table import TablePublisher
from drivers.mock.table import SimulatedTable
from drivers.speech import find_voice
from web.app import create_app
from web.server import WebServer, serve
from web.settings import Settings
from web.trust import fingerprint

LINK_MINUTES = 60.0
_LONGEST_READING = 5.0


class AlreadyRuns(DealerError):
    """The table is dealt by another program just now."""


class RunningTable:
    """A table with everything that belongs to it. `stop` may be called at any time, and ends in reverse order."""

    def __init__(self, wanted: Wanted) -> None:
        """Open what can fail, in the order in which a person would want to hear of it.

        Raises DealerError: the table runs already, key unusable, port taken, device not known.
        """
        self._wanted = wanted
        self._open = ExitStack()
        try:
            self._assemble(wanted)
        except BaseException:
            self._open.close()
            raise

    def _assemble(self, wanted: Wanted) -> None:
        places = places_of(wanted.file.setup.table, wanted.state)
        # Beside a journal a key that is not there was lost: a new one could not open what the old one sealed.
        sealer = Sealer(existing_key(places.key) if places.journal.exists() else table_key(places.key))
        clock = JumpingClock()
        journal = self._open.enter_context(_journal(wanted, places, sealer.fingerprint))
        kept = kept_in(places.journal)
        asked = replace(wanted, file=replace(wanted.file, up_cards=_policy(wanted)))
        wanted = self._wanted = as_kept(asked, kept)
        file = wanted.file
        self._voice = find_voice() if file.voice.volume else None
        self._publisher: TablePublisher | None = None
        if self._voice is not None:
            self._open.callback(self._voice.stop)
        machine = Machine(journal, clock, self._voice, None if file.broker is None else self._cut_broker)
        self._devices = _devices(wanted, places, sealer, machine)
        self.controller = Controller(
            journal=journal,
            setup=file.setup,
            policy=file.up_cards,
            players=file.players,
            sealer=sealer,
            tags=self._devices.tags,
            outside=Outside(self._devices.shoe, self._devices.camera, self._devices.beam),
            clock=clock,
        )
        simulation = self._devices.simulation
        seed = None if simulation is None else simulation.seed
        self.notes = (*unheeded(asked, kept, seed, places.journal), *self._devices.notes)
        """What whoever starts it should know of, a line each."""
        self._sign = Sign(file.title, wanted.mock, equipment_of(file))
        self._people = self._simulated_people()
        self._give_voice()
        self._gate = Gate(self._store(places), Argon2Hasher(), time.time)
        self._history = JournalHistory(places.journal, file.setup.table, sealer)
        self._server = self._serve(places)
        journal.serves_at(self._server.url)

    def _give_voice(self) -> None:
        file, voice = self._wanted.file, self._voice
        if voice is not None:
            language = file.voice.language or file.language
            voice.watch(self.controller.report)
            speak(self.controller, voice, language.value, file.voice.volume)

    def _cut_broker(self, off: bool) -> None:
        if self._publisher is not None:
            self._publisher.cut(off=off)

    def _store(self, places: Places) -> Store:
        store = Store(places.users)
        self._open.callback(store.close)
        return store

    def _simulated_people(self) -> SimulatedPeople | None:
        simulation = self._devices.simulation
        if simulation is None:
            return None
        people = SimulatedPeople(self.controller, simulation.pace, Random(simulation.seed), Eyes(simulation))
        self.controller.listen(people.follow)
        follow_steps(self.controller, self._sign, simulation.follow)
        self.controller.listen(FaultNews(simulation.tell, self._sign).follow)
        return people

    def _serve(self, places: Places) -> WebServer:
        wanted, tables = self._wanted, LocalTables(self.controller, self._sign, self._devices.camera)
        self._open.callback(tables.close)
        self._publisher = self._publish(places, tables)
        tls = tls_of(wanted.file.web, wanted.host, places.users.parent)
        self._authority = None if tls is None else tls.authority
        settings = Settings(
            hosts=asked_as(names_of(wanted.host)),
            secure=tls is not None,
            language=wanted.file.language.value,
            authority=self._authority,
        )
        trends = JournalTrends(places.journal, wanted.file.setup.table)
        app = create_app(tables, self._gate, settings, self._devices.simulation, self._history, trends)
        server = serve(app, settings, wanted.host, wanted.port, None if tls is None else tls.certificate)
        self._open.callback(server.stop)
        return server

    def _publish(self, places: Places, tables: LocalTables) -> TablePublisher | None:
        file = self._wanted.file
        if file.broker is None:
            return None
        publisher = publisher_of(file, file.broker, places.journal, tables, self.controller.report, self._history)
        publish(self.controller, publisher)
        return publisher

    @property
    def simulation(self) -> SimulatedTable:
        """The simulated table; there is none where devices are real."""
        if self._devices.simulation is None:
            raise LookupError("this table is not simulated")
        return self._devices.simulation

    @property
    def sign_in_url(self) -> str:
        """A link that signs in as dealer, once, on this machine only."""
        return self.sign_in_link(Role.DEALER)

    def sign_in_link(self, role: Role) -> str:
        """A link that signs in as somebody of a role, once, on this machine only."""
        token = self._gate.sign_in_link(role.value, role, loopback=True, minutes=LINK_MINUTES)
        return f"{self._server.url}/link/{token}"

    @property
    def address(self) -> str:
        """What to tell the person who started the program: where to look, how to get in, what screens are to trust."""
        return self._way_in + self._how_to_trust

    @property
    def _how_to_trust(self) -> str:
        if self._authority is None:
            return ""
        mark = fingerprint(self._authority)
        return f"\nScreens come to trust it by {self._server.url}/trust; the authority's SHA-256 fingerprint is {mark}"

    @property
    def _way_in(self) -> str:
        if self._wanted.mock:
            return f"The table is at {self._server.url}; sign in once, as dealer: {self.sign_in_url}"
        if self._gate.needs_set_up():
            token = self._gate.set_up_link(LINK_MINUTES)
            return f"The table is at {self._server.url}; make the first account: {self._server.url}/link/{token}"
        return f"The table is at {self._server.url}"

    def start(self, stop: threading.Event) -> None:
        """Let cards come. stop: is set when the wanted number of hands is over."""
        if self._wanted.as_json:
            narrator = Narrator(click.echo, nobody_reads)
            self._open.callback(narrator.stop)
            self.controller.listen(narrator.follow)
        if self._wanted.hands is not None:
            self.controller.listen(_Counter(self._wanted.hands, stop).follow)
        if self._devices.simulation is not None:
            self._devices.simulation.start()
            self._open.callback(self._devices.simulation.stop)
        self.controller.start()
        self._open.callback(self.controller.stop)
        if self._publisher is not None:
            self._publisher.start()
            self._open.callback(self._publisher.stop)
        if self._people is not None:
            self._people.start()
            self._open.callback(self._people.stop)

    def stop(self) -> None:
        """End everything, the people first and the journal last."""
        self._open.close()
        for thread in threading.enumerate():
            # A thread that is still within the card model when the interpreter ends takes the process with it.
            if thread.name.startswith("camera"):
                thread.join(_LONGEST_READING)


class _Counter:
    """Says stop when so many hands are over in this run."""

    def __init__(self, hands: int, stop: threading.Event) -> None:
        self._hands = hands
        self._stop = stop
        self._first: int | None = None

    def follow(self, moment: Moment) -> None:
        table = moment.desk.table
        over = table.number - (0 if table.hand is None else 1)
        if self._first is None:
            self._first = over
        if over - self._first >= self._hands:
            self._stop.set()


def _journal(wanted: Wanted, places: Places, key: str) -> Journal:
    """The table's journal, for this program alone. Raises AlreadyRuns, JournalError."""
    try:
        return Journal(places.journal, table=wanted.file.setup.table, key=key)
    except JournalBusy as busy:
        url = busy.holder.url
        state = "" if wanted.state is None else f" --state {shlex.quote(str(wanted.state))}"
        again = f"; who has signed out gets in again by: dealer user reset {Role.DEALER.value}{state}"
        raise AlreadyRuns(
            f"the table {wanted.file.setup.table} runs already (process {busy.holder.process})"
            f"{f' at {url}' if url else ''}; stop it with Ctrl-C or by its number"
            f"{', or start another one with --state DIR --port PORT' if wanted.mock else ''}"
            f"{again if wanted.mock else ''}"
        ) from None


def _policy(wanted: Wanted) -> UpCardPolicy:
    """Whose word an up-card takes here, as far as it was asked for."""
    return mock_policy(wanted.file.up_cards) if wanted.mock else wanted.file.up_cards


def _devices(wanted: Wanted, places: Places, sealer: Sealer, machine: Machine) -> Devices:
    if wanted.mock:
        return mock_devices(wanted, places, machine)
    return real_devices(wanted, places, sealer)
