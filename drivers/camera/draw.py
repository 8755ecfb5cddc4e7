"""Draws what was read onto a picture, for people. Shows face-up cards only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.judge import FoundCard

Image = NDArray[np.uint8]
Point = tuple[float, float]
Box = tuple[float, float, float, float]

_SURE = (80, 220, 60)
_DOUBT = (0, 165, 255)
_ZONE = (235, 190, 90)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_ASIDE = 4


@dataclass(frozen=True, slots=True)
class Label:
    """A text to be drawn beside a place."""

    at: Point
    text: str
    colour: tuple[int, int, int]


def drawn(image: Image, cards: Sequence[FoundCard]) -> Image:
    """A copy of the picture with each card's corners, its reading, and its doubts."""
    out = image.copy()
    texts: list[Label] = []
    for card in cards:
        if card.card is not None:
            text, colour = f"{card.card} {card.confidence:.2f}", _SURE
        else:
            guess = "/".join(str(g.card) for g in card.guesses[:2]) or "?"
            text, colour = f"{guess}? {card.confidence:.2f}", _DOUBT
        outline(out, card.corners, colour)
        texts.append(Label(card.indexes[0] if card.indexes else card.corners[0], text, colour))
    labels(out, texts)
    return out


def outline(image: Image, corners: Sequence[Point], colour: tuple[int, int, int] = _ZONE) -> None:
    """A polygon on the picture."""
    line = max(1, round(max(image.shape[:2]) / 800))
    points = np.array([[round(x), round(y)] for x, y in corners], np.int32)
    cv2.polylines(image, [points], isClosed=True, color=colour, thickness=line, lineType=cv2.LINE_AA)


def labels(image: Image, texts: Sequence[Label]) -> None:
    """Several texts, each as near its place as it goes without covering another."""
    taken: list[Box] = []
    for text in texts:
        box = _free(_box(image, text), taken)
        taken.append(box)
        _write(image, (round(box[0]), round(box[3])), text)


def _write(image: Image, place: tuple[int, int], label: Label) -> None:
    """With a dark edge, readable on any ground."""
    size, text = _size(image), label.text
    cv2.putText(image, text, place, _FONT, size, (0, 0, 0), max(2, round(size * 4)), cv2.LINE_AA)
    cv2.putText(image, text, place, _FONT, size, label.colour, max(1, round(size * 1.6)), cv2.LINE_AA)


def _size(image: Image) -> float:
    return max(0.4, float(max(image.shape[:2])) / 1900)


def _box(image: Image, text: Label) -> Box:
    """What a text covers if it stands at its own place, its dark edge included."""
    size = _size(image)
    (width, height), below = cv2.getTextSize(text.text, _FONT, size, max(2, round(size * 4)))
    x, y = text.at[0] + _ASIDE, text.at[1] - _ASIDE
    return x, y - height - below, x + width, y


def _free(box: Box, taken: Sequence[Box]) -> Box:
    """The box moved up or down, as little as need be, until it covers none that is taken."""
    height = box[3] - box[1]
    for step in range(1, 2 * len(taken) + 2):
        # Up once, down once, up twice and so on.
        shift = height * (step // 2) * (1 if step % 2 else -1)
        moved = (box[0], box[1] + shift, box[2], box[3] + shift)
        if not any(_overlap(moved, other) for other in taken):
            return moved
    return box


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
