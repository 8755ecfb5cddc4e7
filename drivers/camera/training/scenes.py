"""Renders a table with cards on it as a camera would see it, and says where every corner index came to lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, Deck, Face, Index, Picture
from drivers.camera.training.optics import lay_hand, shot
from drivers.camera.training.surroundings import SIZE, back, clutter, ground

Floats = NDArray[np.float32]
Printer = Callable[[Picture, np.random.Generator], list[tuple[float, ...]]]

LABEL_FIELDS = (
    "x",
    "y",
    "up_x",
    "up_y",
    "height",
    "to_centre_x",
    "to_centre_y",
    "rank",
    "suit",
    "visible",
    "card",
    "width",
)
"""One row a corner index: its middle, the unit vector to its top, its height in pixels, the way to the card's middle,
its rank and suit, the part of it that is not covered (0 to 1), the number of its card, its width in pixels."""

NO_CARD = 13
"""The rank of a row that is no index but print that looks like one; its card is no card either."""
_NOBODY = 255
_TIGHT = 0.45
"""The part of the scenes whose cards are fanned so that the indexes stand close."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture and its labels (rows of LABEL_FIELDS)."""

    picture: Picture
    labels: Floats


def _poses(rng: np.random.Generator, width: float, height: float) -> list[tuple[float, float, float]]:
    """Where cards lie, as (x, y, degrees) in the table's plane, the covered ones first."""
    kind = rng.random()
    mid = rng.uniform(0.3, 0.7, 2) * SIZE
    turn = float(rng.uniform(0, 360))
    poses: list[tuple[float, float, float]] = []
    wobble = float(rng.choice([0.5, 2.0, 6.0]))

    def lay(along: float, across: float, degrees: float) -> None:
        a = math.radians(turn)
        x = mid[0] + along * math.cos(a) - across * math.sin(a)
        y = mid[1] + along * math.sin(a) + across * math.cos(a)
        poses.append((float(x), float(y), turn + degrees + float(rng.normal(0, wobble))))

    if kind < 0.3:
        for _ in range(int(rng.integers(1, max(2, min(9, int(2.2 * SIZE * SIZE / (width * height * 2))))))):
            poses.append((float(rng.uniform(0, SIZE)), float(rng.uniform(0, SIZE)), float(rng.uniform(0, 360))))
    elif kind < 0.62:
        count = int(rng.integers(2, 8))
        step = width * rng.uniform(0.2, 1.15)
        lift = height * rng.choice([0.0, 0.0, rng.uniform(-0.15, 0.15)])
        order = list(range(count)) if rng.random() < 0.6 else list(range(count))[::-1]
        flip = 180.0 if rng.random() < 0.5 else 0.0
        for k in order:
            lay((k - count / 2) * step, (k - count / 2) * lift + rng.normal(0, 2), flip)
        if rng.random() < 0.4:
            far = rng.choice([-1.0, 1.0]) * height * rng.uniform(0.5, 1.3)
            for k in order:
                lay((k - count / 2) * step + rng.normal(0, 4), far, flip)
    elif kind < 0.85:
        count = int(rng.integers(3, 14))
        opening = rng.uniform(3, 13) * rng.choice([-1.0, 1.0])
        radius = height * rng.uniform(0.55, 3.0)
        for k in range(count):
            bend = (k - count / 2) * opening
            r = math.radians(bend)
            lay(radius * math.sin(r), -radius * math.cos(r) + radius, bend)
    else:
        count = int(rng.integers(2, 7))
        step = height * rng.uniform(0.14, 0.6) * rng.choice([-1.0, 1.0])
        for k in range(count):
            lay(rng.normal(0, 3), (k - count / 2) * step, 0.0)
    return poses


