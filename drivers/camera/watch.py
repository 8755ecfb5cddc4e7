"""When a zone is read and what is reported of it: changed, at rest, the same in several frames. Has no thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card
from dealer.observations import Place, SeenCard, ZoneReading
from drivers.camera.backs import find_backs
from drivers.camera.capture import Frame
from drivers.camera.change import Changes, Look
from drivers.camera.read import Reading
from drivers.camera.tracks import Lying, Tracks
from drivers.camera.zones import TableLayout, ZoneShape, along, bounding, distance_inside

Image = NDArray[np.uint8]

REST = 0.1
"""Seconds without movement after which a zone is read."""
PATIENCE = 2.5
"""Seconds that something must lie still across a zone's edge before it is taken for no hand."""
_LOOKS = 4
_ROOM = 0.35


class ZoneReader(Protocol):
    """What reads a part of the picture."""

    def read_zone(self, crop: Image, card_width: float) -> Reading:
        """Read the cards, which are about `card_width` pixels wide."""


@dataclass(slots=True)
class _State:
    """What is going on at one zone."""

    moved_at: float = float("-inf")
    pending: bool = True
    looks: list[tuple[Lying, ...]] = field(default_factory=list)


class Watch:
    """Takes frames in, gives the readings of the zones that changed and came to rest."""

    def __init__(self, layout: TableLayout, reader: ZoneReader) -> None:
        self.layout = layout
        self._reader = reader
        self._changes = Changes(layout)
        self._tracks = Tracks(layout.card_width)
        self._states = [_State() for _ in layout.zones]
        self._reported: dict[Place, tuple[SeenCard, ...]] = {}

    @property
    def lying(self) -> dict[Place, tuple[SeenCard, ...]]:
        """What was reported last of each zone."""
        return dict(self._reported)

    def look_again(self, place: Place) -> None:
        """Read this zone at the next frame even if nothing changed."""
        for zone, state in zip(self.layout.zones, self._states, strict=True):
            if zone.place == place:
                state.pending = True
                state.looks.clear()

    def step(self, frame: Frame) -> tuple[ZoneReading, ...]:
        """Take in a frame."""
        image = self._fitted(frame.image)
        looks = self._changes.look(image)
        out = []
        for number, (zone, state, look) in enumerate(zip(self.layout.zones, self._states, looks, strict=True)):
            if look.moving:
                state.moved_at = frame.taken
                state.looks.clear()
            state.pending = state.pending or look.changed
            if not state.pending or not self._at_rest(number, state, look, frame.taken):
                continue
            state.looks.append(self._read(image, zone))
            row = _settled(state.looks)
            if row is None:
                continue
            state.pending = False
            state.looks.clear()
            self._changes.settle(number)
            row = self._once(zone.place, row)
            seen = self._tracks.update(zone.place, row)
            self._reported[zone.place] = seen
            out.append(ZoneReading(zone.place, seen, frame.number, frame.taken))
        return tuple(out)

    def _fitted(self, image: Image) -> Image:
        """The picture at the size that the layout was measured in."""
        if (image.shape[1], image.shape[0]) == self.layout.size:
            return image
        return np.asarray(cv2.resize(image, self.layout.size, interpolation=cv2.INTER_AREA), np.uint8)

    def _at_rest(self, number: int, state: _State, look: Look, now: float) -> bool:
        still = now - state.moved_at
        if still < REST:
            return False
        if look.covered:
            if still < PATIENCE:
                return False
            self._changes.calm((number,))
        return True

    def _read(self, image: Image, zone: ZoneShape) -> tuple[Lying, ...]:
        """The cards of one zone in the order of its row."""
        width = self.layout.card_width
        x0, y0, x1, y1 = bounding(zone.polygon, self.layout.size, _ROOM * width)
        crop = image[y0:y1, x0:x1]
        reading = self._reader.read_zone(crop, width)
        cards = []
        for found in reading.cards:
            corners = tuple((x + x0, y + y0) for x, y in found.corners)
            lying = Lying(found.card, found.confidence, found.guesses, corners)
            places = [lying.middle, *((x + x0, y + y0) for x, y in found.indexes)]
            if any(distance_inside(zone.polygon, *place) > -0.1 * width for place in places[1:]) and (
                distance_inside(zone.polygon, *places[0]) > -0.4 * width
            ):
                cards.append(lying)
        shape = [(x - x0, y - y0) for x, y in zone.polygon]
        faces = [[(x - x0, y - y0) for x, y in lying.corners] for lying in cards]
        for back in find_backs(crop, shape, faces, width):
            corners = tuple((x + x0, y + y0) for x, y in back)
            cards.append(Lying(None, 1.0, (), corners, face_up=False))
        return tuple(sorted(cards, key=lambda lying: along(zone.polygon, *lying.middle)))

    def _once(self, place: Place, row: Sequence[Lying]) -> tuple[Lying, ...]:
        """No face-up card lies twice: one that lies on in another zone is a question here.

        Only face-up cards are compared; a face-down card is never ruled in or out.
        """
        out = []
        for lying in row:
            other = None if lying.card is None else self._tracks.elsewhere(lying.card, place)
            if lying.card is None or other is None or self._left(other):
                out.append(lying)
            else:
                out.append(replace(lying, card=None))
        return tuple(out)

    def _left(self, place: Place) -> bool:
        """True when a zone is in motion or waits to be read: its cards may just be on their way."""
        pairs = zip(self.layout.zones, self._states, strict=True)
        return any(state.pending for zone, state in pairs if zone.place == place)


def _settled(looks: Sequence[tuple[Lying, ...]]) -> tuple[Lying, ...] | None:
    """The row when two looks agree, or the best of several that do not; None while another look may tell."""
    if len(looks) >= 2 and _says(looks[-1]) == _says(looks[-2]):
        return looks[-1]
    if len(looks) < _LOOKS:
        return None
    counts = Counter(lying.card for look in looks for lying in look if lying.card is not None)
    best = max(looks, key=lambda look: sum(lying.card is not None for lying in look))
    steady = {card for card, count in counts.items() if count * 2 > len(looks)}
    return tuple(lying if lying.card is None or lying.card in steady else replace(lying, card=None) for lying in best)


def _says(row: tuple[Lying, ...]) -> tuple[tuple[Card | None, bool], ...]:
    return tuple((lying.card, lying.face_up) for lying in row)
