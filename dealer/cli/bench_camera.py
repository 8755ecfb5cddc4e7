"""Measures the card reader on labelled photographs: right, wrong, unsure, by source, with bounds; and its speed."""

from __future__ import annotations

import csv
import math
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from dealer.cli.bench_designs import measure_designs, measure_templates
from dealer.cli.bench_figures import bounds, share
from dealer.cli.bench_table import measure_contours, measure_memory, measure_rows, measure_speed, measure_widths
from drivers.camera.errors import PictureUnreadable
from drivers.camera.images import load_picture
from drivers.camera.judge import FoundCard
from drivers.camera.read import Reader

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with the cards that lie in it. A label `9?` knows the rank only; boxes may be missing.

    whole: the boxes hold whole cards, not the index alone.  complete: every card in the picture is labelled.
    """

    path: Path
    source: str
    labels: tuple[str, ...]
    boxes: tuple[Box, ...]
    whole: bool
    complete: bool
    overlap: bool


@dataclass(slots=True)
class Tally:
    """Counts of one source."""

    pictures: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    ms: list[float] = field(default_factory=list)

    def row(self) -> dict[str, float | int | list[float]]:
        """The figures as JSON holds them; shares in per cent with 95 % bounds."""
        missed = max(0, self.cards - self.right - self.unsure)
        return {
            "pictures": self.pictures,
            "cards": self.cards,
            "right": self.right,
            "right_percent": share(self.right, self.cards),
            "right_bounds": list(bounds(self.right, self.cards)),
            "wrong": self.wrong,
            "wrong_percent": share(self.wrong, self.cards),
            "wrong_bounds": list(bounds(self.wrong, self.cards)),
            "unsure": self.unsure,
            "missed": missed,
            "ms_median": round(statistics.median(self.ms), 1) if self.ms else 0.0,
        }


def labelled(data: Path) -> Iterator[Labelled]:
    """The photographs listed in `cards.csv`."""
    with (data / "cards.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["kind"] != "photo":
                continue
            boxes = tuple(_box(text) for text in row["boxes"].split(";") if text)
            yield Labelled(
                path=data / row["path"],
                source=row["source"],
                labels=tuple(row["labels"].split(";")),
                boxes=boxes,
                whole=row["box_kind"] == "card",
                complete=row["complete"] == "1",
                overlap=row["overlap"] == "1",
            )


def _box(text: str) -> Box:
    x0, y0, x1, y1 = (float(v) for v in text.split())
    return x0, y0, x1, y1


def _fits(label: str, name: str) -> bool:
    return label == name or (label[1:] == "?" and label[0] == name[0])


def _touches(box: Box, card: FoundCard, *, whole: bool) -> bool:
    """True when one of the card's indexes lies in the box (with some room around a small one)."""
    x0, y0, x1, y1 = box
    room = 0.05 * max(x1 - x0, y1 - y0) if whole else 0.6 * max(x1 - x0, y1 - y0)
    return any(x0 - room <= x <= x1 + room and y0 - room <= y <= y1 + room for x, y in card.indexes)


def _away(boxes: tuple[Box, ...], card: FoundCard) -> float:
    """How far the middle of a card's indexes is from the nearest box's middle, in pixels; 0 without boxes."""
    x, y = (sum(place[k] for place in card.indexes) / len(card.indexes) for k in (0, 1))
    return min((math.dist((x, y), ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2)) for b in boxes), default=0.0)


def _lying(picture: Labelled) -> list[tuple[str, tuple[Box, ...]]]:
    """The cards that lie in a picture, each with its boxes.

    Where the boxes hold single indexes, a card that shows both its ends is labelled twice and is still one card.
    """
    placed = len(picture.boxes) == len(picture.labels)
    boxes = picture.boxes if placed else ()
    if picture.whole or not placed:
        return [(label, boxes[k : k + 1]) for k, label in enumerate(picture.labels)]
    cards: dict[str, list[Box]] = {}
    for label, box in zip(picture.labels, boxes, strict=True):
        cards.setdefault(label, []).append(box)
    return [(label, tuple(held)) for label, held in cards.items()]


