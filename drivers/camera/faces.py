"""Which of the 52 faces of an enrolled make a card that lies open shows. Does not decide what is committed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.align import CORNERS, TALL, Aligner, Floats, Ints, Poses, corners_of, sampled, shrunk
from drivers.camera.design import FACE_HEIGHT, FACE_WIDTH, Faces
from drivers.camera.find import Spot
from drivers.camera.group import Group

Image = NDArray[np.uint8]

_COARSE, _FINE, _COMPARED = (24, 34), (FACE_WIDTH, FACE_HEIGHT), (48, 68)
"""Pixels across and down with which a face is looked for, laid exactly, and compared."""
_WINDOW = 0.33
"""The part of a face's width over which light is evened out."""
_PLAIN = 0.35
"""How much less than the whole card's contrast counts as plain paper, whose grain is not blown up."""
_BLURS = (0.6, 1.2, 2.0, 3.0)
"""A look may be blurred by so many pixels of a face; the enrolled face is blurred alike before they are compared."""
_FINEST = 1.12
"""How many pixels of a picture are kept for one of the face."""

_REACH = 1.25
"""How much is cut out around a card's middle, in widths of its face."""

_FIRST_STEPS, _COARSE_STEPS, _FINE_STEPS, _LAST_STEPS = 3, 5, 6, 4
_MANY, _FEW = 28, 8
"""How many faces (of 104, each with either end up) are followed after the first steps, and to the end."""
_NEAR_BOTH, _NEAR_ONE = 0.3, 0.45
"""How far a corner may move from where the indexes put it, in widths of a face: with both ends seen, and with one."""
_DIAGONAL = 0.12
"""Two indexes straight above one another, as in a column of a card with four, say nothing of the card's width."""

_STEEP = 15.0
"""How surely a better fit is the right card: the power of the unexplained part; fitted on makes that are not judged."""
_PERFECT = 0.995
_CLEAR_FIT, _CLEAR_LEAD = 0.85, 0.35
"""When the card that the index says fits so well and so much better than the others, no other place is tried."""
_MARK, _PRINTED = 1.2, 0.6
"""How much of a face is compared around a mark, in heights of an index, and how well it must fit to be its print."""
_TINY = 1e-6

_TURN = np.diag([-1.0, -1.0, 1.0])


@dataclass(frozen=True, slots=True)
class Sight:
    """What the face of a card says.

    cards: how likely each of the 52 is, adding up to 1.  fit: how well the best one fits, 1 being perfectly.
    corners: of the face in the picture, clockwise.
    """

    cards: Floats
    fit: float
    corners: tuple[tuple[float, float], ...]

    @property
    def best(self) -> int:
        """The likeliest card's index."""
        return int(self.cards.argmax())


@dataclass(frozen=True, slots=True)
class _Lies:
    """How a group lies, as complex numbers in pixels.

    way: from the first index to the card's middle.  turned: the same with the card turned upright to the right.
    height: of the index.  whole: an index of the other end across the card was seen.
    """

    way: complex
    turned: complex
    centre: complex
    up: complex
    height: float
    whole: bool


def learned(looks: Mapping[int, tuple[Image, Group]]) -> Faces:
    """The faces of a make from one look at each card, by Card.index, and where its indexes were seen in it."""
    rows = []
    for _, group in looks.values():
        lies, lead = _lies(group), group.witnesses[0].spot
        across, along = abs(lies.turned.imag), abs(lies.turned.real)
        half = max(across + lead.width / 2, (along + lead.height / 2) / TALL)
        rows.append((float(lies.whole), across / half, along / half, lead.height / half))
    table = np.array(rows)
    _, across, along, index = np.median(table[table[:, 0] >= table[:, 0].max()], axis=0)
    blank = np.zeros((52, FACE_HEIGHT, FACE_WIDTH, 3), np.uint8)
    faces = Faces(blank, float(across), float(along), float(index))
    pictures = blank.copy()
    for card, (picture, group) in looks.items():
        part, pose, _ = _part(picture, _placed(group, faces))
        pictures[card] = np.clip(sampled(part, pose[None], _FINE)[0], 0, 255)
    return Faces(pictures, faces.across, faces.along, faces.index)


