"""Measures the card reader at the simulated table: rows of up-cards, the time for a change, a still table's cost."""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import DECK, Card
from dealer.cli.bench_contour import ContourReader
from dealer.cli.bench_figures import figures
from dealer.observations import Place, Zone
from drivers.camera.capture import Grabbed
from drivers.camera.design import Design
from drivers.camera.enrol import enrolled
from drivers.camera.read import Reader
from drivers.camera.watch import Watch
from drivers.camera.zones import TableLayout, bounding
from drivers.mock import faces, felt
from drivers.mock.canvas import Canvas, CardItem
from drivers.mock.enrolment import card_pictures
from drivers.mock.felt import Habit
from drivers.mock.scene import layout
from drivers.mock.truth import Laid

Image = NDArray[np.uint8]
Rows = Mapping[int, tuple[Card, ...]]

TABLE = (2752, 1548)
"""The picture's size at which a card on the simulated table is at least 90 pixels wide."""
_SIZES = ((1664, 936), (1920, 1080), (2304, 1296), TABLE)
_SEATS = 8
_FRAME = 1 / 15
_INDEX_CORNER = (0.02, 0.02, 0.17, 0.27)
"""Where the index of the simulated table's own make stands, as parts of the card."""


def measure_rows(cards: int, seed: int = 4) -> dict[str, object]:
    """8 seats with 4 up-cards in a row on two backs, light and focus varied: general model, then the enrolled make."""
    zones = layout(TABLE, _SEATS)
    design = _enrolled()
    counts = {"general": Counter[str](), "enrolled": Counter[str]()}
    readers = {"general": Reader(), "enrolled": Reader(design=design)}
    # The enrolled make is the house's own and is asked for every card; the general model for a tenth of them.
    for number, (image, rows) in enumerate(_tables(TABLE, -(-cards // 32), seed)):
        for name, reader in readers.items():
            if name == "enrolled" or number % 10 == 0:
                counts[name] += _read_rows(image, rows, zones, reader)
    return {"card_pixels": round(zones.card_width, 1)} | {name: figures([count]) for name, count in counts.items()}


def measure_widths(tables: int, seed: int = 5) -> dict[str, object]:
    """The same with the enrolled make, at several sizes of the picture: by pixels a card."""
    reader = Reader(design=_enrolled())
    out: dict[str, object] = {}
    for size in _SIZES:
        zones = layout(size, _SEATS)
        counts: Counter[str] = Counter()
        for image, rows in _tables(size, tables, seed):
            counts += _read_rows(image, rows, zones, reader)
        out[f"{zones.card_width:.0f}"] = figures([counts])
    return out


def _enrolled() -> Design:
    return enrolled("bench", card_pictures(), Reader())


def _tables(size: tuple[int, int], count: int, seed: int) -> Iterator[tuple[Image, Rows]]:
    """Pictures of freshly dealt tables as a camera gives them."""
    canvas = Canvas(size, felt.camera(size), 1)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        rows = _deal(rng)
        items: list[CardItem] = []
        for seat, cards in rows.items():
            for order, card in enumerate((None, None, *cards)):
                askew = tuple(float(v) for v in rng.normal(0, 1.8, 3))
                place = Place(Zone.SEAT, seat)
                laid = Laid(len(items), "", place, order, card is not None, bool(rng.random() < 0.3), *askew)
                items.append(CardItem(card, felt.lies(laid, Habit())))
        canvas.show(tuple(items))
        yield _faulty(canvas.image, rng), rows


def _read_rows(image: Image, rows: Rows, zones: TableLayout, reader: Reader) -> Counter[str]:
    """Read each seat's zone as the table's watch does."""
    counts: Counter[str] = Counter()
    for zone in zones.zones:
        cards = rows.get(zone.place.seat or 0, ())
        if not cards:
            continue
        x0, y0, x1, y1 = bounding(zone.polygon, zones.size, 0.35 * zones.card_width)
        found = {c.card for c in reader.read_zone(image[y0:y1, x0:x1], zones.card_width).committed}
        counts["cards"] += len(cards)
        counts["right"] += len(found & set(cards))
        counts["wrong"] += len(found - set(cards))
    return counts


def _deal(rng: np.random.Generator) -> Rows:
    order = rng.permutation(52)[: 4 * _SEATS]
    cards = [DECK[int(k)] for k in order]
    return {seat: tuple(cards[(seat - 1) * 4 : seat * 4]) for seat in range(1, _SEATS + 1)}


def _faulty(image: Image, rng: np.random.Generator) -> Image:
    """Light and focus as they go wrong on real tables, within what still counts as a working camera."""
    out = image
    if rng.random() < 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    gains = float(rng.uniform(0.5, 1.15)) * np.exp(rng.normal(0, 0.06, 3))
    steps = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    out = np.asarray(cv2.LUT(out, steps[:, None, :]), np.uint8)
    grain = rng.standard_normal((out.shape[0] // 2, out.shape[1], 3), np.float32) * np.float32(rng.uniform(1, 6))
    return np.asarray(np.clip(out + np.concatenate([grain, grain[:, ::-1]]), 0, 255), np.uint8)


def measure_contours(tables: int = 3) -> dict[str, object]:
    """The same frames read by outline and template, the templates cut from the same make, beside the card reader."""
    zones = layout(TABLE, _SEATS)
    contours = ContourReader({card: faces.face(card)[..., :3] for card in DECK}, _INDEX_CORNER)
    reader = Reader(design=_enrolled())
    plain, ours = Counter[str](), Counter[str]()
    took: dict[str, list[float]] = {"contour_ms": [], "reader_ms": []}
    for image, rows in _tables(TABLE, tables, 6):
        there = {card for cards in rows.values() for card in cards}
        began = time.perf_counter()
        found = {card for card in contours.read(image) if card is not None}
        took["contour_ms"].append((time.perf_counter() - began) * 1000)
        plain += Counter(cards=len(there), right=len(found & there), wrong=len(found - there))
        began = time.perf_counter()
        ours += _read_rows(image, rows, zones, reader)
        took["reader_ms"].append((time.perf_counter() - began) * 1000)
    return {
        "contour_and_template": figures([plain]),
        "reader": figures([ours]),
        **{name: round(statistics.median(each), 1) for name, each in took.items()},
    }


def measure_speed(rounds: int = 15) -> dict[str, float]:
    """Median milliseconds: a still frame, a seat's row of four, a whole 1080p picture, a card alone, a change.

    The row and the card are read with the general model and with the enrolled make, whose faces are looked at.
    """
    reader, own = Reader(), Reader(design=_enrolled())
    zones = layout(TABLE, _SEATS)
    image = _with_a_row(TABLE)
    watch = Watch(zones, reader)
    for k in range(10):
        watch.step(Grabbed(image, k, k * 0.1))
    full, _ = next(_tables((1920, 1080), 1, 7))
    x0, y0, x1, y1 = bounding(zones.zones[0].polygon, TABLE, 0.35 * zones.card_width)
    row = image[y0:y1, x0:x1]
    card = card_pictures()[DECK[0]]
    jobs: dict[str, Callable[[], object]] = {
        "still_frame": lambda: watch.step(Grabbed(image, 99, 99.0)),
        "seat_of_four": lambda: reader.read_zone(row, zones.card_width),
        "seat_of_four_enrolled": lambda: own.read_zone(row, zones.card_width),
        "whole_1080p_of_32_cards": lambda: reader.read(full),
        "one_card_alone": lambda: reader.read(card),
        "one_card_alone_enrolled": lambda: own.read(card),
    }
    figures_ = {name: _median(job, rounds) for name, job in jobs.items()}
    return figures_ | {"change_after_hand_left": _change_ms(rounds)}


def _with_a_row(size: tuple[int, int]) -> Image:
    canvas = Canvas(size, felt.camera(size), 1)
    canvas.show(_row_of(4))
    return canvas.image.copy()


def _row_of(count: int) -> tuple[CardItem, ...]:
    cards = _deal(np.random.default_rng(4))[1][:count]
    place = Place(Zone.SEAT, 1)
    return tuple(
        CardItem(card, felt.lies(Laid(k, "", place, k, face_up=True), Habit())) for k, card in enumerate(cards)
    )


def _change_ms(rounds: int) -> float:
    """From the frame in which the hand has gone to the reading of the seat: waiting on frames, and computing."""
    zones = layout(TABLE, _SEATS)
    reader = Reader()
    canvas = Canvas(TABLE, felt.camera(TABLE), 1)
    canvas.show(_row_of(3))
    before = canvas.image.copy()
    canvas.show(_row_of(4))
    after = canvas.image.copy()
    hand = after.copy()
    x0, y0, x1, y1 = bounding(zones.zones[0].polygon, TABLE, 0)
    cv2.line(hand, ((x0 + x1) // 2, (y0 + y1) // 2), ((x0 + x1) // 2 + 300, y1 + 400), (90, 130, 190), 90)
    took = []
    for _ in range(min(rounds, 7)):
        watch = Watch(zones, reader)
        clock = 0.0
        for k in range(12):
            watch.step(Grabbed(before, k, clock))
            clock += 0.2
        for k in range(3):
            watch.step(Grabbed(hand, 20 + k, clock))
            clock += _FRAME
        left, number = clock, 30
        while True:
            began = time.perf_counter()
            seen = watch.step(Grabbed(after, number, clock))
            spent = time.perf_counter() - began
            if seen:
                took.append((clock + spent - left) * 1000)
                break
            # The next frame is the newest when this one has been dealt with.
            clock += max(_FRAME, spent)
            number += 1
    return round(statistics.median(took), 1)


def _median(job: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        job()
        times.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(times), 2)


def measure_memory(frames: int = 50_000) -> dict[str, float]:
    """Megabytes that the program holds while it watches a still table: after the first frames, and at the end."""
    watch = Watch(layout(TABLE, _SEATS), Reader())
    image = _with_a_row(TABLE)
    rng = np.random.default_rng(9)
    grain = [rng.integers(0, 4, image.shape, np.uint8) for _ in range(4)]
    views = [np.asarray(cv2.add(image, each), np.uint8) for each in grain]
    first = 0.0
    peak = 0.0
    began = time.perf_counter()
    for k in range(frames):
        watch.step(Grabbed(views[k % len(views)], k, k / 30))
        if k == max(50, frames // 1000):
            first = _megabytes()
        if k % 500 == 0:
            peak = max(peak, _megabytes())
    seconds = time.perf_counter() - began
    last = _megabytes()
    return {
        "frames": frames,
        "mb_at_first": round(first, 1),
        "mb_at_last": round(last, 1),
        "mb_most": round(max(first, peak, last), 1),
        "ms_a_frame": round(1000 * seconds / frames, 2),
    }


def _megabytes() -> float:
    """What this process holds in memory now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
