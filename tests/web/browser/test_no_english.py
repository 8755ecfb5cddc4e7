"""Every page of a real table, as it is drawn, in Finnish and in Bulgarian: no English word is left on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dealer.local import LocalTables
from dealer.observations import DeviceKind, DeviceState, Health
from dealer.ports import FaultView, Role
from dealer.record.history import JournalHistory
from dealer.record.trends import JournalTrends
from dealer.views import Sign
from drivers.mock.faults import KINDS
from web.app import create_app
from web.server import serve
from web.settings import Settings

OTHERS = ("fi", "bg")
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = frozenset(
    WORD.findall(
        "en fi bg english suomi български felix anna floor dealer technician viewer table one simulated player"
        " deck reason wsop live tournament finnish cardroom seiska bulgarian classic android ipad iphone windows macos"
        " chromium linux firefox sha pin vpn ca td ah ks kd esc fine osp kiosk user reset"
    )
)
"""What somebody or something is called, in every language, and what is typed as it stands."""
TRADE = frozenset(WORD.findall("ante bring in all rake stud hi lo razz low high limit fixed spread no"))
ALLOWED = {"fi": NAMES | TRADE | {"on", "tai"}, "bg": NAMES}
"""Words of the trade that Finnish has taken over, and those that are written alike."""
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
TEXTS = """() => {
  const found = [];
  for (const node of document.querySelectorAll("body *, title")) {
    if (node.matches("script, style") || node.closest("script, style")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      if (node.getAttribute(name)) found.push(node.getAttribute(name));
    }
    for (const child of node.childNodes) if (child.nodeType === 3 && child.data.trim()) found.push(child.data.trim());
  }
  return found;
}"""
PAGES = (
    "/floor", "/table/one", "/wall/one", "/table/one/setup", "/devices", "/trends", "/log", "/hands", "/hands?card=zz",
    "/hands?since=then", "/hands/1", "/hands/99", "/users", "/simulation", "/trust", "/nothing", "/table/nine",
)  # fmt: skip


class EveryFault:
    """The switches of the simulated table, each with the words that come with it."""

    def faults(self) -> tuple[FaultView, ...]:
        return tuple(FaultView(fault.value, kind.words, False, False) for fault, kind in KINDS.items())

    def switch(self, fault: str, on: bool) -> None:
        raise AssertionError("nobody switches here")

    def pace(self) -> float | None:
        return 1.0

    def set_pace(self, seconds: float | None) -> None:
        raise AssertionError("nobody switches here")


def words_in(texts: list[str], language: str) -> set[str]:
    """The words that people read; in Bulgarian only those in Latin letters, for all of them are foreign."""
    found = {word.lower() for text in texts for word in WORD.findall(CARD.sub(" ", text))}
    return {word for word in found if re.search("[a-z]", word)} if language == "bg" else found


@pytest.fixture
def played(room):
    """A table with a hand that is over, a ruling on the record, a pause, a call, and a question that is open."""
    room = room().open(1, 2, 3).plugs_in("shoe", "camera").starts_hand()
    room.enters("rule", room.floor, choice="void", reason="7").press("next")
    room.starts_hand().deals("As", "Ad", "Ah", "Ks", "Kd", "Kh").leaves("8d").sees(1, "6d").passes(2)
    assert room.asked() == "sensors-disagree"
    said = "nothing heard from the shoe for 3 seconds; look at its power"
    room.reports(DeviceState(DeviceKind.SHOE, Health.SILENT, said)).enters("call-floor", reason="")
    return room


@pytest.fixture
def site(played, gate) -> Iterator[str]:
    tables = LocalTables(played.controller, Sign("Simulated table", mock=True), None)
    history = JournalHistory(played.path, "one", played.sealer)
    app = create_app(
        tables, gate, Settings(heartbeat=0.2, streams=8), EveryFault(), history, JournalTrends(played.path, "one")
    )
    running = serve(app, Settings(heartbeat=0.2, streams=8), "127.0.0.1", 0)
    yield running.url
    tables.close()
    running.stop()
    app.extensions["hub"].stop()


@pytest.mark.browser
@pytest.mark.parametrize("role", [Role.FLOOR, Role.DEALER])
def test_no_page_has_an_english_word(site, chromium, gate, role):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{site}/link/{gate.sign_in_link('felix', role, loopback=True)}")

    def texts(path: str, language: str) -> list[str]:
        gate.set_language("felix", language)
        answer = page.goto(site + path)
        if path in ("/floor", "/table/one", "/wall/one") and answer.ok:
            page.wait_for_selector(".seat, .table-card")
            page.wait_for_function("() => (document.querySelector('#now-text, .table-now').textContent ?? '') !== ''")
        return page.evaluate(TEXTS)

    left = {}
    for path in PAGES:
        english = words_in(texts(path, "en"), "en")
        for language in OTHERS:
            found = words_in(texts(path, language), language) - ALLOWED[language]
            if words := (found if language == "bg" else found & english):
                left[f"{language} {path}"] = words
    context.close()
    assert left == {}


@pytest.mark.browser
@pytest.mark.parametrize("language", OTHERS)
def test_the_sign_in_pages_have_none_either(site, chromium, gate, language):
    context = chromium.new_context(locale={"fi": "fi-FI", "bg": "bg-BG"}[language])
    page = context.new_page()
    left = {}
    token = gate.new_secret_link("dealer")
    for path in ("/sign-in", f"/link/{token}", "/link/no-such-token"):
        page.goto(site + path)
        if found := words_in(page.evaluate(TEXTS), language) - ALLOWED[language]:
            left[path] = found if language == "bg" else found & {"sign", "name", "password", "clear", "delete", "link"}
    context.close()
    assert {path: words for path, words in left.items() if words} == {}
