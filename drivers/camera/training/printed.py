"""Print that lies about and is no card: pages, labels, logos, whose letters and figures are those of card indexes."""

from __future__ import annotations

import functools
import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from drivers.camera.training.designs import Picture
from drivers.camera.training.faces import letterings
from drivers.camera.training.surroundings import SIZE

_WORDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&%?!"
_RANK_SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "T")
_BELOW = ("", "", "a", "o", "e", ".", "*", "o", "v", "s", "8", "w", "+", "x", "I", "n")


@functools.cache
def _fonts() -> tuple[Path, ...]:
    return tuple(letterings())


def printed(picture: Picture, rng: np.random.Generator) -> list[tuple[float, ...]]:
    """A printed page, a label or a logo: letters and figures as on cards, but none with a suit under it.

    Returns (x, y, up_x, up_y, height, width) of marks on it that could be taken for an index.
    """
    wide, high = int(rng.integers(60, 300)), int(rng.integers(60, 300))
    dark = rng.random() < 0.25
    level = rng.uniform(10, 120) if dark else rng.uniform(190, 255)
    paper = tuple(int(v) for v in np.clip(level + rng.normal(0, 14, 3), 0, 255))
    page = Image.new("RGB", (wide, high), paper)
    draw = ImageDraw.Draw(page)
    marks: list[tuple[float, float, float, float]] = []
    y = float(rng.uniform(2, 14))
    while y < high - 8:
        size = int(rng.choice([rng.integers(7, 14), rng.integers(10, 40), rng.integers(20, 70)]))
        ink = tuple(int(v) for v in (rng.integers(0, 70, 3) if rng.random() < 0.55 else rng.integers(0, 256, 3)))
        if rng.random() < 0.3:
            ink = (int(rng.integers(150, 250)), int(rng.integers(0, 60)), int(rng.integers(0, 60)))
        try:
            font = ImageFont.truetype(str(_fonts()[int(rng.integers(len(_fonts())))]), size)
            x = float(rng.uniform(2, 20))
            while x < wide - 4:
                if rng.random() < 0.45:
                    text = str(rng.choice(_RANK_SIGNS))
                else:
                    text = "".join(rng.choice(list(_WORDS), int(rng.integers(1, 7))))
                x0, y0, x1, y1 = draw.textbbox((x, y), text, font=font)
                draw.text((x, y), text, font=font, fill=ink)
                below = str(rng.choice(_BELOW))
                if len(text) < 3:
                    bottom = float(y1)
                    if below and size > 12:
                        _, by0, _, by1 = draw.textbbox((x, y1), below, font=font)
                        draw.text((x, y1 - by0 + y1 + 1), below, font=font, fill=ink)
                        bottom = y1 + 1 + by1 - by0
                    tall = max(bottom - y0, 1.6 * (y1 - y0)) if rng.random() < 0.6 else float(y1 - y0)
                    marks.append(((x0 + x1) / 2, y0 + tall / 2, tall, float(x1 - x0)))
                x = x1 + size * float(rng.uniform(0.1, 1.2))
        except (OSError, ValueError):
            pass
        y += size * float(rng.uniform(1.0, 2.2))
    if rng.random() < 0.4:
        box = [int(v) for v in (*rng.integers(0, 60, 2), *rng.integers(60, 300, 2))]
        draw.rectangle(box, outline=tuple(int(v) for v in rng.integers(0, 256, 3)), width=int(rng.integers(1, 5)))
    source = np.ascontiguousarray(np.asarray(page)[..., ::-1])
    a, share = rng.uniform(0, 2 * math.pi), rng.uniform(0.6, 1.5)
    cx, cy = (float(v) for v in rng.uniform(0.1, 0.9, 2) * SIZE)
    c, s = share * math.cos(a), share * math.sin(a)
    move = np.array([[c, -s, cx - c * wide / 2 + s * high / 2], [s, c, cy - s * wide / 2 - c * high / 2]])
    laid = cv2.warpAffine(source, move, (SIZE, SIZE), flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), move, (SIZE, SIZE))
    picture[mask > 127] = laid[mask > 127]
    up = (math.sin(a), -math.cos(a))
    out: list[tuple[float, ...]] = []
    for mx, my, tall, width in marks:
        px, py = move @ (mx, my, 1.0)
        if 4 < px < SIZE - 4 and 4 < py < SIZE - 4 and tall * share > 8:
            out.append((float(px), float(py), *up, tall * share, width * share))
    return out
