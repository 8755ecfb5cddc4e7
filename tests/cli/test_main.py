"""The command line says what went wrong with its own output in one line, and a table outlives whoever reads it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dealer.cli.command_name import as_typed
from dealer.cli.narrate import Narrator

FULL = Path("/dev/full")


def dealer(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dealer", *arguments]
    return subprocess.run(command, text=True, stderr=subprocess.PIPE, timeout=60, check=False, **more)  # type: ignore[call-overload]


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")
def test_an_output_that_is_full_is_said_in_one_line() -> None:
    with FULL.open("w") as full:
        done = dealer("house", "list", stdout=full)
    assert done.returncode == 1
    assert done.stderr == "dealer: the output cannot be written: No space left on device\n"


def test_a_closed_input_is_said_in_one_line() -> None:
    script = f"{sys.executable} -m dealer shoe decode --protocol osp - <&-"
    done = subprocess.run(["sh", "-c", script], text=True, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "standard input is closed" in done.stderr


def test_a_clone_is_told_what_can_be_typed_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STUD_COMMAND", "./start")
    done = dealer("camera", "check", stdout=subprocess.PIPE)
    assert done.stderr.startswith("Usage: ./start camera check")
    assert "(see `./start camera list`)" in done.stderr
    assert as_typed("the dealer deals; run: dealer deck list") == "the dealer deals; run: ./start deck list"
    monkeypatch.delenv("STUD_COMMAND")
    assert dealer("run", stdout=subprocess.PIPE).stderr.startswith("Usage: dealer run")


def test_a_reader_that_stands_still_does_not_hold_up_the_table(room) -> None:
    reads, printed = threading.Event(), list[str]()

    def slow(text: str) -> None:
        reads.wait(30)
        printed.append(text)

    narrator = Narrator(slow, lambda _: None)
    table = room(policy="shoe").open(1, 2).plugs_in("shoe")
    table.controller.listen(narrator.follow)
    table.starts_hand().leaves("As", "Ad", "6c", "Kd", "2c", "9h").acts("bring-in", "call")
    assert printed == []
    reads.set()
    narrator.stop()
    assert [text.split('"say": ')[1].split(",")[0] for text in printed][:3] == ['"deal"', '"bring-in"', '"act"']


def test_a_reader_that_is_gone_is_told_of_once(room) -> None:
    told = list[OSError]()

    def gone(_: str) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    narrator = Narrator(gone, told.append)
    table = room(policy="shoe").open(1, 2).plugs_in("shoe")
    table.controller.listen(narrator.follow)
    table.starts_hand().leaves("As", "Ad", "6c", "Kd", "2c", "9h").acts("bring-in", "call")
    narrator.stop()
    assert len(told) == 1
