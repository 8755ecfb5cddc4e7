"""Any file is a picture or one line that says why not."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.errors import PictureUnreadable
from drivers.camera.images import load_picture


@pytest.fixture
def colours() -> np.ndarray:
    image = np.zeros((60, 100, 3), np.uint8)
    image[:, :50] = (10, 200, 30)
    return image


def written(path: Path, image: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def test_colour_stays_as_it_is(tmp_path: Path, colours: np.ndarray) -> None:
    image = load_picture(written(tmp_path / "a.png", colours))
    assert (image == colours).all()


def test_grey_becomes_colour(tmp_path: Path, colours: np.ndarray) -> None:
    image = load_picture(written(tmp_path / "a.png", colours[..., 1]))
    assert image.shape == (60, 100, 3)
    assert tuple(image[5, 5]) == (200, 200, 200)


def test_sixteen_bits_become_eight(tmp_path: Path, colours: np.ndarray) -> None:
    image = load_picture(written(tmp_path / "a.png", colours.astype(np.uint16) * 257))
    assert image.dtype == np.uint8
    assert (image == colours).all()


def test_floats_are_spread_over_the_range(tmp_path: Path, colours: np.ndarray) -> None:
    image = load_picture(written(tmp_path / "a.tiff", colours.astype(np.float32) / 200))
    assert image.dtype == np.uint8
    assert image.max() == 255


def test_transparency_is_dropped(tmp_path: Path, colours: np.ndarray) -> None:
    clear = np.dstack([colours, np.full(colours.shape[:2], 128, np.uint8)])
    assert load_picture(written(tmp_path / "a.png", clear)).shape == (60, 100, 3)


def test_a_huge_picture_is_made_workable(tmp_path: Path) -> None:
    path = written(tmp_path / "a.png", np.zeros((10_000, 10_000), np.uint8))
    assert max(load_picture(path).shape) == 4096


def test_exif_turns_the_picture(tmp_path: Path, colours: np.ndarray) -> None:
    jpeg = written(tmp_path / "a.jpg", colours).read_bytes()
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + b"\0\0\0\0"
    turned = tmp_path / "b.jpg"
    turned.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:])
    assert load_picture(turned).shape == (100, 60, 3)


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("text.jpg", b"this is no picture", "not a picture"),
        ("empty.png", b"", "empty"),
        ("cut.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "not a picture"),
    ],
)
def test_what_is_no_picture_is_refused_in_a_line(tmp_path: Path, name: str, content: bytes, word: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(PictureUnreadable, match=word) as refused:
        load_picture(path)
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadable, match="No such file"):
        load_picture(tmp_path / "none.png")
    with pytest.raises(PictureUnreadable, match="folder"):
        load_picture(tmp_path)


def test_a_tiny_picture_holds_no_card(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadable, match="too few"):
        load_picture(written(tmp_path / "a.png", np.zeros((8, 8, 3), np.uint8)))
