"""The driver's thread on a pseudo-terminal: prompt, in order, patient with a slow controller, and quick to stop."""

from __future__ import annotations

import contextlib
import os
import pty
import queue
import select
import threading
import time
import tty

import pytest

from dealer.observations import CardOut, DeviceState, Health, ShoePosition, Tag
from drivers.link import Link, Opened
from drivers.shoe import osp
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.host import Host

DEVICE, BOOT = "SHOE7F3A", "5C0FFEE1"


class Shoe:
    """The far end of a pseudo-terminal, moved by the test."""

    def __init__(self):
        self.far, near = pty.openpty()
        tty.setraw(near)
        self.path = os.ttyname(near)
        os.close(near)
        self._ears = osp.Decoder()
        self._heard = []

    def says(self, *lines):
        os.write(self.far, b"".join(osp.encode(line) for line in lines))

    def hears(self, kind, seconds=3.0):
        until = time.monotonic() + seconds
        while True:
            for line in self._heard:
                if isinstance(line, kind):
                    self._heard.remove(line)
                    return line
            ready, _, _ = select.select([self.far], [], [], max(until - time.monotonic(), 0))
            assert ready, f"no {kind.__name__}"
            with contextlib.suppress(OSError):
                self._heard += self._ears.feed(os.read(self.far, 4096))

    def card(self, seq):
        self.says(osp.card_out(BOOT, seq, 0, Tag(f"A:04{seq:012X}"), 200, 4))

    def close(self):
        os.close(self.far)


@pytest.fixture
def shoe():
    shoe = Shoe()
    yield shoe
    with contextlib.suppress(OSError):
        shoe.close()


@pytest.fixture
def started(shoe):
    """A driver at work, its reports in a queue."""
    reports = queue.Queue()
    driver = ShoeDriver(Link(shoe.path), lambda resume: Host("CTRL01", resume))
    driver.start(reports.put, [ShoePosition(DEVICE, BOOT, 0)])
    shoe.hears(osp.Query)
    shoe.says(osp.Hello(1, DEVICE, BOOT, "fw1.0.0", 1, 1))
    yield driver, reports
    driver.stop()


def wanted(reports, kind):
    while True:
        report = reports.get(timeout=3)
        if isinstance(report, kind):
            return report


def test_a_card_is_reported_and_acknowledged_once_it_is_on_disk(shoe, started):
    driver, reports = started
    shoe.card(1)
    card = wanted(reports, CardOut)
    assert card.position == ShoePosition(DEVICE, BOOT, 1)
    driver.acknowledge(card.position)
    assert shoe.hears(osp.Ack) == osp.Ack(BOOT, 1)


def test_from_the_last_byte_to_the_report_takes_well_under_five_milliseconds(shoe, started):
    driver, reports = started
    took = []
    for seq in range(1, 51):
        began = time.monotonic()
        shoe.card(seq)
        card = wanted(reports, CardOut)
        driver.acknowledge(card.position)
        shoe.hears(osp.Ack)
        took.append(time.monotonic() - began)
    assert sorted(took)[12] < 0.005


def test_a_shoe_that_is_pulled_is_gone(shoe, started):
    _, reports = started
    shoe.close()
    while (state := wanted(reports, DeviceState)).health is not Health.GONE:
        assert state.health in (Health.LINKING, Health.OK)
    assert shoe.path in state.detail


def test_stopping_takes_less_than_a_second_and_silences_it(shoe, started):
    driver, reports = started
    shoe.card(1)
    wanted(reports, CardOut)
    began = time.monotonic()
    driver.stop()
    driver.stop()
    assert time.monotonic() - began < 1
    with contextlib.suppress(OSError):
        shoe.card(2)
    driver.acknowledge(ShoePosition(DEVICE, BOOT, 1))
    time.sleep(0.05)
    assert not any(isinstance(report, CardOut) for report in reports.queue)


def test_a_controller_that_takes_its_time_loses_nothing(shoe):
    taken, gate = [], threading.Event()

    def report(observation):
        gate.wait()
        taken.append(observation)

    driver = ShoeDriver(Link(shoe.path), lambda resume: Host("CTRL01", resume))
    driver.start(report, [ShoePosition(DEVICE, BOOT, 0)])
    shoe.hears(osp.Query)
    shoe.says(osp.Hello(1, DEVICE, BOOT, "fw1.0.0", 1, 1))
    for seq in range(1, 9):
        shoe.card(seq)
    gate.set()
    until = time.monotonic() + 3
    while len(cards := [card for card in taken if isinstance(card, CardOut)]) < 8 and time.monotonic() < until:
        time.sleep(0.01)
    assert [card.position.seq for card in cards] == list(range(1, 9))
    driver.stop()


class Told:
    """A link that keeps what is asked of it; its clock runs as the driver waits."""

    name = "told"

    def __init__(self):
        self.now = 0.0
        self.reopened = []
        self._first = True

    def poll(self, seconds):
        if self._first:
            self._first = False
            return Opened("told")
        self.now += max(seconds, 0.01)
        return None

    def write(self, data):
        pass

    def reopen(self):
        self.reopened.append(self.now)

    def wake(self):
        pass

    def close(self):
        pass


def test_the_port_of_a_silent_shoe_is_opened_anew_now_and_then():
    link = Told()
    silent = threading.Event()

    def report(observation):
        if isinstance(observation, DeviceState) and observation.health is Health.SILENT:
            silent.set()

    driver = ShoeDriver(link, lambda resume: Host("CTRL01", resume), now=lambda: link.now)
    driver.start(report, [])
    assert silent.wait(3)
    until = time.monotonic() + 3
    while len(link.reopened) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    driver.stop()
    assert 10 < link.reopened[0] < 16
    assert 10 <= link.reopened[1] - link.reopened[0] < 13


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_driver_that_fails_says_that_the_shoe_is_gone(shoe):
    reports = queue.Queue()

    def device(resume):
        raise_later = Host("CTRL01", resume)
        raise_later.tick = lambda now: 1 / 0
        return raise_later

    driver = ShoeDriver(Link(shoe.path), device)
    driver.start(reports.put, [])
    state = wanted(reports, DeviceState)
    assert state.health is Health.GONE
    assert "ZeroDivisionError" in state.detail
    driver.stop()


def test_a_driver_is_started_once(started):
    driver, reports = started
    with pytest.raises(RuntimeError):
        driver.start(reports.put, [])
