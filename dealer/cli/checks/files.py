"""Whether what a table must not lose is there, whole, and readable by its owner alone."""

from __future__ import annotations

import contextlib
import os
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

from dealer.access.store import AccessFileError, Store
from dealer.cli import keys
from dealer.cli.checks.finding import Area, Finding, State
from dealer.cli.manifest import ROOT
from dealer.cli.places import Places
from dealer.cli.unheeded import anew, file_differs
from dealer.errors import DealerError
from dealer.ports import Role
from dealer.record.journal import JournalDamaged
from dealer.record.keeping import reading, verify
from dealer.record.kept import differing, kept_in
from dealer.record.lock import holder
from dealer.sealing import Key, KeyFileError, Sealer
from dealer.sensing.deck_store import DeckStore
from dealer.table.file import TableFile

BACKUPS = Path("/var/backups/stud-dealer")
TIMER = Path("/etc/systemd/system/stud-dealer-backup@.timer")
_BACKUP_DAYS = 2


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def check_root(folder: Path) -> Finding:
    """The folder that holds all tables of this machine."""
    if not folder.exists():
        parent = next(parent for parent in folder.parents if parent.exists())
        if not os.access(parent, os.W_OK | os.X_OK):
            mend = f"sudo install -d -m 700 -o $USER {_quoted(folder)}"
            return Finding(Area.FILES, "folder", State.WRONG, f"{folder} is not there and cannot be made", mend)
        return Finding(Area.FILES, "folder", State.FINE, f"{folder} is made when the first table is opened")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        mend = f"sudo chown -R $USER {_quoted(folder)}"
        return Finding(Area.FILES, "folder", State.WRONG, f"{folder} is not this user's", mend)
    return Finding(Area.FILES, "folder", State.FINE, f"tables are kept in {folder}")


def running(places: Places) -> bool:
    """Whether a program has this table's journal open just now."""
    return holder(places.journal) is not None


def check_table(places: Places, decks: tuple[str, ...], *, needs_decks: bool) -> list[Finding]:
    """Key, journal and decks of one table."""
    findings, key = _key(places)
    findings += _private(places)
    findings += _journal(places, key)
    if key is not None and needs_decks:
        findings += _decks(places, key, decks)
    return findings


def _key(places: Places) -> tuple[list[Finding], Key | None]:
    if keys.KEY_VARIABLE not in os.environ and not places.key.exists():
        if places.journal.exists():
            words = f"{places.key} is gone, and the journal's face-down cards were sealed with it"
            mend = f"cp -p /path/to/backup/table.key {_quoted(places.key)}"
            return [Finding(Area.FILES, "key", State.WRONG, words, mend)], None
        return [Finding(Area.FILES, "key", State.FINE, "the table's key is made at its first start")], None
    try:
        key = keys.existing_key(places.key)
    except KeyFileError as error:
        return [Finding(Area.FILES, "key", State.WRONG, str(error), f"chmod 600 {_quoted(places.key)}")], None
    where = f"from ${keys.KEY_VARIABLE}" if keys.KEY_VARIABLE in os.environ else "readable by its owner alone"
    return [Finding(Area.FILES, "key", State.FINE, f"the table's key is there, {where}")], key


def _private(places: Places) -> list[Finding]:
    """No file of a table is readable by others."""
    open_ = [
        path
        for path in (places.folder, places.journal, places.decks, *places.decks.glob("*.deck"))
        if path.exists() and path.stat().st_mode & 0o077
    ]
    if open_:
        words = f"others on this machine can look into {', '.join(path.name for path in open_[:3])}"
        return [Finding(Area.FILES, "permissions", State.WRONG, words, f"chmod -R go= {_quoted(places.folder)}")]
    return []


def _journal(places: Places, key: Key | None) -> list[Finding]:
    path = places.journal
    if not path.exists():
        return [Finding(Area.FILES, "journal", State.FINE, "the journal is made at the table's first start")]
    used = ", open in a running program" if running(places) else ""
    try:
        verdict = verify(path)
        with reading(path) as db:
            sealed_with = dict(db.execute("SELECT name, value FROM about")).get("key")
    except JournalDamaged as error:
        # With what SQLite keeps beside it: a copy put back would take it for its own.
        away = _quoted(path.with_name("damaged"))
        restore = f"dealer journal restore /path/to/backup.sqlite {_quoted(path)}"
        mend = f"mkdir -p {away} && mv {_quoted(path)}* {away} && {restore}"
        return [Finding(Area.FILES, "journal", State.WRONG, str(error), mend)]
    except DealerError as error:
        return [Finding(Area.FILES, "journal", State.WRONG, str(error), f"dealer journal verify {_quoted(path)}")]
    words = f"{verdict.entries} entries of {verdict.hands} hands, all as written{used}"
    findings = [Finding(Area.FILES, "journal", State.FINE, words)]
    if key is not None and Sealer(key).fingerprint != sealed_with:
        words = "the key is not the one that the journal's cards were sealed with"
        mend = f"cp -p /path/to/backup/table.key {_quoted(places.key)}"
        findings.append(Finding(Area.FILES, "key", State.WRONG, words, mend))
    return findings


