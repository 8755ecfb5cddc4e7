"""Known cards are dealt face down, and all that leaves the whole program before the showdown is searched for them.

Pages, API answers and streams of every role and of nobody, all languages, the JSON lines, what is printed and logged,
the replies to bad entries, what a real broker is told, the camera's picture as each role gets it with what is drawn on
it, and on disk the bytes of the journal, of a backup of it, of the accounts and of a recording of the shoe (DESIGN,
"Hole cards are sealed").

Not searched, and why: the shoe's own line, since the wire carries tag ids and never a rank or a suit (SHOE-PROTOCOL),
so that whoever taps it learns a card only if he has seen that tag's face before; a recording in clear, which is refused
for a deck that is played with; the file in which the simulated table keeps its own cards, which no real table has. The
pixels of a card that lies face down show its back; so of the picture only what is drawn on it could tell.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
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
from dealer.record import keeping
from dealer.sealing import Key, Sealer
from dealer.snapshots import Question
from dealer.table.file import table_from_plain
from drivers.camera import driver
from drivers.camera.draw import Label
from drivers.camera.read import Reader
from drivers.link import Link
from drivers.mock.faults import Fault
from drivers.mock.script import Moment, Script
from drivers.shoe import protocols
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.factory import ShoeOptions, shoe_on
from drivers.shoe.recording import Kind, Recorder, Tapped, read_recording

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
    "/table/one",
    "/table/one/setup",
    "/wall/one",
    "/tables",
    "/table/one/view",
    "/simulation/state",
    "/table/one/missing",
)
REFUSED = frozenset({"/hands/1", "/trust", "/no-table", "/table/one/missing"})
"""Paths that nobody gets while the first hand is played, at a table without TLS."""
PICTURE = "/table/one/picture.jpg"
SEES_NO_PICTURE = (None, Role.VIEWER)
STREAMS = ("/table/one/stream", "/wall/one/stream", "/floor/stream")


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


SEALER = Sealer(Key(bytes(range(32))))
"""Seals the recording."""


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All that the table's shoe says is recorded here, as `dealer record` does it."""
    file = tmp_path / "shoe.recording"

    def recorded(protocol: protocols.ShoeProtocol, port: str, options: ShoeOptions) -> ShoeDriver:
        recorder = Recorder(file, protocol, "house", lambda data: SEALER.seal_bytes(data, "the recording"))
        return shoe_on(Tapped(Link(port, protocols.BAUD[protocol]), recorder), protocol, options)

    monkeypatch.setattr("dealer.cli.devices.make_shoe", recorded)
    return file


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the camera's pictures."""
    texts: list[str] = []
    draw = driver.labels

    def labels(image: np.ndarray, all_of_it: Sequence[Label]) -> None:
        texts.extend(each.text for each in all_of_it)
        draw(image, all_of_it)

    monkeypatch.setattr(driver, "labels", labels)
    return texts


