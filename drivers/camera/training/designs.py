"""Which card designs the training scenes are made of: loads pictured decks and says where their index stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

FACE_WIDTH, FACE_HEIGHT = 250, 350
RANKS = "23456789TJQKA"
SUITS = "cdhs"


@dataclass(frozen=True, slots=True)
class Index:
    """Where one corner index stands on a face, in pixels of the face.

    up: 1.0 when it reads upright, -1.0 when it reads upside down.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    up: float


@dataclass(frozen=True, slots=True)
class Face:
    """One card's picture, FACE_WIDTH x FACE_HEIGHT BGR, with all its corner indexes."""

    picture: Picture
    rank: int
    suit: int
    indexes: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """52 faces of one design, with its name and licence for the model card."""

    name: str
    licence: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Pictured:
    """A pictured design: where its index stands (parts of the card's width and height), and who made it.

    The box holds the index of every rank; the ink inside it gives each card's tight box.
    four: an index in all four corners.
    """

    box: tuple[float, float, float, float]
    licence: str
    four: bool = False


_GPL = "GPL-3.0-or-later, Debian gnome-cards-data (AisleRiot; authors in the package's copyright file)"
_KDE = "GPL-2.0-or-later, Debian kdegames-card-data-kf5 (authors in the package's copyright file)"

SHEETS: dict[str, Pictured] = {
    "anglo": Pictured((0.03, 0.035, 0.161, 0.26), _GPL),
    "anglo_modern": Pictured((0.035, 0.045, 0.15, 0.255), _GPL),
    "anglo_modern_4_color": Pictured((0.035, 0.045, 0.15, 0.255), _GPL),
    "anglo_poker": Pictured((0.035, 0.02, 0.155, 0.24), _GPL),
    "bellot": Pictured((0.02, 0.003, 0.14, 0.26), _GPL),
    "bonded": Pictured((0.035, 0.02, 0.175, 0.25), _GPL, four=True),
    "dondorf": Pictured((0.035, 0.02, 0.17, 0.25), _GPL, four=True),
    "gnomangelo": Pictured((0.03, 0.035, 0.16, 0.26), _GPL),
    "neoclassical": Pictured((0.03, 0.02, 0.15, 0.255), _GPL),
    "neoclassical_4_color": Pictured((0.03, 0.02, 0.15, 0.255), _GPL),
    "orell": Pictured((0.035, 0.03, 0.145, 0.22), _GPL),
    "ornamental": Pictured((0.03, 0.035, 0.25, 0.44), _GPL),
    "paris": Pictured((0.04, 0.02, 0.175, 0.25), _GPL),
    "plastic": Pictured((0.04, 0.02, 0.19, 0.315), _GPL),
    "simplistic": Pictured((0.04, 0.035, 0.16, 0.25), _GPL),
    "tigullio": Pictured((0.04, 0.02, 0.155, 0.235), _GPL),
}
"""Designs whose faces lie in one drawing: ace to king across; clubs, diamonds, hearts, spades down."""

FOLDERS: dict[str, Pictured] = {
    "byronknoll": Pictured((0.003, 0.008, 0.18, 0.26), "public domain (Byron Knoll)"),
    "cardsJS": Pictured((0.015, 0.035, 0.14, 0.25), "MIT (cardsJS)"),
    "heruka_2color": Pictured((0.03, 0.02, 0.14, 0.235), "MIT (react-playing-cards)"),
    "heruka_2color-bf": Pictured((0.03, 0.015, 0.245, 0.435), "MIT (react-playing-cards)"),
    "heruka_4color": Pictured((0.03, 0.02, 0.14, 0.235), "MIT (react-playing-cards)"),
    "heruka_4color-bf": Pictured((0.03, 0.015, 0.245, 0.435), "MIT (react-playing-cards)"),
    "letele": Pictured((0.03, 0.02, 0.14, 0.235), "CC0 (letele)"),
    "standard": Pictured((0.03, 0.03, 0.163, 0.33), _KDE),
    "nicu-white": Pictured((0.03, 0.045, 0.25, 0.44), _KDE),
}
"""Designs with one picture a card, named `Ks.webp` or `Ks.png`."""