def score(picture: Labelled, cards: tuple[FoundCard, ...], tally: Tally) -> list[str]:
    """Count a picture's cards; returns one line for each committed card that is not there."""
    left = dict(enumerate(_lying(picture)))
    wrong = []
    tally.pictures += 1
    tally.cards += len(left)
    for card in (c for c in cards if c.card is not None):
        fits = [
            k
            for k, (label, boxes) in left.items()
            if _fits(label, str(card.card))
            and (not boxes or any(_touches(box, card, whole=picture.whole) for box in boxes))
        ]
        if fits:
            tally.right += 1
            # Of two that could be meant (two nines whose suits nobody wrote down), the nearer one.
            del left[min(fits, key=lambda k: _away(left[k][1], card))]
        elif picture.complete or any(_touches(box, card, whole=picture.whole) for box in picture.boxes):
            tally.wrong += 1
            wrong.append(f"{picture.path.name}: {card.card} ({card.confidence:.3f}) at {card.indexes}")
    asked = sum(card.card is None for card in cards)
    tally.unsure += min(asked, len(left))
    return wrong


def data_folder() -> Path | None:
    """The labelled pictures: STUD_DATA, or the folder that lies beside a checkout; None when there is neither."""
    named = os.environ.get("STUD_DATA")
    data = Path(named) if named else Path(__file__).parents[2].parent / "shared" / "data"
    return data if (data / "cards.csv").is_file() else None


def measure_camera() -> dict[str, object]:
    """What takes a few minutes of the card reader's figures; without labelled pictures, the simulated table alone."""
    return _measured(every=8, cards=640, times=1, frames=2_000)


def measure_camera_in_full() -> dict[str, object]:
    """All figures of the card reader: every photograph, 20,000 cards on tables, 50,000 frames. About an hour."""
    return _measured(every=1, cards=20_000, times=4, frames=50_000)


def _measured(*, every: int, cards: int, times: int, frames: int) -> dict[str, object]:
    """every: of the photographs.  cards: on simulated tables.  times: looks at each card of an unseen design."""
    measures: dict[str, Callable[[], object]] = {
        "speed": measure_speed,
        "still_table": lambda: measure_memory(frames),
        "rows_on_the_table": lambda: measure_rows(cards),
        "rows_by_pixels": lambda: measure_widths(max(2, cards // 640)),
        "rows_by_contours": measure_contours,
    }
    out: dict[str, object] = {}
    data = data_folder()
    if data is None:
        out["note"] = "no labelled pictures: set STUD_DATA to measure photographs and unseen designs"
        click.echo(out["note"], err=True)
    else:
        measures |= {
            "unseen_designs": lambda: measure_designs(data, times),
            "unseen_designs_by_contours": lambda: measure_templates(data),
            "photographs": lambda: measure_photographs(data, every=every),
        }
    for place, (name, measure) in enumerate(measures.items(), start=1):
        click.echo(f"camera, {place} of {len(measures)}: {name.replace('_', ' ')}", err=True)
        out[name] = measure()
    return out


def measure_photographs(
    data: Path, *, every: int = 1, progress: Callable[[int], None] | None = None, wrong: list[str] | None = None
) -> dict[str, object]:
    """Read every `every`-th labelled photograph and give the figures by source, isolated and overlapped apart."""
    reader = Reader()
    tallies: dict[str, Tally] = {}
    began = time.monotonic()
    for number, picture in enumerate(labelled(data)):
        if number % every and picture.source != "bidly_fans":
            continue
        try:
            image = load_picture(picture.path)
        except PictureUnreadable:
            continue
        reading = reader.read(image)
        kind = "overlapped" if picture.overlap else "isolated"
        tally = tallies.setdefault(f"{picture.source} {kind}", Tally())
        tally.ms.append(reading.ms)
        lines = score(picture, reading.cards, tally)
        if wrong is not None:
            wrong.extend(lines)
        if progress is not None:
            progress(number)
    return {
        "sources": {name: tally.row() for name, tally in sorted(tallies.items())},
        "seconds": round(time.monotonic() - began, 1),
    }
