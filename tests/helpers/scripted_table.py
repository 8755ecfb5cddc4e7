"""A scripted table behind the ports, with its switches, its trends and its one old hand; no part of the controller."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from dealer.snapshots import Control, Said, TableView
from scripted_hand import ANSWERED, COUNTED, REPORT, SETUP, SIT_OUT, VOID, hand

JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a"
    "090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005"
    "ffda0008010100003f00d2cf20ffd9"
)


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
        told = {"en": "shoe: the cable is out"}
        here = (
            FaultView(n, words[n], on, n == "double-card", caused=100.0 if on else 0.0, told=told if on else {})
            for n, on in self.on.items()
        )
        return (*here, FaultView("voice-gone", "The voice is gone", on=False, once=False, missing=True))

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
