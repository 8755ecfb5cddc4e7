"""Where each place of the table lies in the camera's picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.observations import Place

Point = tuple[float, float]
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ZoneShape:
    """A place's part of the picture.

    polygon: corners in pixels, clockwise; the first side runs along the row from the first card to the last, as the
    player sees it from his left to his right.
    """

    place: Place
    polygon: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed ArUco marker (dictionary 4x4_50) and where its corners were at calibration, in pixels."""

    number: int
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The zones of a calibrated view.

    size: width and height of the picture they were measured in.  card_width: pixels of a card's short side.
    markers: may be empty; then a camera that was moved is not noticed.
    """

    size: tuple[int, int]
    zones: tuple[ZoneShape, ...]
    card_width: float
    markers: tuple[Marker, ...] = ()


def bounding(polygon: tuple[Point, ...], size: tuple[int, int], room: float) -> tuple[int, int, int, int]:
    """The upright box around a polygon and some room, within a picture of this size: x0, y0, x1, y1."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    x0, y0 = max(0, int(min(xs) - room)), max(0, int(min(ys) - room))
    x1, y1 = min(size[0], int(max(xs) + room) + 1), min(size[1], int(max(ys) + room) + 1)
    return x0, y0, max(x0 + 1, x1), max(y0 + 1, y1)


def distance_inside(polygon: tuple[Point, ...], x: float, y: float) -> float:
    """How far a point lies inside a polygon, in pixels; negative outside."""
    contour = np.array(polygon, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(contour, (x, y), measureDist=True))


def along(polygon: tuple[Point, ...], x: float, y: float) -> float:
    """How far along the row a point lies, in pixels from the row's first end."""
    (ax, ay), (bx, by) = polygon[0], polygon[1]
    dx, dy = bx - ax, by - ay
    length = max(1e-6, math.hypot(dx, dy))
    return float(((x - ax) * dx + (y - ay) * dy) / length)
