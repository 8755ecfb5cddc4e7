"""The simulated shoe over a real pseudo-terminal, heard by a bare host and by the real driver."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dealer.observations import CardOut, DeviceState, Health, ShoeAlert, ShoePosition, ShoeReport, Tag
from drivers.mock.faults import Fault, Faults
from drivers.mock.firmware import ShoeMemory, card_out
from drivers.mock.reactor import ThreadReactor
from drivers.mock.shoe_device import ShoeDevice
from drivers.mock.truth import Truth, TruthStore
from drivers.shoe import osp
from drivers.shoe.factory import make_shoe
from drivers.shoe.protocols import ShoeProtocol

TAG = Tag("A:04416D412B0289")


class Rigged:
    """A shoe device on its own thread; cards leave it when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.store = TruthStore(Truth(7, (), ShoeMemory("SHOE7F3A", "5C0FFEE1")), None)
        self.faults = Faults()
        self.reactor = ThreadReactor()
        self.device = ShoeDevice(self.store, self.faults, self.reactor, folder / "shoe")
        self.reactor.start()
        self.do(self.device.plug)

    @property
    def path(self) -> str:
        return str(self.device.path)

    def do(self, job: Callable[[], object]) -> None:
        """Run something on the device's thread and wait for it."""
        done: list[bool] = []
        self.reactor.call_soon(lambda: (job(), done.append(True)))
        wait_for(lambda: done)

    def card(self) -> None:
        def out() -> None:
            truth = self.store.truth
            memory = card_out(truth.memory, self.device.uptime(), TAG, 200, 4)
            self.store.put(replace(truth, memory=memory))
            self.device.happened()

        self.do(out)

    def close(self) -> None:
        self.do(self.device.stop)
        self.reactor.stop()


def wait_for(happened: Callable[[], object], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.002)


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Rigged]:
    rigged = Rigged(tmp_path)
    yield rigged
    rigged.close()


@pytest.fixture
def driver(shoe: Rigged) -> Iterator[Callable[[], list[ShoeReport]]]:
    """The real driver on the device; acknowledges each position like a controller that has committed it."""
    real = make_shoe(ShoeProtocol.OSP, shoe.path)
    reports: list[ShoeReport] = []

    def report(said: ShoeReport) -> None:
        reports.append(said)
        position = getattr(said, "position", None)
        if isinstance(position, ShoePosition) and not isinstance(said, ShoeAlert):
            real.acknowledge(position)

    real.start(report, ())
    yield lambda: reports
    real.stop()


def cards(reports: list[ShoeReport]) -> list[int]:
    return [report.position.seq for report in reports if isinstance(report, CardOut)]


def health(reports: list[ShoeReport]) -> Health | None:
    states = [report.health for report in reports if isinstance(report, DeviceState)]
    return states[-1] if states else None


def test_a_card_is_on_the_line_within_milliseconds(shoe: Rigged, host: Any) -> None:
    end = host(shoe.path)
    end.ask()
    waits = []
    for count in range(1, 21):
        begun = time.monotonic()
        shoe.card()
        end.listen(lambda count=count: len(end.events()) >= count)
        waits.append(time.monotonic() - begun)
        end.say(osp.Ack("5C0FFEE1", count))
    assert statistics.median(waits) < 0.02


def test_the_terminal_is_raw_so_bytes_arrive_as_sent(shoe: Rigged, host: Any) -> None:
    end = host(shoe.path)
    end.ask()
    shoe.card()
    end.listen(end.events)
    (event,) = end.events()
    assert osp.meaning(event) == osp.OneCard(TAG, 200, 4)
    assert not [line for line in end.heard if isinstance(line, osp.Dropped)]


def test_the_real_driver_hears_every_card_once_and_in_order(shoe: Rigged, driver: Any) -> None:
    for _ in range(20):
        shoe.card()
    wait_for(lambda: len(cards(driver())) >= 20)
    assert cards(driver()) == list(range(1, 21))
    wait_for(lambda: not shoe.store.truth.memory.ring)


