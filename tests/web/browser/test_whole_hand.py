"""A whole hand at the simulated table, played by a person through the page in a real browser."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from dealer.announce.phrases import phrase
from dealer.cli.assemble import RunningTable
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.house.rules import Language
from dealer.table.file import table_from_plain
from drivers.mock.script import parse_script

QUIET = ("next", "show", "check", "call", "bring-in", "complete")
NO_CLOCK = {"start": "off", "seconds": 9, "warning": 3, "time-out": "fold"}
ONCE_LOUD = ("bet", "raise", "complete")


@pytest.fixture
def running(tmp_path):
    """The whole program at a quick table whose players are played by a person."""
    tables = []

    def run(house="finnish-cardroom", seats=3, script="", pace=0.05):
        plain = example_table(seats, house) | {
            "clock": {"start": "off", "seconds": 9, "warning": 3, "time-out": "fold"}
        }
        wanted = Wanted(
            file=table_from_plain(plain, "test", Path()),
            mock=True,
            script=parse_script(script, "test"),
            seed=21,
            pace=pace,
            host="127.0.0.1",
            port=0,
            state=tmp_path,
            hands=None,
            as_json=False,
        )
        table = RunningTable(wanted)
        tables.append(table)
        table.simulation.set_pace(None)
        table.start(threading.Event())
        return table

    yield run
    for table in tables:
        table.stop()


class Dealer:
    """Somebody who looks at the page and presses what it offers."""

    def __init__(self, page) -> None:
        self.page = page
        self.heard: list[str] = []

    def now(self) -> str:
        return self.page.locator("#now-text").inner_text()

    def offers(self) -> list[str]:
        return self.page.eval_on_selector_all(
            "#actions [data-slot][aria-disabled=false]", "nodes => nodes.map(node => node.dataset.slot)"
        )

    def press(self, slot: str) -> None:
        """Press, and wait until the page shows that something followed."""
        before = self.page.locator("#main").inner_text()
        try:
            self.page.locator(f'#actions [data-slot="{slot}"]').click(timeout=500)
        except PlaywrightTimeout:
            # The shoe was quicker, so there is nothing to press any more.
            return
        end = time.monotonic() + 0.7
        while self.page.locator("#main").inner_text() == before:
            if time.monotonic() > end:
                # It had just changed, as a dealer's finger may find: the page says so, and one presses again.
                return
            self.page.wait_for_timeout(20)

    def plays(self, until: str, seconds: float = 120.0, wagers: int = 2) -> None:
        """Press the quiet thing, and a wager now and then, until the page says so."""
        end = time.monotonic() + seconds
        while until not in self.now():
            assert time.monotonic() < end, f"stuck at: {self.now()}"
            offered = self.offers()
            loud = [slot for slot in ONCE_LOUD if slot in offered]
            quiet = [slot for slot in QUIET if slot in offered]
            if loud and wagers:
                wagers -= 1
                self.press(loud[0])
            elif quiet:
                self.press(quiet[0])
            else:
                self.page.wait_for_timeout(50)


@pytest.mark.browser
@pytest.mark.timeout(240)
def test_a_whole_hand_is_dealt_and_played_through_the_page(chromium, running):
    table = running()
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(table.sign_in_url)
    page.evaluate(COLLECT)
    dealer = Dealer(page)
    dealer.plays(until="hand 2")
    expect(page.locator("#fact-pot")).to_have_text("0")
    heard = page.evaluate("() => window.heard")
    context.close()
    said = [
        phrase(told.announcement, Language.ENGLISH) for entry in table.controller.moment.recent for told in entry.told
    ]
    assert failures == []
    left = " | ".join(heard)
    for text in said:
        assert text in left, f"the page did not say, in its turn: {text}"
        left = left[left.index(text) + len(text) :]
    assert any("wins" in text for text in said)
    player_stacks = [player.stack for player in table.controller.moment.desk.table.seated()]
    assert sum(player_stacks) == 3 * 200


COLLECT = """
() => {
  window.heard = [];
  const announcer = document.getElementById("announcer");
  const take = () => window.heard.push(announcer.textContent);
  new MutationObserver(take).observe(announcer, {subtree: true, childList: true, characterData: true});
}
"""
