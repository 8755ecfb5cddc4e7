"""Reads cards as most programs with OpenCV do, by outline and template, to be compared with on the same frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card, Rank, Suit

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]

_CARD = (200, 300)
_ZOOM = 4
_ROOM = 6
_RANK, _SUIT = (70, 125), (70, 100)
_LEAST_AREA, _MOST_AREA = 1200, 0.8
"""Pixels of a card's outline, and the part of the picture that it may fill."""
_BENT = 0.02
_RANK_DIFFERS, _SUIT_DIFFERS = 0.23, 0.2
"""The part of a template's pixels that may differ before the card is unknown."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The two signs of an index, black on white, each brought to one size."""

    rank: Image
    suit: Image


class ContourReader:
    """Knows one make by its templates; finds whole bright four-cornered outlines and nothing else."""

    def __init__(self, faces: Mapping[Card, Image], corner: Box) -> None:
        """faces: a straight picture of each card's face.  corner: where the index stands, as parts of the card."""
        self._corner = corner
        self._ranks: dict[Rank, list[Image]] = {}
        self._suits: dict[Suit, list[Image]] = {}
        for card, face in faces.items():
            marks = _marks(np.asarray(cv2.resize(face, _CARD, interpolation=cv2.INTER_AREA), np.uint8), corner)
            if marks is not None:
                self._ranks.setdefault(card.rank, []).append(marks.rank)
                self._suits.setdefault(card.suit, []).append(marks.suit)

    def read(self, picture: Image) -> tuple[Card | None, ...]:
        """Each outline that was found: its card, or None when no template is near enough."""
        return tuple(self._card(_flat(picture, quad)) for quad in outlines(picture))

    def _card(self, face: Image) -> Card | None:
        turned = np.asarray(cv2.rotate(face, cv2.ROTATE_180), np.uint8)
        answers = [answer for answer in (self._match(face), self._match(turned)) if answer is not None]
        return min(answers, key=lambda answer: answer[1])[0] if answers else None

    def _match(self, face: Image) -> tuple[Card, float] | None:
        marks = _marks(face, self._corner)
        if marks is None or not self._ranks:
            return None
        rank, rank_off = min(
            ((rank, _apart(marks.rank, kept)) for rank, each in self._ranks.items() for kept in each),
            key=lambda pair: pair[1],
        )
        suit, suit_off = min(
            ((suit, _apart(marks.suit, kept)) for suit, each in self._suits.items() for kept in each),
            key=lambda pair: pair[1],
        )
        if rank_off > _RANK_DIFFERS or suit_off > _SUIT_DIFFERS:
            return None
        return Card(rank, suit), rank_off + suit_off


def outlines(picture: Image) -> tuple[Floats, ...]:
    """The four corners of each bright outline that could be a card, clockwise from the upper left of its long way."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    out = []
    for contour in found:
        area = cv2.contourArea(contour)
        if not _LEAST_AREA < area < _MOST_AREA * grey.size:
            continue
        corners = cv2.approxPolyDP(contour, _BENT * cv2.arcLength(contour, closed=True), closed=True)
        if len(corners) == 4 and cv2.isContourConvex(corners):
            out.append(_ordered(corners.reshape(4, 2).astype(np.float32)))
    return tuple(out)


def _ordered(corners: Floats) -> Floats:
    """Clockwise, beginning so that the first side is a short one."""
    middle = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    round_ = corners[np.argsort(angles)]
    first, second = np.hypot(*(round_[1] - round_[0])), np.hypot(*(round_[2] - round_[1]))
    return round_ if first <= second else np.roll(round_, -1, axis=0)


def _flat(picture: Image, quad: Floats) -> Image:
    width, height = _CARD
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, upright), _CARD), np.uint8)


def _marks(face: Image, box: Box) -> Marks | None:
    """The index of a card brought to _CARD: the upper sign is the rank, the lower the suit."""
    width, height = _CARD
    x0, y0, x1, y1 = box
    left, top = max(1, round(x0 * width) - _ROOM), max(1, round(y0 * height) - _ROOM)
    part = face[top : round(y1 * height) + 3 * _ROOM, left : round(x1 * width) + _ROOM]
    corner = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    corner = cv2.resize(corner, None, fx=_ZOOM, fy=_ZOOM, interpolation=cv2.INTER_CUBIC)
    ink = np.asarray(cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1], np.uint8)
    ink = _without_edges(ink)
    rows = np.flatnonzero(ink.max(axis=1) > 0)
    if not len(rows):
        return None
    # The signs stand one over the other: the widest gap between rows of ink parts them.
    breaks = np.flatnonzero(np.diff(rows) > 3)
    bands = [band for band in np.split(rows, breaks + 1) if len(band) > 10 * _ZOOM / 2]
    if len(bands) < 2:
        return None
    return Marks(_sign(ink, bands[0], _RANK), _sign(ink, bands[1], _SUIT))


def _without_edges(ink: Image) -> Image:
    """The ink without what runs out of the corner: the frame of a court, a pip, the ground."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=4)
    left, top, wide, high = (stats[:, k] for k in range(4))
    runs_out = (left == 0) | (top == 0) | (left + wide == ink.shape[1]) | (top + high == ink.shape[0])
    kept = ~runs_out
    kept[0] = False
    return np.where(kept[parts], ink, 0).astype(np.uint8)


def _sign(ink: Image, band: Sequence[int] | NDArray[np.int64], size: tuple[int, int]) -> Image:
    part = ink[int(band[0]) : int(band[-1]) + 1]
    columns = np.flatnonzero(part.max(axis=0) > 0)
    part = part[:, int(columns[0]) : int(columns[-1]) + 1]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


def _apart(a: Image, b: Image) -> float:
    return float(cv2.absdiff(a, b).mean()) / 255
