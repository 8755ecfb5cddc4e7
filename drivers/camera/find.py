"""Where corner indexes stand in a picture, at any size and turned any way. Does not read them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LONGEST_SIDE = 2560
_LEAST_SIDE = 96
_STRIDE = 4
_MOST = 160
_TILE_WIDTH, _TILE_HEIGHT = 992, 576
"""Above about a thousand pixels a side the net takes twice as long for each pixel."""
_MARGIN = 64
"""Pixels of surroundings that a tile is given beyond its own."""
_BLOCK = 32
_FLAT = 16
"""Grey levels within a block that are only light and grain."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An index that was found, in pixels of the picture.

    up: unit vector to the top of the index.  to_centre: the way to the middle of its card.
    score: 0 to 1.  rank, suit: the finder's own guess as log probabilities (13 and 4), a second witness.
    """

    x: float
    y: float
    up: tuple[float, float]
    height: float
    width: float
    to_centre: tuple[float, float]
    score: float
    rank: Floats
    suit: Floats


def scales_for(height: int, width: int, card_width: float | None) -> tuple[float, ...]:
    """At which sizes to look: every octave, or the one that suits cards of a known width in pixels."""
    if card_width is not None:
        return (min(2.0, 95.0 / card_width),)
    top = min(1.0, _LONGEST_SIDE / max(height, width))
    scales = [2.0] if max(height, width) <= 1000 else []
    scale = top
    while min(height, width) * scale >= _LEAST_SIDE or not scales:
        scales.append(scale)
        scale /= 2
    return tuple(scales)


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture that is searched by itself, and the part of it whose finds count."""

    x0: int
    y0: int
    x1: int
    y1: int
    own: tuple[int, int, int, int]

    def holds(self, row: int, column: int) -> bool:
        """True when a cell of the tile's map is the tile's own, not its neighbour's."""
        x, y = self.x0 + column * _STRIDE, self.y0 + row * _STRIDE
        return self.own[0] <= x < self.own[2] and self.own[1] <= y < self.own[3]


