"""The picture of the table without the camera's faults: felt, shoe, cards. Redraws only what has changed."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card
from drivers.mock import faces, felt
from drivers.mock.felt import CARD_WIDTH, MARKER, TABLE_HEIGHT, TABLE_WIDTH, Matrix, Spot
from drivers.mock.glyphs import Colour, Image

Box = tuple[int, int, int, int]
Floats = NDArray[np.float32]
_FELT: Colour = (72, 106, 34)
_LINE: Colour = (120, 168, 112)
_SHADOW = 0.42
_PAD = 14
_CHIPS: tuple[Colour, ...] = ((40, 40, 190), (150, 70, 30), (60, 130, 50), (40, 40, 40))


@dataclass(frozen=True, slots=True)
class CardItem:
    """A card to draw. card: None for a back.  other: its back is that of another deck."""

    card: Card | None
    at: Spot
    other: bool = False


@dataclass(frozen=True, slots=True)
class ChipItem:
    """A chip to draw. colour: an index into the colours of chips."""

    at: Spot
    colour: int


Item = CardItem | ChipItem


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A drawn item: what to lay over the picture, where it covers, how it darkens what lies below."""

    box: Box
    colours: Floats
    cover: Floats
    light: Floats


class Canvas:
    """Keeps one picture up to date.  size: width and height in pixels.  matrix: felt to picture."""

    def __init__(self, size: tuple[int, int], matrix: Matrix, seed: int) -> None:
        self._size = size
        self._matrix = matrix
        self._card_pixels = _card_pixels(matrix)
        self._base = _table(size, matrix, seed)
        self.image: Image = self._base.copy()
        self._items: tuple[Item, ...] = ()
        self._patches: dict[Item, _Patch] = {}
        self._textures: dict[tuple[Card | None, bool], Image] = {}

    def show(self, items: tuple[Item, ...]) -> bool:
        """Draw these, the last on top; True if the picture has changed. Nothing may stand in it twice."""
        if items == self._items:
            return False
        before, after = dict.fromkeys(self._items), dict.fromkeys(items)
        changed = [item for item in (*before, *after) if (item in before) != (item in after)]
        if [item for item in before if item in after] != [item for item in after if item in before]:
            changed = [*before, *after]
        boxes = [self._patch(item).box for item in changed]
        self._items = items
        self._patches = {item: self._patch(item) for item in items}
        for box in boxes:
            self._redraw(box)
        return True

    def _redraw(self, box: Box) -> None:
        left, top, right, bottom = box
        area = self._base[top:bottom, left:right].astype(np.float32)
        for item in self._items:
            patch = self._patches[item]
            x0, y0 = max(left, patch.box[0]), max(top, patch.box[1])
            x1, y1 = min(right, patch.box[2]), min(bottom, patch.box[3])
            if x0 >= x1 or y0 >= y1:
                continue
            there = slice(y0 - patch.box[1], y1 - patch.box[1]), slice(x0 - patch.box[0], x1 - patch.box[0])
            here = area[y0 - top : y1 - top, x0 - left : x1 - left]
            here *= patch.light[there]
            here *= 1 - patch.cover[there]
            here += patch.colours[there]
        self.image[top:bottom, left:right] = np.clip(area, 0, 255).astype(np.uint8)

    def _patch(self, item: Item) -> _Patch:
        known = self._patches.get(item)
        if known is not None:
            return known
        if isinstance(item, ChipItem):
            return self._chip(item)
        texture = self._texture(item.card, other=item.other)
        h, w = texture.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        target = np.array(felt.seen(self._matrix, felt.card_corners(item.at)), np.float32)
        return self._blended(source, target, texture, faces.outline())

    def _blended(
        self, source: NDArray[np.float32], target: NDArray[np.float32], texture: Image, outline: Image
    ) -> _Patch:
        """Warp a texture to its corners in the picture, with the shadow that it throws."""
        box = self._around(target)
        corner = np.array(box[:2], np.float32)
        size = (box[2] - box[0], box[3] - box[1])
        shape = cv2.getPerspectiveTransform(source.astype(np.float32), (target - corner).astype(np.float32))
        mask = cv2.resize(outline, (texture.shape[1], texture.shape[0]), interpolation=cv2.INTER_AREA)
        edge = cv2.BORDER_REPLICATE
        colours = cv2.warpPerspective(texture, shape, size, flags=cv2.INTER_LINEAR, borderMode=edge)
        cover = cv2.warpPerspective(mask, shape, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
        moved = np.array([[1, 0, 2.5], [0, 1, 3.5], [0, 0, 1]]) @ shape
        shadow = cv2.GaussianBlur(cv2.warpPerspective(mask, moved, size), (0, 0), 3.2).astype(np.float32) / 255
        bright = _light(*((target.mean(axis=0) / self._size).tolist()))
        return _Patch(
            box,
            np.asarray(colours * (cover * bright), np.float32),
            np.asarray(cover, np.float32),
            np.asarray((1 - _SHADOW * shadow)[..., None], np.float32),
        )

    def _chip(self, item: ChipItem) -> _Patch:
        side = 96
        texture = np.full((side, side, 3), _CHIPS[item.colour], np.uint8)
        middle = (side // 2, side // 2)
        for wedge in range(0, 360, 60):
            cv2.ellipse(texture, middle, (47, 47), wedge, 0, 24, (230, 232, 232), -1, cv2.LINE_AA)
        cv2.circle(texture, middle, 33, _CHIPS[item.colour], -1, cv2.LINE_AA)
        cv2.circle(texture, middle, 28, (225, 228, 228), 2, cv2.LINE_AA)
        outline = np.zeros((side, side), np.uint8)
        cv2.circle(outline, middle, 46, 255, -1, cv2.LINE_AA)
        half = 19.5
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        square = tuple((item.at.x + x, item.at.y + y) for x, y in corners)
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        return self._blended(source, np.array(felt.seen(self._matrix, square), np.float32), texture, outline)

    def _texture(self, card: Card | None, *, other: bool) -> Image:
        """A face or back, shrunk to a little more than its size in the picture, so that nothing flickers."""
        known = self._textures.get((card, other))
        if known is not None:
            return known
        full = faces.back() if card is None else faces.face(card)
        if card is None and other:
            full = np.ascontiguousarray(full[..., ::-1])
        wide = min(faces.WIDTH, round(self._card_pixels * 1.25))
        size = (wide, round(wide * faces.HEIGHT / faces.WIDTH))
        small = cv2.resize(full, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        self._textures[card, other] = small
        return small

    def _around(self, points: NDArray[np.float32]) -> Box:
        width, height = self._size
        left, top = np.floor(points.min(axis=0)).astype(int) - _PAD
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + _PAD
        left, top = min(max(int(left), 0), width - 1), min(max(int(top), 0), height - 1)
        return left, top, min(max(int(right), left + 1), width), min(max(int(bottom), top + 1), height)


def card_width(matrix: Matrix) -> float:
    """Pixels across a card in the middle of the table."""
    return _card_pixels(matrix)


def _card_pixels(matrix: Matrix) -> float:
    x, y = TABLE_WIDTH / 2, TABLE_HEIGHT / 2
    (x0, y0), (x1, y1) = felt.seen(matrix, ((x, y), (x + CARD_WIDTH, y)))
    return float(np.hypot(x1 - x0, y1 - y0))


def _light(x: float, y: float) -> float:
    """How bright the lamps are at a point of the picture, both from 0 to 1."""
    return 1.0 - 0.16 * ((x - 0.5) ** 2 * 2.2 + (y - 0.45) ** 2 * 2.0)


def _table(size: tuple[int, int], matrix: Matrix, seed: int) -> Image:
    """The empty table: felt with its weave, betting line, markers, the shoe, the tray and the players' chips."""
    width, height = size
    source = np.random.default_rng(seed)
    weave = source.normal(0, 5.0, (height, width)).astype(np.float32)
    weave = cv2.GaussianBlur(weave, (0, 0), 0.8) * 1.6 + cv2.resize(
        source.normal(0, 2.6, (height // 24, width // 24)).astype(np.float32), (width, height)
    )
    image = np.clip(weave[..., None] + np.array(_FELT, np.float32), 0, 255).astype(np.uint8)
    _print_on_felt(image, matrix)
    ys = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    xs = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    light = 1.0 - 0.16 * ((xs - 0.5) ** 2 * 2.2 + (ys - 0.45) ** 2 * 2.0)
    lit: Image = (image.astype(np.float32) * light[..., None]).astype(np.uint8)
    _lay_chips(lit, matrix, seed)
    return lit


def _quad(matrix: Matrix, left: float, top: float, right: float, bottom: float) -> NDArray[np.int32]:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return np.round(np.array(felt.seen(matrix, corners))).astype(np.int32)


def _print_on_felt(image: Image, matrix: Matrix) -> None:
    angles = np.linspace(0, 2 * np.pi, 160)
    ring = tuple((880 + 540 * np.cos(a), 470 + 205 * np.sin(a)) for a in angles.tolist())
    line = np.round(np.array(felt.seen(matrix, ring))).astype(np.int32)
    cv2.polylines(image, [line], isClosed=True, color=_LINE, thickness=2, lineType=cv2.LINE_AA)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, at in enumerate(felt.MARKERS):
        bits = cv2.aruco.generateImageMarker(dictionary, number, 96)
        quiet = cv2.copyMakeBorder(bits, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255)
        half = MARKER / 2 * 128 / 96
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        target = np.array(felt.seen(matrix, tuple((at.x + x, at.y + y) for x, y in corners)), np.float32)
        shape = cv2.getPerspectiveTransform(np.array([[0, 0], [128, 0], [128, 128], [0, 128]], np.float32), target)
        paper = cv2.cvtColor(quiet, cv2.COLOR_GRAY2BGR)
        size = (image.shape[1], image.shape[0])
        cv2.warpPerspective(paper, shape, size, dst=image, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    at = felt.SHOE
    cv2.fillPoly(image, [_quad(matrix, at.x - 48, at.y - 62, at.x + 48, at.y + 110)], (34, 32, 30), cv2.LINE_AA)
    cv2.fillPoly(image, [_quad(matrix, at.x - 40, at.y - 36, at.x + 40, at.y + 110)], (58, 54, 50), cv2.LINE_AA)
    cv2.fillPoly(image, [_quad(matrix, at.x - 36, at.y - 56, at.x + 36, at.y - 44)], (14, 14, 14), cv2.LINE_AA)
    cv2.fillPoly(image, [_quad(matrix, 690, 905, 880, 990)], (46, 44, 40), cv2.LINE_AA)
    cv2.rectangle(image, (0, 0), (image.shape[1], 5), (40, 52, 78), -1)


def _lay_chips(image: Image, matrix: Matrix, seed: int) -> None:
    """Stacks on the players' side of their cards and in the dealer's tray; they do not stand for any amount."""
    source = random.Random(f"{seed}/chips")
    wide = _card_pixels(matrix) / CARD_WIDTH * 19.5
    stacks = [Spot(712 + 26 * i, 940 + 6 * (i % 2), 0) for i in range(7)]
    for at in felt.seats():
        stacks.extend(felt.beside(at, (column - 1) * 44.0, 112.0) for column in range(3))
    for at in stacks:
        colour = _CHIPS[source.randrange(len(_CHIPS))]
        ((x, y),) = felt.seen(matrix, ((at.x, at.y),))
        for level in range(source.randint(2, 5)):
            middle = (round(x + level * 0.6), round(y - level * 2.2))
            cv2.circle(image, (middle[0] + 3, middle[1] + 4), round(wide), (30, 48, 18), -1, cv2.LINE_AA)
            cv2.circle(image, middle, round(wide), colour, -1, cv2.LINE_AA)
            cv2.circle(image, middle, round(wide * 0.72), (220, 224, 224), 2, cv2.LINE_AA)
