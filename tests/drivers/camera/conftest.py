"""A table and single cards that the project draws itself, and the shipped reader, for the camera's tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.cards import DECK, Card
from dealer.observations import Place, Zone
from drivers.camera.capture import Grabbed
from drivers.camera.faces import FaceMatcher, learned
from drivers.camera.find import Spot
from drivers.camera.group import Group, grouped
from drivers.camera.read import Reader
from drivers.camera.witness import Witness
from drivers.camera.zones import TableLayout
from drivers.mock import faces, felt
from drivers.mock.canvas import Canvas, CardItem, Item
from drivers.mock.felt import Habit
from drivers.mock.scene import layout
from drivers.mock.truth import Laid

Image = NDArray[np.uint8]
SIZE = (2560, 1440)


@dataclass
class Felt:
    """The felt under a still camera: cards are laid, frames are taken by a clock that the test turns."""

    layout: TableLayout
    canvas: Canvas
    matrix: NDArray[np.float64]

    def __post_init__(self) -> None:
        self.now = 0.0
        self.number = 0
        self._items: list[Item] = []
        self._dice = random.Random(5)
        self.canvas.show(())

    def lay(self, rows: Mapping[int, str], backs: int = 2, *, clear: bool = True) -> None:
        """Lay each seat's up-cards (`4c Jc`) on top of its hole cards."""
        if clear:
            self._items = []
        for seat, text in rows.items():
            cards = [None] * backs + [Card.parse(word) for word in text.split()]
            for order, card in enumerate(cards):
                laid = Laid(
                    number=len(self._items),
                    tag="",
                    place=Place(Zone.SEAT, seat),
                    order=order,
                    face_up=card is not None,
                    dx=self._dice.gauss(0, 1.5),
                    dy=self._dice.gauss(0, 1.5),
                    angle=self._dice.gauss(0, 1.5),
                )
                self._items.append(CardItem(card, felt.lies(laid, Habit())))
        self.canvas.show(tuple(self._items))

    def image(self) -> Image:
        """What the camera sees, without its noise."""
        return self.canvas.image.copy()

    def frame(self, image: Image | None = None, seconds: float = 0.07) -> Grabbed:
        """The next frame, `seconds` after the last."""
        self.now += seconds
        self.number += 1
        return Grabbed(self.image() if image is None else image, self.number, self.now)

    def hand_over(self, seat: int) -> Image:
        """The same with an arm across the seat."""
        image = self.image()
        at = felt.spot(Place(Zone.SEAT, seat))
        ((x, y), (ex, ey)) = felt.seen(self.matrix, ((at.x, at.y), (felt.TABLE_WIDTH / 2, felt.TABLE_HEIGHT)))
        cv2.line(image, (round(x), round(y)), (round(ex), round(ey)), (148, 176, 224), 110)
        return image

    def zone(self, seat: int) -> Image:
        """The part of the picture around a seat."""
        polygon = next(z.polygon for z in self.layout.zones if z.place == Place(Zone.SEAT, seat))
        xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
        room = 30
        image = self.canvas.image
        return image[
            max(0, int(min(ys)) - room) : int(max(ys)) + room, max(0, int(min(xs)) - room) : int(max(xs)) + room
        ].copy()


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="session")
def _canvas() -> Canvas:
    return Canvas(SIZE, felt.camera(SIZE), 3)


@pytest.fixture
def table(_canvas: Canvas) -> Felt:
    return Felt(layout(SIZE, 8), _canvas, felt.camera(SIZE))


@pytest.fixture(scope="session")
def noisy() -> Callable[[Image, int], Image]:
    """Adds a camera's noise."""

    def add(image: Image, seed: int) -> Image:
        grain = np.random.default_rng(seed).normal(0, 3, image.shape)
        return np.clip(image + grain, 0, 255).astype(np.uint8)

    return add


def _open_card(
    text: str,
    index: str,
    *,
    degrees: float = 0.0,
    pixels: int = 100,
    ends: int = 2,
    confidence: float = 0.999,
    rival: str = "Ah",
    none: float = 0.0,
    off: float = 0.0,
) -> tuple[Image, Group]:
    """A card in the middle of a green picture, and what was read of it.

    text: the card.  index: what its index is read as, with so much `confidence`; `rival` has the rest.  pixels: the
    card's width.  ends: how many of its indexes were found, `off` pixels beside where they are.
    """
    face = faces.face(Card.parse(text))[..., :3]
    height, width = face.shape[:2]
    scale, side = pixels / width, 2 * pixels
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, scale)
    matrix[:, 2] += (side - width) / 2, (side - height) / 2
    picture = np.full((side, side, 3), (70, 105, 40), np.uint8)
    finer = cv2.GaussianBlur(face, (0, 0), max(0.3, 0.35 / scale))
    cv2.warpAffine(finer, matrix, (side, side), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    turn = np.radians(degrees)
    witnesses = []
    for sign in (1.0, -1.0)[:ends]:
        middle = matrix @ (width / 2 - sign * 0.41 * width, height / 2 - sign * 0.36 * height, 1.0)
        cards = np.zeros(52, np.float32)
        cards[Card.parse(rival).index] = 1 - none - confidence
        cards[Card.parse(index).index] = confidence
        spot = Spot(
            x=float(middle[0]) + off,
            y=float(middle[1]) + off,
            up=(-sign * float(np.sin(turn)), -sign * float(np.cos(turn))),
            height=0.22 * height * scale,
            width=0.12 * width * scale,
            to_centre=(side / 2 - float(middle[0]), side / 2 - float(middle[1])),
            score=0.9,
            rank=np.zeros(13, np.float32),
            suit=np.zeros(4, np.float32),
        )
        witnesses.append(Witness(spot, cards, none))
    (group,) = grouped(witnesses)
    return picture, group


@pytest.fixture(scope="session")
def open_card() -> Callable[..., tuple[Image, Group]]:
    return _open_card


@pytest.fixture(scope="session")
def matcher() -> FaceMatcher:
    """Knows the faces of the project's own make, each from one look."""
    return FaceMatcher(learned({card.index: _open_card(str(card), str(card), pixels=180) for card in DECK}))
