"""Lays a face over a picture, and moves it until it fits. Does not say which face is the right one."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.design import FACE_HEIGHT, FACE_WIDTH

Floats = NDArray[np.float32]
Poses = NDArray[np.float64]
Ints = NDArray[np.intp]

TALL = FACE_HEIGHT / FACE_WIDTH
"""A face reaches from -1 to 1 across and from -TALL to TALL down, from the outer edge of one index to the other's."""
_STRIDE = 0.08
"""The longest step, in half widths: further away the slopes of a face say nothing."""
_HELD = (0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.2, 0.2)
"""How strongly each freedom is held, against the mean of what a face's slopes say: a card with little ink is held."""
_LEAST_FIT = 0.3
_TINY = 1e-6
CORNERS = np.array([[-1, -TALL, 1], [1, -TALL, 1], [1, TALL, 1], [-1, TALL, 1]], np.float64).T


class Aligner:
    """Moves a face over a picture until it fits (inverse compositional, on light that was evened out).

    freedoms: 6 to shift, turn, stretch and shear; 8 to tilt as well.
    """

    def __init__(self, faces: Floats, size: tuple[int, int], blur: float, freedoms: int) -> None:
        self._size = size
        width, height = size
        known = np.stack([shrunk(face, blur, size) for face in faces])
        slope_x, slope_y = np.zeros_like(known), np.zeros_like(known)
        slope_x[:, :, 1:-1] = (known[:, :, 2:] - known[:, :, :-2]) * (width / 4)
        slope_y[:, 1:-1] = (known[:, 2:] - known[:, :-2]) * (height / 4 / TALL)
        x, y = slope_x.reshape(52, -1), slope_y.reshape(52, -1)
        u, v, _ = _grid(size)
        out = u * x + v * y
        moves = np.stack([u * x, v * x, x, u * y, v * y, y, -u * out, -v * out], axis=1)[:, :freedoms]
        flat = known.reshape(52, -1)
        flat = flat - flat.mean(axis=1, keepdims=True)
        length = np.linalg.norm(flat, axis=1)[:, None] + _TINY
        self._known = np.asarray(flat / length, np.float32)
        # What brightness and contrast can explain is no movement.
        moves = moves / length[:, None]
        moves -= moves.mean(axis=2, keepdims=True)
        moves -= (moves @ self._known[:, :, None]) * self._known[:, None]
        square = moves @ moves.transpose(0, 2, 1)
        held = np.array(_HELD[:freedoms]) * np.trace(square, axis1=1, axis2=2)[:, None] / freedoms + _TINY
        square = square + np.eye(freedoms) * held[:, None]
        self._moves = np.asarray(np.linalg.inv(square) @ moves, np.float32)

    def followed(self, image: Floats, poses: Poses, cards: Ints, steps: int, near: float) -> Poses:
        """The poses after some steps; one that went further than `near` pixels stays where it was."""
        moved = poses
        for _ in range(steps):
            moved = self._step(image, moved, cards)
        far = np.abs(corners_of(moved) - corners_of(poses)).max(axis=(1, 2)) > near
        return np.where(far[:, None, None], poses, moved)

    def fit(self, image: Floats, poses: Poses, cards: Ints) -> Floats:
        """How well each card fits in its place."""
        seen = _unit(sampled(image, poses, self._size).reshape(len(poses), -1))
        return np.asarray(np.einsum("kp,kp->k", seen, self._known[cards]), np.float32)

    def _step(self, image: Floats, poses: Poses, cards: Ints) -> Poses:
        seen = _unit(sampled(image, poses, self._size).reshape(len(poses), -1))
        fits = np.einsum("kp,kp->k", seen, self._known[cards])
        moves = np.einsum("kfp,kp->kf", self._moves[cards], seen) / np.maximum(fits, _LEAST_FIT)[:, None]
        change = np.zeros((len(poses), 9))
        change[:, : moves.shape[1]] = np.clip(moves, -_STRIDE, _STRIDE)
        new = poses @ np.linalg.inv(change.reshape(-1, 3, 3) + np.eye(3))
        return np.asarray(new / new[:, 2:, 2:], np.float64)


def corners_of(poses: Poses) -> Poses:
    """Where the corners of faces are, (..., 2, 4)."""
    places = poses @ CORNERS
    return np.asarray(places[..., :2, :] / places[..., 2:, :], np.float64)


@cache
def _grid(size: tuple[int, int]) -> Floats:
    """The middles of a face's pixels in its measure, as columns. Read-only."""
    width, height = size
    u, v = (np.arange(width) + 0.5) / width * 2 - 1, ((np.arange(height) + 0.5) / height * 2 - 1) * TALL
    across, down = np.meshgrid(u, v)
    grid = np.stack([across.ravel(), down.ravel(), np.ones(width * height)]).astype(np.float32)
    grid.flags.writeable = False
    return grid


def sampled(image: Floats, poses: Poses, size: tuple[int, int]) -> Floats:
    """The pixels of faces that lie so, (poses, height, width[, colours])."""
    width, height = size
    places = poses.astype(np.float32) @ _grid(size)
    across, down = places[:, 0] / places[:, 2], places[:, 1] / places[:, 2]
    shape = (len(poses) * height, width)
    seen = cv2.remap(
        image, across.reshape(shape), down.reshape(shape), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32).reshape(len(poses), height, width, *image.shape[2:])


def shrunk(face: Floats, blur: float, size: tuple[int, int]) -> Floats:
    """A face at another size, blurred by so many of its pixels."""
    soft = cv2.GaussianBlur(face, (0, 0), blur)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)


def _unit(rows: Floats) -> Floats:
    away = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(away / (np.linalg.norm(away, axis=1, keepdims=True) + _TINY), np.float32)
