"""Takes one look at each of 52 cards laid before a camera one after another: which frame shows the card that is due."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import DECK, Card, Suit
from drivers.camera.witness import Witness

Image = NDArray[np.uint8]
Read = Callable[[Image], tuple[Witness, ...]]

_SMALL = 320
_MOVES = 14.0
"""Grey levels by which some spot differs between two frames when something moves; noise is blurred away below it."""
_CHANGED = 26.0
_LEAST_SHARE = 0.002
_ROOM = 0.15
_NO_INDEX = 0.5
_SURE = 0.98

ORDER: tuple[Card, ...] = tuple(
    card for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) for card in DECK if card.suit is suit
)
"""Suit by suit from the two to the ace, as a sorted deck lies."""


class Look(enum.Enum):
    """What became of a frame."""

    GROUND = "ground"
    """The empty table is not known yet: take everything away."""
    WAIT = "wait"
    """Something moves, or nothing new lies there."""
    UNSEEN = "unseen"
    """Something lies there, but no index is seen on it."""
    DOUBT = "doubt"
    """It looks like another card than the one that is due."""
    TAKEN = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Step:
    """card: that was taken, or is due.  looks_like: the other card, in doubt."""

    look: Look
    card: Card | None
    looks_like: Card | None = None


class Teaching:
    """From frame to frame. read: finds indexes in a part of a picture.  taken: looks from before, to go on with."""

    def __init__(self, read: Read, taken: Mapping[Card, Image] | None = None, order: Iterable[Card] = ORDER) -> None:
        self._read = read
        self._order = tuple(order)
        self._taken: dict[Card, Image] = dict(taken or {})
        self._latest: list[Card] = []
        self._ground: Image | None = None
        self._before: Image | None = None
        self._armed = True
        self._pending: Image | None = None

    @property
    def taken(self) -> Mapping[Card, Image]:
        """The looks so far."""
        return self._taken

    @property
    def due(self) -> Card | None:
        """The card to lay next; None when all are taken."""
        return next((card for card in self._order if card not in self._taken), None)

    def look(self, frame: Image) -> Step:
        """Take in the next frame."""
        due = self.due
        if due is None:
            return Step(Look.DONE, None)
        small = _small(frame)
        before, self._before = self._before, small
        if before is None or before.shape != small.shape or _apart(before, small) > _MOVES:
            self._armed, self._pending = True, None
            return Step(Look.GROUND if self._ground is None else Look.WAIT, due)
        if not self._armed:
            return Step(Look.WAIT, due)
        if self._ground is None:
            return self._take_ground(frame, small, due)
        part = _part(frame, self._ground, small)
        if part is None:
            return Step(Look.WAIT, due)
        return self._judge(part, due)

    def undo(self) -> Card | None:
        """Forget the last look; its card is due again, once what lies there has been moved. None if there is none."""
        self._armed, self._pending = False, None
        if not self._latest:
            return None
        card = self._latest.pop()
        del self._taken[card]
        return card

    def accept(self) -> Step | None:
        """Take what was in doubt after all; None if nothing is."""
        due = self.due
        if self._pending is None or due is None:
            return None
        return self._take(self._pending, due)

    def _take_ground(self, frame: Image, small: Image, due: Card) -> Step:
        if any(witness.none < _NO_INDEX for witness in self._read(frame)):
            self._armed = False
            return Step(Look.GROUND, due)
        self._ground = small
        return Step(Look.WAIT, due)

    def _judge(self, part: Image, due: Card) -> Step:
        self._armed = False
        seen = [witness for witness in self._read(part) if witness.none < _NO_INDEX]
        if not seen:
            # The same frame is not asked again, but the next that is a little sharper may be.
            self._armed = True
            return Step(Look.UNSEEN, due)
        likely = max(seen, key=lambda witness: witness.confidence)
        other = DECK[likely.best]
        if other != due and likely.confidence >= _SURE:
            self._pending = part
            return Step(Look.DOUBT, due, other)
        return self._take(part, due)

    def _take(self, part: Image, card: Card) -> Step:
        self._taken[card] = part
        self._latest.append(card)
        self._armed, self._pending = False, None
        return Step(Look.TAKEN, card)


def _small(frame: Image) -> Image:
    height, width = frame.shape[:2]
    size = (_SMALL, max(1, round(height * _SMALL / width)))
    grey = cv2.cvtColor(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey, (3, 3)), np.uint8)


def _apart(one: Image, other: Image) -> float:
    return float(cv2.absdiff(one, other).max())


def _part(frame: Image, ground: Image, small: Image) -> Image | None:
    """The part of the picture that is not the empty table, with some room; None when there is none."""
    if ground.shape != small.shape:
        return None
    changed = (cv2.absdiff(ground, small) > _CHANGED).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(changed, np.ones((5, 5), np.uint8)))
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    x, y, w, h, area = (int(v) for v in stats[largest])
    if area < _LEAST_SHARE * small.size:
        return None
    scale = frame.shape[1] / small.shape[1]
    room = _ROOM * max(w, h)
    x0, y0 = max(0, round((x - room) * scale)), max(0, round((y - room) * scale))
    x1, y1 = round((x + w + room) * scale), round((y + h + room) * scale)
    return frame[y0:y1, x0:x1].copy()
