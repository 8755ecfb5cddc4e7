"""Every codec against the recorded frames: whole, cut, joined, in noise, damaged; and against noise alone."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest

from drivers.shoe import protocols
from drivers.shoe.codec import Dropped
from drivers.shoe.protocols import Frame, ShoeProtocol

ALL = list(ShoeProtocol)
LONGEST = {
    ShoeProtocol.OSP: 128,
    ShoeProtocol.PEPPER_C1: 1031,
    ShoeProtocol.PN532: 262,
    ShoeProtocol.ANGEL_EYE: 24,
    ShoeProtocol.EM4100: 16,
}
NOISE = int(os.environ.get("STUD_NOISE", "300000"))


def heard(protocol, *chunks):
    decoder = protocols.decoder(protocol)
    return [frame for chunk in chunks for frame in decoder.feed(chunk) if not isinstance(frame, Dropped)]


def tags(frames: Sequence[Frame]) -> tuple[str, ...]:
    return tuple(tag.text.partition(":")[2] for frame in frames for tag in protocols.plain(frame).tags)


def of(recorded, protocol):
    return [frame for frame in recorded if frame.protocol is protocol]


@pytest.fixture(params=ALL, ids=lambda protocol: protocol.value)
def protocol(request):
    return request.param


@pytest.mark.data
def test_a_whole_frame_is_read_and_a_bad_one_is_not(recorded, protocol):
    for frame in of(recorded, protocol):
        found = heard(protocol, frame.raw)
        ignored = protocol is ShoeProtocol.ANGEL_EYE and not frame.from_reader
        assert len(found) == (1 if frame.valid and not ignored else 0), frame.name
        if frame.valid and frame.tags is not None:
            assert tags(found) == frame.tags, frame.name


@pytest.mark.data
def test_a_frame_may_be_cut_anywhere(recorded, protocol):
    for frame in of(recorded, protocol):
        whole = heard(protocol, frame.raw)
        for at in range(1, len(frame.raw)):
            assert heard(protocol, frame.raw[:at], frame.raw[at:]) == whole, (frame.name, at)
        assert heard(protocol, *(bytes((byte,)) for byte in frame.raw)) == whole, frame.name


@pytest.mark.data
def test_frames_joined_are_all_read(recorded, protocol):
    frames = [frame for frame in of(recorded, protocol) if frame.valid]
    each = [found for frame in frames for found in heard(protocol, frame.raw)]
    assert heard(protocol, b"".join(frame.raw for frame in frames)) == each


@pytest.mark.data
def test_noise_before_and_between_frames_hides_none(recorded, protocol):
    dice = random.Random(5)
    frames = [frame for frame in of(recorded, protocol) if frame.valid]
    each = [found for frame in frames for found in heard(protocol, frame.raw)]
    for _ in range(100):
        stream = b"".join(dice.randbytes(dice.randrange(40)) + frame.raw for frame in frames)
        quiet_end = bytes(2 * LONGEST[protocol])
        assert heard(protocol, stream + quiet_end) == each


@pytest.mark.data
def test_a_frame_cut_short_does_not_hide_the_next(recorded, protocol):
    quiet_end = bytes(2 * LONGEST[protocol])
    for frame in of(recorded, protocol):
        whole = heard(protocol, frame.raw)
        for at in range(1, len(frame.raw)):
            assert heard(protocol, frame.raw[:at] + frame.raw + quiet_end) == whole, (frame.name, at)


@pytest.mark.data
def test_one_damaged_byte_never_makes_another_card(recorded, protocol):
    for frame in (frame for frame in of(recorded, protocol) if frame.valid):
        right = tags(heard(protocol, frame.raw))
        for at in range(len(frame.raw)):
            for value in range(256):
                damaged = frame.raw[:at] + bytes((value,)) + frame.raw[at + 1 :]
                found = tags(heard(protocol, damaged))
                assert found in ((), right), (frame.name, at, value)


def _noise(protocol, size, seed):
    dice = random.Random(seed)
    decoder = protocols.decoder(protocol)
    accepted = 0
    for _ in range(size // 1000):
        chunk = dice.randbytes(1000)
        for frame in decoder.feed(chunk):
            accepted += not isinstance(frame, Dropped)
        assert decoder.held < LONGEST[protocol]
    return accepted


def test_noise_alone_raises_nothing_and_grows_nothing(protocol):
    accepted = _noise(protocol, NOISE, seed=1)
    if protocol in (ShoeProtocol.OSP, ShoeProtocol.PEPPER_C1, ShoeProtocol.EM4100):
        assert accepted == 0


def test_names_take_an_underscore_and_a_wrong_one_says_which_there_are():
    assert protocols.named("pepper_c1") is ShoeProtocol.PEPPER_C1
    with pytest.raises(protocols.UnknownProtocol, match="angel-eye"):
        protocols.named("uhf")
