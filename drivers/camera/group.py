"""Which corner indexes belong to one card, and where that card lies. Does not decide what is committed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivers.camera.witness import Witness

Floats = NDArray[np.float32]
Point = tuple[float, float]

_GARBAGE = 0.02
"""The chance that a witness has nothing to do with the card: no number of witnesses makes certain."""


@dataclass(frozen=True, slots=True)
class Group:
    """The witnesses of one card and what they say together.

    cards: probability of each of the 52 (by Card.index).  corners: clockwise from the corner of the first index.
    """

    witnesses: tuple[Witness, ...]
    cards: Floats
    none: float
    corners: tuple[Point, Point, Point, Point]

    @property
    def best(self) -> int:
        """The likeliest card's index."""
        return int(self.cards.argmax())

    @property
    def confidence(self) -> float:
        """Its probability."""
        return float(self.cards.max())

    @property
    def whole(self) -> bool:
        """True when indexes of opposite ends were seen: the card lies open from end to end."""
        up = self.witnesses[0].spot.up
        return any(_dot(up, w.spot.up) < 0 for w in self.witnesses[1:])

    @property
    def centre(self) -> Point:
        """The middle of the card."""
        return sum(p[0] for p in self.corners) / 4, sum(p[1] for p in self.corners) / 4

    @property
    def width(self) -> float:
        """The length of the card's short side, in pixels."""
        return math.dist(self.corners[0], self.corners[1])


def grouped(witnesses: Sequence[Witness]) -> tuple[Group, ...]:
    """Join the witnesses of one card; strong ones lead, in the order of their confidence."""
    left = sorted(witnesses, key=lambda w: -w.confidence * w.spot.score)
    groups: list[list[Witness]] = []
    for witness in left:
        if any(_repeats(old, witness) for group in groups for old in group):
            continue
        home = next((g for g in groups if _agrees(g, witness)), None)
        if home is None:
            groups.append([witness])
        else:
            home.append(witness)
    return tuple(_joined(group) for group in groups)


def card_width(witness: Witness) -> float:
    """About how wide its card is, in pixels, from the way to the card's middle."""
    spot = witness.spot
    across, along = _in_frame(spot.up, spot.to_centre)
    return max(
        1.5 * spot.width, 2 * (abs(across) + spot.width / 2) * 1.08, (abs(along) + spot.height / 2) * 1.08 / 0.72
    )


def middle(witness: Witness) -> Point:
    """Where the witness says that the middle of its card is."""
    spot = witness.spot
    return spot.x + spot.to_centre[0], spot.y + spot.to_centre[1]


def _in_frame(up: Point, way: Point) -> Point:
    """A way in the picture as (to the right, down) of the upright card."""
    return -up[1] * way[0] + up[0] * way[1], -up[0] * way[0] - up[1] * way[1]


def _agrees(group: Sequence[Witness], new: Witness) -> bool:
    return any(_same_card(old, new) for old in group)


def _repeats(old: Witness, new: Witness) -> bool:
    """A weaker look at an index that has been read, or at the gap between it and its neighbour."""
    apart = math.hypot(old.spot.x - new.spot.x, old.spot.y - new.spot.y)
    height = max(old.spot.height, new.spot.height)
    if apart < 0.3 * height:
        return True
    if old.best == new.best and apart < 0.4 * max(card_width(old), 1.5 * height):
        return True
    return apart < 0.5 * height and new.confidence < 0.5


