"""Which tables' records differ from what the floor holds, and who has looked into that; kept in the floor's file."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from dealer.floor.store import FloorStoreError, Table
from dealer.ports import RecordAlert

_LOG = logging.getLogger(__name__)
_MOST_OPEN = 20
"""Of one table: whoever sends more has been noticed."""
_MOST_SHOWN = 200
_COLUMNS = "id, room, name, hand, turn, kind, wall, settled, settled_by"


class Alerts:
    """The alerts of a floor's file, which exists already. From any thread."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        """wall: seconds since 1970. Raises FloorStoreError."""
        self._path = path
        self._wall = wall
        self._lock = threading.Lock()
        self._open: dict[Table, tuple[int, ...]] = {}
        with self._db() as db:
            self._look(db)

    def open(self, table: Table) -> tuple[int, ...]:
        """The hands of a table with an alert that nobody has looked into."""
        return self._open.get(table, ())

    def raise_(self, table: Table, journal: str, kind: str, turn: int, hand: int) -> None:
        """Note that a record differs; the same once only. A disk that does not take it is logged, and no more."""
        _LOG.warning("the record of table %s.%s differs in hand %s (entry %s: %s)", *table, hand or "?", turn, kind)
        if len(self.open(table)) >= _MOST_OPEN:
            return
        with self._lock:
            # The page shall know even if the disk is full.
            self._open[table] = tuple(dict.fromkeys((*self.open(table), hand)))
        try:
            with self._db() as db:
                row = (*table, journal, turn, hand, kind, self._wall())
                places = "room, name, journal, turn, hand, kind, wall"
                db.execute(f"INSERT OR IGNORE INTO alert ({places}) VALUES (?,?,?,?,?,?,?)", row)
                self._look(db)
        except FloorStoreError as trouble:
            _LOG.warning("the alert is not kept: %s", trouble)

    def settle(self, alert: int, user: str) -> bool:
        """Somebody has looked into it. False if there is no such alert that is open. Raises FloorStoreError."""
        with self._db() as db:
            done = db.execute(
                "UPDATE alert SET settled = ?, settled_by = ? WHERE id = ? AND settled IS NULL",
                (self._wall(), user, alert),
            )
            self._look(db)
            return done.rowcount > 0

    def all(self) -> Sequence[RecordAlert]:
        """The open ones first, then those that were settled, newest first. Raises FloorStoreError."""
        with self._db() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM alert ORDER BY settled IS NOT NULL, wall DESC LIMIT {_MOST_SHOWN}"
            ).fetchall()
        return [
            RecordAlert(number, f"{room}.{name}", hand, turn, kind, wall, settled, by or "")
            for number, room, name, hand, turn, kind, wall, settled, by in rows
        ]

    def _look(self, db: sqlite3.Connection) -> None:
        found: dict[Table, list[int]] = {}
        for room, name, hand in db.execute("SELECT room, name, hand FROM alert WHERE settled IS NULL ORDER BY hand"):
            found.setdefault((room, name), []).append(hand)
        with self._lock:
            self._open = {table: tuple(dict.fromkeys(hands)) for table, hands in found.items()}

    @contextmanager
    def _db(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=5.0, isolation_level=None)) as db:
                yield db
        except sqlite3.Error as error:
            raise FloorStoreError(f"{self._path}: cannot be used ({error})") from None
