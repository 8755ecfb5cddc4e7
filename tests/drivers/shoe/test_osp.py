"""The lines of OSP/1 as the protocol's page writes them, signed and unsigned, from either end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.observations import Tag
from drivers.shoe import osp

BOOT = "5C0FFEE1"
NTAG, ICODE = Tag("A:04416D412B0289"), Tag("V:E00401500F2A3B4C")
OTHER = Tag("A:04A035B2BC2B80")
KEY = b"paired at the bench"


def test_check_of_the_reference_string():
    assert osp.crc(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("line", "wire"),
    [
        (osp.Query(1, 1, "CTRL01"), b"$Q,1,1,CTRL01*3233\r\n"),
        (osp.Hello(1, "SHOE7F3A", BOOT, "fw1.0.0", 1, 1), b"$H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,1,1*C14A\r\n"),
        (osp.card_out(BOOT, 2, 5310, NTAG, 212, 5), b"$E,5C0FFEE1,2,5310,CO,A:04416D412B0289,212,5*CDB8\r\n"),
        (osp.no_tag(BOOT, 4, 7001, 187), b"$E,5C0FFEE1,4,7001,NT,187*599E\r\n"),
        (
            osp.two_tags(BOOT, 5, 7740, (OTHER, NTAG), 260),
            b"$E,5C0FFEE1,5,7740,TT,A:04A035B2BC2B80+04416D412B0289,260*8573\r\n",
        ),
        (osp.Heartbeat(BOOT, 11, 92000, osp.ShoeState.OK, 53), b"$B,5C0FFEE1,11,92000,OK,53*D009\r\n"),
        (osp.Ack(BOOT, 2), b"$A,5C0FFEE1,2*8404\r\n"),
        (osp.Again(BOOT, 4), b"$G,5C0FFEE1,4*EFFC\r\n"),
        (osp.Command(17, "MODE", ("REG",)), b"$C,17,MODE,REG*6AD1\r\n"),
        (osp.Refusal(osp.Refused.CRC), b"$N,CRC*E337\r\n"),
    ],
)
def test_the_examples_of_the_page_are_written_and_read(line, wire):
    assert osp.encode(line) == wire
    assert osp.Decoder().feed(wire) == [line]


def test_what_events_mean():
    assert osp.meaning(osp.card_out(BOOT, 1, 0, ICODE, 198, 4)) == osp.OneCard(ICODE, 198, 4)
    assert osp.meaning(osp.no_tag(BOOT, 1, 0, 187)) == osp.NoTag(187)
    assert osp.meaning(osp.two_tags(BOOT, 1, 0, (NTAG, ICODE), 9)) == osp.TwoTags((NTAG, ICODE), 9)
    assert osp.meaning(osp.pushed_back(BOOT, 1, 0, NTAG, 143)) == osp.PushedBack(NTAG)
    assert osp.meaning(osp.Event(BOOT, 1, 0, "JM", ("3000",))) == osp.Other("JM", ("3000",))
    assert osp.meaning(osp.Event(BOOT, 1, 0, "ZZ", ("7",))) == osp.Other("ZZ", ("7",))


@pytest.mark.parametrize("fields", [(), ("A:04",), ("A:04416D412B0289", "x", "5"), ("B:04416D412B0289", "1", "5")])
def test_a_card_whose_fields_make_no_sense_is_taken_and_called_garbled(fields):
    wire = osp.encode(osp.Event(BOOT, 1, 0, "CO", fields))
    (event,) = osp.Decoder().feed(wire)
    assert osp.meaning(event) == osp.Garbled("CO")


def test_every_dollar_restarts_the_line():
    decoder = osp.Decoder()
    heard = decoder.feed(b"$E,5C0FFEE1,2,53$A,5C0FFEE1,2*8404\r\n")
    assert heard == [osp.Dropped(osp.Fault.CUT), osp.Ack(BOOT, 2)]


def test_a_line_of_more_than_128_bytes_is_dropped_and_nothing_is_held():
    decoder = osp.Decoder()
    assert decoder.feed(b"$" + b"x" * 500) == [osp.Dropped(osp.Fault.LONG)]
    assert decoder.held == 0
    with pytest.raises(osp.NotALine, match="128"):
        osp.encode(osp.Result(1, ok=True, fields=("x" * 120,)))


@pytest.mark.parametrize("text", ["", "a,b", "a$", "a*", "ä", "a\n"])
def test_a_field_that_would_break_the_line_is_not_written(text):
    with pytest.raises(osp.NotALine):
        osp.encode(osp.Command(1, "MODE", (text,)))


def test_signed_lines_need_the_key():  # OSP/1 rule 5
    line = osp.card_out(BOOT, 2, 5310, NTAG, 212, 5)
    signed = osp.encode(line, KEY)
    assert osp.Decoder(KEY).feed(signed) == [line]
    assert osp.Decoder().feed(signed) == [line]
    assert osp.Decoder(KEY).feed(osp.encode(line)) == [osp.Dropped(osp.Fault.FORGED)]
    assert osp.Decoder(b"another").feed(signed) == [osp.Dropped(osp.Fault.FORGED)]


def test_the_longest_card_line_fits_with_its_signature():
    line = osp.two_tags("FFFFFFFF", 4294967295, 4294967295, (ICODE, ICODE), 4294967295)
    assert len(osp.encode(line, KEY)) <= 128


def test_no_text_of_a_line_shows_the_tag():
    line = osp.card_out(BOOT, 2, 5310, NTAG, 212, 5)
    for thing in (line, osp.meaning(line), osp.meaning(osp.two_tags(BOOT, 1, 0, (NTAG, OTHER), 1))):
        assert "04416D" not in f"{thing} {thing!r}"


_FIELD = st.text(st.sampled_from("ABCxyz019:+.-_ "), min_size=1, max_size=12)
_SEQ = st.integers(1, osp.LAST_SEQ)


@given(
    boot=st.text(st.sampled_from("0123456789ABCDEF"), min_size=8, max_size=8),
    seq=_SEQ,
    ms=st.integers(0, osp.LAST_SEQ),
    code=st.sampled_from(["CO", "NT", "LO", "QQ"]),
    fields=st.lists(_FIELD, max_size=4),
    key=st.sampled_from([None, KEY]),
)
def test_what_is_written_is_read(boot, seq, ms, code, fields, key):
    line = osp.Event(boot, seq, ms, code, tuple(fields))
    assert osp.Decoder(key).feed(osp.encode(line, key)) == [line]
