"""Draws what was read onto a picture, for people. Shows face-up cards only."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.judge import FoundCard

Image = NDArray[np.uint8]
Point = tuple[float, float]

_SURE = (80, 220, 60)
_DOUBT = (0, 165, 255)
_ZONE = (235, 190, 90)


def drawn(image: Image, cards: Sequence[FoundCard]) -> Image:
    """A copy of the picture with each card's corners, its reading, and its doubts."""
    out = image.copy()
    for card in cards:
        if card.card is not None:
            text, colour = f"{card.card} {card.confidence:.2f}", _SURE
        else:
            guess = "/".join(str(g.card) for g in card.guesses[:2]) or "?"
            text, colour = f"{guess}? {card.confidence:.2f}", _DOUBT
        outline(out, card.corners, colour)
        label(out, card.indexes[0] if card.indexes else card.corners[0], text, colour)
    return out


def outline(image: Image, corners: Sequence[Point], colour: tuple[int, int, int] = _ZONE) -> None:
    """A polygon on the picture."""
    line = max(1, round(max(image.shape[:2]) / 800))
    points = np.array([[round(x), round(y)] for x, y in corners], np.int32)
    cv2.polylines(image, [points], isClosed=True, color=colour, thickness=line, lineType=cv2.LINE_AA)


def label(image: Image, at: Point, text: str, colour: tuple[int, int, int] = _ZONE) -> None:
    """A text with a dark edge, readable on any ground."""
    size = max(0.4, max(image.shape[:2]) / 1900)
    place = (round(at[0] + 4), round(at[1] - 4))
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), max(2, round(size * 4)), cv2.LINE_AA)
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, max(1, round(size * 1.6)), cv2.LINE_AA)
