"""The shoe's side of OSP/1, against the rules of SHOE-PROTOCOL."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from dealer.observations import Tag
from drivers.mock.firmware import RING, WINDOW, Firmware, ShoeMemory, card_out, no_tag, record
from drivers.shoe import osp


class Bench:
    """A firmware on the bench, with its memory and what it has sent."""

    def __init__(self, key: bytes | None = None) -> None:
        self.memory = ShoeMemory("SHOE7F3A", "5C0FFEE1")
        self.wire = b""
        self.now = 0.0
        self.key = key
        self.firmware = Firmware(lambda: self.memory, self._keep, self._send, lambda: int(self.now * 1000), key)
        self.firmware.started()
        self.decoder = osp.Decoder(key)

    def _keep(self, memory: ShoeMemory) -> None:
        self.memory = memory

    def _send(self, data: bytes) -> None:
        self.wire += data

    def said(self) -> list[osp.Heard]:
        wire, self.wire = self.wire, b""
        return [line for line in self.decoder.feed(wire) if not isinstance(line, osp.Heartbeat)]

    def seqs(self) -> list[int]:
        return [line.seq for line in self.said() if isinstance(line, osp.Event)]

    def hear(self, line: osp.Line) -> None:
        self.firmware.feed(osp.encode(line, self.key), self.now)

    def cards(self, count: int) -> None:
        for _ in range(count):
            self.memory = card_out(self.memory, 5310, Tag("A:04416D412B0289"), 212, 5)
        self.firmware.tick(self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.firmware.due() <= end:
            self.now = max(self.now, self.firmware.due())
            self.firmware.tick(self.now)
        self.now = end


@pytest.fixture
def shoe() -> Bench:
    return Bench()


def test_answers_hello_as_the_protocol_writes_it(shoe: Bench) -> None:
    shoe.firmware.feed(b"$Q,1,1,CTRL01*3233\r\n", 0.0)
    assert shoe.said() == [osp.Hello(1, "SHOE7F3A", "5C0FFEE1", "mock1.0.0", 1, 1)]


def test_refuses_a_host_that_speaks_only_later_versions(shoe: Bench) -> None:
    shoe.hear(osp.Query(2, 3, "CTRL01"))
    assert shoe.said() == [osp.Refusal(osp.Refused.VERSION)]


def test_a_card_is_sent_at_once(shoe: Bench) -> None:
    shoe.cards(1)
    assert shoe.said() == [osp.card_out("5C0FFEE1", 1, 5310, Tag("A:04416D412B0289"), 212, 5)]


def test_no_more_than_eight_are_under_way(shoe: Bench) -> None:  # rule 1
    shoe.cards(20)
    assert shoe.seqs() == list(range(1, WINDOW + 1))
    shoe.hear(osp.Ack("5C0FFEE1", 3))
    assert shoe.seqs() == [9, 10, 11]


def test_sends_again_after_a_quarter_second_and_then_ever_later(shoe: Bench) -> None:  # rule 1
    shoe.cards(2)
    assert shoe.seqs() == [1, 2]
    shoe.wait(0.24)
    assert shoe.seqs() == []
    times = []
    for _ in range(100):
        shoe.wait(0.1)
        if shoe.seqs():
            times.append(round(shoe.now, 1))
    gaps = [round(b - a, 1) for a, b in itertools.pairwise(times)]
    assert gaps[:4] == [0.5, 1.0, 2.0, 2.0]


def test_what_is_acknowledged_is_forgotten(shoe: Bench) -> None:
    shoe.cards(2)
    shoe.hear(osp.Ack("5C0FFEE1", 2))
    assert shoe.memory.ring == ()
    assert shoe.memory.first == shoe.memory.next == 3
    shoe.said()
    shoe.wait(5)
    assert shoe.seqs() == []


def test_a_gap_is_filled_from_where_the_host_asks(shoe: Bench) -> None:  # rule 2
    shoe.cards(5)
    shoe.said()
    shoe.hear(osp.Again("5C0FFEE1", 4))
    assert shoe.seqs() == [4, 5]


def test_an_acknowledgement_of_another_boot_or_of_what_was_never_sent_is_not_believed(shoe: Bench) -> None:
    shoe.cards(2)
    shoe.hear(osp.Ack("00000000", 2))
    shoe.hear(osp.Ack("5C0FFEE1", 9))
    assert len(shoe.memory.ring) == 2


def test_a_new_hello_brings_everything_that_is_not_acknowledged(shoe: Bench) -> None:
    shoe.cards(3)
    shoe.said()
    shoe.hear(osp.Query(1, 1, "CTRL01"))
    hello, *events = shoe.said()
    assert hello == osp.Hello(1, "SHOE7F3A", "5C0FFEE1", "mock1.0.0", 1, 4)
    assert [event.seq for event in events if isinstance(event, osp.Event)] == [1, 2, 3]


def test_the_ring_runs_over_and_says_so(shoe: Bench) -> None:  # rule 6
    for _ in range(RING + 3):
        shoe.memory = no_tag(shoe.memory, 1, 187)
    shoe.hear(osp.Query(1, 1, "CTRL01"))
    hello = shoe.said()[0]
    assert isinstance(hello, osp.Hello)
    assert (hello.first, hello.next) == (4, RING + 4)


def test_beats_once_a_second_with_the_beams_it_has_seen(shoe: Bench) -> None:
    shoe.cards(2)
    shoe.memory = record(shoe.memory, 7000, "LO", ())
    shoe.firmware.trouble = True
    shoe.wire = b""
    shoe.wait(3.5)
    beats = [line for line in osp.Decoder().feed(shoe.wire) if isinstance(line, osp.Heartbeat)]
    assert len(beats) == 3
    assert beats[-1].beams == 2
    assert beats[-1].next == 4
    assert beats[-1].state is osp.ShoeState.ERR


def test_says_when_its_ring_is_more_than_half_full(shoe: Bench) -> None:
    for _ in range(RING // 2 + 1):
        shoe.memory = no_tag(shoe.memory, 1, 187)
    shoe.firmware.tick(1.0)
    assert any(
        isinstance(line, osp.Heartbeat) and line.state is osp.ShoeState.RING for line in osp.Decoder().feed(shoe.wire)
    )


@pytest.mark.parametrize(
    ("name", "args", "ok"),
    [
        ("MODE", ("REG",), True),
        ("MODE", ("SLEEP",), False),
        ("PING", (), True),
        ("LIGHT", ("on",), True),
        ("RESET", (), True),
        ("DANCE", (), False),
    ],
)
def test_commands_get_a_result(shoe: Bench, name: str, args: tuple[str, ...], ok: bool) -> None:
    shoe.hear(osp.Command(17, name, args))
    (result,) = shoe.said()
    assert isinstance(result, osp.Result)
    assert (result.n, result.ok) == (17, ok)


def test_a_damaged_line_is_refused_by_name(shoe: Bench) -> None:
    shoe.firmware.feed(b"$Q,1,1,CTRL01*3234\r\n", 0.0)
    assert shoe.said() == [osp.Refusal(osp.Refused.CRC)]


def test_signs_its_lines_and_hears_only_signed_ones() -> None:  # rule 5
    shoe = Bench(key=b"paired")
    shoe.firmware.feed(osp.encode(osp.Query(1, 1, "CTRL01")), 0.0)
    assert shoe.said() == []
    shoe.hear(osp.Query(1, 1, "CTRL01"))
    assert isinstance(shoe.said()[0], osp.Hello)


def test_the_memory_tells_no_tag_in_its_text() -> None:
    memory = card_out(ShoeMemory("SHOE7F3A", "5C0FFEE1"), 1, Tag("A:04416D412B0289"), 212, 5)
    assert "0441" not in repr(replace(memory, beams=2))
