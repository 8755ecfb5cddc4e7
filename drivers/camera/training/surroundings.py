"""What lies around and under the cards of a rendered scene: cloth, clutter, backs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, Picture

SIZE = 384
"""Side of a scene, in pixels."""

Floats = NDArray[np.float32]


def noise(rng: np.random.Generator, size: int, cells: int, channels: int = 1) -> Floats:
    """Smooth noise: random values on a grid of cells x cells, drawn out to a square of `size` pixels."""
    small = rng.standard_normal((cells, cells, channels)).astype(np.float32)
    big = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    return big.reshape(size, size, channels).astype(np.float32)


def ground(rng: np.random.Generator) -> Picture:
    """A cloth, leather, wood, patterned or light surface of any colour."""
    kind = rng.random()
    hue, sat, val = rng.integers(0, 180), rng.integers(0, 256), rng.integers(15, 235)
    if rng.random() < 0.35:
        hue, sat, val = rng.integers(38, 90), rng.integers(80, 255), rng.integers(30, 150)
    if rng.random() < 0.2:
        sat, val = rng.integers(0, 40), rng.integers(140, 250)
    base = cv2.cvtColor(np.array([[[hue, sat, val]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    out = np.empty((SIZE, SIZE, 3), np.float32)
    out[:] = base
    out += noise(rng, SIZE, int(rng.integers(2, 6))) * rng.uniform(0, 18)
    out += noise(rng, SIZE, int(rng.integers(20, 60))) * rng.uniform(0, 12)
    if kind < 0.45:
        grain = rng.standard_normal((SIZE, SIZE, 1)).astype(np.float32)
        if rng.random() < 0.5:
            smooth = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.5, 1.6)))
            grain = np.asarray(smooth, np.float32).reshape(SIZE, SIZE, 1) * 2
        out += grain * rng.uniform(2, 22)
    elif kind < 0.6:
        streak = cv2.resize(
            rng.standard_normal((SIZE, 8)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC
        )
        streak = cv2.GaussianBlur(streak, (0, 0), 1.5)
        turned = cv2.warpAffine(
            streak,
            cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), float(rng.uniform(0, 180)), 1.5),
            (SIZE, SIZE),
            borderMode=cv2.BORDER_REFLECT,
        )
        out += turned[..., None] * rng.uniform(5, 45)
    elif kind < 0.8:
        picture = np.clip(out, 0, 255).astype(np.uint8)
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        step = int(rng.integers(10, 70))
        for k in range(-SIZE, 2 * SIZE, step):
            style = kind * 5 - 3
            if style < 0.4:
                cv2.line(picture, (k, 0), (k + SIZE // 2, SIZE), colour, int(rng.integers(1, 5)), cv2.LINE_AA)
            if style > 0.25:
                cv2.circle(
                    picture,
                    (k % SIZE, int(rng.integers(0, SIZE))),
                    int(rng.integers(2, 26)),
                    colour,
                    int(rng.integers(-1, 4)) or 1,
                    cv2.LINE_AA,
                )
        out = picture.astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def clutter(picture: Picture, rng: np.random.Generator, count: int) -> None:
    """Things that are no cards: chips, print, papers, sticks, lines on the felt."""
    for _ in range(count):
        x, y = (int(v) for v in rng.integers(0, SIZE, 2))
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        other = tuple(int(v) for v in rng.integers(0, 256, 3))
        kind = rng.random()
        if kind < 0.3:
            r = int(rng.integers(8, 40))
            cv2.circle(picture, (x, y), r, colour, -1, cv2.LINE_AA)
            for k in range(6):
                cv2.ellipse(picture, (x, y), (r - 1, r - 1), 0, k * 60, k * 60 + 22, other, max(1, r // 5), cv2.LINE_AA)
            cv2.circle(picture, (x, y), r * 2 // 3, other, 1, cv2.LINE_AA)
            if rng.random() < 0.6:
                cv2.putText(
                    picture,
                    str(rng.choice(["1", "5", "25", "100", "10", "500"])),
                    (x - r // 2, y + r // 4),
                    int(rng.integers(0, 5)),
                    r / 40,
                    other,
                    1,
                    cv2.LINE_AA,
                )
        elif kind < 0.55:
            text = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789akjq"), int(rng.integers(1, 8))))
            cv2.putText(
                picture,
                text,
                (x, y),
                int(rng.integers(0, 8)),
                float(rng.uniform(0.3, 1.6)),
                colour,
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        elif kind < 0.8:
            box = cv2.boxPoints(
                ((x, y), (float(rng.uniform(15, 120)), float(rng.uniform(15, 160))), float(rng.uniform(0, 180)))
            )
            shade = (int(rng.integers(200, 256)),) * 3 if rng.random() < 0.5 else colour
            cv2.fillConvexPoly(picture, box.astype(np.int32), shade, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(
                    picture,
                    [box.astype(np.int32)],
                    isClosed=True,
                    color=other,
                    thickness=int(rng.integers(1, 4)),
                    lineType=cv2.LINE_AA,
                )
        else:
            end = (int(rng.integers(0, SIZE)), int(rng.integers(0, SIZE)))
            cv2.line(picture, (x, y), end, colour, int(rng.integers(1, 9)), cv2.LINE_AA)


def back(rng: np.random.Generator) -> Picture:
    """The back of a card."""
    picture = np.full((FACE_HEIGHT, FACE_WIDTH, 3), int(rng.integers(225, 256)), np.uint8)
    colour = tuple(int(v) for v in rng.integers(0, 220, 3))
    edge = int(rng.integers(0, 22))
    cv2.rectangle(picture, (edge, edge), (FACE_WIDTH - edge, FACE_HEIGHT - edge), colour, -1)
    light = tuple(int(v) for v in rng.integers(120, 256, 3))
    step = int(rng.integers(8, 40))
    kind = rng.random()
    for k in range(-FACE_HEIGHT, FACE_WIDTH + FACE_HEIGHT, step):
        if kind < 0.7:
            cv2.line(picture, (k, 0), (k + FACE_HEIGHT, FACE_HEIGHT), light, 2, cv2.LINE_AA)
        if kind < 0.5:
            cv2.line(picture, (k, FACE_HEIGHT), (k + FACE_HEIGHT, 0), light, 2, cv2.LINE_AA)
        if kind > 0.5:
            cv2.circle(picture, (FACE_WIDTH // 2, FACE_HEIGHT // 2), abs(k) + 3, light, 2, cv2.LINE_AA)
    return picture
