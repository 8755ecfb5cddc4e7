"""Where cards lie face down in a zone: what is neither cloth nor a face-up card. Says nothing of what they are."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.zones import Point

Image = NDArray[np.uint8]

_CARD_PIXELS = 28
"""Cards are made this wide before they are looked for."""
_AWAY = 26.0
_LEAST_CARD = 0.3
_STEP = 0.38
"""What shows of a card when the next one of its row lies on it, as a part of the card."""


def find_backs(
    crop: Image, zone: Sequence[Point], face_up: Sequence[Sequence[Point]], card_width: float
) -> tuple[tuple[Point, ...], ...]:
    """The corners of each back in a crop; zone and face_up cards are given in pixels of the crop."""
    share = min(1.0, _CARD_PIXELS / card_width)
    small = np.asarray(cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(inside, [_scaled(zone, share)], 1)
    ring = inside - cv2.erode(inside, np.ones((5, 5), np.uint8))
    if not ring.any():
        return ()
    cloth = np.median(lab[ring > 0], axis=0)
    difference = np.abs(lab - cloth)
    # Brightness counts less than colour: a shadow on the cloth is still cloth.
    away = difference[..., 0] * 0.6 + difference[..., 1] + difference[..., 2]
    mask = ((away > _AWAY) & (inside > 0)).astype(np.uint8)
    for corners in face_up:
        covered = np.zeros_like(mask)
        cv2.fillPoly(covered, [_scaled(corners, share)], 1)
        mask[cv2.dilate(covered, np.ones((7, 7), np.uint8)) > 0] = 0
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    card_area = (card_width * share) ** 2 * 1.4
    found: list[tuple[Point, ...]] = []
    for contour in contours:
        area = cv2.contourArea(contour) / card_area
        if area < _LEAST_CARD:
            continue
        box = cv2.boxPoints(cv2.minAreaRect(contour)) / share
        found += _split(box.astype(np.float64), _how_many(area))
    return tuple(found)


def _how_many(area: float) -> int:
    """How many backs show this many cards' area: all but the last of a row are covered, or all of them."""
    if area < 0.95:
        return max(1, round(area / _STEP))
    return 1 + round((area - 1) / _STEP)


def _scaled(points: Sequence[Point], share: float) -> NDArray[np.int32]:
    return np.array([[round(x * share), round(y * share)] for x, y in points], np.int32)


def _split(box: NDArray[np.float64], count: int) -> list[tuple[Point, ...]]:
    """Cut a box into `count` equal ones along its longer side."""
    if np.hypot(*(box[1] - box[0])) < np.hypot(*(box[2] - box[1])):
        box = np.roll(box, -1, axis=0)
    a, b, c, d = box
    parts = []
    for k in range(count):
        low, high = k / count, (k + 1) / count
        quad = a + (b - a) * low, a + (b - a) * high, d + (c - d) * high, d + (c - d) * low
        parts.append(tuple((float(p[0]), float(p[1])) for p in quad))
    return parts
