"""A real Mosquitto with the example's configuration, on a free port of this machine, that tests may cut off."""

from __future__ import annotations

import datetime
import http.client
import ipaddress
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from dealer.cli.broker import BrokerFiles, broker_of
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

EXAMPLE = Path(__file__).parents[3] / "hardware" / "floor"
PASSWORD = "long-enough-1"
USERS = ("floor-1", "ear", "one", "two", "room-main")


def program(name: str) -> str:
    """A program of Debian's package mosquitto; its folder is not on everybody's path."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if found is None:
        pytest.fail(f"there is no {name}; install it: sudo apt-get install mosquitto (./check does so as root)")
    return found


class Mosquitto:
    """A broker that can be killed and started again on its port. example: one of the example's configurations."""

    def __init__(self, folder: Path, example: str = "mosquitto.conf") -> None:
        self.folder = folder
        self.certified = example != "mosquitto.conf"
        self.ca = str(folder / "ca.pem")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config = (EXAMPLE / example).read_text()
        config = config.replace("listener 8883", f"listener {self.port} 127.0.0.1")
        config = config.replace("/etc/mosquitto/stud/", f"{folder}/").replace("/var/lib/mosquitto/", f"{folder}/")
        if os.geteuid() == 0:
            config += "user root\n"
        (folder / "mosquitto.conf").write_text(config)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"mqtts://127.0.0.1:{self.port}"

    def start(self) -> Mosquitto:
        command = [program("mosquitto"), "-c", str(self.folder / "mosquitto.conf")]
        with (self.folder / "mosquitto.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        for _ in range(500):
            if self.process.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.01)
        pytest.fail(f"Mosquitto did not start: {(self.folder / 'mosquitto.log').read_text()[-500:]}")

    def cut_off(self) -> Mosquitto:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)
            self.process = None
        return self

    def broker(self, user: str) -> Broker:
        if self.certified:
            files = BrokerFiles("", self.ca, str(self.folder / f"{user}.pem"), str(self.folder / f"{user}.key"))
            return broker_of(self.url, "", files, "nobody")
        return Broker(self.url, user, user, PASSWORD, self.ca)


def certificates(folder: Path) -> None:
    """An authority, the broker's certificate and one for each user, as `hardware/floor/README.md` makes them.

    `stranger` is another authority's: it says that it is table one. `stolen` is table one's, and was taken back.
    """
    authority = certificate(folder, "ca", "Test room", None)
    certificate(folder, "broker", "broker", authority)
    for user in USERS:
        certificate(folder, user, user, authority)
    elsewhere = certificate(folder, "elsewhere", "Another room", None)
    certificate(folder, "stranger", "one", elsewhere)
    certificate(folder, "stolen", "one", authority)
    stolen = x509.load_pem_x509_certificate((folder / "stolen.pem").read_bytes())
    now = datetime.datetime.now(datetime.UTC)
    gone = x509.RevokedCertificateBuilder().serial_number(stolen.serial_number).revocation_date(now).build()
    taken_back = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(authority[0])
        .last_update(now - datetime.timedelta(days=1))
        .next_update(now + datetime.timedelta(days=1))
        .add_revoked_certificate(gone)
        .sign(authority[1], hashes.SHA256())
    )
    (folder / "crl.pem").write_bytes(taken_back.public_bytes(Encoding.PEM))


Authority = tuple[x509.Name, ec.EllipticCurvePrivateKey]


def certificate(folder: Path, file: str, name: str, by: Authority | None) -> Authority:
    """A certificate and its key. by: who signs it, None if it is an authority itself."""
    now = datetime.datetime.now(datetime.UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    own = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key)
    issuer, signer = by or own
    made = (
        x509.CertificateBuilder()
        .subject_name(own[0])
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if by is None:
        usage = x509.KeyUsage(
            *([False] * 5), key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False
        )
        made = made.add_extension(usage, critical=True)
    elif file == "broker":
        address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
        made = made.add_extension(x509.SubjectAlternativeName([address]), critical=False)
    (folder / f"{file}.pem").write_bytes(made.sign(signer, hashes.SHA256()).public_bytes(Encoding.PEM))
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / f"{file}.key").write_bytes(plain)
    (folder / f"{file}.key").chmod(0o600)
    return own


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
