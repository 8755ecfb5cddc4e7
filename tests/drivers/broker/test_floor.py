"""`dealer run` with a broker and `dealer floor` as they are started, over a real Mosquitto; and their measurement."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

from click.testing import CliRunner

from dealer.cli.assemble import RunningTable
from dealer.cli.bench_floor import measure_floor
from dealer.cli.floor import FloorWanted, RunningFloor, floor
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.floor.report import report
from dealer.ports import ReportBy, Role, Signature
from dealer.table.file import table_from_plain
from drivers.mock.script import Script


def table_of(folder: Path, mosquitto, rulers: Path) -> RunningTable:
    password = folder / "password"
    password.write_text("long-enough-1")
    password.chmod(0o600)
    broker = {
        "url": mosquitto.url,
        "room": "main",
        "username": "one",
        "password-file": str(password),
        "ca": mosquitto.ca,
        "rulers": str(rulers),
    }
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
    finally:
        table.stop()
        wait_until(lambda: running.tables.view("main.one", Role.FLOOR, "en").now == "This table was switched off.")
        running.stop()
    (line,) = report(state / "floor.sqlite", ReportBy.SHIFT)
    assert line.hands >= 1
    assert line.of.startswith("simulated dealer main.one")
    told = CliRunner().invoke(floor, ["--state", str(tmp_path), "report", "--csv", "-"])
    assert told.output.startswith("table,began,ended,hands")


def test_the_measurement_runs_and_loses_nothing() -> None:
    figures = measure_floor(1.0, (3,))["3_tables"]
    assert isinstance(figures, dict)
    assert figures["events_lost"] == 0
    assert figures["cards"] >= 2
