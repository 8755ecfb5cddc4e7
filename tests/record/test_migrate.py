"""A journal of every released schema opens in this program; a newer one is refused; nothing is lost on the way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer.errors import DealerError
from dealer.record.journal import SCHEMA, Journal
from dealer.record.keeping import verify
from dealer.record.migrate import STEPS, MigrationFailed, bring_up_to_date

RELEASED = sorted((Path(__file__).parent / "journals").glob("schema-*.sql"))


def _made(source: Path, to: Path) -> str:
    """Build a released journal as a file and return its last hash."""
    text = source.read_text(encoding="utf-8")
    db = sqlite3.connect(to)
    db.executescript(text)
    db.close()
    return text.splitlines()[1].removeprefix("-- ")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal of schema 1."""
    _made(RELEASED[0], tmp_path / "journal.sqlite")
    return tmp_path / "journal.sqlite"


def _version(path: Path) -> int:
    db = sqlite3.connect(path)
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    db.close()
    return found


def _notes(db: sqlite3.Connection) -> None:
    """What a later schema might add."""
    db.execute("CREATE TABLE note (turn INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    db.execute("INSERT INTO note SELECT turn, what FROM entry")


def test_there_is_a_journal_of_each_schema_and_a_way_from_it() -> None:
    assert [path.stem for path in RELEASED] == [f"schema-{number}" for number in range(1, SCHEMA + 1)]
    assert sorted(STEPS) == list(range(1, SCHEMA))


@pytest.mark.parametrize("source", RELEASED, ids=lambda path: path.stem)
def test_a_released_journal_opens_whole_and_goes_on(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    head = _made(source, path)
    with Journal(path, table="one", key="abc") as journal:
        assert journal.head == head
        assert [row.what for row in journal.rows_after(0)] == ["open", "start", "act", "act", "award"]
        assert journal.append(hand=3, wall=1.0, user="u", role="floor", what="x", body="[]") == 6
    assert verify(path).entries == 6
    assert _version(path) == SCHEMA


def test_a_step_forward_keeps_a_copy_of_what_was(old: Path) -> None:
    before = verify(old)
    copy = bring_up_to_date(old, 2, {1: _notes})
    assert copy == old.with_name("journal-schema-1.sqlite")
    assert verify(copy) == before
    assert copy.stat().st_mode & 0o077 == 0
    assert _version(old) == 2
    db = sqlite3.connect(old)
    assert db.execute("SELECT body FROM note WHERE turn = 5").fetchone() == ("award",)
    db.close()
    assert bring_up_to_date(old, 2, {1: _notes}) is None


def test_several_steps_are_one(old: Path) -> None:
    def broken(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE note (x)")

    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        bring_up_to_date(old, 3, {1: _notes, 2: broken})
    assert _version(old) == 1
    assert verify(old).entries == 5


def _edits(db: sqlite3.Connection) -> None:
    db.execute("UPDATE entry SET user = 'nobody' WHERE turn = 2")


def _drops(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM entry WHERE turn = 5")


@pytest.mark.parametrize("step", [_edits, _drops])
def test_no_step_may_change_an_entry(old: Path, step: Callable[[sqlite3.Connection], None]) -> None:
    with pytest.raises(MigrationFailed, match="left as it was"):
        bring_up_to_date(old, 2, {1: step})
    assert _version(old) == 1
    assert verify(old).entries == 5


def test_it_never_goes_back(old: Path) -> None:
    bring_up_to_date(old, 2, {1: _notes})
    assert bring_up_to_date(old, 1, {}) is None
    assert _version(old) == 2
    with pytest.raises(DealerError, match="newer program"):
        Journal(old, table="one", key="abc")
    with pytest.raises(DealerError, match="no journal of schema"):
        verify(old)


def test_a_schema_without_a_way_is_refused_before_anything_is_done(old: Path) -> None:
    with pytest.raises(MigrationFailed, match="releases in between"):
        bring_up_to_date(old, 3, {1: _notes})
    assert list(old.parent.iterdir()) == [old]


def test_without_room_for_a_copy_nothing_is_done(old: Path) -> None:
    old.with_name("journal-schema-1.sqlite").mkdir()
    with pytest.raises(MigrationFailed, match="copy cannot be written"):
        bring_up_to_date(old, 2, {1: _notes})
    assert _version(old) == 1


def test_a_new_place_has_nothing_to_bring(tmp_path: Path) -> None:
    assert bring_up_to_date(tmp_path / "none.sqlite", 2, {1: _notes}) is None
    assert list(tmp_path.iterdir()) == []
