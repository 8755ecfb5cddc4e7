"""What comes between the table and the file: hands, light, glare, lens, sensor."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.training.designs import Picture
from drivers.camera.training.surroundings import SIZE, noise


def lay_hand(canvas: Picture, owner: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Fingers or a sleeve over some of the picture."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    x, y = rng.uniform(0, SIZE, 2)
    away = rng.uniform(0, 2 * math.pi)
    thick = int(rng.integers(10, 36))
    for k in range(int(rng.integers(1, 5))):
        a = away + (k - 1.5) * rng.uniform(0.1, 0.35)
        tip = (int(x + rng.uniform(-20, 20) + k * thick * math.sin(away)), int(y - k * thick * math.cos(away)))
        cv2.line(mask, tip, (int(tip[0] + 400 * math.cos(a)), int(tip[1] + 400 * math.sin(a))), 255, thick, cv2.LINE_AA)
    tone = np.array([110, 150, 205], np.float32) * rng.uniform(0.35, 1.15) + rng.uniform(-20, 20, 3)
    skin = np.clip(tone + noise(rng, SIZE, 12) * 12, 0, 255)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None].astype(np.float32) / 255
    canvas[:] = (canvas * (1 - alpha) + skin * alpha).astype(np.uint8)
    owner[mask > 127] = 254


def shot(canvas: Picture, owner: NDArray[np.uint8], rng: np.random.Generator) -> Picture:
    """Light, glare, lens, sensor: what comes between the table and the file."""
    out = canvas.astype(np.float32)
    if rng.random() < 0.7:
        out *= np.clip(1 + noise(rng, SIZE, int(rng.integers(2, 4))) * rng.uniform(0, 0.28), 0.25, 1.6)
    if rng.random() < 0.2:
        mask = np.zeros((SIZE, SIZE), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(rng.integers(-100, SIZE + 100, (4, 2)).astype(np.int32)), 1.0)
        out *= 1 - cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 14)))[..., None] * rng.uniform(0.15, 0.6)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            spot = np.zeros((SIZE, SIZE), np.float32)
            centre = (int(rng.integers(0, SIZE)), int(rng.integers(0, SIZE)))
            cv2.ellipse(
                spot,
                centre,
                (int(rng.integers(8, 70)), int(rng.integers(5, 40))),
                float(rng.uniform(0, 180)),
                0,
                360,
                1.0,
                -1,
            )
            spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(3, 20))), np.float32)
            if rng.random() < 0.6:
                spot = spot * (owner < 250)
            out += spot[..., None] * rng.uniform(20, 170)
    cast = np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    out *= cast * np.float32(rng.uniform(0.5, 1.3))
    if rng.random() < 0.3:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.3, 1.5))
    out = np.asarray(255 * np.clip(out / 255, 0, 1) ** math.exp(rng.normal(0, 0.2)), np.float32)
    kind = rng.random()
    if kind < 0.35:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.4))), np.float32)
    elif kind < 0.5:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((7, 7), np.float32)
        a = rng.uniform(0, math.pi)
        cv2.line(
            kernel,
            (round(3 - length / 2 * math.cos(a)), round(3 - length / 2 * math.sin(a))),
            (round(3 + length / 2 * math.cos(a)), round(3 + length / 2 * math.sin(a))),
            1.0,
        )
        out = np.asarray(cv2.filter2D(out, -1, kernel / max(1.0, float(kernel.sum()))), np.float32)
    elif kind < 0.65:
        share = rng.uniform(0.5, 0.9)
        small = cv2.resize(out, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        how = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        out = np.asarray(cv2.resize(small, (SIZE, SIZE), interpolation=how), np.float32)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(out, (0, 0), 1.2)
        out = out + (out - soft) * np.float32(rng.uniform(0.3, 1.4))
    if rng.random() < 0.6:
        level = rng.uniform(1, 11)
        grain = rng.standard_normal((SIZE, SIZE, 3 if rng.random() < 0.5 else 1)).astype(np.float32)
        out = out + grain * level
    return np.clip(out, 0, 255).astype(np.uint8)