@pytest.mark.parametrize("fault", [Fault.LOST_BYTES, Fault.DAMAGED_BYTES, Fault.REPEATED_LINES])
def test_a_bad_line_loses_and_doubles_nothing(shoe: Rigged, driver: Any, fault: Fault) -> None:
    wait_for(lambda: health(driver()) is Health.OK)
    shoe.faults.set(fault, on=True)
    for _ in range(25):
        shoe.card()
    wait_for(lambda: len(cards(driver())) >= 25, 20)
    assert cards(driver()) == list(range(1, 26))


def test_pulled_out_and_put_in_again_the_events_come_later(shoe: Rigged, driver: Any) -> None:
    wait_for(lambda: health(driver()) is Health.OK)
    terminal = str(Path(shoe.path).readlink())
    shoe.do(shoe.device.unplug)
    assert not Path(shoe.path).exists()
    wait_for(lambda: health(driver()) is not Health.OK)
    shoe.card()
    shoe.card()
    assert cards(driver()) == []
    shoe.do(shoe.device.plug)
    wait_for(lambda: len(cards(driver())) == 2)
    assert cards(driver()) == [1, 2]
    assert terminal.startswith("/dev/")


def test_rubbish_is_read_over(shoe: Rigged, driver: Any) -> None:
    wait_for(lambda: health(driver()) is Health.OK)
    shoe.do(shoe.device.rubbish)
    shoe.card()
    shoe.do(shoe.device.rubbish)
    shoe.card()
    wait_for(lambda: len(cards(driver())) == 2)
    assert cards(driver()) == [1, 2]


def test_garbled_by_the_wrong_speed_nothing_is_believed(shoe: Rigged, host: Any) -> None:
    end = host(shoe.path)
    end.ask()
    shoe.faults.set(Fault.WRONG_BAUD, on=True)
    shoe.card()
    time.sleep(0.1)
    shoe.faults.set(Fault.WRONG_BAUD, on=False)
    end.listen(end.events)
    assert next(event.seq for event in end.events()) == 1


@pytest.mark.parametrize("fault", [Fault.HANG_SHOE, Fault.SILENT_SHOE])
def test_a_mute_shoe_delivers_afterwards(shoe: Rigged, host: Any, fault: Fault) -> None:
    end = host(shoe.path)
    end.ask()
    shoe.faults.set(fault, on=True)
    shoe.card()
    time.sleep(0.1)
    assert end.events() == []
    shoe.faults.set(fault, on=False)
    end.listen(end.events)
    assert next(event.seq for event in end.events()) == 1


def test_slow_but_sure(shoe: Rigged, host: Any) -> None:
    end = host(shoe.path)
    end.ask()
    shoe.faults.set(Fault.SLOW_SHOE, on=True)
    begun = time.monotonic()
    shoe.card()
    end.listen(end.events)
    assert time.monotonic() - begun > 0.7


def test_a_cold_start_has_a_new_boot_id_and_no_events(shoe: Rigged, host: Any) -> None:  # rule 3
    end = host(shoe.path)
    shoe.card()
    assert end.ask().next == 2
    shoe.do(shoe.device.restart)
    hello = end.ask()
    assert hello.boot != "5C0FFEE1"
    assert (hello.first, hello.next) == (1, 1)
    shoe.do(lambda: shoe.device.restart("SHOE0002"))
    assert end.ask().device == "SHOE0002"


def test_a_ring_that_ran_over_shows_in_the_next_hello(shoe: Rigged, driver: Any) -> None:  # rule 6
    shoe.card()
    wait_for(lambda: cards(driver()) == [1])
    wait_for(lambda: not shoe.store.truth.memory.ring)
    shoe.do(shoe.device.lose_events)
    wait_for(lambda: any(isinstance(r, ShoeAlert) and r.missing == 3 for r in driver()))


def test_stopping_takes_less_than_a_second_and_leaves_no_link(tmp_path: Path) -> None:
    rigged = Rigged(tmp_path)
    begun = time.monotonic()
    rigged.close()
    assert time.monotonic() - begun < 1
    assert not Path(rigged.path).is_symlink()
