"""The pages besides the table's: the simulated table, a hand on paper, a picture of each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dealer.ports import Role

pytestmark = pytest.mark.browser


def test_the_simulated_table_is_switched_from_its_page(open_page, simulation):
    page = open_page("/simulation")
    page.click("text=The shoe is unplugged")
    expect(page.locator("[data-fault=shoe-unplugged]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-fault=shoe-unplugged] b")).to_have_text("active")
    expect(page.locator("#fault-news li")).to_contain_text("The shoe is unplugged \u2192 shoe: the cable is out")
    page.click("text=I act for them")
    expect(page.locator("[data-seconds='']")).to_have_attribute("aria-pressed", "true")
    assert simulation.on["shoe-unplugged"]
    assert simulation.pace() is None


CUT = """() => {
  const box = (node) => node.getBoundingClientRect();
  const over = (node) => box(node).right > innerWidth + 0.5 || box(node).left < -0.5;
  // The heads of a table whose rows are blocks are for readers aloud.
  const all = (what) => [...document.querySelectorAll(what)].filter((node) => !node.closest(".stacked thead"));
  const cut = all("a, button, h1, h2, td, th, p, input, select").filter(over);
  const scrolls = all(".scroll, .bar, .bar nav").filter((node) => node.scrollWidth > node.clientWidth + 1);
  return [...cut, ...scrolls].map((node) => node.tagName + " " + node.textContent.trim().slice(0, 40));
}"""


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
@pytest.mark.parametrize("width", [320, 375])
def test_nothing_is_cut_on_the_floors_phone(open_page, tables, gate, artefacts, width, language):
    gate.set_language("floor", language)
    tables.names, tables.call = ("1", "2"), "a player disputes the pot"
    page = open_page("/floor", Role.FLOOR, size=(width, 667))
    base = page.url.removesuffix("/floor")
    cut = {}
    for path in ("floor", "users", "log", "hands", "devices", "trends", "simulation", "sign-in"):
        page.goto(f"{base}/{path}")
        page.screenshot(path=str(artefacts / f"{path}-{width}-{language}.png"), full_page=True)
        if found := page.evaluate(CUT):
            cut[path] = found
    assert cut == {}


def test_a_supervisor_finds_every_page_from_the_floors(open_page):
    page = open_page("/floor", Role.FLOOR)
    texts = page.locator(".bar nav a").all_inner_texts()
    assert texts == ["Floor", "Hands", "Log", "Trends", "Devices", "Simulated table", "Users"]
    page.click(".bar nav >> text=Trends")
    expect(page.locator("h1")).to_have_text("Trends")


def test_a_hand_prints_as_black_on_white_without_the_pages_furniture(open_page, artefacts):
    page = open_page("/hands/1042", Role.FLOOR)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#print")).to_be_hidden()
    look = "getComputedStyle(document.querySelector('pre.hand'))"
    assert page.evaluate(f"[{look}.color, {look}.backgroundColor]") == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.screenshot(path=str(artefacts / "hand-print.png"))


def test_there_are_pictures_of_the_other_pages(open_page, tables, artefacts):
    tables.names = ("1", "2", "3")
    tables.call = "a player disputes the pot"
    tables.at = tables.find("Seat 5: bet")
    page = open_page("/floor", Role.FLOOR)
    base = page.url.removesuffix("/floor")
    for name, path in (
        ("floor", "/floor"),
        ("floor-table", "/table/1"),
        ("wall", "/wall/1"),
        ("devices", "/devices"),
        ("simulation", "/simulation"),
        ("users", "/users"),
        ("setup", "/table/1/setup"),
        ("trust", "/trust"),
        ("trends", "/trends"),
        ("hands", "/hands"),
        ("hand", "/hands/1042"),
    ):
        page.goto(base + path)
        page.wait_for_timeout(300)
        page.screenshot(path=str(artefacts / f"{name}.png"))
    page.goto(base + "/sign-in")
    page.screenshot(path=str(artefacts / "sign-in.png"))
    assert len(list(artefacts.glob("*.png"))) >= 9
