"""What is done with a journal besides writing to it: check it, copy it while it runs, put a copy back, read a hand."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer.record.journal import (
    GENESIS,
    SCHEMA,
    JournalDamaged,
    JournalError,
    Row,
    checked_rows,
    held,
    row_of,
    typed,
)

_LAST_HAND = """
SELECT coalesce((SELECT max(turn) FROM entry WHERE body LIKE '%"HandBegan"%'), 0),
       coalesce((SELECT max(turn) FROM entry WHERE body LIKE '%"HandClosed"%'), 0)
"""

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a journal that was not closed cleanly: its last entries, or how to take some back."""
_WRITING = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE}
)
"""What only the file that is written can have; a copy's original is opened to read."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a whole check found when nothing was wrong. head: the last hash, to be compared with print-outs."""

    entries: int
    hands: int
    head: str


def verify(path: Path) -> Verdict:
    """Check every page and every entry of a journal, also while it runs. Raises JournalDamaged, JournalError."""
    with typed(path), reading(path) as db:
        db.execute("BEGIN")
        complaint = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if complaint != "ok":
            raise JournalDamaged(path, "the file is torn")
        entries, head = 0, GENESIS
        for row in checked_rows(db, path, 0):
            entries, head = row.turn, row.hash
        hands = db.execute("SELECT count(DISTINCT hand) FROM entry WHERE hand > 0").fetchone()[0]
        lost = db.execute("SELECT min(turn) FROM shoe WHERE turn > ?", (entries,)).fetchone()[0]
        if lost is not None:
            raise JournalDamaged(path, "entries at the end are missing", entries + 1)
    return Verdict(entries, hands, head.hex())


def backup(path: Path, to: Path) -> Verdict:
    """Copy a journal, also while it runs, and check the copy. Nothing is overwritten.

    Raises JournalError if the copy is there already or cannot be written, JournalDamaged if it is not whole.
    """
    if to.exists():
        raise JournalError(f"{to}: is there already; give the backup another name")
    for rest in _beside(to):
        if rest.exists() and rest.stat().st_size and not rest.name.endswith("-shm"):
            # SQLite would take what stands in it for the copy's.
            raise JournalError(f"{rest}: this is left of another journal of that name; move it away too")
    fresh = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        _copy(path, fresh, to)
        verdict = _verify_copy(path, fresh, to)
        os.link(fresh, to)
        _keep_name(to.parent)
    except OSError as error:
        raise JournalError(f"{to}: the backup cannot be written ({error.strerror})") from None
    finally:
        fresh.unlink(missing_ok=True)
    return verdict


def _copy(path: Path, fresh: Path, to: Path) -> None:
    """Copy a journal to a fresh file. to: what a complaint of the copy's own disk names."""
    with typed(path), reading(path) as source, contextlib.closing(sqlite3.connect(fresh)) as copy:
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            with typed(to if error.sqlite_errorcode in _WRITING else path):
                raise


def _verify_copy(path: Path, fresh: Path, to: Path) -> Verdict:
    """Check a fresh copy. What is wrong is told of the file that people know: the original, or else the copy's name."""
    try:
        return verify(fresh)
    except JournalError:
        verify(path)
        raise JournalError(f"{to}: the copy is not whole although {path} is; look at the disk") from None


def _keep_name(folder: Path) -> None:
    """Put a folder's new name on disk: who deletes the original next must not lose both to a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def restore(copy: Path, to: Path) -> Verdict:
    """Check a backup and put it where no journal is. Raises JournalError, JournalDamaged."""
    if to.exists():
        raise JournalError(f"{to}: is there already; move it away first (it is never overwritten)")
    return backup(copy, to)


def retire(path: Path, to: Path) -> Verdict:
    """Put a journal that nobody writes to away as a checked copy; the table then opens anew from its file.

    Raises JournalBusy while the table runs, JournalError while a hand is being played or if the copy is there already,
    JournalDamaged.
    """
    if not path.is_file():
        raise JournalError(f"{path}: there is no journal here")
    with held(path):
        with typed(path), reading(path) as db:
            began, closed = db.execute(_LAST_HAND).fetchone()
        if began > closed:
            raise JournalError(f"{path}: a hand is being played; finish it, then stop the table")
        verdict = backup(path, to)
        delete(path)
    return verdict


def delete(path: Path) -> None:
    """Delete a journal with what SQLite keeps beside it. Raises JournalError."""
    try:
        for each in (path, *_beside(path)):
            each.unlink(missing_ok=True)
    except OSError as error:
        raise JournalError(f"{path}: cannot be deleted ({error.strerror})") from None


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in _BESIDE]


def copies_before(folder: Path, before: float) -> tuple[Path, ...]:
    """Journals put away in a folder whose last entry is older than a moment, by name.

    What is no journal is left out, and what a table writes to: that one has its lock beside it.
    before: seconds since 1970.  Raises JournalError if the folder cannot be read.
    """
    found = []
    try:
        files = sorted(folder.iterdir())
    except OSError as error:
        raise JournalError(f"{folder}: cannot be read ({error.strerror})") from None
    for file in files:
        if file.with_name(file.name + ".lock").exists():
            continue
        with contextlib.suppress(JournalError), typed(file), reading(file) as db:
            last = db.execute("SELECT max(wall) FROM entry").fetchone()[0]
            if last is not None and last < before:
                found.append(file)
    return tuple(found)


def rows_of_hand(path: Path, hand: int) -> tuple[Row, ...]:
    """The entries of one hand, oldest first; also while the journal is written to."""
    with typed(path), reading(path) as db:
        return tuple(map(row_of, db.execute("SELECT * FROM entry WHERE hand = ? ORDER BY turn", (hand,))))


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal to read only. Raises JournalError if it is not there or of another schema."""
    if not path.is_file():
        raise JournalError(f"{path}: there is no journal here")
    for beside in _BESIDE:
        if path.name.endswith(beside):
            whole = path.with_name(path.name.removesuffix(beside))
            raise JournalError(f"{path}: this is only a part that SQLite keeps beside the journal; give {whole}")
    # A copy that nobody writes to is only looked at: else SQLite leaves files beside it, or needs to write there.
    alone = not any(path.with_name(path.name + end).exists() for end in (*_BESIDE, ".lock"))
    how = "mode=ro&immutable=1" if alone else "mode=ro"
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=2.0)
    with contextlib.closing(db):
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version != SCHEMA:
            raise JournalError(f"{path}: this is no journal of schema {SCHEMA} (it says {version})")
        yield db
