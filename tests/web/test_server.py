"""Starting and stopping the server, and what it says when it can't."""

from __future__ import annotations

import datetime
import http.client
import socket
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from web.server import CannotServe, Certificate, serve
from web.settings import Settings


def one_line(error: CannotServe) -> str:
    assert "\n" not in str(error)
    return str(error)


def test_it_serves_on_a_free_port_and_stops(app):
    server = serve(app, Settings(streams=2), "127.0.0.1", 0)
    connection = http.client.HTTPConnection("localhost", server.port, timeout=5)
    connection.request("GET", "/sign-in")
    assert connection.getresponse().status == 200
    connection.close()
    server.stop()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port), timeout=2)


def test_a_port_that_is_taken(app):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(CannotServe) as error:
            serve(app, Settings(), "127.0.0.1", other.getsockname()[1])
    assert "is taken by another program; stop it or choose another with --port" in one_line(error.value)


def test_a_port_that_needs_more_rights(app, monkeypatch):
    def refuse(self: socket.socket, address: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(CannotServe) as error:
        serve(app, Settings(), "127.0.0.1", 80)
    assert "port 80 needs more rights" in one_line(error.value)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("no-such-host.invalid", 0), ("203.0.113.7", 0)])
def test_other_addresses_that_can_not_be_served(app, host, port):
    with pytest.raises(CannotServe) as error:
        serve(app, Settings(), host, port)
    assert one_line(error.value)


@pytest.fixture
def certificate(tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    chain, secret = tmp_path / "cert.pem", tmp_path / "key.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return Certificate(chain, secret)


def test_it_serves_over_tls(app, certificate):
    server = serve(app, Settings(streams=2, secure=True), "127.0.0.1", 0, certificate)
    assert server.url == f"https://localhost:{server.port}"
    trusting = ssl.create_default_context(cafile=str(certificate.chain))
    connection = http.client.HTTPSConnection("localhost", server.port, timeout=5, context=trusting)
    connection.request("GET", "/sign-in")
    assert connection.getresponse().status == 200
    connection.close()
    server.stop()


def test_a_certificate_that_is_none(app, tmp_path):
    (tmp_path / "cert.pem").write_text("no certificate")
    with pytest.raises(CannotServe) as error:
        serve(app, Settings(), "127.0.0.1", 0, Certificate(tmp_path / "cert.pem", tmp_path / "cert.pem"))
    assert "PEM" in one_line(error.value)
    with pytest.raises(CannotServe):
        serve(app, Settings(), "127.0.0.1", 0, Certificate(tmp_path / "none.pem", tmp_path / "none.pem"))


def test_one_that_connects_and_says_nothing_holds_up_nobody(app, certificate, caplog):
    server = serve(app, Settings(streams=2), "127.0.0.1", 0, certificate)
    trusting = ssl.create_default_context(cafile=str(certificate.chain))
    try:
        with (
            socket.create_connection(("127.0.0.1", server.port)),
            socket.create_connection(("127.0.0.1", server.port)) as plain,
        ):
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            connection = http.client.HTTPSConnection("localhost", server.port, context=trusting, timeout=2)
            connection.request("GET", "/sign-in")
            assert connection.getresponse().status == 200
            connection.close()
    finally:
        server.stop()
    assert "Traceback" not in caplog.text
