"""What the cards of one make look like, learned from one look at each: to the index net, and their whole faces."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from drivers.camera.errors import DesignUnknown

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

FACE_WIDTH, FACE_HEIGHT = 64, 90
"""Pixels of a face as it is kept: from the outer edge of one index to the outer edge of the other."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


_DAMAGED = (OSError, EOFError, ValueError, TypeError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a file leads to that is cut, has wrong bytes in it, or holds something else."""
_KEEP = 0.02
"""How strongly a fit is held to what the general model says: one look at a card is not much."""
_STEPS = 120
_PACE = 0.5


@dataclass(frozen=True, slots=True)
class Faces:
    """The 52 faces of a make and where their indexes stand.

    pictures: (52, FACE_HEIGHT, FACE_WIDTH, 3) by Card.index.  across, along: the way from the middle of an index to
    the middle of the card, in half widths of the face.  index: the height of an index in the same measure.
    """

    pictures: Image
    across: float
    along: float
    index: float


@dataclass(frozen=True, slots=True)
class Design:
    """An enrolled make of cards: what is added to the general model's scores, and its faces.

    ranks (13, F + 1), suits (4, F + 1): weights of the net's features, and of one.
    faces: None in a make that was enrolled before faces were kept; its cards are read by their indexes alone.
    """

    name: str
    ranks: Floats
    suits: Floats
    faces: Faces | None = None

    @property
    def width(self) -> int:
        """How many features the net gave with which it was enrolled."""
        return int(self.ranks.shape[1]) - 1

    def scores(self, features: Floats) -> tuple[Floats, Floats]:
        """What to add to the scores of 13 ranks and 4 suits for each row of features."""
        wide = _with_one(features)
        return np.asarray(wide @ self.ranks.T, np.float32), np.asarray(wide @ self.suits.T, np.float32)


def fit(name: str, rows: Floats, cards: NDArray[np.int64]) -> Design:
    """Make a design from the net's rows (14 rank scores, 5 suit scores, features) of many looks.

    cards: Card.index of each look.
    """
    features = rows[:, 19:]
    return Design(
        name, _correction(rows[:, :13], features, cards // 4), _correction(rows[:, 14:18], features, cards % 4)
    )


def _correction(scores: Floats, features: Floats, truth: NDArray[np.int64]) -> Floats:
    """The smallest weights that make the scores say the truth with a margin (gradient descent from none)."""
    wide = _with_one(features)
    scale = float(np.sqrt((wide**2).mean())) + 1e-6
    wide /= scale
    target = np.eye(scores.shape[1], dtype=np.float32)[truth]
    weights = np.zeros((scores.shape[1], wide.shape[1]), np.float32)
    for _ in range(_STEPS):
        logits = scores + wide @ weights.T
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        weights -= _PACE * ((chances - target).T @ wide / len(wide) + _KEEP / len(wide) * weights)
    return np.asarray(weights / scale, np.float32)


def _with_one(features: Floats) -> Floats:
    return np.hstack([features, np.ones((len(features), 1), np.float32)])


def designs_folder() -> Path:
    """Where the designs enrolled on this machine are kept."""
    return platformdirs.user_data_path("stud-dealer") / "designs"


def list_designs(folder: Path | None = None) -> tuple[str, ...]:
    """The names of the enrolled designs."""
    return tuple(sorted(path.stem for path in (folder or designs_folder()).glob("*.npz")))


def load_design(name: str, folder: Path | None = None) -> Design:
    """Load an enrolled design. Raises DesignUnknown."""
    path = (folder or designs_folder()) / f"{_checked(name)}.npz"
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            ranks, suits = _weights(file["ranks"], 13), _weights(file["suits"], 4)
            if ranks.shape[1] != suits.shape[1]:
                raise ValueError("ranks and suits are of different nets")
            faces = _faces(file["faces"], file["places"]) if "faces" in file else None
    except FileNotFoundError as error:
        known = ", ".join(list_designs(folder)) or "none"
        raise DesignUnknown(f"design {name!r} is not enrolled (enrolled: {known})") from error
    except _DAMAGED as error:
        raise DesignUnknown(f"{path}: the design is damaged; enrol it again") from error
    return Design(name, ranks, suits, faces)


def save_design(design: Design, folder: Path | None = None) -> Path:
    """Keep a design; one of the same name is replaced."""
    place = folder or designs_folder()
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{_checked(design.name)}.npz"
    part = path.with_suffix(".part.npz")
    kept: dict[str, NDArray[np.generic]] = {"ranks": design.ranks, "suits": design.suits}
    if design.faces is not None:
        faces = design.faces
        kept |= {"faces": faces.pictures, "places": np.array((faces.across, faces.along, faces.index))}
    np.savez_compressed(part, allow_pickle=False, **kept)
    part.replace(path)
    return path


def _weights(table: NDArray[np.generic], rows: int) -> Floats:
    """Raises ValueError when they are none."""
    if table.dtype.kind != "f" or table.ndim != 2 or len(table) != rows or not np.isfinite(table).all():
        raise ValueError("the weights are no table of numbers")
    return np.asarray(table, np.float32)


def _faces(pictures: NDArray[np.generic], places: NDArray[np.generic]) -> Faces:
    """Raises ValueError when they are none."""
    across, along, index = (float(value) for value in np.asarray(places, np.float64))
    stand = np.isfinite(places).all() and min(across, along, index) > 0
    if pictures.shape != (52, FACE_HEIGHT, FACE_WIDTH, 3) or pictures.dtype != np.uint8 or not stand:
        raise ValueError("the faces are not 52 small pictures")
    return Faces(np.asarray(pictures, np.uint8), across, along, index)


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DesignUnknown(f"{name!r} is no name of a design; use small letters, digits, - and _")
    return name
