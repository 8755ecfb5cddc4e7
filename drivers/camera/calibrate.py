"""From a picture with printed markers to the zones of the table in that picture, and how good that is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.errors import CalibrationFailed
from drivers.camera.health import find_markers
from drivers.camera.plan import TablePlan, named
from drivers.camera.zones import Marker, Point, TableLayout, ZoneShape

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

LEAST_CARD_WIDTH = 65.0
"""Pixels of a card's short side below which too many cards are asked for (hardware/card-reader.md, by pixels)."""
GOOD_CARD_WIDTH = 90.0
"""Pixels a card that a table is planned for."""
WORST_ERROR = 3.0
"""Millimetres between where markers are and where the plan says, above which a calibration is refused."""
_GOOD_ERROR = 1.5
_LEAST_MARKERS = 3
_PRINT_SLACK = 0.04
_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Calibration:
    """A view that was measured.

    error: how far the markers' corners are from the plan, in millimetres of the table (root mean square).
    worst: of the marker that fits least, with its number.  advice: what could be better, one line each.
    """

    layout: TableLayout
    error: float
    worst: float
    worst_marker: int
    advice: tuple[str, ...]


def calibrate(image: Image, plan: TablePlan) -> Calibration:
    """Find the markers and lay the plan over the picture. Raises CalibrationFailed, which says what to do."""
    seen = [marker for marker in find_markers(image) if marker.number in plan.markers]
    missing = sorted(plan.markers.keys() - {marker.number for marker in seen})
    if len({marker.number for marker in seen}) < len(seen):
        raise CalibrationFailed("one marker is seen twice; lay each number once, and take spare prints out of view")
    if len(seen) < _LEAST_MARKERS:
        found = ", ".join(str(m.number) for m in seen) or "none"
        raise CalibrationFailed(
            f"{len(seen)} of {len(plan.markers)} markers are seen ({found}); at least {_LEAST_MARKERS} must lie in "
            "view, flat, in even light (`dealer camera sheet` prints them)"
        )
    matrix = _plane(seen, plan)
    errors = {marker.number: error for marker, error in zip(seen, _errors(matrix, seen, plan), strict=True)}
    error = math.sqrt(sum(e * e for e in errors.values()) / len(errors))
    worst = max(errors, key=lambda number: errors[number])
    if not error <= WORST_ERROR:
        raise CalibrationFailed(
            f"the markers are {error:.1f} mm from where the plan says, {WORST_ERROR:.0f} mm are allowed (marker "
            f"{worst} fits least); measure where they lie, or use a lens that bends straight lines less"
        )
    size = (image.shape[1], image.shape[0])
    zones = tuple(ZoneShape(zone.place, through(matrix, zone.polygon)) for zone in plan.zones)
    outside = [zone.place for zone in zones if not _within(zone.polygon, size)]
    if outside:
        raise CalibrationFailed(f"the camera does not see all of {named(outside[0])}; raise it or turn it")
    width = min(_card_width(matrix, zone.polygon, plan.card_width) for zone in plan.zones)
    if width < LEAST_CARD_WIDTH:
        raise CalibrationFailed(
            f"a card is only {width:.0f} pixels wide where {LEAST_CARD_WIDTH:.0f} are needed; use a camera of higher "
            "resolution, hang it lower, or use two"
        )
    layout = TableLayout(size, zones, width, tuple(seen))
    return Calibration(layout, error, errors[worst], worst, tuple(_advice(missing, width, error)))


