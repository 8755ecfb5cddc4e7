"""Whether the pages are served over TLS and under which certificate: an own one, or one of an authority made here."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from dealer.errors import DealerError
from dealer.table.file import WebConfig
from web.server import Certificate

_AUTHORITY_DAYS = 3650
_SERVER_DAYS = 397
"""No longer than what phones accept of an authority that a person has trusted."""
_RENEW_DAYS = 30
_ANY = ("0.0.0.0", "::")
_DOCUMENTATION = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking for the way there sends nothing and tells our own address."""


class CertificateError(DealerError):
    """A certificate or its key cannot be read or made; says which file and what to do."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What the pages are served under. authority: the local authority's certificate in PEM, for people to trust."""

    certificate: Certificate
    authority: bytes | None = None


def tls_of(web: WebConfig, host: str, state: Path) -> Tls | None:
    """Return what to serve under, or None for plain http.

    The table file decides; where it does not, pages that only this machine can reach go over plain http, and pages
    that others can reach never do. host: the address to serve on.  state: the folder of all tables, which share one
    authority.  Raises CertificateError.
    """
    if not _wants_tls(web, host):
        return None
    if web.certificate:
        return Tls(Certificate(Path(web.certificate), Path(web.key)))
    return local_tls(state / "tls", names_of(host), datetime.datetime.now(datetime.UTC))


def base_url(web: WebConfig) -> str:
    """Where the pages of a table are, as a person opens them: by this machine's own name where all may reach it."""
    # The first three names are for this machine alone.
    host = web.host if is_loopback(web.host) else names_of(web.host)[3]
    return f"{'https' if _wants_tls(web, web.host) else 'http'}://{asked_as((host,))[0]}:{web.port}"


def _wants_tls(web: WebConfig, host: str) -> bool:
    return web.tls if web.tls is not None else not is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_of(host: str) -> tuple[str, ...]:
    """The names and addresses under which a browser may ask for the pages, this machine's own first."""
    names = ["localhost", "127.0.0.1", "::1"]
    if is_loopback(host):
        return tuple(names)
    if host not in _ANY:
        return (*names, host)
    own = socket.gethostname()
    names += [own] if "." in own else [own, f"{own}.local"]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_DOCUMENTATION)
        names.append(probe.getsockname()[0])
    with suppress(OSError):
        found = socket.getaddrinfo(own, None, type=socket.SOCK_STREAM)
        names += [str(each[4][0]).split("%")[0] for each in found]
    return tuple(dict.fromkeys(names))


def asked_as(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names and addresses as they stand in the Host header: IPv6 in brackets."""
    return tuple(f"[{name}]" if ":" in name else name for name in names)


def local_tls(folder: Path, names: tuple[str, ...], now: datetime.datetime) -> Tls:
    """Return the certificate of the local authority in a folder, both made or renewed if need be.

    The authority is made once, so that a screen that trusts it goes on doing so; the certificate is made anew when it
    ends soon, or when this machine got another name or address. Raises CertificateError.
    """
    authority, server = (
        _Pair(folder / "authority.pem", folder / "authority.key"),
        _Pair(folder / "server.pem", folder / "server.key"),
    )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not authority.exists():
            authority.write(*_make_authority(now))
        issuer, issuer_key = authority.read()
        if not server.exists() or not _still_good(server.read()[0], issuer, names, now):
            server.write(*_make_server(issuer, issuer_key, names, now))
    except OSError as error:
        raise CertificateError(
            f"{error.filename or folder}: {error.strerror}; let this user write there, or name an own certificate "
            "in the table file under [web]"
        ) from None
    return Tls(Certificate(server.chain, server.key), authority.chain.read_bytes())


@dataclass(frozen=True, slots=True)
class _Pair:
    """A certificate and its key on disk."""

    chain: Path
    key: Path

    def exists(self) -> bool:
        return self.chain.exists() and self.key.exists()

    def read(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        if self.key.stat().st_mode & 0o077:
            raise CertificateError(f"{self.key}: others can read this key; run: chmod 600 {self.key}")
        try:
            key = load_pem_private_key(self.key.read_bytes(), None)
            found = x509.load_pem_x509_certificate(self.chain.read_bytes())
        except (ValueError, TypeError):
            raise CertificateError(self._broken()) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != found.public_key():
            raise CertificateError(self._broken())
        return found, key

    def _broken(self) -> str:
        return (
            f"{self.chain}: this certificate or its key is damaged; remove the folder {self.chain.parent} and start "
            "again, then let the screens trust the new authority"
        )

    def write(self, chain: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
        """The key first: a certificate never stands there without it."""
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        _put(self.key, secret, 0o600)
        _put(self.chain, chain.public_bytes(Encoding.PEM), 0o644)


def _put(path: Path, content: bytes, mode: int) -> None:
    """Write a file whole or not at all; nobody else can read it for a moment either."""
    fresh = path.with_suffix(path.suffix + ".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _make_authority(now: datetime.datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named(f"Stud dealer authority of {socket.gethostname()}")
    made = (
        _begun(name, name, key, now, _AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return made, key


def _make_server(
    issuer: x509.Certificate, issuer_key: ec.EllipticCurvePrivateKey, names: tuple[str, ...], now: datetime.datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer_id = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key())
    made = (
        _begun(_named(names[-1]), issuer.subject, key, now, _SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(issuer_id, critical=False)
        .sign(issuer_key, hashes.SHA256())
    )
    return made, key


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime.datetime, days: int
) -> x509.CertificateBuilder:
    # A day back: a tablet's clock may be behind.
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days - 1))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _still_good(
    server: x509.Certificate, issuer: x509.Certificate, names: tuple[str, ...], now: datetime.datetime
) -> bool:
    if not server.not_valid_before_utc <= now < server.not_valid_after_utc - datetime.timedelta(days=_RENEW_DAYS):
        return False
    held = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    try:
        server.verify_directly_issued_by(issuer)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, a new one is made
        return False
    return {_general(name) for name in names} <= set(held)
