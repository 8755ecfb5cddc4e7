"""How the camera is, told from its frames: dark, blurred, frozen, moved. Knows no device."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.observations import Health
from drivers.camera.zones import Marker, TableLayout

Image = NDArray[np.uint8]

_DARK = 22.0
_STEEP = 0.19
_SPAN = 8
_LEAST_EDGES = 60
_FROZEN_SECONDS = 2.0
_FROZEN_REPEATS = 3
"""Where frames come slowly, two that look alike by chance may be seconds apart."""
_CHECK_EVERY = 0.5
_MARKERS_EVERY = 2.0
_MOVED_CARD_WIDTHS = 0.12


@dataclass(frozen=True, slots=True)
class Finding:
    """A camera's health with the reason in words."""

    health: Health
    detail: str


FINE = Finding(Health.OK, "the camera sees the table")


class Checkup:
    """Watches frames over time. noisy: the source is a camera, whose frames are never twice the same."""

    def __init__(self, layout: TableLayout, *, noisy: bool = True) -> None:
        self._layout = layout
        self._noisy = noisy
        self._print: int | None = None
        self._since = 0.0
        self._repeats = 0
        self._checked = -math.inf
        self._markers_checked = -math.inf
        self._moved = 0
        self._finding = FINE

    def look(self, image: Image, taken: float) -> Finding:
        """Take in a frame; the finding stays until a later frame changes it."""
        self._freeze(image, taken)
        if self._noisy and self._repeats >= _FROZEN_REPEATS and taken - self._since > _FROZEN_SECONDS:
            self._finding = Finding(Health.STALE, "the camera repeats one frozen picture; unplug it and plug it in")
            return self._finding
        if taken - self._checked >= _CHECK_EVERY:
            self._checked = taken
            self._finding = self._examine(image, taken)
        return self._finding

    def _freeze(self, image: Image, taken: float) -> None:
        mark = zlib.crc32(image[::31, ::13].tobytes())
        if mark == self._print:
            self._repeats += 1
        else:
            self._print, self._since, self._repeats = mark, taken, 0

    def _examine(self, image: Image, taken: float) -> Finding:
        level = float(np.percentile(image[::16, ::16, 1], 90))
        if level < _DARK:
            return Finding(Health.DARK, "the picture is dark; switch the light on or open the shutter")
        steep = steepness(image, level)
        if steep is not None and steep < _STEEP:
            return Finding(Health.BLURRED, "the picture is blurred; clean the lens or focus again")
        if self._layout.markers and taken - self._markers_checked >= _MARKERS_EVERY:
            self._markers_checked = taken
            self._moved = self._moved + 1 if self._has_moved(image) else 0
        if self._moved >= 2:
            return Finding(Health.MOVED, "the camera or the table was moved; calibrate again")
        return FINE

    def _has_moved(self, image: Image) -> bool:
        """Most of the markers that can be seen are away from where they were calibrated."""
        seen = {marker.number: marker for marker in find_markers(image)}
        pairs = [(seen[m.number], m) for m in self._layout.markers if m.number in seen]
        if len(pairs) < 2:
            return False
        away = [math.dist(now.corners[0], then.corners[0]) for now, then in pairs]
        return float(np.median(away)) > _MOVED_CARD_WIDTHS * self._layout.card_width


def steepness(image: Image, level: float) -> float | None:
    """How much of the strongest edges' contrast lies between two neighbouring pixels: an eighth where all is blurred.

    It does not hang on how much there is to see, so a table that is cleared does not look blurred; None when there
    is no clear edge at all.
    """
    # Smoothed downwards, so that noise does not pass for steep edges.
    rows = np.asarray(cv2.blur(np.ascontiguousarray(image[..., 1]), (1, 5)), np.uint8)[::6].astype(np.int16)
    wide = np.abs(rows[:, _SPAN:] - rows[:, :-_SPAN])
    strong = wide >= max(float(np.percentile(wide[::4], 99.9)), 0.2 * level)
    if np.count_nonzero(strong) < _LEAST_EDGES:
        return None
    narrow = np.abs(np.diff(rows, axis=1))
    steepest = np.lib.stride_tricks.sliding_window_view(narrow, _SPAN, axis=1)[strong].max(axis=1)
    return float(np.median(steepest / wide[strong]))


def find_markers(image: Image) -> tuple[Marker, ...]:
    """The ArUco markers (4x4_50) in a picture."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(words).detectMarkers(image)
    if numbers is None:
        return ()
    return tuple(
        Marker(int(number), tuple((float(x), float(y)) for x, y in quad.reshape(4, 2)))
        for quad, number in zip(corners, numbers.ravel(), strict=True)
    )
