"""Every step of a hand fits every screen, in every language, with large targets."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser_steps import SIZES, at
from dealer.snapshots import Control

pytestmark = pytest.mark.browser

FITS = """() => {
  const out = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push("the page scrolls");
  for (const node of document.querySelectorAll(".act, .pad-key, #now, #question, .seat, .foot, .top")) {
    const box = node.getBoundingClientRect();
    if (!box.width || node.closest("[hidden]")) continue;
    if (box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5 || box.x < 0) {
      out.push(node.className + " is cut");
    }
    const label = node.querySelector(".act-label");
    if (label && label.getBoundingClientRect().bottom > box.bottom + 0.5) out.push(label.textContent + " is cut");
    if (label && label.scrollWidth > label.clientWidth + 1) out.push(label.textContent + " is too wide");
    if (node.matches(".act") && !node.closest(".verbs") && box.height < 63.5) {
      out.push(node.dataset.slot + " is low: " + box.height);
    }
  }
  const now = document.querySelector("#now");
  const text = document.querySelector("#now-text");
  if (!now.hidden && text.textContent) {
    const box = now.getBoundingClientRect();
    const own = text.getBoundingClientRect();
    if (own.top < box.top - 0.5 || own.bottom > box.bottom + 0.5) out.push("NOW is cut");
    if (innerWidth > 1000 && parseFloat(getComputedStyle(text).fontSize) < 40) out.push("NOW is small");
  }
  return out;
}"""


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
@pytest.mark.parametrize("size", SIZES)
def test_every_step_fits_the_screen(open_page, tables, gate, artefacts, size, language):
    gate.set_language("dealer", language)
    page = open_page(size=SIZES[size], color_scheme="dark" if size in ("wide", "phone") else "light")
    for step, view in enumerate(tables.steps):
        tables.go(step)
        page.wait_for_selector(f"body[data-turn='{tables.turn}']")
        if view.card_wanted and page.locator("#pad").is_hidden():
            page.click("#card-button")
        page.wait_for_timeout(80)
        page.screenshot(path=str(artefacts / f"dealer-{size}-{language}-{step:02d}.png"))
        assert page.evaluate(FITS) == [], view.now


LONG = (
    "it is 8♦",
    "it is 6♦",
    "look again",
    "another card...",
    "reshuffle the stub and deal again",
    "call it a misdeal",
    "shuffle burns and stub together",
    "all in for the pot as it is",
    "leave the cards as they lie",
)


@pytest.mark.parametrize("size", SIZES)
def test_a_sentence_beside_a_clock_a_card_and_a_call_is_not_cut(open_page, tables, artefacts, size):
    tables.at, tables.call, tables.called = tables.find("Seat 7: call 30"), "called by the dealer", time.time() - 130
    said = "Seat 7, pair of queens, highest showing: call 30, all in, or fold."
    tables.steps[tables.at] = replace(tables.steps[tables.at], now=said)
    page = open_page(size=SIZES[size])
    at(page, said)
    expect(page.locator("#call")).to_be_visible()
    page.screenshot(path=str(artefacts / f"crowded-{size}.png"))
    assert [each for each in page.evaluate(FITS) if each != "NOW is small"] == []


@pytest.mark.parametrize("size", SIZES)
def test_nine_choices_fit_the_screen_as_large_targets(open_page, tables, artefacts, size):
    asked = next(number for number, view in enumerate(tables.steps) if view.question)
    choices = tuple(Control(str(n), str(n), label, {"do": "answer", "n": n}) for n, label in enumerate(LONG, start=1))
    view = tables.steps[asked]
    tables.steps[asked] = replace(view, question=replace(view.question, choices=choices))
    tables.at = asked
    page = open_page(size=SIZES[size])
    expect(page.locator("#choices .act:visible")).to_have_count(9)
    page.wait_for_timeout(100)
    page.screenshot(path=str(artefacts / f"nine-choices-{size}.png"))
    assert page.evaluate(FITS) == []
