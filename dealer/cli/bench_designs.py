"""Measures the card reader on rendered cards of designs it was not trained on, before and after enrolment."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card, Rank, Suit
from dealer.cli.bench_contour import ContourReader
from dealer.cli.bench_figures import figures
from drivers.camera.enrol import enrolled
from drivers.camera.errors import DesignUnknown
from drivers.camera.read import Reader
from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, HELD_OUT, Deck, Face, folder_deck
from drivers.camera.training.scenes import lone

Image = NDArray[np.uint8]

WIDTHS = (42.0, 50.0, 60.0, 75.0, 90.0, 120.0, 160.0)
"""Pixels a card at which isolated cards are rendered."""
ENOUGH = 90.0
"""The figures of the whole count the widths from here on; the curve shows the others."""


def held_out(data: Path) -> tuple[Deck, ...]:
    """The designs among `data/art` that the model was not trained on."""
    return tuple(folder_deck(name, data / "art" / name) for name in HELD_OUT if (data / "art" / name).is_dir())


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


def isolated(deck: Deck, readers: Sequence[Reader], times: int, seed: int) -> list[dict[float, Counter[str]]]:
    """Read each card of a deck by itself, `times` at each width; for each reader the counts by width."""
    counts = [{width: Counter[str]() for width in WIDTHS} for _ in readers]
    for width in WIDTHS:
        for card, picture in _views(deck, width, times, seed):
            for reader, count in zip(readers, counts, strict=True):
                found = [seen.card for seen in reader.read(picture).committed]
                count[width] += Counter(cards=1, right=int(card in found), wrong=sum(other != card for other in found))
    return counts


def measure_designs(data: Path, times: int = 1) -> dict[str, object]:
    """Isolated cards of unseen designs: general model and enrolled design, together and by pixels a card."""
    general = Reader()
    out: dict[str, object] = {}
    total: dict[str, list[dict[float, Counter[str]]]] = {"general": [], "enrolled": []}
    for deck in held_out(data):
        try:
            design = enrolled("bench", {card_of(face): plain(face) for face in deck.faces}, general)
        except DesignUnknown as error:
            out[deck.name] = {"not_enrolled": str(error)}
            continue
        before, after = isolated(deck, (general, Reader(design=design)), times, 1)
        total["general"].append(before)
        total["enrolled"].append(after)
        out[deck.name] = {"general": _from_enough(before), "enrolled": _from_enough(after)}
    for name, decks in total.items():
        out[name] = figures([counts[width] for counts in decks for width in WIDTHS if width >= ENOUGH])
        out[f"{name}_by_pixels"] = {f"{width:.0f}": figures([counts[width] for counts in decks]) for width in WIDTHS}
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
