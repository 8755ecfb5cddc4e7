"""Measures the card reader on rendered cards of designs it was not trained on, before and after enrolment."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import Card, Rank, Suit
from dealer.cli.bench_figures import bounds, share
from dealer.observations import Place, Zone
from drivers.camera.capture import Grabbed
from drivers.camera.design import Design
from drivers.camera.enrol import enrolled
from drivers.camera.read import Reader
from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, HELD_OUT, Deck, Face, folder_deck
from drivers.camera.training.scenes import lone
from drivers.camera.watch import Watch
from drivers.camera.zones import bounding
from drivers.mock import felt
from drivers.mock.canvas import Canvas, CardItem
from drivers.mock.felt import Habit
from drivers.mock.scene import layout
from drivers.mock.truth import Laid

Image = NDArray[np.uint8]

_WIDTHS = (60.0, 75.0, 90.0, 120.0, 160.0)
"""Pixels a card at which isolated cards are rendered."""
_TABLE = (2560, 1440)


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


def isolated(deck: Deck, reader: Reader, times: int, seed: int) -> dict[float, Counter[str]]:
    """Read each card of a deck by itself, `times` at each width; counts of right, wrong and unsure by width."""
    rng = np.random.default_rng(seed)
    counts: dict[float, Counter[str]] = {width: Counter() for width in _WIDTHS}
    for width in _WIDTHS:
        for face in deck.faces:
            for _ in range(times):
                found = reader.read(lone(rng, face, width).picture).committed
                right = any(c.card == card_of(face) for c in found)
                counts[width]["right"] += right
                counts[width]["wrong"] += sum(c.card != card_of(face) for c in found)
                counts[width]["cards"] += 1
    return counts


def figures(counts: Sequence[Counter[str]]) -> dict[str, object]:
    """Counts as JSON holds them."""
    total = sum(counts, Counter())
    cards, right, wrong = total["cards"], total["right"], total["wrong"]
    return {
        "cards": cards,
        "right": right,
        "right_percent": share(right, cards),
        "right_bounds": bounds(right, cards),
        "wrong": wrong,
        "wrong_percent": share(wrong, cards),
        "wrong_bounds": bounds(wrong, cards),
    }


def measure_designs(data: Path, times: int = 1) -> dict[str, object]:
    """Isolated cards of unseen designs: general model and enrolled design, together and by pixels a card."""
    reader = Reader()
    out: dict[str, object] = {}
    for deck in held_out(data):
        design = enrolled("bench", {card_of(face): plain(face) for face in deck.faces}, reader)
        general, known = isolated(deck, reader, times, 1), isolated(deck, Reader(design=design), times, 1)
        out[deck.name] = {
            "general": figures(list(general.values())),
            "enrolled": figures(list(known.values())),
            "by_pixels": {f"{w:.0f}": figures([general[w]]) for w in _WIDTHS},
        }
    return out


def measure_table(tables: int, design: Design | None = None) -> dict[str, object]:
    """The simulated table: 8 seats x 4 up-cards in a row on two backs, 87 pixels a card, light and focus varied."""
    reader = Reader(design=design)
    zones = layout(_TABLE, 8)
    matrix = felt.camera(_TABLE)
    canvas = Canvas(_TABLE, matrix, 1)
    rng = np.random.default_rng(4)
    counts: Counter[str] = Counter()
    for _ in range(tables):
        rows = _deal(rng)
        items: list[CardItem] = []
        for seat, cards in rows.items():
            for order, card in enumerate((None, None, *cards)):
                askew = tuple(float(v) for v in rng.normal(0, 1.8, 3))
                place = Place(Zone.SEAT, seat)
                laid = Laid(len(items), "", place, order, card is not None, bool(rng.random() < 0.3), *askew)
                items.append(CardItem(card, felt.lies(laid, Habit())))
        canvas.show(tuple(items))
        image = _faulty(canvas.image, rng)
        for zone in zones.zones:
            cards = rows.get(zone.place.seat or 0, ())
            if not cards:
                continue
            xs, ys = [p[0] for p in zone.polygon], [p[1] for p in zone.polygon]
            crop = image[max(0, int(min(ys)) - 30) : int(max(ys)) + 30, max(0, int(min(xs)) - 30) : int(max(xs)) + 30]
            found = {c.card for c in reader.read_zone(np.ascontiguousarray(crop), zones.card_width).committed}
            counts["cards"] += len(cards)
            counts["right"] += len(found & set(cards))
            counts["wrong"] += len(found - set(cards))
    return figures([counts])


def _deal(rng: np.random.Generator) -> Mapping[int, tuple[Card, ...]]:
    order = rng.permutation(52)[:32]
    cards = [Card(Rank(int(k) // 4 + 2), Suit(int(k) % 4)) for k in order]
    return {seat: tuple(cards[(seat - 1) * 4 : seat * 4]) for seat in range(1, 9)}


def _faulty(image: Image, rng: np.random.Generator) -> Image:
    """Light and focus as they go wrong on real tables, within what still counts as a working camera."""
    out = image
    if rng.random() < 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    gains = float(rng.uniform(0.5, 1.15)) * np.exp(rng.normal(0, 0.06, 3))
    steps = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    out = np.asarray(cv2.LUT(out, steps[:, None, :]), np.uint8)
    noise = rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(1, 6))
    return np.asarray(np.clip(out + noise, 0, 255), np.uint8)


def measure_speed(rounds: int = 15) -> dict[str, float]:
    """Median milliseconds: a frame of a still table, a seat's row of four, a whole 1080p picture, one card alone."""
    reader = Reader()
    zones = layout(_TABLE, 8)
    canvas = Canvas(_TABLE, felt.camera(_TABLE), 1)
    rows = _deal(np.random.default_rng(4))
    place = Place(Zone.SEAT, 1)
    items = [CardItem(card, felt.lies(Laid(k, "", place, k, face_up=True), Habit())) for k, card in enumerate(rows[1])]
    canvas.show(tuple(items))
    image = canvas.image.copy()
    watch = Watch(zones, reader)
    for k in range(10):
        watch.step(Grabbed(image, k, k * 0.1))
    small = np.asarray(cv2.resize(image, (1920, 1080), interpolation=cv2.INTER_AREA), np.uint8)
    polygon = zones.zones[0].polygon
    x0, y0, x1, y1 = bounding(polygon, _TABLE, 30)
    row = np.ascontiguousarray(image[y0:y1, x0:x1])
    card = np.ascontiguousarray(row[:, : row.shape[1] // 3])
    jobs: dict[str, Callable[[], object]] = {
        "still_frame": lambda: watch.step(Grabbed(image, 99, 99.0)),
        "seat_of_four": lambda: reader.read_zone(row, zones.card_width),
        "whole_1080p": lambda: reader.read(small),
        "one_card": lambda: reader.read_zone(card, zones.card_width),
    }
    return {name: _median(job, rounds) for name, job in jobs.items()}


def _median(job: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        job()
        times.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(times), 2)
