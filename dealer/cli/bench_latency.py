"""Measures the way of a card: from the last byte of the shoe's event on its line to the text in a browser's page."""

from __future__ import annotations

import importlib.util
import shutil
import statistics
import tempfile
import threading
import time
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dealer.cli.assemble import RunningTable
from dealer.cli.mock import example_table
from dealer.cli.probe import Probe
from dealer.cli.wanted import Wanted
from dealer.errors import DealerError
from dealer.table.file import table_from_plain
from drivers.mock.script import Script

if TYPE_CHECKING:
    from playwright.sync_api import Page

Figures = dict[str, object]

PACE = 0.2
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WATCH = """
() => {
  window.changes = [];
  new MutationObserver(() => window.changes.push((performance.timeOrigin + performance.now()) / 1000))
    .observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true});
}
"""


class CannotMeasure(DealerError):
    """Something that this measurement needs is missing."""


def find_browser() -> str:
    """The path of a Chromium. Raises CannotMeasure without one, or without playwright."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None or importlib.util.find_spec("playwright") is None:
        raise CannotMeasure("measuring pages needs playwright and a Chromium; ./check installs both")
    return browser


def measure_latency(seconds: float = 40.0) -> Figures:
    """Return milliseconds from byte to text, without a camera and with one that is rendered and read meanwhile.

    seconds: how long each of the two is measured.  Raises CannotMeasure without playwright or a Chromium.
    """
    browser = find_browser()
    return {
        "without_camera_ms": _measure("shoe", browser, seconds),
        "with_camera_ms": _measure("both", browser, seconds),
    }


def _measure(policy: str, browser: str, seconds: float) -> Figures:
    plain = example_table(8, "wsop-live") | {"sensing": {"up-card": policy}}
    with probed_table(plain) as (table, probe):
        changes = _watched(table, browser, seconds)
    return figures(sorted(probe.sent.values()), changes)


@contextmanager
def probed_table(plain: Mapping[str, object]) -> Iterator[tuple[RunningTable, Probe]]:
    """A simulated table that can be started, with a probe in its shoe's line. plain: its table file."""
    probe = Probe()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        wanted = Wanted(
            file=table_from_plain(plain, "bench", Path()),
            mock=True,
            script=Script(),
            seed=1,
            pace=PACE,
            host="127.0.0.1",
            port=0,
            state=Path(folder),
            hands=None,
            as_json=False,
            probe=probe.insert,
        )
        table = RunningTable(wanted)
        try:
            yield table, probe
        finally:
            table.stop()
            probe.stop()


def _watched(table: RunningTable, browser: str, seconds: float) -> list[float]:
    """Look at the dealer's page while the table plays; returns when its text changed, in seconds since 1970."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=list(ARGUMENTS))
        page: Page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.goto(table.sign_in_url)
        page.wait_for_selector("main")
        page.evaluate(WATCH)
        table.start(threading.Event())
        time.sleep(seconds)
        changes: list[float] = page.evaluate("() => window.changes")
        chromium.close()
    return changes


def figures(sent: list[float], changes: list[float]) -> Figures:
    """Match each event with the first change after it; one that shows only after the next event counts in full."""
    waits = []
    for moment in sent:
        after = bisect_right(changes, moment)
        if after < len(changes):
            waits.append(1000 * (changes[after] - moment))
    if len(waits) < 2:
        raise CannotMeasure("no card came through; run it again with nothing else on the machine")
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    return {"cards": len(waits), "median": round(cuts[49], 1), "p99": round(cuts[98], 1), "max": round(max(waits), 1)}
