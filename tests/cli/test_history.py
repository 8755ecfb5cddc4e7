"""Hands that were played come out in a form that other programs read; a wrong table or file is named."""

from __future__ import annotations

import datetime
import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer.cli.history import history
from dealer.cli.journal import journal
from dealer.cli.keys import KEY_VARIABLE
from dealer.cli.main import dealer
from dealer.cli.places import NoSuchTable
from dealer.record import keeping
from dealer.record.history import NoSuchHand
from dealer.record.journal import JournalBusy, JournalError
from dealer.sealing import Key


@pytest.fixture
def state(room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder whose table "one" has played two hands, each over by a fold."""
    table = room(policy="shoe").open(1, 2).plugs_in("shoe")
    for cards in (("As", "Ad", "6c", "Kd", "2c", "9h"), ("Qs", "Qd", "Qc", "Qh", "2d", "9s")):
        table.starts_hand().leaves(*cards).acts("bring-in", "fold").press("next")
    table.close()
    folder = tmp_path / "state" / "one"
    folder.mkdir(parents=True)
    table.path.rename(folder / "journal.sqlite")
    monkeypatch.setenv(KEY_VARIABLE, Key(bytes(range(32))).text())
    return folder.parent


def ran(command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


def test_hands_on_stdout_are_one_collection_that_replay_reads(state: Path, tmp_path: Path) -> None:
    exported = ran(history, "export", "--table", "one", "--state", state)
    assert exported.exit_code == 0
    collection = tmp_path / "all.phhs"
    collection.write_text(exported.stdout)
    replayed = ran(dealer, "replay", "--json", collection)
    assert replayed.exit_code == 0, replayed.stderr
    said = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert {each["file"] for each in said} == {f"{collection}[1]", f"{collection}[2]"}
    assert sum(each["say"] == "award" for each in said) == 2


def test_one_hand_on_stdout_is_a_hand_as_before(state: Path) -> None:
    exported = ran(history, "export", "--table", "one", "--state", state, "--hand", 2)
    assert exported.stdout.startswith("variant = ")


def test_a_hand_that_was_not_played_is_told(state: Path) -> None:
    for command in "list", "export":
        assert ran(history, command, "--table", "one", "--state", state, "--hand", 2).exit_code == 0
        refused = ran(history, command, "--table", "one", "--state", state, "--hand", 999).exception
        assert isinstance(refused, NoSuchHand)
        assert "there is no hand 999" in str(refused)


def test_a_table_that_is_not_there_is_told_with_those_that_are(state: Path) -> None:
    for command in (history, "list"), (history, "export"), (journal, "verify"):
        refused = ran(*command, "--table", "two", "--state", state).exception
        assert isinstance(refused, NoSuchTable)
        assert "there is no table 'two' here; it has one" in str(refused)
    refused = ran(history, "list", "--state", state / "nowhere").exception
    assert "it has none yet" in str(refused)


def test_a_journal_is_verified_by_its_table_or_its_file(state: Path) -> None:
    by_table = ran(journal, "verify", "--table", "one", "--state", state)
    assert by_table.exit_code == 0
    assert by_table.stdout == ran(journal, "verify", state / "one" / "journal.sqlite").stdout
    assert "of 2 hands" in by_table.stdout


def test_a_part_of_a_journal_is_refused_with_the_file_to_give(state: Path) -> None:
    beside = state / "one" / "journal.sqlite-wal"
    beside.touch()
    refused = ran(journal, "verify", beside).exception
    assert isinstance(refused, JournalError)
    assert str(refused).endswith(f"give {state / 'one' / 'journal.sqlite'}")


def ended(state: Path) -> list[float]:
    with keeping.reading(state / "one" / "journal.sqlite") as db:
        return [wall for (wall,) in db.execute("SELECT wall FROM hand ORDER BY number")]


def as_date(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat()


def test_hands_are_exported_by_date(state: Path) -> None:
    first, second = ended(state)
    if second == first:
        second += 1  # the test's clock stands still
    whole = ran(history, "export", "--table", "one", "--state", state, "--until", as_date(second + 1)).stdout
    assert whole.count("variant") == 2
    none = ran(history, "export", "--table", "one", "--state", state, "--until", as_date(first))
    assert none.stdout == ""
    assert ran(history, "export", "--until", "soon", "--table", "one", "--state", state).exception is not None


def test_a_journal_is_put_away_whole_and_deleted_when_its_time_is_over(state: Path, tmp_path: Path) -> None:
    file, away = state / "one" / "journal.sqlite", tmp_path / "away"
    away.mkdir()
    (away / "notes.txt").write_text("no journal")
    put = ran(journal, "retire", file, away / "one-2026.sqlite")
    assert put.exit_code == 0, put.exception
    assert "of 2 hands" in put.stdout
    assert not file.exists()
    shutil.copy(away / "one-2026.sqlite", away / "journal.sqlite")
    (away / "journal.sqlite.lock").touch()
    assert ran(journal, "verify", away / "one-2026.sqlite").exit_code == 0
    kept = ran(journal, "prune", away, "--before", "2001-01-01", "--delete")
    assert (kept.exit_code, kept.stdout) == (0, "")
    named = ran(journal, "prune", away, "--before", "2100-01-01")
    assert "would be deleted" in named.stdout
    assert (away / "one-2026.sqlite").exists()
    ran(journal, "prune", away, "--before", "2100-01-01", "--delete")
    left = {"notes.txt", "journal.sqlite", "journal.sqlite.lock"}
    assert {each.name for each in away.iterdir()} == left, "a table's own journal is never deleted"


def test_what_sqlite_keeps_beside_a_journal_goes_with_it(state: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    shutil.copy(state / "one" / "journal.sqlite", away / "one-2026.sqlite")
    for end in ("-wal", "-shm", "-journal"):
        (away / f"one-2026.sqlite{end}").touch()
    (away / "one-2027.sqlite-wal").touch()
    named = ran(journal, "prune", away, "--before", "2100-01-01")
    assert named.stdout == f"{away / 'one-2026.sqlite'}: would be deleted\n"
    assert (away / "one-2026.sqlite").exists()
    assert ran(journal, "prune", away, "--before", "2100-01-01", "--delete").exit_code == 0
    assert [each.name for each in away.iterdir()] == ["one-2027.sqlite-wal"], "another journal's part stays"


def test_looking_for_old_journals_leaves_nothing_beside_them(state: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    shutil.copy(state / "one" / "journal.sqlite", away / "one-2026.sqlite")
    ran(journal, "prune", away, "--before", "2100-01-01")
    ran(journal, "verify", away / "one-2026.sqlite")
    assert [each.name for each in away.iterdir()] == ["one-2026.sqlite"]


def test_a_journal_that_cannot_be_deleted_is_named(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(state / "one" / "journal.sqlite", tmp_path / "one-2026.sqlite")

    def no(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "unlink", no)
    refused = ran(journal, "prune", tmp_path, "--before", "2100-01-01", "--delete").exception
    assert isinstance(refused, JournalError)
    assert str(refused) == f"{tmp_path / 'one-2026.sqlite'}: cannot be deleted (Operation not permitted)"


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_a_copy_is_not_put_beside_the_rest_of_another_journal(state: Path, tmp_path: Path, end: str) -> None:
    """SQLite would take those entries for the copy's."""
    file, to = state / "one" / "journal.sqlite", tmp_path / "back.sqlite"
    rest = tmp_path / f"back.sqlite{end}"
    rest.write_bytes(b"entries")
    for command in ("backup", "restore", "retire"):
        refused = ran(journal, command, file, to).exception
        assert isinstance(refused, JournalError)
        assert str(refused).startswith(f"{rest}: ")
        assert "move it away" in str(refused)
    assert not to.exists()
    rest.write_bytes(b"")
    assert ran(journal, "retire", file, to).exit_code == 0, "an empty one holds nothing"


def test_the_copys_name_is_on_disk_before_the_journal_goes(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, flushed, flush = state / "one" / "journal.sqlite", [], os.fsync

    def watched(descriptor: int) -> None:
        flushed.append((Path(f"/proc/self/fd/{descriptor}").resolve(), file.exists()))
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    assert ran(journal, "retire", file, tmp_path / "one-2026.sqlite").exit_code == 0
    assert (tmp_path.resolve(), True) in flushed
    assert not file.exists()


def test_a_table_opens_anew_after_its_journal_was_put_away(room, tmp_path: Path) -> None:
    table = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand()
    table.close()
    refused = ran(journal, "retire", table.path, tmp_path / "copy.sqlite").exception
    assert "a hand is being played" in str(refused)
    assert table.path.exists()
    table.open().plugs_in("shoe").leaves("As", "Ad", "6c", "Kd", "2c", "9h").acts("bring-in", "fold").press("next")
    busy = ran(journal, "retire", table.path, tmp_path / "copy.sqlite").exception
    assert isinstance(busy, JournalBusy)
    table.close()
    assert ran(journal, "retire", table.path, tmp_path / "copy.sqlite").exit_code == 0
    table.open(1, 2)
    assert table.desk.table.number == 0