def _same_card(old: Witness, new: Witness) -> bool:
    """Two indexes of one card: of one size, turned alike or by half a turn, their cards' middles together.

    The middle is uncertain where a card is covered, so two that surely read the same may lie further apart than two
    that do not: a deck holds a card once. Two that surely read differently are two cards, however close (a fan).
    """
    facing = _dot(old.spot.up, new.spot.up)
    sizes = old.spot.height / new.spot.height
    size = (card_width(old) + card_width(new)) / 2
    way = (new.spot.x - old.spot.x, new.spot.y - old.spot.y)
    apart = math.hypot(*way)
    if not 0.25 * size < apart < 2.6 * size:
        return False
    a, b = middle(old), middle(new)
    off = math.hypot(a[0] - b[0], a[1] - b[1]) / size
    sure = old.best == new.best and min(old.confidence, new.confidence) > 0.9
    if sure and off < 0.25:
        return True
    if abs(facing) < 0.8 or not 0.6 < sizes < 1.65:
        return False
    if sure or _likeness(old.cards, new.cards) > 0.5:
        # Opposite corners: each lies on the side where the other one has the middle of its card.
        inward = facing > 0 or (_dot(way, old.spot.to_centre) > 0 and _dot(way, new.spot.to_centre) < 0)
        return off < 0.6 or (inward and off < (1.9 if sure else 1.2))
    return min(old.confidence, new.confidence) < 0.6 and facing < 0 and off < 0.18


def _likeness(a: Floats, b: Floats) -> float:
    """How alike two opinions of a card are, 0 to 1."""
    return float((a * b).sum()) / max(1e-9, math.sqrt(float((a**2).sum()) * float((b**2).sum())))


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _joined(group: Sequence[Witness]) -> Group:
    logs = np.zeros(52, np.float64)
    none = 1.0
    for witness in group:
        logs += np.log((1 - _GARBAGE) * witness.cards + _GARBAGE * 0.02 / 52 + 1e-9)
        none *= witness.none
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    cards = weights * (1 - none)
    return Group(tuple(group), cards.astype(np.float32), none, _corners(group))


def _corners(group: Sequence[Witness]) -> tuple[Point, Point, Point, Point]:
    """Where the card's corners are, as far as its indexes tell."""
    lead = group[0].spot
    up = lead.up
    opposite = [w for w in group[1:] if w.spot.up[0] * up[0] + w.spot.up[1] * up[1] < 0]
    if opposite:
        # Of four indexes, the one across the diagonal says most of where the card lies.
        far = max(opposite, key=lambda w: abs(_in_frame(up, (w.spot.x - lead.x, w.spot.y - lead.y))[0])).spot
        up = (up[0] - far.up[0], up[1] - far.up[1])
        length = math.hypot(*up)
        up = (up[0] / length, up[1] / length)
        across, along = _in_frame(up, ((far.x - lead.x) / 2, (far.y - lead.y) / 2))
        if abs(across) > 0.12 * abs(along):
            centre = ((lead.x + far.x) / 2, (lead.y + far.y) / 2)
        else:
            centre = middle(group[0])
            across, along = _in_frame(up, lead.to_centre)
    else:
        centre = middle(group[0])
        across, along = _in_frame(up, lead.to_centre)
    half_width = (abs(across) + lead.width / 2) * 1.08
    half_height = (abs(along) + lead.height / 2) * 1.06
    half_width = max(half_width, half_height * 0.55)
    right, down = (-up[1] * half_width, up[0] * half_width), (-up[0] * half_height, -up[1] * half_height)
    first, second = ((-1, -1), (1, -1)) if across >= 0 else ((1, -1), (-1, -1))
    third, fourth = (-first[0], 1), (-second[0], 1)
    x, y = centre
    places = [
        (x + i * right[0] + j * down[0], y + i * right[1] + j * down[1]) for i, j in (first, second, third, fourth)
    ]
    return places[0], places[1], places[2], places[3]


def inside(corners: Sequence[Point], x: float, y: float, margin: float = 0.0) -> bool:
    """True when a point lies within a card's corners, drawn in by `margin` (a part of the card)."""
    cx, cy = sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4
    shrunk = [(cx + (px - cx) * (1 - margin), cy + (py - cy) * (1 - margin)) for px, py in corners]
    signs = []
    for (ax, ay), (bx, by) in zip(shrunk, shrunk[1:] + shrunk[:1], strict=True):
        signs.append((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0)
    return all(signs) or not any(signs)
