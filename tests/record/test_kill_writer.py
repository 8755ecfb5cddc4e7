"""SIGKILL at random instants of the writer, in a process of its own: nothing acknowledged is lost, nothing new twice.

Ten kills here; STUD_WRITER_KILLS=1000 does as many as the reliability table tells of.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealer.record.keeping import verify

KILLS = int(os.environ.get("STUD_WRITER_KILLS", "10"))
CHILD = Path(__file__).with_name("kill_writer_child.py")


def run_until(folder: Path, seconds: float, seed: int) -> list[list[str]]:
    """Let the writer work, kill it, and return the lines that it had told by then."""
    command = [sys.executable, str(CHILD), str(folder), str(seed)]
    with (
        (folder / "errors").open("w+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        rest = process.stdout.read()
        errors.seek(0)
        assert "Traceback" not in (told := errors.read()), told
    whole = (first + rest).split("\n")[:-1]  # the last line may be cut off
    return [line.split() for line in whole]


@pytest.mark.kill
@pytest.mark.timeout(60 + 3 * KILLS)
def test_kills_at_random_instants(tmp_path: Path) -> None:
    chance = random.Random(6)
    acknowledged = shoe = announced = 0
    hands = set()
    for kill in range(KILLS):
        lines = run_until(tmp_path, chance.random() * 0.6, kill)
        assert lines[0][0] == "found"
        turn, seq, number = int(lines[0][1]), int(lines[0][2]), int(lines[0][3])
        assert turn >= acknowledged, "an acknowledged entry is lost"
        assert turn <= acknowledged + 1, "an entry is there that nobody made"
        assert seq >= shoe, "an acknowledged event of the shoe is lost"
        for what, *values in lines[1:]:
            match what:
                case "entered":
                    assert int(values[0]) == max(acknowledged, turn) + 1, (kill, lines[:12])
                    acknowledged = int(values[0])
                    turn = acknowledged
                case "acknowledged":
                    assert int(values[0]) > shoe
                    shoe = int(values[0])
                case "said":
                    assert int(values[0]) > announced, "something is told twice as new"
                    announced = int(values[0])
        acknowledged = max(acknowledged, turn)
        hands.add(number)
    verify(tmp_path / "journal.db")
    assert len(hands) > 1
    assert announced > 0
