"""The `[broker]` of a table file: off unless it is there, and as strict as the rest."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from dealer.cli.broker import BrokerFiles, CertificateFileError, PasswordFileError, broker_of, password_of
from dealer.cli.mock import example_table
from dealer.house.rules import Language
from dealer.table.file import TableFile, TableFileError, table_from_plain
from drivers.broker.link import BrokerAddressError, place_of

BROKER = {"url": "mqtts://broker.example:8883", "room": "main"}


def table(**broker: object) -> TableFile:
    return table_from_plain(example_table(6, "wsop-live") | {"broker": broker}, "a file", Path())


def test_a_table_tells_nobody_unless_its_file_says_so() -> None:
    assert table_from_plain(example_table(6, "wsop-live"), "a file", Path()).broker is None


def test_a_file_says_where_and_how() -> None:
    found = table(**BROKER, username="t", languages=["en", "fi"], **{"password-file": "p"}).broker
    assert found is not None
    assert (found.url, found.room, found.username, found.password_file) == (BROKER["url"], "main", "t", "p")
    assert found.languages == (Language("en"), Language("fi"))


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"room": "main/two"}, "broker.room"),
        ({"room": "+"}, "broker.room"),
        ({"key": "k"}, "broker.key"),
        ({"languages": ["sv"]}, "broker.languages"),
        ({"password": "secret"}, "broker.password"),
        ({"url": 5}, "broker.url"),
    ],
)
def test_a_wrong_value_is_refused_by_its_key(changed: dict[str, object], says: str) -> None:
    with pytest.raises(TableFileError, match=says):
        table(**{**BROKER, **changed})


def test_a_table_whose_name_is_no_part_of_a_topic_is_refused() -> None:
    plain = example_table(6, "wsop-live") | {"table": "table #1", "broker": BROKER}
    with pytest.raises(TableFileError, match="table"):
        table_from_plain(plain, "a file", Path())


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("mqtts://broker.example", ("broker.example", 8883, True)),
        ("mqtt://127.0.0.1:1999", ("127.0.0.1", 1999, False)),
        ("mqtt://localhost", ("localhost", 1883, False)),
        ("mqtts://[2001:db8::1]:8884", ("2001:db8::1", 8884, True)),
    ],
)
def test_an_address_is_read(url: str, place: tuple[str, int, bool]) -> None:
    assert place_of(url) == place


@pytest.mark.parametrize(
    "url",
    [
        "mqtt://broker.example",
        "http://broker.example",
        "broker.example",
        "mqtts://",
        "mqtts://a:b@c",
        "mqtts://a:99999",
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused(url: str) -> None:
    with pytest.raises(BrokerAddressError):
        place_of(url)


def test_what_is_refused_is_shown_without_its_password() -> None:
    with pytest.raises(BrokerAddressError, match=re.escape("mqtts://...@c")) as refused:
        place_of("mqtts://name:hush@c")
    assert "hush" not in str(refused.value)


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("long-enough\n")
    with pytest.raises(PasswordFileError, match="chmod 600"):
        password_of(file)
    file.chmod(0o600)
    assert password_of(file) == "long-enough"
    with pytest.raises(PasswordFileError):
        password_of(tmp_path / "none")


@pytest.fixture
def certificate(tmp_path: Path) -> Callable[[str], BrokerFiles]:
    """Files of a certificate with this common name."""

    def make(name: str) -> BrokerFiles:
        key = ec.generate_private_key(ec.SECP256R1())
        own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)] if name else [])
        day = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
        made = x509.CertificateBuilder(own, own, key.public_key(), x509.random_serial_number(), day, day)
        (tmp_path / "own.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (tmp_path / "own.key").write_bytes(secret)
        (tmp_path / "own.key").chmod(0o600)
        return BrokerFiles(certificate=str(tmp_path / "own.pem"), key=str(tmp_path / "own.key"))

    return make


def test_whoever_has_a_certificate_is_called_by_it(certificate: Callable[[str], BrokerFiles]) -> None:
    files = certificate("table-1")
    found = broker_of("mqtts://broker.example", "", files, "nobody")
    assert (found.client, found.username, found.certificate, found.key) == (
        "table-1",
        "",
        files.certificate,
        files.key,
    )
    assert broker_of("mqtts://broker.example", "other", files, "nobody").client == "other"
    assert broker_of("mqtts://broker.example", "", BrokerFiles(), "nobody").client == "nobody"


@pytest.mark.parametrize("name", ["", "table 1", "main/table", "+", "x" * 41])
def test_a_certificate_with_a_name_that_is_no_part_of_a_topic_is_refused(
    certificate: Callable[[str], BrokerFiles], name: str
) -> None:
    with pytest.raises(CertificateFileError, match="common name"):
        broker_of("mqtts://broker.example", "", certificate(name), "nobody")


def test_a_certificate_or_key_that_is_none_or_that_others_can_read_is_refused(
    certificate: Callable[[str], BrokerFiles], tmp_path: Path
) -> None:
    files = certificate("table-1")
    Path(files.key).chmod(0o640)
    with pytest.raises(CertificateFileError, match="chmod 600"):
        broker_of("mqtts://broker.example", "", files, "nobody")
    Path(files.key).chmod(0o600)
    Path(files.certificate).write_text("no certificate")
    with pytest.raises(CertificateFileError, match="PEM"):
        broker_of("mqtts://broker.example", "", files, "nobody")
    with pytest.raises(CertificateFileError, match=r"none\.pem"):
        broker_of("mqtts://b.example", "", BrokerFiles(certificate=str(tmp_path / "none.pem"), key=files.key), "")