def through(matrix: Matrix, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points of the table as pixels; with the inverse matrix, pixels as points of the table."""
    moved = cv2.perspectiveTransform(np.array([points], np.float64), matrix)[0]
    return tuple((float(x), float(y)) for x, y in moved)


def _advice(missing: list[int], width: float, error: float) -> list[str]:
    said = []
    if missing:
        said.append(f"not seen: marker {', '.join(map(str, missing))}; with all of them it is more exact")
    if width < GOOD_CARD_WIDTH:
        said.append(f"a card is {width:.0f} pixels wide; {GOOD_CARD_WIDTH:.0f} or jumbo indexes read more surely")
    if error > _GOOD_ERROR:
        said.append(
            f"the markers fit to {error:.1f} mm; measuring their places again could bring it below a millimetre"
        )
    return said


def _plane(seen: list[Marker], plan: TablePlan) -> Matrix:
    """The way from the table to the picture.

    How the markers are turned on the table is not measured. So they are first placed by their middles, then their
    turn is read from the picture, then all corners are fitted; a few rounds of the last two settle it.
    """
    flat = np.array([plan.markers[m.number] for m in seen], np.float64)
    pixels = np.array([_middle(m) for m in seen], np.float64)
    corners = np.array([m.corners for m in seen], np.float64)
    if len(seen) >= 4:
        found, _ = cv2.findHomography(flat, pixels)
    else:
        affine = cv2.getAffineTransform(flat[:3].astype(np.float32), pixels[:3].astype(np.float32))
        found = np.vstack([affine, [0, 0, 1]])
    if found is None or abs(float(np.linalg.det(found))) < 1e-9:
        raise _mixed_up()
    matrix = np.asarray(found, np.float64)
    _check_print(matrix, seen, plan)
    for _ in range(_ROUNDS):
        planned = np.array([_placed(matrix, m, plan) for m in seen])
        found, _ = cv2.findHomography(planned.reshape(-1, 2), corners.reshape(-1, 2))
        if found is None:
            raise _mixed_up()
        matrix = np.asarray(found, np.float64)
    return matrix


def _mixed_up() -> CalibrationFailed:
    return CalibrationFailed("the markers do not fit the plan; measure where they lie and write it down again")


def _check_print(matrix: Matrix, seen: list[Marker], plan: TablePlan) -> None:
    """Markers that are all too large or too small were printed "to fit the page"; one that is, lies elsewhere."""
    back = _inverse(matrix)
    sides = []
    for marker in seen:
        corners = through(back, marker.corners)
        side = float(np.mean([math.dist(corners[k], corners[k - 1]) for k in range(4)]))
        if not 0.6 < side / plan.marker_side < 1.65:
            raise CalibrationFailed(
                f"marker {marker.number} is not where the plan says; measure again, or print it at its true size"
            )
        sides.append(side)
    printed = float(np.median(sides)) / plan.marker_side
    if len(seen) >= 4 and abs(printed - 1) > _PRINT_SLACK:
        raise CalibrationFailed(
            f"the markers look {printed:.0%} of their size beside the plan's distances; print the sheet at 100 % "
            "(the bar on it must be 100 mm long), or measure the distances again"
        )


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _placed(matrix: Matrix, marker: Marker, plan: TablePlan) -> Matrix:
    """The corners of a marker on the table: where the plan says, turned as the picture shows."""
    middle = np.array(plan.markers[marker.number])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * (plan.marker_side / 2)
    looks = np.array(through(_inverse(matrix), marker.corners), np.float64)
    looks = looks - looks.mean(axis=0)
    cosine = float((square * looks).sum())
    sine = float((square[:, 0] * looks[:, 1] - square[:, 1] * looks[:, 0]).sum())
    turn = math.atan2(sine, cosine)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(square @ spin + middle, np.float64)


def _errors(matrix: Matrix, seen: list[Marker], plan: TablePlan) -> list[float]:
    """How far each marker's corners are from the plan, in millimetres."""
    back = _inverse(matrix)
    away = []
    for marker in seen:
        lies = np.array(through(back, marker.corners), np.float64)
        off = lies - _placed(matrix, marker, plan)
        away.append(float(np.sqrt((off**2).sum(axis=1).mean())))
    return away


def _middle(marker: Marker) -> tuple[float, float]:
    """Where the diagonals of a marker cross: its middle, whatever the perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = marker.corners
    down = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
    if abs(down) < 1e-9:
        return float((ax + cx) / 2), float((ay + cy) / 2)
    first, second = ax * cy - ay * cx, bx * dy - by * dx
    x = (first * (bx - dx) - (ax - cx) * second) / down
    y = (first * (by - dy) - (ay - cy) * second) / down
    return float(x), float(y)


def _card_width(matrix: Matrix, polygon: tuple[Point, ...], width: float) -> float:
    """Pixels of a card's width in the middle of a zone, the way where it is shorter."""
    x, y = (float(v) for v in np.mean(polygon, axis=0))
    a, b, c = through(matrix, ((x, y), (x + width, y), (x, y + width)))
    return min(math.dist(a, b), math.dist(a, c))


def _within(polygon: tuple[Point, ...], size: tuple[int, int]) -> bool:
    return all(-1 <= x <= size[0] and -1 <= y <= size[1] for x, y in polygon)
