"""Recorded traffic: sealed as it is written, refused when altered, and played again with its own times."""

from __future__ import annotations

import math
import queue
import time

import pytest

from dealer.errors import DealerError
from dealer.observations import CardOut, DeviceState, Health, Tag, TwoCards
from drivers.link import Lost, Opened
from drivers.shoe import em4100, osp, pepper_c1, pn532
from drivers.shoe.factory import played_shoe
from drivers.shoe.protocols import ShoeProtocol
from drivers.shoe.recording import (
    Happened,
    Kind,
    PlaybackLink,
    Recorder,
    Recording,
    RecordingError,
    Tapped,
    read_recording,
    sealed_recording,
)

BOOT = "5C0FFEE1"
TAG, OTHER = Tag("A:04416D412B0289"), Tag("A:9EB36E66")


def seal(data):
    return b"sealed" + bytes(byte ^ 0x5A for byte in data)


def unseal(data):
    if not data.startswith(b"sealed"):
        raise DealerError("wrong key")
    return bytes(byte ^ 0x5A for byte in data[6:])


@pytest.fixture
def written(tmp_path):
    """A recording of three things, sealed."""
    file = tmp_path / "shoe.rec"
    recorder = Recorder(file, ShoeProtocol.OSP, "blue", seal)
    recorder.add(Kind.OPENED, b"", 100.0)
    recorder.add(Kind.BYTES, b"$E,5C0FFEE1", 100.25)
    recorder.add(Kind.LOST, b"", 101.5)
    recorder.close()
    return file


def test_what_is_written_is_read(written):
    recording = read_recording(written, unseal)
    assert (recording.protocol, recording.deck, recording.sealed) == (ShoeProtocol.OSP, "blue", True)
    assert recording.happened == (
        Happened(0.0, Kind.OPENED, b""),
        Happened(0.25, Kind.BYTES, b"$E,5C0FFEE1"),
        Happened(1.5, Kind.LOST, b""),
    )


def test_a_sealed_recording_shows_nothing_and_needs_its_key(written):
    assert b"5C0FFEE1" not in written.read_bytes()
    assert written.stat().st_mode & 0o077 == 0
    assert sealed_recording(written)
    with pytest.raises(RecordingError, match="key"):
        read_recording(written, None)


def test_a_recording_in_clear(tmp_path):
    recorder = Recorder(tmp_path / "clear.rec", ShoeProtocol.PN532, "test", None)
    recorder.add(Kind.BYTES, b"\x00\x00\xff", 1.0)
    recorder.close()
    recording = read_recording(tmp_path / "clear.rec", None)
    assert (recording.sealed, recording.happened[0].data) == (False, b"\x00\x00\xff")


def test_a_recording_that_a_crash_cut_short_is_read_as_far_as_it_goes(written):
    whole = written.read_bytes()
    for size in range(len(whole) - 1, whole.index(b"\n"), -1):
        written.write_bytes(whole[:size])
        assert len(read_recording(written, unseal).happened) <= 2


