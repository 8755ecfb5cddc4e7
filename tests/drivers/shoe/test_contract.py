"""One contract for all readers, with the maker's bytes on the far side; and each on a pseudo-terminal."""

from __future__ import annotations

import contextlib
import queue
import random
import time

import pytest

from dealer.observations import (
    AlertKind,
    CardOut,
    CardUnread,
    DeviceState,
    Health,
    ShoeAlert,
    ShoeCode,
    ShoeNotice,
    TwoCards,
)
from drivers.shoe import angel_eye, pepper_c1, pn532
from drivers.shoe.factory import ShoeOptions, make_shoe, talk
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.teller import device_id

CARDS = {
    "A:": [bytes.fromhex("04A31261EE0280"), bytes.fromhex("04A31261EE0281")],
    "E:": [bytes.fromhex("01000734E0"), bytes.fromhex("0100E2850E")],
    "K:": [b"\x38", b"\x41"],
}
NAMES = {"K:": ["K:8s", "K:Ah"]}


STEP = 0.005


class AtTable:
    """A reader and the talk with it, on a clock of their own."""

    def __init__(self, reader, resume=()):
        self.reader = reader
        self.reports = []
        self.now = 50.0
        self._spoke = 0.0
        self._plugged = False
        self._device = talk(reader.protocol, "/dev/reader", ShoeOptions())(resume)

    def plug(self):
        self._plugged = True
        self._device.opened(self.now)
        self.waits(0.5)
        return self

    def pull(self):
        self._plugged = False
        self._device.lost("the cable is out", self.now)
        self.waits(0.5)

    def waits(self, seconds):
        until = self.now + seconds
        while self.now < until:
            self.now += STEP
            self._device.tick(self.now)
            output = self._device.take()
            self.reports += output.reports
            if self._plugged:
                self._hear(self.reader.take(output.wire))
                if self.now - self._spoke > 0.065:
                    self._spoke = self.now
                    self._hear(self.reader.idle())

    def _hear(self, data):
        if data:
            self._device.heard(data, self.now)

    def noise(self, data):
        self._hear(data)

    def passes(self, *numbers, seconds=0.15):
        self.reader.field = [CARDS[self.reader.kind][n] for n in numbers]
        self.waits(seconds)
        self.reader.field = []
        self.waits(0.5)

    def tag(self, n):
        kind = self.reader.kind
        return NAMES[kind][n] if kind in NAMES else kind + CARDS[kind][n].hex().upper()

    def of(self, kind):
        return [report for report in self.reports if isinstance(report, kind)]

    def cards(self):
        return [card.tag.text for card in self.of(CardOut)]

    def alerts(self):
        return [alert.kind for alert in self.of(ShoeAlert)]

    def health(self):
        return [state.health for state in self.of(DeviceState)]


@pytest.fixture
def at_table():
    return lambda reader, resume=(): AtTable(reader, resume).plug()


def test_a_card_that_passes_is_one_card(at_table, any_reader):
    table = at_table(any_reader)
    table.passes(0)
    table.passes(1)
    assert table.cards() == [table.tag(0), table.tag(1)]
    positions = [card.position for card in table.of(CardOut)]
    assert [position.seq for position in positions] == [1, 2]
    assert {(position.device, len(position.boot)) for position in positions} == {
        (device_id(any_reader.protocol, "/dev/reader"), 8)
    }


def test_a_card_that_lies_still_is_one_card_and_a_jam(at_table, any_reader):
    table = at_table(any_reader)
    table.passes(0, seconds=10)
    assert table.cards() == [table.tag(0)]
    jams = [notice.code for notice in table.of(ShoeNotice)]
    assert jams == ([] if any_reader.protocol is ShoeProtocol.ANGEL_EYE else [ShoeCode.JAM])


def test_the_first_contact_is_an_alert_and_a_known_one_that_began_anew_too(at_table, any_reader):  # OSP/1 rule 3
    table = at_table(any_reader)
    table.passes(0)
    position = table.of(CardOut)[0].position
    again = at_table(any_reader, [position])
    assert (table.alerts(), again.alerts()) == ([AlertKind.FIRST_CONTACT], [AlertKind.NEW_BOOT])
    assert again.of(ShoeAlert)[0].position.boot != position.boot


def test_a_cable_that_was_out_is_an_alert_when_it_is_back(at_table, any_reader):
    table = at_table(any_reader)
    table.pull()
    table.waits(5)
    table.plug()
    assert table.alerts() == [AlertKind.FIRST_CONTACT, AlertKind.LOST_EVENTS]
    assert table.health()[-2:] == [Health.GONE, Health.OK]
    table.passes(1)
    assert table.cards() == [table.tag(1)]


def test_noise_on_the_wire_makes_no_card(at_table, any_reader):
    table = at_table(any_reader)
    dice = random.Random(7)
    for _ in range(20):
        table.noise(dice.randbytes(100))
        table.waits(0.1)
    table.waits(1)
    table.passes(0)
    assert table.cards() == [table.tag(0)]


def test_no_report_shows_a_tag_as_text(at_table, any_reader):
    table = at_table(any_reader)
    table.passes(0)
    assert table.cards()
    assert table.tag(0)[2:] not in str(table.reports)


