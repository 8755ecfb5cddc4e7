"""The floor's pages: calls are seen and answered, and the floor rules at a table."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser_steps import SIZES, STEADY, at, steady
from dealer.ports import Role

pytestmark = pytest.mark.browser


def test_the_floor_is_always_one_tap_away(open_page, tables):
    page = open_page()
    floor = open_page("/floor", Role.FLOOR, size=(1280, 800))
    for step in range(len(tables.steps)):
        tables.go(step)
        page.wait_for_timeout(60)
        expect(page.locator("[data-slot=floor]")).to_be_visible()
        expect(page.locator("[data-slot=floor]")).to_have_attribute("aria-disabled", "false")
    steady(page)
    page.click("[data-slot=floor]")
    expect(floor.locator(".table-card[data-waits=yes]")).to_contain_text("called by the dealer")


def test_a_call_is_answered_with_one_tap_where_the_supervisor_sees_it(open_page, tables):
    tables.names = tuple(str(number) for number in range(1, 13))
    floor = open_page("/floor", Role.FLOOR)
    expect(floor.locator(".table-card")).to_have_count(12)
    tables.calling, tables.call = "7", "called by the dealer"
    tables.changed()
    waits = floor.locator(".table-card[data-waits=yes]")
    expect(waits).to_have_count(1)
    expect(floor.locator(".table-card").first).to_contain_text("Table 7")
    floor.wait_for_timeout(STEADY)
    waits.locator(".answer").click()
    expect(waits).to_have_count(0)
    expect(floor.locator("#notice")).to_have_text("Table 7: the call is answered")
    table, entry, who = tables.entered[0]
    assert (table, entry, who.role) == ("7", {"do": "floor-done", "note": ""}, Role.FLOOR)


def test_a_call_that_has_just_come_under_the_finger_is_not_answered(open_page, tables):
    tables.names = ("1", "2", "3")
    tables.calling, tables.call = "2", "a dispute"
    floor = open_page("/floor", Role.FLOOR)
    answer = floor.locator(".table-card[data-waits=yes] .answer")
    expect(floor.locator(".table-card").first).to_contain_text("Table 2")  # it lies still now
    floor.wait_for_timeout(STEADY)
    box = answer.bounding_box()
    floor.mouse.move(box["x"] + 30, box["y"] + 30)
    floor.mouse.down()
    tables.call = "another dispute"
    tables.changed()
    expect(floor.locator(".table-card[data-waits=yes]")).to_contain_text("another dispute")
    floor.mouse.up()
    expect(floor.locator("#notice")).to_contain_text("just changed")
    assert tables.entered == []


def test_a_call_for_the_floor_stands_beside_what_is_to_be_done(open_page, tables):
    tables.call, tables.called = "called by the dealer", time.time() - 130
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    expect(page.locator("#call")).to_contain_text(re.compile(r"the floor has been called, 2:[1-5]\d"))
    expect(page.locator("#now")).to_have_attribute("data-mood", "calm")
    asked = next(number for number, view in enumerate(tables.steps) if view.question)
    tables.go(asked)
    expect(page.locator("#question-title")).to_be_visible()
    expect(page.locator("#question #call")).to_be_visible()
    expect(page.locator("#question-detail")).not_to_contain_text("R8")  # a number explains nothing to a dealer


def test_a_few_tables_stand_side_by_side_the_one_that_waits_first(open_page, tables, artefacts):
    tables.names, tables.calling, tables.call = ("1", "2"), "2", "a dispute"
    page = open_page("/floor", Role.FLOOR, size=(1280, 800))
    cards = page.locator(".table-card")
    expect(cards.first).to_contain_text("Table 2")
    page.screenshot(path=str(artefacts / "floor-two.png"))
    waits, calm = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
    assert waits["y"] == calm["y"]
    assert waits["x"] + waits["width"] < calm["x"]
    assert calm["x"] + calm["width"] > 1200


def test_a_floor_that_no_table_is_open_at_says_so(open_page, tables):
    page = open_page("/floor", Role.FLOOR)
    expect(page.locator(".table-card")).to_have_count(1)
    expect(page.locator("#none")).to_be_hidden()
    tables.names = ()
    page.goto(page.url)
    expect(page.locator("#none")).to_contain_text("No table has been heard of yet")


def test_a_call_does_not_hide_what_the_table_waits_for(open_page, tables):
    why = "After the undo 2 cards lie without a place"
    tables.steps[0] = replace(tables.steps[0], paused=why)
    tables.call = "called by the dealer"
    page = open_page("/floor", Role.FLOOR)
    expect(page.locator(".wait-why span:visible")).to_have_text(["called by the dealer", why])


def test_a_technician_sees_a_call_and_answers_none(open_page, tables):
    tables.call = "a dispute"
    page = open_page("/floor", Role.TECHNICIAN)
    expect(page.locator(".table-card[data-waits=yes]")).to_contain_text("a dispute")
    expect(page.locator(".answer")).to_be_hidden()


def test_a_technician_looks_and_presses_nothing(open_page, tables):
    page = open_page("/table/1", Role.TECHNICIAN)
    at(page, "Start the hand")
    assert page.locator(".act[aria-disabled=false]").count() == 0


def voids(page, tables, verbs):
    page.click(f"{verbs} [data-slot=void]")
    page.fill("#ask input[name=reason]", "two jokers in the deck")
    page.click("#ask button.go")
    at(page, "Seat 3: door card, face up")
    assert tables.entered[0][1] == {"do": "void", "reason": "two jokers in the deck"}


def test_the_floor_rules_with_a_reason(open_page, tables):
    page = open_page("/table/1", Role.FLOOR)
    steady(page)
    voids(page, tables, "#verbs")


def test_on_a_phone_the_floors_verbs_stand_behind_one_button(open_page, tables):
    page = open_page("/table/1", Role.FLOOR, size=SIZES["phone"])
    at(page, "Start the hand")
    expect(page.locator("#verbs")).to_be_hidden()
    assert page.locator("#verbs-button").bounding_box()["height"] >= 64
    page.click("#verbs-button")
    steady(page)
    voids(page, tables, "#player-verbs")


def test_the_floor_sets_a_stack_by_keys_alone(open_page, tables):
    page = open_page("/table/1", Role.FLOOR)
    at(page, "Start the hand")
    steady(page)
    page.focus("#verbs [data-slot=set-stack]")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("180")
    page.keyboard.press("Tab")
    page.keyboard.type("counted twice")
    page.keyboard.press("Enter")
    at(page, "Seat 3: door card, face up")
    assert tables.entered[0][1] == {"do": "set-stack", "seat": 3, "stack": 180, "reason": "counted twice"}
