"""Trials of what stands beside the table: its voice and the floor's broker go, and the whole program plays on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer.observations import DeviceKind, Health
from dealer.record import keeping
from dealer.record.recovery import EVENTS
from dealer.sensing.records import DeviceChanged
from drivers.mock.faults import Fault

_LONGEST = 180.0
_SEATS = 3
_TABLE = """
table = "beside"
seats = 3
min-buy-in = 100
house = "finnish-cardroom"
stakes = {{ limit = "fixed", small-bet = 4, ante = 1 }}
{more}
""" + "".join(f'[[players]]\nseat = {seat}\nname = "P{seat}"\nstack = 200\n' for seat in range(1, _SEATS + 1))
_SCRIPT = '[[faults]]\nfault = "{fault}"\nat = "hand 1, street 3, act"\nseconds = 2\n'
_MOSQUITTO = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n"


@dataclass(frozen=True, slots=True)
class Gone:
    """How a trial ended. sees: what the dealer was shown.  finished: the hands ended, it went once and came back."""

    fault: Fault
    sees: str
    finished: bool


def voice_goes() -> Gone:
    """The voice cannot be started any more, and then it can. Without an espeak-ng a silent program stands for it."""
    with tempfile.TemporaryDirectory(prefix="trial-") as name:
        folder, path = Path(name), os.environ.get("PATH", "")
        if shutil.which("espeak-ng") is None:
            (folder / "espeak-ng").write_text("#!/bin/sh\nexit 0\n")
            (folder / "espeak-ng").chmod(0o700)
            path = f"{folder}:{path}"
        return _trial(folder, Fault.VOICE_GONE, DeviceKind.VOICE, "[voice]\nvolume = 50", path)


def broker_goes() -> Gone | None:
    """There is no way to the floor's broker, and then there is again; None where no Mosquitto is installed."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="trial-") as name, _broker(program, Path(name)) as port:
        more = f'[broker]\nurl = "mqtt://127.0.0.1:{port}"\nroom = "main"'
        return _trial(Path(name), Fault.BROKER_GONE, DeviceKind.BROKER, more, os.environ.get("PATH", ""))


@contextmanager
def _broker(program: str, folder: Path) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    config = folder / "mosquitto.conf"
    config.write_text(_MOSQUITTO.format(port=port) + ("user root\n" if os.geteuid() == 0 else ""))
    quiet = subprocess.DEVNULL
    with subprocess.Popen([program, "-c", str(config)], stdout=quiet, stderr=quiet) as process:
        try:
            end = time.monotonic() + 10
            while not _answers(port) and time.monotonic() < end:
                time.sleep(0.05)
            yield port
        finally:
            process.kill()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _trial(folder: Path, fault: Fault, device: DeviceKind, more: str, path: str) -> Gone:
    """Two hands of the whole program, of which the first one has the fault for two seconds."""
    (folder / "table.toml").write_text(_TABLE.format(more=more))
    (folder / "script.toml").write_text(_SCRIPT.format(fault=fault.value))
    command = [sys.executable, "-m", "dealer", "run", "--table", str(folder / "table.toml")]
    command += ["--mock", str(folder / "script.toml"), "--state", str(folder), "--port", "0", "--seed", "21"]
    command += ["--pace", "0.2", "--hands", "2", "--json"]
    environment = {**os.environ, "PATH": path}
    try:
        ended = subprocess.run(command, capture_output=True, timeout=_LONGEST, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return Gone(fault, "", finished=False)
    changes = _changes(folder / "beside" / "journal.sqlite", device)
    gone = [change for change in changes if change.health is Health.GONE]
    back = bool(changes) and changes[-1].health is Health.OK
    # A port is one of this machine, for this trial.
    sees = f"{device.value}: {gone[0].detail.partition(' (')[0]}" if gone else ""
    return Gone(fault, sees, ended.returncode == 0 and len(gone) == 1 and back)


def _changes(journal: Path, device: DeviceKind) -> list[DeviceChanged]:
    with keeping.reading(journal) as db:
        bodies = [body for (body,) in db.execute("SELECT body FROM entry ORDER BY turn")]
    events = (event for body in bodies for event in EVENTS.read(body))
    return [event for event in events if isinstance(event, DeviceChanged) and event.device is device]
