"""A table that the project draws itself, and the shipped reader, for the camera's tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.cards import Card
from dealer.observations import Place, Zone
from drivers.camera.capture import Grabbed
from drivers.camera.read import Reader
from drivers.camera.zones import TableLayout
from drivers.mock import felt
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
