"""The dealer enters what happens: a whole hand by taps, the same by keys, one step taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser_steps import at, steady
from dealer.snapshots import Control

pytestmark = pytest.mark.browser


def test_a_whole_hand_by_taps(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    steady(page)
    page.click("[data-slot=next]")
    at(page, "Seat 3: door card, face up")
    page.click("#card-button")
    page.click("[data-rank='7']")
    page.click("#pad [data-suit=h]")
    at(page, "Seat 1: bring in for 2")
    for slot, now in (
        ("bring-in", "Seat 2: fold, call or complete"),
        ("call", "Seat 5: bet or check"),
        ("bet-big", "Seat 7: raise to 8 to 16, call 4 or fold"),
    ):
        steady(page)
        page.click(f"[data-slot={slot}]")
        at(page, now)
    steady(page)
    page.click("[data-slot=raise]")
    steady(page)
    page.click("[data-digit='1']")
    page.click("[data-digit='2']")
    expect(page.locator("#amount-label")).to_have_text("RAISE TO 12")
    page.click("#amount-enter")
    expect(page.locator("#question-title")).to_contain_text("the shoe says 8d")
    steady(page)
    page.click("#choices [data-slot='2']")
    at(page, "Seat 1: last card, face down")
    page.click("#pad-unread")
    at(page, "Seat 7: call 30, all in, or fold")
    for slot, now in (("all-in", "Seat 5 must show"), ("show", "Push 188 to seat 5")):
        steady(page)
        page.click(f"[data-slot={slot}]")
        at(page, now)
    entered = [entry for _, entry, _ in tables.entered]
    assert entered[1] == {"do": "card", "card": "7h"}
    assert entered[5] == {"do": "raise", "to": 12}
    assert entered[6] == {"do": "answer", "question": "q1", "choice": "camera"}
    assert entered[7] == {"do": "card", "card": None}
    assert {who.user for _, _, who in tables.entered} == {"dealer"}


def test_a_whole_hand_by_keys(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    keys = [("n", "door card"), ("7h", "bring in"), ("i", "fold, call"), ("l", "bet or check"), ("d", "raise to")]
    for typed, now in keys:
        steady(page)
        for key in typed:
            page.keyboard.press(key)
        expect(page.locator("#now-text")).to_contain_text(now)
    steady(page)
    page.keyboard.press("r")
    steady(page)
    page.keyboard.press("1")
    page.keyboard.press("6")
    page.keyboard.press("Enter")
    expect(page.locator("#question-title")).to_be_visible()
    steady(page)
    page.keyboard.press("4")
    expect(page.locator("#pad")).to_be_visible()
    page.keyboard.press("6")
    page.keyboard.press("d")
    at(page, "Seat 1: last card, face down")
    assert tables.entered[-1][1] == {"do": "answer", "question": "q1", "choice": "other", "card": "6d"}
    assert tables.entered[-2][1] == {"do": "raise", "to": 16}


def test_a_key_of_nothing_says_so_and_a_ten_is_typed_as_it_is_written(open_page, tables):
    tables.at = tables.find("door card")
    page = open_page()
    at(page, "Seat 3: door card, face up")
    steady(page)
    page.keyboard.press("c")
    expect(page.locator("#notice")).to_contain_text("not possible now")
    for key in "10d":
        page.keyboard.press(key)
    at(page, "Seat 1: bring in for 2")
    assert tables.entered[-1][1] == {"do": "card", "card": "Td"}


def test_shown_cards_that_are_entered_are_told_and_one_that_lies_open_is_not_taken(open_page, tables):
    tables.at = tables.find("Seat 5 must show")
    view = tables.steps[tables.at]
    wants = Control("show", "S", "show", {"do": "show", "seat": 5, "cards": [None, None]})
    tables.steps[tables.at] = replace(view, controls=(wants,))
    page = open_page()
    at(page, "Seat 5 must show")
    steady(page)
    page.keyboard.press("s")
    for key in "9s" + "kd":
        page.keyboard.press(key)
    expect(page.locator("#notice")).to_have_text("K♦ already lies at seat 2")
    expect(page.locator("#pad-title")).to_contain_text("9♠")
    for key in "4d":
        page.keyboard.press(key)
    at(page, "Push 188 to seat 5")
    assert tables.entered[-1][1]["cards"] == ["9s", "4d"]


def test_undo_says_what_it_takes_back(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    steady(page)
    page.keyboard.press("n")
    at(page, "Seat 3: door card, face up")
    expect(page.locator("[data-slot=undo]")).to_contain_text("UNDO: next")
    steady(page)
    page.keyboard.press("u")
    at(page, "Start the hand")
