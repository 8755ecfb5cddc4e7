"""Where a table keeps what it must not lose: one folder a table, owned by the user who runs it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from dealer.errors import DealerError

APP = "stud-dealer"
SIMULATED = "simulated"
"""The name of the simulated table."""


class NoSuchTable(DealerError):
    """Nothing was kept for a table of that name."""


@dataclass(frozen=True, slots=True)
class Places:
    """The files of one table."""

    folder: Path

    @property
    def journal(self) -> Path:
        return self.folder / "journal.sqlite"

    @property
    def key(self) -> Path:
        """The key of the sealed cards and the registered tags; kept apart from backups of the journal."""
        return self.folder / "table.key"

    @property
    def decks(self) -> Path:
        return self.folder / "decks"

    @property
    def users(self) -> Path:
        """The accounts, which all tables of this machine share."""
        return self.folder.parent / "users.sqlite"

    @property
    def simulated(self) -> Path:
        """Where the simulated table's cards lie, so that it outlives the program as a real one would."""
        return self.folder / "simulated.json"


def places_of(table: str, state: Path | None) -> Places:
    """Return the files of a table. state: the folder that holds all tables, or None for the user's own."""
    root = state if state is not None else Path(platformdirs.user_state_dir(APP))
    return Places(root / table)


def kept_tables(root: Path) -> tuple[str, ...]:
    """The names of the tables that were played before. root: the folder that holds all tables."""
    try:
        return tuple(sorted(each.parent.name for each in root.glob("*/journal.sqlite")))
    except OSError:
        return ()


def kept_table(table: str, state: Path | None) -> Places:
    """Return the files of a table that was played before. Raises NoSuchTable, which names those that were."""
    places = places_of(table, state)
    if places.journal.exists():
        return places
    root = places.folder.parent
    known = kept_tables(root)
    has = f"it has {', '.join(known)} (--table NAME)" if known else "it has none yet (--state names another folder)"
    raise NoSuchTable(f"{root}: there is no table {table!r} here; {has}")
