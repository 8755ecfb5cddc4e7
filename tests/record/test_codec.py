"""Records become JSON and come back the same; what is no such record is refused."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from dealer.cards import Card, Rank, SealedCard
from dealer.game.commands import AnyCard
from dealer.record.codec import Codec, NotReadable


class Colour(enum.Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class One:
    count: int
    ranks: tuple[Rank, ...] = ()


@dataclass(frozen=True, slots=True)
class Two:
    card: AnyCard
    by: Mapping[Colour, One]
    inner: One | None = None


class Pair(NamedTuple):
    to: int
    over: int | None


@dataclass(frozen=True, slots=True)
class Three:
    pair: Pair | None


CODEC: Codec[tuple[One | Two, ...]] = Codec(tuple[One | Two, ...])
RECORDS = (
    One(3, (Rank.ACE, Rank.TWO)),
    Two(Card.parse("8d"), {Colour.RED: One(1)}, One(2)),
    Two(SealedCard("token"), {}),
    Two(None, {}),
)


def test_records_come_back_as_they_were() -> None:
    back = CODEC.read(CODEC.write(RECORDS))
    assert back == RECORDS
    assert isinstance(back[0].ranks[0], Rank)
    assert CODEC.write(back) == CODEC.write(RECORDS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        "[1]",
        '[{"is":"Three"}]',
        '[{"count":1,"ranks":[]}]',
        '[{"is":"One","count":1,"ranks":[],"more":2}]',
        '[{"is":"One","count":"1","ranks":[]}]',
        '[{"is":"One","count":true,"ranks":[]}]',
        '[{"is":"One","ranks":[]}]',
        '[{"is":"One","count":1,"ranks":[99]}]',
        '[{"is":"Two","card":{"is":"Card","=":"9x"},"by":[],"inner":null}]',
        '[{"is":"Two","card":{"is":"Nothing","=":"9c"},"by":[],"inner":null}]',
        '[{"is":"Two","card":null,"by":[["blue",{"count":1,"ranks":[]}]],"inner":null}]',
        "[" * 100_000,
    ],
)
def test_what_is_no_such_record_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(NotReadable) as caught:
        CODEC.read(text)
    assert "9x" not in str(caught.value)


def test_a_named_tuple_comes_back_as_one() -> None:
    codec: Codec[Three] = Codec(Three)
    assert codec.read(codec.write(Three(Pair(4, None)))) == Three(Pair(4, None))
    assert isinstance(codec.read('{"pair":[4,8]}').pair, Pair)
    assert codec.read(codec.write(Three(None))) == Three(None)
    for text in ('{"pair":[4]}', '{"pair":["4",8]}', '{"pair":4}'):
        with pytest.raises(NotReadable):
            codec.read(text)
