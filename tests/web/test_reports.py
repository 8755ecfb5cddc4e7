"""The floor's reports, records that differ, and hands looked up at a table far away."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from dealer.cards import Card
from dealer.floor.alerts import Alerts
from dealer.floor.book import Book
from dealer.floor.report import FOREVER
from dealer.floor.store import FloorStore
from dealer.ports import (
    HandOver,
    HandSummary,
    LookedUp,
    Mark,
    MarkKind,
    ReportBy,
    ReportLine,
    Role,
    TableEvent,
    UnknownTable,
)
from web.app import create_app
from web.reports import Gathered
from web.settings import Settings

NOON = 1_780_000_000.0
DAY = "since=2026-05-28"


class FarHands:
    """Keeps who asked what."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.refused = ""

    def find(self, table, user, language, *, number=None, since=None, seat=None, card=None) -> LookedUp:
        if table != "main.one":
            raise UnknownTable(table)
        self.asked.append((user, language, number, since, seat, card))
        hand = HandSummary(1042, table, "2026-05-28T20:26:40+00:00", "razz", (1, 2, 5), 188, (5,))
        return LookedUp(() if self.refused else (hand,), "", self.refused)

    def text(self, table, user, language, number) -> LookedUp:
        if table != "main.one":
            raise UnknownTable(table)
        return LookedUp((), "Seat 1: ?? ?? 2c\n" if number == 1042 else "", self.refused)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Path]:
    """A floor's file with three hands at two tables."""
    path = tmp_path / "floor.sqlite"
    gathered = FloorStore(path)
    plan = (("one", "anna", "razz", 3, 0), ("one", "=boris", "stud-high", 2, 300), ("two", "anna", "razz", 1, 0))
    for seq, (table, dealer, game, rake, at) in enumerate(plan, 1):
        over = HandOver(game, dealer, 6, NOON + at, rake, False, "ab" * 32)
        marks = (Mark(MarkKind.HAND_BEGAN, game), Mark(MarkKind.MISREAD, "unread-card"))
        who = (dealer, "dealer", "next")
        gathered.take(("main", table), "j", TableEvent(seq, seq, NOON + at + 120, *who, (), marks, over))
    gathered.close()
    return path


@pytest.fixture
def far() -> FarHands:
    return FarHands()


@pytest.fixture
def app(tables, gate, store, far):
    tables.names = ("main.one", "main.two")
    gathered = Gathered(Book(store, Alerts(store, lambda: NOON)), far)
    made = create_app(tables, gate, Settings(heartbeat=0.2, streams=8), gathered=gathered)
    made.testing = True
    yield made
    tables.stop()
    made.extensions["hub"].stop()


def cells(page: str) -> list[list[str]]:
    """The rows of the page's last table."""
    body = page.rsplit("<tbody>", 1)[1].split("</tbody>")[0]
    return [re.findall(r"<td>([^<]*)</td>", row) for row in body.split("</tr>") if "<td>" in row]


@pytest.mark.parametrize("by", list(ReportBy))
def test_the_page_the_csv_and_the_command_say_the_same(sign_in, store, by) -> None:
    floor = sign_in(Role.FLOOR)
    page = floor.get(f"/reports?by={by.value}&{DAY}").get_data(as_text=True)
    book = Book(store, Alerts(store))
    lines = book.report(by, 0.0, FOREVER)
    assert len(lines) == {ReportBy.TABLE: 2, ReportBy.GAME: 2, ReportBy.SHIFT: 3}[by]
    columns = [each.name for each in fields(ReportLine)][3:]
    figures = [[str(getattr(line, column)) for column in columns] for line in lines]
    assert [row[1:] for row in cells(page)] == figures
    told = floor.get(f"/reports.csv?by={by.value}&{DAY}")
    assert told.mimetype == "text/csv"
    assert f'filename="{by.value}.csv"' in told.headers["Content-Disposition"]
    assert told.get_data(as_text=True) == book.csv(by, 0.0, FOREVER)


def test_a_game_is_called_by_its_name_and_a_dealer_is_no_formula(sign_in) -> None:
    floor = sign_in(Role.FLOOR)
    games = cells(floor.get(f"/reports?by=game&{DAY}").get_data(as_text=True))
    assert [row[0] for row in games] == ["Razz", "Stud"]
    rows = list(csv.reader(io.StringIO(floor.get(f"/reports.csv?by=shift&{DAY}").get_data(as_text=True))))
    assert [row[0][:2] for row in rows[1:]] == ["'=", "an", "an"]


