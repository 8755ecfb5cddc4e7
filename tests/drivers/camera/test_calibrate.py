"""A picture with four printed markers and a ruler's numbers are enough to know where the zones lie."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.observations import Place, Zone
from drivers.camera.calibrate import TablePlan, calibrated, load_layout, save_layout
from drivers.camera.errors import CalibrationFailed
from drivers.camera.zones import ZoneShape
from drivers.mock import felt


@pytest.fixture
def plan() -> TablePlan:
    places = [Place(Zone.SEAT, seat) for seat in range(1, 9)] + [Place(Zone.COMMUNITY), Place(Zone.BURN)]
    return TablePlan(
        markers={number: (spot.x, spot.y) for number, spot in enumerate(felt.MARKERS)},
        marker_side=felt.MARKER,
        zones=tuple(ZoneShape(place, felt.zone(place)) for place in places),
        card_width=felt.CARD_WIDTH,
    )


def test_zones_come_to_lie_where_they_are(table: Any, plan: TablePlan) -> None:
    layout = calibrated(table.image(), plan)
    for found, true in zip(layout.zones, table.layout.zones, strict=True):
        assert found.place == true.place
        assert np.abs(np.array(found.polygon) - np.array(true.polygon)).max() < 4
    assert layout.card_width == pytest.approx(table.layout.card_width, rel=0.1)


def test_cards_are_in_nobodys_way(table: Any, plan: TablePlan) -> None:
    table.lay(dict.fromkeys(range(1, 9), "4c Jc Ac 3c"))
    assert len(calibrated(table.image(), plan).zones) == 10


def test_a_covered_marker_can_be_missed_two_cannot(table: Any, plan: TablePlan) -> None:
    image = table.image()
    image[-260:, :260] = 90
    with_three = calibrated(image, plan)
    assert len(with_three.markers) == 3
    image[-260:, -260:] = 90
    with pytest.raises(CalibrationFailed, match="2 of 4 markers"):
        calibrated(image, plan)


def test_a_view_with_too_few_pixels_is_refused(table: Any, plan: TablePlan) -> None:  # CAMERA: pixels a card
    small = cv2.resize(table.image(), (1280, 720), interpolation=cv2.INTER_AREA)
    with pytest.raises(CalibrationFailed, match="pixels wide"):
        calibrated(small, plan)


def test_a_plan_with_two_markers_mixed_up_is_refused(table: Any, plan: TablePlan) -> None:
    markers = dict(plan.markers)
    markers[0], markers[1] = markers[1], markers[0]
    with pytest.raises(CalibrationFailed):
        calibrated(table.image(), replace(plan, markers=markers))


def test_a_calibration_is_kept(table: Any, tmp_path: Path) -> None:
    save_layout(table.layout, tmp_path / "layout.json")
    assert load_layout(tmp_path / "layout.json") == table.layout


def test_no_calibration_or_a_damaged_one_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CalibrationFailed, match="not calibrated yet"):
        load_layout(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(CalibrationFailed, match="damaged"):
        load_layout(tmp_path / "bad.json")
