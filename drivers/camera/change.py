"""Which zones changed and came to rest, told from frames made very small. Reads no cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.zones import TableLayout, bounding

Image = NDArray[np.uint8]
Small = NDArray[np.int16]

_STEP_WIDTH = 480
"""The small picture is about this wide."""
_NOTICED = 16
"""Steps of brightness by which a small pixel must differ to count."""
_MOVING = 0.006
_CHANGED = 0.008
_COVERED = 0.04
_RING = 0.22
"""The ring around a zone, in card widths: a hand that reaches in must cross it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame says of one zone.

    moving: it differs from the frame before.  changed: it differs from what was read last.
    covered: something crosses its edge that was not there when the table was last at rest: a hand.
    """

    moving: bool
    changed: bool
    covered: bool


@dataclass(slots=True)
class _Area:
    """A zone in the small picture."""

    box: tuple[int, int, int, int]
    inside: NDArray[np.bool_]
    ring: NDArray[np.bool_]
    settled: Small | None = None
    ring_settled: Small | None = None
    before: Small | None = None


class Changes:
    """Compares each frame with the one before and with what was read."""

    def __init__(self, layout: TableLayout) -> None:
        self._step = max(1, layout.size[0] // _STEP_WIDTH)
        step = self._step
        small = (-(-layout.size[0] // step), -(-layout.size[1] // step))
        reach = layout.card_width * _RING
        self._areas: list[_Area] = []
        for zone in layout.zones:
            x0, y0, x1, y1 = (v // step for v in bounding(zone.polygon, layout.size, reach))
            x1, y1 = min(small[0], x1 + 1), min(small[1], y1 + 1)
            mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
            points = np.array([[px / step - x0, py / step - y0] for px, py in zone.polygon])
            cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1)
            wide = max(1, round(reach / step))
            grown = cv2.dilate(mask, np.ones((2 * wide + 1, 2 * wide + 1), np.uint8))
            self._areas.append(_Area((x0, y0, x1, y1), mask > 0, (grown > 0) & (mask == 0)))
        self._gain_settled: float | None = None

    def small(self, image: Image) -> NDArray[np.uint8]:
        """The green of every so many pixels, smoothed a little: enough to see that something moved."""
        step = self._step
        return np.asarray(
            cv2.blur(np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step, 1]), (3, 3)), np.uint8
        )

    def look(self, image: Image) -> tuple[Look, ...]:
        """Take in a frame; one answer for each zone of the layout."""
        small = self.small(image)
        # A lamp that flickers makes everything brighter at once; that is no change on the table.
        level = max(1.0, float(np.median(small[::3, ::3])))
        if self._gain_settled is None:
            self._gain_settled = level
        gain = self._gain_settled / level
        if not 0.97 < gain < 1.03:
            small = np.asarray(cv2.convertScaleAbs(small, alpha=gain), np.uint8)
        return tuple(self._look(area, small) for area in self._areas)

    def settle(self, number: int) -> None:
        """Zone `number` of the layout has been read as it is now."""
        area = self._areas[number]
        area.settled = area.before
        if area.ring_settled is None:
            area.ring_settled = area.before

    def calm(self, numbers: Sequence[int]) -> None:
        """Nothing has moved at these zones for long: what crosses their edge now belongs there."""
        for number in numbers:
            self._areas[number].ring_settled = self._areas[number].before

    def _look(self, area: _Area, small: NDArray[np.uint8]) -> Look:
        x0, y0, x1, y1 = area.box
        part = small[y0:y1, x0:x1].astype(np.int16)
        moving = area.before is not None and _share(part, area.before, area.inside | area.ring) > _MOVING
        changed = area.settled is None or _share(part, area.settled, area.inside) > _CHANGED
        covered = area.ring_settled is not None and _share(part, area.ring_settled, area.ring) > _COVERED
        area.before = part
        return Look(moving, changed, covered)


def _share(now: Small, then: Small, mask: NDArray[np.bool_]) -> float:
    """The part of the masked pixels that differ."""
    count = int(np.count_nonzero(mask))
    if not count:
        return 0.0
    return int(np.count_nonzero((np.abs(now - then) > _NOTICED) & mask)) / count
