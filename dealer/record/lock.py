"""Which program has a journal, and where its pages are: a file beside the journal that it locks while it lives."""

from __future__ import annotations

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path

_MOST = 512
_TRIES, _MOMENT = 5, 0.02
"""Whoever only asks who has a journal holds it for an instant; that is no other program that writes to it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a journal. process: its number.  url: where it serves pages, "" where it serves none or not yet."""

    process: str
    url: str


class Taken(Exception):
    """Another program has the journal."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder)
        self.holder = holder


def take(path: Path) -> int:
    """Take a journal for this program and return the lock, which ends with the process, however it ends.

    Raises Taken, or OSError where no file can be kept.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(_beside(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for last in (False,) * (_TRIES - 1) + (True,):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if last:
                holder = _said(lock)
                os.close(lock)
                raise Taken(holder) from None
            time.sleep(_MOMENT)
        else:
            break
    tell(lock, "")
    return lock


def tell(lock: int, url: str) -> None:
    """Write down who has the lock, for whoever finds it taken. url: where its pages are."""
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()} {url}".strip().encode(), 0)


def holder(path: Path) -> Holder | None:
    """Return who has a journal just now; None while nobody has."""
    try:
        lock = os.open(_beside(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return _said(lock)
    finally:
        os.close(lock)
    return None


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _said(lock: int) -> Holder:
    process, _, url = os.pread(lock, _MOST, 0).decode(errors="replace").strip().partition(" ")
    if not (process.isascii() and process.isdecimal()):  # damaged, or being written just now
        return Holder("unknown", "")
    return Holder(process, url if url.isprintable() else "")
