from __future__ import annotations

import cv2
import numpy as np
import pytest

from dealer.cards import DECK, Card
from drivers.mock.faces import HEIGHT, WIDTH, back, face, outline


def test_every_card_looks_different_from_every_other() -> None:
    assert len({face(card).tobytes() for card in DECK}) == 52


def test_the_index_stands_in_two_corners_head_to_head() -> None:
    for card in DECK:
        whole = face(card)
        turned = cv2.rotate(whole, cv2.ROTATE_180)
        corner = (slice(0, 94), slice(0, 40))
        apart = np.abs(whole[corner].astype(int) - turned[corner].astype(int)).mean()
        assert apart < 3, card


@pytest.mark.parametrize(("name", "red"), [("7h", True), ("Ad", True), ("7c", False), ("As", False)])
def test_hearts_and_diamonds_are_red(name: str, red: bool) -> None:
    index = face(Card.parse(name))[:94, :40].reshape(-1, 3).astype(int)
    ink = index[index.sum(axis=1) < 400]
    assert len(ink) > 200
    assert bool((ink[:, 2] - ink[:, 0] > 80).mean() > 0.8) is red


def test_all_have_the_size_of_a_poker_card() -> None:
    for picture in (face(DECK[0]), back()):
        assert picture.shape == (HEIGHT, WIDTH, 3)
    assert outline().shape == (HEIGHT, WIDTH)
    assert abs(WIDTH / HEIGHT - 63 / 88) < 0.01


def test_nobody_can_paint_on_the_deck() -> None:
    with pytest.raises(ValueError, match="read-only"):
        face(DECK[0])[0, 0] = 0
