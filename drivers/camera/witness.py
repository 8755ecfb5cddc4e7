"""What one corner index says: probabilities of rank and suit, from its patch seen several times a little off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.design import Design
from drivers.camera.find import Spot
from drivers.camera.patches import PATCH_HEIGHT, PATCH_WIDTH, cut, whiten

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LOOKS = ((1.0, 0.0), (0.92, 5.0), (1.09, -5.0), (0.94, -5.0), (1.06, 5.0))
"""Size and turn of the cuts whose answers are averaged: an answer that hangs on a pixel does not survive."""

_FIRST = 3
_SURE = 0.99
"""When the first cuts agree as surely as this, the others are not asked."""

_SCORES = 14 + 5
"""What the net says of a patch before its features: 13 ranks or none, 4 suits or none."""

_BATCH = 12
"""Patches at a time: with more, the net's buffers outgrow the processor's memory and each takes twice as long."""

_SURELY_NOTHING = 0.97
"""A first cut that says so ends it: most of what the finder takes for an index is none."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How the nets' scores become probabilities; fitted on pictures that were not trained on.

    aux: the weight of the finder's own guess.
    """

    rank: float = 1.0
    suit: float = 1.0
    aux: float = 0.25


@dataclass(frozen=True, slots=True)
class Witness:
    """An index that was read.

    cards: probability of each of the 52 (by Card.index), adding up to 1 - none.
    none: the probability that this is no index at all.
    """

    spot: Spot
    cards: Floats
    none: float

    @property
    def best(self) -> int:
        """The likeliest card's index."""
        return int(self.cards.argmax())

    @property
    def confidence(self) -> float:
        """Its probability."""
        return float(self.cards.max())


class IndexNet:
    """The net that reads patches. Not safe to share between threads."""

    def __init__(self, net: cv2.dnn.Net, temper: Temper, design: Design | None = None) -> None:
        self._net = net
        self._design = design
        self.temper = temper

    def run(self, patches: NDArray[np.uint8]) -> Floats:
        """Patches (N, height, width, 3) to rows of 14 rank scores, 5 suit scores and the features."""
        out = []
        for k in range(0, len(patches), _BATCH):
            self._net.setInput(whiten(patches[k : k + _BATCH]))
            out.append(np.array(self._net.forward(), np.float32))
        return np.concatenate(out)

    def width(self) -> int:
        """How many features the net gives of a patch."""
        return int(self.run(np.zeros((1, PATCH_HEIGHT, PATCH_WIDTH, 3), np.uint8)).shape[1]) - _SCORES

    def read(self, picture: Image, spots: Sequence[Spot]) -> tuple[Witness, ...]:
        """Read every spot of a picture; what is clearly no index is left out."""
        return tuple(self.witness(spot, rows) for spot, rows in self.rows(picture, spots))

    def rows(self, picture: Image, spots: Sequence[Spot]) -> tuple[tuple[Spot, Floats], ...]:
        """The net's rows for the cuts of each spot that may be an index."""
        if not spots:
            return ()
        cuts = [looks(picture, spot) for spot in spots]
        first = self.run(np.stack([patches[0] for patches in cuts]))
        nothing = np.exp(_log_softmax(first[:, :14])[:, 13])
        kept = [k for k in range(len(spots)) if nothing[k] < _SURELY_NOTHING]
        if not kept:
            return ()
        rows = np.concatenate([first[kept][:, None], self._more(cuts, kept, 1, _FIRST)], axis=1)
        doubtful = [n for n, k in enumerate(kept) if not self._sure(rows[n])]
        if not doubtful:
            return tuple((spots[k], row) for k, row in zip(kept, rows, strict=True))
        last = self._more(cuts, [kept[n] for n in doubtful], _FIRST, len(_LOOKS))
        full = dict(zip(doubtful, last, strict=True))
        return tuple(
            (spots[k], np.concatenate([rows[n], full[n]]) if n in full else rows[n]) for n, k in enumerate(kept)
        )

    def _more(self, cuts: Sequence[Sequence[Image]], which: Sequence[int], first: int, last: int) -> Floats:
        """The rows of some cuts of some spots, (spots, cuts, scores)."""
        rows = self.run(np.stack([patch for k in which for patch in cuts[k][first:last]]))
        return rows.reshape(len(which), last - first, -1)

    def _sure(self, rows: Floats) -> bool:
        """True when each cut by itself says the same card, and is sure of it."""
        said = [self._cards(row[None]) for row in rows]
        return len({int(cards.argmax()) for cards in said}) == 1 and min(float(cards.max()) for cards in said) > _SURE

    def witness(self, spot: Spot, rows: Floats) -> Witness:
        """What the rows of one spot say together."""
        cards = self._cards(rows, spot)
        return Witness(spot, cards, float(1 - cards.sum()))

    def _cards(self, rows: Floats, spot: Spot | None = None) -> Floats:
        """The probability of each card, as the rows say together; the finder's guess is weighed in with a spot."""
        rank_scores, suit_scores = rows[:, :14].copy(), rows[:, 14:19].copy()
        if self._design is not None:
            known_rank, known_suit = self._design.scores(rows[:, 19:])
            rank_scores[:, :13] += known_rank
            suit_scores[:, :4] += known_suit
        rank = _log_softmax(rank_scores / self.temper.rank).mean(axis=0)
        suit = _log_softmax(suit_scores / self.temper.suit).mean(axis=0)
        if spot is not None:
            rank[:13] += self.temper.aux * spot.rank
            suit[:4] += self.temper.aux * spot.suit
        ranks, suits = np.exp(_log_softmax(rank[None])[0]), np.exp(_log_softmax(suit[None])[0])
        return np.asarray((ranks[:13, None] * suits[None, :4]).reshape(52), np.float32)


def looks(picture: Image, spot: Spot) -> list[Image]:
    """The cuts of one spot. A picture much finer than the patch is made coarser first, or the cut would flicker."""
    half = int(spot.height * 1.3) + 4
    x0, y0 = max(0, int(spot.x) - half), max(0, int(spot.y) - half)
    part = picture[y0 : int(spot.y) + half, x0 : int(spot.x) + half]
    if part.size == 0:
        return [np.zeros((PATCH_HEIGHT, PATCH_WIDTH, 3), np.uint8)] * len(_LOOKS)
    shrink = min(1.0, 45.0 / spot.height)
    if shrink < 0.8:
        part = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        shrink = 1.0
    x, y, height = (spot.x - x0) * shrink, (spot.y - y0) * shrink, spot.height * shrink
    cuts = []
    for size, degrees in _LOOKS:
        a = math.radians(degrees)
        up = (
            spot.up[0] * math.cos(a) - spot.up[1] * math.sin(a),
            spot.up[0] * math.sin(a) + spot.up[1] * math.cos(a),
        )
        cuts.append(cut(part, x, y, up, height * size))
    return cuts


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)
