"""Whether the computer is fit: clock, disk, and that the disk keeps what it is told fast enough."""

from __future__ import annotations

import ctypes
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from dealer.cli.checks.finding import Area, Finding, State

_TIME_ERROR = 5
_STA_UNSYNC = 0x0040
_LEAST_ROOM, _GOOD_ROOM = 200 * 2**20, 2 * 2**30
_SLOW_COMMIT = 0.08
_TRIES = 5


def check_clock(
    wall: Callable[[], float] = time.time, synchronised: Callable[[], bool | None] | None = None
) -> Finding:
    """The clock is after the program's own files, and something keeps it right."""
    built = Path(__file__).stat().st_mtime
    if wall() < built - 86_400:
        day = time.strftime("%Y-%m-%d", time.gmtime(wall()))
        words = f"the clock says {day}, which is before this program was installed"
        return Finding(Area.MACHINE, "clock", State.WRONG, words, "sudo timedatectl set-ntp true")
    kept = (synchronised or _kernel_synchronised)()
    if kept is False:
        words = "nothing sets the clock by the network; the journal's times may drift"
        return Finding(Area.MACHINE, "clock", State.NOTE, words, "sudo timedatectl set-ntp true")
    return Finding(Area.MACHINE, "clock", State.FINE, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(wall())))


class _Timex(ctypes.Structure):
    """The head of the kernel's `struct timex`; the rest is never read."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("numbers", ctypes.c_long * 4),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * 512),
    )


def _kernel_synchronised() -> bool | None:
    """Whether the kernel knows that its clock is set by another; None if it will not say."""
    try:
        timex = _Timex()
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    return not (state == _TIME_ERROR or timex.status & _STA_UNSYNC)


def check_disk(folder: Path) -> list[Finding]:
    """Room where the tables are kept, and how long the disk takes to keep an entry. folder: may not be there yet."""
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(there).free
    room = f"{free / 2**30:.1f} GB are free where the tables are kept"
    mend = f"sudo journalctl --vacuum-size=200M; sudo apt-get clean; du -xh {there} | sort -h | tail"
    if free < _LEAST_ROOM:
        findings = [Finding(Area.MACHINE, "disk", State.WRONG, room, mend)]
    elif free < _GOOD_ROOM:
        findings = [Finding(Area.MACHINE, "disk", State.NOTE, room, mend)]
    else:
        findings = [Finding(Area.MACHINE, "disk", State.FINE, room)]
    if there == folder and os.access(folder, os.W_OK):
        findings.append(_speed(folder))
    return findings


def _speed(folder: Path) -> Finding:
    """An announcement waits until its entry is on disk, so a slow disk is a slow table."""
    probe = folder / f".probe-{os.getpid()}"
    took = []
    try:
        with probe.open("wb") as file:
            for _ in range(_TRIES):
                began = time.perf_counter()
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                took.append(time.perf_counter() - began)
    except OSError as error:
        words = f"nothing can be put on disk in {folder} ({error.strerror})"
        return Finding(Area.MACHINE, "disk speed", State.WRONG, words, f"sudo touch {folder}/.probe; dmesg | tail")
    finally:
        probe.unlink(missing_ok=True)
    middle = sorted(took)[_TRIES // 2]
    words = f"an entry is on disk in {1000 * middle:.1f} ms"
    if middle > _SLOW_COMMIT:
        return Finding(Area.MACHINE, "disk speed", State.NOTE, f"{words}; use an SSD rather than a memory card")
    return Finding(Area.MACHINE, "disk speed", State.FINE, words)
