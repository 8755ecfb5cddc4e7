"""How a corner index is cut out of a picture: upright, at one size, with the paper made white."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH_WIDTH, PATCH_HEIGHT = 32, 48
INDEX_HEIGHT = 30.0
"""The height of the index (rank and suit) in a patch; the rest is margin."""

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]


def cut(picture: Image, x: float, y: float, up: tuple[float, float], height: float) -> Image:
    """Cut the patch of an index: middle (x, y), unit vector to its top, its height, all in pixels of the picture."""
    step = height / INDEX_HEIGHT
    up_x, up_y = up
    across_x, across_y = -up_y * step, up_x * step
    down_x, down_y = -up_x * step, -up_y * step
    half_w, half_h = (PATCH_WIDTH - 1) / 2, (PATCH_HEIGHT - 1) / 2
    matrix = np.array(
        [
            [across_x, down_x, x - across_x * half_w - down_x * half_h],
            [across_y, down_y, y - across_y * half_w - down_y * half_h],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (PATCH_WIDTH, PATCH_HEIGHT)
    return np.asarray(cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def whiten(patches: NDArray[np.uint8]) -> Floats:
    """Patches (N, height, width, 3) to the net's input (N, 3, height, width): black ink near 0, the paper near 1.

    Each colour is measured against the paper of the patch itself, so that the lamp's colour falls out.
    """
    count = len(patches)
    flat = patches.reshape(count, -1, 3)
    ordered = np.sort(flat, axis=1)
    pixels = flat.shape[1]
    low = ordered[:, int(pixels * 0.02)].min(axis=1).astype(np.float32)[:, None, None, None]
    high = ordered[:, int(pixels * 0.85)].astype(np.float32)[:, None, None, :]
    scaled = (patches.astype(np.float32) - low) / np.maximum(high - low, 24.0)
    return np.ascontiguousarray(np.clip(scaled, -0.3, 1.4).transpose(0, 3, 1, 2), dtype=np.float32)
