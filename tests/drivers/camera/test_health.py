"""A camera that sees badly says so once, and says when it sees again."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from dealer.observations import Health
from drivers.camera.health import Checkup


def after(checkup: Checkup, images: list[Any], start: float = 0.0, step: float = 0.6) -> Health:
    for k, image in enumerate(images):
        finding = checkup.look(image, start + k * step)
    return finding.health


def test_a_table_in_the_light_is_fine(table: Any, noisy: Any) -> None:
    assert after(Checkup(table.layout), [noisy(table.image(), k) for k in range(3)]) is Health.OK


def test_the_light_goes_out_and_on(table: Any, noisy: Any) -> None:
    checkup = Checkup(table.layout)
    dark = (table.image() * 0.05).astype(np.uint8)
    assert after(checkup, [noisy(table.image(), 1), noisy(dark, 2)]) is Health.DARK
    assert after(checkup, [noisy(table.image(), 3)], start=5) is Health.OK


def test_a_lens_out_of_focus(table: Any, noisy: Any) -> None:
    checkup = Checkup(table.layout)
    table.lay({1: "4c Jc"})
    blurred = cv2.blur(cv2.blur(table.image(), (13, 13)), (13, 13))
    assert after(checkup, [noisy(table.image(), 1), noisy(blurred, 2), noisy(blurred, 3)]) is Health.BLURRED


def test_a_frozen_picture_is_noticed_only_where_pictures_have_noise(table: Any) -> None:
    image = table.image()
    assert after(Checkup(table.layout), [image] * 5) is Health.STALE
    assert after(Checkup(table.layout, noisy=False), [image] * 5) is Health.OK


def test_two_pictures_that_look_alike_by_chance_are_not_frozen(table: Any, noisy: Any) -> None:
    first, second = noisy(table.image(), 1), noisy(table.image(), 2)
    assert after(Checkup(table.layout), [first, first, second, second], step=2.5) is Health.OK


def test_a_camera_that_was_knocked(table: Any, noisy: Any) -> None:
    checkup = Checkup(table.layout)
    shift = np.array([[1.0, 0.02, 25], [-0.02, 1.0, 18]])
    knocked = cv2.warpAffine(table.image(), shift, (2560, 1440), borderMode=cv2.BORDER_REPLICATE)
    assert after(checkup, [noisy(table.image(), 1)]) is Health.OK
    assert after(checkup, [noisy(knocked, k) for k in range(4)], start=3, step=2.1) is Health.MOVED
    assert after(checkup, [noisy(table.image(), k) for k in range(9, 13)], start=30, step=2.1) is Health.OK


def test_a_table_that_is_cleared_does_not_look_blurred(table: Any, noisy: Any) -> None:
    checkup = Checkup(table.layout)
    table.lay(dict.fromkeys((1, 2), "4c Jc Ac"))
    full = [noisy(table.image(), k) for k in range(2)]
    table.lay({})
    empty = [noisy(table.image(), k) for k in range(2)]
    plain = [noisy(np.full_like(full[0], 90), k) for k in range(2)]
    assert after(checkup, full) is Health.OK
    assert after(checkup, empty, start=3) is Health.OK
    assert after(checkup, plain, start=6) is Health.OK