def _tight(rng: np.random.Generator, index: Index, width: float, height: float) -> list[tuple[float, float, float]]:
    """A hand of cards laid or held so close that little more than each card's index shows; the covered ones first.

    The pitch is measured in indexes, not in cards: how near the neighbour's index comes is what makes it hard.
    """
    index_height = (index.y1 - index.y0) / FACE_WIDTH * width
    index_width = (index.x1 - index.x0) / FACE_WIDTH * width
    count = int(rng.integers(4, 15))
    pitch = rng.uniform(0.85, 2.2) * index_width
    if rng.random() < 0.4:
        pitch = rng.uniform(0.35, 1.1) * index_height
    radius = height * float(rng.choice([rng.uniform(0.45, 1.0), rng.uniform(1.0, 4.0), 60.0]))
    reach = radius + 0.38 * height
    x0, y0 = (float(v) for v in rng.uniform(0.25, 0.75, 2) * SIZE)
    turn = float(rng.uniform(0, 360))
    steps = pitch * np.exp(rng.normal(0, rng.uniform(0.05, 0.35), count))
    places = np.cumsum(steps) - steps.sum() / 2
    if rng.random() < 0.15:
        places = -places
    poses = []
    for place in places:
        bend = place / reach
        along, across = radius * math.sin(bend), radius - radius * math.cos(bend) + float(rng.normal(0, 0.015)) * height
        a = math.radians(turn)
        x = x0 + along * math.cos(a) - across * math.sin(a)
        y = y0 + along * math.sin(a) + across * math.cos(a)
        poses.append((x, y, turn + math.degrees(bend) + float(rng.normal(0, 1.2))))
    return poses


def _tilt(rng: np.random.Generator) -> Floats:
    """A camera that looks down at an angle: a homography that keeps the middle of the picture."""
    tilt = rng.uniform(0, 0.9) ** 2 * rng.choice([0.3, 1.0])
    direction = rng.uniform(0, 2 * math.pi)
    turn = np.array(
        [[math.cos(direction), -math.sin(direction), 0], [math.sin(direction), math.cos(direction), 0], [0, 0, 1]]
    )
    look = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt) / (SIZE * rng.uniform(1.8, 4)), 1]])
    shift = np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2], [0, 0, 1]])
    return (np.linalg.inv(shift) @ turn.T @ look @ turn @ shift).astype(np.float32)


def _through(matrix: NDArray[np.floating], points: Sequence[tuple[float, float]]) -> Floats:
    moved = cv2.perspectiveTransform(np.array([points], np.float32), matrix.astype(np.float64))
    return np.asarray(moved[0], np.float32)


