"""What the four bought readers say, by their makers' pages."""

from __future__ import annotations

import pytest

from dealer.cards import DECK, Card
from dealer.observations import Tag
from drivers.shoe import angel_eye, em4100, pepper_c1, pn532
from drivers.shoe.codec import Dropped, Fault

UID4, UID7 = bytes.fromhex("9EB36E66"), bytes.fromhex("04A31261EE0280")
ICODE = bytes.fromhex("E00401500F2A3B4C")


def test_pepper_names_a_tag_when_asked_and_on_its_own():
    for kind, asked in ((0x00, True), (0xFE, False)):
        wire = pepper_c1.encode(bytes((kind, 0x03, 0x04, 0x08)) + UID4)
        assert pepper_c1.Decoder().feed(wire) == [pepper_c1.TagSeen(Tag("A:9EB36E66"), asked)]


@pytest.mark.parametrize("uid", [ICODE, ICODE[::-1]], ids=["msb first", "lsb first"])
def test_pepper_icode_ids_are_written_most_significant_byte_first(uid):
    assert pepper_c1.tag_of(0x24, uid) == Tag("V:E00401500F2A3B4C")


def test_pepper_icode_id_that_ends_in_e0_is_not_turned_round_by_mistake():
    assert pepper_c1.tag_of(0x24, bytes.fromhex("E00401500F2A3BE0")) == Tag("V:E00401500F2A3BE0")
    assert pepper_c1.tag_of(0x24, bytes.fromhex("E00401500F2A3BE0")[::-1]) == Tag("V:E00401500F2A3BE0")


@pytest.mark.parametrize(("kind", "uid"), [(0x24, b"\x01" * 8), (0x24, UID7), (0x04, ICODE), (0x04, b"")])
def test_pepper_id_that_does_not_fit_its_type_is_no_tag(kind, uid):
    assert pepper_c1.tag_of(kind, uid) is None


def test_pepper_replies_and_errors():
    decoder = pepper_c1.Decoder()
    assert decoder.feed(pepper_c1.encode(b"\x00\x02\x01")) == [pepper_c1.Reply(0x02, b"\x01")]
    assert decoder.feed(pepper_c1.encode(b"\xff\x04\x34\x12")) == [pepper_c1.Failure(0x04, 0x1234)]
    assert decoder.feed(pepper_c1.ask(pepper_c1.Command.GET_TAG_COUNT)) == [pepper_c1.Asked(0x02)]


def test_pepper_length_out_of_bounds_is_dropped_at_once():
    assert pepper_c1.Decoder().feed(bytes.fromhex("f5ffff0000")) == [Dropped(Fault.LONG)]


def test_pn532_lists_none_one_and_two_tags():
    decoder = pn532.Decoder()
    assert decoder.feed(pn532.targets([])) == [pn532.Targets(())]
    assert decoder.feed(pn532.targets([UID7])) == [pn532.Targets((Tag("A:04A31261EE0280"),))]
    assert decoder.feed(pn532.targets([UID7, UID4])) == [pn532.Targets((Tag("A:04A31261EE0280"), Tag("A:9EB36E66")))]


def test_pn532_skips_what_a_tag_answers_to_select():
    ats = bytes.fromhex("067577810280")
    body = bytes.fromhex("d54b0101034420") + bytes((7,)) + UID7 + ats
    assert pn532.Decoder().feed(pn532.encode(body)) == [pn532.Targets((Tag("A:04A31261EE0280"),))]


def test_pn532_list_that_is_too_short_is_dropped():
    assert pn532.Decoder().feed(pn532.encode(b"\xd5\x4b\x01\x01\x00\x44\x00\x07\x04")) == [Dropped(Fault.FORM)]


def test_pn532_ack_nack_and_syntax_fault():
    wire = pn532.ACK_BYTES + pn532.NACK_BYTES + bytes.fromhex("0000ff01ff7f8100")
    assert pn532.Decoder().feed(wire) == [pn532.Ack(), pn532.Nack(), pn532.SyntaxFault()]


def test_angel_eye_knows_all_52():
    decoder = angel_eye.Decoder()
    seen = [
        frame.tag
        for number, card in enumerate(DECK)
        for frame in decoder.feed(angel_eye.encode(number % 10, "D", bytes((0x01, angel_eye.card_byte(card)))))
    ]
    assert [Card.parse(tag.text.removeprefix("K:")) for tag in seen] == list(DECK)


def test_angel_eye_says_each_event_three_times_and_it_is_one():
    wire = angel_eye.encode(4, "d", bytes((0x01, 0x38)))
    decoder = angel_eye.Decoder()
    assert decoder.feed(wire * 3) == [angel_eye.CardDrawn(4, in_game=False, tag=Tag("K:8s"))]
    assert decoder.repeats == 2


def test_angel_eye_errors_locks_and_the_rest():
    decoder = angel_eye.Decoder()
    assert decoder.feed(angel_eye.encode(1, "E", b"\x41")) == [angel_eye.ErrorShown(1, 1, on=True)]
    assert decoder.feed(angel_eye.encode(2, "e", b"\x01")) == [angel_eye.ErrorShown(2, 1, on=False)]
    assert decoder.feed(angel_eye.encode(3, "L", b"\x01")) == [angel_eye.Locked(3, locked=True)]
    assert decoder.feed(angel_eye.encode(4, "C")) == [angel_eye.Other(4, "C")]
    assert decoder.feed(angel_eye.encode(5, "D", b"\x01\x00")) == [angel_eye.CardDrawn(5, in_game=True, tag=None)]


def test_angel_eye_ignores_what_goes_to_the_shoe():
    decoder = angel_eye.Decoder()
    assert decoder.feed(bytes.fromhex("024f504c4b3032033142")) == []
    assert decoder.ignored == 1


def test_em4100_high_ids_and_both_line_ends():
    for line_end in (b"", b"\r\n"):
        wire = em4100.encode(bytes.fromhex("01F0000001"), line_end=line_end)
        assert em4100.Decoder().feed(wire) == [em4100.TagSeen(Tag("E:01F0000001"))]
