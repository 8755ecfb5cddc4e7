"""Brings a journal of an older schema up to date, with a copy kept; there is no way back. Knows no newer one.

A step may add tables and indexes, by `execute` alone (`executescript` would commit half of it). It never changes an
entry: each is chained by its hash to all before it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from dealer.errors import DealerError

Step = Callable[[sqlite3.Connection], None]

STEPS: Mapping[int, Step] = {}
"""From each older schema to the next one. Schema 1 is the first that was released, so there is none yet."""


class MigrationFailed(DealerError):
    """A journal could not be brought up to date; it was left as it was."""


def bring_up_to_date(path: Path, schema: int, steps: Mapping[int, Step] = STEPS) -> Path | None:
    """Bring a journal to this schema and return the copy of what it was; None when there was nothing to do.

    Only the instance that holds the journal's lock may call it. A journal that is not there, empty, of this schema or
    of a newer one is left alone. All steps are one transaction. Raises MigrationFailed, sqlite3.Error.
    """
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=2.0)) as db:
        before = int(db.execute("PRAGMA user_version").fetchone()[0])
        if before == 0 or before >= schema:
            return None
        missing = [str(number) for number in range(before, schema) if number not in steps]
        if missing:
            raise MigrationFailed(
                f"{path}: schema {before} is too old for this program (no way from {', '.join(missing)}); "
                "update by the releases in between"
            )
        copy = _copied(db, path, before)
        said = _said(db)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN EXCLUSIVE")
        try:
            for number in range(before, schema):
                steps[number](db)
            if _said(db) != said:
                raise MigrationFailed(f"{path}: bringing it up to date would change an entry; it was left as it was")
            db.execute(f"PRAGMA user_version = {schema:d}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    return copy


def _copied(db: sqlite3.Connection, path: Path, schema: int) -> Path:
    """Copy the journal beside it, whole and checked, before anything is done to it."""
    copy = path.with_name(f"{path.stem}-schema-{schema}{path.suffix}")
    fresh = path.with_name(f".{copy.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with contextlib.closing(sqlite3.connect(fresh)) as to:
            db.backup(to)
            to.execute("PRAGMA journal_mode = DELETE")
            complaint = to.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if complaint != "ok" or _said(to) != _said(db):
                raise MigrationFailed(f"{path}: its copy is not whole; it was left as it was; look at the disk")
        # A copy from a try that was cut short holds the same; it is replaced.
        fresh.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise MigrationFailed(f"{copy}: the copy cannot be written ({error}); make room") from None
    finally:
        fresh.unlink(missing_ok=True)
    return copy


def _said(db: sqlite3.Connection) -> bytes:
    """One hash over every entry as it stands, to find out whether a copy or a step changed any."""
    digest = sha256()
    columns = "turn, hand, wall, user, role, what, body, shoe, state, hash"
    for row in db.execute(f"SELECT {columns} FROM entry ORDER BY turn"):
        digest.update(repr(row).encode())
    return digest.digest()