@pytest.fixture(params=["simulated_pn532", "simulated_pepper"])
def polled(request):
    return request.getfixturevalue(request.param)


def test_two_tags_in_the_mouth_are_two_cards_and_never_a_guess(at_table, polled):
    table = at_table(polled)
    table.passes(0, 1)
    (two,) = table.of(TwoCards)
    assert {tag.text for tag in two.tags} == {table.tag(0), table.tag(1)}
    assert table.cards() == []


def test_a_reader_that_falls_silent_is_said_once_and_its_return_is_an_alert(at_table, polled):
    table = at_table(polled)
    polled.dead = True
    table.waits(10)
    assert table.health() == [Health.LINKING, Health.OK, Health.SILENT]
    polled.dead = False
    table.waits(1)
    assert table.health()[-1] is Health.OK
    assert table.alerts()[-1] is AlertKind.LOST_EVENTS


def test_a_pn532_that_lags_one_answer_behind_after_a_reset_is_drained_first(at_table, simulated_pn532):
    simulated_pn532.lag = [pn532.targets([CARDS["A:"][0]])]
    table = at_table(simulated_pn532)
    assert simulated_pn532.searches == 0, "it lags still, so nothing it says is believed"
    simulated_pn532.lag.clear()
    table.waits(1)
    assert simulated_pn532.searches > 0
    assert table.cards() == []


def test_a_pepper_that_still_answers_what_was_asked_before_is_not_believed(at_table, simulated_pepper):
    simulated_pepper.stale = [pepper_c1.encode(b"\x00\x03\x04\x08" + CARDS["A:"][0])]
    table = at_table(simulated_pepper)
    table.waits(1)
    assert table.health()[-1] is Health.OK
    assert table.cards() == []


def test_a_pepper_that_names_tags_on_its_own_is_heard(at_table, simulated_pepper):
    table = at_table(simulated_pepper)
    table.noise(pepper_c1.encode(b"\xfe\x03\x04\x08" + CARDS["A:"][0]))
    table.waits(1)
    assert table.cards() == [table.tag(0)]


def test_a_pepper_that_counts_a_card_and_cannot_read_it(at_table, simulated_pepper):
    table = at_table(simulated_pepper)
    simulated_pepper.field = [b"\x01\x02\x03"]
    table.waits(0.15)
    simulated_pepper.field = []
    table.waits(2)
    assert len(table.of(CardUnread)) == 1
    assert table.cards() == []


def test_an_angel_eye_number_left_out_is_an_alert(at_table, simulated_angel_eye):
    table = at_table(simulated_angel_eye)
    table.passes(0)
    simulated_angel_eye.seq += 1
    table.passes(1)
    assert table.alerts()[-1] is AlertKind.LOST_EVENTS
    assert table.cards() == [table.tag(0), table.tag(1)]


def test_what_an_angel_eye_error_becomes(at_table, simulated_angel_eye):
    table = at_table(simulated_angel_eye)
    for seq, code in enumerate((1, 6, 2, 7, 4), start=1):
        table.noise(angel_eye.encode(seq, "E", bytes((0x40 | code,))) * 3)
    table.noise(angel_eye.encode(6, "e", b"\x04") * 3 + angel_eye.encode(7, "L", b"\x01") * 3)
    table.waits(0.1)
    assert len(table.of(CardUnread)) == 2
    notices = [(notice.code, notice.detail) for notice in table.of(ShoeNotice)]
    assert notices == [
        (ShoeCode.READER_ERROR, "overdraw"),
        (ShoeCode.JAM, "time-out"),
        (ShoeCode.READER_ERROR, "a card was pushed back"),
        (ShoeCode.READER_ERROR, "error 4 is over"),
        (ShoeCode.UNKNOWN, "locked"),
    ]
    assert table.alerts()[-1] is AlertKind.LOST_EVENTS


def test_each_reader_works_on_a_real_port_through_an_unplugging(on_cable, any_reader):
    """On a machine that is busy a passage may be seen twice here or not at all; the first card of each is looked at."""
    cable = on_cable(any_reader)
    reports = queue.Queue()
    driver = make_shoe(any_reader.protocol, str(cable.name))
    driver.start(reports.put, ())

    def until(kind, *health, patience=60):
        while not isinstance(report := reports.get(timeout=patience), kind) or (health and report.health not in health):
            pass
        return report

    def passes(n):
        for _ in range(20):
            any_reader.field = [CARDS[any_reader.kind][n]]
            time.sleep(0.3)
            any_reader.field = []
            with contextlib.suppress(queue.Empty):
                return until(CardOut, patience=3).tag.text.partition(":")[2]
        pytest.fail("the card was never seen")

    until(DeviceState, Health.OK)
    first = passes(0)
    cable.pull()
    until(DeviceState, Health.GONE)
    cable.plug()
    until(DeviceState, Health.OK)
    assert first != passes(1)
    began = time.monotonic()
    driver.stop()
    assert time.monotonic() - began < 2


def test_each_reader_has_a_name_of_its_own_for_its_port():
    names = {device_id(protocol, port) for protocol in ShoeProtocol for port in ("/dev/ttyUSB0", "/dev/ttyUSB1")}
    assert len(names) == 2 * len(ShoeProtocol)
    assert max(len(name) for name in names) <= 16
