"""The thread on which everything at the simulated table happens."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

from drivers.mock.reactor import ThreadReactor


@pytest.fixture
def reactor() -> Iterator[ThreadReactor]:
    reactor = ThreadReactor()
    reactor.start()
    yield reactor
    reactor.stop()


def test_jobs_run_in_the_order_of_their_times_on_one_thread(reactor: ThreadReactor) -> None:
    order: list[int] = []
    threads: set[str] = set()
    done = threading.Event()

    def job(number: int) -> None:
        order.append(number)
        threads.add(threading.current_thread().name)
        if len(order) == 3:
            done.set()

    now = reactor.now()
    for number, wait in ((3, 0.03), (1, 0.01), (2, 0.02)):
        reactor.call_at(now + wait, lambda number=number: job(number))  # type: ignore[misc]
    assert done.wait(2)
    assert order == [1, 2, 3]
    assert len(threads) == 1


def test_what_is_called_off_does_not_happen_even_after_it_has(reactor: ThreadReactor) -> None:
    happened: list[str] = []
    done = threading.Event()
    reactor.call_at(reactor.now() + 0.01, lambda: happened.append("no"))()
    call_off = reactor.call_at(reactor.now() + 0.02, done.set)
    assert done.wait(2)
    call_off()
    assert happened == []


def test_a_descriptor_is_watched_until_it_is_not(reactor: ThreadReactor) -> None:
    ours, theirs = os.pipe()
    read = threading.Event()

    def readable() -> None:
        os.read(ours, 10)
        read.set()

    reactor.call_soon(lambda: reactor.watch(ours, readable))
    os.write(theirs, b"x")
    assert read.wait(2)
    gone = threading.Event()
    reactor.call_soon(lambda: (reactor.unwatch(ours), gone.set()))  # type: ignore[arg-type,return-value]
    assert gone.wait(2)
    os.close(ours)
    os.close(theirs)


def test_stopping_is_quick_and_may_be_said_twice_and_what_comes_later_is_not_heard() -> None:
    reactor = ThreadReactor()
    reactor.start()
    begun = time.monotonic()
    reactor.stop()
    reactor.stop()
    assert time.monotonic() - begun < 1
    happened: list[bool] = []
    reactor.call_soon(lambda: happened.append(True))
    assert happened == []
