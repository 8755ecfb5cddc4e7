"""A wrong card announced is far worse than a question: witnesses agree, or the dealer is asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dealer.cards import Card
from drivers.camera.find import Spot
from drivers.camera.group import Group, grouped, inside
from drivers.camera.judge import Bar, judged
from drivers.camera.witness import Witness

BAR = Bar(one=0.98, several=0.95, seen=0.5)


def witness(
    text: str,
    confidence: float = 0.999,
    at: tuple[float, float] = (20.0, 30.0),
    *,
    turned: bool = False,
    none: float = 0.0,
    score: float = 0.9,
    rival: str | None = None,
) -> Witness:
    """The index of a card 100 pixels wide and 140 high; `turned`: the one at its lower right."""
    sign = -1.0 if turned else 1.0
    spot = Spot(
        x=at[0],
        y=at[1],
        up=(0.0, -sign),
        height=30.0,
        width=14.0,
        to_centre=(sign * 38.0, sign * 50.0),
        score=score,
        rank=np.zeros(13, np.float32),
        suit=np.zeros(4, np.float32),
    )
    cards = np.full(52, (1 - confidence - none) / 50, np.float32).clip(0)
    cards[Card.parse(text).index] = confidence
    if rival is not None:
        cards[Card.parse(rival).index] = 1 - confidence - none
    return Witness(spot, cards, none)


def said(*witnesses: Witness) -> list[str]:
    """What is made of them: the card, or the best guess with a question mark."""
    return [
        str(found.card) if found.card is not None else f"{found.guesses[0].card}?"
        for found in judged(grouped(witnesses), BAR)
    ]


def test_two_corners_of_a_card_are_one_card() -> None:
    assert said(witness("Ks"), witness("Ks", at=(96.0, 130.0), turned=True)) == ["Ks"]


def test_two_weak_witnesses_that_agree_are_enough() -> None:
    weak = witness("Ks", 0.9), witness("Ks", 0.9, at=(96.0, 130.0), turned=True)
    assert said(*weak) == ["Ks"]
    assert said(weak[0]) == ["Ks?"]


def test_two_corners_that_disagree_are_a_question() -> None:
    upper = witness("6h", 0.55, rival="5h")
    lower = witness("5h", 0.55, at=(96.0, 130.0), turned=True, rival="6h")
    assert len(said(upper, lower)) == 1
    assert said(upper, lower)[0].endswith("?")


def test_cards_of_a_fan_are_not_joined() -> None:
    fan = [witness(text, at=(20.0 + 14 * k, 30.0)) for k, text in enumerate(("Ks", "7d", "2c"))]
    assert sorted(said(*fan)) == ["2c", "7d", "Ks"]


def test_what_is_likely_no_index_is_dropped() -> None:
    assert said(witness("Ks", 0.3, none=0.6)) == []


def test_a_faint_spot_is_not_even_a_question() -> None:
    assert said(witness("Ks", 0.7, score=0.35)) == []


def test_no_face_up_card_lies_twice() -> None:
    far = witness("Ks", at=(900.0, 30.0))
    assert said(witness("Ks"), far) == ["Ks?", "Ks?"]


def test_far_better_evidence_wins_over_a_double() -> None:
    lone = witness("Ks", at=(900.0, 30.0))
    assert sorted(said(witness("Ks"), witness("Ks", at=(96.0, 130.0), turned=True), lone)) == ["Ks", "Ks?"]


def test_an_ornament_in_the_middle_of_a_sure_card_is_no_card() -> None:
    ornament = witness("3h", 0.6, at=(58.0, 80.0))
    assert said(witness("Ks"), witness("Ks", at=(96.0, 130.0), turned=True), ornament) == ["Ks"]


def test_corners_go_clockwise_from_the_index() -> None:
    (group,) = grouped([witness("Ks"), witness("Ks", at=(96.0, 130.0), turned=True)])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = group.corners
    assert ax < bx
    assert ay == pytest.approx(by)
    assert by < cy
    assert dx == pytest.approx(ax)
    assert cx == pytest.approx(bx)
    assert dy == pytest.approx(cy)


def test_the_confidence_never_reaches_certainty_by_numbers() -> None:
    (group,) = grouped([witness("Ks", 0.7), witness("Ks", 0.7, at=(96.0, 130.0), turned=True)])
    assert isinstance(group, Group)
    assert 0.7 < group.confidence < 1.0


def test_inside_is_inside() -> None:
    box = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert inside(box, 5, 5)
    assert not inside(box, 11, 5)
    assert not inside(box, 1, 5, margin=0.4)


def test_four_corners_that_tell_of_two_cards_are_a_question() -> None:
    """A nine whose other two corners look like a four under a flat angle."""
    nine = witness("9c"), witness("9c", at=(96.0, 130.0), turned=True)
    four = []
    for seen, dx in ((witness("4c"), 76.0), (witness("4c", at=(96.0, 130.0), turned=True), -76.0)):
        way = (-seen.spot.to_centre[0], seen.spot.to_centre[1])
        spot = replace(seen.spot, x=seen.spot.x + dx, to_centre=way)
        four.append(Witness(spot, seen.cards, seen.none))
    assert all(text.endswith("?") for text in said(*nine, *four))


def test_a_tiny_mark_beside_real_cards_is_print() -> None:
    cards = [
        witness(text, at=(20.0 + x, 30.0 + y), turned=turned)
        for text, x in (("Ks", 0.0), ("7d", 200.0))
        for y, turned in ((0.0, False),)
    ]
    ends = [witness(text, at=(96.0 + x, 130.0), turned=True) for text, x in (("Ks", 0.0), ("7d", 200.0))]
    mark = Witness(replace(witness("2c").spot, x=500.0, height=9.0, width=4.0), witness("2c").cards, 0.0)
    assert sorted(said(*cards, *ends, mark)) == ["7d", "Ks"]
