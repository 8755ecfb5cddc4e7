"""Whether the pages can be served where the table file says, under a certificate that holds, and the broker answers."""

from __future__ import annotations

import contextlib
import datetime
import errno
import secrets
import shlex
import socket
import ssl
import threading
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from dealer.cli.certificate import is_loopback
from dealer.cli.checks.finding import Area, Finding, State
from dealer.table.file import WebConfig
from drivers.broker.link import Broker, BrokerAddressError, Link

_SOON_DAYS = 21
BROKER_SECONDS = 4.0
ANSWER_SECONDS = 2.0
_OURS = b"server: stud\r"
"""What every answer of our pages carries, with TLS or without."""


def check_port(host: str, port: int, *, in_use: bool, seconds: float = ANSWER_SECONDS) -> Finding:
    """The address and port are free, or held by the running table. seconds: how long another program may take."""
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
            return Finding(Area.PAGES, "port", State.WRONG, words, "dealer run --table FILE --port 8480")
        except OSError as error:
            if error.errno == errno.EADDRINUSE and in_use:
                return Finding(Area.PAGES, "port", State.FINE, f"{where} is served by the running table")
            if error.errno == errno.EADDRINUSE:
                look = f"ss -ltnp 'sport = :{port}'"
                if _is_ours(found[4], seconds):
                    words = f"{where} is served by this program, for another table or another --state than looked at"
                    return Finding(Area.PAGES, "port", State.NOTE, words, look)
                return Finding(Area.PAGES, "port", State.WRONG, f"{where} is taken by another program", look)
            return Finding(
                Area.PAGES, "port", State.WRONG, f"{where} cannot be served ({error.strerror})", "ip -brief address"
            )
    return Finding(Area.PAGES, "port", State.FINE, f"{where} is free")


def _is_ours(address: tuple[object, ...], seconds: float) -> bool:
    """Whether whoever listens there answers as our pages do."""
    host, port = str(address[0]), int(str(address[1]))
    anyone = ssl.create_default_context()
    anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE  # nothing is told and nothing believed
    for tls in (None, anyone):
        with contextlib.suppress(OSError), socket.create_connection((host, port), seconds) as plain:
            plain.settimeout(seconds)
            with plain if tls is None else tls.wrap_socket(plain) as asked:
                asked.sendall(b"HEAD /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if _OURS in asked.recv(4096).lower():
                    return True
    return False


def check_certificate(web: WebConfig, root: Path, now: datetime.datetime | None = None) -> list[Finding]:
    """TLS where others can listen, and a certificate that holds. root: the folder of all tables."""
    at = now or datetime.datetime.now(datetime.UTC)
    if not (not is_loopback(web.host) if web.tls is None else web.tls):
        if is_loopback(web.host):
            return []
        words = f"pages are served on {web.host} without TLS: PINs and cards shown travel in clear"
        return [Finding(Area.PAGES, "tls", State.WRONG, words, "sed -i 's/^tls *= *false/tls = true/' FILE")]
    if web.certificate:
        return [_certificate(Path(web.certificate), Path(web.key), at, renewed=False)]
    folder = root / "tls"
    if not (folder / "authority.pem").exists():
        return [Finding(Area.PAGES, "certificate", State.FINE, "an authority of its own is made at the first start")]
    findings = [_certificate(folder / "server.pem", folder / "server.key", at, renewed=True)]
    try:
        authority = x509.load_pem_x509_certificate((folder / "authority.pem").read_bytes())
    except (OSError, ValueError):
        return [*findings, Finding(Area.PAGES, "authority", State.WRONG, "its certificate is damaged", _anew(folder))]
    shown = authority.fingerprint(hashes.SHA256()).hex(":").upper()
    return [*findings, Finding(Area.PAGES, "authority", State.FINE, f"SHA-256 {shown}")]


def _anew(folder: Path) -> str:
    return f"mv {shlex.quote(str(folder))} {shlex.quote(str(folder))}-old  # screens have to trust the new one"


def _certificate(chain: Path, secret: Path, now: datetime.datetime, *, renewed: bool) -> Finding:
    """A certificate and its key. renewed: the program makes another in time."""
    name = "certificate"
    look = f"ls -l {shlex.quote(str(chain))} {shlex.quote(str(secret))}"
    show = f"openssl x509 -noout -subject -dates -in {shlex.quote(str(chain))}"
    try:
        found = x509.load_pem_x509_certificate(chain.read_bytes())
        mode = secret.stat().st_mode
        private = load_pem_private_key(secret.read_bytes(), None)
    except OSError as error:
        return Finding(Area.PAGES, name, State.WRONG, f"{error.filename}: {error.strerror}", look)
    except (ValueError, TypeError):
        words = "certificate or key is not PEM, or the key has a password"
        return Finding(Area.PAGES, name, State.WRONG, words, show)
    if mode & 0o077:
        return Finding(
            Area.PAGES, name, State.WRONG, "others can read its key", f"chmod 600 {shlex.quote(str(secret))}"
        )
    raw = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*raw) != found.public_key().public_bytes(*raw):
        mend = _anew(chain.parent) if renewed else "${EDITOR:-nano} FILE  # certificate and key under [web]"
        return Finding(Area.PAGES, name, State.WRONG, "the key belongs to another certificate", mend)
    begins, ends = found.not_valid_before_utc, found.not_valid_after_utc
    if renewed:
        return Finding(Area.PAGES, name, State.FINE, f"of the table's own authority, until {ends:%Y-%m-%d}, then anew")
    if not begins <= now <= ends:
        words = f"it is valid from {begins:%Y-%m-%d} to {ends:%Y-%m-%d} only"
        return Finding(Area.PAGES, name, State.WRONG, words, f"{show}  # then put a new pair there")
    if (ends - now).days < _SOON_DAYS:
        words = f"it ends in {(ends - now).days} days"
        return Finding(Area.PAGES, name, State.NOTE, words, f"{show}  # then put a new pair there")
    return Finding(Area.PAGES, name, State.FINE, f"valid until {ends:%Y-%m-%d}")


def check_broker(address: str, seconds: float = BROKER_SECONDS) -> Finding:
    """The broker of the floor answers and lets us in. address: mqtts://host[:port], mqtt:// on this machine."""
    turned = threading.Event()
    try:
        link = Link(Broker(address, f"doctor-{secrets.token_hex(4)}"), (), lambda _: None, turned.set)
    except BrokerAddressError as error:
        again = "dealer doctor --broker mqtts://broker.example:8883"
        return Finding(Area.PAGES, "broker", State.WRONG, str(error), again)
    link.start()
    turned.wait(seconds)
    up, trouble = link.up, link.trouble
    link.stop()
    if up:
        return Finding(Area.PAGES, "broker", State.FINE, f"{address} lets us in")
    if "does not answer" in trouble:
        mend = "sudo apt-get install mosquitto && sudo systemctl enable --now mosquitto"
        return Finding(Area.PAGES, "broker", State.WRONG, trouble, mend)
    if trouble:
        words = f"{address} refuses us: {trouble.lower()}"
        return Finding(Area.PAGES, "broker", State.WRONG, words, "sudo journalctl -u mosquitto -n 20")
    mend = "systemctl status mosquitto"
    return Finding(Area.PAGES, "broker", State.WRONG, f"{address} is no MQTT broker, or too slow", mend)
