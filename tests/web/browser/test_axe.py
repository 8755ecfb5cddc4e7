"""Axe finds no barrier on any page, nor in what opens on one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser_steps import SIZES, steady
from dealer.ports import Role

pytestmark = pytest.mark.browser

AXE_PAGES = [
    "/table/1",
    "/floor",
    "/wall/1",
    "/devices",
    "/simulation",
    "/users",
    "/table/1/setup",
    "/trust",
    "/trends",
    "/log",
    "/hands",
    "/hands/1042",
    "/sign-in",
    "/x",
]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(open_page, tables, scheme):
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    found = {}
    page = open_page(role=Role.FLOOR, color_scheme=scheme)
    for path in AXE_PAGES:
        page.goto(page.url.split("/", 3)[0] + "//" + re.sub(r"^https?://([^/]+).*", r"\1", page.url) + path)
        # Colours are what differs between the schemes; every step is looked at in one of them.
        every = range(len(tables.steps)) if scheme == "dark" else [4, 6, 10]
        steps = every if path == "/table/1" else [4]
        for step in steps:
            tables.go(step)
            if path.startswith(("/table", "/wall", "/floor")):
                page.wait_for_timeout(150)
            if path == "/table/1" and tables.steps[step].card_wanted and page.locator("#pad").is_hidden():
                page.click("#card-button")
            results = axe.run(page)
            for violation in results.response["violations"]:
                nodes = [node["html"][:100] + " / " + node["failureSummary"][:160] for node in violation["nodes"][:2]]
                found[f"{path} {step} {violation['id']}"] = nodes
    assert found == {}, found


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_in_what_opens_or_waits(open_page, tables, scheme):
    from axe_playwright_python.sync_playwright import Axe

    found = {}

    def look(name: str, page) -> None:
        for violation in Axe().run(page).response["violations"]:
            found[f"{name} {violation['id']}"] = [node["html"][:120] for node in violation["nodes"][:2]]

    tables.names = tuple(str(number) for number in range(1, 13))
    tables.call = "a player disputes the pot"
    floor = open_page("/floor", Role.FLOOR, color_scheme=scheme)
    expect(floor.locator(".answer").first).to_be_visible()
    look("floor", floor)
    floor.goto(floor.url.replace("/floor", "/table/1/setup"))
    floor.fill("[name=levels-1-ante]", "many")
    floor.click("button.go")
    expect(floor.locator(".error")).to_be_visible()
    look("setup", floor)
    tables.at = tables.find("Seat 7: raise")
    page = open_page(color_scheme=scheme, size=SIZES["phone"])
    page.click("#menu-button")
    look("menu", page)
    page.click("#players-button")
    look("players", page)
    steady(page)
    page.click("#player-verbs [data-slot=sit-out]")
    look("ask", page)
    page.click("#ask-close")
    page.keyboard.press("Escape")
    page.click("[data-slot=raise]")
    expect(page.locator("#amount")).to_be_visible()
    look("amount", page)
    assert found == {}, found
