"""The host's end of OSP/1: each event once and in order, or an alert; a shoe that is silent, new, or another one."""

from __future__ import annotations

import math

import pytest

from dealer.observations import (
    AlertKind,
    CardOut,
    CardReturned,
    CardUnread,
    DeviceState,
    Health,
    ShoeAlert,
    ShoeCode,
    ShoeNotice,
    ShoePosition,
    Tag,
    TwoCards,
)
from drivers.shoe import osp
from drivers.shoe.host import Host

DEVICE, BOOT, LATER_BOOT = "SHOE7F3A", "5C0FFEE1", "0DDBA115"


def tag(n):
    return Tag(f"A:04{n:012X}")


class Bench:
    """A host with its clock, and a shoe that says what the test tells it to."""

    def __init__(self, resume=(), controller="CTRL01", **more):
        self.now = 100.0
        self.host = Host(controller, resume, **more)
        self.reports = []
        self.sent = []
        self._ears = osp.Decoder(more.get("key"))
        self.key = more.get("key")

    def _after(self):
        self.host.tick(self.now)
        output = self.host.take()
        self.reports += output.reports
        self.sent += self._ears.feed(output.wire)

    def opens(self):
        self.host.opened(self.now)
        self._after()
        return self

    def pulled(self):
        self.host.lost("the cable is out", self.now)
        self._after()

    def hears(self, *lines):
        self.host.heard(b"".join(osp.encode(line, self.key) for line in lines), self.now)
        self._after()

    def noise(self, data):
        self.host.heard(data, self.now)
        self._after()

    def hello(self, first=1, following=1, boot=BOOT, device=DEVICE):
        self.hears(osp.Hello(1, device, boot, "fw1.0.0", first, following))
        return self

    def cards(self, *seqs, boot=BOOT):
        self.hears(*(osp.card_out(boot, seq, seq * 10, tag(seq), 200, 4) for seq in seqs))

    def beats(self, following, beams=0, boot=BOOT, state=osp.ShoeState.OK):
        self.hears(osp.Heartbeat(boot, following, 0, state, beams))

    def waits(self, seconds):
        until = self.now + seconds
        while (due := self.host.due()) <= until:
            self.now = max(due, self.now)
            self._after()
        self.now = until
        self._after()

    def disk(self, seq, boot=BOOT, device=DEVICE):
        self.host.acknowledge(ShoePosition(device, boot, seq), self.now)
        self._after()

    def told(self, kind=CardOut):
        return [report.position.seq for report in self.reports if isinstance(report, kind)]

    def alerts(self):
        return [report for report in self.reports if isinstance(report, ShoeAlert)]

    def health(self):
        return [report.health for report in self.reports if isinstance(report, DeviceState)]

    def lines(self, kind):
        return [line for line in self.sent if isinstance(line, kind)]


@pytest.fixture
def bench():
    return Bench(resume=[ShoePosition(DEVICE, BOOT, 0)]).opens().hello()


def test_the_host_asks_who_the_shoe_is_until_it_says_so():
    bench = Bench().opens()
    bench.waits(1.0)
    assert bench.lines(osp.Query)[0] == osp.Query(1, 1, "CTRL01")
    asked = len(bench.lines(osp.Query))
    assert asked > 2
    bench.hello()
    bench.waits(1.0)
    assert len(bench.lines(osp.Query)) == asked
    assert bench.health() == [Health.LINKING, Health.OK]


def test_a_table_may_be_called_by_any_letters():
    bench = Bench(controller="Pöytä 1, \u201cмаса\u201d $*").opens()
    assert bench.lines(osp.Query) == [osp.Query(1, 1, "P-yt--1---------")]


def test_events_are_reported_in_order_and_acknowledged_only_when_on_disk(bench):  # OSP/1 rule 2
    bench.cards(1, 2)
    assert bench.told() == [1, 2]
    assert bench.lines(osp.Ack) == []
    bench.disk(1)
    assert bench.lines(osp.Ack) == [osp.Ack(BOOT, 1)]


