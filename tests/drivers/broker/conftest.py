"""A floor and its tables over a real Mosquitto, and somebody who listens and speaks as he may."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from certificates import certificates
from dealer.cli.floor import FloorWanted, RunningFloor
from dealer.local import LocalTables, publish
from dealer.ports import Role, Ruler
from dealer.record.history import JournalHistory
from dealer.record.told import JournalRecord
from dealer.views import Sign
from drivers.broker.archive import Archive
from drivers.broker.heads import Difference
from drivers.broker.ledger import Known
from drivers.broker.link import Broker
from drivers.broker.table import Name, TablePublisher
from drivers.broker.tables import BrokerTables
from drivers.broker.topics import Address
from real_broker import EXAMPLE, PASSWORD, USERS, Mosquitto, program


@pytest.fixture(autouse=True)
def patient_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take its time; what a table answers has to come all the same."""
    monkeypatch.setattr("drivers.broker.tables._PATIENCE", 60.0)


@pytest.fixture(scope="session")
def broker_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates, passwords and the example's own acl, made once."""
    folder = tmp_path_factory.mktemp("broker-files")
    certificates(folder)
    # Besides the example's own: somebody who hears everything, for the tests to look at.
    listener = "\nuser ear\ntopic read stud/#\ntopic write stud/1/+/+/request\n"
    (folder / "acl").write_text((EXAMPLE / "acl").read_text() + listener)
    (folder / "passwords").write_text("".join(f"{user}:{PASSWORD}\n" for user in USERS))
    subprocess.run([program("mosquitto_passwd"), "-U", str(folder / "passwords")], check=True)
    for name in ("acl", "passwords"):
        (folder / name).chmod(0o600)
    return folder


@pytest.fixture
def broker_of_example(broker_files: Path, tmp_path: Path) -> Iterator[Callable[..., Mosquitto]]:
    """`broker_of_example("mosquitto.conf")`: a running broker with an empty memory, in a folder of this name."""
    brokers: list[Mosquitto] = []

    def make(example: str, name: str = "broker") -> Mosquitto:
        folder = tmp_path / name
        shutil.copytree(broker_files, folder)
        brokers.append(Mosquitto(folder, example).start())
        return brokers[-1]

    yield make
    for each in brokers:
        each.cut_off()


@pytest.fixture
def mosquitto(broker_of_example: Callable[..., Mosquitto]) -> Mosquitto:
    """The example's broker, to which everybody shows a password."""
    return broker_of_example("mosquitto.conf")


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something that another thread brings about."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


class Ear:
    """A plain client of the broker that hears and says anything that its user may."""

    def __init__(
        self, mosquitto: Mosquitto, user: str, topics: Sequence[str] = ("stud/#",), certificate: str = ""
    ) -> None:
        """certificate: whose, if it is another than the one that he claims to be."""
        self.heard: list[tuple[str, bytes, bool]] = []
        self.asked: list[tuple[bytes, bytes]] = []
        """Requests with their correlation data."""
        self.refused: list[str] = []
        self.up = threading.Event()
        self._topics = topics
        self.client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=f"ear-{user}", protocol=MQTTProtocolVersion.MQTTv5
        )
        self.client.username_pw_set(user, PASSWORD)
        shown = str(mosquitto.folder / (certificate or user)) if mosquitto.certified else None
        files = (None, None) if shown is None else (f"{shown}.pem", f"{shown}.key")
        self.client.tls_set(mosquitto.ca, *files)
        self.client.on_connect = self._connected
        self.client.on_subscribe = lambda *_: self.up.set()
        self.client.on_message = self._message
        self.client.on_publish = lambda c, u, mid, reason, p: reason.is_failure and self.refused.append(str(reason))
        self.client.connect("127.0.0.1", mosquitto.port)
        self.client.loop_start()
        assert self.up.wait(20)

    def _connected(self, client, userdata, flags, reason, properties) -> None:
        if not reason.is_failure:
            # It is there when the broker has taken what it wants to hear.
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])

    def _message(self, client, userdata, message) -> None:
        self.heard.append((message.topic, message.payload, message.retain))
        if message.topic.endswith("/request"):
            self.asked.append((message.payload, bytes(getattr(message.properties, "CorrelationData", b""))))

    def says(self, topic: str, payload: bytes, retain: bool = False, properties=None) -> None:
        self.client.publish(topic, payload, 1, retain, properties).wait_for_publish(20)

    def payloads(self, kind: str) -> list[bytes]:
        return [payload for topic, payload, _ in list(self.heard) if topic.split("/", 4)[4] == kind]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
        self.client._reset_sockets()


class Floor:
    """The floor's side, with what it was given to keep."""

    def __init__(self, mosquitto: Mosquitto, stored: Mapping[Address, Known], key: Ed25519PrivateKey) -> None:
        self.alerts: list[tuple[Address, Difference]] = []
        self.kept: list[tuple[Address, str, int]] = []
        self.events = []
        self.tables = BrokerTables(
            mosquitto.broker("floor-1"), self, stored, lambda user: key if user == "felix" else None
        )
        self.tables.start()

    def keep(self, address, journal, event) -> None:
        self.kept.append((address, journal, event.seq))
        self.events.append(event)

    def differs(self, address, difference) -> None:
        self.alerts.append((address, difference))

    def open(self, address) -> tuple[int, ...]:
        return tuple(difference.hand for table, difference in list(self.alerts) if table == address)

    def seqs(self, table: str = "one") -> list[int]:
        return [seq for address, _, seq in list(self.kept) if address.table == table]

    def view(self, table: str = "main.one", role: Role = Role.FLOOR, language: str = "en"):
        return self.tables.view(table, role, language)

    def knows(self, table: str = "main.one") -> Floor:
        until(lambda: table in self.tables.ids() and self.view(table).turn > 0)
        return self


