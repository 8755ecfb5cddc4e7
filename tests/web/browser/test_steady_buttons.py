"""No push moves or renames a button under a finger, and no press is entered twice."""

from __future__ import annotations

import contextlib
import threading

import pytest
from playwright.sync_api import expect

from browser_steps import at, does, steady
from dealer.ports import Role

pytestmark = pytest.mark.browser


def test_a_button_that_has_just_changed_does_nothing_and_says_so(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    steady(page)
    box = page.locator("[data-slot=fold]").bounding_box()
    tables.go(tables.find("Seat 5: bet"))
    at(page, "Seat 5: bet or check")
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(page.locator("#notice")).to_contain_text("just changed")
    assert tables.entered == []
    steady(page)
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    at(page, "Seat 7: raise to 8 to 16, call 4 or fold")
    assert does(tables) == ["fold"]


def test_a_push_between_finger_down_and_finger_up_enters_nothing(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    steady(page)
    box = page.locator("[data-slot=fold]").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    tables.go(tables.find("Seat 5: bet"))
    at(page, "Seat 5: bet or check")
    page.wait_for_timeout(600)
    page.mouse.up()
    expect(page.locator("#notice")).to_contain_text("just changed")
    assert tables.entered == []


def test_two_clicks_do_not_enter_twice(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    steady(page)
    page.dblclick("[data-slot=fold]")
    at(page, "Seat 5: bet or check")
    page.wait_for_timeout(200)
    assert does(tables) == ["fold"]


def test_two_devices_do_not_enter_for_the_same_turn(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    one, other = open_page(), open_page(role=Role.FLOOR, path="/table/1")
    at(other, "Seat 2: fold, call or complete")
    steady(other)
    # The other page does not hear of it in time: its stream is held back.
    other.route("**/stream", lambda route: route.abort())
    other.evaluate("window.dispatchEvent(new Event('pagehide'))")
    one.click("[data-slot=fold]")
    at(one, "Seat 5: bet or check")
    other.click("[data-slot=call]")
    expect(other.locator("#notice")).to_contain_text("meanwhile")
    assert does(tables) == ["fold"]


MARK = "document.querySelectorAll('[data-slot], .seat, .card').forEach((node, i) => { node.mark = i; })"
PLACES = """[...document.querySelectorAll('.actions [data-slot], .foot [data-slot]')].map((node) => {
  const box = node.getBoundingClientRect();
  return [node.dataset.slot, Math.round(box.x), Math.round(box.y)];
})"""


def test_the_places_of_the_words_never_move_and_no_node_is_made_anew(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    page.evaluate(MARK)
    places = PLACES
    first = page.evaluate(places)
    for step, view in enumerate(tables.steps):
        if view.question or view.card_wanted:
            continue
        tables.go(step)
        at(page, view.now)
        assert page.evaluate(places) == first
    assert page.evaluate(
        "[...document.querySelectorAll('[data-slot], .seat, .card')].every((n) => n.mark !== undefined)"
    )


@contextlib.contextmanager
def stream_of_pushes(push):
    """Something is pushed twenty times a second, until the block is over."""
    over = threading.Event()

    def run() -> None:
        number = 0
        while not over.wait(0.05):
            push(number)
            number += 1

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


WATCH = """() => {
  const nodes = [...document.querySelectorAll('.actions [data-slot], .foot [data-slot]')];
  const where = () => nodes.map((node) => {
    const box = node.getBoundingClientRect();
    return [node.isConnected, box.x, box.y, box.width, box.height].map(Math.round).join();
  }).join(" ");
  window.seen = new Set();
  window.frames_ = 0;
  const look = () => { window.seen.add(where()); window.frames_ += 1; requestAnimationFrame(look); };
  look();
}"""


def test_no_push_of_many_moves_a_button_for_a_single_frame(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    calm = [step for step, view in enumerate(tables.steps) if not view.question and not view.card_wanted]
    page.evaluate(WATCH)
    turn = tables.turn
    with stream_of_pushes(lambda number: tables.go(calm[number % len(calm)])):
        expect(page.locator("body")).not_to_have_attribute("data-turn", str(turn))
        page.wait_for_function("turn => Number(document.body.dataset.turn) > turn", arg=turn + 30, timeout=60_000)
    frames = page.evaluate("window.frames_")
    page.wait_for_function("frames => window.frames_ > frames + 2", arg=frames, timeout=60_000)
    assert page.evaluate("window.seen.size") == 1


def test_a_press_counts_once_in_a_stream_of_pushes(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    with stream_of_pushes(lambda number: tables.chips(number)):
        steady(page)
        page.dblclick("[data-slot=fold]")
        at(page, "Seat 5: bet or check")
        page.wait_for_timeout(300)
    assert does(tables) == ["fold"]
