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


@dataclass(frozen=True, slots=True)
class Design:
    """An enrolled make of cards.

    ranks (13, F), suits (4, F): the mean features of each.  whiten (F, F): turns differences of features so that
    what varies from look to look counts little.
    """

    name: str
    ranks: Floats
    suits: Floats
    whiten_rank: Floats
    whiten_suit: Floats

    def scores(self, features: Floats) -> tuple[Floats, Floats]:
        """Log probabilities of 13 ranks and 4 suits for each row of features."""
        return _scores(features, self.ranks, self.whiten_rank), _scores(features, self.suits, self.whiten_suit)


def fit(name: str, features: Floats, cards: NDArray[np.int64]) -> Design:
    """Make a design from the features of many looks; cards: Card.index of each look."""
    ranks, suits = cards // 4, cards % 4
    rank_means = np.stack([features[ranks == k].mean(axis=0) for k in range(13)])
    suit_means = np.stack([features[suits == k].mean(axis=0) for k in range(4)])
    return Design(
        name,
        rank_means.astype(np.float32),
        suit_means.astype(np.float32),
        _whitener(features - rank_means[ranks]),
        _whitener(features - suit_means[suits]),
    )


def _whitener(rest: Floats) -> Floats:
    """The inverse square root of the covariance within classes, drawn towards a round one."""
    covariance = np.cov(rest.T.astype(np.float64))
    round_one = np.eye(len(covariance)) * np.trace(covariance) / len(covariance)
    values, vectors = np.linalg.eigh(0.8 * covariance + 0.2 * round_one)
    return np.asarray(vectors / np.sqrt(np.maximum(values, 1e-9)), np.float32)


def _scores(features: Floats, means: Floats, whiten: Floats) -> Floats:
    turned, centres = features @ whiten, means @ whiten
    distance = ((turned[:, None, :] - centres[None]) ** 2).sum(axis=2)
    # The distances of many dimensions are overconfident; their scale is brought to that of one in eight.
    logits = -distance / 16
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


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
            parts = [np.asarray(file[key], np.float32) for key in ("ranks", "suits", "whiten_rank", "whiten_suit")]
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
    np.savez_compressed(
        part,
        ranks=design.ranks,
        suits=design.suits,
        whiten_rank=design.whiten_rank,
        whiten_suit=design.whiten_suit,
    )
    part.replace(path)
    return path


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DesignUnknown(f"{name!r} is no name of a design; use small letters, digits, - and _")
    return name
