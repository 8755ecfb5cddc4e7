"""Are the machine's clock and its disk fit for a table?"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from dealer.cli.checks import machine
from dealer.cli.checks.finding import State


def test_a_clock_before_the_program_is_wrong() -> None:
    assert machine.check_clock(lambda: 0.0, lambda: True).state is State.WRONG
    assert machine.check_clock(time.time, lambda: False).state is State.NOTE
    assert machine.check_clock(time.time, lambda: True).state is State.FINE
    assert machine.check_clock(time.time, lambda: None).state is State.FINE


@pytest.mark.parametrize(("free", "state"), [(10**8, State.WRONG), (10**9, State.NOTE), (10**10, State.FINE)])
def test_room_on_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, state: State) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**11, 0, free))
    room, speed = machine.check_disk(tmp_path)
    assert room.state is state
    assert "ms" in speed.words
    assert list(tmp_path.glob(".probe*")) == []
