"""What went wrong at all tables and what the floor did there, from what was gathered."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.cli.floor_trends import FloorTrends
from dealer.floor.store import FloorStore, FloorStoreError
from dealer.ports import HandOver, IncidentKind, Mark, MarkKind, TableEvent


@pytest.fixture
def trends(tmp_path: Path) -> FloorTrends:
    """Two tables: a misread and a missed burn at one, two things that the floor did at the other."""
    store = FloorStore(tmp_path / "floor.sqlite")

    def happens(table: str, seq: int, wall: float, who: str, role: str, what: str, *marks: Mark, over=None) -> None:
        store.take(("main", table), "j", TableEvent(seq, 7, wall, who, role, what, (), marks, over))

    happens("one", 1, 100.0, "anna", "dealer", "next", Mark(MarkKind.MISREAD, "sensors-disagree"))
    happens("one", 2, 200.0, "anna", "dealer", "report", Mark(MarkKind.IRREGULARITY, "missed-burn"))
    happens("one", 3, 300.0, "anna", "dealer", "report", Mark(MarkKind.IRREGULARITY, "of-a-later-version"))
    happens("two", 1, 150.0, "felix", "floor", "pause", Mark(MarkKind.PAUSED))
    happens("two", 2, 250.0, "gita", "floor", "rule", Mark(MarkKind.RULING, "play-on"))
    happens("two", 3, 260.0, "boris", "dealer", "next", over=HandOver("razz", "boris", 6, 90.0, 1, False, "ab"))
    store.close()
    return FloorTrends(tmp_path / "floor.sqlite")


def test_what_went_wrong_is_told_by_table_in_the_readers_language(trends: FloorTrends) -> None:
    found = trends.incidents(0.0, "en")
    assert [(each.wall, each.kind, each.table) for each in found] == [
        (100.0, IncidentKind.MISREAD, "main.one"),
        (200.0, IncidentKind.IRREGULARITY, "main.one"),
        (300.0, IncidentKind.IRREGULARITY, "main.one"),
    ]
    assert found[2].what == "of-a-later-version"
    words = [{each.what for each in trends.incidents(0.0, language)[:2]} for language in ("en", "fi", "bg")]
    assert all(len(each) == 2 for each in words)
    assert not words[0] & words[1]
    assert not words[0] & words[2]
    assert [each.wall for each in trends.incidents(150.0, "en")] == [200.0, 300.0]


def test_what_the_floor_did_is_told_newest_first_with_who_and_where(trends: FloorTrends) -> None:
    log = trends.log("en", 10)
    assert [(each.wall, each.table, each.hand, each.user) for each in log] == [
        (250.0, "main.two", 7, "gita"),
        (150.0, "main.two", 7, "felix"),
    ]
    assert log[0].what != log[1].what
    assert [each.user for each in trends.log("en", 1)] == ["gita"]


def test_hands_are_counted_from_a_moment_on(trends: FloorTrends) -> None:
    assert trends.hands(0.0) == [260.0]
    assert trends.hands(261.0) == []


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FloorStoreError, match="none"):
        FloorTrends(tmp_path / "none.sqlite").log("en", 1)
