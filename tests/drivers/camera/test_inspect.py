"""A camera is looked at for a moment: light, focus, pixels, pace, place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.observations import Health
from drivers.camera.capture import CameraSource, Grabbed
from drivers.camera.inspect import inspect
from drivers.mock import felt


class Still:
    """A source of one picture."""

    def __init__(self, image: Any) -> None:
        self.image = image

    def grab(self) -> Grabbed:
        return Grabbed(self.image, 1, 0.0)

    def stop(self) -> None:
        """Nothing runs."""


def _health(image: Any, layout: Any = None) -> list[Health]:
    return [problem.health for problem in inspect(Still(image), layout).problems]


def test_a_table_in_good_light_is_fine(table: Any, noisy: Callable[[Any, int], Any]) -> None:
    seen = inspect(Still(noisy(table.image(), 1)), table.layout)
    assert seen.problems == ()
    assert seen.markers == (0, 1, 2, 3)
    assert seen.size == (2560, 1440)


def test_a_dark_table_is_dark(table: Any) -> None:
    assert Health.DARK in _health((table.image() * 0.1).astype(np.uint8))


def test_a_lens_out_of_focus_is_blurred_from_the_first_frame(table: Any) -> None:
    image = table.image()
    assert _health(cv2.blur(cv2.blur(image, (9, 9)), (9, 9))) == [Health.BLURRED]
    assert _health(cv2.blur(image, (3, 3))) == []


def test_a_camera_that_was_knocked_has_moved(table: Any) -> None:
    here = felt.camera((2560, 1440))
    knocked = felt.camera((2560, 1440), knocked=True)
    image = cv2.warpPerspective(table.image(), knocked @ np.linalg.inv(here), (2560, 1440))
    assert _health(image, table.layout) == [Health.MOVED]


def test_another_resolution_needs_another_calibration(table: Any) -> None:
    assert _health(cv2.resize(table.image(), (1920, 1080)), table.layout) == [Health.MOVED]


def test_covered_markers_are_said(table: Any) -> None:
    seen = inspect(Still(np.full_like(table.image(), 120)), table.layout)
    assert "not seen" in seen.problems[0].words


class Device:
    """A camera device that gives these pictures, one every `every` seconds of the test's clock."""

    def __init__(self, images: list[Any], every: float) -> None:
        self.images, self.every, self.now, self.number = images, every, 0.0, 0

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        self.now += self.every
        self.number += 1
        return True, self.images[self.number % len(self.images)]

    def set(self, what: int, value: float) -> bool:
        del what, value
        return True

    def get(self, what: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 360.0}.get(what, 10.0)

    def release(self) -> None:
        """Nothing to let go."""


@pytest.mark.parametrize(
    ("count", "every", "wrong"),
    [(3, 0.1, None), (1, 0.1, "frozen"), (3, 0.7, "pictures a second"), (3, 9, "pictures a second")],
)
def test_a_frozen_or_slow_camera_is_told(count: int, every: float, wrong: str | None) -> None:
    images = [np.full((360, 640, 3), 120 + k, np.uint8) for k in range(count)]
    device = Device(images, every)
    source = CameraSource("7", opener=lambda _: device, clock=lambda: device.now)
    seen = inspect(source, clock=lambda: device.now)
    if wrong is None:
        assert seen.problems == ()
        assert seen.pace == pytest.approx(10, rel=0.1)
        assert seen.granted.startswith("640x360")
    else:
        assert [wrong in problem.words for problem in seen.problems] == [True]