@dataclass(frozen=True, slots=True)
class _View:
    """A card as it is searched: its colours, its evened light at two sharpnesses, where it should lie.

    near: how far, in pixels, a corner may move from there.
    """

    colours: Floats
    soft: Floats
    sharp: Floats
    start: Poses
    near: float


class FaceMatcher:
    """Compares cards with the faces of one make. Keeps no state between cards."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        grey = np.stack([_even(picture[..., 1].astype(np.float32), None, FACE_WIDTH) for picture in faces.pictures])
        self._coarse = Aligner(grey, _COARSE, 2.0, freedoms=6)
        self._fine = Aligner(grey, _FINE, 1.0, freedoms=8)
        colour = faces.pictures.astype(np.float32)
        self._known = np.stack([_comparable(np.stack([shrunk(f, blur, _COMPARED) for f in colour])) for blur in _BLURS])

    def look(self, picture: Image, group: Group) -> Sight:
        """Compare the face of the card that a group's indexes belong to with all 52, whichever end is up."""
        part, start, away = _part(picture, _placed(group, self._faces))
        width = _width(start)
        pixels = width / FACE_WIDTH
        mask = np.zeros(part.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(corners_of(start).T).astype(np.int32), (1.0,))
        even = _even(part[..., 1], mask, width)
        soft, sharp = (np.asarray(cv2.GaussianBlur(even, (0, 0), blur * pixels), np.float32) for blur in (2.0, 1.0))
        view = _View(part, soft, sharp, start, (_NEAR_BOTH if group.whole else _NEAR_ONE) * width)
        poses, scores = self._guessed(view, group)
        if not _clear(scores.max(axis=0), group.best):
            poses, scores = self._searched(view, group.best)
        best = scores.max(axis=0)
        lies = poses[int(scores[:, int(best.argmax())].argmax())]
        chances = np.exp(-_STEEP * np.log(1 - np.clip(best, 0, _PERFECT).astype(np.float64) ** 2))
        corners = corners_of(np.linalg.inv(away) @ lies).T
        return Sight(
            np.asarray(chances / chances.sum(), np.float32),
            float(best.max()),
            tuple((float(x), float(y)) for x, y in corners),
        )

    def prints(self, picture: Image, sight: Sight, spot: Spot) -> bool:
        """True when a mark within a face is the face's own print, not an index of a card that lies on it."""
        frame, seen_frame = CORNERS[:2].T.astype(np.float32), np.array(sight.corners, np.float32)
        pose = np.asarray(cv2.getPerspectiveTransform(frame, seen_frame), np.float64)
        u, v, w = (float(value) for value in np.linalg.inv(pose) @ (spot.x, spot.y, 1.0))
        u, v = u / w, v / w
        if abs(u) > 1 or abs(v) > TALL:
            return False
        part, start, _ = _part(picture, pose)
        seen = _comparable(sampled(part, start[None], _COMPARED))[0]
        known = self._known[:, sight.best]
        width, height = _COMPARED
        shape = (height, width, 3)
        x, y = round((u + 1) / 2 * width), round((v / TALL + 1) / 2 * height)
        reach = max(4, round(_MARK * self._faces.index / 2 * width / 2))
        box = slice(max(0, y - reach), y + reach), slice(max(0, x - reach), x + reach)
        one, other = (rows.reshape(shape)[box].ravel() for rows in (seen, known[int((known @ seen).argmax())]))
        return float(one @ other) > _PRINTED * float(np.linalg.norm(one) * np.linalg.norm(other))

    def _guessed(self, view: _View, group: Group) -> tuple[Poses, Floats]:
        """Where the card lies if it is what its index says, and how well each of the 52 fits there.

        Its likeliest rivals may move as well, or a card that is a little off would seem to fit better than they do.
        """
        first, second = (int(card) for card in group.cards.argsort()[::-1][:2])
        poses = np.stack([view.start, view.start @ _TURN])
        cards = np.array([first, first])
        poses = self._coarse.followed(view.soft, poses, cards, _FIRST_STEPS + _COARSE_STEPS, view.near)
        shifted = poses[[int(self._coarse.fit(view.soft, poses, cards).argmax())] * 3]
        rivals = np.array([first, second, first - first % 4 + 3 - first % 4])
        tilted = self._fine.followed(view.sharp, shifted, rivals, _FINE_STEPS, view.near)
        poses, cards = np.concatenate([shifted[:1], tilted]), np.concatenate([rivals[:1], rivals])
        return poses, self._scored(view, poses, cards)

    def _searched(self, view: _View, card: int) -> tuple[Poses, Floats]:
        """Follow all faces a little, the likely ones further; how well each of the 52 fits in each place found."""
        cards = np.repeat(np.arange(52), 2)
        poses = np.tile(np.stack([view.start, view.start @ _TURN]), (52, 1, 1))
        for steps, kept in ((_FIRST_STEPS, _MANY), (_COARSE_STEPS, _FEW)):
            poses = self._coarse.followed(view.soft, poses, cards, steps, view.near)
            order = np.argsort(-self._coarse.fit(view.soft, poses, cards))
            order = np.concatenate([order[:kept], [k for k in order[kept:] if cards[k] == card]]).astype(np.intp)
            poses, cards = poses[order], cards[order]
        tilted = self._fine.followed(view.sharp, poses, cards, _FINE_STEPS, view.near)
        poses, cards = np.concatenate([poses, tilted]), np.concatenate([cards, cards])
        scores = self._scored(view, poses, cards)
        # A face with little ink is easily led astray: each of the likely ones tries the best place of all for it.
        likely = np.argsort(-scores.max(axis=0))[:_FEW]
        again = poses[scores[:, likely].argmax(axis=0)]
        again = self._fine.followed(view.sharp, again, likely, _LAST_STEPS, view.near)
        poses, cards = np.concatenate([poses, again]), np.concatenate([cards, likely])
        return poses, np.concatenate([scores, self._scored(view, again, likely)])

    def _scored(self, view: _View, poses: Poses, cards: Ints) -> Floats:
        """How well each of the 52 fits in each place, blurred as the picture is: (places, 52).

        cards: which of them each place was found for; the one that fits best tells how blurred the picture is.
        """
        seen = _comparable(sampled(view.colours, poses, _COMPARED))
        # Not by the matrix product: its threads would cost more than they save.
        own = np.einsum("kp,bkp->kb", seen, self._known[:, cards])
        blur = int(own.max(axis=0).argmax())
        return np.asarray(np.einsum("kp,cp->kc", seen, self._known[blur]), np.float32)


