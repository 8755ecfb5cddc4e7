"""Enrols a make of cards: one picture of each of the 52, each with that one card in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import DECK, Card
from drivers.camera.design import Design, fit
from drivers.camera.errors import DesignUnknown
from drivers.camera.faces import learned
from drivers.camera.find import Spot
from drivers.camera.group import Group, grouped
from drivers.camera.patches import cut
from drivers.camera.read import Reader
from drivers.camera.witness import Witness

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_NOTHING = 0.5
_HEIGHTS = (12.0, 17.0, 25.0)
"""Index heights in pixels at which each look is learned: the table's camera may see the cards smaller."""
_LIGHT = (0.5, 1.0)


def enrolled(name: str, pictures: Mapping[Card, Image], reader: Reader) -> Design:
    """Learn a design. Raises DesignUnknown, naming the cards that are missing or whose index was not found."""
    missing = [str(card) for card in DECK if card not in pictures]
    if missing:
        raise DesignUnknown(f"design {name!r}: pictures are missing for {' '.join(missing)}")
    patches: list[Image] = []
    cards: list[int] = []
    looks: dict[int, tuple[Image, Group]] = {}
    unseen = []
    for card, picture in pictures.items():
        seen = [witness for witness in reader.witnesses(picture) if witness.none < _NOTHING]
        if not seen:
            unseen.append(str(card))
            continue
        looks[card.index] = picture, _group(seen, card)
        for spot in (witness.spot for witness in seen):
            found = views(picture, spot)
            patches += found
            cards += [card.index] * len(found)
    if unseen:
        raise DesignUnknown(f"design {name!r}: no index is seen on {' '.join(unseen)}; take those pictures again")
    design = fit(name, reader.rows(np.stack(patches)), np.array(cards, np.int64))
    return replace(design, faces=learned(looks))


def _group(seen: Sequence[Witness], card: Card) -> Group:
    """The indexes of the card itself, not of what looks like one in its picture."""
    return max(grouped(seen), key=lambda group: (group.whole, float(group.cards[card.index])))


def views(picture: Image, spot: Spot) -> list[Image]:
    """The patch of an index as it would look smaller, darker, a little off: one look has to stand for many."""
    reach = int(spot.height * 1.3) + 4
    x0, y0 = max(0, int(spot.x) - reach), max(0, int(spot.y) - reach)
    part = picture[y0 : int(spot.y) + reach, x0 : int(spot.x) + reach]
    out = []
    for height in (h for h in _HEIGHTS if h <= spot.height * 1.2):
        share = height / spot.height
        how = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
        sized = np.asarray(cv2.resize(part, None, fx=share, fy=share, interpolation=how), np.uint8)
        x, y = (spot.x - x0) * share, (spot.y - y0) * share
        for light in _LIGHT:
            lit = np.asarray(cv2.convertScaleAbs(sized, alpha=light), np.uint8)
            out += [cut(lit, x, y, spot.up, height * size) for size in (0.94, 1.06)]
    return out
