"""The whole face of a card that lies open is a witness of its own, and no face of another make is."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from dealer.cards import DECK, Card
from drivers.camera.faces import FaceMatcher


@pytest.mark.parametrize("text", ["2s", "3c", "6d", "7h", "9c", "Td", "Js", "Kh", "As"])
@pytest.mark.parametrize("degrees", [0.0, 37.0, 180.0])
def test_a_face_is_known_whichever_way_it_lies(open_card: Any, matcher: FaceMatcher, text: str, degrees: float) -> None:
    picture, group = open_card(text, "Kc", degrees=degrees)
    sight = matcher.look(picture, group)
    assert (str(DECK[sight.best]), sight.fit > 0.9) == (text, True)


@pytest.mark.parametrize("pixels", [45, 60, 160])
def test_a_face_is_known_small_and_large(open_card: Any, matcher: FaceMatcher, pixels: int) -> None:
    for text in ("8d", "Qs", "4h"):
        picture, group = open_card(text, "Kc", pixels=pixels)
        assert str(DECK[matcher.look(picture, group).best]) == text


def test_shadow_colour_and_blur_do_not_hide_a_face(open_card: Any, matcher: FaceMatcher) -> None:
    for text in ("8d", "8h", "8s", "8c", "Jd"):
        picture, group = open_card(text, "Kc")
        light = picture.astype(np.float32) * (0.5, 0.75, 0.6)
        light[:, : picture.shape[1] // 2] *= 0.5
        grain = np.random.default_rng(4).normal(0, 4, picture.shape)
        dim = np.clip(cv2.GaussianBlur(light, (0, 0), 1.5) + grain, 0, 255).astype(np.uint8)
        sight = matcher.look(dim, group)
        assert (str(DECK[sight.best]), sight.fit > 0.75) == (text, True)


@pytest.mark.parametrize(("text", "others"), [("5h", "5d 5c 5s"), ("5d", "5h 5c 5s"), ("5s", "5c 5h"), ("5c", "5s 5d")])
def test_red_and_black_and_the_suits_of_one_colour_are_apart(
    open_card: Any, matcher: FaceMatcher, text: str, others: str
) -> None:
    picture, group = open_card(text, others.split()[0])
    said = matcher.look(picture, group).cards
    assert all(said[Card.parse(other).index] < 0.01 for other in others.split())


def test_one_end_is_enough_where_the_card_lies_open(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "9h", ends=1)
    sight = matcher.look(picture, group)
    assert (str(DECK[sight.best]), sight.fit > 0.9) == ("9h", True)


def test_an_index_that_was_found_a_little_off_does_no_harm(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "Kc", off=4.0)
    sight = matcher.look(picture, group)
    assert (str(DECK[sight.best]), sight.fit > 0.9) == ("9h", True)


def test_what_is_no_face_of_the_make_fits_none(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "9h")
    blank = np.full_like(picture, 220)
    stripes = blank.copy()
    stripes[::9] = 40
    grain = np.random.default_rng(1).integers(0, 255, picture.shape).astype(np.uint8)
    assert all(matcher.look(other, group).fit < 0.5 for other in (blank, stripes, grain))


def test_the_corners_are_those_of_the_face(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "9h", off=3.0)
    sides = np.array(matcher.look(picture, group).corners)
    assert np.mean(sides, axis=0) == pytest.approx((picture.shape[1] / 2, picture.shape[0] / 2), abs=2)


def test_a_card_at_the_edge_of_the_picture_is_no_trouble(open_card: Any, matcher: FaceMatcher) -> None:
    picture, group = open_card("9h", "9h")
    for part in (picture[:90], picture[:, :100], picture[:2, :2]):
        assert 0 <= matcher.look(part, group).fit <= 1
