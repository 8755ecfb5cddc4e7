"""Where entries are kept: one row each in SQLite, chained by hashes, on disk before anybody is told."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from dealer.cards import Card
from dealer.errors import DealerError, Trouble
from dealer.observations import ShoePosition
from dealer.record import lock
from dealer.record.migrate import bring_up_to_date

SCHEMA = 1
"""The version of the tables. A journal of a newer one is refused, an older one is brought up to date (migrate)."""
GENESIS = bytes(32)
"""What the first entry is chained to."""
_KEEP_STATES = 3
_WAIT = 0.3
"""Seconds that an entry waits for another program: nobody else should write here, and the dealer waits too."""

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
    turn  INTEGER PRIMARY KEY,
    hand  INTEGER NOT NULL,
    wall  REAL NOT NULL,
    user  TEXT NOT NULL,
    role  TEXT NOT NULL,
    what  TEXT NOT NULL,
    body  TEXT NOT NULL,
    shoe  TEXT,
    state TEXT,
    hash  BLOB NOT NULL
);
CREATE INDEX entry_hand ON entry (hand, turn);
CREATE INDEX entry_state ON entry (turn) WHERE state IS NOT NULL;
CREATE TABLE state (turn INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE hand (
    number INTEGER PRIMARY KEY, wall REAL NOT NULL, game TEXT NOT NULL, seats TEXT NOT NULL, pot INTEGER NOT NULL,
    winners TEXT NOT NULL, cards TEXT NOT NULL
);
CREATE INDEX hand_wall ON hand (wall);
CREATE TABLE shoe (
    device TEXT NOT NULL, boot TEXT NOT NULL, seq INTEGER NOT NULL, turn INTEGER NOT NULL,
    PRIMARY KEY (device, boot)
) WITHOUT ROWID;
"""


class JournalError(DealerError):
    """The journal cannot be used as asked."""


class JournalDamaged(JournalError):
    """The journal is torn or was edited. turn: the first entry that is wrong, or None."""

    def __init__(self, path: Path, problem: str, turn: int | None = None) -> None:
        where = f"{path}: " if turn is None else f"{path}, entry {turn}: "
        mend = f"keep this file and restore a backup with: dealer journal restore COPY {shlex.quote(str(path))}"
        super().__init__(f"{where}{problem}; {mend}")
        self.turn = turn


class JournalBusy(JournalError):
    """Another instance writes to this journal. holder: which."""

    def __init__(self, path: Path, holder: lock.Holder) -> None:
        served = f", whose pages are at {holder.url}," if holder.url else ""
        super().__init__(
            f"{path}: another instance (process {holder.process}){served} writes to this journal; stop it first"
        )
        self.holder = holder


class JournalUnwritable(JournalError):
    """An entry could not be put on disk (full, locked, or gone); nothing of it was kept."""

    def __init__(self, path: Path, trouble: Trouble) -> None:
        super().__init__(f"{path}: {trouble.value}")
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand that is over, as it is looked up. wall: when it was.  cards: those that lay face up, and no other."""

    number: int
    wall: float
    game: str
    seats: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it is stored.

    turn: 1 and up without a gap.  hand: the number of the hand it belongs to, 0 before the first.
    wall: seconds of the wall clock.  what: one word for what was entered.  body: its events as JSON.
    shoe: the shoe's event that it commits (OSP/1 rule 2).  state: the hash of the state kept after it.
    """

    turn: int
    hand: int
    wall: float
    user: str
    role: str
    what: str
    body: str
    shoe: ShoePosition | None
    state: str | None
    hash: bytes


