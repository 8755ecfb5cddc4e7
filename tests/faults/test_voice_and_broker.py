"""The voice goes, the floor's broker goes: the dealer is shown it once, the hand goes on, and both come back.

From the script and from the page, with a real program for the voice and a real Mosquitto.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from dealer.cli.assemble import RunningTable
from dealer.cli.mock import example_table
from dealer.cli.wanted import Wanted
from dealer.ports import Role, StepKind
from dealer.record import keeping
from dealer.record.recovery import EVENTS
from dealer.sensing.records import DeviceChanged
from dealer.snapshots import DeviceView
from dealer.table.file import table_from_plain
from dealer.views import Sign, view
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

_SPEAKS = """#!/bin/sh
printf '%s\\n' "$8" >> "{spoken}"
"""


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A voice whose words come into a file."""
    folder = tmp_path / "programs"
    folder.mkdir()
    program, words = folder / "espeak-ng", tmp_path / "spoken"
    words.touch()
    program.write_text(_SPEAKS.format(spoken=words))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return words


class Played:
    """A simulated table that plays by itself, and what its dealer's screen showed of its voice and its broker."""

    def __init__(self, folder: Path, script: Script, more: Mapping[str, object]) -> None:
        self.states: list[tuple[str, str]] = []
        self.views: list[DeviceView] = []
        self.hands = 0
        plain = {**example_table(3, "finnish-cardroom"), "table": "one", **more}
        self.table = RunningTable(
            Wanted(
                file=table_from_plain(plain, "test", Path()),
                mock=True,
                script=script,
                seed=4,
                pace=0.05,
                host="127.0.0.1",
                port=0,
                state=folder,
                hands=None,
                as_json=False,
            )
        )
        self.table.controller.listen(self._look)
        self.table.start(threading.Event())

    def _look(self, moment) -> None:
        self.hands = moment.desk.table.number - (moment.desk.hand is not None)
        for device in view(moment, Sign("One"), Role.DEALER, "en").devices:
            if device.name in ("voice", "link to the floor") and device not in self.views[-1:]:
                self.views.append(device)

    def saw(self, name: str) -> list[str]:
        """How a device was, one after the other."""
        healths = [each.health for each in self.views if each.name == name]
        return [health for place, health in enumerate(healths) if healths[place - 1 : place] != [health]]

    def until(self, true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + 90
        while not true():
            assert time.monotonic() < end, f"{what}: {self.views}, {self.hands} hands"
            time.sleep(0.05)

    def next_hand_ends(self) -> None:
        """The hand that is being played goes on to its end."""
        before = self.hands
        self.until(lambda: self.hands > before, "the hand does not end")

    def record(self, folder: Path) -> list[str]:
        with keeping.reading(folder / "one" / "journal.sqlite") as db:
            bodies = [body for (body,) in db.execute("SELECT body FROM entry ORDER BY turn")]
        events = [event for body in bodies for event in EVENTS.read(body)]
        return [f"{event.device.value} {event.health.value}" for event in events if isinstance(event, DeviceChanged)]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Played]]:
    """Starts a table: `play(script, voice={"volume": 50})`."""
    tables: list[Played] = []

    def make(script: Script, **more: object) -> Played:
        tables.append(Played(tmp_path, script, more))
        return tables[-1]

    yield make
    for each in tables:
        each.table.stop()


def scripted(fault: Fault) -> Script:
    return Script(cues=(Cue(fault, at=Moment(hand=1, street=3, kind=StepKind.ACT), seconds=1.5),))


def lines(words: Path) -> int:
    return len(words.read_text().splitlines())


@pytest.mark.faults
def test_the_voice_goes_by_the_script_and_comes_back(play: Callable[..., Played], spoken: Path, tmp_path: Path) -> None:
    played = play(scripted(Fault.VOICE_GONE), voice={"volume": 50})
    played.until(lambda: played.saw("voice")[-2:] == ["gone", "ok"], "the voice does not come back")
    played.next_hand_ends()
    assert played.saw("voice") == ["gone", "ok"], "each change is shown once"
    gone = next(each for each in played.views if each.health == "gone")
    assert gone.detail == "nothing can be spoken; read it from the screen, look at the loudspeaker"
    said = lines(spoken)
    played.until(lambda: lines(spoken) > said, "nothing is spoken")
    assert [each for each in played.record(tmp_path) if each.startswith("voice")] == ["voice gone", "voice ok"]


@pytest.mark.faults
def test_the_voice_goes_by_the_page(play: Callable[..., Played], spoken: Path, visitor) -> None:
    played = play(Script(), voice={"volume": 50})
    somebody = visitor(played.table, Role.DEALER)
    assert "voice-gone" in somebody.get("/simulation", "en")
    assert "this table has no broker" in somebody.get("/simulation", "en"), "there is no broker that could go"
    somebody.post("/simulation", "/simulation/fault", {"fault": "voice-gone", "on": True})
    played.until(lambda: played.saw("voice") == ["gone"], "the voice is not missed")
    played.next_hand_ends()
    somebody.post("/simulation", "/simulation/fault", {"fault": "voice-gone", "on": False})
    played.until(lambda: played.saw("voice") == ["gone", "ok"], "the voice does not come back")


def of_the_floor(mosquitto) -> dict[str, object]:
    password = mosquitto.folder / "password"
    password.write_text("long-enough-1")
    password.chmod(0o600)
    return {
        "url": mosquitto.url,
        "room": "main",
        "username": "one",
        "password-file": str(password),
        "ca": mosquitto.ca,
    }


@pytest.mark.faults
def test_the_broker_goes_by_the_script_and_the_floor_hears_later(
    play: Callable[..., Played], mosquitto, ear, tmp_path: Path
) -> None:
    listener = ear()
    played = play(scripted(Fault.BROKER_GONE), broker=of_the_floor(mosquitto))
    played.until(lambda: played.saw("link to the floor")[-2:] == ["gone", "ok"], "the broker does not come back")
    assert played.saw("link to the floor").count("gone") == 1
    gone = next(each for each in played.views if each.health == "gone")
    assert gone.detail.startswith("the floor does not hear this table; call by voice")
    played.next_hand_ends()
    record = [each for each in played.record(tmp_path) if each.startswith("broker")]
    assert record[-2:] == ["broker gone", "broker ok"] and record.count("broker gone") == 1
    played.until(lambda: bool(listener.payloads("head")), "the floor hears of no hand")
    assert b'"gone"' in b"".join(listener.payloads("status")), "the broker says that the table is lost"


@pytest.mark.faults
def test_the_broker_goes_by_the_page(play: Callable[..., Played], mosquitto, visitor) -> None:
    played = play(Script(), broker=of_the_floor(mosquitto))
    played.until(lambda: played.saw("link to the floor") == ["ok"], "the broker is not found")
    somebody = visitor(played.table, Role.DEALER)
    somebody.post("/simulation", "/simulation/fault", {"fault": "broker-gone", "on": True})
    played.until(lambda: played.saw("link to the floor") == ["ok", "gone"], "the broker is not missed")
    played.next_hand_ends()
    somebody.post("/simulation", "/simulation/fault", {"fault": "broker-gone", "on": False})
    played.until(lambda: played.saw("link to the floor")[-1] == "ok", "the broker does not come back")