def _clear(scores: Floats, card: int) -> bool:
    """True when one card fits well and the others far worse."""
    others = float(np.delete(scores, card).max())
    return float(scores[card]) > _CLEAR_FIT and _lead(float(scores[card]), others) > _CLEAR_LEAD


def _lead(one: float, other: float) -> float:
    """By what power one fit explains more than another."""
    return math.log((1 - min(max(other, 0.0), _PERFECT) ** 2) / (1 - min(max(one, 0.0), _PERFECT) ** 2))


def _lies(group: Group) -> _Lies:
    """Where the middle of the card is, seen from the first index and, where there is one, the index across."""
    lead = group.witnesses[0].spot
    up, here = complex(*lead.up), complex(lead.x, lead.y)
    opposite = [w.spot for w in group.witnesses[1:] if (complex(*w.spot.up) * up.conjugate()).real < 0]
    if opposite:
        # Of four indexes, the one across the diagonal says most.
        far = max(opposite, key=lambda s: abs(((complex(s.x, s.y) - here) * up.conjugate()).imag))
        both = up - complex(*far.up)
        both /= abs(both)
        way = (complex(far.x, far.y) - here) / 2
        turned = way * both.conjugate()
        if abs(turned.imag) > _DIAGONAL * abs(turned.real):
            return _Lies(way, turned, here + way, both, lead.height, whole=True)
    way = complex(*lead.to_centre)
    return _Lies(way, way * up.conjugate(), here + way, up, lead.height, whole=False)


