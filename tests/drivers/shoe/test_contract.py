"""One contract for all readers, each on a pseudo-terminal with the maker's bytes on the far side."""

from __future__ import annotations

import os
import queue
import time

import pytest

from dealer.observations import (
    AlertKind,
    CardOut,
    CardUnread,
    DeviceState,
    Health,
    ShoeAlert,
    TwoCards,
)
from drivers.shoe import pepper_c1, pn532
from drivers.shoe.factory import make_shoe
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.teller import device_id

CARDS = {
    "A:": [bytes.fromhex("04A31261EE0280"), bytes.fromhex("04A31261EE0281")],
    "E:": [bytes.fromhex("01000734E0"), bytes.fromhex("0100E2850E")],
    "K:": [b"\x38", b"\x41"],
}
NAMES = {"K:": ["K:8s", "K:Ah"]}


class AtTable:
    """A driver and what it reports."""

    def __init__(self, cable, resume=()):
        self.reader = cable.reader
        self.cable = cable
        self.reports = []
        self._queue = queue.Queue()
        self.driver = make_shoe(cable.reader.protocol, str(cable.name))
        self.driver.start(self._queue.put, resume)

    def until(self, kind, seconds=4.0):
        while True:
            report = self._queue.get(timeout=seconds)
            self.reports.append(report)
            if isinstance(report, kind):
                return report

    def settle(self, seconds=0.4):
        time.sleep(seconds)
        while not self._queue.empty():
            self.reports.append(self._queue.get())

    def well(self):
        while self.until(DeviceState).health is not Health.OK:
            pass
        return self

    def passes(self, *numbers, seconds=0.15):
        self.reader.field = [CARDS[self.reader.kind][n] for n in numbers]
        time.sleep(seconds)
        self.reader.field = []

    def tag(self, n):
        kind = self.reader.kind
        return NAMES[kind][n] if kind in NAMES else kind + CARDS[kind][n].hex().upper()

    def of(self, kind):
        return [report for report in self.reports if isinstance(report, kind)]


@pytest.fixture
def at_table(on_cable):
    tables = []

    def make(reader, resume=()):
        table = AtTable(on_cable(reader), resume)
        tables.append(table)
        return table.well()

    yield make
    for table in tables:
        table.driver.stop()


def test_a_card_that_passes_is_one_card(at_table, any_reader):
    table = at_table(any_reader)
    table.passes(0)
    card = table.until(CardOut)
    table.settle()
    table.passes(1)
    table.until(CardOut)
    table.settle()
    assert [card.tag.text for card in table.of(CardOut)] == [table.tag(0), table.tag(1)]
    positions = [card.position for card in table.of(CardOut)]
    assert [position.seq for position in positions] == [1, 2]
    assert len(card.position.device) <= 16
    assert {(len(position.boot), position.device, position.boot) for position in positions} == {
        (8, card.position.device, card.position.boot)
    }


def test_the_first_contact_is_an_alert_and_a_known_one_that_began_anew_too(at_table, any_reader):  # OSP/1 rule 3
    table = at_table(any_reader)
    assert [alert.kind for alert in table.of(ShoeAlert)] == [AlertKind.FIRST_CONTACT]
    table.passes(0)
    position = table.until(CardOut).position
    table.driver.stop()
    again = AtTable(table.cable, [position]).well()
    again.driver.stop()
    assert [alert.kind for alert in again.of(ShoeAlert)] == [AlertKind.NEW_BOOT]
    assert again.of(ShoeAlert)[0].position.boot != position.boot


def test_a_cable_that_was_out_is_an_alert_when_it_is_back(at_table, any_reader):
    table = at_table(any_reader)
    table.cable.pull()
    assert table.until(DeviceState).health is Health.GONE
    table.cable.plug()
    assert table.until(ShoeAlert).kind is AlertKind.LOST_EVENTS
    assert table.until(DeviceState).health is Health.OK
    table.passes(1)
    assert table.until(CardOut).tag.text == table.tag(1)


def test_noise_on_the_wire_makes_no_card(at_table, any_reader):
    table = at_table(any_reader)
    table.cable.say(os.urandom(300))
    table.settle(0.8)
    table.passes(0)
    assert table.until(CardOut).tag.text == table.tag(0)
    assert len(table.of(CardOut)) == 1


def test_stopping_takes_less_than_a_second(at_table, any_reader):
    table = at_table(any_reader)
    began = time.monotonic()
    table.driver.stop()
    assert time.monotonic() - began < 1


def test_no_report_shows_a_tag_as_text(at_table, any_reader):
    table = at_table(any_reader)
    table.passes(0)
    table.until(CardOut)
    assert table.tag(0)[2:] not in str(table.reports)


@pytest.mark.parametrize("name", ["simulated_pn532", "simulated_pepper"])
def test_two_tags_in_the_mouth_are_two_cards_and_never_a_guess(at_table, request, name):
    table = at_table(request.getfixturevalue(name))
    table.passes(0, 1)
    two = table.until(TwoCards)
    assert {tag.text for tag in two.tags} == {table.tag(0), table.tag(1)}
    assert table.of(CardOut) == []


@pytest.mark.parametrize("name", ["simulated_pn532", "simulated_pepper"])
def test_a_reader_that_falls_silent_is_said_once_and_its_return_is_an_alert(at_table, request, name):
    table = at_table(request.getfixturevalue(name))
    table.reader.dead = True
    assert table.until(DeviceState).health is Health.SILENT
    table.reader.dead = False
    assert table.until(ShoeAlert).kind is AlertKind.LOST_EVENTS
    assert table.until(DeviceState).health is Health.OK


def test_a_pn532_that_lags_one_answer_behind_after_a_reset_is_drained_first(on_cable, simulated_pn532):
    old = pn532.targets([CARDS["A:"][0]])
    simulated_pn532.lag = [old]
    table = AtTable(on_cable(simulated_pn532))
    table.settle(0.5)
    assert simulated_pn532.searches == 0, "it lags still, so nothing it says is believed"
    simulated_pn532.lag.clear()
    table.well()
    table.settle()
    table.driver.stop()
    assert table.of(CardOut) == []


def test_a_pepper_that_still_answers_what_was_asked_before_is_not_believed(on_cable, simulated_pepper):
    simulated_pepper.stale = [pepper_c1.encode(b"\x00\x03\x04\x08" + CARDS["A:"][0])]
    table = AtTable(on_cable(simulated_pepper)).well()
    table.settle()
    table.driver.stop()
    assert table.of(CardOut) == []


def test_a_pepper_that_counts_a_card_and_cannot_read_it(at_table, simulated_pepper):
    table = at_table(simulated_pepper)
    simulated_pepper.field = [b"\x01\x02\x03"]
    time.sleep(0.15)
    simulated_pepper.field = []
    table.until(CardUnread)
    assert table.of(CardOut) == []


def test_an_angel_eye_number_left_out_is_an_alert(at_table, simulated_angel_eye):
    table = at_table(simulated_angel_eye)
    table.passes(0)
    table.until(CardOut)
    simulated_angel_eye.seq += 1
    table.passes(1)
    assert table.until(ShoeAlert).kind is AlertKind.LOST_EVENTS
    assert table.until(CardOut).tag.text == "K:Ah"


def test_each_reader_has_a_name_of_its_own_for_its_port():
    names = {device_id(protocol, port) for protocol in ShoeProtocol for port in ("/dev/ttyUSB0", "/dev/ttyUSB1")}
    assert len(names) == 2 * len(ShoeProtocol)
    assert max(len(name) for name in names) <= 16
