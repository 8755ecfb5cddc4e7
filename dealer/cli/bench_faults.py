"""Tries every fault of the simulated table in a hand of its own and tells which of them the hand survived."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click

from dealer.cli.faults.beside import broker_goes, voice_goes
from dealer.cli.faults.plans import PLANS, FaultPlan, missing, surprising
from dealer.cli.faults.trial import Saw, Trialled, try_plan
from drivers.camera.read import Reader
from drivers.mock.faults import KINDS, Fault

_LONGEST = 180.0
_KILLED_AT = '[[faults]]\nfault = "controller-killed"\nat = "hand 1, street 4, seat 2"\n'
_NOTHING = "nothing; the deal goes on"
_HEADER = "| fault | what the dealer sees | hand finished |\n|---|---|---|"


@dataclass(frozen=True, slots=True)
class Survived:
    """One line of the table. sees: in the dealer's words.  finished: the hand ended, and all was right."""

    fault: Fault
    sees: str
    finished: bool

    @property
    def line(self) -> str:
        """As a line of a Markdown table."""
        return f"| {KINDS[self.fault].words} | {self.sees} | {'yes' if self.finished else '**no**'} |"


def measure_faults() -> dict[str, object]:
    """Return the table of faults, a line each; it is printed as Markdown while it grows. Takes a quarter of an hour."""
    reader = Reader()
    click.echo(_HEADER, err=True)
    lines: list[Survived] = []
    for plan in PLANS:
        lines.append(judged(plan, try_plan(plan, reader)))
        click.echo(lines[-1].line, err=True)
    lines.append(_killed())
    click.echo(lines[-1].line, err=True)
    for gone in (voice_goes(), broker_goes()):
        if gone is not None:
            lines.append(Survived(gone.fault, gone.sees, gone.finished))
            click.echo(lines[-1].line, err=True)
    return {
        "faults": len(lines),
        "survived": sum(line.finished for line in lines),
        "table": [
            {"fault": line.fault.value, "dealer_sees": line.sees, "hand_finished": line.finished} for line in lines
        ],
    }


def judged(plan: FaultPlan, tried: Trialled) -> Survived:
    """What a trial says of its fault. It survived only if the dealer saw what he should, no more, and all was right."""
    right = tried.finished and not tried.wrong
    right = right and not missing(plan, tried.seen) and not surprising(plan, tried.seen)
    return Survived(plan.fault, _words(tried), right)


def _words(tried: Trialled) -> str:
    """Each thing once, in order; what a busy machine shows besides is no part of it."""
    told = list(dict.fromkeys(_one(saw) for saw in tried.saw))
    if tried.called_off:
        told.append("the hand is called off, every chip goes back")
    return "; then: ".join(told) or _NOTHING


def _one(saw: Saw) -> str:
    device = saw.what.partition(" ")[0]
    if device not in ("shoe", "camera"):
        return saw.words
    # A port is a path of the machine that the trial ran on.
    return f"{device}: {saw.words.rpartition(': ')[2]}"


def _killed() -> Survived:
    """The controller dies by SIGKILL; started again it deals the hand to its end."""
    with tempfile.TemporaryDirectory(prefix="trial-") as folder:
        script = Path(folder) / "script.toml"
        script.write_text(_KILLED_AT)
        command = [sys.executable, "-m", "dealer", "run", "--mock", str(script), "--state", folder, "--port", "0"]
        command += ["--seats", "3", "--seed", "21", "--pace", "0.1", "--hands", "1", "--json"]
        ends = [_end_of(command), _end_of(command)]
    survived = ends == [-signal.SIGKILL, 0]
    sees = "the program is started again: the same hand, and the card that is due"
    return Survived(Fault.CONTROLLER_KILLED, sees, survived)


def _end_of(command: list[str]) -> int | None:
    try:
        return subprocess.run(command, capture_output=True, timeout=_LONGEST, check=False).returncode
    except subprocess.TimeoutExpired:
        return None
