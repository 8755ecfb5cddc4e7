"""Whether the pages can be served where the table file says, under a certificate that holds, and the broker answers."""

from __future__ import annotations

import datetime
import errno
import ipaddress
import shlex
import socket
import threading
from pathlib import Path
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from paho.mqtt.enums import CallbackAPIVersion

from dealer.cli.checks.finding import Area, Finding, State
from dealer.table.file import WebConfig

_SOON_DAYS = 21
_BROKER_SECONDS = 4.0


def check_port(host: str, port: int, *, in_use: bool) -> Finding:
    """The address and port are free, or held by the running table."""
    where = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror:
        return Finding(Area.PAGES, "port", State.WRONG, f"there is no address {host} here", "ip -brief address")
    with socket.socket(found[0], found[1]) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(found[4])
        except PermissionError:
            words = f"port {port} needs more rights than this program has; use one above 1023, such as 8480"
            return Finding(Area.PAGES, "port", State.WRONG, words, "dealer run --port 8480")
        except OSError as error:
            if error.errno == errno.EADDRINUSE and in_use:
                return Finding(Area.PAGES, "port", State.FINE, f"{where} is served by the running table")
            if error.errno == errno.EADDRINUSE:
                words = f"{where} is taken by another program"
                return Finding(Area.PAGES, "port", State.WRONG, words, f"ss -ltnp 'sport = :{port}'")
            return Finding(
                Area.PAGES, "port", State.WRONG, f"{where} cannot be served ({error.strerror})", "ip -brief address"
            )
    return Finding(Area.PAGES, "port", State.FINE, f"{where} is free")


def check_certificate(web: WebConfig, now: datetime.datetime | None = None) -> list[Finding]:
    """TLS where others can listen, and an own certificate that holds."""
    findings = []
    if web.tls is False and not _loopback(web.host):
        words = f"pages are served on {web.host} without TLS: PINs and cards shown travel in clear"
        command = "sed -i '/^\\[web\\]/,/^tls/s/^tls *=.*/tls = true/' FILE"
        findings.append(Finding(Area.PAGES, "tls", State.WRONG, words, command))
    if web.certificate:
        findings.append(_certificate(web, now or datetime.datetime.now(datetime.UTC)))
    return findings


def _certificate(web: WebConfig, now: datetime.datetime) -> Finding:
    chain, secret = Path(web.certificate), Path(web.key)
    name = "certificate"
    try:
        found = x509.load_pem_x509_certificate(chain.read_bytes())
        mode = secret.stat().st_mode
        private = load_pem_private_key(secret.read_bytes(), None)
    except OSError as error:
        return Finding(
            Area.PAGES,
            name,
            State.WRONG,
            f"{error.filename}: {error.strerror}",
            f"ls -l {shlex.quote(web.certificate)} {shlex.quote(web.key)}",
        )
    except (ValueError, TypeError):
        words = "certificate or key is not PEM, or the key has a password"
        return Finding(
            Area.PAGES, name, State.WRONG, words, f"openssl x509 -noout -subject -in {shlex.quote(web.certificate)}"
        )
    if mode & 0o077:
        return Finding(Area.PAGES, name, State.WRONG, "others can read its key", f"chmod 600 {shlex.quote(web.key)}")
    raw = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*raw) != found.public_key().public_bytes(*raw):
        words = "the key belongs to another certificate"
        return Finding(Area.PAGES, name, State.WRONG, words, "${EDITOR:-nano} FILE  # under [web]")
    ends = found.not_valid_after_utc
    renew = f"openssl x509 -noout -dates -in {shlex.quote(web.certificate)}  # then put a new pair there"
    if now > ends or now < found.not_valid_before_utc:
        return Finding(
            Area.PAGES,
            name,
            State.WRONG,
            f"it is valid from {found.not_valid_before_utc:%Y-%m-%d} to {ends:%Y-%m-%d} only",
            renew,
        )
    if (ends - now).days < _SOON_DAYS:
        return Finding(Area.PAGES, name, State.NOTE, f"it ends in {(ends - now).days} days", renew)
    return Finding(Area.PAGES, name, State.FINE, f"valid until {ends:%Y-%m-%d}")


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_broker(address: str) -> Finding:
    """The broker of the floor answers and lets us in. address: mqtt://[user:password@]host[:port], or mqtts://."""
    parts = urlsplit(address if "://" in address else f"mqtt://{address}")
    try:
        port = parts.port or (8883 if parts.scheme == "mqtts" else 1883)
    except ValueError:
        port = 0
    host = parts.hostname or ""
    if parts.scheme not in ("mqtt", "mqtts") or not host or not port:
        return Finding(
            Area.PAGES,
            "broker",
            State.WRONG,
            "its address must look like mqtt://host:1883",
            "dealer doctor --broker mqtt://localhost:1883",
        )
    where = f"{host}:{port}"
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    if parts.username:
        client.username_pw_set(parts.username, parts.password)
    if parts.scheme == "mqtts":
        client.tls_set()
    answered = threading.Event()
    answers: list[str] = []

    def connected(_client: object, _data: object, _flags: object, reason: object, _properties: object) -> None:
        answers.append(str(reason))
        answered.set()

    client.on_connect = connected
    client.connect_timeout = _BROKER_SECONDS
    try:
        client.connect(host, port)
        client.loop_start()
        answered.wait(_BROKER_SECONDS)
    except OSError as error:
        words = f"{where} does not answer ({error.strerror or 'no such host'})"
        return Finding(
            Area.PAGES,
            "broker",
            State.WRONG,
            words,
            "sudo apt-get install mosquitto && sudo systemctl enable --now mosquitto",
        )
    finally:
        client.disconnect()
        client.loop_stop()
    if not answers:
        return Finding(
            Area.PAGES, "broker", State.WRONG, f"{where} is no MQTT broker, or too slow", f"ss -ltnp 'sport = :{port}'"
        )
    if answers[0] != "Success":
        words = f"{where} refuses us: {answers[0].lower()}"
        return Finding(Area.PAGES, "broker", State.WRONG, words, "sudo mosquitto_passwd /etc/mosquitto/passwd NAME")
    return Finding(Area.PAGES, "broker", State.FINE, f"{where} lets us in")
