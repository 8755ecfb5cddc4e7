"""Where accounts, sessions and one-time links are kept: one SQLite file that only its owner may read.

Decides nothing about who may sign in; that is `gate`.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer.ports import DealerError, Role

_SCHEMA = """
CREATE TABLE IF NOT EXISTS users (
    name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, language TEXT NOT NULL, secret TEXT);
CREATE TABLE IF NOT EXISTS sessions (
    token TEXT PRIMARY KEY, user TEXT NOT NULL COLLATE NOCASE REFERENCES users(name) ON DELETE CASCADE,
    ends REAL NOT NULL, seen REAL NOT NULL);
CREATE TABLE IF NOT EXISTS links (
    token TEXT PRIMARY KEY, purpose TEXT NOT NULL, user TEXT NOT NULL, expires REAL NOT NULL,
    loopback INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class AccessFileError(DealerError):
    """The file of accounts can't be used; says which file and what to do."""


class NameTaken(DealerError):
    """There is an account of that name already."""


@dataclass(frozen=True, slots=True)
class User:
    """An account. has_secret: False for one that can sign in by a one-time link only."""

    name: str
    role: Role
    language: str
    has_secret: bool


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A one-time link as it is kept. user: whose it is, or "" while there is no account yet."""

    purpose: str
    user: str
    expires: float
    loopback: bool


class Store:
    """The file of accounts, safe for several threads and for `dealer user` beside a running server.

    path: created with mode 0600 if it is not there.  Raises AccessFileError.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            path.chmod(0o600)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=5)
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise AccessFileError(
                f"the file of accounts {path} can't be used ({error}); check who owns it, or move it away to start anew"
            ) from error

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def _rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    def _change(self, sql: str, *values: object) -> int:
        with self._lock:
            return self._db.execute(sql, values).rowcount

    # accounts

    def users(self) -> Sequence[User]:
        """All accounts by name."""
        rows = self._rows("SELECT name, role, language, secret IS NOT NULL FROM users ORDER BY name")
        return [User(str(name), Role(role), str(language), bool(has)) for name, role, language, has in rows]

    def user(self, name: str) -> User | None:
        """The account of that name; small and capital letters are alike."""
        rows = self._rows("SELECT name, role, language, secret IS NOT NULL FROM users WHERE name=?", name)
        return User(str(rows[0][0]), Role(rows[0][1]), str(rows[0][2]), bool(rows[0][3])) if rows else None

    def secret(self, name: str) -> str | None:
        """The hash that is stored for an account, if any."""
        rows = self._rows("SELECT secret FROM users WHERE name=?", name)
        return str(rows[0][0]) if rows and rows[0][0] is not None else None

    def add_user(self, name: str, role: Role, language: str, secret: str | None) -> User:
        """Make an account. secret: a hash, or None.  Raises NameTaken."""
        try:
            self._change("INSERT INTO users VALUES (?, ?, ?, ?)", name, role.value, language, secret)
        except sqlite3.IntegrityError:
            raise NameTaken(f"there is an account {name} already") from None
        return User(name, role, language, secret is not None)

    def set_secret(self, name: str, secret: str) -> None:
        """Store a new hash and end every session of the account."""
        self._change("UPDATE users SET secret=? WHERE name=?", secret, name)
        self._change("DELETE FROM sessions WHERE user=?", name)

    def set_language(self, name: str, language: str) -> None:
        """Remember which language somebody reads."""
        self._change("UPDATE users SET language=? WHERE name=?", language, name)

    def remove_user(self, name: str) -> None:
        """Take an account away, with its sessions and links."""
        self._change("DELETE FROM users WHERE name=?", name)
        self._change("DELETE FROM links WHERE user=? COLLATE NOCASE", name)

    # sessions; tokens come here as hashes

    def add_session(self, token: str, user: str, now: float, ends: float) -> None:
        """Begin a session and drop those that are over."""
        self._change("DELETE FROM sessions WHERE ends < ?", now)
        self._change("INSERT INTO sessions VALUES (?, ?, ?, ?)", token, user, ends, now)

    def session(self, token: str) -> tuple[str, float, float] | None:
        """(user, ends, last seen) of a session."""
        rows = self._rows("SELECT user, ends, seen FROM sessions WHERE token=?", token)
        return (str(rows[0][0]), float(str(rows[0][1])), float(str(rows[0][2]))) if rows else None

    def touch_session(self, token: str, now: float) -> None:
        """Note that a session is in use."""
        self._change("UPDATE sessions SET seen=? WHERE token=?", now, token)

    def end_session(self, token: str) -> None:
        """End a session."""
        self._change("DELETE FROM sessions WHERE token=?", token)

    # one-time links; tokens come here as hashes

    def add_link(self, token: str, link: StoredLink, now: float) -> None:
        """Keep a link and drop those that are over."""
        self._change("DELETE FROM links WHERE expires < ?", now)
        values = (link.purpose, link.user, link.expires, int(link.loopback))
        self._change("INSERT INTO links VALUES (?, ?, ?, ?, ?)", token, *values)

    def link(self, token: str) -> StoredLink | None:
        """Look at a link without using it."""
        rows = self._rows("SELECT purpose, user, expires, loopback FROM links WHERE token=?", token)
        if not rows:
            return None
        purpose, user, expires, loopback = rows[0]
        return StoredLink(str(purpose), str(user), float(str(expires)), bool(loopback))

    def take_link(self, token: str) -> bool:
        """Use a link up. True for exactly one caller."""
        return self._change("DELETE FROM links WHERE token=?", token) == 1

    def drop_links(self, purpose: str) -> None:
        """Withdraw every link of this purpose."""
        self._change("DELETE FROM links WHERE purpose=?", purpose)

    def key(self, name: str) -> str:
        """A random key that stays the same for this file, such as the one that signs cookies."""
        self._change("INSERT OR IGNORE INTO keys VALUES (?, ?)", name, secrets.token_hex(32))
        return str(self._rows("SELECT value FROM keys WHERE name=?", name)[0][0])