def _placed(group: Group, faces: Faces) -> Poses:
    """The way from the face's measure to pixels of the picture, as the indexes tell."""
    lies = _lies(group)
    # In the face's measure up is -1j, and the index stands left of the middle unless it is a left-handed corner.
    way = complex(faces.across if lies.turned.imag >= 0 else -faces.across, faces.along)
    if lies.whole:
        scale, centre = lies.way / way, lies.centre
    else:
        scale = lies.up * 1j * lies.height / faces.index
        centre = lies.centre - lies.way + scale * way
    return np.array([[scale.real, -scale.imag, centre.real], [scale.imag, scale.real, centre.imag], [0, 0, 1]])


def _part(picture: Image, pose: Poses) -> tuple[Floats, Poses, Poses]:
    """The surroundings of a card at a workable size, the pose in it, and the way there from the picture."""
    width = _width(pose)
    reach = _REACH * width
    x0, y0 = (int(np.clip(pose[k, 2] - reach, 0, max(0, picture.shape[1 - k] - 2))) for k in (0, 1))
    x1, y1 = (int(max(at + 2, pose[k, 2] + reach)) for k, at in ((0, x0), (1, y0)))
    part = picture[y0:y1, x0:x1]
    share = min(1.0, _FINEST * FACE_WIDTH / width)
    if share < 0.9:
        part = np.asarray(cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        share = 1.0
    away = np.array([[share, 0, -x0 * share], [0, share, -y0 * share], [0, 0, 1]])
    return part.astype(np.float32), away @ pose, away


def _width(pose: Poses) -> float:
    return 2 * math.hypot(float(pose[0, 0]), float(pose[1, 0]))


def _window(width: float) -> tuple[int, int]:
    side = max(3, int(_WINDOW * width) | 1)
    return side, side


def _even(grey: Floats, mask: Floats | None, width: float) -> Floats:
    """Light and contrast made even, as far as the mask goes: shadows and glare leave only their edges.

    width: of the face, in pixels.
    """
    inside = np.ones_like(grey) if mask is None else mask
    size = _window(width)

    def mean(values: Floats) -> Floats:
        return np.asarray(cv2.blur(values, size, borderType=cv2.BORDER_CONSTANT), np.float32)

    weight = mean(inside) + _TINY
    away = (grey - mean(grey * inside) / weight) * inside
    local = np.sqrt(np.maximum(mean(away * away), 0) / weight)
    overall = math.sqrt(float((away * away).sum()) / max(1.0, float(inside.sum())))
    return np.asarray(away / (local + _PLAIN * overall + _TINY), np.float32)


def _comparable(patches: Floats) -> Floats:
    """Faces in colour with even light, as rows of unit length: their products say how alike they are."""
    rows = np.empty_like(patches)
    size = _window(patches.shape[2])
    for k, patch in enumerate(patches):
        away = patch - cv2.blur(patch, size, borderType=cv2.BORDER_REFLECT)
        power = cv2.blur((away * away).mean(axis=2), size, borderType=cv2.BORDER_REFLECT)
        rows[k] = away / np.sqrt(power + _PLAIN**2 * power.mean() + _TINY)[..., None]
    flat = rows.reshape(len(patches), -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + _TINY), np.float32)
