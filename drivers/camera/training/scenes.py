"""Renders a table with cards on it as a camera would see it, and says where every corner index came to lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, Deck, Picture

SIZE = 384
"""Side of a scene, in pixels."""

Floats = NDArray[np.float32]

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


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture and its labels (rows of LABEL_FIELDS)."""

    picture: Picture
    labels: Floats


def _noise(rng: np.random.Generator, size: int, cells: int, channels: int = 1) -> Floats:
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
    out += _noise(rng, SIZE, int(rng.integers(2, 6))) * rng.uniform(0, 18)
    out += _noise(rng, SIZE, int(rng.integers(20, 60))) * rng.uniform(0, 12)
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


def render(rng: np.random.Generator, decks: Sequence[Deck]) -> Scene:
    """One scene with cards of one deck (labels of indexes that lie in the picture, covered or not)."""
    canvas = ground(rng)
    if rng.random() < 0.6:
        clutter(canvas, rng, int(rng.integers(1, 9)))
    deck = decks[int(rng.integers(len(decks)))]
    first = deck.faces[0].indexes[0]
    index_share = (first.y1 - first.y0) / FACE_WIDTH
    index_height = math.exp(rng.uniform(math.log(11), math.log(46)))
    width = float(np.clip(index_height / index_share, 34, 300))
    height = width * rng.choice([1.4, 1.4, rng.uniform(1.35, 1.58)])
    tilt = _tilt(rng)
    poses = _poses(rng, width, height)
    for _ in range(int(rng.integers(0, max(1, round(150 / width)) + 1))):
        poses += _poses(rng, width, height)
    poses = poses[:22]
    if rng.random() < 0.04:
        poses = []
    chosen = rng.permutation(len(deck.faces))
    owner = np.full((SIZE, SIZE), 255, np.uint8)
    rim = np.zeros((FACE_HEIGHT, FACE_WIDTH), np.uint8)
    radius = int(rng.integers(4, 18))
    cv2.rectangle(rim, (radius, 0), (FACE_WIDTH - radius - 1, FACE_HEIGHT), 255, -1)
    cv2.rectangle(rim, (0, radius), (FACE_WIDTH, FACE_HEIGHT - radius - 1), 255, -1)
    for corner_x in (radius, FACE_WIDTH - radius - 1):
        for corner_y in (radius, FACE_HEIGHT - radius - 1):
            cv2.circle(rim, (corner_x, corner_y), radius, 255, -1)
    tint = np.clip(rng.uniform(0.72, 1.0) + rng.uniform(-0.06, 0.06, 3), 0.5, 1.0).astype(np.float32)
    edge = float(rng.uniform(0.55, 1.0))
    shadow = float(rng.uniform(0.0, 0.55))
    hidden = rng.random() * 0.25 if rng.random() < 0.5 else 0.0
    found: list[tuple[float, ...]] = []
    polygons: list[NDArray[np.int32]] = []
    for number, (x, y, degrees) in enumerate(poses):
        a = math.radians(degrees)
        c, s = math.cos(a) * width / FACE_WIDTH, math.sin(a) * width / FACE_WIDTH
        stretch = height / width / (FACE_HEIGHT / FACE_WIDTH)
        place = np.array([[c, -s * stretch, x], [s, c * stretch, y], [0, 0, 1]]) @ np.array(
            [[1, 0, -FACE_WIDTH / 2], [0, 1, -FACE_HEIGHT / 2], [0, 0, 1]]
        )
        matrix = tilt.astype(np.float64) @ place
        quad = _through(matrix, ((0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)))
        x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 8
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 8
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(SIZE, x1), min(SIZE, y1)
        if x1 - x0 < 12 or y1 - y0 < 12:
            continue
        shown = rng.random() >= hidden
        face = deck.faces[chosen[number % len(chosen)]]
        picture = face.picture if shown else back(rng)
        moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ matrix
        size = (int(x1 - x0), int(y1 - y0))
        shrink = FACE_WIDTH / width
        source = picture
        if shrink > 1.6:
            source = cv2.blur(picture, (round(shrink), round(shrink))).astype(np.uint8)
        warped = cv2.warpPerspective(source, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(rim, moved, size, flags=cv2.INTER_LINEAR)
        part = canvas[y0:y1, x0:x1].astype(np.float32)
        if shadow > 0.05:
            dark = cv2.GaussianBlur(
                np.roll(mask, (int(rng.integers(-2, 4)), int(rng.integers(-2, 4))), (0, 1)),
                (0, 0),
                float(rng.uniform(1, 4)),
            )
            part *= 1 - shadow * dark[..., None].astype(np.float32) / 255
        alpha = mask[..., None].astype(np.float32) / 255
        ink = warped.astype(np.float32) * tint
        if edge < 0.9:
            inside = cv2.erode(mask, np.ones((3, 3), np.uint8))[..., None].astype(np.float32) / 255
            ink *= edge + (1 - edge) * inside
        canvas[y0:y1, x0:x1] = np.clip(part * (1 - alpha) + ink * alpha, 0, 255).astype(np.uint8)
        owner[y0:y1, x0:x1][mask > 127] = number
        if not shown:
            continue
        middle = _through(matrix, ((FACE_WIDTH / 2, FACE_HEIGHT / 2),))[0]
        for index in face.indexes:
            mx, my = (index.x0 + index.x1) / 2, (index.y0 + index.y1) / 2
            points = _through(
                matrix,
                (
                    (mx, my),
                    (mx, index.y0),
                    (mx, index.y1),
                    (index.x0, index.y0),
                    (index.x1, index.y0),
                    (index.x1, index.y1),
                    (index.x0, index.y1),
                ),
            )
            up = (points[1] - points[2]) * index.up
            length = float(np.hypot(*up))
            wide = float(np.hypot(*(points[4] - points[3])))
            cx, cy = points[0]
            if not (2 < cx < SIZE - 2 and 2 < cy < SIZE - 2):
                continue
            polygons.append(np.round(points[3:]).astype(np.int32))
            found.append(
                (
                    cx,
                    cy,
                    up[0] / length,
                    up[1] / length,
                    length,
                    middle[0] - cx,
                    middle[1] - cy,
                    face.rank,
                    face.suit,
                    1.0,
                    number,
                    wide,
                )
            )
    if rng.random() < 0.22 and poses:
        _hand(canvas, owner, rng)
    labels = np.array(found, np.float32).reshape(-1, len(LABEL_FIELDS))
    for k, polygon in enumerate(polygons):
        labels[k, 9] = _visible(owner, polygon, int(labels[k, 10]))
    return Scene(shot(canvas, owner, rng), labels)


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


def _hand(canvas: Picture, owner: NDArray[np.uint8], rng: np.random.Generator) -> None:
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
    skin = np.clip(tone + _noise(rng, SIZE, 12) * 12, 0, 255)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None].astype(np.float32) / 255
    canvas[:] = (canvas * (1 - alpha) + skin * alpha).astype(np.uint8)
    owner[mask > 127] = 254


def shot(canvas: Picture, owner: NDArray[np.uint8], rng: np.random.Generator) -> Picture:
    """Light, glare, lens, sensor: what comes between the table and the file."""
    out = canvas.astype(np.float32)
    if rng.random() < 0.7:
        out *= np.clip(1 + _noise(rng, SIZE, int(rng.integers(2, 4))) * rng.uniform(0, 0.28), 0.25, 1.6)
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
