"""The shapes that a card face is drawn with: suits as filled outlines, ranks as strokes of a pen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Rank, Suit

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[int, int, int]

GLYPH_WIDTH = 100.0
GLYPH_HEIGHT = 140.0
_FAT, _FINE = 19.0, 11.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """One pull of the pen: points in a box of 100 by 140, and how broad it is."""

    points: tuple[tuple[float, float], ...]
    weight: float


def _line(*points: tuple[float, float], weight: float = _FAT) -> Stroke:
    return Stroke(points, weight)


def _arc(centre: tuple[float, float], radii: tuple[float, float], start: float, end: float, weight: float) -> Stroke:
    """Part of an ellipse; degrees clockwise from three o'clock."""
    angles = np.radians(np.linspace(start, end, 40))
    xs, ys = centre[0] + radii[0] * np.cos(angles), centre[1] + radii[1] * np.sin(angles)
    return Stroke(tuple(zip(xs.tolist(), ys.tolist(), strict=True)), weight)


def _foot(x: float, y: float, half: float) -> Stroke:
    """A serif."""
    return _line((x - half, y), (x + half, y), weight=_FINE)


_SIX = (
    _arc((50, 96), (36, 37), 0, 360, 17),
    _arc((82, 92), (68, 84), 180, 262, 17),
)


def _turned(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    return tuple(
        Stroke(tuple((GLYPH_WIDTH - x, GLYPH_HEIGHT - y) for x, y in stroke.points), stroke.weight)
        for stroke in strokes
    )


_RANKS: dict[Rank, tuple[Stroke, ...]] = {
    Rank.TWO: (
        _arc((50, 42), (34, 36), 185, 385, 16),
        _line((82, 57), (16, 128), weight=16),
        _line((12, 130), (90, 130)),
        _line((89, 130), (93, 106), weight=_FINE),
    ),
    Rank.THREE: (
        _arc((48, 38), (32, 31), 190, 440, 16),
        _arc((48, 100), (37, 33), 275, 530, 17),
    ),
    Rank.FOUR: (
        _line((70, 8), (70, 134)),
        _line((68, 8), (10, 96), weight=14),
        _line((8, 98), (96, 98), weight=14),
        _foot(70, 134, 22),
    ),
    Rank.FIVE: (
        _line((82, 12), (24, 12)),
        _line((25, 12), (20, 66), weight=13),
        _arc((48, 94), (37, 38), 223, 512, 17),
    ),
    Rank.SIX: _SIX,
    Rank.SEVEN: (
        _line((12, 12), (90, 12)),
        _line((10, 12), (8, 34), weight=_FINE),
        _line((90, 14), (42, 134)),
    ),
    Rank.EIGHT: (
        _arc((50, 39), (28, 30), 0, 360, 16),
        _arc((50, 100), (35, 33), 0, 360, 17),
    ),
    Rank.NINE: _turned(_SIX),
    Rank.TEN: (
        _line((14, 10), (14, 132)),
        _foot(14, 132, 14),
        _line((14, 12), (0, 26), weight=_FINE),
        _arc((70, 70), (26, 61), 0, 360, 17),
    ),
    Rank.JACK: (
        _line((62, 10), (62, 96)),
        _arc((37, 98), (25, 33), 0, 165, 17),
        _foot(62, 10, 25),
    ),
    Rank.QUEEN: (
        _arc((50, 66), (38, 57), 0, 360, 18),
        _line((48, 96), (92, 136), weight=16),
    ),
    Rank.KING: (
        _line((24, 10), (24, 132)),
        _foot(24, 8, 19),
        _foot(24, 133, 19),
        _line((84, 10), (28, 80), weight=13),
        _line((48, 58), (84, 132)),
        _foot(83, 8, 15),
        _foot(83, 133, 17),
    ),
    Rank.ACE: (
        _line((49, 10), (14, 132), weight=12),
        _line((51, 10), (86, 132)),
        _line((26, 92), (72, 92), weight=12),
        _foot(14, 133, 15),
        _foot(86, 133, 16),
    ),
}


def _bezier(*controls: tuple[float, float]) -> Points:
    """Points of a cubic curve through the first and last of four control points."""
    p = np.array(controls, dtype=np.float64)
    t = np.linspace(0, 1, 24)[:, None]
    curve: Points = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    return curve


def _mirrored(right: Points) -> Points:
    """A closed outline from its right half, given from top to bottom."""
    return np.vstack([right, (right * (-1, 1))[::-1]])


def _circle(x: float, y: float, r: float) -> Points:
    angles = np.linspace(0, 2 * np.pi, 48)
    return np.stack([x + r * np.cos(angles), y + r * np.sin(angles)], axis=1)


_STEM = _mirrored(_bezier((0.05, 0.1), (0.06, 0.62), (0.14, 0.86), (0.38, 0.98)))


def _outlines(suit: Suit) -> tuple[Points, ...]:
    """The filled outlines of a suit in a box from -1 to 1."""
    match suit:
        case Suit.HEARTS:
            lobe = _bezier((0, -0.52), (0.16, -1.12), (0.98, -1.1), (0.92, -0.36))
            side = _bezier((0.92, -0.36), (0.86, 0.14), (0.3, 0.5), (0, 1))
            return (_mirrored(np.vstack([lobe, side])),)
        case Suit.SPADES:
            side = _bezier((0, -1), (0.24, -0.56), (0.88, -0.3), (0.92, 0.18))
            lobe = _bezier((0.92, 0.18), (0.96, 0.78), (0.26, 0.82), (0.04, 0.3))
            return _mirrored(np.vstack([side, lobe])), _STEM
        case Suit.DIAMONDS:
            side = _bezier((0, -1), (0.2, -0.56), (0.46, -0.24), (0.74, 0))
            other = _bezier((0.74, 0), (0.46, 0.24), (0.2, 0.56), (0, 1))
            return (_mirrored(np.vstack([side, other])),)
        case Suit.CLUBS:
            return _circle(0, -0.53, 0.44), _circle(-0.5, 0.16, 0.44), _circle(0.5, 0.16, 0.44), _STEM


def paint_suit(
    image: Image, suit: Suit, centre: tuple[float, float], half: float, colour: Colour, *, turned: bool = False
) -> None:
    """Fill a suit. half: half its height in pixels; turned: head down."""
    sign = -1.0 if turned else 1.0
    for outline in _outlines(suit):
        points = np.round(outline * (half * sign) + centre).astype(np.int32)
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA)


def paint_rank(
    image: Image, rank: Rank, corner: tuple[float, float], height: float, colour: Colour, *, squeeze: float = 0.92
) -> None:
    """Draw a rank with its top left at corner. height: pixels; squeeze: how narrow it is against its box."""
    scale = height / GLYPH_HEIGHT
    for stroke in _RANKS[rank]:
        points = np.array(stroke.points) * (scale * squeeze, scale) + corner
        thickness = max(1, round(stroke.weight * scale))
        line = np.round(points).astype(np.int32)
        cv2.polylines(image, [line], isClosed=False, color=colour, thickness=thickness, lineType=cv2.LINE_AA)
