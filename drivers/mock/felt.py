"""Where things lie on the felt, in millimetres, and where the camera sees them. Draws nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dealer.observations import Place, Zone
from drivers.mock.truth import Laid

Matrix = NDArray[np.float64]
Polygon = tuple[tuple[float, float], ...]

TABLE_WIDTH, TABLE_HEIGHT = 1760.0, 990.0
"""Millimetres that the picture shows; the dealer sits at its lower edge, in the middle."""
CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
ROW_STEP = 24.0
"""How far each card of a row lies right of the one before, so that its index stays visible."""
SQUARED_STEP = 5.0
BURN_STEP = 24.0
MARGIN = 17.0
CARDS_IN_A_ROW = 8
MARKER = 54.0
"""Side of the printed markers in the corners, which the camera is calibrated by."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the felt, and which way what lies there is turned (degrees clockwise, seen from above)."""

    x: float
    y: float
    angle: float


_SEATS: dict[int, Spot] = {
    1: Spot(300, 818, 16),
    2: Spot(182, 545, 72),
    3: Spot(318, 242, 150),
    4: Spot(682, 150, 176),
    5: Spot(1078, 150, 184),
    6: Spot(1442, 242, 210),
    7: Spot(1578, 545, 288),
    8: Spot(1460, 818, 344),
}
"""Seat 1 is nearest the dealer's left; numbers go clockwise (R1.1). The angle has a player's cards face him."""

COMMUNITY = Spot(880, 560, 0)
BURN = Spot(560, 778, 0)
MUCK = Spot(1130, 700, 20)
SHOE = Spot(980, 900, 0)
MARKERS: tuple[Spot, ...] = (
    Spot(70, 70, 0),
    Spot(TABLE_WIDTH - 70, 70, 0),
    Spot(TABLE_WIDTH - 70, TABLE_HEIGHT - 70, 0),
    Spot(70, TABLE_HEIGHT - 70, 0),
)


def seats() -> tuple[Spot, ...]:
    """The middle of each seat's row, from seat 1 on."""
    return tuple(_SEATS[seat] for seat in sorted(_SEATS))


def beside(at: Spot, along: float, towards_player: float) -> Spot:
    """A point near a seat's row, in millimetres as its player sees it."""
    x, y = _turned(along, towards_player, at.angle)
    return Spot(at.x + x, at.y + y, at.angle)


def spot(place: Place) -> Spot:
    """The middle of a zone."""
    match place.zone:
        case Zone.SEAT if place.seat in _SEATS:
            return _SEATS[place.seat]
        case Zone.COMMUNITY:
            return COMMUNITY
        case Zone.BURN:
            return BURN
        case _:
            return MUCK


@dataclass(frozen=True, slots=True)
class Habit:
    """How the players keep their cards."""

    squared: bool = False
    fanned: bool = False


def lies(card: Laid, habit: Habit) -> Spot:
    """The middle of a card, and how it is turned."""
    home = spot(card.place)
    along, across, angle = card.dx, card.dy, card.angle
    if card.place.zone is Zone.SEAT:
        middle = (CARDS_IN_A_ROW - 2) / 2
        step = SQUARED_STEP if habit.squared else ROW_STEP
        along += step * (card.order - middle) - (0 if not habit.squared else 40)
        if habit.fanned:
            angle += 5.0 * (card.order - middle)
            across += 1.5 * (card.order - middle) ** 2
    elif card.place.zone is Zone.BURN:
        along += BURN_STEP * min(card.order, 3)
    x, y = _turned(along, across, home.angle)
    return Spot(home.x + x, home.y + y, home.angle + angle + (180.0 if card.turned else 0.0))


def card_corners(at: Spot) -> Polygon:
    """The corners of a card, clockwise from the one with the index."""
    w, h = CARD_WIDTH / 2, CARD_HEIGHT / 2
    return _rectangle(at, -w, -h, w, h)


def marker_corners(at: Spot) -> Polygon:
    """The corners of a printed marker, clockwise from its own top left."""
    return _rectangle(at, -MARKER / 2, -MARKER / 2, MARKER / 2, MARKER / 2)


def zone(place: Place) -> Polygon:
    """The part of the felt that belongs to a place; its first side runs along the row, as the player sees it."""
    home = spot(place)
    w, h = CARD_WIDTH / 2 + MARGIN, CARD_HEIGHT / 2 + MARGIN
    if place.zone is Zone.SEAT:
        half = ROW_STEP * (CARDS_IN_A_ROW - 2) / 2
        return _rectangle(home, -w - half, -h, w + half + ROW_STEP, h)
    if place.zone is Zone.BURN:
        return _rectangle(home, -w, -h, w + 3 * BURN_STEP, h)
    return _rectangle(home, -w, -h, w, h)


def camera(size: tuple[int, int], *, knocked: bool = False) -> Matrix:
    """From millimetres of the felt to pixels of a picture of this width and height.

    The camera hangs over the middle and leans a little, so that what is far from the dealer looks smaller.
    knocked: it has been pushed by 2 cm and turned by 3 degrees.
    """
    width, height = size
    scale = width / TABLE_WIDTH
    lean = 0.02
    middle = np.array([[1, 0, -TABLE_WIDTH / 2], [0, 1, -TABLE_HEIGHT / 2], [0, 0, 1]], dtype=np.float64)
    if knocked:
        turn = math.radians(3)
        push = np.array([[math.cos(turn), -math.sin(turn), 16], [math.sin(turn), math.cos(turn), 12], [0, 0, 1]])
        middle = push @ middle
    perspective = np.array([[1, 0, 0], [0, 1, 0], [0, -lean / (TABLE_HEIGHT / 2), 1]], dtype=np.float64)
    picture = np.array([[scale * 0.97, 0, width / 2], [0, scale * 0.97, height / 2], [0, 0, 1]], dtype=np.float64)
    matrix: Matrix = picture @ perspective @ middle
    matrix /= matrix[2, 2]
    return matrix


def seen(matrix: Matrix, points: Polygon) -> Polygon:
    """Points of the felt as pixels."""
    flat = np.hstack([np.array(points), np.ones((len(points), 1))]) @ matrix.T
    pixels = flat[:, :2] / flat[:, 2:]
    return tuple((float(x), float(y)) for x, y in pixels)


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def _rectangle(at: Spot, left: float, top: float, right: float, bottom: float) -> Polygon:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    turned = (_turned(x, y, at.angle) for x, y in corners)
    return tuple((at.x + x, at.y + y) for x, y in turned)