def test_a_time_may_be_asked_for_and_what_is_no_time_is_said(sign_in) -> None:
    floor = sign_in(Role.FLOOR)
    assert cells(floor.get("/reports?since=2026-05-28&until=2026-05-29").get_data(as_text=True))
    for empty in ("since=2026-05-29", "since=&until=2026-05-28", ""):
        assert "Nothing was gathered" in floor.get(f"/reports?{empty}").get_data(as_text=True)
    ends = ("0001-01-01", "0001-01-01T00:00%2B14:00"), ("9999-12-31", "9999-12-31T23:59:59-14:00")
    for since, until in zip(*ends, strict=True):
        assert len(cells(floor.get(f"/reports?since={since}&until={until}").get_data(as_text=True))) == 2
    noon_here, noon_there = "2026-05-28T20:26:40", "2026-05-28T22:26:40%2B02:00"
    assert floor.get(f"/reports.csv?since={noon_here}").data == floor.get(f"/reports.csv?since={noon_there}").data
    for wrong in ("since=yesterday", "until=0001-01-01T99", "since=2026-13-01"):
        assert "A date is written as" in floor.get(f"/reports?{wrong}").get_data(as_text=True)
        assert floor.get(f"/reports.csv?{wrong}").status_code == 400


def test_a_record_that_differs_is_told_until_somebody_has_looked_into_it(sign_in, store) -> None:
    Alerts(store, lambda: NOON).raise_(("main", "one"), "j", "other-head", 90, 12)
    Alerts(store, lambda: NOON).raise_(("main", "two"), "j", "shorter", 91, 0)
    floor = sign_in(Role.FLOOR)
    page = floor.get("/reports").get_data(as_text=True)
    assert "Its record is not the one that the floor was told." in page
    assert "Its journal ends before what the floor was told." in page
    address = re.search(r'action="(/reports/differs/\d+)"', page).group(1)
    assert floor.post(address).status_code == 400, "not from this page"
    assert floor.post(address, data={"csrf_token": floor.csrf}).status_code == 302
    assert floor.post(address, data={"csrf_token": floor.csrf}).status_code == 404
    after = floor.get("/reports").get_data(as_text=True)
    assert after.count("I have looked into it") == 1
    assert "<td>floor</td>" in " ".join(after.split()).replace("<td> ", "<td>").replace(" </td>", "</td>")


def test_hands_of_a_table_far_away_are_looked_up_in_its_name_and_the_readers_language(sign_in, far) -> None:
    floor = sign_in(Role.FLOOR)
    assert "main.two" in floor.get("/reports/hands").get_data(as_text=True)
    assert far.asked == []
    page = floor.get("/reports/hands?table=main.one&number=1042&seat=5&card=Td&since=2026-05-01").get_data(as_text=True)
    assert far.asked == [("floor", "en", 1042, "2026-05-01", 5, Card.parse("Td"))]
    assert 'href="/reports/hands/main.one/1042"' in page
    assert "Razz" in page
    text = floor.get("/reports/hands/main.one/1042").get_data(as_text=True)
    assert "?? ?? 2c" in text
    assert floor.get("/reports/hands/main.one/7").status_code == 404
    assert floor.get(f"/reports/hands/main.one/{10**13}").status_code == 404
    assert floor.get("/reports/hands/main.nine/1").status_code == 404
    assert floor.get("/reports/hands?table=main.nine").status_code == 404


def test_what_a_table_refuses_is_said_in_its_words(sign_in, far) -> None:
    far.refused = "Your role may not look up hands at this table."
    floor = sign_in(Role.FLOOR)
    for page in ("/reports/hands?table=main.one", "/reports/hands/main.one/1042"):
        assert far.refused in floor.get(page).get_data(as_text=True)
    for wrong, says in (("card=1x", "A card is written"), ("since=tomorrow", "A date is written")):
        assert says in floor.get(f"/reports/hands?table=main.one&{wrong}").get_data(as_text=True)


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.DEALER, Role.TECHNICIAN])
def test_only_the_floor_reads_reports_and_hands(sign_in, role) -> None:
    somebody = sign_in(role)
    for page in ("/reports", "/reports.csv", "/reports/hands", "/reports/hands/main.one/1042"):
        assert somebody.get(page).status_code == (302 if role is None else 403), page


def test_the_pages_lead_to_each_other_and_a_table_by_itself_has_none(sign_in, tables, gate) -> None:
    page = sign_in(Role.FLOOR).get("/floor").get_data(as_text=True)
    assert 'href="/reports"' in page
    assert 'href="/reports/hands"' in page
    alone = create_app(tables, gate, Settings())
    assert "reports.overview" not in {rule.endpoint for rule in alone.url_map.iter_rules()}
    alone.extensions["hub"].stop()


@pytest.mark.parametrize(("language", "words"), [("fi", "Raportit"), ("bg", "Отчети")])
def test_a_report_is_read_in_each_language(sign_in, language, words) -> None:
    floor = sign_in(Role.FLOOR)
    floor.post("/language", data={"csrf_token": floor.csrf, "language": language, "next": "/reports"})
    assert words in floor.get("/reports").get_data(as_text=True)