def tiles_of(picture: Image) -> tuple[Tile, ...]:
    """The tiles to search: small enough for the processor's memory, with what is flat all over cut away."""
    height, width = picture.shape[:2]
    busy = _busy(picture)
    down, across = -(-height // _TILE_HEIGHT), -(-width // _TILE_WIDTH)
    tiles = []
    for k in range(down * across):
        row, column = divmod(k, across)
        own = (
            _BLOCK * round(width * column / across / _BLOCK),
            _BLOCK * round(height * row / down / _BLOCK),
            width if column == across - 1 else _BLOCK * round(width * (column + 1) / across / _BLOCK),
            height if row == down - 1 else _BLOCK * round(height * (row + 1) / down / _BLOCK),
        )
        part = busy[own[1] // _BLOCK : -(-own[3] // _BLOCK), own[0] // _BLOCK : -(-own[2] // _BLOCK)]
        if not part.any():
            continue
        rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        tiles.append(
            Tile(
                max(0, own[0] + int(columns[0]) * _BLOCK - _MARGIN),
                max(0, own[1] + int(rows[0]) * _BLOCK - _MARGIN),
                min(width, own[0] + (int(columns[-1]) + 1) * _BLOCK + _MARGIN),
                min(height, own[1] + (int(rows[-1]) + 1) * _BLOCK + _MARGIN),
                own,
            )
        )
    return tuple(tiles)


def _busy(picture: Image) -> NDArray[np.bool_]:
    """Which blocks hold something like ink on paper: a plain cloth needs no search.

    Blocks overlap their neighbours by half, so that a mark between two is seen whole in one of them.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    down, right = -grey.shape[0] % _BLOCK, -grey.shape[1] % _BLOCK
    grey = cv2.copyMakeBorder(cv2.blur(grey, (3, 3)), 0, down, 0, right, cv2.BORDER_REPLICATE)
    rows, columns = grey.shape[0] // _BLOCK, grey.shape[1] // _BLOCK
    # Blurred noise passes; a darkest and a lightest pixel of each quarter block are kept.
    quarters, reach = (columns * 4, rows * 4), np.ones((9, 9), np.uint8)
    low = cv2.resize(cv2.erode(grey, reach), quarters, interpolation=cv2.INTER_NEAREST)
    high = cv2.resize(cv2.dilate(grey, reach), quarters, interpolation=cv2.INTER_NEAREST)
    near = np.ones((5, 5), np.uint8)
    low, high = cv2.erode(low, near), cv2.dilate(high, near)
    least = low.reshape(rows, 4, columns, 4).min(axis=(1, 3)).astype(np.int16)
    most = high.reshape(rows, 4, columns, 4).max(axis=(1, 3)).astype(np.int16)
    return np.asarray(most - least > np.maximum(_FLAT, 0.3 * most), np.bool_)


class Finder:
    """The net that finds indexes. Not safe to share between threads."""

    def __init__(self, net: cv2.dnn.Net) -> None:
        self._net = net

    def find(self, picture: Image, card_width: float | None = None, least: float = 0.3) -> tuple[Spot, ...]:
        """All indexes in a BGR picture with a score of at least `least`, best first."""
        spots: list[Spot] = []
        for scale in scales_for(picture.shape[0], picture.shape[1], card_width):
            spots += self._at(picture, scale, least)
        return _distinct(spots)

    def _at(self, picture: Image, scale: float, least: float) -> list[Spot]:
        if scale == 1.0:
            sized = picture
        else:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
            sized = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        spots: list[Spot] = []
        for tile in tiles_of(sized):
            spots += self._in_tile(sized, tile, scale, least)
        return spots

    def _in_tile(self, sized: Image, tile: Tile, scale: float, least: float) -> list[Spot]:
        part = sized[tile.y0 : tile.y1, tile.x0 : tile.x1]
        down, right = -part.shape[0] % 32, -part.shape[1] % 32
        if down or right:
            part = np.asarray(cv2.copyMakeBorder(part, 0, down, 0, right, cv2.BORDER_CONSTANT), np.uint8)
        self._net.setInput(cv2.dnn.blobFromImage(part, 1 / 255))
        maps = np.asarray(self._net.forward(), np.float32)[0]
        heat = 1 / (1 + np.exp(-maps[0]))
        top = heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero(top & (heat >= least))
        best = np.argsort(-heat[rows, columns], kind="stable")[:_MOST]
        places = ((int(rows[k]), int(columns[k])) for k in best)
        return [_spot(maps, heat, row, column, scale, tile) for row, column in places if tile.holds(row, column)]


def _spot(maps: Floats, heat: Floats, row: int, column: int, scale: float, tile: Tile) -> Spot:
    """Read the geometry at a peak, as the mean of its neighbourhood weighted by heat."""
    r0, r1 = max(0, row - 1), min(heat.shape[0], row + 2)
    c0, c1 = max(0, column - 1), min(heat.shape[1], column + 2)
    weights = heat[r0:r1, c0:c1] ** 2
    weights = weights / weights.sum()
    ys, xs = np.mgrid[r0:r1, c0:c1]
    values = (maps[1:, r0:r1, c0:c1] * weights).sum(axis=(1, 2))
    length = max(1e-6, math.hypot(float(values[0]), float(values[1])))
    height = 20 * math.exp(float(np.clip(values[2], -2, 2))) / scale
    return Spot(
        x=((float((xs * weights).sum()) + 0.375) * _STRIDE + tile.x0) / scale,
        y=((float((ys * weights).sum()) + 0.375) * _STRIDE + tile.y0) / scale,
        up=(float(values[0]) / length, float(values[1]) / length),
        height=height,
        width=10 * math.exp(float(np.clip(values[22], -2, 2))) / scale,
        to_centre=(float(values[3]) * height, float(values[4]) * height),
        score=float(heat[row, column]),
        rank=_log_softmax(values[5:18]),
        suit=_log_softmax(values[18:22]),
    )


def _log_softmax(logits: Floats) -> Floats:
    shifted = logits - logits.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()), np.float32)


def _distinct(spots: list[Spot]) -> tuple[Spot, ...]:
    """One spot an index, of those that several sizes found at one place.

    Each size errs on its own by a part of a cell, so the mean of their answers lies nearer than the best of them.
    """
    kept: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda s: -s.score):
        same = next((group for group in kept if _same_index(spot, group[0])), None)
        if same is not None:
            if _alike(spot, same[0]):
                same.append(spot)
        elif len(kept) < _MOST:
            kept.append([spot])
    return tuple(_mean(group) for group in kept)


def _alike(weaker: Spot, best: Spot) -> bool:
    """True when a weaker answer is one of the same mark, not of a part of it or of something around it."""
    turned = weaker.up[0] * best.up[0] + weaker.up[1] * best.up[1]
    return weaker.score >= 0.5 * best.score and 0.7 < weaker.height / best.height < 1.4 and turned > 0.8


def _mean(group: list[Spot]) -> Spot:
    """The answers of several sizes, weighed by their scores; the best one's score and guesses."""
    best = group[0]
    if len(group) == 1:
        return best
    weights = np.array([spot.score for spot in group]) / sum(spot.score for spot in group)
    rows = np.array([(s.x, s.y, *s.up, *s.to_centre, math.log(s.height), math.log(s.width)) for s in group], np.float64)
    x, y, up_x, up_y, to_x, to_y, height, width = (float(v) for v in weights @ rows)
    length = math.hypot(up_x, up_y)
    return replace(
        best,
        x=x,
        y=y,
        up=(up_x / length, up_y / length),
        to_centre=(to_x, to_y),
        height=math.exp(height),
        width=math.exp(width),
    )


def _same_index(a: Spot, b: Spot) -> bool:
    """Indexes of a fan stand side by side: little room is left across, more along the index."""
    dx, dy = a.x - b.x, a.y - b.y
    across, along = abs(-b.up[1] * dx + b.up[0] * dy), abs(b.up[0] * dx + b.up[1] * dy)
    height = min(a.height, b.height)
    width = min(max(min(a.width, b.width), 0.25 * height), 0.7 * height)
    return across < 0.5 * width + 1 and along < 0.42 * height + 1
