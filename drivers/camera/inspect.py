"""Looks at a camera for a moment and says whether it is fit for a table: light, focus, pixels, pace, place."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dealer.observations import Health
from drivers.camera.calibrate import LEAST_CARD_WIDTH
from drivers.camera.capture import CameraSource, Frame, FrameSource
from drivers.camera.errors import CameraGone
from drivers.camera.health import find_markers
from drivers.camera.zones import Marker, TableLayout

Image = NDArray[np.uint8]

DARK = 40.0
"""Brightness (0 to 255) of the brightest tenth below which a table is badly lit; far below it nothing is read."""
_LEAST_STEEP = 0.15
_LEAST_PACE = 4.0
_MOVED_CARD_WIDTHS = 0.12
_MOST_FRAMES = 30


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a view. health: as the dealer's screen would show it.  words: what to do."""

    health: Health
    words: str


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a camera gave. pace: frames a second.  granted: what a device said it does, or "".

    markers: numbers that were seen.  problems: empty when it is fit.  image: the last frame.
    """

    size: tuple[int, int]
    pace: float | None
    granted: str
    brightness: float
    markers: tuple[int, ...]
    problems: tuple[Problem, ...]
    image: Image


def inspect(
    source: FrameSource,
    layout: TableLayout | None = None,
    *,
    seconds: float = 2.0,
    clock: Callable[[], float] = time.monotonic,
) -> Inspection:
    """Take frames for so long and judge them. layout: of its calibration, if there is one. Raises CameraGone."""
    live = isinstance(source, CameraSource)
    frames = _frames(source, seconds if live else 0.0, clock)
    last = frames[-1]
    image = last.image
    seen = find_markers(image)
    brightness = float(np.percentile(image[::16, ::16, 1], 90))
    span = last.taken - frames[0].taken
    pace = (len(frames) - 1) / span if live and span > 0 else None
    problems = [
        *_light(brightness),
        *_focus(image, seen),
        *(_pace(frames, pace) if live else ()),
        *(_place(seen, layout, (image.shape[1], image.shape[0])) if layout is not None else ()),
    ]
    return Inspection(
        size=(image.shape[1], image.shape[0]),
        pace=pace,
        granted=source.granted if isinstance(source, CameraSource) else "",
        brightness=brightness,
        markers=tuple(sorted(marker.number for marker in seen)),
        problems=tuple(problems),
        image=image,
    )


def _frames(source: FrameSource, seconds: float, clock: Callable[[], float]) -> list[Frame]:
    frames: list[Frame] = [source.grab()]
    until = clock() + seconds
    while clock() < until and len(frames) < _MOST_FRAMES:
        try:
            frames.append(source.grab())
        except CameraGone:
            # A video file ends; a camera that gave one picture and no more is a problem of its pace.
            break
    return frames


def _light(brightness: float) -> list[Problem]:
    if brightness < DARK:
        return [Problem(Health.DARK, "the picture is dark; switch the light on, open the shutter, or raise exposure")]
    return []


def steepness(image: Image, markers: tuple[Marker, ...]) -> float | None:
    """How much of a marker's contrast lies between neighbouring pixels: 1 is sharp, 0.1 blurred. None without markers.

    An absolute measure, which edges of unknown things are not.
    """
    steps = []
    for marker in markers:
        corners = np.array(marker.corners)
        (x0, y0), (x1, y1) = corners.min(axis=0) - 8, corners.max(axis=0) + 8
        patch = image[max(0, int(y0)) : int(y1), max(0, int(x0)) : int(x1), 1].astype(np.int16)
        contrast = int(np.ptp(patch))
        if contrast > 8:
            steps.append(float(np.percentile(np.abs(np.diff(patch, axis=1)), 99)) / contrast)
    return float(np.median(steps)) if steps else None


def _focus(image: Image, seen: tuple[Marker, ...]) -> list[Problem]:
    steep = steepness(image, seen)
    if steep is None or steep >= _LEAST_STEEP:
        return []
    return [Problem(Health.BLURRED, "the picture is blurred; clean the lens, focus it, and lock the focus")]


def _pace(frames: list[Frame], pace: float | None) -> list[Problem]:
    if len(frames) > 3 and len({zlib.crc32(frame.image[::31, ::13].tobytes()) for frame in frames}) == 1:
        return [Problem(Health.STALE, "the camera repeats one frozen picture; unplug it and plug it in")]
    if pace is None or pace < _LEAST_PACE:
        seen = "one picture came" if pace is None else f"only {pace:.1f} pictures a second come"
        return [
            Problem(
                Health.STALE, f"{seen}, {_LEAST_PACE:.0f} are needed; use a USB 3 port of its own, or MJPG, or light"
            )
        ]
    return []


def _place(seen: tuple[Marker, ...], layout: TableLayout, size: tuple[int, int]) -> list[Problem]:
    problems = []
    if size != layout.size:
        (w, h), (cw, ch) = size, layout.size
        return [Problem(Health.MOVED, f"the picture is {w}x{h}, the calibration {cw}x{ch}; calibrate again")]
    now = {marker.number: marker for marker in seen}
    away = [math.dist(now[m.number].corners[0], m.corners[0]) for m in layout.markers if m.number in now]
    if layout.markers and len(away) < 2:
        problems.append(
            Problem(Health.MOVED, "the markers of the calibration are not seen; uncover them, or calibrate")
        )
    elif away and float(np.median(away)) > _MOVED_CARD_WIDTHS * layout.card_width:
        problems.append(Problem(Health.MOVED, "the camera or the table was moved; calibrate again"))
    if layout.card_width < LEAST_CARD_WIDTH:
        few = f"a card is only {layout.card_width:.0f} pixels wide where {LEAST_CARD_WIDTH:.0f} are needed"
        problems.append(Problem(Health.BLURRED, f"{few}; hang the camera lower or use one of higher resolution"))
    return problems
