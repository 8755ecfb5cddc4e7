"""Known cards are dealt face down, and all that leaves the whole program before the showdown is searched for them.

Pages, API answers and streams of every role and of nobody, all languages, the JSON lines, what is printed and logged,
the replies to bad entries, the bytes of the journal and the accounts (DESIGN, "Hole cards are sealed").
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dealer.announce.phrases import bg, en, fi
from dealer.cards import DECK, Card, Rank, parse_cards
from dealer.cli.assemble import RunningTable
from dealer.cli.faults.plans import FaultPlan
from dealer.cli.faults.table import TrialTable, Wish
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import what_to_enter
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.desk.steps import next_step
from dealer.ports import Role, Signature, StepKind
from dealer.snapshots import Question
from dealer.table.file import table_from_plain
from drivers.camera.read import Reader
from drivers.mock.faults import Fault
from drivers.mock.script import Moment, Script

DOWN_RANKS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
SEALED = tuple(card for card in DECK if card.rank in DOWN_RANKS)
"""All of them lie face down or in the shoe; no up-card is one of them."""
DECK_ORDER = parse_cards(
    "Qs Qd Qc Qh Js Jd 2c 9h 8d Jc 3h 4s 5d Jh 6c 7h 2s Td 9c 3d 5h Th Ts Kd Kh",
)
WHO = Signature("anna", Role.DEALER)
LANGUAGES = ("en", "fi", "bg")
PATHS = (
    "/",
    "/sign-in",
    "/floor",
    "/hands",
    "/hands/1",
    "/devices",
    "/simulation",
    "/trends",
    "/log",
    "/trust",
    "/users",
    "/no-table",
    "/table/simulated",
    "/table/simulated/setup",
    "/wall/simulated",
    "/tables",
    "/table/simulated/view",
    "/simulation/state",
    "/table/simulated/missing",
)
REFUSED = frozenset({"/hands/1", "/trust", "/no-table", "/table/simulated/missing"})
"""Paths that nobody gets while the first hand is played, at a table without TLS."""
STREAMS = ("/table/simulated/stream", "/wall/simulated/stream", "/floor/stream")


def spellings(card: Card, *, raw: bool) -> Iterator[re.Pattern[str]]:
    """Every way in which a program or a person would write a card.

    raw: in bytes that are no text two letters stand side by side by chance; as a value they would stand in quotes.
    """
    before, after = ('"', '"') if raw else ("(?<![0-9A-Za-z+/_-])", "(?![0-9A-Za-z+/=_-])")
    short = str(card)
    suit = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[short[1]]
    ten = "10" if short[0] == "T" else short[0]
    for text in (short, short.upper(), f"{short[0]}{suit}", f"{ten}{suit}", f"{ten}{short[1]}"):
        yield re.compile(f"{before}{re.escape(text)}{after}")
    yield re.compile(rf"Card\({short}\)")
    for words in (en.card_text(card), fi.card_text(card), bg.card_text(card)):
        yield re.compile(re.escape(words), re.IGNORECASE)
    yield re.compile(rf"rank\W+{card.rank.name}\W+suit\W+{card.suit.name}", re.IGNORECASE)


def found_in(text: str, table: RunningTable, *, raw: bool = False) -> list[str]:
    """The sealed cards that a text tells, and the tags that stand for them."""
    hits = [
        f"{card}: {text[max(0, m.start() - 40) : m.end() + 40]!r}" for card in SEALED for m in hits_of(card, text, raw)
    ]
    tags = {tag.text for tag, card in table.simulation.tags().items() if card in SEALED}
    hits += [f"the tag of a card: {tag}" for tag in tags if tag in text or tag.partition(":")[2] in text]
    return hits


def hits_of(card: Card, text: str, raw: bool) -> list[re.Match[str]]:
    return [match for pattern in spellings(card, raw=raw) for match in pattern.finditer(text)]


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, table: RunningTable, role: Role | None) -> None:
        jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self._base = table.sign_in_url.partition("/link/")[0]
        self.got: set[str] = set()
        if role is not None:
            self.get(table.sign_in_link(role).removeprefix(self._base), "en")

    def get(self, path: str, language: str, seconds: float = 5.0) -> str:
        asked = urllib.request.Request(self._base + path, headers={"Accept-Language": language})
        got = b""
        try:
            with self._open.open(asked, timeout=seconds) as answer:
                self.got.add(path)
                if "event-stream" not in answer.headers.get("Content-Type", ""):
                    return f"{answer.headers}\n{answer.read().decode()}"
                with contextlib.suppress(TimeoutError):
                    while b"event: beat" not in got:
                        got += answer.readline()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.read().decode()
        return got.decode()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    plain = example_table(3, "finnish-cardroom") | {
        "clock": {"start": "off", "seconds": 9, "warning": 3, "time-out": "fold"}
    }
    running = RunningTable(
        Wanted(
            file=table_from_plain(plain, "test", Path()),
            mock=True,
            script=Script(decks=(DECK_ORDER,)),
            seed=4,
            pace=0.05,
            host="127.0.0.1",
            port=0,
            state=tmp_path,
            hands=None,
            as_json=True,
        )
    )
    running.simulation.set_pace(None)
    running.start(threading.Event())
    yield running
    running.stop()


def plays(table: RunningTable, until: StepKind, street: int) -> None:
    """Play as the dealer until this step is due."""
    eyes, end = Eyes(table.simulation), time.monotonic() + 90
    while True:
        moment = table.controller.moment
        step = next_step(moment.desk)
        if (step.kind, step.street) == (until, street):
            return
        assert time.monotonic() < end, step
        entry = what_to_enter(moment, eyes, long=False)
        if entry is not None:
            table.controller.enter(entry, moment.desk.turn, WHO)
        time.sleep(0.1)


def everything_on_pages(table: RunningTable, languages: Sequence[str] = LANGUAGES) -> str:
    got, answered = [], set()
    for role in (None, *Role):
        visitor = Visitor(table, role)
        got += [visitor.get(path, language) for path in PATHS for language in languages]
        got += [visitor.get(path, "en") for path in STREAMS]
        answered |= visitor.got
    assert answered >= {*PATHS, *STREAMS} - REFUSED, "these pages were not searched"
    return "\n".join(got)


def bad_entries(table: RunningTable) -> str:
    """What is replied to entries that make no sense now."""
    turn = table.controller.moment.desk.turn
    entries: tuple[dict[str, object], ...] = (
        {"do": "card", "card": "2h"},
        {"do": "card", "card": None},
        {"do": "show", "seat": 1},
        {"do": "show", "seat": 2, "cards": ["2h", "3c", "4c"]},
        {"do": "irregularity", "kind": "hole-card-exposed", "seat": 1, "place": 0},
        {"do": "open-hand", "seat": 1, "reason": ""},
        {"do": "next", "nonsense": 1},
    )
    return "\n".join(str(table.controller.enter(entry, turn, WHO)) for entry in entries)


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_nothing_that_leaves_the_program_tells_a_card_that_lies_face_down(
    table: RunningTable, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    plays(table, StepKind.ACT, 3)
    left = bad_entries(table) + everything_on_pages(table, ("fi",))
    plays(table, StepKind.ACT, 7)
    hand = table.controller.moment.desk.hand
    assert hand is not None
    ups = {card for seat in hand.start.seats for card in hand.up(seat)}
    assert not ups & set(SEALED), "the deck was planted otherwise"
    assert all(len(hand.down(seat)) == 3 for seat in hand.start.seats)
    left += everything_on_pages(table)
    left += repr(table.controller.moment)
    printed = capfd.readouterr()
    left += printed.out + printed.err + caplog.text
    assert "three of hearts" in left.lower() or "3h" in left, "an up-card would have been found"
    assert found_in(left, table) == []
    stored = b"".join(
        path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.name != "simulated.json"
    )
    assert len(stored) > 20_000
    assert found_in(stored.decode("latin-1"), table, raw=True) == []


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_they_would_have_been_found_once_they_are_shown(table: RunningTable) -> None:
    plays(table, StepKind.PUSH_POT, 7)
    found = found_in(Visitor(table, Role.DEALER).get("/table/simulated/view", "en"), table)
    assert found


def asked(fault: Fault, reader: Reader, folder: Path) -> Question:
    """What the dealer is asked when this happens to a card that is dealt face down."""
    at = Moment(hand=1, street=3, seat=2, kind=StepKind.DEAL)
    plan = FaultPlan(fault, at)
    trial = TrialTable(Wish(plan.script), folder, reader)
    try:
        trial.start()
        eyes, end = Eyes(trial.simulation), time.monotonic() + 60
        while time.monotonic() < end:
            moment = trial.controller.moment
            if moment.desk.sensing.question is not None:
                question = trial.view().question
                assert question is not None
                return question
            entry = what_to_enter(moment, eyes, long=False)
            if entry is not None:
                trial.controller.enter(entry, moment.desk.turn, WHO)
            time.sleep(0.1)
        raise AssertionError("nothing was asked")
    finally:
        trial.close()


@pytest.mark.faults
def test_a_copy_of_a_face_down_card_reads_like_a_foreign_one(tmp_path: Path, card_reader: Reader) -> None:
    """READ_TWICE lets the shoe tell of a card that lies face down once more."""
    copy = asked(Fault.READ_TWICE, card_reader, tmp_path / "copy")
    foreign = asked(Fault.FOREIGN_CARD, card_reader, tmp_path / "foreign")
    assert replace(copy, id="") == replace(foreign, id="")
    assert copy.kind == "deck-fault"
    assert (copy.seat, copy.readings) == (None, ())
