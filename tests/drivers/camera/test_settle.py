"""Index and face are two witnesses: together they settle a doubt, against each other they are a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera.faces import FaceMatcher
from drivers.camera.group import grouped
from drivers.camera.judge import Bar, FoundCard, judged
from drivers.camera.settle import settled

BAR = Bar(one=0.97, several=0.95, seen=0.5)


def said(cards: tuple[FoundCard, ...]) -> list[str]:
    return sorted(str(c.card) if c.card is not None else f"{c.guesses[0].card}?" for c in cards)


@pytest.mark.parametrize("text", ["6s", "8d", "Qh", "Ac"])
def test_what_index_and_face_agree_on_is_committed(open_card: Any, matcher: FaceMatcher, text: str) -> None:
    picture, group = open_card(text, text)
    assert said(judged(settled((group,), picture, matcher, BAR.one), BAR)) == [text]


def test_a_doubtful_index_is_settled_by_the_face(open_card: Any, matcher: FaceMatcher) -> None:
    """Small and blurred, a six looks like an eight; its pips do not."""
    picture, group = open_card("6d", "8d", confidence=0.6, rival="6d")
    assert said(judged((group,), BAR)) == ["8d?"]
    assert said(judged(settled((group,), picture, matcher, BAR.one), BAR)) == ["6d"]


def test_a_sure_index_that_its_face_contradicts_is_a_question(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("6d", "8d", confidence=0.9999)
    assert said(judged((group,), BAR)) == ["8d"]
    assert all(text.endswith("?") for text in said(judged(settled((group,), picture, matcher, BAR.one), BAR)))


def test_two_ends_that_were_taken_for_two_cards_are_one(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9c", "9c")
    apart = [grouped([witness])[0] for witness in group.witnesses]
    assert said(judged(apart, BAR)) == ["9c?", "9c?"]
    (one,) = settled(apart, picture, matcher, BAR.one)
    assert (one.whole, said(judged((one,), BAR))) == (True, ["9c"])


def test_an_end_that_was_read_as_another_card_does_not_make_a_second(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("Kd", "Kd")
    _, wrong = open_card("Kd", "Kh", confidence=0.999)
    first, second = grouped([group.witnesses[0]])[0], grouped([wrong.witnesses[1]])[0]
    assert said(judged((second, first), BAR)) == ["Kd", "Kh"]
    assert "Kh" not in said(judged(settled((second, first), picture, matcher, BAR.one), BAR))


@pytest.mark.parametrize("confidence", [0.6, 0.999])
def test_of_a_covered_card_only_the_index_is_asked(open_card: Any, matcher: FaceMatcher, confidence: float) -> None:
    """In a row the next card hides all but a strip: what lies there is not this card's."""
    picture, group = open_card("9h", "9h", ends=1, confidence=confidence, rival="8h")
    hidden = picture.copy()
    middle = picture.shape[1] // 2 - 18
    other, _ = open_card("Qs", "Qs")
    hidden[:, middle:] = other[:, : picture.shape[1] - middle]
    assert settled((group,), hidden, matcher, BAR.one) == (group,)


def test_a_card_that_is_sure_and_crowded_is_left_alone(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "9h", ends=1)
    blank = np.full_like(picture, 200)
    _, other = open_card("4c", "4c", ends=1, off=30.0)
    assert set(map(id, settled((group, other), blank, matcher, BAR.one))) == {id(group), id(other)}


def test_a_card_of_another_make_is_read_by_its_index(open_card: Any, matcher: FaceMatcher) -> None:
    """A foreign card among the house's own is seen as it was before: its index says what it is."""
    picture, group = open_card("9h", "9h")
    height, width = picture.shape[:2]
    foreign = picture.copy()
    foreign[height // 2 - 45 : height // 2 + 45, width // 2 - 25 : width // 2 + 25] = (200, 90, 30)
    assert settled((group,), foreign, matcher, BAR.one) == (group,)


def test_a_small_card_whose_face_fits_none_is_a_question(open_card: Any, matcher: FaceMatcher) -> None:
    """Blurred and small, both ends of a card are misread alike; only its face could have told."""
    picture, group = open_card("As", "Ks", pixels=45, confidence=0.9)
    blank = np.full_like(picture, 200)
    assert said(judged((group,), BAR)) == ["Ks"]
    assert said(judged(settled((group,), blank, matcher, BAR.one), BAR)) == ["Ks?"]


def test_print_on_an_open_face_is_no_card(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("Kh", "Kh")
    _, mark = open_card("Kh", "7c", ends=1, confidence=0.6)
    assert said(judged(settled((group, mark), picture, matcher, BAR.one), BAR)) == ["Kh"]


@pytest.mark.parametrize("text", ["4h", "5h", "2s", "3s", "8c", "Qd"])
@pytest.mark.parametrize("colour", [(40, 40, 200), (30, 30, 30), (250, 250, 250)])
def test_a_chip_on_a_card_does_not_make_another_of_it(
    open_card: Any, matcher: FaceMatcher, text: str, colour: tuple[int, int, int]
) -> None:
    """With its middle pip hidden a five looks like a four, and a dark chip makes a five of a four."""
    picture, group = open_card(text, text, confidence=0.99)
    middle = picture.shape[1] // 2, picture.shape[0] // 2
    cv2.circle(picture, middle, 14, colour, -1)
    read = said(judged(settled((group,), picture, matcher, BAR.one), BAR))
    assert all(each in (text, f"{each[:2]}?") for each in read)


def test_even_a_sure_index_that_is_print_is_no_card(open_card: Any, matcher: FaceMatcher) -> None:
    """Half a ten can pass for a king: where the face of a ten is seen in full, it is none."""
    picture, group = open_card("Th", "Th")
    _, mark = open_card("Th", "Kh", ends=1, off=14.0)
    assert said(judged(settled((group, mark), picture, matcher, BAR.one), BAR)) == ["Th"]


def test_a_card_that_lies_on_the_corner_of_another_is_a_card(open_card: Any, matcher: FaceMatcher) -> None:
    """Its index stands within the lower card's face, which is open but for a corner."""
    picture, lower = open_card("8d", "8d")
    other, upper = open_card("Qs", "Qs", ends=1)
    aside = round(0.7 * 100), round(0.6 * 140)
    picture[30 + aside[1] : 170, 50 + aside[0] : 150] = other[30 : 170 - aside[1], 50 : 150 - aside[0]]
    spot = upper.witnesses[0].spot
    moved = replace(upper.witnesses[0], spot=replace(spot, x=spot.x + aside[0], y=spot.y + aside[1]))
    (upper,) = grouped([moved])
    first = replace(lower, witnesses=lower.witnesses[:1])
    assert said(judged(settled((first, upper), picture, matcher, BAR.one), BAR)) == ["8d", "Qs"]


def test_what_is_likely_no_card_is_not_looked_at(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("Kh", "Kh", none=0.9, confidence=0.1)
    assert settled((group,), picture, matcher, BAR.one) == (group,)
