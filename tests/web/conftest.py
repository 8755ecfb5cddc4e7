"""A scripted table behind the ports, a server over it, and a real browser; no part of the controller."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cards import Card
from dealer.ports import (
    ChangesClosed,
    FaultView,
    HandSummary,
    Incident,
    IncidentKind,
    LogLine,
    Picture,
    Reply,
    Role,
    Signature,
    UnknownFault,
    UnknownTable,
)
from dealer.snapshots import (
    Blank,
    CardState,
    ClockRulesView,
    ClockView,
    Control,
    DeviceView,
    LevelView,
    PlanView,
    PotView,
    Question,
    RakeView,
    Said,
    SeatStatus,
    SeatView,
    SetupView,
    StakesView,
    TableCard,
    TableView,
)
from web.app import create_app
from web.server import WebServer, serve
from web.settings import Settings

SECRET = "428613"
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a"
    "090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005"
    "ffda0008010100003f00d2cf20ffd9"
)


def up(name: str, state: CardState = CardState.CONFIRMED) -> TableCard:
    return TableCard(True, name, state)


def due(face_up: bool = True, state: CardState = CardState.DUE) -> TableCard:
    return TableCard(face_up, None, state)


DOWN = TableCard(False, None, CardState.CONFIRMED)
UNREAD = TableCard(False, None, CardState.CONFIRMED, read=False)
NAMES = ("Aino", "Boris", "Cilla", "Dimitar", "Eeva", "Filip", "Greta", "Hristo")
DOORS = ("2c", "Kd", "7h", "Th", "9h", "Jc", "4s", "Qd")
FOURTHS = ("7d", "Qs", "3c", "Ad", "9c", "5h", "8s", "6d")
FIFTHS = ("Ts", "Kh", "2d", "6c", "4h", "Jd", "3s", "8c")
SIXTHS = ("Ac", "5s", "Qh", "Td", "Kc", "6s", "9d", "2h")


def seat(number: int, street: int, **changes: object) -> SeatView:
    cards = [DOWN, DOWN, up(DOORS[number - 1])]
    cards += [up(row[number - 1]) for row, at in ((FOURTHS, 4), (FIFTHS, 5), (SIXTHS, 6)) if street >= at]
    cards += [DOWN] if street >= 7 else []
    plain = SeatView(
        number, NAMES[number - 1], SeatStatus.LIVE, 100 + 37 * number, 0, 0, tuple(cards), "", False, False
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def eight(street: int, changes: Mapping[int, Mapping[str, object]] | None = None) -> tuple[SeatView, ...]:
    return tuple(seat(n, street, **(changes or {}).get(n, {})) for n in range(1, 9))


FOLDED: dict[str, object] = {"status": SeatStatus.FOLDED}
ALL_IN: dict[str, object] = {"status": SeatStatus.ALL_IN, "stack": 0}
DEVICES = (
    DeviceView("shoe", "ok", "OK", "/dev/serial/by-id/usb-shoe"),
    DeviceView("camera", "ok", "OK", "camera 0"),
    DeviceView("journal", "ok", "OK", ""),
)
NO_DEVICES = (
    DeviceView("shoe", "gone", "gone", "/dev/serial/by-id/usb-shoe: unplugged"),
    DeviceView("camera", "none", "none", "no camera in the table file"),
    DeviceView("journal", "ok", "OK", ""),
)


def control(slot: str, key: str, label: str, amounts: tuple[int, int] | None = None, **entry: object) -> Control:
    return Control(slot, key, label, {"do": slot, **entry}, amounts)


FOLD = control("fold", "F", "FOLD")
CHECK = control("check", "C", "CHECK")
SHOW = control("show", "S", "SHOW")
MUCK = control("muck", "M", "MUCK")
FLOOR = control("floor", "!", "CALL THE FLOOR")
SEATED: tuple[tuple[int | str, str], ...] = tuple((n, f"seat {n} {NAMES[n - 1]}") for n in range(1, 9))
WHY = Blank("reason", "Reason", text=True)
SIT_OUT = Control(
    "sit-out", "", "sit out", {"do": "sit-out", "seat": None}, blanks=(Blank("seat", "Seat", choices=SEATED),)
)
REPORT = Control(
    "report",
    "",
    "report a mistake",
    {"do": "irregularity", "kind": None, "seat": None},
    blanks=(
        Blank("kind", "What happened", choices=tuple((f"kind-{n}", f"Mistake {n}") for n in range(12))),
        Blank("seat", "Seat", choices=SEATED, optional=True),
    ),
)
COUNTED = Control(
    "set-stack",
    "",
    "set a stack",
    {"do": "set-stack", "seat": None, "stack": None, "reason": None},
    blanks=(Blank("seat", "Seat", choices=SEATED), Blank("stack", "Chips counted", most=10**9), WHY),
)
VOID = Control("void", "V", "VOID THE HAND", {"do": "void", "reason": None})
ANSWERED = Control("floor", "!", "ANSWER THE CALL", {"do": "floor-done", "note": ""})

BASE = TableView(
    table="1",
    turn=0,
    language="en",
    title="Table 1",
    hand=1043,
    game="Stud",
    stakes="4/8",
    street=4,
    street_name="4th street",
    pot=23,
    pots=(PotView("main pot", 23, tuple(range(1, 9))),),
    rake=0,
    stub=24,
    burns=1,
    step="act",
    now="",
    now_detail="",
    next_card="then: burn, then up from seat 1",
    card_wanted="",
    seats=eight(4),
    community=(),
    controls=(),
    question=None,
    devices=DEVICES,
    undo=(),
    said=(),
    clock=None,
    floor_call="",
    floor_call_since=None,
    paused="",
    hands_an_hour=31.5,
    mock=True,
)

SETUP = SetupView(
    house="wsop-live",
    houses=("wsop-live", "finnish-cardroom"),
    seats=8,
    games=("stud-high",),
    all_games=(("stud-high", "Stud"), ("razz", "Razz")),
    limit="fixed",
    limits=("fixed", "spread", "pot", "no"),
    ante=1,
    bring_in=2,
    small_bet=4,
    big_bet=8,
    spread=None,
    chip=1,
    min_buy_in=40,
    decks=("red", "blue"),
    rake="none",
    levels=0,
    up_cards="both",
    up_cards_choices=("both", "shoe", "camera", "hand"),
    equipment=(("camera", "/dev/video0"), ("calibration", "table-1")),
    free=True,
    rotation=(PlanView("stud-high", None), PlanView("razz", StakesView("fixed", 1, 2, 6, 12, None, 1))),
    orbit=8,
    rake_now=RakeView("percent", per_mille=50, cap=4),
    rake_kinds=("none", "percent", "steps", "fixed"),
    time_charge=None,
    schedule=(LevelView(20, StakesView("fixed", 1, 2, 4, 8, None, 1)),),
    clock=ClockRulesView("each", 30, 5, "fold"),
    clock_starts=("off", "each", "on-call"),
    time_outs=("all-in", "all-in-protection", "fold", "call-floor"),
)

DISPUTE = Question(
    id="q1",
    kind="disagree",
    rule="R8",
    title="Seat 3's card: the shoe says 8d, the camera sees 6d.",
    detail="Dealing is paused. House rule: neither is believed until a person says so.",
    seat=3,
    readings=(("shoe", "8d"), ("camera", "6d")),
    choices=(
        Control("1", "1", "it is 8d", {"do": "answer", "question": "q1", "choice": "shoe"}),
        Control("2", "2", "it is 6d", {"do": "answer", "question": "q1", "choice": "camera"}),
        Control("3", "3", "look again", {"do": "answer", "question": "q1", "choice": "look"}),
        Control("4", "4", "other card", {"do": "answer", "question": "q1", "choice": "other", "card": None}),
    ),
    picture=True,
    card_wanted=True,
)


def hand() -> list[TableView]:
    """Every kind of step that a hand has, one view each; an entry that is offered leads to the next."""
    third = replace(BASE, street=3, street_name="3rd street", pot=8, stub=28, burns=0)
    dealt = [replace(s, cards=s.cards[:2] + ((s.cards[2],) if s.seat < 3 else ())) for s in eight(3)]
    dealt[2] = replace(dealt[2], cards=(*dealt[2].cards, due()))
    held = (UNREAD, DOWN)
    dealt[4] = replace(dealt[4], cards=held)
    wrong = list(eight(5, {4: FOLDED, 6: FOLDED}))
    wrong[2] = replace(wrong[2], cards=(*wrong[2].cards[:4], TableCard(True, None, CardState.CONFLICT)))
    shown = {
        5: {
            "status": SeatStatus.SHOWN,
            "won": 188,
            "cards": tuple(up(c) for c in ("9s", "4d", "9h", "9c", "4h", "Kc", "2s")),
            "showing": "full house, nines over fours",
        },
        1: {"status": SeatStatus.MUCKED},
    }
    out = dict.fromkeys((2, 3, 4, 6, 8), FOLDED)
    return [
        replace(
            third,
            step="start-hand",
            now="Start the hand",
            seats=tuple(replace(s, cards=()) for s in eight(3, {6: {"status": SeatStatus.EMPTY, "name": ""}})),
            controls=(control("next", "N", "START THE HAND"), FLOOR),
            pot=0,
            stub=52,
        ),
        replace(
            third,
            step="deal",
            now="Seat 3: door card, face up",
            card_wanted="up",
            seats=tuple(dealt),
            controls=(FLOOR,),
            devices=NO_DEVICES,
        ),
        replace(
            third,
            step="act",
            now="Seat 1: bring in for 2",
            now_detail="two of clubs, the lowest door card",
            seats=eight(3, {1: {"acts": True, "brings_in": True}}),
            controls=(control("bring-in", "I", "BRING IN 2"), control("complete", "K", "COMPLETE 4"), FLOOR),
        ),
        replace(
            third,
            now="Seat 2: fold, call or complete",
            now_detail="2 to call",
            seats=eight(3, {1: {"bet": 2, "brings_in": True}, 2: {"acts": True}}),
            controls=(FOLD, control("call", "L", "CALL 2"), control("complete", "K", "COMPLETE 4"), FLOOR),
            clock=ClockView(2, 7.0, 10.0, True, False),
        ),
        replace(
            BASE,
            now="Seat 5: bet or check",
            now_detail="pair of nines, high",
            seats=eight(4, {2: FOLDED, 3: FOLDED, 5: {"acts": True, "showing": "pair of nines"}}),
            controls=(FOLD, CHECK, control("bet", "B", "BET 4"), control("bet-big", "D", "BET 8"), FLOOR),
        ),
        replace(
            BASE,
            now="Seat 7: raise to 8 to 16, call 4 or fold",
            seats=eight(4, {2: FOLDED, 3: FOLDED, 5: {"bet": 4}, 7: {"acts": True}}),
            controls=(
                FOLD,
                control("call", "L", "CALL 4"),
                control("raise", "R", "RAISE TO 8–16", (8, 16), to=8),
                FLOOR,
            ),
        ),
        replace(
            BASE,
            street=5,
            street_name="5th street",
            step="ask",
            now="Stop",
            seats=tuple(wrong),
            question=DISPUTE,
            paused="shoe and camera disagree",
            controls=(FLOOR,),
        ),
        replace(
            BASE,
            street=7,
            street_name="7th street",
            step="deal",
            now="Seat 1: last card, face down",
            card_wanted="down",
            pot=96,
            stub=9,
            burns=4,
            seats=eight(6, {**out, 1: {"cards": (*seat(1, 6).cards, due(False))}}),
            controls=(FLOOR,),
        ),
        replace(
            BASE,
            street=7,
            street_name="7th street",
            now="Seat 7: call 30, all in, or fold",
            pot=188,
            pots=(PotView("main pot", 140, (1, 5, 7)), PotView("side pot", 48, (1, 5))),
            stub=0,
            burns=4,
            seats=eight(7, {**out, 5: ALL_IN, 7: {"acts": True}}),
            community=(up("Ah"),),
            controls=(FOLD, control("all-in", "A", "ALL IN 30"), FLOOR),
            clock=ClockView(7, 3.0, 10.0, True, True),
        ),
        replace(
            BASE,
            street=7,
            street_name="showdown",
            step="show",
            now="Seat 5 must show",
            pot=188,
            seats=eight(7, {**out, 5: {"acts": True}}),
            controls=(SHOW, MUCK, FLOOR),
        ),
        replace(
            BASE,
            street=7,
            street_name="showdown",
            step="push-pot",
            now="Push 188 to seat 5",
            now_detail="full house, nines over fours",
            pot=188,
            seats=eight(7, out | shown),
            controls=(control("next", "N", "POT IS PUSHED"), FLOOR),
        ),
    ]


@dataclass
class ScriptedChanges:
    tables: ScriptedTables
    table: str
    role: Role
    language: str
    seen: int
    closed: bool = False

    def wait(self, seconds: float) -> TableView | None:
        with self.tables.news:
            self.tables.news.wait_for(lambda: self.tables.version > self.seen or self.tables.stopped, seconds)
            if self.tables.stopped or self.closed:
                raise ChangesClosed("stopped")
            if self.tables.version == self.seen:
                return None
            self.seen = self.tables.version
        return self.tables.view(self.table, self.role, self.language)

    def close(self) -> None:
        self.closed = True


@dataclass
class ScriptedTables:
    """Plays the list of views; keeps what was entered and by whom."""

    steps: list[TableView] = field(default_factory=hand)
    names: tuple[str, ...] = ("1",)
    at: int = 0
    turn: int = 1
    version: int = 1
    call: str = ""
    calling: str = ""
    called: float = 1_700_000_000.0
    stopped: bool = False
    entered: list[tuple[str, dict[str, object], Signature]] = field(default_factory=list)
    said: list[str] = field(default_factory=lambda: ["The hand begins"])
    news: threading.Condition = field(default_factory=threading.Condition)
    jpeg: bytes | None = JPEG

    @property
    def calls_at(self) -> str:
        """The table at which the floor is called: the one that was named, else the first."""
        return self.calling or self.names[0]

    def ids(self) -> tuple[str, ...]:
        return self.names

    def view(self, table: str, role: Role, language: str) -> TableView:
        if table not in self.names:
            raise UnknownTable(table)
        with self.news:
            base = self.steps[self.at]
            back = f"UNDO: {self.said[-1]}"
            undo = (Control("undo", "U", back, {"do": "undo"}),) if self.at else ()
            pause = Control("pause", "", "PAUSE", {"do": "pause", "reason": ""})
            controls = (*base.controls, *undo, pause) if role in (Role.DEALER, Role.FLOOR) else ()
            if role in (Role.DEALER, Role.FLOOR):
                controls += (SIT_OUT, REPORT)
            if role is Role.FLOOR:
                controls += (VOID, COUNTED)
            mine = self.call if table == self.calls_at else ""
            if mine and role is Role.FLOOR:
                controls = (*(each for each in controls if each.slot != "floor"), ANSWERED)
            return replace(
                base,
                table=table,
                title=f"Table {table}",
                language=language,
                turn=self.turn,
                controls=controls,
                question=base.question if role is not Role.VIEWER else None,
                setup=SETUP if role in (Role.FLOOR, Role.TECHNICIAN) else None,
                devices=base.devices if role is not Role.VIEWER else (),
                undo=(self.said[-1],) if self.at else (),
                said=tuple(Said(i, text) for i, text in enumerate(self.said, 1))[-6:],
                floor_call=mine,
                floor_call_since=self.called if mine else None,
            )

    def follow(self, table: str, role: Role, language: str) -> ScriptedChanges:
        self.view(table, role, language)
        return ScriptedChanges(self, table, role, language, self.version)

    def enter(self, table: str, entry: Mapping[str, object], turn: int, who: Signature, language: str) -> Reply:
        with self.news:
            if turn != self.turn:
                return Reply(self.turn, "Another entry was made meanwhile; look again.", "R8")
            self.entered.append((table, dict(entry), who))
            what = str(entry["do"])
            if what == "floor":
                self.call = "called by the dealer"
            elif what == "undo":
                self.at -= 1
            elif what == "floor-done":
                self.call = ""
            else:
                self.said.append(f"{what} {entry.get('to', entry.get('card', ''))}".strip())
                self.at = min(self.at + 1, len(self.steps) - 1)
            self.turn += 1
            self.changed()
            return Reply(self.turn)

    def picture(self, table: str) -> Picture | None:
        if table not in self.names:
            raise UnknownTable(table)
        return Picture(self.jpeg, 0.0) if self.jpeg else None

    # what the tests do

    def changed(self) -> None:
        with self.news:
            self.version += 1
            self.news.notify_all()

    def go(self, step: int) -> None:
        """Something happened at the table: another step, another turn."""
        with self.news:
            self.at = step
            self.turn += 1
            self.said.append(self.steps[step].now)
            self.changed()

    def chips(self, pot: int) -> None:
        """Something changed that nobody presses, within the same turn."""
        with self.news:
            self.steps[self.at] = replace(self.steps[self.at], pot=pot, hands_an_hour=float(pot))
            self.changed()

    def find(self, now: str) -> int:
        return next(i for i, view in enumerate(self.steps) if now in view.now)

    def stop(self) -> None:
        with self.news:
            self.stopped = True
            self.news.notify_all()


@dataclass
class ScriptedSimulation:
    on: dict[str, bool] = field(default_factory=lambda: {"shoe-unplugged": False, "double-card": False})
    speed: float | None = 1.0

    def faults(self) -> tuple[FaultView, ...]:
        words = {"shoe-unplugged": "The shoe is unplugged", "double-card": "Two cards leave at once"}
        return tuple(FaultView(n, words[n], on, n == "double-card") for n, on in self.on.items())

    def switch(self, fault: str, on: bool) -> None:
        if fault not in self.on:
            raise UnknownFault(fault)
        self.on[fault] = on

    def pace(self) -> float | None:
        return self.speed

    def set_pace(self, seconds: float | None) -> None:
        self.speed = seconds


class ScriptedTrends:
    def incidents(self, since: float, language: str) -> Sequence[Incident]:
        now = time.time()
        plan = (
            (IncidentKind.MISREAD, "a card was not read", "S1", "red"),
            (IncidentKind.IRREGULARITY, "the burn was missed", "S1", "blue"),
        )
        more = (Incident(now - 7200, IncidentKind.DEVICE, "camera: gone", "1", "", ""),)
        return (
            *(Incident(now - 900 * n, *plan[n % 2][:2], "1", *plan[n % 2][2:]) for n in range(1, 40)),
            *more,
        )

    def hands(self, since: float) -> Sequence[float]:
        return [time.time() - 60 * n for n in range(30)]

    def log(self, language: str, most: int) -> Sequence[LogLine]:
        return [LogLine(time.time(), "1", 1042, "floor", "ruling", "a joker lay in the deck")]


class ScriptedHistory:
    def find(
        self, *, number: int | None = None, since: str | None = None, seat: int | None = None, card: Card | None = None
    ) -> Sequence[HandSummary]:
        one = HandSummary(1042, "1", "2025-03-01 20:15", "Stud 4/8", (1, 2, 5), 188, (5,))
        return (one,) if number in (None, 1042) and seat in (None, 1, 2, 5) else ()

    def text(self, number: int, language: str = "en") -> str:
        return f"Hand {number}\nseat 1: ?? ?? 2c 7d\nseat 5: 9s 4d 9h 9c\n"


@pytest.fixture
def tables() -> Iterator[ScriptedTables]:
    scripted = ScriptedTables()
    yield scripted
    scripted.stop()


@pytest.fixture
def simulation() -> ScriptedSimulation:
    return ScriptedSimulation()


@pytest.fixture(scope="session")
def hasher() -> Argon2Hasher:
    return Argon2Hasher(memory_kib=64, passes=1)


@pytest.fixture
def gate(tmp_path: Path, hasher: Argon2Hasher) -> Iterator[Gate]:
    store = Store(tmp_path / "users.db")
    now = SimpleNamespace(time=1_700_000_000.0)
    made = Gate(store, hasher, lambda: now.time)
    for role in Role:
        made.add_user(role.value, role, SECRET)
    made.now = now  # type: ignore[attr-defined]
    yield made
    store.close()


@pytest.fixture
def app(tables, gate, simulation):
    made = create_app(tables, gate, Settings(heartbeat=0.2, streams=8), simulation, ScriptedHistory(), ScriptedTrends())
    made.testing = True
    yield made
    tables.stop()
    made.extensions["hub"].stop()


def csrf_of(client) -> str:
    page = client.get("/sign-in").get_data(as_text=True)
    return re.search(r'name="csrf" content="([^"]+)"', page).group(1)  # type: ignore[union-attr]


@pytest.fixture
def sign_in(app) -> Callable[[Role | None], object]:
    """A client of the application, signed in as somebody of this role."""

    def signed_in(role: Role | None):
        client = app.test_client()
        if role is not None:
            form = {"csrf_token": csrf_of(client), "name": role.value, "secret": SECRET}
            assert client.post("/sign-in", data=form).status_code == 302
        client.csrf = csrf_of(client)
        return client

    return signed_in


@pytest.fixture
def server(app) -> Iterator[WebServer]:
    running = serve(app, Settings(heartbeat=0.2, streams=8), "127.0.0.1", 0)
    yield running
    running.stop()


# the browser

CHROMIUM_ARGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import expect, sync_playwright

    # A busy machine may take its time; what is waited for has to come all the same.
    expect.set_options(timeout=15_000)
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for path in map(shutil.which, names) if path), None)
    if found is None:
        pytest.fail("the browser tests need Chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server, gate):
    """Open a page as somebody of this role, on a screen of this size; a script that fails fails the test."""
    contexts, errors = [], []

    def opened(path: str = "/", role: Role = Role.DEALER, size: tuple[int, int] = (1280, 800), **options: object):
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        context.set_default_timeout(8000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        token = gate.sign_in_link(role.value, role, loopback=True)
        page.goto(f"{server.url}/link/{token}")
        if path != "/":
            page.goto(server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory) -> Path:
    """Where screenshots go: SCREENSHOTS if it is set, else a folder of the test run."""
    import os

    folder = Path(os.environ.get("SCREENSHOTS") or tmp_path_factory.mktemp("screens"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