def test_what_each_event_becomes(bench):
    bench.hears(
        osp.card_out(BOOT, 1, 0, tag(1), 212, 5),
        osp.no_tag(BOOT, 2, 0, 187),
        osp.two_tags(BOOT, 3, 0, (tag(1), tag(2)), 260),
        osp.pushed_back(BOOT, 4, 0, tag(2), 143),
        osp.Event(BOOT, 5, 0, "JM", ("3000",)),
        osp.Event(BOOT, 6, 0, "EM"),
        osp.Event(BOOT, 7, 0, "LO"),
        osp.Event(BOOT, 8, 0, "LC"),
        osp.Event(BOOT, 9, 0, "RE", ("PN5180", "3")),
        osp.Event(BOOT, 10, 0, "ZZ", ("7", "A:04416D412B0289")),
    )
    at = [ShoePosition(DEVICE, BOOT, seq) for seq in range(11)]
    assert [report for report in bench.reports if not isinstance(report, DeviceState)] == [
        CardOut(at[1], tag(1), 212, 5),
        CardUnread(at[2], 187),
        TwoCards(at[3], (tag(1), tag(2)), 260),
        CardReturned(at[4], tag(2)),
        ShoeNotice(at[5], ShoeCode.JAM, "for 3000 ms"),
        ShoeNotice(at[6], ShoeCode.EMPTY, ""),
        ShoeNotice(at[7], ShoeCode.LID_OPEN, ""),
        ShoeNotice(at[8], ShoeCode.LID_CLOSED, ""),
        ShoeNotice(at[9], ShoeCode.READER_ERROR, "PN5180 3"),
        ShoeNotice(at[10], ShoeCode.UNKNOWN, "ZZ 7"),
    ]


def test_a_repeated_event_on_disk_is_acknowledged_and_dropped(bench):  # OSP/1 rule 2
    bench.cards(1, 2)
    bench.disk(2)
    bench.cards(1, 2)
    assert bench.told() == [1, 2]
    assert bench.lines(osp.Ack) == [osp.Ack(BOOT, 2), osp.Ack(BOOT, 2)]


def test_a_repeated_event_not_yet_on_disk_is_dropped_in_silence(bench):
    bench.cards(1)
    bench.cards(1)
    assert bench.told() == [1]
    assert bench.lines(osp.Ack) == []


def test_a_gap_is_asked_for_and_filled(bench):  # OSP/1 rule 2
    bench.cards(1, 3, 4)
    assert bench.told() == [1]
    assert bench.lines(osp.Again) == [osp.Again(BOOT, 2)]
    bench.cards(2, 3, 4)
    assert bench.told() == [1, 2, 3, 4]
    assert bench.alerts() == []


def test_a_gap_that_stays_is_asked_for_again_and_then_who_the_shoe_is(bench):
    bench.cards(2)
    bench.waits(2.4)
    assert len(bench.lines(osp.Again)) > 2
    assert len(bench.lines(osp.Query)) > 1


def test_a_hole_that_cannot_be_filled_is_an_alert(bench):  # OSP/1 rules 3 and 6
    bench.cards(1)
    bench.hello(first=5, following=8)
    (alert,) = bench.alerts()
    assert (alert.kind, alert.position.seq, alert.missing) == (AlertKind.LOST_EVENTS, 1, 3)
    bench.cards(5, 6)
    assert bench.told() == [1, 5, 6]


def test_a_hole_is_told_once_though_its_beams_were_counted(bench):
    bench.beats(1, beams=50)
    bench.cards(1)
    bench.beats(2, beams=51)
    bench.hello(first=5, following=5)
    for _ in range(6):
        bench.beats(5, beams=54)
    assert [alert.kind for alert in bench.alerts()] == [AlertKind.LOST_EVENTS]


