"""What the floor gathers of its tables: hands that are over, what the reports count, and what the floor did there."""

from __future__ import annotations

import os
import queue
import sqlite3
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dealer.ports import DealerError, MarkKind, Role, TableEvent

SCHEMA = 2
_COUNTED = frozenset({MarkKind.MISREAD, MarkKind.IRREGULARITY, MarkKind.RULING, MarkKind.FLOOR_CALLED})
_MOST_WAITING = 20_000
_BATCH_SECONDS = 0.5
_TABLES = """
CREATE TABLE seen (
    room TEXT NOT NULL, name TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, taken INTEGER NOT NULL,
    PRIMARY KEY (room, name)
) WITHOUT ROWID;
CREATE TABLE hand (
    room TEXT NOT NULL, name TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, number INTEGER NOT NULL,
    game TEXT NOT NULL, dealer TEXT NOT NULL, seats INTEGER NOT NULL, began REAL NOT NULL, ended REAL NOT NULL,
    rake INTEGER NOT NULL, void INTEGER NOT NULL, head TEXT NOT NULL,
    PRIMARY KEY (room, name, journal, seq)
) WITHOUT ROWID;
CREATE INDEX hand_ended ON hand (ended);
CREATE TABLE mark (
    room TEXT NOT NULL, name TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL,
    number INTEGER NOT NULL, wall REAL NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL, game TEXT NOT NULL,
    dealer TEXT NOT NULL,
    PRIMARY KEY (room, name, journal, seq, place)
) WITHOUT ROWID;
CREATE INDEX mark_wall ON mark (wall);
"""
_LATER = """
CREATE TABLE done (
    room TEXT NOT NULL, name TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, hand INTEGER NOT NULL,
    wall REAL NOT NULL, user TEXT NOT NULL, what TEXT NOT NULL,
    PRIMARY KEY (room, name, journal, seq)
) WITHOUT ROWID;
CREATE INDEX done_wall ON done (wall);
CREATE TABLE alert (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL, name TEXT NOT NULL, journal TEXT NOT NULL, turn INTEGER NOT NULL,
    hand INTEGER NOT NULL, kind TEXT NOT NULL, wall REAL NOT NULL, settled REAL, settled_by TEXT,
    UNIQUE (room, name, journal, kind, turn)
);
"""
_SEEN = (
    "INSERT INTO seen VALUES (?,?,?,?,?) ON CONFLICT DO UPDATE SET journal = excluded.journal, seq = excluded.seq, "
    "taken = taken + excluded.taken"
)

Table = tuple[str, str]
"""Room and name."""


class FloorStoreError(DealerError):
    """The floor's file cannot be used; says which and what to do."""


@dataclass(frozen=True, slots=True)
class Head:
    """The hash of the journal's entry that ended a hand."""

    turn: int
    hand: int
    hash: str


@dataclass(slots=True)
class _Now:
    """What is known of a table's hand while it is played, for marks that do not say it themselves."""

    game: str = ""
    dealer: str = ""
    hand: int = 0


@dataclass(slots=True)
class _Batch:
    seen: dict[Table, tuple[str, int, int]] = field(default_factory=dict)
    hands: list[tuple[object, ...]] = field(default_factory=list)
    marks: list[tuple[object, ...]] = field(default_factory=list)
    done: list[tuple[object, ...]] = field(default_factory=list)


