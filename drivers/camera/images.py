"""Opens a picture file as the 8-bit BGR that the reader takes, or says in one line why not."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.errors import PictureUnreadable

Image = NDArray[np.uint8]
Raw = NDArray[np.integer] | NDArray[np.floating]

MOST_PIXELS = 200_000_000
"""A file that claims more is refused before it is unpacked."""
_MOST_BYTES = 400_000_000
_WORKING_SIDE = 4096


def load_picture(path: Path) -> Image:
    """Read a picture file: grey, 16-bit, with transparency, CMYK, turned by EXIF, or very large.

    A picture with a side over 4096 pixels is brought down to that. Raises PictureUnreadable.
    """
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise PictureUnreadable(f"{path}: is a folder; name the pictures in it")
        if size == 0:
            raise PictureUnreadable(f"{path}: the file is empty")
        if size > _MOST_BYTES:
            raise PictureUnreadable(f"{path}: larger than {_MOST_BYTES // 1_000_000} MB; save it smaller")
        data = path.read_bytes()
    except OSError as error:
        raise PictureUnreadable(f"{path}: {error.strerror or error}") from error
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Image:
    """Unpack a picture from the bytes of a file. Raises PictureUnreadable, naming the picture `name`."""
    packed = np.frombuffer(data, np.uint8)
    try:
        picture = cv2.imdecode(packed, cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH)
    except (cv2.error, MemoryError) as error:
        raise PictureUnreadable(f"{name}: too large or damaged; save it smaller as JPEG or PNG") from error
    if picture is None:
        raise PictureUnreadable(f"{name}: not a picture that can be read; save it as JPEG, PNG or WebP")
    return to_bgr(cast("Raw", picture), name)


def to_bgr(picture: Raw, name: str) -> Image:
    """Bring any depth and number of channels to 8-bit BGR of a workable size. Raises PictureUnreadable."""
    height, width = picture.shape[:2]
    if height * width > MOST_PIXELS:
        raise PictureUnreadable(f"{name}: {height * width // 1_000_000} million pixels are too many; save it smaller")
    if min(height, width) < 16:
        raise PictureUnreadable(f"{name}: {width} x {height} pixels are too few to hold a card")
    small = _eight_bits(picture)
    share = _WORKING_SIDE / max(height, width)
    if share < 1:
        small = np.asarray(cv2.resize(small, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    if small.ndim == 2 or small.shape[2] == 1:
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8)
    if small.shape[2] == 2:
        return np.asarray(cv2.cvtColor(np.ascontiguousarray(small[..., 0]), cv2.COLOR_GRAY2BGR), np.uint8)
    if small.shape[2] == 4:
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGRA2BGR), np.uint8)
    return small


def _eight_bits(picture: Raw) -> Image:
    if picture.dtype == np.uint8:
        return np.asarray(picture, np.uint8)
    if picture.dtype == np.uint16:
        return np.asarray(np.asarray(picture, np.uint16) >> 8, np.uint8)
    values = np.nan_to_num(np.asarray(picture, np.float32))
    low, high = float(values.min()), float(values.max())
    scale = 255.0 / (high - low) if high > low else 0.0
    return np.asarray(np.clip((values - low) * scale, 0, 255), np.uint8)
