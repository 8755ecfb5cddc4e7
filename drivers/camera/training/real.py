"""Harvests index patches from photographs whose cards are labelled by box, by asking the nets trained so far."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.errors import PictureUnreadable
from drivers.camera.images import load_picture
from drivers.camera.read import MODEL, Reader
from drivers.camera.training.designs import RANKS, SUITS
from drivers.camera.witness import Witness

SIDE = 88
"""Pixels of a harvested crop; the index stands in its middle, HEIGHT high."""
HEIGHT = 30.0
NO_RANK, NO_SUIT, ANY_SUIT = 13, 4, -1
_MANY = 100
_UNLABELLED = 0.6

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float]


def crop(picture: Image, x: float, y: float, height: float) -> Image:
    """The surroundings of an index, brought to one size but not turned."""
    share = HEIGHT / height
    reach = int(SIDE / share / 2) + 2
    x0, y0 = int(x) - reach, int(y) - reach
    padded = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    part = padded[y0 + reach : y0 + 3 * reach, x0 + reach : x0 + 3 * reach]
    sized = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR)
    cx, cy = (x - x0) * share, (y - y0) * share
    move = np.array([[1.0, 0, SIDE / 2 - cx], [0, 1.0, SIDE / 2 - cy]])
    return np.asarray(cv2.warpAffine(sized, move, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def label_of(witness: Witness, labels: Sequence[str], boxes: Sequence[Box]) -> tuple[int, int] | None:
    """The rank and suit that a witness must be, or None when that is not clear.

    Only the labels whose box holds the index can be meant; the nets choose among those, and must not be torn.
    """
    spot = witness.spot
    inside = [
        label
        for label, (x0, y0, x1, y1) in zip(labels, boxes, strict=True)
        if x0 <= spot.x <= x1 and y0 <= spot.y <= y1
    ]
    if not inside:
        # What reads as a card may be one that nobody labelled; the rest is cloth, print and hands.
        return None if witness.confidence > _UNLABELLED else (NO_RANK, NO_SUIT)
    table = witness.cards.reshape(13, 4)
    chances = []
    for label in inside:
        rank = RANKS.index(label[0])
        chances.append(float(table[rank].sum() if label[1] == "?" else table[rank, SUITS.index(label[1])]))
    best = int(np.argmax(chances))
    rest = sum(chances) - chances[best]
    if chances[best] < 0.02 or rest > 0.1 * chances[best]:
        return None
    label = inside[best]
    return RANKS.index(label[0]), ANY_SUIT if label[1] == "?" else SUITS.index(label[1])


def harvested(data: Path, source: str, every: int, reader: Reader) -> Iterator[tuple[Image, Witness, int, int]]:
    """Crops of one source of photographs, with rank and suit."""
    with (data / "cards.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] == source and row["complete"] == "1"]
    for row in rows[:: every if len(rows) > _MANY else 1]:
        boxes = [tuple(float(v) for v in text.split()) for text in row["boxes"].split(";") if text]
        labels = row["labels"].split(";")
        if len(boxes) != len(labels):
            continue
        try:
            picture = load_picture(data / row["path"])
        except PictureUnreadable:
            continue
        for witness in reader.witnesses(picture):
            known = label_of(witness, labels, [(b[0], b[1], b[2], b[3]) for b in boxes])
            if known is not None:
                yield crop(picture, witness.spot.x, witness.spot.y, witness.spot.height), witness, *known


def main() -> None:
    """`python -m drivers.camera.training.real --data DIR --out FILE --source NAME...`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--source", nargs="+", default=["rf100_poker_cards", "edje_pinochle", "bidly_fans"])
    parser.add_argument("--every", type=int, default=2, help="of a source with more than a hundred pictures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(args.model)
    crops, ups, ranks, suits, sources = [], [], [], [], []
    for source in args.source:
        for picture, witness, rank, suit in harvested(args.data, source, args.every, reader):
            crops.append(picture)
            ups.append(witness.spot.up)
            ranks.append(rank)
            suits.append(suit)
            sources.append(source)
    np.savez(
        args.out,
        crops=np.stack(crops),
        ups=np.array(ups),
        ranks=np.array(ranks),
        suits=np.array(suits),
        sources=np.array(sources),
    )


if __name__ == "__main__":
    main()
