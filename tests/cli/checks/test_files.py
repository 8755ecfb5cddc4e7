"""Are a table's files whole, its own, and closed to others?"""

from __future__ import annotations

import os
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.checks import files
from dealer.cli.checks.finding import State
from dealer.cli.places import Places
from dealer.desk.state import opening_events
from dealer.ports import Role
from dealer.record.journal import Journal
from dealer.record.writing import write_opening
from dealer.sealing import Sealer, load_key
from dealer.table import rules
from dealer.table.file import load_table
from findings import finding_of

EXAMPLE = Path(__file__).parents[3] / "hardware" / "tables" / "no-hardware.toml"


def test_a_table_that_was_opened_is_fine(places: Places) -> None:
    findings = files.check_table(places, ("deck",), needs_decks=False)
    assert [each for each in findings if each.state is not State.FINE] == []
    assert finding_of(findings, "journal").words == "1 entries of 1 hands, all as written"


def test_a_key_that_others_can_read_is_wrong(places: Places) -> None:
    places.key.chmod(0o644)
    finding = finding_of(files.check_table(places, (), needs_decks=False), "key")
    assert finding.wrong
    assert finding.mend == f"chmod 600 {places.key}"


def test_a_lost_key_is_wrong_and_none_is_made(places: Places) -> None:
    places.key.unlink()
    assert finding_of(files.check_table(places, (), needs_decks=True), "key").wrong
    assert not places.key.exists()


def test_another_key_than_the_journals_is_wrong(places: Places) -> None:
    places.key.unlink()
    load_key(places.key)
    finding = finding_of(files.check_table(places, (), needs_decks=False), "key")
    assert "not the one" in finding.words


def test_a_journal_that_was_edited_is_wrong(places: Places) -> None:
    with sqlite3.connect(places.journal) as db:
        db.execute("UPDATE entry SET user = 'somebody else'")
    db.close()
    finding = finding_of(files.check_table(places, (), needs_decks=False), "journal")
    assert finding.wrong
    assert "dealer journal restore" in finding.mend


def test_files_that_others_can_look_into_are_wrong(places: Places) -> None:
    places.journal.chmod(0o644)
    assert (
        finding_of(files.check_table(places, (), needs_decks=False), "permissions").mend
        == f"chmod -R go= {places.folder}"
    )


def test_a_deck_that_is_not_registered_is_wrong(places: Places) -> None:
    finding = finding_of(files.check_table(places, ("red",), needs_decks=True), "deck red")
    assert finding.wrong
    assert finding.mend.startswith("dealer deck register red")


def test_a_running_table_is_seen_by_its_lock(places: Places) -> None:
    assert not files.running(places)
    with Journal(places.journal, table="practice", key=Sealer(load_key(places.key)).fingerprint):
        assert files.running(places)
        assert "running" in finding_of(files.check_table(places, (), needs_decks=False), "journal").words


def test_accounts_without_anybody_of_the_floor_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "users.sqlite"
    assert files.check_users(path)[0].state is State.NOTE
    assert not path.exists()
    store = Store(path)
    gate = Gate(store, Argon2Hasher(8192, 1), time.time)
    gate.add_user("Aino", Role.DEALER, "736152", "fi")
    assert files.check_users(path)[0].state is State.NOTE
    gate.add_user("Boris", Role.FLOOR, "846251", "bg")
    store.close()
    assert files.check_users(path)[0].words == "2 accounts, 2 with a PIN or password"
    path.chmod(0o640)
    assert files.check_users(path)[0].mend == f"chmod 600 {path}"


def test_an_old_backup_is_wrong(tmp_path: Path) -> None:
    assert files.check_backups("practice", tmp_path / "none").state is State.NOTE
    copy = tmp_path / "practice-20260101.sqlite"
    copy.write_text("")
    made = copy.stat().st_mtime
    assert files.check_backups("practice", tmp_path, made + 3600).state is State.FINE
    late = files.check_backups("practice", tmp_path, made + 9 * 86_400)
    assert (late.state, late.words) == (State.WRONG, "the newest backup is 9 days old")


def test_the_timer_of_the_backups_comes_with_the_installation(tmp_path: Path) -> None:
    missing = files.check_backups("practice", tmp_path, timer=tmp_path / "none")
    before, enable = missing.mend.split("  # its steps come first, then: ")
    assert Path(before.removeprefix("less ")).is_file()
    (tmp_path / "timer").touch()
    assert files.check_backups("practice", tmp_path, timer=tmp_path / "timer").mend == enable


def test_a_folder_that_cannot_be_made_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "install -d" in files.check_root(tmp_path / "a" / "b").mend


def test_a_table_file_that_was_edited_after_the_first_start_is_noted(tmp_path: Path) -> None:
    file, places = load_table(EXAMPLE), Places(tmp_path / "practice")
    assert files.check_kept(file, places) == []
    with Journal(places.journal, table="practice", key="k") as journal:
        write_opening(journal, opening_events(rules.opening(file.setup), file.up_cards, file.players), "table", 0.0)
    assert files.check_kept(file, places) == []
    edited = replace(file, setup=replace(file.setup, min_buy_in=90), players=file.players[:1])
    (noted,) = files.check_kept(edited, places)
    assert noted.state is State.NOTE
    assert noted.words.startswith("min-buy-in, players: the journal says another thing")
    assert noted.mend.startswith(f"dealer journal retire {places.journal} ")
