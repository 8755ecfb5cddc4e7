"""Renders scenes into files (JPEG bytes and labels) that the two trainings read while more are being rendered."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.training.designs import FOLDERS, HELD_OUT, SHEETS, Deck, Picture, folder_deck, sheet_deck
from drivers.camera.training.faces import drawn_deck, letterings, suit_fonts
from drivers.camera.training.printed import printed
from drivers.camera.training.scenes import LABEL_FIELDS, render

SCENES_A_SHARD = 400


def pictured(art: tuple[Path, ...]) -> list[Deck]:
    """All pictured decks found below the folders in `art` (`NAME.png` sheets, `NAME/Ks.webp` folders)."""
    decks = []
    for name in SHEETS:
        for root in art:
            sheet = (
                cv2.imread(str(root / f"{name}.png"), cv2.IMREAD_UNCHANGED)
                if (root / f"{name}.png").is_file()
                else None
            )
            if sheet is not None:
                decks.append(sheet_deck(name, sheet.astype(np.uint8)))
    for name in FOLDERS:
        for root in art:
            if (root / name / "SOURCE.txt").exists() or (root / name / "2c.png").exists():
                decks.append(folder_deck(name, root / name))
    return decks


def decks_for(art: tuple[Path, ...], drawn: int, seed: int) -> tuple[list[Deck], list[Deck]]:
    """The decks to train on and the decks held out."""
    known = pictured(art)
    train = [deck for deck in known if deck.name not in HELD_OUT]
    held = [deck for deck in known if deck.name in HELD_OUT]
    fonts = letterings()
    signs = suit_fonts(fonts)
    courts: list[Picture] = [face.picture for deck in train for face in deck.faces if 9 <= face.rank <= 11]
    train += [drawn_deck(f"drawn-{k}", seed + k, fonts, signs, courts) for k in range(drawn)]
    return train, held


def write(path: Path, decks: list[Deck], scenes: int, seed: int) -> None:
    """Render one file of scenes."""
    rng = np.random.default_rng(seed)
    blobs, rows, counts = [], [], []
    for _ in range(scenes):
        scene = render(rng, decks, printed)
        done, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 99))])
        if not done:
            raise OSError("the picture could not be packed as JPEG")
        blobs.append(np.asarray(data, np.uint8).ravel())
        rows.append(scene.labels)
        counts.append(len(scene.labels))
    whole = path.with_suffix(".part.npz")
    np.savez(
        whole, data=np.concatenate(blobs), sizes=[len(b) for b in blobs], labels=np.concatenate(rows), counts=counts
    )
    whole.rename(path)


class Scenes:
    """All scenes of some folders, re-listed on demand; decoded one at a time."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._seen: set[Path] = set()
        self._items: list[tuple[NDArray[np.uint8], NDArray[np.float32]]] = []
        self.refresh()

    def refresh(self) -> None:
        """Take in the files that were written since."""
        for path in (p for folder in self._folders for p in sorted(folder.glob("*.npz"))):
            if path in self._seen or ".part" in path.name:
                continue
            self._seen.add(path)
            with np.load(path) as file:
                data, sizes, labels, counts = (file[name] for name in ("data", "sizes", "labels", "counts"))
            ends, stops = np.cumsum(sizes), np.cumsum(counts)
            for end, size, stop, count in zip(ends, sizes, stops, counts, strict=True):
                self._items.append((data[end - size : end], labels[stop - count : stop]))

    def __len__(self) -> int:
        return len(self._items)

    def scene(self, number: int) -> tuple[Picture, NDArray[np.float32]]:
        """The picture (BGR) and the labels of one scene."""
        blob, labels = self._items[number]
        picture = cv2.imdecode(blob, cv2.IMREAD_COLOR)
        if picture is None:
            raise OSError("a stored scene is damaged; render it again")
        return picture.astype(np.uint8), labels.reshape(-1, len(LABEL_FIELDS))

    def draws(self, rng: np.random.Generator) -> Iterator[tuple[Picture, NDArray[np.float32]]]:
        """Scenes at random, without end."""
        while True:
            yield self.scene(int(rng.integers(len(self._items))))


def main() -> None:
    """Render shards: `python -m drivers.camera.training.shards --out DIR --art DIR... --shards N`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--art", type=Path, nargs="+", required=True)
    parser.add_argument("--shards", type=int, default=80)
    parser.add_argument("--drawn", type=int, default=120)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    train, held = decks_for(tuple(args.art), args.drawn, args.seed)
    pictured_decks = [deck for deck in train if not deck.name.startswith("drawn")]
    weighted = train + pictured_decks * max(1, round(args.drawn / max(1, len(pictured_decks)) * 0.6))
    for name, decks, count in (("held", held, 4), ("train", weighted, args.shards)):
        folder = args.out / name
        folder.mkdir(parents=True, exist_ok=True)
        for k in range(count):
            path = folder / f"{k:04d}.npz"
            if not path.exists():
                write(path, decks, SCENES_A_SHARD, args.seed * 100_000 + k + (50_000 if name == "held" else 0))


if __name__ == "__main__":
    main()
