"""The journal: one row an entry, chained, on disk, for one writer."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer.observations import ShoePosition
from dealer.record import lock
from dealer.record.journal import (
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnwritable,
)
from dealer.record.keeping import backup, restore, retire, rows_of_hand, verify


def open_journal(path: Path) -> Journal:
    return Journal(path, table="one", key="abc")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with open_journal(path) as opened:
        yield opened


def write(journal: Journal, body: str = "[]", **more: object) -> int:
    fields: dict[str, object] = {"hand": 1, "wall": 1.5, "user": "anna", "role": "dealer", "what": "act"}
    return journal.append(**(fields | {"body": body} | more))  # type: ignore[arg-type]


def edit(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()


def test_entries_come_back_in_order_with_who_and_when(path: Path) -> None:
    with open_journal(path) as journal:
        assert [write(journal, f"[{n}]") for n in range(3)] == [1, 2, 3]
        head = journal.head
    with open_journal(path) as journal:
        assert (journal.turn, journal.head) == (3, head)
        rows = list(journal.rows_after(1))
        assert [(row.turn, row.body, row.user, row.role, row.wall) for row in rows] == [
            (2, "[1]", "anna", "dealer", 1.5),
            (3, "[2]", "anna", "dealer", 1.5),
        ]


def test_a_shoe_event_and_its_entry_are_committed_together(journal: Journal) -> None:  # OSP/1 rule 2
    write(journal, shoe=ShoePosition("SHOE7F3A", "5C0FFEE1", 1))
    write(journal, shoe=ShoePosition("SHOE7F3A", "5C0FFEE1", 2))
    write(journal)
    write(journal, shoe=ShoePosition("SHOE7F3A", "5C0FFEE2", 1))
    assert journal.shoe_positions() == (
        ShoePosition("SHOE7F3A", "5C0FFEE1", 2),
        ShoePosition("SHOE7F3A", "5C0FFEE2", 1),
    )


def test_the_newest_states_are_kept_and_checked(path: Path, journal: Journal) -> None:
    for n in range(10):
        write(journal, state=f"state {n}")
    write(journal)
    assert journal.latest_state() == (10, "state 9")
    db = sqlite3.connect(path)
    assert db.execute("SELECT count(*) FROM state").fetchone() == (3,)
    db.close()
    edit(path, "UPDATE state SET body = 'other' WHERE turn = 10")
    with pytest.raises(JournalDamaged, match="entry 10"):
        journal.latest_state()


def test_a_second_instance_is_refused_and_told_who_holds_it(path: Path, journal: Journal) -> None:
    with pytest.raises(JournalBusy, match=str(os.getpid())):
        open_journal(path)


def test_who_finds_it_taken_is_told_where_the_pages_are(path: Path) -> None:
    with open_journal(path) as running:
        running.serves_at("http://localhost:8480")
        with pytest.raises(JournalBusy, match="whose pages are at http://localhost:8480") as refused:
            open_journal(path)
        assert refused.value.holder == lock.holder(path)
    assert lock.holder(path) is None, "what was written down before counts no more"


def test_the_journal_is_free_again_after_close(path: Path) -> None:
    open_journal(path).close()
    open_journal(path).close()


@pytest.mark.parametrize(("table", "key", "words"), [("two", "abc", "table"), ("one", "xyz", "another key")])
def test_another_tables_journal_or_key_is_refused(path: Path, table: str, key: str, words: str) -> None:
    open_journal(path).close()
    with pytest.raises(JournalError, match=words):
        Journal(path, table=table, key=key)
    open_journal(path).close()


def test_a_newer_schema_is_refused(path: Path) -> None:
    open_journal(path).close()
    edit(path, "PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="newer program"):
        open_journal(path)


def test_a_file_of_somebody_else_is_not_touched(path: Path) -> None:
    path.write_bytes(b"this is a letter" * 100)
    with pytest.raises(JournalDamaged):
        open_journal(path)
    assert path.read_bytes().startswith(b"this is a letter")


EDITS = [
    "UPDATE entry SET body = '[7]' WHERE turn = 2",
    "UPDATE entry SET user = 'eve' WHERE turn = 2",
    "UPDATE entry SET wall = 9 WHERE turn = 2",
    "UPDATE entry SET shoe = 'S,00000000,1' WHERE turn = 2",
    "UPDATE entry SET hash = x'00' WHERE turn = 2",
    "DELETE FROM entry WHERE turn = 2",
]


@pytest.mark.parametrize("statement", EDITS)
def test_an_edited_entry_is_found_and_named(path: Path, statement: str) -> None:
    with open_journal(path) as journal:
        for n in range(4):
            write(journal, f"[{n}]")
    assert verify(path).entries == 4
    edit(path, statement)
    with pytest.raises(JournalDamaged, match="entry 2") as caught:
        verify(path)
    assert caught.value.turn == 2
    with open_journal(path) as journal, pytest.raises(JournalDamaged):
        list(journal.rows_after(0))


@pytest.mark.parametrize("more", [{"shoe": ShoePosition("SHOE1", "AA", 9)}, {"state": "{}"}], ids=["shoe", "state"])
def test_a_journal_that_lacks_its_end_is_not_written_on(path: Path, more: dict[str, object]) -> None:
    with open_journal(path) as journal:
        write(journal)
        write(journal, **more)
    edit(path, "DELETE FROM entry WHERE turn = 2")
    with pytest.raises(JournalDamaged, match="at the end are missing"):
        open_journal(path)


def test_a_torn_file_is_found(path: Path) -> None:
    with open_journal(path) as journal:
        for n in range(500):
            write(journal, f'["{n}"]' * 20)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(JournalDamaged, match="restore"):
        verify(path)


@pytest.fixture
def long_journal(path: Path) -> Path:
    with open_journal(path) as journal:
        for _ in range(40):
            write(journal, "x" * 2000)
    return path


@pytest.mark.parametrize("by", [backup, restore, retire])
def test_what_is_torn_is_named_as_it_was_given(
    long_journal: Path, tmp_path: Path, by: Callable[[Path, Path], object]
) -> None:
    path, page = long_journal, 4096
    whole = path.read_bytes()
    for torn in (whole[: len(whole) // 2], whole[: 9 * page] + b"x" * page + whole[10 * page :]):
        path.write_bytes(torn)
        with pytest.raises(JournalDamaged) as told:
            by(path, tmp_path / "copy.db")
        assert str(told.value).startswith(f"{path}: ")
        assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == []
        assert path.read_bytes() == torn


@pytest.mark.parametrize("by", [backup, restore, retire])
def test_an_edited_entry_is_named_in_the_journal_that_was_given(
    path: Path, tmp_path: Path, by: Callable[[Path, Path], object]
) -> None:
    with open_journal(path) as journal:
        for n in range(4):
            write(journal, f"[{n}]")
    edit(path, EDITS[0])
    with pytest.raises(JournalDamaged) as told:
        by(path, tmp_path / "copy.db")
    assert str(told.value).startswith(f"{path}, entry 2: ")


@pytest.fixture
def small_files() -> Iterator[None]:
    """No file may grow over 50 KB, as on a disk that is almost full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_does_not_take_the_copy_is_the_copys(long_journal: Path, small_files: None, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with pytest.raises(JournalError) as told:
        backup(long_journal, copy)
    assert str(told.value).startswith(f"{copy}: ")
    assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == []


def test_a_copy_that_went_wrong_by_itself_is_not_blamed_on_the_journal(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_journal(path) as journal:
        write(journal)
    copy = tmp_path / "copy.db"
    monkeypatch.setattr("dealer.record.keeping._copy", lambda _path, fresh, _to: fresh.write_bytes(b"x" * 5000))
    with pytest.raises(JournalError, match="look at the disk") as told:
        backup(path, copy)
    assert str(told.value).startswith(f"{copy}: ")


def test_a_backup_is_whole_although_the_table_plays_on(path: Path, journal: Journal, tmp_path: Path) -> None:
    write(journal)
    copy = tmp_path / "copy.db"
    assert backup(path, copy).entries == 1
    write(journal)
    assert (verify(copy).entries, verify(path).entries) == (1, 2)
    with pytest.raises(JournalError, match="there already"):
        backup(path, copy)
    with pytest.raises(JournalError, match="there already"):
        restore(copy, path)
    back = tmp_path / "back.db"
    restore(copy, back)
    with open_journal(back) as restored:
        assert restored.turn == 1


def test_hands_are_read_while_the_journal_is_written(path: Path, journal: Journal) -> None:
    write(journal, hand=0)
    write(journal, hand=7)
    write(journal, hand=7)
    write(journal, hand=8)
    assert [row.turn for row in rows_of_hand(path, 7)] == [2, 3]


def test_a_full_disk_keeps_nothing_of_an_entry_and_goes_on_later(path: Path, journal: Journal) -> None:
    write(journal)
    journal.limit_pages(journal.pages())
    with pytest.raises(JournalUnwritable, match="full"):
        for _ in range(100):
            write(journal, "x" * 4000, shoe=ShoePosition("S", "00000001", 9))
    turn, positions = journal.turn, journal.shoe_positions()
    with pytest.raises(JournalUnwritable):
        journal.probe()
    journal.limit_pages(10_000)
    journal.probe()
    assert (journal.turn, journal.shoe_positions()) == (turn, positions)
    assert write(journal) == turn + 1
    assert verify(path).entries == turn + 1


def test_a_locked_journal_is_an_error_of_its_own(path: Path, journal: Journal) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    journal.wait_at_most(0.01)
    with pytest.raises(JournalUnwritable, match="another program"):
        write(journal)
    other.execute("ROLLBACK")
    other.close()
    write(journal)


def _write_until_killed(path: Path, said: Callable[[int], None]) -> None:
    with open_journal(path) as journal:
        while True:
            said(write(journal))


def _child(path: Path, connection: object) -> None:
    _write_until_killed(path, connection.send)  # type: ignore[attr-defined]


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(path, theirs))
    process.start()
    acknowledged = [mine.recv() for _ in range(25)][-1]
    process.kill()
    process.join()
    while mine.poll():
        acknowledged = mine.recv()
    with open_journal(path) as journal:
        assert acknowledged <= journal.turn <= acknowledged + 1
    verify(path)
    mine.close()
    theirs.close()
