"""Measures the card reader on rendered cards of designs it was not trained on, before and after enrolment.

`python -m dealer.cli.bench_designs DATA` gives these figures alone, with as many cards as asked for.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card, Rank, Suit
from dealer.cli.bench_contour import ContourReader
from dealer.cli.bench_figures import figures
from drivers.camera.enrol import enrolled
from drivers.camera.errors import DesignUnknown
from drivers.camera.read import Reader
from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, HELD_OUT, Deck, Face, folder_deck, sheet_deck
from drivers.camera.training.scenes import lone

Image = NDArray[np.uint8]

WIDTHS = (42.0, 50.0, 60.0, 75.0, 90.0, 120.0, 160.0)
"""Pixels a card at which isolated cards are rendered."""
ENOUGH = 90.0
"""The figures of the whole count the widths from here on; the curve shows the others."""


def held_out(data: Path, sheets: Path | None = None) -> tuple[Deck, ...]:
    """The designs that the model was not trained on: those among `data/art`, and those drawn on one sheet each."""
    decks = [folder_deck(name, data / "art" / name) for name in HELD_OUT if (data / "art" / name).is_dir()]
    for name in HELD_OUT:
        sheet = None if sheets is None else cv2.imread(str(sheets / f"{name}.png"), cv2.IMREAD_UNCHANGED)
        if sheet is not None:
            decks.append(sheet_deck(name, np.asarray(sheet, np.uint8)))
    return tuple(decks)


def card_of(face: Face) -> Card:
    """The card that a face shows."""
    return Card(Rank(face.rank + 2), Suit(face.suit))


def plain(face: Face) -> Image:
    """One clean look at a card on a dark ground, as enrolment asks for."""
    picture = np.full((FACE_HEIGHT + 80, FACE_WIDTH + 80, 3), (60, 80, 40), np.uint8)
    picture[40 : 40 + FACE_HEIGHT, 40 : 40 + FACE_WIDTH] = face.picture
    return picture


def corner_of(deck: Deck) -> tuple[float, float, float, float]:
    """Where a design's index stands, as parts of the card."""
    first = [face.indexes[0] for face in deck.faces]
    x0, y0, x1, y1 = np.median(np.array([(i.x0, i.y0, i.x1, i.y1) for i in first]), axis=0)
    return float(x0) / FACE_WIDTH, float(y0) / FACE_HEIGHT, float(x1) / FACE_WIDTH, float(y1) / FACE_HEIGHT


def _views(deck: Deck, width: float, times: int, seed: int) -> Iterator[tuple[Card, Image]]:
    """Each card of a deck by itself, `times` over; the same pictures for every reader."""
    rng = np.random.default_rng(seed)
    for face in deck.faces:
        for _ in range(times):
            yield card_of(face), lone(rng, face, width).picture


def isolated(
    deck: Deck, readers: Sequence[Reader], times: int, seed: int, widths: Sequence[float] = WIDTHS
) -> list[dict[float, Counter[str]]]:
    """Read each card of a deck by itself, `times` at each width; for each reader the counts by width."""
    counts = [{width: Counter[str]() for width in widths} for _ in readers]
    for width in widths:
        for card, picture in _views(deck, width, times, seed):
            for reader, count in zip(readers, counts, strict=True):
                found = [seen.card for seen in reader.read(picture).committed]
                count[width] += Counter(cards=1, right=int(card in found), wrong=sum(other != card for other in found))
    return counts


def measure_designs(data: Path, times: int = 1) -> dict[str, object]:
    """Isolated cards of unseen designs: general model and enrolled design, together and by pixels a card."""
    return figures_of(held_out(data), times)


def figures_of(decks: Sequence[Deck], times: int, seed: int = 1, widths: Sequence[float] = WIDTHS) -> dict[str, object]:
    """The same of any designs, each enrolled from one clean look a card. times: pictures of a card at each width."""
    general = Reader()
    out: dict[str, object] = {}
    total: dict[str, list[dict[float, Counter[str]]]] = {"general": [], "enrolled": []}
    for deck in decks:
        try:
            design = enrolled("bench", {card_of(face): plain(face) for face in deck.faces}, general)
        except DesignUnknown as error:
            out[deck.name] = {"not_enrolled": str(error)}
            continue
        before, after = isolated(deck, (general, Reader(design=design)), times, seed, widths)
        total["general"].append(before)
        total["enrolled"].append(after)
        out[deck.name] = {"general": _from_enough(before), "enrolled": _from_enough(after)}
    for name, each in total.items():
        out[name] = figures([counts[width] for counts in each for width in widths if width >= ENOUGH])
        out[f"{name}_by_pixels"] = {f"{width:.0f}": figures([counts[width] for counts in each]) for width in widths}
    return out


def _from_enough(counts: dict[float, Counter[str]]) -> dict[str, object]:
    return figures([count for width, count in counts.items() if width >= ENOUGH])


def measure_templates(data: Path, times: int = 1) -> dict[str, object]:
    """The same pictures read by outline and template (cut from the very design), and by the card reader (enrolled)."""
    out: dict[str, object] = {}
    for deck in held_out(data):
        contours = ContourReader({card_of(face): face.picture for face in deck.faces}, corner_of(deck))
        reader = Reader(design=enrolled("bench", {card_of(face): plain(face) for face in deck.faces}, Reader()))
        theirs, ours = Counter[str](), Counter[str]()
        took: tuple[list[float], list[float]] = ([], [])
        for card, picture in _views(deck, 120.0, times, 3):
            began = time.perf_counter()
            read = [each for each in contours.read(picture) if each is not None]
            between = time.perf_counter()
            found = [seen.card for seen in reader.read(picture).committed]
            took[0].append((between - began) * 1000)
            took[1].append((time.perf_counter() - between) * 1000)
            theirs += Counter(cards=1, right=int(card in read), wrong=sum(other != card for other in read))
            ours += Counter(cards=1, right=int(card in found), wrong=sum(other != card for other in found))
        out[deck.name] = {
            "contour_and_template": figures([theirs]) | {"ms_median": round(statistics.median(took[0]), 2)},
            "reader": figures([ours]) | {"ms_median": round(statistics.median(took[1]), 2)},
        }
    return out


def main() -> None:
    """`python -m dealer.cli.bench_designs DATA [--sheets FOLDER] [--times N]`: the figures of single cards as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--sheets", type=Path, help="folder with plastic.png (training/README.md), for a third design")
    parser.add_argument("--times", type=int, default=4, help="pictures of each card at each width")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--widths", type=float, nargs="+", default=WIDTHS, help="pixels a card")
    args = parser.parse_args()
    made = figures_of(held_out(args.data, args.sheets), args.times, args.seed, args.widths)
    sys.stdout.write(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
