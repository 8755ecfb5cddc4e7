"""From a picture with printed markers to the zones of the table in that picture; keeps the result in a file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.observations import Place, Zone
from drivers.camera.errors import CalibrationFailed
from drivers.camera.health import find_markers
from drivers.camera.zones import Marker, Point, TableLayout, ZoneShape

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

LEAST_CARD_WIDTH = 60.0
"""Pixels of a card's short side below which standard indexes are no longer read safely (page of figures)."""
_LEAST_MARKERS = 3
_WORST_ERROR = 0.08


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table as it was measured with a ruler, in millimetres.

    markers: the middle of each ArUco marker (4x4_50), by its number.  marker_side: of the black square.
    zones: polygons, clockwise as the player sees them, from the left end of his row.
    """

    markers: Mapping[int, Point]
    marker_side: float
    zones: tuple[ZoneShape, ...]
    card_width: float = 63.0


def calibrated(image: Image, plan: TablePlan) -> TableLayout:
    """Find the markers and lay the plan over the picture. Raises CalibrationFailed, which says what to do."""
    seen = [marker for marker in find_markers(image) if marker.number in plan.markers]
    if len(seen) < _LEAST_MARKERS:
        found = ", ".join(str(m.number) for m in seen) or "none"
        raise CalibrationFailed(
            f"{len(seen)} of {len(plan.markers)} markers are seen ({found}); at least {_LEAST_MARKERS} must lie in "
            "view, flat, in even light"
        )
    matrix = _plane(seen, plan)
    size = (image.shape[1], image.shape[0])
    zones = tuple(ZoneShape(zone.place, through(matrix, zone.polygon)) for zone in plan.zones)
    outside = [zone.place for zone in zones if not _within(zone.polygon, size)]
    if outside:
        raise CalibrationFailed(f"the camera does not see all of {_named(outside[0])}; raise it or turn it")
    width = min(_card_width(matrix, zone.polygon, plan.card_width) for zone in plan.zones)
    if width < LEAST_CARD_WIDTH:
        raise CalibrationFailed(
            f"a card is only {width:.0f} pixels wide where {LEAST_CARD_WIDTH:.0f} are needed; use a camera of higher "
            "resolution, hang it lower, or use two"
        )
    return TableLayout(size, zones, width, tuple(seen))


def through(matrix: Matrix, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points of the table as pixels."""
    moved = cv2.perspectiveTransform(np.array([points], np.float64), matrix)[0]
    return tuple((float(x), float(y)) for x, y in moved)


def _plane(seen: list[Marker], plan: TablePlan) -> Matrix:
    """The way from the table to the picture.

    How the markers are turned on the table is not measured, so their middles are fitted first, and their corners
    only judge: each must be as far from its middle as the plan says.
    """
    flat = np.array([plan.markers[m.number] for m in seen], np.float64)
    pixels = np.array([np.mean(m.corners, axis=0) for m in seen], np.float64)
    if len(seen) >= 4:
        matrix, _ = cv2.findHomography(flat, pixels)
    else:
        affine = cv2.getAffineTransform(flat[:3].astype(np.float32), pixels[:3].astype(np.float32))
        matrix = np.vstack([affine, [0, 0, 1]])
    if matrix is None:
        raise CalibrationFailed("the markers do not fit the plan; measure where they lie and write it down again")
    solid = np.asarray(matrix, np.float64)
    for marker, middle in zip(seen, flat, strict=True):
        side = plan.marker_side
        ruler = through(solid, ((middle[0] - side / 2, middle[1]), (middle[0] + side / 2, middle[1])))
        expected = math.dist(*ruler)
        sides = [math.dist(marker.corners[k], marker.corners[k - 1]) for k in range(4)]
        if not 0.6 < float(np.mean(sides)) / max(1e-6, expected) < 1.65:
            raise CalibrationFailed(
                f"marker {marker.number} is not where the plan says; measure again, or print it at its true size"
            )
    reached = np.array(through(solid, tuple((float(x), float(y)) for x, y in flat)))
    span = float(np.ptp(pixels, axis=0).max())
    if float(np.abs(reached - pixels).max()) > _WORST_ERROR * span:
        raise CalibrationFailed("the markers do not fit the plan; measure where they lie and write it down again")
    return solid


def _card_width(matrix: Matrix, polygon: tuple[Point, ...], width: float) -> float:
    """Pixels of a card's width in the middle of a zone, the way where it is shorter."""
    x, y = (float(v) for v in np.mean(polygon, axis=0))
    a, b, c = through(matrix, ((x, y), (x + width, y), (x, y + width)))
    return min(math.dist(a, b), math.dist(a, c))


def _within(polygon: tuple[Point, ...], size: tuple[int, int]) -> bool:
    return all(-1 <= x <= size[0] and -1 <= y <= size[1] for x, y in polygon)


def _named(place: Place) -> str:
    return f"seat {place.seat}" if place.zone is Zone.SEAT else f"the {place.zone.value} zone"


def save_layout(layout: TableLayout, path: Path) -> None:
    """Keep a calibration as JSON."""
    data = {
        "size": layout.size,
        "card_width": layout.card_width,
        "zones": [
            {"zone": zone.place.zone.value, "seat": zone.place.seat, "polygon": zone.polygon} for zone in layout.zones
        ],
        "markers": [{"number": marker.number, "corners": marker.corners} for marker in layout.markers],
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data, indent=1), encoding="utf-8")
    part.replace(path)


def load_layout(path: Path) -> TableLayout:
    """Read a calibration. Raises CalibrationFailed."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        zones = tuple(
            ZoneShape(Place(Zone(row["zone"]), row["seat"]), _points(row["polygon"])) for row in data["zones"]
        )
        markers = tuple(Marker(int(row["number"]), _points(row["corners"])) for row in data["markers"])
        width, height = (int(v) for v in data["size"])
        return TableLayout((width, height), zones, float(data["card_width"]), markers)
    except FileNotFoundError as error:
        raise CalibrationFailed(f"{path}: the camera is not calibrated yet; run `dealer camera calibrate`") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CalibrationFailed(f"{path}: the calibration is damaged; run `dealer camera calibrate`") from error


def _points(rows: list[list[float]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in rows)