class Journal:
    """The journal of one table, open for writing by this instance alone. For one thread at a time."""

    def __init__(self, path: Path, *, table: str, key: str) -> None:
        """Open the journal, or make it at the first start.

        table: its name, which must be the one that wrote it.  key: the fingerprint of the key of its sealed cards.
        Raises JournalBusy, JournalDamaged, JournalUnwritable, MigrationFailed, JournalError (another table, key or
        schema).
        """
        self.path = path
        self._lock = _lock(path)
        try:
            with typed(path):
                bring_up_to_date(path, SCHEMA)
                self._db = _connect(path)
                self._prepare(table, key)
                self._turn, self._head = self._last()
        except BaseException:
            self._release()
            raise

    def _prepare(self, table: str, key: str) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise JournalError(f"{self.path}: this is a database, but no journal of ours; choose another file")
            self._db.executescript(f"BEGIN;{_TABLES}PRAGMA user_version = {SCHEMA};")
            self._db.executemany("INSERT INTO about VALUES (?, ?)", (("table", table), ("key", key)))
            self._db.execute("COMMIT")
            return
        if version > SCHEMA:
            raise JournalError(
                f"{self.path}: made by a newer program (journal schema {version}, this one knows {SCHEMA}); update"
            )
        about = dict(self._db.execute("SELECT name, value FROM about"))
        if about.get("table") != table:
            raise JournalError(
                f"{self.path}: belongs to table {about.get('table')!r}, not {table!r}; "
                "give each table a journal of its own"
            )
        if about.get("key") != key:
            raise JournalError(
                f"{self.path}: its cards were sealed with another key; point the table file at the key that made it"
            )

    def _last(self) -> tuple[int, bytes]:
        row = self._db.execute("SELECT turn, hash FROM entry ORDER BY turn DESC LIMIT 1").fetchone()
        turn, head = (0, GENESIS) if row is None else (row[0], row[1])
        known = self._db.execute(
            "SELECT max(turn) FROM (SELECT max(turn) AS turn FROM shoe UNION ALL SELECT max(turn) FROM state)"
        ).fetchone()[0]
        if known is not None and known > turn:
            # Written on from here, the gap would stay for ever, and the shoe would not tell of those cards again.
            raise JournalDamaged(self.path, "entries at the end are missing", turn + 1)
        return turn, head

    @property
    def turn(self) -> int:
        """The turn of the last entry on disk; 0 when there is none."""
        return self._turn

    @property
    def head(self) -> str:
        """The hash of the last entry: whoever wrote it down can tell later whether anything was changed."""
        return self._head.hex()

    def append(
        self,
        *,
        hand: int,
        wall: float,
        user: str,
        role: str,
        what: str,
        body: str,
        shoe: ShoePosition | None = None,
        state: str | None = None,
        over: HandLine | None = None,
    ) -> int:
        """Put one entry on disk with the shoe's position in the same transaction, and return its turn.

        state: the whole state after it as JSON, given between hands so that the next start is quick.
        over: the hand that ended with it, to be found again.
        Raises JournalUnwritable; then nothing was kept.
        """
        turn = self._turn + 1
        digest = None if state is None else sha256(state.encode()).hexdigest()
        fields = (turn, hand, wall, user, role, what, body, _position_text(shoe), digest)
        head = chained(self._head, fields)
        with typed(self.path), self._transaction():
            self._db.execute("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,?)", (*fields, head))
            if shoe is not None:
                self._db.execute(
                    "INSERT INTO shoe VALUES (?,?,?,?) ON CONFLICT DO UPDATE SET seq = excluded.seq, "
                    "turn = excluded.turn",
                    (shoe.device, shoe.boot, shoe.seq, turn),
                )
            if over is not None:
                self._db.execute("INSERT OR REPLACE INTO hand VALUES (?,?,?,?,?,?,?)", _stored(over))
            if state is not None:
                self._db.execute("INSERT INTO state VALUES (?,?)", (turn, state))
                self._db.execute(
                    "DELETE FROM state WHERE turn NOT IN (SELECT turn FROM state ORDER BY turn DESC LIMIT ?)",
                    (_KEEP_STATES,),
                )
        self._turn, self._head = turn, head
        return turn

    def probe(self) -> None:
        """Find out whether entries can be put on disk again. Raises JournalUnwritable."""
        with typed(self.path), self._transaction():
            # As large as an entry may be, so that success means that the next one fits too.
            self._db.execute("INSERT OR REPLACE INTO about VALUES ('probe', ?)", ("." * 8192,))
            self._db.execute("DELETE FROM about WHERE name = 'probe'")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def latest_state(self) -> tuple[int, str] | None:
        """The newest whole state that was kept, with its turn, or None. Raises JournalDamaged if it was changed."""
        with typed(self.path):
            row = self._db.execute(
                "SELECT s.turn, s.body, e.state FROM state s LEFT JOIN entry e USING (turn) "
                "ORDER BY s.turn DESC LIMIT 1"
            ).fetchone()
        if row is None:
            return None
        turn, body, digest = row
        if digest != sha256(body.encode()).hexdigest():
            raise JournalDamaged(self.path, "the state that was kept between hands is not what was written", turn)
        return turn, body

    def rows_after(self, turn: int) -> Iterator[Row]:
        """Entries after a turn, in order, each checked against the chain. Raises JournalDamaged."""
        with typed(self.path):
            yield from checked_rows(self._db, self.path, turn)

    def shoe_positions(self) -> tuple[ShoePosition, ...]:
        """The last committed event of each device and boot: from there a shoe goes on (OSP/1 rule 2)."""
        with typed(self.path):
            rows = self._db.execute("SELECT device, boot, seq FROM shoe ORDER BY turn").fetchall()
        return tuple(ShoePosition(*row) for row in rows)

    def wait_at_most(self, seconds: float) -> None:
        """How long an entry waits for another program that holds the journal."""
        self._db.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def limit_pages(self, pages: int) -> None:
        """Let the file grow no further than so many pages; keeps a quota, and stands for a full disk."""
        self._db.execute(f"PRAGMA max_page_count = {int(pages)}")

    def pages(self) -> int:
        """How many pages the file has now."""
        return int(self._db.execute("PRAGMA page_count").fetchone()[0])

    def serves_at(self, url: str) -> None:
        """Let whoever finds the journal taken know where its table's pages are."""
        lock.tell(self._lock, url)

    def close(self) -> None:
        """Close the file and let another instance have it."""
        self._db.close()
        self._release()

    def _release(self) -> None:
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chained(head: bytes, fields: Sequence[object]) -> bytes:
    """The hash of an entry: over the one before it and over all that it says."""
    return sha256(head + json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()).digest()


