"""How a table and a floor find their broker: addresses, passwords and names from files, put into the driver."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.x509.oid import NameOID

from dealer.access.roles import May, may
from dealer.errors import DealerError
from dealer.floor.rulers import load_rulers
from dealer.local import LocalTables
from dealer.observations import DeviceState
from dealer.ports import History, Ruler
from dealer.record.told import JournalRecord
from dealer.table.file import BrokerConfig, TableFile
from drivers.broker.archive import Archive
from drivers.broker.link import Broker
from drivers.broker.table import Name, TablePublisher
from drivers.broker.topics import NAME, Address

_LONGEST_PASSWORD = 256


class PasswordFileError(DealerError):
    """The file with the password for the broker cannot be used."""


def password_of(path: Path) -> str:
    """The password in a file that only its owner can read. Raises PasswordFileError."""
    try:
        if path.stat().st_mode & 0o077:
            raise PasswordFileError(f"{path}: others can read this password; run: chmod 600 {path}")
        password = path.read_text().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise PasswordFileError(f"{path}: the password cannot be read ({reason})") from None
    if not 1 <= len(password) <= _LONGEST_PASSWORD or not password.isprintable():
        raise PasswordFileError(f"{path}: a password is one line of 1 to {_LONGEST_PASSWORD} characters")
    return password


@dataclass(frozen=True, slots=True)
class BrokerFiles:
    """The files by which a broker and this side know each other; "" for none."""

    password: str = ""
    ca: str = ""
    certificate: str = ""
    key: str = ""


class CertificateFileError(DealerError):
    """The certificate for the broker or its key cannot be used."""


def broker_of(url: str, username: str, files: BrokerFiles, otherwise: str) -> Broker:
    """How a broker is reached. Whoever has a certificate and no user name is called as it says.

    otherwise: the connection's name where nothing says it.  Raises PasswordFileError, CertificateFileError.
    """
    name = identity_of(Path(files.certificate), Path(files.key or files.certificate)) if files.certificate else ""
    return Broker(
        url=url,
        client=username or name or otherwise,
        username=username,
        password=password_of(Path(files.password)) if files.password else "",
        ca=files.ca,
        certificate=files.certificate,
        key=files.key,
    )


def identity_of(certificate: Path, key: Path) -> str:
    """The common name of a certificate, which a broker with `use_identity_as_username` takes for the user's name.

    Raises CertificateFileError, also if others can read the key.
    """
    try:
        if key.stat().st_mode & 0o077:
            raise CertificateFileError(f"{key}: others can read this key; run: chmod 600 {key}")
        subject = x509.load_pem_x509_certificate(certificate.read_bytes()).subject
    except OSError as error:
        raise CertificateFileError(f"{error.filename}: it cannot be read ({error.strerror})") from None
    except ValueError:
        raise CertificateFileError(f"{certificate}: this is no certificate in PEM") from None
    names = [str(each.value) for each in subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    if len(names) != 1 or not NAME.fullmatch(names[0]):
        raise CertificateFileError(
            f"{certificate}: its common name must be 1 to 40 letters, digits, - and _: the table's or the floor's name"
        )
    return names[0]


def publisher_of(
    file: TableFile,
    config: BrokerConfig,
    journal: Path,
    tables: LocalTables,
    report: Callable[[DeviceState], None],
    history: History,
) -> TablePublisher:
    """What tells the floor's broker of a table. report: is told when the broker comes or goes.  history: its hands.

    Raises DealerError.
    """
    address = Address(config.room, file.setup.table)
    files = BrokerFiles(config.password_file, config.ca, config.certificate, config.key)
    broker = broker_of(config.url, config.username, files, f"table-{address.id}")
    languages = config.languages or (file.language,)
    name = Name(
        address=address,
        table=file.setup.table,
        title=file.title,
        version=importlib.metadata.version("stud-dealer"),
        languages=tuple(language.value for language in languages),
    )
    archive = Archive(history, lambda role: may(role, May.LOOK_UP_HANDS))
    return TablePublisher(broker, name, tables, JournalRecord(journal), _rulers(config), report=report, archive=archive)


def _rulers(config: BrokerConfig) -> Callable[[], Mapping[str, Ruler]]:
    """Who may rule from afar, read anew each time; nobody, if the table file names no file."""
    if not config.rulers:
        return dict
    path = Path(config.rulers)
    load_rulers(path)
    return lambda: load_rulers(path)
