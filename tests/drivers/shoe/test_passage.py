"""One passage, one card: sightings at readers without a beam."""

from __future__ import annotations

import math

import pytest

from dealer.observations import Tag
from drivers.shoe.passage import Passage, Passed, Rests

ONE, TWO = Tag("A:04A31261EE0280"), Tag("A:9EB36E66")


@pytest.fixture
def passage():
    return Passage(quiet=0.15)


def test_a_tag_seen_again_and_again_is_one_card(passage):
    for step in range(10):
        passage.see((ONE,), 1, step * 0.03)
        assert passage.tick(step * 0.03) is None
    assert passage.due == pytest.approx(0.27 + 0.15)
    assert passage.tick(0.43) == Passed((ONE,), several=False, ms=270, reads=10)
    assert passage.tick(0.43) is None
    assert passage.due == math.inf


def test_a_miss_within_the_passage_makes_no_second_card(passage):
    passage.see((ONE,), 1, 0.0)
    passage.see((), 0, 0.03)
    passage.see((ONE,), 1, 0.14)
    assert passage.tick(0.2) is None
    assert passage.tick(0.3).reads == 2


@pytest.mark.parametrize("sightings", [[(ONE, TWO)], [(ONE,), (TWO,)], [(ONE,), (ONE, TWO), (TWO,)]])
def test_two_tags_in_one_passage_are_never_guessed_apart(passage, sightings):
    for step, tags in enumerate(sightings):
        passage.see(tags, len(tags), step * 0.03)
    assert passage.tick(1) == Passed((ONE, TWO), several=True, ms=(len(sightings) - 1) * 30, reads=len(sightings))


def test_two_cards_one_after_the_other_are_two_passages(passage):
    passage.see((ONE,), 1, 0.0)
    assert passage.tick(0.16).tags == (ONE,)
    passage.see((TWO,), 1, 0.2)
    assert passage.tick(0.4).tags == (TWO,)


def test_a_card_that_is_counted_and_never_read_is_told_as_unread(passage):
    passage.see((), 1, 0.0)
    assert passage.tick(0.2) == Passed((), several=False, ms=0, reads=0)


def test_two_cards_of_which_one_is_read_are_two(passage):
    passage.see((ONE,), 2, 0.0)
    assert passage.tick(0.2) == Passed((ONE,), several=True, ms=0, reads=1)


def test_a_card_that_stays_is_a_jam_said_once(passage):
    told = []
    for step in range(200):
        passage.see((ONE,), 1, step * 0.03)
        told.append(passage.tick(step * 0.03))
    assert [news for news in told if news] == [Rests(3000)]
    assert passage.end().tags == (ONE,)