@dataclass(frozen=True, slots=True)
class Stock:
    """What all cards of a scene have in common: rounded corners, the paper's tint, a worn edge, a shadow."""

    rim: NDArray[np.uint8]
    tint: Floats
    edge: float
    shadow: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A card to be laid: its face, or None for a back, and the way from the face's pixels to the scene's."""

    face: Face | None
    matrix: NDArray[np.float64]
    width: float


def stock(rng: np.random.Generator) -> Stock:
    """The cards of one scene."""
    rim = np.zeros((FACE_HEIGHT, FACE_WIDTH), np.uint8)
    radius = int(rng.integers(4, 18))
    cv2.rectangle(rim, (radius, 0), (FACE_WIDTH - radius - 1, FACE_HEIGHT), 255, -1)
    cv2.rectangle(rim, (0, radius), (FACE_WIDTH, FACE_HEIGHT - radius - 1), 255, -1)
    for x in (radius, FACE_WIDTH - radius - 1):
        for y in (radius, FACE_HEIGHT - radius - 1):
            cv2.circle(rim, (x, y), radius, 255, -1)
    tint = np.clip(rng.uniform(0.72, 1.0) + rng.uniform(-0.06, 0.06, 3), 0.5, 1.0).astype(np.float32)
    return Stock(rim, tint, float(rng.uniform(0.55, 1.0)), float(rng.uniform(0.0, 0.55)))


def render(rng: np.random.Generator, decks: Sequence[Deck], prints: Printer | None = None) -> Scene:
    """One scene with cards of one deck (labels of indexes that lie in the picture, covered or not).

    prints: lays print on the ground and says where it could be taken for an index (printed.printed).
    """
    canvas = cloth(rng)
    decoys: list[tuple[float, ...]] = []
    while prints is not None and rng.random() < 0.3:
        decoys += prints(canvas, rng)
    deck = decks[int(rng.integers(len(decks)))]
    first = deck.faces[0].indexes[0]
    index_share = (first.y1 - first.y0) / FACE_WIDTH
    tight = rng.random() < _TIGHT
    index_height = math.exp(rng.uniform(math.log(13 if tight else 11), math.log(56 if tight else 46)))
    width = float(np.clip(index_height / index_share, 34, 340))
    height = width * float(rng.choice([1.4, 1.4, rng.uniform(1.35, 1.58)]))
    tilt = _tilt(rng)
    poses = _tight(rng, first, width, height) if tight else _poses(rng, width, height)
    for _ in range(int(rng.integers(0, max(1, round(150 / width)) + 1))):
        poses += _tight(rng, first, width, height) if tight else _poses(rng, width, height)
    poses = poses[:22]
    if rng.random() < 0.04:
        poses = []
    chosen = rng.permutation(len(deck.faces))
    hidden = rng.random() * 0.25 if rng.random() < 0.5 else 0.0
    cards = [
        Placed(
            deck.faces[chosen[k % len(chosen)]] if rng.random() >= hidden else None,
            tilt.astype(np.float64) @ _placing(pose, width, height),
            width,
        )
        for k, pose in enumerate(poses)
    ]
    return compose(canvas, cards, rng, hand=rng.random() < 0.22 and bool(poses), decoys=decoys)


def lone(rng: np.random.Generator, face: Face, width: float) -> Scene:
    """One card by itself, `width` pixels wide, turned and tilted any way (for figures, not for training)."""
    margin = 0.75 * width
    x, y = (float(v) for v in rng.uniform(min(margin, SIZE / 2), max(SIZE - margin, SIZE / 2), 2))
    pose = (x, y, float(rng.uniform(0, 360)))
    placed = Placed(face, _tilt(rng).astype(np.float64) @ _placing(pose, width, 1.4 * width), width)
    return compose(cloth(rng), [placed], rng, hand=False)


def cloth(rng: np.random.Generator) -> Picture:
    """A ground with things on it that are no cards."""
    canvas = ground(rng)
    if rng.random() < 0.6:
        clutter(canvas, rng, int(rng.integers(1, 9)))
    return canvas


def compose(
    canvas: Picture,
    cards: Sequence[Placed],
    rng: np.random.Generator,
    *,
    hand: bool,
    decoys: Sequence[tuple[float, ...]] = (),
) -> Scene:
    """Lay the cards on the canvas one over the other, and take the picture."""
    owner = np.full((SIZE, SIZE), _NOBODY, np.uint8)
    paper = stock(rng)
    found: list[tuple[float, ...]] = []
    polygons: list[NDArray[np.int32]] = []
    for number, card in enumerate(cards):
        if _lay(canvas, owner, number, card, paper, rng) and card.face is not None:
            for row, polygon in _labels(card.face, card.matrix, number):
                found.append(row)
                polygons.append(polygon)
    if hand:
        lay_hand(canvas, owner, rng)
    for x, y, up_x, up_y, tall, wide in decoys:
        if owner[int(y), int(x)] == _NOBODY:
            found.append((x, y, up_x, up_y, tall, 0.0, 0.0, NO_CARD, 4, 1.0, _NOBODY, wide))
    labels = np.array(found, np.float32).reshape(-1, len(LABEL_FIELDS))
    for k, polygon in enumerate(polygons):
        labels[k, 9] = _visible(owner, polygon, int(labels[k, 10]))
    return Scene(shot(canvas, owner, rng), labels)


def _placing(pose: tuple[float, float, float], width: float, height: float) -> NDArray[np.float64]:
    """From the face's pixels to the table's plane."""
    x, y, degrees = pose
    a = math.radians(degrees)
    c, s = math.cos(a) * width / FACE_WIDTH, math.sin(a) * width / FACE_WIDTH
    stretch = height / width / (FACE_HEIGHT / FACE_WIDTH)
    turn = np.array([[c, -s * stretch, x], [s, c * stretch, y], [0, 0, 1]])
    centre = np.array([[1, 0, -FACE_WIDTH / 2], [0, 1, -FACE_HEIGHT / 2], [0, 0, 1]])
    return np.asarray(turn @ centre, np.float64)


def _lay(
    canvas: Picture, owner: NDArray[np.uint8], number: int, card: Placed, paper: Stock, rng: np.random.Generator
) -> bool:
    """Draw a card with its shadow; False when too little of it lies in the picture."""
    quad = _through(card.matrix, ((0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)))
    x0, y0 = (max(0, int(v) - 8) for v in np.floor(quad.min(axis=0)))
    x1, y1 = (min(SIZE, int(v) + 8) for v in np.ceil(quad.max(axis=0)))
    if x1 - x0 < 12 or y1 - y0 < 12:
        return False
    source = card.face.picture if card.face is not None else back(rng)
    shrink = round(FACE_WIDTH / card.width)
    if shrink > 1:
        source = np.asarray(cv2.blur(source, (shrink, shrink)), np.uint8)
    moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ card.matrix
    size = (x1 - x0, y1 - y0)
    warped = cv2.warpPerspective(source, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.asarray(cv2.warpPerspective(paper.rim, moved, size, flags=cv2.INTER_LINEAR), np.uint8)
    part = canvas[y0:y1, x0:x1].astype(np.float32)
    if paper.shadow > 0.05:
        shift = (int(rng.integers(-2, 4)), int(rng.integers(-2, 4)))
        dark = cv2.GaussianBlur(np.roll(mask, shift, (0, 1)), (0, 0), float(rng.uniform(1, 4)))
        part *= 1 - paper.shadow * dark[..., None].astype(np.float32) / 255
    alpha = mask[..., None].astype(np.float32) / 255
    ink = warped.astype(np.float32) * paper.tint
    if paper.edge < 0.9:
        inside = cv2.erode(mask, np.ones((3, 3), np.uint8))[..., None].astype(np.float32) / 255
        ink *= paper.edge + (1 - paper.edge) * inside
    canvas[y0:y1, x0:x1] = np.clip(part * (1 - alpha) + ink * alpha, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][mask > 127] = number
    return True


def _labels(
    face: Face, matrix: NDArray[np.float64], number: int
) -> Iterator[tuple[tuple[float, ...], NDArray[np.int32]]]:
    """A row of LABEL_FIELDS and the outline of each index that lies in the picture."""
    middle = _through(matrix, ((FACE_WIDTH / 2, FACE_HEIGHT / 2),))[0]
    for index in face.indexes:
        mx, my = (index.x0 + index.x1) / 2, (index.y0 + index.y1) / 2
        corners = (index.x0, index.y0), (index.x1, index.y0), (index.x1, index.y1), (index.x0, index.y1)
        points = _through(matrix, ((mx, my), (mx, index.y0), (mx, index.y1), *corners))
        up = (points[1] - points[2]) * index.up
        length = float(np.hypot(*up))
        wide = float(np.hypot(*(points[4] - points[3])))
        cx, cy = (float(v) for v in points[0])
        if not (2 < cx < SIZE - 2 and 2 < cy < SIZE - 2):
            continue
        way = float(middle[0]) - cx, float(middle[1]) - cy
        row = (cx, cy, float(up[0]) / length, float(up[1]) / length, length, *way)
        yield (*row, face.rank, face.suit, 1.0, number, wide), np.round(points[3:]).astype(np.int32)


def _visible(owner: NDArray[np.uint8], polygon: NDArray[np.int32], card: int) -> float:
    x, y, w, h = cv2.boundingRect(polygon)
    x1, y1 = min(SIZE, x + w), min(SIZE, y + h)
    xa, ya = max(0, x), max(0, y)
    if x1 <= xa or y1 <= ya:
        return 0.0
    mask = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(mask, polygon - np.array([x, y], np.int32), 1)
    total = int(mask.sum())
    cut = mask[ya - y : y1 - y, xa - x : x1 - x]
    return float(((owner[ya:y1, xa:x1] == card) & (cut > 0)).sum()) / max(1, total)
