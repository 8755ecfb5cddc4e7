"""What is drawn on a picture for people can be read: no label covers another."""

from __future__ import annotations

import numpy as np
import pytest

from dealer.cards import Card
from dealer.observations import Guess
from drivers.camera.draw import Label, drawn, labels
from drivers.camera.judge import FoundCard

WHITE, GREEN = (255, 255, 255), (80, 220, 60)


def _inked(*texts: Label) -> int:
    """How many pixels the texts cover."""
    image = np.full((400, 600, 3), 128, np.uint8)
    labels(image, texts)
    return int((image != 128).any(axis=2).sum())


def test_a_label_alone_stands_where_it_was_put() -> None:
    image = np.full((400, 600, 3), 128, np.uint8)
    labels(image, [Label((100, 200), "Kh", WHITE)])
    places = np.argwhere((image != 128).any(axis=2))
    (top, left), (bottom, _) = places.min(0), places.max(0)
    assert abs(left - 100) < 8
    assert abs(bottom - 200) < 8
    assert top > 170


@pytest.mark.parametrize("pitch", [0.0, 6.0, 20.0])
def test_the_labels_of_a_fan_do_not_cover_one_another(pitch: float) -> None:
    texts = [
        Label((100 + pitch * k, 200), f"{text} 0.99", GREEN) for k, text in enumerate(("Kh", "9c", "As", "2d", "Td"))
    ]
    assert _inked(*texts) == sum(_inked(text) for text in texts)


def test_each_card_is_drawn_with_its_reading_or_its_doubt() -> None:
    corners = ((20.0, 20.0), (80.0, 20.0), (80.0, 104.0), (20.0, 104.0))
    sure = FoundCard(Card.parse("Kh"), 0.99, (Guess(Card.parse("Kh"), 0.99),), corners, ((28.0, 34.0),))
    doubt = FoundCard(None, 0.6, (Guess(Card.parse("9h"), 0.6), Guess(Card.parse("8h"), 0.3)), corners, ())
    image = np.full((200, 300, 3), 90, np.uint8)
    both, one = drawn(image, [sure, doubt]), drawn(image, [sure])
    assert (image == 90).all()
    assert (both != one).any()
