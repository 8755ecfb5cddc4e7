"""What the floor gathers of hands and what it reports of them: hands an hour, misreads, irregularities, rake."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer.cli.floor import floor
from dealer.floor.report import as_csv, report
from dealer.floor.store import FloorStore, FloorStoreError
from dealer.ports import HandOver, Mark, MarkKind, ReportBy, TableEvent

NOON = 1_780_000_000.0


class Evening:
    """Tables that play; each hand is two events: it begins, and it is over."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = FloorStore(path)
        self.seq: dict[str, int] = {}

    def hand(
        self,
        table: str,
        at: float,
        minutes: float = 2.0,
        dealer: str = "anna",
        rake: int = 2,
        game: str = "stud-high",
        marks: tuple[Mark, ...] = (),
        void: bool = False,
    ) -> Evening:
        began = NOON + 60 * at
        seq = self.seq.get(table, 0)
        number = 1 + seq // 2
        over = HandOver(game, dealer, 6, began, rake, void, "ab" * 32)
        start = TableEvent(
            seq + 1, number, began, dealer, "dealer", "next", (), (Mark(MarkKind.HAND_BEGAN, game), *marks), None
        )
        end = TableEvent(seq + 2, number, began + 60 * minutes, dealer, "dealer", "next", (), (), over)
        for event in (start, end):
            self.store.take(("main", table), "j", event)
        self.seq[table] = seq + 2
        return self

    def over(self) -> Evening:
        self.store.close()
        return self


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path / "floor.sqlite")
    yield made
    made.store.close()


def test_hands_an_hour_are_of_playing_time(evening: Evening) -> None:
    # Four hands, one every three minutes; then a break of half an hour, and one more hand of two minutes.
    for number in range(4):
        evening.hand("one", 3 * number)
    evening.hand("one", 41).over()
    (line,) = report(evening.path, ReportBy.TABLE)
    assert (line.of, line.hands, line.rake) == ("main.one", 5, 10)
    assert line.hours == round((2 + 3 * 3 + 2) / 60, 3)
    assert line.hands_an_hour == round(5 / (13 / 60), 1)


def test_reports_go_by_table_by_game_and_by_the_dealers_shift(evening: Evening) -> None:
    evening.hand("one", 0, game="stud-high", rake=3).hand("one", 3, game="razz", rake=1).hand("one", 6, dealer="boris")
    evening.hand("two", 0, dealer="anna", void=True, rake=0).over()
    assert [(line.of, line.hands, line.rake) for line in report(evening.path, ReportBy.TABLE)] == [
        ("main.one", 3, 6),
        ("main.two", 1, 0),
    ]
    assert [(line.of, line.rake) for line in report(evening.path, ReportBy.GAME)] == [("razz", 1), ("stud-high", 5)]
    shifts = report(evening.path, ReportBy.SHIFT)
    assert [line.of.rsplit(" ", 1)[0] for line in shifts] == ["anna main.one", "anna main.two", "boris main.one"]
    assert [line.hands for line in shifts] == [2, 1, 1]
    assert shifts[1].void == 1


def test_a_dealer_who_comes_back_after_an_hour_begins_another_shift(evening: Evening) -> None:
    evening.hand("one", 0).hand("one", 3).hand("one", 70).over()
    assert [line.hands for line in report(evening.path, ReportBy.SHIFT)] == [2, 1]


def test_misreads_irregularities_and_rulings_are_counted_where_they_happened(evening: Evening) -> None:
    evening.hand("one", 0, marks=(Mark(MarkKind.MISREAD, "sensors-disagree"), Mark(MarkKind.MISREAD, "unread-card")))
    evening.hand("one", 3, dealer="boris", marks=(Mark(MarkKind.IRREGULARITY, "missed-burn"),))
    evening.hand("one", 6, dealer="boris", marks=(Mark(MarkKind.RULING, "play-on"), Mark(MarkKind.FLOOR_CALLED))).over()
    (line,) = report(evening.path, ReportBy.TABLE)
    assert (line.misreads, line.irregularities, line.rulings, line.floor_calls) == (2, 1, 1, 1)
    anna, boris = report(evening.path, ReportBy.SHIFT)
    assert (anna.misreads, boris.misreads, anna.irregularities, boris.irregularities) == (2, 0, 0, 1)


def test_a_time_may_be_asked_for(evening: Evening) -> None:
    evening.hand("one", 0).hand("one", 30).hand("one", 60).over()
    assert report(evening.path, ReportBy.TABLE, NOON + 20 * 60, NOON + 40 * 60)[0].hands == 1
    assert report(evening.path, ReportBy.TABLE, NOON + 1e6) == []


def test_the_command_takes_every_day_of_the_calendar_and_a_time_of_any_zone(tmp_path: Path) -> None:
    (tmp_path / "floor").mkdir()
    Evening(tmp_path / "floor" / "floor.sqlite").hand("one", 0).over()

    def hands(*span: str) -> list[int]:
        done = CliRunner().invoke(floor, ["--state", str(tmp_path), "report", "--json", *span])
        assert done.exit_code == 0, done.output
        return [json.loads(line)["hands"] for line in done.stdout.splitlines()]

    assert hands("--since", "0001-01-01", "--until", "9999-12-31") == [1]
    assert hands("--since", "2026-05-28T20:26+00:00") == hands("--since", "2026-05-28T23:26+03:00") == [1]
    assert hands("--since", "2026-05-28T20:29+00:00") == hands("--since", "2026-05-28T23:29+03:00") == []
    assert hands("--until", "1970-01-01") == []
    refused = CliRunner().invoke(floor, ["--state", str(tmp_path), "report", "--since", "soon"])
    assert refused.exit_code == 2
    assert "'soon' is no date or time" in refused.stderr


def test_the_csv_has_a_head_and_no_formulas(evening: Evening) -> None:
    evening.hand("one", 0, dealer="=HYPERLINK()").over()
    rows = list(csv.reader(io.StringIO(as_csv(ReportBy.SHIFT, report(evening.path, ReportBy.SHIFT)))))
    assert rows[0][:4] == ["shift", "began", "ended", "hands"]
    assert rows[1][0].startswith("'=HYPERLINK() main.one")
    assert rows[1][1] == "2026-05-28T20:26:40Z"


def test_what_was_gathered_is_there_after_a_restart_with_the_last_event_of_each_table(
    evening: Evening, tmp_path: Path
) -> None:
    evening.hand("one", 0).hand("two", 0).hand("one", 3).over()
    again = FloorStore(tmp_path / "floor.sqlite")
    assert again.seen == {("main", "one"): ("j", 4), ("main", "two"): ("j", 2)}
    again.close()


def test_an_event_that_is_told_twice_counts_once(evening: Evening) -> None:
    evening.hand("one", 0)
    evening.seq.clear()
    evening.hand("one", 0).over()
    assert report(evening.path, ReportBy.TABLE)[0].hands == 1


def test_a_report_of_nothing_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(FloorStoreError, match="dealer floor"):
        report(tmp_path / "none.sqlite", ReportBy.TABLE)


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"no database" * 400), lambda path: path.mkdir()])
def test_a_file_that_is_no_floors_is_refused_in_one_line(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    path = tmp_path / "floor.sqlite"
    spoil(path)
    with pytest.raises(FloorStoreError):
        FloorStore(path)