def checked_rows(db: sqlite3.Connection, path: Path, after: int) -> Iterator[Row]:
    """Entries after a turn, in order. Raises JournalDamaged at the first that is missing or was changed."""
    head = GENESIS
    if after:
        before = db.execute("SELECT hash FROM entry WHERE turn = ?", (after,)).fetchone()
        if before is None:
            raise JournalDamaged(path, "an entry is missing", after)
        head = before[0]
    expected = after + 1
    for *fields, digest in db.execute("SELECT * FROM entry WHERE turn > ? ORDER BY turn", (after,)):
        if fields[0] != expected:
            raise JournalDamaged(path, "an entry is missing", expected)
        head = chained(head, fields)
        if head != digest:
            raise JournalDamaged(path, "this entry is not what was written", expected)
        yield row_of((*fields, head))
        expected += 1


def row_of(stored: Sequence[Any]) -> Row:
    """An entry as SQLite gives it back."""
    turn, hand, wall, user, role, what, body, shoe, state, digest = stored
    return Row(turn, hand, wall, user, role, what, body, _position(shoe), state, digest)


def listed(numbers: Iterable[object]) -> str:
    """Numbers or cards as one text in which each can be searched for between its commas."""
    return f",{','.join(map(str, numbers))},"


def _stored(hand: HandLine) -> tuple[object, ...]:
    lists = (listed(hand.seats), hand.pot, listed(hand.winners), listed(hand.cards))
    return (hand.number, hand.wall, hand.game, *lists)


def _position_text(position: ShoePosition | None) -> str | None:
    return None if position is None else f"{position.device},{position.boot},{position.seq}"


def _position(text: str | None) -> ShoePosition | None:
    if text is None:
        return None
    device, boot, seq = text.rsplit(",", 2)
    return ShoePosition(device, boot, int(seq))


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep every other instance from a journal meanwhile. Raises JournalBusy, JournalError."""
    ours = _lock(path)
    try:
        yield
    finally:
        os.close(ours)


def _lock(path: Path) -> int:
    """Take the journal for this instance. Raises JournalBusy, JournalError."""
    try:
        return lock.take(path)
    except lock.Taken as taken:
        raise JournalBusy(path, taken.holder) from None
    except OSError as error:
        raise JournalError(
            f"{path}: the journal cannot be kept here ({error.strerror}); choose another place"
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    fresh = not path.exists()
    if fresh:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    db = sqlite3.connect(path, isolation_level=None, timeout=_WAIT, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


@contextlib.contextmanager
def typed(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours: JournalDamaged, JournalUnwritable."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise JournalDamaged(path, "the file is torn or is no journal") from None
        raise JournalUnwritable(path, _TROUBLES.get(code, Trouble.OTHER)) from None


_TROUBLES = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.HELD,
    sqlite3.SQLITE_LOCKED: Trouble.HELD,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.NO_ACCESS,
    sqlite3.SQLITE_CANTOPEN: Trouble.NO_ACCESS,
    sqlite3.SQLITE_IOERR: Trouble.DISK,
}