@pytest.fixture
def table(tmp_path: Path, mosquitto, recording: Path) -> Iterator[RunningTable]:
    password = tmp_path / "password"
    password.write_text("long-enough-1")
    password.chmod(0o600)
    plain = example_table(3, "finnish-cardroom") | {
        "table": "one",
        "clock": {"start": "off", "seconds": 9, "warning": 3, "time-out": "fold"},
        "broker": {
            "url": mosquitto.url,
            "room": "main",
            "username": "one",
            "password-file": str(password),
            "ca": mosquitto.ca,
            "languages": list(LANGUAGES),
        },
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


def everything_on_pages(table: RunningTable, visitor, languages: Sequence[str] = LANGUAGES) -> str:
    got, answered = [], set()
    for role in (None, *Role):
        somebody = visitor(table, role)
        got += [somebody.get(path, language) for path in PATHS for language in languages]
        got += [somebody.get(path, "en") for path in STREAMS]
        answered |= somebody.got
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


def of_the_camera(table: RunningTable, visitor, reader: Reader) -> list[str]:
    """What a reader of cards makes of the picture that each role is given."""
    found: list[str] = []
    for role in (None, *Role):
        jpeg = visitor(table, role).picture(PICTURE)
        assert jpeg[:2] == (b"" if role in SEES_NO_PICTURE else b"\xff\xd8"), role
        if role not in SEES_NO_PICTURE:
            assert no_words(jpeg)
            image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            cards = reader.read(np.asarray(image, np.uint8)).cards
            found += [str(card.card) for card in cards if card.card is not None]
    return found


def no_words(jpeg: bytes) -> bool:
    """A picture carries nothing but pixels: no comment (FE) and no application's own words (E1 to EF)."""
    place, markers = 2, []
    while jpeg[place] == 0xFF and jpeg[place + 1] != 0xDA:
        markers.append(jpeg[place + 1])
        place += 2 + int.from_bytes(jpeg[place + 2 : place + 4])
    return not [marker for marker in markers if marker == 0xFE or 0xE1 <= marker <= 0xEF]


def all_told(table: RunningTable, ear, wait_until: Callable[..., None]) -> str:
    """All that the broker was told, down to the last entry."""
    turn = table.controller.moment.desk.turn
    wait_until(lambda: any(f'"seq":{turn},'.encode() in each for each in ear.payloads("event")), seconds=20)
    wait_until(lambda: any(turn <= last_turn(each) for each in ear.payloads("state/bg")), seconds=20)
    return "\n".join(f"{topic} {payload.decode()}" for topic, payload, _ in list(ear.heard))


def last_turn(state: bytes) -> int:
    """The turn of a view; views between two others may be left out."""
    found = re.search(rb'"turn":(\d+)', state)
    return int(found.group(1)) if found else 0


@pytest.mark.faults
@pytest.mark.timeout(300)
def test_nothing_that_leaves_the_program_tells_a_card_that_lies_face_down(
    table: RunningTable,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    visitor,
    ear,
    wait_until: Callable[..., None],
    written: list[str],
    card_reader: Reader,
) -> None:
    listener = ear()
    plays(table, StepKind.ACT, 3)
    left = bad_entries(table) + everything_on_pages(table, visitor, ("fi",))
    plays(table, StepKind.ACT, 7)
    hand = table.controller.moment.desk.hand
    assert hand is not None
    ups = {card for seat in hand.start.seats for card in hand.up(seat)}
    assert not ups & set(SEALED), "the deck was planted otherwise"
    assert all(len(hand.down(seat)) == 3 for seat in hand.start.seats)
    left += everything_on_pages(table, visitor)
    left += repr(table.controller.moment)
    left += all_told(table, listener, wait_until)
    seen = of_the_camera(table, visitor, card_reader)
    printed = capfd.readouterr()
    left += printed.out + printed.err + caplog.text
    left += "\n".join(f'"{each}"' for each in (*seen, *written))
    assert "three of hearts" in left.lower() or "3h" in left, "an up-card would have been found"
    assert found_in(left, table) == []
    assert {str(card) for card in ups} & set(written), "the readings are drawn on the picture"
    assert set(seen) & {str(card) for card in ups}, "an up-card would have been read from the picture"
    keeping.backup(tmp_path / "one" / "journal.sqlite", tmp_path / "backup.sqlite")
    stored = b"".join(
        path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file() and path.name != "simulated.json" and "broker" not in path.parts
    )
    assert len(stored) > 20_000
    assert found_in(stored.decode("latin-1"), table, raw=True) == []


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_they_would_have_been_found_once_they_are_shown(
    table: RunningTable, recording: Path, visitor, ear, wait_until: Callable[..., None]
) -> None:
    listener = ear()
    plays(table, StepKind.PUSH_POT, 7)
    assert found_in(visitor(table, Role.DEALER).get("/table/one/view", "en"), table)
    assert found_in(all_told(table, listener, wait_until), table)
    opened = read_recording(recording, lambda data: SEALER.open_bytes(data, "the recording"))
    line = b"".join(each.data for each in opened.happened if each.kind is Kind.BYTES).decode("latin-1")
    assert [hit for hit in found_in(line, table, raw=True) if hit.startswith("the tag")], "the recording holds the deck"


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
