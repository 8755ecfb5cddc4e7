"""The whole program, killed at random moments: the same hand goes on, nothing is lost and nothing is told twice.

Bytes, pixels, journal and pages are the real ones; only the cards and the people are simulated.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from dealer.desk.state import Desk
from dealer.record import keeping
from dealer.record.journal import Journal
from dealer.record.recovery import EVENTS, recover
from dealer.sealing import Sealer, load_key
from dealer.sensing.records import ShoeDoubted, Spot
from drivers.mock.truth import Decks, Truth, load

KILLS = int(os.environ.get("STUD_KILLS", "50"))
SEATS, STACK = 4, 100_000

TABLE = f"""
table = "killed"
seats = {SEATS}
min-buy-in = 100
house = "finnish-cardroom"
stakes = {{ limit = "fixed", small-bet = 4, ante = 1 }}
clock = {{ start = "off", seconds = 10, warning = 3, time-out = "fold" }}
""" + "".join(f'[[players]]\nseat = {seat}\nname = "P{seat}"\nstack = {STACK}\n' for seat in range(1, SEATS + 1))


class Program:
    """The program as a process of its own, with everything that it prints."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "table.toml").write_text(TABLE)
        self.told: list[dict[str, object]] = []
        self.state = folder / "killed"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self.heard = threading.Event()

    def start(self, *more: str) -> None:
        command = [sys.executable, "-m", "dealer", "run", "--table", str(self.folder / "table.toml"), "--mock"]
        command += ["--state", str(self.folder), "--port", "0", "--pace", "0.03", "--seed", "11", "--json", *more]
        self.heard.clear()
        with (self.folder / "stderr").open("a") as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith("\n"):
                self.told.append(json.loads(line))
                self.heard.set()

    def kill(self) -> None:
        assert self._process is not None and self._reader is not None
        assert self._process.poll() is None, (self.folder / "stderr").read_text()
        self._process.send_signal(signal.SIGKILL)
        self._ended()

    def ends(self, seconds: float) -> int:
        assert self._process is not None
        code = self._process.wait(seconds)
        self._ended()
        return code

    def _ended(self) -> None:
        assert self._process is not None and self._reader is not None
        self._process.wait(10)
        self._reader.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def desk(self) -> Desk:
        """The table as a restart will find it; the journal's chain is checked on the way."""
        keeping.verify(self.state / "journal.sqlite")
        sealer = Sealer(load_key(self.state / "table.key"))
        with Journal(self.state / "journal.sqlite", table="killed", key=sealer.fingerprint) as journal:
            found = recover(journal)
        assert found is not None
        return found.desk

    def truth(self) -> Truth:
        truth = load(self.state / "simulated.json")
        assert truth is not None
        return truth


def cards_out(desk: Desk) -> int:
    return len(desk.sensing.placed) + len(desk.sensing.out)


def check(program: Program) -> Desk:
    """What must be true at every moment, dead or alive."""
    desk, truth = program.desk(), program.truth()
    ids = [int(str(each["id"])) for each in program.told]
    assert ids == sorted(set(ids)), "something was told twice, or out of order"
    assert not ids or ids[-1] // 256 <= desk.turn, "something was told before it was on disk"
    if desk.hand is not None:
        assert 52 - len(truth.stub) - cards_out(desk) in (0, 1, 2), "a card was lost or doubled"
        for seat in desk.hand.start.seats:
            same_cards(desk, truth, seat)
        middle = desk.hand.middle + desk.hand.raked
        assert sum(desk.hand.seats.stacks) + middle == SEATS * STACK
    else:
        assert sum(player.stack for player in desk.table.seated()) == SEATS * STACK
    return desk


def same_cards(desk: Desk, truth: Truth, seat: int) -> None:
    """The up-cards that the program knows are those that lie there; the newest may still be on its way."""
    assert desk.hand is not None
    decks = Decks(truth.seed)
    known = [str(card) for card in desk.hand.up(seat)]
    lies = [card for card in (*truth.laid, *truth.mucked) if card.place.seat == seat]
    up = [str(decks.card(card.tag)) for card in sorted(lies, key=lambda card: card.number)]
    told = [place for place in desk.sensing.placed if place.seat == seat and place.spot is Spot.UP]
    assert len(told) == len(known)
    assert [name for name in up if name in known] == known, f"seat {seat}: the table lies otherwise"


@pytest.mark.kill
@pytest.mark.timeout(900)
def test_killed_at_any_moment_the_same_hand_goes_on(tmp_path):
    program, random = Program(tmp_path), Random(2026)
    for number in range(KILLS):
        program.start()
        # One in four dies while it still starts; the others after something was told.
        if number % 4 != 3:
            assert program.heard.wait(60), (tmp_path / "stderr").read_text()
        time.sleep(random.uniform(0.0, 1.2))
        program.kill()
        check(program)
    program.start("--hands", "1")
    assert program.ends(240) == 0
    desk = check(program)
    assert desk.table.number >= 1
    assert not doubts(program), "the shoe's events had a hole"


def doubts(program: Program) -> list[str]:
    """Every doubt about the order of the cards, but for the first contact."""
    found = []
    with keeping.reading(program.state / "journal.sqlite") as db:
        for (body,) in db.execute("SELECT body FROM entry ORDER BY turn"):
            found += [event.kind for event in EVENTS.read(body) if isinstance(event, ShoeDoubted)]
    return [kind for kind in found if kind != "first-contact"]