def test_the_last_event_lost_is_missed_by_the_heartbeat(bench):
    bench.waits(1)
    bench.beats(2)
    bench.waits(0.1)
    assert bench.lines(osp.Again) == [osp.Again(BOOT, 1)]


def test_first_contact_is_an_alert():  # OSP/1 rule 3
    bench = Bench().opens().hello()
    (alert,) = bench.alerts()
    assert (alert.kind, alert.position, alert.missing) == (
        AlertKind.FIRST_CONTACT,
        ShoePosition(DEVICE, BOOT, 0),
        None,
    )
    bench.cards(1)
    assert bench.told() == [1]


def test_a_new_boot_is_an_alert_and_its_events_are_taken(bench):  # OSP/1 rule 3
    bench.cards(1)
    bench.hears(osp.card_out(LATER_BOOT, 1, 5, tag(9), 200, 4))
    bench.waits(0.1)
    assert bench.told() == [1]
    assert len(bench.lines(osp.Query)) == 2
    bench.hello(boot=LATER_BOOT)
    assert [alert.kind for alert in bench.alerts()] == [AlertKind.NEW_BOOT]
    bench.cards(1, boot=LATER_BOOT)
    assert bench.told() == [1, 1]
    bench.disk(1)
    assert bench.lines(osp.Ack) == [], "an event of the old boot is none of the new boot's"


def test_a_controller_that_starts_again_goes_on_where_its_journal_ends():
    bench = Bench(resume=[ShoePosition(DEVICE, BOOT, 3), ShoePosition(DEVICE, BOOT, 7)]).opens()
    bench.hello(first=6, following=10)
    assert bench.alerts() == []
    assert bench.lines(osp.Ack) == [osp.Ack(BOOT, 7)]
    bench.cards(6, 7, 8, 9)
    assert bench.told() == [8, 9]


def test_another_shoe_is_an_alert(bench):
    bench.cards(1)
    bench.hello(device="SHOE0002", boot=LATER_BOOT)
    bench.hello(first=1, following=2)
    assert [alert.kind for alert in bench.alerts()] == [AlertKind.FIRST_CONTACT, AlertKind.FIRST_CONTACT]
    bench.cards(1, 2)
    assert bench.told() == [1, 2]


def test_a_shoe_whose_count_goes_back_is_not_believed(bench):
    bench.cards(1, 2, 3)
    for _ in range(3):
        bench.hello(first=1, following=2)
        bench.beats(2)
    assert [alert.kind for alert in bench.alerts()] == [AlertKind.LOST_EVENTS]
    assert bench.health()[-1] is Health.STALE


def test_a_silent_shoe_is_said_once_and_once_when_it_is_back(bench):  # OSP/1 rule 4
    bench.waits(2.4)
    assert bench.health() == [Health.LINKING, Health.OK]
    bench.waits(10)
    assert bench.health() == [Health.LINKING, Health.OK, Health.SILENT]
    bench.hello()
    bench.beats(1)
    assert bench.health() == [Health.LINKING, Health.OK, Health.SILENT, Health.OK]


def test_a_cable_that_comes_and_goes_is_gone_once_and_back_once(bench):
    bench.pulled()
    bench.pulled()
    for _ in range(3):
        bench.opens()
        bench.pulled()
    bench.opens().hello()
    assert bench.health() == [Health.LINKING, Health.OK, Health.GONE, Health.OK]
    assert bench.host.due() < math.inf


def test_nothing_is_asked_and_nothing_due_while_the_cable_is_out(bench):
    bench.pulled()
    bench.sent.clear()
    bench.waits(30)
    bench.disk(1)
    assert bench.sent == []
    assert bench.host.due() == math.inf


def test_what_came_while_the_cable_was_out_is_replayed_without_an_alert(bench):
    bench.cards(1)
    bench.disk(1)
    bench.pulled()
    bench.opens().hello(first=2, following=4)
    bench.cards(2, 3)
    assert bench.told() == [1, 2, 3]
    assert bench.alerts() == []