HELD_OUT = ("byronknoll", "cardsJS", "plastic")
"""Never trained on: the rendered figures for a design never seen come from these."""


def on_white(picture: NDArray[np.uint8]) -> Picture:
    """Lay a picture with transparency on white paper and bring it to the size of a face."""
    if picture.ndim == 3 and picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        picture = (picture[..., :3] * alpha + (1 - alpha) * 255).astype(np.uint8)
    return cv2.resize(picture, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def mirrored(box: tuple[float, float, float, float]) -> Index:
    """The index of the opposite corner: the face turned by half a turn."""
    return Index(FACE_WIDTH - box[2], FACE_HEIGHT - box[3], FACE_WIDTH - box[0], FACE_HEIGHT - box[1], -1.0)


def pictured_deck(name: str, design: Pictured, pictures: Sequence[tuple[Picture, int, int]]) -> Deck:
    """A deck whose indexes are found by their ink.

    An index stands at one height on all cards of a design, so its top and bottom are the design's medians, and a
    card whose ink runs into its pips gets the median width too.
    """
    boxes = [ink_box(picture, design.box) for picture, _, _ in pictures]
    middle = np.median(np.array([box for box in boxes if box is not None]), axis=0)
    faces = []
    for (picture, rank, suit), box in zip(pictures, boxes, strict=True):
        good = box is not None and box[3] - box[1] > 0.8 * (middle[3] - middle[1])
        x0, x1 = (box[0], box[2]) if box is not None and good else (float(middle[0]), float(middle[2]))
        tight = (x0, float(middle[1]), x1, float(middle[3]))
        indexes = [Index(*tight, 1.0), mirrored(tight)]
        if design.four:
            right = FACE_WIDTH - tight[2], tight[1], FACE_WIDTH - tight[0], tight[3]
            indexes += [Index(*right, 1.0), mirrored(right)]
        faces.append(Face(picture, rank, suit, tuple(indexes)))
    return Deck(name, design.licence, tuple(faces))


def sheet_deck(name: str, sheet: Picture) -> Deck:
    """Cut a drawing of 13 x 5 cards into the faces of a deck."""
    design = SHEETS[name]
    width, height = sheet.shape[1] / 13, sheet.shape[0] / 5
    pictures = []
    for column in range(13):
        for row in range(4):
            y, x = round(row * height), round(column * width)
            cut = on_white(sheet[y : round((row + 1) * height), x : round((column + 1) * width)])
            pictures.append((cut, (column + 12) % 13, row))
    return pictured_deck(name, design, pictures)


def folder_deck(name: str, folder: Path) -> Deck:
    """Load a deck that has one picture a card."""
    design = FOLDERS[name]
    pictures = []
    for path in sorted(folder.glob("??.*")):
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is not None:
            face = on_white(picture.astype(np.uint8))
            pictures.append((face, RANKS.index(path.stem[0]), SUITS.index(path.stem[1])))
    return pictured_deck(name, design, pictures)


def ink_box(face: Picture, box: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """The tight box around the marks that lie wholly within `box` (parts of the face), or None when it is empty."""
    height, width = face.shape[:2]
    x0, y0 = round(box[0] * width), round(box[1] * height)
    x1, y1 = round(box[2] * width), round(box[3] * height)
    part = face[y0:y1, x0:x1].astype(np.int16)
    paper = np.percentile(part.reshape(-1, 3), 80, axis=0)
    marks = (np.abs(part - paper).max(axis=2) > 70).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8)
    rows = []
    for k in range(1, count):
        left, top, w, h, area = (int(v) for v in stats[k])
        touches = left == 0 or (top == 0 and y0 > 4) or left + w == marks.shape[1] or top + h == marks.shape[0]
        if area >= 6 and not touches:
            rows.append((left, top, left + w, top + h))
    if not rows:
        return None
    table = np.array(rows)
    return (
        float(x0 + table[:, 0].min()),
        float(y0 + table[:, 1].min()),
        float(x0 + table[:, 2].max()),
        float(y0 + table[:, 3].max()),
    )