class Party:
    """A real table (controller and journal, no devices) that tells a broker."""

    def __init__(self, room, mosquitto: Mosquitto, rulers: Mapping[str, Ruler], languages=("en",)) -> None:
        self.room = room
        self.tables = LocalTables(room.controller, Sign("Table one"))
        self.publisher = TablePublisher(
            mosquitto.broker("one"),
            Name(Address("main", "one"), "one", "Table one", "0.1.0", languages),
            self.tables,
            JournalRecord(room.path),
            lambda: rulers,
            archive=Archive(JournalHistory(room.path, "one", room.sealer), lambda role: role is Role.FLOOR),
        )
        publish(room.controller, self.publisher)
        self.publisher.start()

    @property
    def turn(self) -> int:
        return self.room.desk.turn


def cards_of(running: RunningFloor) -> Iterator[dict[str, object]]:
    """The cards of the floor's page, as its stream brings them."""
    token = running.gate.sign_in_link("felix", Role.FLOOR, loopback=True)
    port = int(running.url.rsplit(":", 1)[1])
    connection = http.client.HTTPConnection("localhost", port, timeout=10)
    connection.request("GET", f"/link/{token}")
    answer = connection.getresponse()
    answer.read()
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    connection.close()
    connection = http.client.HTTPConnection("localhost", port, timeout=10)
    connection.request("GET", "/floor/stream", headers={"Cookie": cookie, "Accept": "text/event-stream"})
    stream = connection.getresponse()
    assert stream.status == 200
    end = time.monotonic() + 60
    try:
        name = b""
        while line := stream.readline():
            assert time.monotonic() < end, "the page was not sent it in time"
            if line.startswith(b"event: "):
                name = line[7:].strip()
            elif line.startswith(b"data: ") and name == b"card":
                yield json.loads(line[6:])
    finally:
        stream.close()
        connection.close()


@pytest.fixture
def cards() -> Callable[[RunningFloor], Iterator[dict[str, object]]]:
    """`cards(running)`: what a page of the running floor is sent."""
    return cards_of


@pytest.fixture
def felix() -> Ed25519PrivateKey:
    """The floor's man with a key."""
    return Ed25519PrivateKey.generate()


@pytest.fixture
def party(room, mosquitto: Mosquitto, felix: Ed25519PrivateKey) -> Iterator[Callable[..., Party]]:
    """Opens a table with four players that tells the broker."""
    parties: list[Party] = []

    def make(languages=("en",), role: Role = Role.FLOOR, running: bool = False) -> Party:
        """running: the controller works in a thread of its own, as it must for rulings from afar."""
        table = room().open(1, 2, 3, 4).plugs_in("shoe", "camera")
        rulers = {"felix": Ruler(role, felix.public_key().public_bytes_raw())}
        parties.append(Party(table, mosquitto, rulers, languages))
        if running:
            table.controller.start()
        if mosquitto.process is not None:
            # What it said first is acknowledged, so the broker has also taken what it wants to hear.
            link = parties[-1].publisher._link
            until(lambda: link.up and parties[-1].publisher._states and not link._out)
        return parties[-1]

    yield make
    for each in parties:
        each.publisher.stop()
        each.room.controller.stop()


@pytest.fixture
def floor_at(felix: Ed25519PrivateKey) -> Iterator[Callable[..., Floor]]:
    """Starts a floor at a broker."""
    floors: list[Floor] = []

    def make(mosquitto: Mosquitto, stored: Mapping[Address, Known] | None = None) -> Floor:
        floors.append(Floor(mosquitto, stored or {}, felix))
        return floors[-1]

    yield make
    for each in floors:
        each.tables.stop()


@pytest.fixture
def floor(mosquitto: Mosquitto, floor_at: Callable[..., Floor]) -> Callable[..., Floor]:
    """Starts a floor."""
    return lambda stored=None: floor_at(mosquitto, stored)


@pytest.fixture
def dealer_floor(mosquitto: Mosquitto, tmp_path: Path) -> Iterator[Callable[..., RunningFloor]]:
    """Starts what `dealer floor` starts. clock: monotonic seconds, a test's own if it wants to move it."""
    started: list[RunningFloor] = []

    def make(clock: Callable[[], float] = time.monotonic, broker: Broker | None = None) -> RunningFloor:
        wanted = FloorWanted(broker or mosquitto.broker("floor-1"), "127.0.0.1", 0, tmp_path / "floor")
        started.append(RunningFloor(wanted, clock))
        return started[-1]

    yield make
    for each in started:
        each.stop()


@pytest.fixture
def ear_at() -> Iterator[Callable[..., Ear]]:
    """Makes plain clients of a broker."""
    ears: list[Ear] = []

    def make(mosquitto: Mosquitto, user: str, *topics: str, certificate: str = "") -> Ear:
        ears.append(Ear(mosquitto, user, topics or ("stud/#",), certificate))
        return ears[-1]

    yield make
    for each in ears:
        each.close()


@pytest.fixture
def ear(mosquitto: Mosquitto, ear_at: Callable[..., Ear]) -> Callable[..., Ear]:
    """Makes plain clients."""
    return lambda user="ear", *topics, certificate="": ear_at(mosquitto, user, *topics, certificate=certificate)


@pytest.fixture
def wait_until() -> Callable[..., None]:
    """`wait_until(lambda: ..., seconds=30)`."""
    return until
