"""Records that differ: kept once, told until somebody has looked into them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dealer.floor.alerts import Alerts
from dealer.floor.report import report
from dealer.floor.store import FloorStore, FloorStoreError, Head
from dealer.ports import HandOver, ReportBy, TableEvent

ONE, TWO = ("main", "one"), ("main", "two")


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    store = FloorStore(tmp_path / "floor.sqlite")
    yield tmp_path / "floor.sqlite"
    store.close()


def test_an_alert_is_open_until_somebody_has_looked_into_it(path: Path) -> None:
    alerts = Alerts(path, lambda: 1000.0)
    assert alerts.open(ONE) == ()
    alerts.raise_(ONE, "j", "other-head", 90, 12)
    alerts.raise_(ONE, "j", "other-head", 90, 12)
    alerts.raise_(ONE, "j", "shorter", 95, 13)
    alerts.raise_(TWO, "k", "other-head", 5, 1)
    assert alerts.open(ONE) == (12, 13)
    found = alerts.all()
    assert [(each.table, each.hand, each.kind) for each in found if each.table == "main.one"] == [
        ("main.one", 12, "other-head"),
        ("main.one", 13, "shorter"),
    ]
    first = next(each for each in found if each.hand == 12)
    assert alerts.settle(first.id, "felix")
    assert not alerts.settle(first.id, "gita"), "that was felix"
    assert not alerts.settle(999, "felix")
    assert alerts.open(ONE) == (13,)
    last = alerts.all()[-1]
    assert (last.hand, last.settled, last.settled_by) == (12, 1000.0, "felix")


def test_what_was_settled_is_not_raised_again_and_what_is_open_stays_so_over_a_restart(path: Path) -> None:
    alerts = Alerts(path)
    alerts.raise_(ONE, "j", "other-head", 90, 12)
    alerts.raise_(TWO, "j", "other-head", 90, 12)
    settled = next(each for each in alerts.all() if each.table == "main.one")
    alerts.settle(settled.id, "felix")
    again = Alerts(path)
    assert (again.open(ONE), again.open(TWO)) == ((), (12,))
    again.raise_(ONE, "j", "other-head", 90, 12)
    assert again.open(ONE) == ()


def test_a_table_that_cries_without_end_fills_no_disk(path: Path) -> None:
    alerts = Alerts(path)
    for turn in range(100):
        alerts.raise_(ONE, "j", "other-head", turn, turn)
    assert len(alerts.all()) == 20


def test_an_alert_is_shown_even_if_the_disk_does_not_take_it(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    alerts = Alerts(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE alert")
    alerts.raise_(ONE, "j", "other-head", 90, 12)
    assert alerts.open(ONE) == (12,)
    assert "not kept" in caplog.text
    with pytest.raises(FloorStoreError):
        alerts.all()


def test_the_newest_head_of_each_tables_journal_is_there_after_a_restart(tmp_path: Path) -> None:
    store = FloorStore(tmp_path / "floor.sqlite")
    for journal, seq, hand, head in (("old", 50, 9, "cc"), ("new", 7, 1, "aa"), ("new", 15, 2, "bb")):
        over = HandOver("razz", "anna", 6, 0.0, 0, False, head)
        store.take(ONE, journal, TableEvent(seq, hand, 1.0, "anna", "dealer", "next", (), (), over))
    store.close()
    again = FloorStore(tmp_path / "floor.sqlite")
    assert again.heads == {ONE: Head(15, 2, "bb")}
    again.close()


def test_a_file_of_the_first_schema_is_read_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    store = FloorStore(path)
    over = HandOver("razz", "anna", 6, 0.0, 3, False, "aa")
    store.take(ONE, "j", TableEvent(7, 1, 1.0, "anna", "dealer", "next", (), (), over))
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript("DROP TABLE alert; DROP TABLE done; PRAGMA user_version = 1;")
    assert report(path, ReportBy.TABLE)[0].rake == 3
    FloorStore(path).close()
    assert Alerts(path).all() == []
    assert report(path, ReportBy.TABLE)[0].rake == 3
