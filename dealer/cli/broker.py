"""How a table and a floor find their broker: addresses, passwords and names from files, put into the driver."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping
from pathlib import Path

from dealer.errors import DealerError
from dealer.floor.rulers import load_rulers
from dealer.local import LocalTables
from dealer.observations import DeviceState
from dealer.ports import Ruler
from dealer.record.told import JournalRecord
from dealer.table.file import BrokerConfig, TableFile
from drivers.broker.link import Broker
from drivers.broker.table import Name, TablePublisher
from drivers.broker.topics import Address

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


def publisher_of(
    file: TableFile, config: BrokerConfig, journal: Path, tables: LocalTables, report: Callable[[DeviceState], None]
) -> TablePublisher:
    """What tells the floor's broker of a table. report: is told when the broker comes or goes. Raises DealerError."""
    address = Address(config.room, file.setup.table)
    broker = Broker(
        url=config.url,
        client=config.username or f"table-{address.id}",
        username=config.username,
        password=password_of(Path(config.password_file)) if config.password_file else "",
        ca=config.ca,
        certificate=config.certificate,
        key=config.key,
    )
    languages = config.languages or (file.language,)
    name = Name(
        address=address,
        table=file.setup.table,
        title=file.title,
        version=importlib.metadata.version("stud-dealer"),
        languages=tuple(language.value for language in languages),
    )
    return TablePublisher(broker, name, tables, JournalRecord(journal), _rulers(config), report=report)


def _rulers(config: BrokerConfig) -> Callable[[], Mapping[str, Ruler]]:
    """Who may rule from afar, read anew each time; nobody, if the table file names no file."""
    if not config.rulers:
        return dict
    path = Path(config.rulers)
    load_rulers(path)
    return lambda: load_rulers(path)