def test_damage_is_refused_so_that_the_shoe_sends_again_sooner(bench):
    bench.noise(b"$E,5C0FFEE1,1,10,CO,A:0400*0000\r\n" * 5)
    assert bench.lines(osp.Refusal) == [osp.Refusal(osp.Refused.CRC)]


def test_the_shoe_of_a_later_version_is_refused(bench):
    bench.hears(osp.Hello(2, DEVICE, BOOT, "fw2", 1, 1))
    assert bench.lines(osp.Refusal) == [osp.Refusal(osp.Refused.VERSION)]
    assert bench.health()[-1] is Health.STALE


def test_events_with_an_unreadable_card_are_an_alert(bench):
    bench.hears(osp.Event(BOOT, 1, 0, "CO", ("A:12",)))
    bench.cards(2)
    assert bench.told(ShoeNotice) == [1]
    assert [alert.kind for alert in bench.alerts()] == [AlertKind.LOST_EVENTS]
    assert bench.told() == [2]


def test_a_shoe_that_was_without_power_is_an_alert(bench):
    bench.hears(osp.Event(BOOT, 1, 0, "PU", ("1",)))
    assert [(alert.kind, alert.missing) for alert in bench.alerts()] == [(AlertKind.LOST_EVENTS, None)]


@pytest.mark.parametrize("event", [osp.Event(BOOT, 1, 0, "PU", ("1",)), osp.Event(BOOT, 1, 0, "CO", ("A:12",))])
def test_an_alert_is_on_disk_before_the_event_that_brings_it(bench, event):
    """A controller killed between the two hears the event again, hence the alert; else it would never be told."""
    bench.hears(event)
    alert, notice = bench.reports[-2:]
    assert isinstance(alert, ShoeAlert)
    assert isinstance(notice, ShoeNotice)
    assert alert.position.seq == notice.position.seq - 1


def test_a_beam_that_was_broken_without_a_card_is_an_alert_said_once(bench):
    bench.beats(1, beams=53)
    bench.cards(1)
    for _ in range(3):
        bench.beats(2, beams=54)
    assert bench.alerts() == []
    for _ in range(5):
        bench.beats(2, beams=56)
    (alert,) = bench.alerts()
    assert (alert.kind, alert.missing, alert.position.seq) == (AlertKind.BEAM_COUNT, 2, 1)


def test_a_card_that_is_in_the_mouth_at_a_heartbeat_is_no_alert(bench):
    bench.beats(1, beams=0)
    bench.beats(1, beams=1)
    bench.cards(1)
    bench.beats(2, beams=1)
    bench.beats(2, beams=2)
    bench.cards(2)
    bench.beats(3, beams=2)
    assert bench.alerts() == []


def test_a_shoe_that_reports_its_own_failure(bench):
    bench.beats(1, state=osp.ShoeState.ERR)
    bench.beats(1, state=osp.ShoeState.ERR)
    bench.beats(1)
    assert bench.health() == [Health.LINKING, Health.OK, Health.STALE, Health.OK]


def test_the_mode_is_told_until_the_shoe_confirms_it():
    bench = Bench(mode="REG").opens().hello()
    bench.waits(1)
    told = bench.lines(osp.Command)
    assert len(told) > 1
    assert set(told) == {osp.Command(1, "MODE", ("REG",))}
    bench.hears(osp.Result(1, ok=True))
    bench.waits(2)
    assert bench.lines(osp.Command) == told


def test_signed_lines_both_ways():  # OSP/1 rule 5
    bench = Bench(key=b"paired").opens().hello()
    bench.cards(1)
    bench.disk(1)
    assert bench.told() == [1]
    assert bench.lines(osp.Ack) == [osp.Ack(BOOT, 1)]
    bench.noise(osp.encode(osp.card_out(BOOT, 2, 0, tag(2), 1, 1)))
    assert bench.told() == [1]
    assert bench.lines(osp.Refusal) == []