def check_kept(file: TableFile, places: Places) -> list[Finding]:
    """The table file says what the journal holds: after the first start it is the journal that counts."""
    try:
        kept = kept_in(places.journal) if places.journal.exists() else None
    except DealerError:
        return []  # the check of the journal tells what is wrong with it
    keys = () if kept is None else differing(file.setup, file.up_cards, file.players, kept)
    if not keys:
        return []
    return [Finding(Area.FILES, "table file", State.NOTE, file_differs(keys), anew(places.journal))]


def _decks(places: Places, key: Key, wanted: tuple[str, ...]) -> list[Finding]:
    store = DeckStore(places.decks, Sealer(key))
    findings = []
    for name in wanted:
        again = f"dealer deck register {shlex.quote(name)} --table FILE"
        try:
            deck = store.find(name)
        except DealerError as error:
            findings.append(Finding(Area.FILES, f"deck {name}", State.WRONG, str(error), again))
            continue
        if deck is None:
            state, words = State.WRONG, "not registered: its tags are not known"
        elif deck.retired:
            state, words, again = State.WRONG, "retired", f"dealer deck register {shlex.quote(name)}-2 --table FILE"
        elif not deck.complete:
            state, words = State.WRONG, f"{len(deck.cards)} of 52 cards are registered"
        else:
            state, words, again = State.FINE, f"registered {deck.registered}", ""
        findings.append(Finding(Area.FILES, f"deck {name}", state, words, again))
    return findings


def check_users(path: Path) -> list[Finding]:
    """The accounts of this machine."""
    if not path.exists():
        words = "no account yet; the first start prints a link that makes one"
        return [Finding(Area.FILES, "users", State.NOTE, words, "dealer user add NAME --role floor")]
    if path.stat().st_mode & 0o077:
        words = f"others on this machine can read {path.name}"
        return [Finding(Area.FILES, "users", State.WRONG, words, f"chmod 600 {_quoted(path)}")]
    try:
        with _store(path) as store:
            users = store.users()
    except AccessFileError as error:
        return [Finding(Area.FILES, "users", State.WRONG, str(error), f"ls -l {_quoted(path)}")]
    able = [user for user in users if user.has_secret]
    words = f"{len(users)} accounts, {len(able)} with a PIN or password"
    if not any(user.role is Role.FLOOR for user in able):
        words += "; nobody of the floor can sign in"
        return [Finding(Area.FILES, "users", State.NOTE, words, "dealer user add NAME --role floor")]
    return [Finding(Area.FILES, "users", State.FINE, words)]


@contextlib.contextmanager
def _store(path: Path) -> Iterator[Store]:
    store = Store(path)
    try:
        yield store
    finally:
        store.close()


def check_backups(table: str, folder: Path = BACKUPS, now: float | None = None, timer: Path = TIMER) -> Finding:
    """The newest backup of the table's journal. timer: what makes them, once the program is installed."""
    enable = f"sudo systemctl enable --now stud-dealer-backup@{table}.timer"
    if not timer.exists():
        enable = f"less {_quoted(ROOT / 'hardware' / 'install.md')}  # its steps come first, then: {enable}"
    copies = sorted(folder.glob(f"{table}-*.sqlite"), key=lambda path: path.stat().st_mtime) if folder.is_dir() else []
    if not copies:
        return Finding(Area.FILES, "backup", State.NOTE, f"no backup of the journal in {folder}", enable)
    days = ((time.time() if now is None else now) - copies[-1].stat().st_mtime) / 86_400
    if days > _BACKUP_DAYS:
        words = f"the newest backup is {days:.0f} days old"
        look = f"systemctl status stud-dealer-backup@{table}"
        return Finding(Area.FILES, "backup", State.WRONG, words, f"{look}; {enable}")
    return Finding(Area.FILES, "backup", State.FINE, f"the newest backup is {max(days, 0) * 24:.0f} hours old")
