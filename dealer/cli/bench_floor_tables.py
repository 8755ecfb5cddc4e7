"""The tables of `dealer bench floor`: a recorded journal, told again and again by as many tables as are wanted.

They are no controllers: what each says is what a real one would, made from what one real table played before.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from dealer.cards import DECK, Card
from dealer.cli.mock import MockTags, example_table
from dealer.clock import SystemClock
from dealer.controller import Controller, Outside
from dealer.desk.steps import next_step
from dealer.errors import DealerError
from dealer.ports import Face, NextStep, Role, Signature, StepKind, TableEvent
from dealer.record.journal import Journal
from dealer.record.told import JournalRecord
from dealer.sealing import Key, Sealer
from dealer.snapshots import TableView
from dealer.table.file import table_from_plain
from dealer.views import Sign, view
from drivers.broker import payloads, topics
from drivers.broker.crowd import Crowd
from drivers.broker.link import Letter
from drivers.broker.payloads import Presence
from drivers.broker.table import BEAT, new_session
from drivers.broker.topics import Address

_DEALER = Signature("dealer", Role.DEALER)
_BOLD = 0.3
_GIVES_WAY = 5
_SEQ, _HAND, _SENT, _TURN = 987654321, 987654322, 1987654323.5, 987654324
"""Stand in the prepared messages where each table puts its own."""


class CannotRecord(DealerError):
    """The table whose journal is told did not go on."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One entry of the recorded journal as it goes out, ready but for what is each table's own."""

    event: bytes
    state: bytes
    hand: int


def recorded(hands: int, seed: int = 1) -> list[Beat]:
    """Play some hands at a real table, every card by hand, and return its journal, entry by entry.

    Raises CannotRecord if the table does not go on.
    """
    file = table_from_plain(example_table(8, "wsop-live") | {"sensing": {"up-card": "hand"}}, "bench", Path())
    sign = Sign("Table")
    with tempfile.TemporaryDirectory(prefix="bench-floor-") as folder:
        path = Path(folder) / "journal.sqlite"
        sealer = Sealer(Key(bytes(32)))
        with Journal(path, table=file.setup.table, key=sealer.fingerprint) as journal:
            controller = Controller(
                journal=journal,
                setup=file.setup,
                policy=file.up_cards,
                players=file.players,
                sealer=sealer,
                tags=MockTags({}),
                outside=Outside(),
                clock=SystemClock(),
            )
            views = dict(_played(controller, hands, sign, random.Random(seed)))
        events = JournalRecord(path).events(1, 100_000)
    return [_beat(event, views[event.seq]) for event in events if event.seq in views]


def _played(controller: Controller, hands: int, sign: Sign, chance: random.Random) -> Iterator[tuple[int, TableView]]:
    """Play, and yield the floor's view after each entry with its turn."""
    deck: list[Card] = []
    while controller.moment.desk.table.number <= hands:
        step = next_step(controller.moment.desk)
        shown = view(controller.moment, sign, Role.FLOOR, "en")
        if step.kind is StepKind.START_HAND:
            deck = list(DECK)
            chance.shuffle(deck)
        turn = controller.moment.desk.turn
        reply = controller.enter_now(_entry(step, shown, deck, chance), turn, _DEALER)
        if reply.refused is not None or controller.moment.desk.turn == turn:
            raise CannotRecord(f"the recorded table stopped at {step.kind.value}: {reply.refused}")
        yield controller.moment.desk.turn, view(controller.moment, sign, Role.FLOOR, "en")


def _entry(step: NextStep, shown: TableView, deck: list[Card], chance: random.Random) -> dict[str, object]:
    """What a dealer enters for a step."""
    offered = {control.slot: control.entry for control in shown.controls}
    match step.kind:
        case StepKind.DEAL | StepKind.COMMUNITY if step.face is not Face.DOWN:
            return {"do": "card", "card": str(deck.pop())}
        case StepKind.ACT:
            quiet = next(slot for slot in ("check", "call", "bring-in") if slot in offered)
            other = [slot for slot in ("fold", "bet", "complete", "raise") if slot in offered]
            return offered[chance.choice(other) if other and chance.random() < _BOLD else quiet]
        case StepKind.SHOW:
            entry = offered["show"]
            unread = entry.get("cards")
            return {**entry, "cards": [str(deck.pop()) for _ in unread]} if isinstance(unread, list) else entry
        case _:
            return {"do": "next"}


def _beat(event: TableEvent, shown: TableView) -> Beat:
    """The call for the floor carries the moment of sending: it is the one figure of a card that nothing else uses."""
    told = payloads.Happened("SESSION", "JOURNAL", replace(event, seq=_SEQ, hand=_HAND, wall=_SENT))
    state = replace(shown, turn=_TURN, hand=_HAND, floor_call_since=_SENT, mock=False, said=shown.said[-16:])
    return Beat(payloads.HAPPENED.write(told), payloads.STATE.write(payloads.State("SESSION", state)), event.hand)


