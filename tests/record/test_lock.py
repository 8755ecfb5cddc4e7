"""Who has a journal: a file beside it, which may be damaged or looked at just when a table starts."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer.record import lock


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def beside(journal: Path) -> Path:
    return journal.with_name("journal.sqlite.lock")


def test_whoever_only_looks_who_has_it_keeps_nobody_from_it(journal, monkeypatch) -> None:
    """`dealer doctor` beside a start: the start was refused, by a program that was long gone."""
    beside(journal).write_text("12345 http://127.0.0.1:8480")
    looks = os.open(beside(journal), os.O_RDONLY)
    fcntl.flock(looks, fcntl.LOCK_SH)
    waits: list[float] = []

    def looked(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            os.close(looks)

    monkeypatch.setattr(lock, "time", SimpleNamespace(sleep=looked))
    os.close(lock.take(journal))
    assert len(waits) == 1


def test_what_a_dead_program_left_is_nobodys(journal) -> None:
    beside(journal).write_text("12345 http://127.0.0.1:8480")
    assert lock.holder(journal) is None
    taken = lock.take(journal)
    assert lock.holder(journal) == lock.Holder(str(os.getpid()), "")
    os.close(taken)


@pytest.mark.parametrize("text", [b"", b"\xff\x00\xfe", b"12\x1b[2J 34", b"a\nb http://x", b"http://127.0.0.1:8480"])
def test_a_damaged_lock_tells_nothing_and_still_locks(journal, text: bytes) -> None:
    taken = lock.take(journal)
    beside(journal).write_bytes(text)
    assert lock.holder(journal) == lock.Holder("unknown", "")
    with pytest.raises(lock.Taken):
        lock.take(journal)
    os.close(taken)


def test_an_address_with_an_escape_in_it_is_not_told(journal) -> None:
    taken = lock.take(journal)
    lock.tell(taken, "http://x\x1b[2J")
    assert lock.holder(journal) == lock.Holder(str(os.getpid()), "")
    os.close(taken)
