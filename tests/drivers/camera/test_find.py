"""How a picture is cut up to be searched: every mark lies in one tile, with room around it; plain cloth is left out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from drivers.camera.find import scales_for, tiles_of

Image = NDArray[np.uint8]


def cloth(width: int, height: int, grey: int = 90) -> Image:
    grain = np.random.default_rng(1).integers(-4, 5, (height, width, 3))
    return np.clip(grey + grain, 0, 255).astype(np.uint8)


def marked(picture: Image, x: int, y: int) -> Image:
    """With a little dark sign on white paper, as an index is."""
    picture[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20] = 240
    cv2.line(picture, (x - 3, y - 6), (x + 3, y + 6), (20, 20, 20), 2)
    return picture


def test_an_empty_cloth_is_not_searched() -> None:
    assert tiles_of(cloth(1920, 1080)) == ()


@pytest.mark.parametrize("place", [(500, 300), (991, 575), (2, 2), (1917, 1077), (960, 540)])
def test_a_mark_anywhere_is_the_own_of_one_tile(place: tuple[int, int]) -> None:
    x, y = place
    tiles = tiles_of(marked(cloth(1920, 1080), x, y))
    assert [tile.holds((y - tile.y0) // 4, (x - tile.x0) // 4) for tile in tiles].count(True) == 1


def test_a_tile_shows_what_lies_around_its_own_part() -> None:
    picture = np.random.default_rng(2).integers(0, 255, (1080, 1920, 3)).astype(np.uint8)
    for tile in tiles_of(picture):
        assert tile.x0 in (0, tile.own[0] - 64)
        assert tile.x1 in (1920, tile.own[2] + 64)


def test_a_dark_picture_is_searched_too() -> None:
    dim = np.asarray(cv2.convertScaleAbs(marked(cloth(640, 480), 300, 200), alpha=0.25), np.uint8)
    assert tiles_of(dim)


def test_a_known_size_of_cards_needs_one_look() -> None:
    assert len(scales_for(400, 600, 90.0)) == 1
    assert len(scales_for(1080, 1920, None)) > 1
