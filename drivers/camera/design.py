"""What the cards of one make look like to the index net, learned from one look at each of its 52 cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from drivers.camera.errors import DesignUnknown

Floats = NDArray[np.float32]

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


_KEEP = 0.02
"""How strongly a fit is held to what the general model says: one look at a card is not much."""
_STEPS = 120
_PACE = 0.5


@dataclass(frozen=True, slots=True)
class Design:
    """An enrolled make of cards: what is added to the general model's scores.

    ranks (13, F + 1), suits (4, F + 1): weights of the net's features, and of one.
    """

    name: str
    ranks: Floats
    suits: Floats

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
        with np.load(path, allow_pickle=False) as file:
            parts = [np.asarray(file[key], np.float32) for key in ("ranks", "suits")]
    except FileNotFoundError as error:
        known = ", ".join(list_designs(folder)) or "none"
        raise DesignUnknown(f"design {name!r} is not enrolled (enrolled: {known})") from error
    except (OSError, ValueError, KeyError) as error:
        raise DesignUnknown(f"{path}: the design is damaged; enrol it again") from error
    return Design(name, *parts)


def save_design(design: Design, folder: Path | None = None) -> Path:
    """Keep a design; one of the same name is replaced."""
    place = folder or designs_folder()
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{_checked(design.name)}.npz"
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, ranks=design.ranks, suits=design.suits)
    part.replace(path)
    return path


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DesignUnknown(f"{name!r} is no name of a design; use small letters, digits, - and _")
    return name
