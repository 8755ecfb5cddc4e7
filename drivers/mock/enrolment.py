"""One look at each of the 52 cards, as a technician would photograph them to enrol the deck of the simulated table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dealer.cards import DECK, Card
from drivers.mock import felt
from drivers.mock.canvas import Canvas, CardItem
from drivers.mock.felt import COMMUNITY, Spot
from drivers.mock.glyphs import Image
from drivers.mock.scene import RESOLUTION

_ROOM = 70.0


def card_pictures(resolution: tuple[int, int] = RESOLUTION) -> Mapping[Card, Image]:
    """A picture of each card alone on the felt, at the scale at which the simulated camera sees it."""
    matrix = felt.camera(resolution)
    canvas = Canvas(resolution, matrix, seed=1)
    corners = ((COMMUNITY.x - _ROOM, COMMUNITY.y - _ROOM), (COMMUNITY.x + _ROOM, COMMUNITY.y + _ROOM))
    (left, top), (right, bottom) = np.round(np.array(felt.seen(matrix, corners))).astype(int).tolist()
    pictures = {}
    for card in DECK:
        canvas.show((CardItem(card, Spot(COMMUNITY.x, COMMUNITY.y, 4.0)),))
        pictures[card] = canvas.image[top:bottom, left:right].copy()
    return pictures
