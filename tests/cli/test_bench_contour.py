"""The reader that others are: it must work where it can, or the comparison is none."""

from __future__ import annotations

import numpy as np
import pytest

from dealer.cards import DECK, Card
from dealer.cli.bench_contour import ContourReader, outlines
from drivers.mock import faces

CORNER = (0.02, 0.02, 0.17, 0.27)


@pytest.fixture(scope="module")
def contours() -> ContourReader:
    return ContourReader({card: faces.face(card)[..., :3] for card in DECK}, CORNER)


def alone(card: Card) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    face = faces.face(card)[..., :3]
    picture = np.full((500, 400, 3), (60, 90, 30), np.uint8)
    picture[60 : 60 + face.shape[0], 70 : 70 + face.shape[1]] = face
    return picture


def test_a_whole_card_on_dark_cloth_is_found_and_read(contours: ContourReader) -> None:
    read = {card: contours.read(alone(card)) for card in DECK}
    assert sum(found == (card,) for card, found in read.items()) >= 45
    assert not [card for card, found in read.items() if found not in ((card,), (None,))]


def test_nothing_is_found_on_an_empty_cloth() -> None:
    assert outlines(np.full((300, 300, 3), (60, 90, 30), np.uint8)) == ()


def test_two_cards_that_overlap_are_no_card_to_it(contours: ContourReader) -> None:
    picture = alone(DECK[0])
    face = faces.face(DECK[30])[..., :3]
    picture[120 : 120 + face.shape[0], 110 : 110 + face.shape[1]] = face
    assert not [card for card in contours.read(picture) if card is not None]
