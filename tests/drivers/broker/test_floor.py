"""`dealer run` with a broker and `dealer floor` as they are started, over a real Mosquitto; and their measurement."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from pathlib import Path

from click.testing import CliRunner

from dealer.cli.assemble import RunningTable
from dealer.cli.bench_floor import growth, measure_floor
from dealer.cli.floor import FloorWanted, RunningFloor, floor
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.floor.report import report
from dealer.ports import HandOver, ReportBy, Role, Signature, TableEvent
from dealer.table.file import table_from_plain
from drivers.mock.script import Script


def table_of(folder: Path, mosquitto, rulers: Path | None) -> RunningTable:
    password = folder / "password"
    password.write_text("long-enough-1")
    password.chmod(0o600)
    broker = {
        "url": mosquitto.url,
        "room": "main",
        "username": "one",
        "password-file": str(password),
        "ca": mosquitto.ca,
    }
    if rulers is not None:
        broker["rulers"] = str(rulers)
    plain = example_table(3, "wsop-live") | {"table": "one", "sensing": {"up-card": "shoe"}, "broker": broker}
    return RunningTable(
        Wanted(
            file=table_from_plain(plain, "a test", Path()),
            mock=True,
            script=Script(),
            seed=3,
            pace=0.02,
            host="127.0.0.1",
            port=0,
            state=folder,
            hands=None,
            as_json=False,
        )
    )


def test_a_table_that_plays_is_on_the_floors_page_is_ruled_at_and_reported(
    mosquitto, cards, tmp_path, wait_until
) -> None:
    state = tmp_path / "floor"
    made = CliRunner().invoke(floor, ["--state", str(tmp_path), "ruler", "felix"])
    assert made.exit_code == 0, made.output
    rulers = tmp_path / "rulers.toml"
    rulers.write_text(made.output)
    table = table_of(tmp_path, mosquitto, rulers)
    running = RunningFloor(FloorWanted(mosquitto.broker("floor-1"), "127.0.0.1", 0, state))
    try:
        # The page is open before there is any table, as on a morning.
        opening = threading.Timer(1.5, table.start, [threading.Event()])
        opening.start()
        with contextlib.closing(cards(running)) as shown:
            assert next(card for card in shown if card["hand"] >= 2)["title"] == "Simulated table"
        opening.join()
        turn = table.controller.moment.desk.turn
        felix = Signature("felix", Role.FLOOR)
        reply = running.tables.enter("main.one", {"do": "pause", "reason": "a test"}, turn, felix, "en")
        assert reply.refused is None
        wait_until(lambda: running.tables.view("main.one", Role.FLOOR, "en").paused == "a test")
        # A hand is looked up in the table's own journal, through the page.
        site = Site(running, Role.FLOOR)
        wait_until(lambda: "/reports/hands/main.one/" in site.get("/log"))
        assert "main.one/1" in site.get("/reports/hands?table=main.one&number=1")
        assert "Seat 1" in site.get("/reports/hands/main.one/1")
    finally:
        table.stop()
        wait_until(lambda: running.tables.view("main.one", Role.FLOOR, "en").now == "This table was switched off.")
        running.stop()
    (line,) = report(state / "floor.sqlite", ReportBy.SHIFT)
    assert line.hands >= 1
    assert line.of.startswith("simulated dealer main.one")
    told = CliRunner().invoke(floor, ["--state", str(tmp_path), "report", "--csv", "-"])
    assert told.output.startswith("table,began,ended,hands")


class Site:
    """The floor's pages, as somebody who is signed in reads them."""

    def __init__(self, running: RunningFloor, role: Role) -> None:
        self.port = int(running.url.rsplit(":", 1)[1])
        self.cookie = ""
        self.get(f"/link/{running.gate.sign_in_link('felix', role, loopback=True)}")

    def get(self, address: str) -> str:
        with contextlib.closing(http.client.HTTPConnection("localhost", self.port, timeout=30)) as connection:
            connection.request("GET", address, headers={"Cookie": self.cookie} if self.cookie else {})
            answer = connection.getresponse()
            self.cookie = self.cookie or (answer.headers["Set-Cookie"] or "").split(";")[0]
            return answer.read().decode()


def test_the_floors_page_says_what_the_command_says(mosquitto, dealer_floor, tmp_path, wait_until) -> None:
    running = dealer_floor()
    for number in range(1, 4):
        over = HandOver("razz", "anna", 6, 1000.0 * number, 3, False, "ab" * 32)
        event = TableEvent(number, number, 1000.0 * number + 90, "anna", "dealer", "next", (), (), over)
        running.store.take(("main", "one"), "j", event)
    site = Site(running, Role.FLOOR)
    wait_until(lambda: site.get("/reports.csv?since=&by=shift").count("\n") >= 2)
    wait_until(lambda: ",3,0," in site.get("/reports.csv?since="))
    for by in ("table", "game", "shift"):
        told = CliRunner().invoke(floor, ["--state", str(tmp_path), "report", "--by", by, "--csv", "-"])
        assert told.exit_code == 0, told.output
        assert site.get(f"/reports.csv?since=&by={by}") == told.output


def test_a_record_that_differs_is_on_the_page_and_in_the_list_until_it_is_settled(
    mosquitto, dealer_floor, tmp_path, wait_until
) -> None:
    table = table_of(tmp_path, mosquitto, None)
    running = dealer_floor()
    table.start(threading.Event())
    try:
        wait_until(lambda: "main.one" in running.tables.ids())
        running.alerts.raise_(("main", "one"), "j", "other-head", 90, 12)

        def paused(language: str = "en") -> str:
            return running.tables.view("main.one", Role.FLOOR, language).paused

        wait_until(lambda: "record of hand 12 is not the one" in paused())
        listed = CliRunner().invoke(floor, ["--state", str(tmp_path), "alerts", "--json"])
        (alert,) = [json.loads(line) for line in listed.output.splitlines()]
        assert (alert["table"], alert["hand"], alert["settled"]) == ("main.one", 12, None)
        assert (
            "main.one  hand 12  other-head  open"
            in CliRunner().invoke(floor, ["--state", str(tmp_path), "alerts"]).output
        )
        assert running.alerts.settle(alert["id"], "felix")
        wait_until(lambda: "record" not in paused())
    finally:
        table.stop()


def test_the_measurement_runs_and_loses_nothing() -> None:
    figures = measure_floor(1.0, (3,))["3_tables"]
    assert isinstance(figures, dict)
    assert figures["events_lost"] == 0
    assert figures["cards"] >= 2
    assert figures["floor_mb"] > 0
    assert figures["all_back_after_restart_s"] > 0


def test_what_one_more_table_costs_is_told() -> None:
    few = {"floor_mb": 60.0, "floor_cpu_percent": 2.0, "p99_ms": 3}
    many = {"floor_mb": 109.0, "floor_cpu_percent": 51.0, "p99_ms": 101.0}
    assert growth({10: few, 500: many}) == {
        "tables": [10, 500],
        "floor_kb_a_table": 102.4,
        "floor_cpu_percent_a_table": 0.1,
        "p99_ms_a_table": 0.2,
    }
