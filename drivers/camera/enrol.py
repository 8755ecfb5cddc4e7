"""Enrols a make of cards: one picture of each of the 52, each with that one card in it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import DECK, Card
from drivers.camera.design import Design, fit
from drivers.camera.errors import DesignUnknown
from drivers.camera.read import Reader

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_NOTHING = 0.5


def enrolled(name: str, pictures: Mapping[Card, Image], reader: Reader) -> Design:
    """Learn a design. Raises DesignUnknown, naming the cards that are missing or whose index was not found."""
    missing = [str(card) for card in DECK if card not in pictures]
    if missing:
        raise DesignUnknown(f"design {name!r}: pictures are missing for {' '.join(missing)}")
    rows: list[Floats] = []
    cards: list[int] = []
    unseen = []
    for card, picture in pictures.items():
        found = [w.features for view in views(picture) for w in reader.witnesses(view) if w.none < _NOTHING]
        if not found:
            unseen.append(str(card))
        rows += found
        cards += [card.index] * len(found)
    if unseen:
        raise DesignUnknown(f"design {name!r}: no index is seen on {' '.join(unseen)}; take those pictures again")
    return fit(name, np.stack(rows), np.array(cards, np.int64))


def views(picture: Image) -> list[Image]:
    """The picture as it would look darker, blurred, smaller: one look has to stand for many."""
    out = [picture]
    out.append(np.asarray(cv2.convertScaleAbs(picture, alpha=0.6), np.uint8))
    out.append(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8))
    tint = np.array([0.8, 0.95, 1.0], np.float32)
    out.append(np.clip(picture.astype(np.float32) * tint, 0, 255).astype(np.uint8))
    small = cv2.resize(picture, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    out.append(np.asarray(small, np.uint8))
    return out
