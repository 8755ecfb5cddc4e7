"""What stands behind the menu, and what the table's own screen leaves out of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser_steps import SIZES, at, steady
from dealer.ports import Role

pytestmark = pytest.mark.browser


def test_the_dealer_has_players_and_seats_behind_the_menu(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    expect(page.locator("#verbs")).to_be_hidden()
    page.click("#menu-button")
    page.click("#players-button")
    steady(page)
    page.click("#player-verbs [data-slot=report]")
    page.select_option("#ask select", label="Mistake 3")
    page.click("#ask button.go")
    at(page, "Seat 3: door card, face up")
    assert tables.entered[0][1] == {"do": "irregularity", "kind": "kind-3"}


def test_switching_dealers_takes_two_taps_and_a_pin(open_page, gate, server):
    page = open_page()
    gate.add_user("Aino", Role.DEALER, "739251")
    page.click("#menu-button")
    page.click("text=Switch dealer")
    page.fill("#name", "Aino")
    for digit in "739251":
        page.click(f"#pin [data-digit='{digit}']")
    page.click("form button.go")
    expect(page.locator(".me-name")).to_have_text("Aino")


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
@pytest.mark.parametrize("size", ["phone", "small-phone"])
def test_the_menu_fits_a_phone(open_page, gate, size, language):
    gate.set_language("dealer", language)
    page = open_page(size=SIZES[size])
    at(page, "Start the hand")
    page.click("#menu-button")
    assert (
        page.evaluate("""() => {
      const sheet = document.querySelector("#menu");
      const box = sheet.getBoundingClientRect();
      const wide = (node) => node.getBoundingClientRect().right > box.right || node.scrollWidth > node.clientWidth + 1;
      return [sheet, ...sheet.querySelectorAll(".big, .small")].filter(wide).map((node) => node.textContent.trim());
    }""")
        == []
    )


@pytest.mark.parametrize("language", ["fi", "bg"])
def test_no_english_word_of_the_page_is_left_over(open_page, tables, language):
    page = open_page()
    page.click("#menu-button")
    page.click(f"#menu button[value={language}]")
    expect(page.locator("html")).to_have_attribute("lang", language)
    at(page, "Start the hand")
    off = page.locator(".act[aria-disabled=true]:visible .act-label").all_inner_texts()
    assert off
    english = {"FOLD", "CHECK", "CALL", "RAISE", "SHOW", "MUCK", "CLOCK", "ENTER A CARD", "UNDO"}
    assert not english & {text.upper() for text in off}


def test_the_tables_own_screen_has_no_pointer_and_no_way_out(open_page):
    page = open_page("/?kiosk=1")
    at(page, "Start the hand")
    page.click("#menu-button")
    expect(page.locator("#players-button")).to_be_visible()
    assert page.locator("#menu a:visible").count() == 0
    expect(page.locator("#menu .kiosk-only")).to_contain_text("?kiosk=0")
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    page.goto(page.url.split("?")[0])
    assert page.evaluate("document.documentElement.dataset.kiosk") == "yes"
    page.goto(page.url.split("?")[0] + "?kiosk=0")
    assert page.evaluate("document.documentElement.dataset.kiosk") == "no"
    page.click("#menu-button")
    expect(page.locator("#menu .kiosk-only")).to_be_hidden()


def test_the_menu_closes_over_the_table_when_a_pace_is_chosen(open_page, simulation):
    page = open_page()
    at(page, "Start the hand")
    page.click("#menu-button")
    page.click("#menu >> text=I act for them")
    expect(page.locator("#menu")).to_be_hidden()
    assert simulation.pace() is None


def test_a_newcomer_without_a_pin_is_asked_before_the_table_is_left(gate, server, chromium):
    page = chromium.new_page()
    page.goto(f"{server.url}/link/{gate.sign_in_link('newcomer', Role.DEALER, loopback=True)}")
    at(page, "Start the hand")
    page.click("#menu-button")
    page.click("text=Switch dealer")
    expect(page.locator("main")).to_contain_text("newcomer has no PIN yet")
    page.click("text=Stay signed in")
    at(page, "Start the hand")
    page.close()
