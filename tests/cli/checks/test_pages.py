"""Can the pages be served, and does the broker answer?"""

from __future__ import annotations

import datetime
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from dealer.cli.certificate import local_tls
from dealer.cli.checks import pages
from dealer.cli.checks.finding import State
from dealer.table.file import WebConfig
from findings import finding_of


def test_a_port_that_is_taken_is_wrong_unless_by_the_table_itself() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = pages.check_port("127.0.0.1", port, in_use=False, seconds=0.05)
        assert (taken.wrong, taken.mend) == (True, f"ss -ltnp 'sport = :{port}'")
        assert not pages.check_port("127.0.0.1", port, in_use=True).wrong
    assert pages.check_port("127.0.0.1", port, in_use=False).state is State.FINE
    assert pages.check_port("no.such.host.invalid", 1, in_use=False).wrong


@pytest.mark.parametrize(("server", "state"), [("stud", State.NOTE), ("nginx", State.WRONG)])
def test_a_port_that_another_table_of_this_program_serves_is_only_noted(server: str, state: State) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()

        def answer() -> None:
            # A second time if it was not taken for ours, with TLS then.
            for _ in range(1 if state is State.NOTE else 2):
                with other.accept()[0] as asked:
                    asked.recv(4096)
                    asked.sendall(f"HTTP/1.1 200 OK\r\nServer: {server}\r\n\r\n".encode())

        thread = threading.Thread(target=answer)
        thread.start()
        found = pages.check_port("127.0.0.1", other.getsockname()[1], in_use=False, seconds=30)
        thread.join()
    assert found.state is state


def test_a_network_without_tls_is_wrong(tmp_path: Path) -> None:
    assert pages.check_certificate(WebConfig(), tmp_path) == []
    assert finding_of(pages.check_certificate(WebConfig(host="0.0.0.0", tls=False), tmp_path), "tls").wrong
    assert "made at the first start" in pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)[0].words


def test_the_tables_own_authority_is_told_by_its_fingerprint(tmp_path: Path) -> None:
    local_tls(tmp_path / "tls", ("localhost",), datetime.datetime.now(datetime.UTC))
    served, authority = pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)
    assert served.state is State.FINE
    assert re.fullmatch(r"SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}", authority.words)
    (tmp_path / "tls" / "authority.pem").write_text("torn")
    assert pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)[1].wrong


def _certificate(folder: Path, days: int) -> WebConfig:
    now = datetime.datetime.now(datetime.UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "table")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=90))
        .not_valid_after(now + datetime.timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    chain, secret = folder / f"chain{days}.pem", folder / f"key{days}.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))
    secret.chmod(0o600)
    return WebConfig(host="0.0.0.0", tls=True, certificate=str(chain), key=str(secret))


@pytest.mark.parametrize(("days", "state"), [(400, State.FINE), (7, State.NOTE), (-1, State.WRONG)])
def test_a_certificate_is_looked_at_before_it_ends(tmp_path: Path, days: int, state: State) -> None:
    (finding,) = pages.check_certificate(_certificate(tmp_path, days), tmp_path)
    assert finding.state is state, finding.words


def test_a_certificate_with_another_key_or_an_open_one_is_wrong(tmp_path: Path) -> None:
    one, two = _certificate(tmp_path, 400), _certificate(tmp_path, 300)
    mixed = WebConfig(tls=True, certificate=one.certificate, key=two.key)
    assert "another certificate" in pages.check_certificate(mixed, tmp_path)[0].words
    Path(one.key).chmod(0o644)
    assert pages.check_certificate(one, tmp_path)[0].mend == f"chmod 600 {one.key}"
    gone = WebConfig(tls=True, certificate=str(tmp_path / "none.pem"), key=one.key)
    assert "No such file" in pages.check_certificate(gone, tmp_path)[0].words
    Path(two.certificate).write_text("no PEM")
    assert "not PEM" in pages.check_certificate(two, tmp_path)[0].words


@contextmanager
def _broker(answer: bytes) -> Iterator[str]:
    """Something that listens and says one thing to who connects."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def serve() -> None:
            taken, _ = server.accept()
            held.append(taken)
            taken.recv(256)
            taken.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"mqtt://127.0.0.1:{server.getsockname()[1]}"
        thread.join(5)
        for each in held:
            each.close()


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        (b"\x20\x03\x00\x00\x00", State.FINE, "lets us in"),
        (b"\x20\x03\x00\x87\x00", State.WRONG, "refuses us: not authorized"),
    ],
)
def test_a_broker_answers(answer: bytes, state: State, said: str) -> None:
    with _broker(answer) as address:
        finding = pages.check_broker(address)
    assert finding.state is state
    assert said in finding.words


def test_no_broker_is_wrong() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "does not answer" in pages.check_broker(f"mqtt://127.0.0.1:{port}").words
    assert "TLS" in pages.check_broker("mqtt://broker.example").words
    with _broker(b"") as address:
        assert "too slow" in pages.check_broker(address, 0.2).words