def test_a_record_out_of_place_is_refused(tmp_path):
    file = tmp_path / "shoe.rec"
    recorder = Recorder(file, ShoeProtocol.OSP, "blue", None)
    recorder.add(Kind.BYTES, b"one", 1.0)
    recorder.add(Kind.BYTES, b"two", 2.0)
    recorder.close()
    head, _, rest = file.read_bytes().partition(b"\n")
    file.write_bytes(head + b"\n" + rest[len(rest) // 2 :] + rest[: len(rest) // 2])
    with pytest.raises(RecordingError, match="out of place"):
        read_recording(file, None)


@pytest.mark.parametrize("text", [b"", b"{}\n", b"hello\n", b'{"stud-recording": 9}\n', b"[]\n", b"[" * 4000])
def test_what_is_no_recording_says_how_to_make_one(tmp_path, text):
    file = tmp_path / "x"
    file.write_bytes(text)
    with pytest.raises(RecordingError, match="dealer record"):
        read_recording(file, None)


def test_no_recording_is_written_over(written):
    with pytest.raises(RecordingError, match="there already"):
        Recorder(written, ShoeProtocol.OSP, "blue", seal)


def test_news_of_a_link_is_on_disk_before_it_is_heard(tmp_path):
    file = tmp_path / "shoe.rec"
    old = [Happened(0, Kind.OPENED, b""), Happened(0, Kind.BYTES, b"abc"), Happened(0, Kind.LOST, b"")]
    link = Tapped(PlaybackLink("port", old, speed=math.inf), Recorder(file, ShoeProtocol.OSP, "blue", None))
    assert link.name == "port"
    kinds = []
    for count in (1, 2, 3):
        kinds.append(type(link.poll(1)))
        assert len(read_recording(file, None).happened) == count
    assert kinds == [Opened, bytes, Lost]
    link.write(b"x")
    link.wake()
    link.close()


def played(protocol, happened):
    """The cards that a shoe reports when this is played, until its cable is pulled out a minute later."""
    pulled_out = Happened(happened[-1].at + 60, Kind.LOST, b"")
    reports = queue.Queue()
    driver = played_shoe(Recording(protocol, "blue", False, (*happened, pulled_out)), "playback", speed=math.inf)
    driver.start(reports.put, [])
    found = []
    while not (isinstance(report := reports.get(timeout=30), DeviceState) and report.health is Health.GONE):
        found.append(report)
    driver.stop()
    return [report for report in found if isinstance(report, CardOut | TwoCards)]


def test_osp_traffic_is_played_to_the_decoder_and_all_behind_it():
    hello = osp.encode(osp.Hello(1, "SHOE7F3A", BOOT, "fw1", 1, 1))
    cards = [osp.encode(osp.card_out(BOOT, seq, 0, TAG, 200, 4)) for seq in (1, 2, 3)]
    happened = [Happened(0, Kind.OPENED, b""), Happened(0.1, Kind.BYTES, hello + cards[0][:10])]
    happened += [Happened(60, Kind.BYTES, cards[0][10:] + cards[1]), Happened(61, Kind.BYTES, cards[1] + cards[2])]
    assert [card.position.seq for card in played(ShoeProtocol.OSP, happened)] == [1, 2, 3]


def test_the_answers_of_polled_readers_are_played_as_they_stand():
    one, two = bytes.fromhex("04A31261EE0280"), bytes.fromhex("9EB36E66")
    sightings = [(0.1, [one]), (0.13, [one]), (0.5, []), (0.6, [one, two]), (1.0, [])]
    happened = [Happened(0, Kind.OPENED, b"")]
    happened += [Happened(at, Kind.BYTES, pn532.ACK_BYTES + pn532.targets(uids)) for at, uids in sightings]
    assert [type(report) for report in played(ShoeProtocol.PN532, happened)] == [CardOut, TwoCards]
    uid = pepper_c1.encode(b"\x00\x03\x04\x08" + two)
    happened = [Happened(0, Kind.OPENED, b""), Happened(0.1, Kind.BYTES, pepper_c1.encode(b"\x00\x02\x01") + uid)]
    (card,) = played(ShoeProtocol.PEPPER_C1, happened)
    assert card.tag == OTHER


def test_times_are_as_they_were_recorded():
    uid = em4100.encode(bytes.fromhex("62E3086CED"))
    happened = [Happened(0, Kind.OPENED, b"")]
    happened += [Happened(start + step * 0.065, Kind.BYTES, uid) for start in (1, 2) for step in range(4)]
    assert [card.beam_ms for card in played(ShoeProtocol.EM4100, happened)] == [195, 195]


def test_a_recording_may_be_played_faster():
    link = PlaybackLink("port", [Happened(0, Kind.OPENED, b""), Happened(2, Kind.BYTES, b"x")], speed=20)
    assert link.poll(1) == Opened("port")
    began = time.monotonic()
    assert link.poll(1) is None
    assert link.poll(5) == b"x"
    assert time.monotonic() - began < 2
    assert link.over
