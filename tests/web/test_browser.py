"""The dealer's page in a real browser: whole hands, racing fingers, lost network, keys, sizes."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dealer.ports import Role
from dealer.snapshots import Control
from web.app import create_app
from web.server import serve
from web.settings import Settings

pytestmark = pytest.mark.browser
SIZES = {"wide": (1280, 800), "small": (1024, 768), "phone": (390, 844), "small-phone": (360, 740)}
STEADY = 330


def steady(page):
    """Wait until no button is too new to be pressed, and the page is live: a stale one takes no entry."""
    page.wait_for_timeout(STEADY)
    expect(page.locator("#stale")).to_be_hidden()


def at(page, now: str):
    expect(page.locator("#now-text")).to_have_text(now)


def does(tables) -> list[str]:
    return [str(entry["do"]) for _, entry, _ in tables.entered]


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


def test_a_lost_network_is_shown_and_nothing_is_entered_until_it_is_back(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    expect(page.locator("#stale")).to_be_visible(timeout=8000)
    page.click("[data-slot=fold]")
    expect(page.locator("#notice")).to_contain_text("connection is lost")
    assert tables.entered == []
    tables.go(tables.find("Seat 5: bet"))
    page.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden(timeout=15000)
    at(page, "Seat 5: bet or check")
    steady(page)
    page.click("[data-slot=check]")
    at(page, "Seat 7: raise to 8 to 16, call 4 or fold")


def test_a_restart_of_the_server_is_shown_and_the_page_goes_on_by_itself(open_page, tables, gate):
    settings = Settings(heartbeat=0.2, streams=8)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    first = serve(create_app(tables, gate, settings), settings, "127.0.0.1", port)
    page.goto(f"{first.url}/table/1")
    at(page, "Seat 2: fold, call or complete")
    first.stop()
    expect(page.locator("#stale")).to_be_visible(timeout=8000)
    again = serve(create_app(tables, gate, settings), settings, "127.0.0.1", port)
    try:
        tables.go(tables.find("Seat 5: bet"))
        expect(page.locator("#now-text")).to_have_text("Seat 5: bet or check", timeout=15000)
        expect(page.locator("#stale")).to_be_hidden(timeout=15000)
        steady(page)
        page.click("[data-slot=check]")
        at(page, "Seat 7: raise to 8 to 16, call 4 or fold")
    finally:
        again.stop()


def test_announcements_are_read_out(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    tables.go(tables.find("Seat 5: bet"))
    expect(page.locator("#announcer p").last).to_have_text("Seat 5: bet or check")


def test_announcements_that_come_with_one_push_are_all_read_out(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    with tables.news:
        tables.said += [f"announcement {number}" for number in range(1, 6)]
        tables.turn += 1
        tables.changed()
    expect(page.locator("#announcer p")).to_have_text([f"announcement {number}" for number in range(1, 6)])


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


def test_a_technician_sees_a_call_and_answers_none(open_page, tables):
    tables.call = "a dispute"
    page = open_page("/floor", Role.TECHNICIAN)
    expect(page.locator(".table-card[data-waits=yes]")).to_contain_text("a dispute")
    expect(page.locator(".answer")).to_be_hidden()


def test_the_floor_rules_with_a_reason(open_page, tables):
    page = open_page("/table/1", Role.FLOOR)
    steady(page)
    page.click("#verbs [data-slot=void]")
    page.fill("#ask input[name=reason]", "two jokers in the deck")
    page.click("#ask button.go")
    at(page, "Seat 3: door card, face up")
    assert tables.entered[0][1] == {"do": "void", "reason": "two jokers in the deck"}


def test_on_a_phone_the_floors_verbs_stand_behind_one_button(open_page, tables):
    page = open_page("/table/1", Role.FLOOR, size=SIZES["phone"])
    at(page, "Start the hand")
    expect(page.locator("#verbs")).to_be_hidden()
    assert page.locator("#verbs-button").bounding_box()["height"] >= 64
    page.click("#verbs-button")
    steady(page)
    page.click("#player-verbs [data-slot=void]")
    page.fill("#ask input[name=reason]", "two jokers in the deck")
    page.click("#ask button.go")
    at(page, "Seat 3: door card, face up")
    assert tables.entered[0][1] == {"do": "void", "reason": "two jokers in the deck"}


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


def test_a_technician_looks_and_presses_nothing(open_page, tables):
    page = open_page("/table/1", Role.TECHNICIAN)
    at(page, "Start the hand")
    assert page.locator(".act[aria-disabled=false]").count() == 0


def test_signed_out_elsewhere_the_page_goes_to_sign_in(open_page, gate):
    page = open_page()
    at(page, "Start the hand")
    gate.remove_user("dealer")
    page.wait_for_url("**/sign-in**")


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


def test_the_tables_own_screen_has_no_pointer_and_no_way_out(open_page):
    page = open_page("/?kiosk=1")
    at(page, "Start the hand")
    page.click("#menu-button")
    expect(page.locator("#players-button")).to_be_visible()
    assert page.locator("#menu a:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    page.goto(page.url.split("?")[0])
    assert page.evaluate("document.documentElement.dataset.kiosk") == "yes"
    page.goto(page.url.split("?")[0] + "?kiosk=0")
    assert page.evaluate("document.documentElement.dataset.kiosk") == "no"


def test_a_hand_prints_as_black_on_white_without_the_pages_furniture(open_page, artefacts):
    page = open_page("/hands/1042", Role.FLOOR)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#print")).to_be_hidden()
    look = "getComputedStyle(document.querySelector('pre.hand'))"
    assert page.evaluate(f"[{look}.color, {look}.backgroundColor]") == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.screenshot(path=str(artefacts / "hand-print.png"))


def test_the_simulated_table_is_switched_from_its_page(open_page, simulation):
    page = open_page("/simulation")
    page.click("text=The shoe is unplugged")
    expect(page.locator("[data-fault=shoe-unplugged]")).to_have_attribute("aria-pressed", "true")
    page.click("text=I act for them")
    expect(page.locator("[data-seconds='']")).to_have_attribute("aria-pressed", "true")
    assert simulation.on["shoe-unplugged"]
    assert simulation.pace() is None


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


def lying(page, seat: int, row: str) -> list[str]:
    """What a seat's row of cards shows, in order; the empty places are left out."""
    shown = page.locator(f"#seats .seat:nth-child({seat}) .{row} .card:not([data-face=none])")
    return shown.evaluate_all(
        "nodes => nodes.map(node => `${node.dataset.rank ?? ''}${node.dataset.suit ?? ''}${node.dataset.face}`)"
    )


