"""Reads the cards in a picture: finds indexes, reads them, joins them to cards, looks at faces, commits or asks."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.design import Design
from drivers.camera.errors import DesignUnknown, ModelMissing
from drivers.camera.faces import FaceMatcher
from drivers.camera.find import Finder, Spot
from drivers.camera.group import grouped
from drivers.camera.judge import Bar, FoundCard, judged
from drivers.camera.settle import settled
from drivers.camera.witness import IndexNet, Temper, Witness

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

MODEL = Path(__file__).with_name("model")
"""The folder of the shipped model: finder.onnx, index.onnx, settings.json and the model card."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture shows.  ms: milliseconds that reading took."""

    cards: tuple[FoundCard, ...]
    ms: float

    @property
    def committed(self) -> tuple[FoundCard, ...]:
        """The cards that are sure."""
        return tuple(card for card in self.cards if card.card is not None)

    @property
    def unsure(self) -> tuple[FoundCard, ...]:
        """The cards that are a question."""
        return tuple(card for card in self.cards if card.card is None)


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers that were fitted with the model."""

    temper: Temper
    bar: Bar
    least_score: float

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """Read settings.json. Raises ModelMissing."""
        file = folder / "settings.json"
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            return cls(Temper(**data["temper"]), Bar(**data["bar"]), float(data["least_score"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelMissing(f"{file}: the card model's settings cannot be read ({error}); install again") from error


class Reader:
    """Reads pictures with the shipped model. Several threads may share one; they take turns."""

    def __init__(self, model: Path = MODEL, design: Design | None = None) -> None:
        """Load the nets; design: of the cards that will be read, when it is enrolled.

        Raises ModelMissing, and DesignUnknown for one that was enrolled with a net of another width.
        """
        self.settings = Settings.load(model)
        self._finder = Finder(_net(model / "finder.onnx"))
        self._index = IndexNet(_net(model / "index.onnx"), self.settings.temper, design)
        if design is not None and design.width != self._index.width():
            raise DesignUnknown(f"design {design.name!r} was enrolled with another card model; enrol it again")
        self._faces = FaceMatcher(design.faces) if design is not None and design.faces is not None else None
        self._turn = threading.Lock()

    def read(self, image: Image, card_width: float | None = None) -> Reading:
        """Read a whole picture (BGR, 8 bits). card_width: in pixels where it is known, which is faster."""
        began = time.perf_counter()
        groups = grouped(self.witnesses(image, card_width))
        if self._faces is not None:
            groups = settled(groups, image, self._faces, self.settings.bar.one)
        cards = judged(groups, self.settings.bar)
        return Reading(cards, (time.perf_counter() - began) * 1000)

    def read_zone(self, crop: Image, card_width: float) -> Reading:
        """Read one seat's part of the picture, whose cards are about `card_width` pixels wide."""
        return self.read(crop, card_width)

    def witnesses(self, image: Image, card_width: float | None = None) -> tuple[Witness, ...]:
        """What each index says, before they are joined to cards (for enrolment and training)."""
        with self._turn:
            return self._index.read(image, self._finder.find(image, card_width, self.settings.least_score))

    def spots(self, image: Image) -> tuple[tuple[Spot, Floats], ...]:
        """What the nets say of a picture before any number of settings.json is applied (to choose those numbers)."""
        with self._turn:
            return self._index.rows(image, self._finder.find(image, None, self.settings.least_score))

    def rows(self, patches: NDArray[np.uint8]) -> Floats:
        """The index net's raw rows for patches (for enrolment)."""
        with self._turn:
            return self._index.run(patches)


def _net(path: Path) -> cv2.dnn.Net:
    if not path.is_file():
        raise ModelMissing(f"{path}: a part of the card model is missing; install again")
    try:
        return cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    except cv2.error as error:
        raise ModelMissing(f"{path}: the card model is damaged; install again") from error
