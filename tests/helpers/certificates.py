"""The certificates of the floor's example, and two that no broker may take."""

from __future__ import annotations

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from real_broker import USERS


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