class FloorStore:
    """One SQLite file, written by one thread of its own; `take` is for any thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises FloorStoreError."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            # Losing the last half second to a power cut costs nothing: the tables are asked for it again.
            self._db.execute("PRAGMA synchronous = NORMAL")
            prepare(self._db, path)
            self.seen = _seen(self._db)
            self.heads = _heads(self._db)
        except (OSError, sqlite3.Error) as error:
            raise FloorStoreError(f"{path}: cannot be used ({error}); check who owns it, or move it away") from None
        self._now: dict[Table, _Now] = {}
        self._inbox: queue.Queue[tuple[Table, str, TableEvent] | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="floor-store", daemon=True)
        self._thread.start()

    def take(self, table: Table, journal: str, event: TableEvent) -> None:
        """Keep what the reports need of an event. Waits while very many are not written yet."""
        self._inbox.put((table, journal, event))

    def close(self) -> None:
        """Write what was taken, and close the file."""
        self._inbox.put(None)
        self._thread.join(10.0)
        self._db.close()

    def _run(self) -> None:
        batch = _Batch()
        last = time.monotonic()
        while True:
            try:
                item = self._inbox.get(timeout=_BATCH_SECONDS)
                if item is None:
                    self._write(batch)
                    return
                self._add(batch, *item)
            except queue.Empty:
                pass
            if time.monotonic() - last >= _BATCH_SECONDS:
                batch = self._write(batch)
                last = time.monotonic()

    def _add(self, batch: _Batch, table: Table, journal: str, event: TableEvent) -> None:
        now = self._now.setdefault(table, _Now())
        if event.hand != now.hand:
            now.hand, now.game, now.dealer = event.hand, "", now.dealer
        if event.role == Role.DEALER.value:
            now.dealer = event.user
        if event.role == Role.FLOOR.value:
            batch.done.append((*table, journal, event.seq, event.hand, event.wall, event.user, event.what))
        for place, mark in enumerate(event.marks):
            if mark.kind is MarkKind.HAND_BEGAN:
                now.game = mark.detail
            if mark.kind in _COUNTED:
                at = (*table, journal, event.seq, place, event.hand, event.wall)
                batch.marks.append((*at, mark.kind.value, mark.detail, now.game, now.dealer))
        over = event.over
        if over is not None:
            key = (*table, journal, event.seq, event.hand)
            what = (over.game, over.dealer, over.seats, over.began, event.wall, over.rake, int(over.void), over.head)
            batch.hands.append((*key, *what))
        before = batch.seen.get(table)
        batch.seen[table] = (journal, event.seq, 1 + (0 if before is None else before[2]))

    def _write(self, batch: _Batch) -> _Batch:
        """Put a batch on disk and return an empty one, or the same one if the disk does not take it now."""
        if not batch.seen:
            return batch
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO hand VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", batch.hands)
            self._db.executemany("INSERT OR REPLACE INTO mark VALUES (?,?,?,?,?,?,?,?,?,?,?)", batch.marks)
            self._db.executemany("INSERT OR REPLACE INTO done VALUES (?,?,?,?,?,?,?,?)", batch.done)
            self._db.executemany(_SEEN, [(*table, *what) for table, what in batch.seen.items()])
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            return batch
        return _Batch()


def prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables in a new file, and what is missing in one of an earlier schema.

    Raises FloorStoreError if the file is of another version.
    """
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        db.executescript(f"BEGIN;{_TABLES}{_LATER}PRAGMA user_version = {SCHEMA};COMMIT;")
    elif version == 1:
        db.executescript(f"BEGIN;{_LATER}PRAGMA user_version = {SCHEMA};COMMIT;")
    else:
        check(db, path)


def check(db: sqlite3.Connection, path: Path) -> None:
    """Look at a file that is only read. Raises FloorStoreError if it is of another version."""
    if db.execute("PRAGMA user_version").fetchone()[0] not in (1, SCHEMA):
        raise FloorStoreError(f"{path}: this is no floor's file of schema {SCHEMA}; update the program or move it away")


def _heads(db: sqlite3.Connection) -> Mapping[Table, Head]:
    """The newest head of the journal that each table has now."""
    rows = db.execute(
        "SELECT hand.room, hand.name, max(hand.seq), hand.number, hand.head FROM hand "
        "JOIN seen USING (room, name, journal) GROUP BY hand.room, hand.name"
    )
    return {(room, name): Head(turn, hand, told) for room, name, turn, hand, told in rows}


def _seen(db: sqlite3.Connection) -> Mapping[Table, tuple[str, int]]:
    """Journal and last event of each table that is on disk."""
    rows: Iterable[tuple[str, str, str, int]] = db.execute("SELECT room, name, journal, seq FROM seen")
    return {(room, name): (journal, seq) for room, name, journal, seq in rows}
