"""Which card of this look is which card of the last one, wherever on the table it was moved to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dealer.cards import Card
from dealer.observations import Guess, Place, SeenCard
from drivers.camera.zones import Point


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as one look at a zone found it, in pixels of the whole picture; `face_up` False for a back."""

    card: Card | None
    confidence: float
    guesses: tuple[Guess, ...]
    corners: tuple[Point, ...]
    face_up: bool = True

    @property
    def middle(self) -> Point:
        """The middle of its corners."""
        return sum(p[0] for p in self.corners) / len(self.corners), sum(p[1] for p in self.corners) / len(self.corners)


@dataclass(frozen=True, slots=True)
class _Track:
    number: int
    place: Place
    lying: Lying


class Tracks:
    """Numbers for the cards on the table. A number is never given to another card."""

    def __init__(self, card_width: float) -> None:
        self._reach = card_width * 0.6
        self._tracks: list[_Track] = []
        self._last = 0

    def elsewhere(self, card: Card, place: Place) -> Place | None:
        """Where else a face-up card of this identity is known to lie."""
        return next((t.place for t in self._tracks if t.lying.card == card and t.place != place), None)

    def update(self, place: Place, row: Sequence[Lying]) -> tuple[SeenCard, ...]:
        """Number the cards of a zone, which are given in the order of its row."""
        free = list(self._tracks)
        chosen: list[_Track | None] = [None] * len(row)
        for k, lying in enumerate(row):
            if lying.card is not None:
                chosen[k] = next((t for t in free if t.lying.card == lying.card), None)
                if (known := chosen[k]) is not None:
                    free.remove(known)
        for k, lying in enumerate(row):
            if chosen[k] is not None:
                continue
            near = [t for t in free if t.place == place and _may_be(t.lying, lying) and self._close(t.lying, lying)]
            if near:
                best = min(near, key=lambda t: math.dist(t.lying.middle, lying.middle))
                chosen[k] = best
                free.remove(best)
        now = []
        for lying, old in zip(row, chosen, strict=True):
            if old is None:
                self._last += 1
                now.append(_Track(self._last, place, lying))
            else:
                now.append(_Track(old.number, place, lying))
        self._tracks = [t for t in free if t.place != place] + now
        return tuple(_seen(track, order) for order, track in enumerate(now))

    def _close(self, a: Lying, b: Lying) -> bool:
        return math.dist(a.middle, b.middle) < self._reach


def _may_be(old: Lying, new: Lying) -> bool:
    """A card that was in doubt may be the one that is read now, and the other way round; a back stays a back."""
    if old.face_up != new.face_up:
        return not old.face_up
    return old.card is None or new.card is None


def _seen(track: _Track, order: int) -> SeenCard:
    lying = track.lying
    return SeenCard(
        track=track.number,
        place=track.place,
        order=order,
        card=lying.card,
        face_up=lying.face_up,
        confidence=lying.confidence,
        guesses=lying.guesses,
        corners=lying.corners,
    )
