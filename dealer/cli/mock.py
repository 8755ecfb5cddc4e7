"""The simulated table as the program sees it: its devices, its deck's registration, and the faults of its machine."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from dealer.cards import Card
from dealer.cli.wanted import Wanted
from dealer.clock import SystemClock
from dealer.observations import Tag
from dealer.record.journal import Journal
from drivers.mock.faults import Fault
from drivers.mock.table import Hook, Plan, SimulatedTable
from drivers.speech import Voice

_HOUR = 3600.0
_NOWHERE = "/nonexistent/espeak-ng"
"""A program that cannot be started, as when the voice was uninstalled or its disk is gone."""
_NAMES = ("Anna", "Boris", "Cecilia", "Dimitar", "Eero", "Fanni", "Georgi", "Helmi")


def example_table(seats: int, house: str) -> dict[str, object]:
    """The table file of a simulated table that nobody gave a file for."""
    players = [{"seat": seat, "name": _NAMES[seat - 1], "stack": 200} for seat in range(1, seats + 1)]
    return {
        "table": "simulated",
        "title": "Simulated table",
        "house": house,
        "seats": seats,
        "min-buy-in": 100,
        "stakes": {"limit": "fixed", "small-bet": 4, "big-bet": 8, "ante": 1, "bring-in": 2},
        "sensing": {"up-card": "both"},
        "players": players,
    }


class MockTags:
    """The registration of the simulated deck, as a technician would have made it."""

    def __init__(self, tags: Mapping[Tag, Card]) -> None:
        self._tags = tags

    def look_up(self, deck: str, tag: Tag) -> Card | None:
        """The card of a tag; every deck of a simulated table is the one deck that it has."""
        del deck
        return self._tags.get(tag)


class JumpingClock(SystemClock):
    """The machine's clock, until a fault moves its hands."""

    def __init__(self) -> None:
        self._moved = 0.0

    def wall(self) -> float:
        """Seconds since 1970, as far as this clock knows."""
        return super().wall() + self._moved

    def jump(self, seconds: float) -> None:
        """Move the clock on the wall; the monotonic one knows no jumps."""
        self._moved += seconds


class Machine:
    """The faults of what stands beside the table: its computer's disk, clock and process, its voice, its broker."""

    def __init__(
        self, journal: Journal, clock: JumpingClock, voice: Voice | None = None, broker: Hook | None = None
    ) -> None:
        """voice: the table's, if it has one.  broker: cuts it off with True; None where the floor hears nothing."""
        self._journal = journal
        self._clock = clock
        self._voice = voice
        self._voice_program = "" if voice is None else voice.program
        self._broker = broker
        self._other: sqlite3.Connection | None = None

    def hooks(self) -> Mapping[Fault, Hook]:
        """What makes each of these faults come true; a voice or a broker that is not there cannot go."""
        found: dict[Fault, Hook] = {
            Fault.DISK_FULL: self._disk_full,
            Fault.JOURNAL_LOCKED: self._journal_locked,
            Fault.CLOCK_JUMP: self._clock_jump,
            Fault.CONTROLLER_KILLED: _killed,
        }
        if self._voice is not None:
            found[Fault.VOICE_GONE] = self._voice_gone
        if self._broker is not None:
            found[Fault.BROKER_GONE] = self._broker
        return found

    def _voice_gone(self, on: bool) -> None:
        assert self._voice is not None, "only a voice that is there can go"
        self._voice.speak_by(_NOWHERE if on else self._voice_program)

    def _disk_full(self, on: bool) -> None:
        self._journal.limit_pages(self._journal.pages() if on else 2**31 - 2)

    def _journal_locked(self, on: bool) -> None:
        if on and self._other is None:
            self._other = sqlite3.connect(self._journal.path, check_same_thread=False, isolation_level=None)
            self._other.execute("BEGIN IMMEDIATE")
        elif not on and self._other is not None:
            self._other.close()
            self._other = None

    def _clock_jump(self, on: bool) -> None:
        if on:
            self._clock.jump(_HOUR)


def _killed(on: bool) -> None:
    if on:
        os.kill(os.getpid(), signal.SIGKILL)


def simulated_table(wanted: Wanted, state: Path, hooks: Mapping[Fault, Hook]) -> SimulatedTable:
    """Make a simulated table; what its state file holds counts more than the seed. Raises TruthDamaged."""
    script = wanted.script
    return SimulatedTable(
        Plan(
            seed=wanted.seed if script.seed is None else script.seed,
            seats=wanted.file.setup.seats,
            pace=script.pace or wanted.pace or 1.0,
            by_person=wanted.pace is None or script.by_person,
            as_it_was=wanted.as_it_was and script.pace is None and not script.by_person,
            state=state,
            script=script,
            hooks=hooks,
        )
    )