@pytest.mark.parametrize("wall", [False, True], ids=["table", "wall"])
def test_the_seventh_card_lies_among_the_face_down_cards(open_page, tables, wall):
    tables.at = tables.find("Seat 7: call 30")
    table = tables.steps[tables.at]
    down = [card for card in table.seats[1].cards if not card.face_up]
    up = [card for card in table.seats[1].cards if card.face_up]
    views = (replace(table, seats=tuple(replace(s, cards=(*down, *up)) for s in table.seats)), table)
    for view in views:  # in the order of the table's own view, and in the order dealt
        tables.steps[tables.at] = view
        page = open_page(path="/wall/1") if wall else open_page()
        expect(page.locator("#now-text")).to_contain_text("call 30")
        back = "down"
        assert lying(page, 2, "down") == [back, back, back]
        assert lying(page, 2, "up") == ["Kdup", "Qsup", "Khup", "5sup"]


def test_a_shown_hand_shows_all_seven_and_nothing_stale_stays_when_it_is_gone(open_page, tables):
    tables.at = tables.find("Push 188")
    page = open_page()
    at(page, tables.steps[tables.at].now)
    assert lying(page, 5, "down") == ["9sup", "4dup", "9hup"]
    assert lying(page, 5, "up") == ["9cup", "4hup", "Kcup", "2sup"]
    tables.go(tables.find("Seat 7: call 30"))
    at(page, tables.steps[tables.at].now)
    assert set(lying(page, 5, "down")) <= {"down"}


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
