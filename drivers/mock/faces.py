"""What the 52 cards and their back look like; drawn by the project itself, so the pictures carry nobody's licence."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from dealer.cards import Card, Rank, Suit
from drivers.mock.glyphs import Colour, Image, paint_rank, paint_suit

WIDTH, HEIGHT = 260, 364
"""Pixels of a finished face: 63 by 88 mm, so 4.13 pixels a millimetre."""

_FINER = 4
_PAPER: Colour = (244, 248, 250)
_RED: Colour = (38, 28, 196)
_BLACK: Colour = (28, 24, 24)
_GOLD: Colour = (58, 176, 232)
_BLUE: Colour = (140, 70, 34)
_SKIN: Colour = (176, 206, 236)
_ROUND = 0.052

_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_TOP, _UPPER, _THIRD, _HALF = 0.175, 0.285, 0.392, 0.5
_PIPS: dict[Rank, tuple[tuple[float, float], ...]] = {
    Rank.TWO: ((_MIDDLE, _TOP),),
    Rank.THREE: ((_MIDDLE, _TOP), (_MIDDLE, _HALF)),
    Rank.FOUR: ((_LEFT, _TOP), (_RIGHT, _TOP)),
    Rank.FIVE: ((_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, _HALF)),
    Rank.SIX: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _HALF), (_RIGHT, _HALF)),
    Rank.SEVEN: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _HALF), (_RIGHT, _HALF), (_MIDDLE, 0.337)),
    Rank.EIGHT: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _HALF), (_RIGHT, _HALF), (_MIDDLE, 0.337)),
    Rank.NINE: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _THIRD), (_RIGHT, _THIRD), (_MIDDLE, _HALF)),
    Rank.TEN: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _THIRD), (_RIGHT, _THIRD), (_MIDDLE, _UPPER)),
}
"""The upper half of each pip layout; what does not lie in the middle is repeated below, head down."""


@cache
def face(card: Card) -> Image:
    """The face of a card as BGR pixels, 260 by 364, index top left and bottom right. Read-only."""
    image = _paper()
    ink = _RED if card.suit.is_red else _BLACK
    if card.rank is Rank.ACE:
        _paint_ace(image, card.suit, ink)
    elif card.rank in _PIPS:
        _paint_pips(image, card, ink)
    else:
        _paint_court(image, card, ink)
    _paint_index(image, card, ink)
    return _finished(image)


@cache
def back() -> Image:
    """The back, a lattice in a white border; the same either way up. Read-only."""
    image = _paper()
    h, w = image.shape[:2]
    border = round(0.055 * w)
    field = image[border : h - border, border : w - border]
    field[:] = (112, 40, 30)
    pitch = w // 13
    ys, xs = np.mgrid[0 : field.shape[0], 0 : field.shape[1]]
    xs, ys = xs - field.shape[1] // 2, ys - field.shape[0] // 2
    for diagonal in (xs + ys, xs - ys):
        field[np.abs((diagonal + pitch // 2) % pitch - pitch // 2) < pitch * 0.1] = (214, 196, 190)
    knots = (np.abs((xs + ys) % pitch - pitch / 2) + np.abs((xs - ys) % pitch - pitch / 2)) < pitch * 0.34
    field[knots] = (176, 120, 104)
    centre = (w // 2, h // 2)
    cv2.circle(image, centre, round(0.2 * w), (112, 40, 30), -1, cv2.LINE_AA)
    cv2.circle(image, centre, round(0.2 * w), (214, 196, 190), round(0.014 * w), cv2.LINE_AA)
    for turned in (False, True):
        offset = (centre[0], centre[1] + (1 if turned else -1) * 0.075 * w)
        paint_suit(image, Suit.SPADES, offset, 0.075 * w, (214, 196, 190), turned=turned)
    return _finished(image)


@cache
def outline() -> Image:
    """Where a card is (255) and where its rounded corners let the table through (0). Read-only."""
    h, w = HEIGHT * _FINER, WIDTH * _FINER
    mask = np.zeros((h, w), np.uint8)
    r = round(_ROUND * w)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return _finished(mask)


def _paper() -> Image:
    return np.full((HEIGHT * _FINER, WIDTH * _FINER, 3), _PAPER, np.uint8)


def _finished(image: Image) -> Image:
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)
    small.flags.writeable = False
    return small


def _twice(image: Image, half: Image) -> None:
    """Lay what is drawn in the upper half over the lower half too, head down."""
    h = image.shape[0]
    image[: h // 2] = half[: h // 2]
    image[h - h // 2 :] = cv2.rotate(half[: h // 2], cv2.ROTATE_180)


def _paint_index(image: Image, card: Card, ink: Colour) -> None:
    """Rank over suit in two corners, large enough to be read where only a strip of the card shows."""
    h, w = image.shape[:2]
    corner = image[: round(0.26 * h), : round(0.16 * w)].copy()
    tall = 0.122 * h
    squeeze = 0.72 if card.rank is Rank.TEN else 0.86
    wide = tall * squeeze * 100 / 140
    paint_rank(corner, card.rank, (0.083 * w - wide / 2, 0.03 * h), tall, ink, squeeze=squeeze)
    paint_suit(corner, card.suit, (0.083 * w, 0.207 * h), 0.046 * h, ink)
    rows, columns = corner.shape[:2]
    image[:rows, :columns] = corner
    image[h - rows :, w - columns :] = cv2.rotate(corner, cv2.ROTATE_180)


def _paint_pips(image: Image, card: Card, ink: Colour) -> None:
    h, w = image.shape[:2]
    for x, y in _PIPS[card.rank]:
        paint_suit(image, card.suit, (x * w, y * h), 0.098 * w, ink)
        below = y < _HALF and not (card.rank is Rank.SEVEN and x == _MIDDLE)
        if below:
            paint_suit(image, card.suit, (x * w, (1 - y) * h), 0.098 * w, ink, turned=True)


def _paint_ace(image: Image, suit: Suit, ink: Colour) -> None:
    h, w = image.shape[:2]
    centre = (w * 0.5, h * 0.5)
    if suit is not Suit.SPADES:
        paint_suit(image, suit, centre, 0.15 * w, ink)
        return
    paint_suit(image, suit, centre, 0.31 * w, ink)
    paint_suit(image, suit, (centre[0], centre[1] - 0.015 * h), 0.2 * w, _PAPER)
    paint_suit(image, suit, (centre[0], centre[1] - 0.015 * h), 0.16 * w, ink)


def _paint_court(image: Image, card: Card, ink: Colour) -> None:
    """A framed half figure, repeated head down: crown or cap, hair, face, robe with bands."""
    h, w = image.shape[:2]
    left, right, top = round(0.175 * w), round(0.825 * w), round(0.085 * h)
    half = image.copy()
    middle, line = w // 2, max(1, round(0.006 * w))

    def at(x: float, y: float) -> tuple[int, int]:
        """From the middle of the figure: x in half frame widths, y from the frame's top (0) to the middle (1)."""
        return round(middle + x * (right - left) / 2), round(top + y * (h / 2 - top))

    def fill(colour: Colour, *points: tuple[float, float]) -> None:
        shape = np.array([at(x, y) for x, y in points], np.int32)
        cv2.fillPoly(half, [shape], colour, cv2.LINE_AA)
        cv2.polylines(half, [shape], isClosed=True, color=_BLACK, thickness=line, lineType=cv2.LINE_AA)

    one, other = (_RED, _BLUE) if card.suit.is_red else (_BLUE, _RED)
    fill(one, (-1, 1), (-1, 0.86), (-0.45, 0.62), (0.45, 0.62), (1, 0.86), (1, 1))
    fill(_GOLD, (-0.62, 1), (-0.2, 0.63), (0.2, 0.63), (-0.22, 1))
    fill(other, (0.3, 1), (0.5, 0.66), (0.86, 0.8), (0.7, 1))
    fill(_PAPER, (-0.2, 0.63), (0, 0.8), (0.2, 0.63), (0, 0.56))
    for spot in range(4):
        cv2.circle(half, at(-0.5 + 0.13 * spot, 0.93 - 0.08 * spot), round(0.012 * w), one, -1, cv2.LINE_AA)
    hair = _GOLD if card.suit.is_red else _BLACK
    if card.rank is Rank.QUEEN:
        fill(hair, (-0.42, 0.64), (-0.4, 0.28), (0, 0.2), (0.4, 0.28), (0.42, 0.64), (0.2, 0.5), (-0.2, 0.5))
    else:
        fill(hair, (-0.4, 0.52), (-0.34, 0.28), (0.34, 0.28), (0.4, 0.52), (0.2, 0.44), (-0.2, 0.44))
    size = (round(0.094 * w), round(0.082 * h))
    cv2.ellipse(half, at(0, 0.43), size, 0, 0, 360, _SKIN, -1, cv2.LINE_AA)
    cv2.ellipse(half, at(0, 0.43), size, 0, 0, 360, _BLACK, line, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(half, at(side * 0.11, 0.4), round(0.011 * w), _BLACK, -1, cv2.LINE_AA)
        cv2.line(half, at(side * 0.2, 0.36), at(side * 0.05, 0.35), _BLACK, line, cv2.LINE_AA)
    cv2.line(half, at(0, 0.41), at(0.04, 0.47), _BLACK, line, cv2.LINE_AA)
    cv2.line(half, at(-0.07, 0.52), at(0.07, 0.52), _RED, line * 2, cv2.LINE_AA)
    if card.rank is Rank.KING:
        fill(hair, (-0.27, 0.47), (-0.1, 0.53), (0.1, 0.53), (0.27, 0.47), (0.18, 0.66), (0, 0.74), (-0.18, 0.66))
        fill(_GOLD, (-0.4, 0.3), (-0.46, 0.06), (-0.2, 0.17), (0, 0.03), (0.2, 0.17), (0.46, 0.06), (0.4, 0.3))
    elif card.rank is Rank.QUEEN:
        fill(_GOLD, (-0.32, 0.3), (-0.38, 0.12), (-0.18, 0.19), (0, 0.1), (0.18, 0.19), (0.38, 0.12), (0.32, 0.3))
        cv2.circle(half, at(0.68, 0.6), round(0.045 * w), other, -1, cv2.LINE_AA)
        cv2.circle(half, at(0.68, 0.6), round(0.018 * w), _GOLD, -1, cv2.LINE_AA)
        cv2.line(half, at(0.68, 0.68), at(0.66, 0.84), _BLACK, line * 2, cv2.LINE_AA)
    else:
        fill(one, (-0.42, 0.3), (-0.36, 0.14), (0.2, 0.1), (0.42, 0.3))
        fill(_GOLD, (-0.44, 0.32), (-0.44, 0.26), (0.46, 0.26), (0.46, 0.32))
        cv2.ellipse(half, at(0.48, 0.17), (round(0.03 * w), round(0.06 * h)), 35, 0, 360, other, -1, cv2.LINE_AA)
    paint_suit(half, card.suit, at(-0.7, 0.2), 0.075 * w, ink)
    _twice(image, half)
    cv2.rectangle(image, (left, top), (right, h - top), ink, max(1, round(0.008 * w)), cv2.LINE_AA)
