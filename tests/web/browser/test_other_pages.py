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
    expect(page.locator("#fault-news li")).to_contain_text("The shoe is unplugged \u2192 shoe: the cable is out")
    page.click("text=I act for them")
    expect(page.locator("[data-seconds='']")).to_have_attribute("aria-pressed", "true")
    assert simulation.on["shoe-unplugged"]
    assert simulation.pace() is None


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