@dataclass(slots=True)
class _Table:
    """One table. start: where in the recorded journal it began.  sent: the last event that went out."""

    address: Address
    session: str
    start: int
    due: float
    now: int = 0
    sent: int = 0
    beat: float = 0.0


class Generator:
    """Tables that each have one event a second, one connection each."""

    def __init__(self, url: str, count: int, beats: Sequence[Beat], seed: int) -> None:
        chance = random.Random(seed)
        self._beats = beats
        self._tables = [
            _Table(Address("bench", f"t{number}"), new_session(time.time()), chance.randrange(len(beats)), 0.0)
            for number in range(count)
        ]
        names = [f"bench-{table.address.table}" for table in self._tables]
        asked = [table.address.topic(topics.REQUEST) for table in self._tables]
        self._crowd = Crowd(url, names, asked, self._greet, self._answer)
        self.playing = False

    def run(self, control: Connection) -> None:
        """Do what is asked: `play`, `rest`, `count` (the last event of each table), `up`, `stop`."""
        while True:
            if control.poll():
                asked = control.recv()
                if asked == "stop":
                    self._crowd.close()
                    return
                control.send(self._asked(asked))
            now = time.monotonic()
            for number, table in enumerate(self._tables):
                if self.playing and now >= table.due:
                    table.due += 1.0
                    table.now += 1
                if self._crowd.up(number):
                    self._tell(number, table, now)
            self._crowd.step(now + 0.01)

    def _asked(self, what: str) -> object:
        if what == "play":
            begin = time.monotonic()
            for number, table in enumerate(self._tables):
                table.due = begin + number / len(self._tables)
        if what in ("play", "rest"):
            self.playing = what == "play"
        if what == "up":
            return sum(self._crowd.up(number) for number in range(len(self._tables)))
        return {f"{table.address.room}/{table.address.table}": table.now for table in self._tables}

    def _tell(self, number: int, table: _Table, now: float) -> None:
        new = table.sent < table.now
        while table.sent < table.now:
            table.sent += 1
            self._crowd.send(
                number, Letter(table.address.topic(topics.EVENT), self._event(table, table.sent), sure=True)
            )
        if new:
            self._state(number, table)
        if now >= table.beat:
            table.beat = now + BEAT
            self._here(number, table)

    def _at(self, table: _Table, seq: int) -> Beat:
        return self._beats[(table.start + seq) % len(self._beats)]

    def _own(self, table: _Table, message: bytes, seq: int) -> bytes:
        hand = 1 + (table.start + seq) // len(self._beats)
        message = message.replace(b"SESSION", table.session.encode(), 1)
        message = message.replace(b"JOURNAL", f"journal-{table.address.table}".encode(), 1)
        message = message.replace(str(_HAND).encode(), str(hand).encode(), 1)
        return message.replace(str(_SENT).encode(), repr(time.time()).encode(), 1)

    def _event(self, table: _Table, seq: int) -> bytes:
        return self._own(table, self._at(table, seq).event, seq).replace(str(_SEQ).encode(), str(seq).encode(), 1)

    def _state(self, number: int, table: _Table) -> None:
        message = self._own(table, self._at(table, table.now).state, table.now)
        message = message.replace(str(_TURN).encode(), str(table.now).encode(), 1)
        self._crowd.send(number, Letter(table.address.topic(topics.STATE, "en"), message, retain=True))

    def _greet(self, number: int) -> None:
        table = self._tables[number]
        journal = f"journal-{table.address.table}"
        about = payloads.About(table.session, "bench", f"Table {number}", ("en",), journal, time.time())
        self._crowd.send(number, Letter(table.address.topic(topics.ABOUT), payloads.ABOUT.write(about), retain=True))
        self._here(number, table)
        self._state(number, table)

    def _here(self, number: int, table: _Table) -> None:
        status = payloads.Status(table.session, Presence.HERE, table.sent, time.time(), {})
        self._crowd.send(number, Letter(table.address.topic(topics.STATUS), payloads.STATUS.write(status), retain=True))

    def _answer(self, number: int, letter: Letter) -> None:
        """Tell events again, from the journal as it were: every message can be made once more."""
        table = self._tables[number]
        asked = payloads.EVENTS_ASKED.read(letter.payload)
        upto = min(table.sent, asked.after + asked.most)
        events = tuple(
            payloads.HAPPENED.read(self._event(table, seq)).event for seq in range(asked.after + 1, upto + 1)
        )
        told = payloads.EventsTold(table.session, f"journal-{table.address.table}", table.sent, events)
        reply = Letter(letter.reply_to, payloads.EVENTS_TOLD.write(told), correlation=letter.correlation)
        self._crowd.send(number, reply)


def generate(url: str, count: int, beats: Sequence[Beat], control: Connection) -> None:
    """The generator's process. It gives way, since real tables are computers of their own."""
    os.nice(_GIVES_WAY)
    Generator(url, count, beats, seed=count).run(control)
