"""The shipped model reads a table drawn by the project, and keeps quiet where there is no card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.cli.bench_camera import Tally, labelled, measure_photographs, score
from drivers.camera.errors import ModelMissing
from drivers.camera.images import load_picture
from drivers.camera.read import MODEL, Reader
from labelled_data import stud_data

ROWS = {1: "4c Jc Ac 3c", 3: "9h Qd 8c 5d", 5: "8s 2c Kc 6d", 7: "4h Th 8h 8d"}


def names(reading: Any) -> set[str]:
    return {str(card.card) for card in reading.committed}


@pytest.mark.parametrize("seat", sorted(ROWS))
def test_a_row_that_overlaps_is_read_whichever_way_its_player_sits(table: Any, reader: Reader, seat: int) -> None:
    table.lay(ROWS)
    reading = reader.read_zone(table.zone(seat), table.layout.card_width)
    assert names(reading) == set(ROWS[seat].split())


def test_an_empty_table_is_an_empty_list(table: Any, reader: Reader, noisy: Callable[..., Any]) -> None:
    table.lay({})
    assert reader.read(noisy(table.image(), 1)).cards == ()


def test_backs_are_no_cards(table: Any, reader: Reader) -> None:
    table.lay({2: ""}, backs=3)
    assert reader.read_zone(table.zone(2), table.layout.card_width).committed == ()


@pytest.mark.parametrize("gain", [0.45, 0.7, 1.25])
def test_more_or_less_light_makes_no_wrong_card(
    table: Any, reader: Reader, noisy: Callable[..., Any], gain: float
) -> None:
    table.lay(ROWS)
    for seat, row in ROWS.items():
        zone = cv2.convertScaleAbs(table.zone(seat), alpha=gain)
        reading = reader.read_zone(noisy(zone, seat), table.layout.card_width)
        assert names(reading) <= set(row.split())
        assert len(names(reading)) >= 3


def test_a_picture_too_blurred_to_read_commits_nothing_wrong(table: Any, reader: Reader) -> None:
    table.lay(ROWS)
    for seat, row in ROWS.items():
        blurred = cv2.GaussianBlur(table.zone(seat), (0, 0), 6)
        assert names(reader.read_zone(blurred, table.layout.card_width)) <= set(row.split())


def test_a_whole_picture_needs_no_hint(table: Any, reader: Reader) -> None:
    table.lay({1: "4c Jc", 5: "8s 2c"})
    assert names(reader.read(table.image())) == {"4c", "Jc", "8s", "2c"}


def test_corners_enclose_the_card(table: Any, reader: Reader) -> None:
    table.lay({1: "Ah"}, backs=0)
    (found,) = reader.read_zone(table.zone(1), table.layout.card_width).cards
    width = table.layout.card_width
    corners = np.array(found.corners)
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    assert sides[0] == pytest.approx(width, rel=0.25)
    assert sides[1] == pytest.approx(1.4 * width, rel=0.25)


def test_the_model_is_small_enough_to_ship() -> None:
    assert sum(file.stat().st_size for file in MODEL.iterdir()) < 5_000_000


def test_a_missing_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="install again"):
        Reader(tmp_path)


@pytest.fixture(scope="module")
def data() -> Path:
    return stud_data("cards.csv")


@pytest.mark.data
def test_fans_of_another_tables_photographs_are_read(data: Path, reader: Reader) -> None:
    """The hardest set: thirteen cards in a hand, only a corner of each to be seen."""
    tally = Tally()
    for picture in [p for p in labelled(data) if p.source == "bidly_fans"][:2]:
        score(picture, reader.read(load_picture(picture.path)).cards, tally)
    assert tally.right >= 0.5 * tally.cards
    assert tally.wrong <= 0.02 * tally.cards


@pytest.mark.data
def test_the_figures_name_every_source(data: Path) -> None:
    figures = measure_photographs(data, every=300)
    sources = figures["sources"]
    assert isinstance(sources, dict)
    assert any(name.startswith("rf100") for name in sources)
    assert any(name.startswith("bidly") for name in sources)
    assert sum(row["wrong"] for row in sources.values()) <= 0.02 * sum(row["cards"] for row in sources.values())
