"""On every screen the cards can be read, nothing lies on anything else, and what does not fit is scrolled to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from browser_steps import steady
from dealer.ports import Role
from dealer.snapshots import ClockView, SeatStatus
from scripted_hand import ALL_IN, BASE, DISPUTE, FOLD, FOLDED, NAMES, SHOW, control, eight, up

pytestmark = pytest.mark.browser

SCREENS = {
    "a phone": (390, 844),
    "a small phone": (375, 667),
    "a smaller phone": (360, 740),
    "the smallest phone": (320, 568),
    "a phone lying down": (844, 390),
    "a small phone lying down": (667, 375),
    "the smallest phone lying down": (568, 320),
    "a small tablet": (800, 480),
    "a tablet upright": (768, 1024),
    "a window of 800x600": (800, 600),
    "a netbook": (1024, 600),
    "an old screen": (1024, 768),
    "a laptop under its browser's bars": (1366, 625),
    "a low window": (1280, 680),
    "a laptop": (1280, 800),
    "a wide screen": (1920, 940),
}
READABLE = {"the smallest phone": 26, "a smaller phone": 27}
"""How wide a card is at least, in pixels, where it is less than the usual."""
USUALLY = 28
HANDS = {
    "en": ("two pair, kings and queens", "ace high"),
    "fi": ("kaksi paria, kuninkaat ja rouvat", "ässähai"),
    "bg": ("два чифта, попове и дами", "висока карта поп"),
}
NOW = {
    "en": "Seat 2, two pair, kings and queens: call 8, raise to 16 or fold.",
    "fi": "Paikka 2, kaksi paria, kuninkaat ja rouvat: maksa 8, korota 16:een tai foldaa.",
    "bg": "Място 2, два чифта, попове и дами: плащане 8, покачване до 16 или отказ.",
}
ACTIONS = (FOLD, control("call", "L", "CALL 8"), control("raise", "R", "RAISE TO 16"), control("floor", "!", "FLOOR"))
SHOWN = tuple(up(card) for card in ("9s", "4d", "9h", "9c", "4h", "Kc", "2s"))

FAULTS = """() => {
  const out = new Set();
  const box = (node) => node.getBoundingClientRect();
  const seen = (node) => box(node).width > 0 && box(node).height > 0;
  const all = (what, root = document) => [...root.querySelectorAll(what)].filter(seen);
  const name = (node) => node.id || node.dataset.slot || node.className;
  const meet = (from, to, others, end) => from < others - 0.5 && end < to - 0.5;
  const over = (a, b) => meet(a.left, a.right, b.right, b.left) && meet(a.top, a.bottom, b.bottom, b.top);
  const within = (a, b, one, other) => a[one] > b[one] - 0.6 && a[other] < b[other] + 0.6;
  const inside = (a, b) => within(a, b, "left", "right") && within(a, b, "top", "bottom");
  const apart = (nodes, where) => nodes.forEach((one, index) => {
    for (const other of nodes.slice(index + 1)) {
      if (over(where(one), where(other))) out.add(`${name(one)} and ${name(other)} overlap`);
    }
  });
  const seats = document.querySelector("#seats");
  const shown = (node) => {
    const { left, right, top, bottom } = box(node);
    if (!seats.contains(node)) return { left, right, top, bottom };
    // What is scrolled away lies on nothing.
    return { left, right, top: Math.max(top, box(seats).top), bottom: Math.min(bottom, box(seats).bottom) };
  };
  const pressed = ".hands .act, .pad-key, .foot .act, .verbs-button, .me";
  apart(all(`.facts, .lights, #now, #question, .seat, .said, ${pressed}`), shown);
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const node of all(".facts, .lights, .me, #now, #question, #seats, .act, .pad-key, .said")) {
    if (!inside(box(node), screen)) out.add(`${name(node)} is off the screen`);
  }
  for (const seat of all(".seat")) {
    apart(all(".seat-no, .seat-name, .seat-stack, .seat-turn, .seat-bet, .seat-showing, .down, .up", seat), box);
    for (const part of all(".seat-no, .seat-stack, .seat-turn, .seat-bet, .seat-showing, .card", seat)) {
      if (!inside(box(part), box(seat))) out.add(`${name(part)} is outside its seat`);
    }
    const said = seat.querySelector(".seat-showing");
    const cut = said.scrollHeight > said.clientHeight + 1 || said.scrollWidth > said.clientWidth + 1;
    if (said.textContent && (cut || !seen(said))) out.add(`${said.textContent} is cut`);
  }
  for (const label of all(".act-label")) {
    const cut = label.scrollWidth > label.clientWidth + 1 || !inside(box(label), box(label.parentElement));
    if (cut) out.add(`${label.textContent} is cut`);
  }
  for (const act of all(".hands .act, .foot .act")) if (box(act).height < 47.5) out.add(`${name(act)} is low`);
  for (const key of all(".pad-key")) {
    const fits = key.scrollWidth <= key.clientWidth + 1 && key.scrollHeight <= key.clientHeight + 1;
    if (!fits) out.add(`${name(key)} is cut`);
  }
  const facts = document.querySelector(".facts");
  if (innerWidth < 1000 && facts.scrollWidth > facts.clientWidth + 1) out.add("the facts are cut");
  const now = document.querySelector("#now-text");
  if (seen(now) && !inside(box(now), box(document.querySelector("#now")))) out.add("NOW is cut");
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.add("the page scrolls");
  const about = all(".seat[data-acts=yes], .seat[data-won=yes]")[0];
  if (about && !inside(box(about), box(seats))) out.add("the seat that it is about is not in view");
  const faces = all(".up .card", seats).concat(all(".seat[data-open=yes] .down .card", seats));
  return { faults: [...out], width: Math.min(...faces.map((card) => box(card).width)) };
}"""


def played(language: str, seats: int) -> list:
    """Seventh street with everybody in it, a question, and the showdown; with the longest words of a language."""
    long, short = HANDS[language]
    live = {n: {"showing": long if n % 2 == 0 else short, "bet": 8 if n == 8 else 0} for n in range(1, 9)}
    act = {**live, 2: {**live[2], "acts": True, "bet": 16}, 3: {**live[3], **FOLDED}, 6: {**live[6], **ALL_IN}}
    seventh = replace(BASE, street=7, street_name="7th street", pot=188, controls=ACTIONS, now=NOW[language])
    shown = {
        **live,
        1: {**live[1], "status": SeatStatus.MUCKED},
        seats: {"status": SeatStatus.SHOWN, "won": 188, "cards": SHOWN, "showing": long},
    }
    gone = dict.fromkeys(range(2, seats), FOLDED)
    return [
        replace(seventh, seats=eight(7, act)[:seats], clock=ClockView(2, 7.0, 10.0, False, False)),
        replace(seventh, seats=eight(7, live)[:seats], question=DISPUTE, controls=ACTIONS[-1:]),
        replace(seventh, seats=eight(7, shown | gone)[:seats], controls=(SHOW, ACTIONS[-1])),
    ]


def looked_at(page, tables, wide: int, high: int, picture=lambda step: None) -> dict[int, dict]:
    """What is wrong with each step on a screen of this size."""
    page.set_viewport_size({"width": wide, "height": high})
    found = {}
    for step in range(len(tables.steps)):
        tables.go(step)
        page.wait_for_selector(f"body[data-turn='{tables.turn}']")
        page.wait_for_function(f"() => innerWidth === {wide} && innerHeight === {high}")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found[step] = page.evaluate(FAULTS)
        picture(step)
    return found


@pytest.mark.parametrize("seats", [6, 8])
@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_every_card_can_be_read_and_nothing_lies_on_anything_else(open_page, tables, gate, artefacts, language, seats):
    gate.set_language("dealer", language)
    tables.steps = played(language, seats)
    page = open_page()
    wrong = {}
    for screen, (wide, high) in SCREENS.items():
        name = f"small-{wide}x{high}-{language}-{seats}"

        def picture(step: int, name: str = name) -> None:
            page.screenshot(path=str(artefacts / f"{name}-{step}.png"))

        for step, found in looked_at(page, tables, wide, high, picture).items():
            least = READABLE.get(screen, USUALLY)
            narrow = [f"a card is {found['width']:.0f} wide"] if found["width"] < least else []
            if faults := found["faults"] + narrow:
                wrong[f"{screen}, step {step}"] = faults
    assert wrong == {}


NARROW = ["the smallest phone", "a small phone lying down", "the smallest phone lying down", "a phone", "a netbook"]


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_cards_amounts_and_nine_answers_are_entered_on_every_screen(open_page, tables, gate, artefacts, language):
    gate.set_language("dealer", language)
    nine = tuple(control(str(number), str(number), f"answer {number}") for number in range(1, 10))
    asked = replace(BASE, seats=eight(7), question=replace(DISPUTE, choices=nine), controls=ACTIONS[-1:])
    to = control("raise", "R", "RAISE TO 8–16", (8, 16), to=8)
    due = replace(BASE, seats=eight(6), now=NOW[language], controls=ACTIONS[-1:], card_wanted="up")
    tables.steps = [asked, replace(due, controls=(FOLD, to), card_wanted=""), due]
    page = open_page()

    def wrong(name: str, what: str) -> dict[str, list[str]]:
        page.wait_for_selector(what)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.screenshot(path=str(artefacts / f"enter-{name}-{language}-{what[1:4]}.png"))
        faults = page.evaluate(FAULTS)["faults"]
        return {f"{name} {what}": faults} if faults else {}

    found = {}
    for screen in NARROW:
        wide, high = SCREENS[screen]
        page.set_viewport_size({"width": wide, "height": high})
        tables.go(0)
        found |= wrong(screen, "#choices .act:nth-child(9)")
        tables.go(1)
        steady(page)
        page.click("[data-slot=raise]")
        found |= wrong(screen, "#amount-enter")
        page.click("#amount-close")
        tables.go(2)
        page.wait_for_selector(f"body[data-turn='{tables.turn}']")
        if page.locator("#pad").is_hidden():  # who enters by hand once has the pad open from then on
            page.click("#card-button")
        found |= wrong(screen, "#pad-close")
        page.click("#pad-close")
    assert found == {}


@pytest.mark.parametrize("screen", ["a small phone lying down", "a tablet upright", "a netbook", "a small phone"])
def test_the_floors_verbs_stand_on_nothing_either(open_page, tables, screen):
    tables.steps = played("en", 8)
    page = open_page("/table/1", Role.FLOOR, size=SCREENS[screen])
    found = looked_at(page, tables, *SCREENS[screen])
    assert [each["faults"] for each in found.values()] == [[], [], []]
    assert page.locator("#verbs:visible, #verbs-button:visible").count() == 1


def test_the_seat_that_acts_is_scrolled_to_and_the_rest_can_be(open_page, tables):
    acts = [replace(BASE, seats=eight(7, {n: {"acts": True}}), now=f"Seat {n}", controls=ACTIONS) for n in (1, 8)]
    tables.steps = acts
    page = open_page(size=SCREENS["the smallest phone"])
    for step, (seat, edge) in enumerate(((1, "below"), (8, "above"))):
        tables.go(step)
        page.wait_for_selector(f"#seats[data-more={edge}]")
        assert page.evaluate(FAULTS)["faults"] == [], NAMES[seat - 1]
    assert page.locator("#seats").get_attribute("tabindex") == "0"
