"""What the trials of faults share: one reader of cards for all tables of a process, a real broker, and visitors."""

from __future__ import annotations

import contextlib
import http.cookiejar
import importlib.util
import json
import re
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from dealer.cards import Card
from dealer.cli.assemble import RunningTable
from dealer.cli.faults.table import TrialTable, Wish
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import what_to_enter
from dealer.desk.moment import Moment as Now
from dealer.game.due import Over, ShowDue
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.ports import Role, Signature
from dealer.sensing.records import Answer, Asked, QuestionKind, Witness
from dealer.table.state import DeckStep
from drivers.camera.read import Reader


def _broker_house() -> ModuleType:
    """The fixtures of the broker's own tests."""
    path = Path(__file__).parents[1] / "drivers" / "broker" / "conftest.py"
    spec = importlib.util.spec_from_file_location("broker_house", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_FIXTURE = type(pytest.fixture(lambda: None))
globals().update({name: each for name, each in vars(_broker_house()).items() if isinstance(each, _FIXTURE)})


@pytest.fixture(scope="session")
def card_reader() -> Reader:
    """The shipped model, loaded once."""
    return Reader()


WHO = Signature("anna", Role.DEALER)
_LONGEST = 220.0
_LOOKS = 2.5
"""Seconds for which a tabled hand lies before the dealer presses anything."""
_MOST_LOOKS = 3
"""How often he lets the camera look again at one hand before he names its cards himself."""
_OF_A_SHOW = frozenset({QuestionKind.TABLED, QuestionKind.DISAGREE, QuestionKind.CONTRADICTED})


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
        """Headers and text of an answer; of a stream what comes before its first beat."""
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

    def picture(self, path: str) -> bytes:
        """What the camera sees, or b"" for somebody who may not see it."""
        try:
            with self._open.open(self._base + path, timeout=5) as answer:
                return answer.read() if answer.headers.get("Content-Type") == "image/jpeg" else b""
        except urllib.error.HTTPError as refused:
            refused.close()
            return b""

    def post(self, page: str, path: str, body: object) -> dict[str, object]:
        """Press a button of a page."""
        token = re.search(r'name="csrf" content="([^"]+)"', self.get(page, "en"))
        assert token is not None, f"{page} was not shown"
        headers = {"Content-Type": "application/json", "X-CSRFToken": token.group(1)}
        asked = urllib.request.Request(self._base + path, json.dumps(body).encode(), headers)
        with self._open.open(asked, timeout=5) as answer:
            return json.loads(answer.read())


@pytest.fixture
def visitor() -> Callable[[RunningTable, Role | None], Visitor]:
    """Somebody who looks at the pages of a table: `visitor(table, Role.DEALER)`."""
    return Visitor


class TablingDealer:
    """A dealer who presses `show` and lets the camera read; what he was asked and answered.

    Everything else he does as the dealer of the trials does it.
    """

    def __init__(self, table: TrialTable) -> None:
        self.table = table
        self._eyes = Eyes(table.simulation)
        self.asked: list[Asked] = []
        self.answered: list[Answer] = []
        self._looks: Counter[int] = Counter()
        self.over: Hand | None = None
        table.controller.listen(self._follow)

    def _follow(self, moment: Now) -> None:
        asked = moment.desk.sensing.question
        if asked is not None and asked not in self.asked:
            self.asked.append(asked)
        hand = moment.desk.hand
        if hand is not None and isinstance(hand.due, Over) and self.over is None:
            self.over = hand

    def plays(self) -> Hand:
        end, turn, since, quiet = time.monotonic() + _LONGEST, -1, 0.0, 0.0
        while self.over is None:
            moment, now = self.table.controller.moment, time.monotonic()
            assert now < end, self.table.view().now
            if moment.desk.turn != turn:
                turn, since = moment.desk.turn, now
            quiet = now - since
            entry = self._entry(moment, quiet)
            if entry is not None:
                self.table.controller.enter(entry, turn, WHO)
            time.sleep(0.1)
        return self.over

    def _entry(self, moment: Now, quiet: float) -> Mapping[str, object] | None:
        hand, asked = moment.desk.hand, moment.desk.sensing.question
        tabled = hand is not None and isinstance(hand.due, ShowDue)
        if tabled and quiet < _LOOKS:
            return None
        if hand is not None and tabled and asked is not None and asked.kind in _OF_A_SHOW:
            return self._says(hand, asked)
        if hand is not None and isinstance(hand.due, ShowDue) and asked is None:
            return {"do": "show", "seat": hand.due.seat}
        if moment.desk.table.deck.step is DeckStep.SHUFFLED and self.table.simulation.truth.lid_open:
            return None
        return what_to_enter(moment, self._eyes, long=quiet > 9)

    def _says(self, hand: Hand, asked: Asked) -> Mapping[str, object]:
        """He compares what the camera reads with what he sees, and says yes only if it is so."""
        assert asked.seat is not None
        lies = Counter(self.lies(asked.seat))
        down = [card for card in self.lies(asked.seat) if card not in hand.up(asked.seat)]
        seen = Counter(reading.card for reading in asked.readings if reading.witness is Witness.CAMERA)
        offered = [option.answer for option in asked.options]
        named = [number for number, option in enumerate(asked.options, start=1) if option.card in lies]
        if asked.kind is QuestionKind.CONTRADICTED and named:
            self.answered.append(Answer.CARD)
            return self._answer(asked, str(named[0]))
        answer = Answer.AS_SEEN if Answer.AS_SEEN in offered and not seen - lies else Answer.LOOK_AGAIN
        self._looks[asked.seat] += answer is Answer.LOOK_AGAIN
        if self._looks[asked.seat] > _MOST_LOOKS and asked.count == len(down) and Answer.BY_HAND in offered:
            self.answered.append(Answer.BY_HAND)
            return self._answer(asked, Answer.BY_HAND.value) | {"cards": [str(card) for card in down]}
        self.answered.append(answer)
        return self._answer(asked, answer.value)

    @staticmethod
    def _answer(asked: Asked, choice: str) -> dict[str, object]:
        return {"do": "answer", "question": f"q{asked.number}", "choice": choice}

    def lies(self, seat: int) -> list[Card]:
        return [self._eyes.face(laid) for laid in self._eyes.at(Place(Zone.SEAT, seat))]

    def check(self) -> None:
        """Every hand that came to the end is on the record as it lies there."""
        hand = self.over
        assert hand is not None and hand.showdown is not None
        for seat in hand.start.seats:
            shown = hand.showdown.shown[hand.position(seat)]
            if shown is not None:
                told = [*hand.up(seat), *shown]
                assert sorted(map(str, told)) == sorted(map(str, self.lies(seat))), f"seat {seat}"


@pytest.fixture
def tabling_dealer(card_reader: Reader, tmp_path: Path) -> Iterator[Callable[[Wish], TablingDealer]]:
    """Plays the first hand at a table such as is wished, and gives who dealt it: `tabling_dealer(Wish(script))`."""
    tables: list[TrialTable] = []

    def make(wish: Wish) -> TablingDealer:
        tables.append(TrialTable(wish, tmp_path, card_reader))
        dealer = TablingDealer(tables[-1])
        tables[-1].start()
        dealer.plays()
        dealer.check()
        return dealer

    yield make
    for each in tables:
        each.close()
