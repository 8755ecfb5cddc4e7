"""A picture with printed markers and a ruler's numbers are enough to know where the zones lie, and how well."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera.calibrate import calibrate
from drivers.camera.errors import CalibrationFailed
from drivers.camera.plan import TablePlan, find_plan
from drivers.camera.sheet import as_png, sheet_of


@pytest.fixture
def plan() -> TablePlan:
    return find_plan("8-seats")


@pytest.fixture
def four(plan: TablePlan) -> TablePlan:
    """The markers that the simulated table has."""
    return replace(plan, markers={number: plan.markers[number] for number in range(4)})


def test_zones_come_to_lie_where_they_are(table: Any, plan: TablePlan) -> None:
    made = calibrate(table.image(), plan)
    for found, true in zip(made.layout.zones, table.layout.zones, strict=True):
        assert found.place == true.place
        assert np.abs(np.array(found.polygon) - np.array(true.polygon)).max() < 2
    assert made.layout.card_width == pytest.approx(table.layout.card_width, rel=0.1)
    assert made.error < 0.5


def test_cards_are_in_nobodys_way(table: Any, plan: TablePlan) -> None:
    table.lay(dict.fromkeys(range(1, 9), "4c Jc Ac 3c"))
    assert len(calibrate(table.image(), plan).layout.zones) == 10


def test_a_covered_marker_can_be_missed_two_cannot(table: Any, four: TablePlan) -> None:
    image = table.image()
    image[-260:, :260] = 90
    with_three = calibrate(image, four)
    assert len(with_three.layout.markers) == 3
    assert "not seen: marker 3" in with_three.advice[0]
    image[-260:, -260:] = 90
    with pytest.raises(CalibrationFailed, match="2 of 4 markers"):
        calibrate(image, four)


def test_a_view_with_too_few_pixels_is_refused(table: Any, plan: TablePlan) -> None:  # CAMERA: pixels a card
    small = cv2.resize(table.image(), (1280, 720), interpolation=cv2.INTER_AREA)
    with pytest.raises(CalibrationFailed, match="pixels wide"):
        calibrate(small, plan)


def test_a_view_with_barely_enough_pixels_is_advised_on(table: Any, plan: TablePlan) -> None:
    small = cv2.resize(table.image(), (1920, 1080), interpolation=cv2.INTER_AREA)
    assert any("pixels wide" in line for line in calibrate(small, plan).advice)


def test_a_plan_with_two_markers_mixed_up_is_refused(table: Any, four: TablePlan) -> None:
    markers = dict(four.markers)
    markers[0], markers[1] = markers[1], markers[0]
    with pytest.raises(CalibrationFailed):
        calibrate(table.image(), replace(four, markers=markers))


@pytest.fixture
def printed(plan: TablePlan) -> Any:
    """The printed sheet's markers, cut out and laid on a table that a leaning 4K camera looks at."""

    def look(
        moved: dict[int, tuple[float, float]] | None = None,
        turned: dict[int, float] | None = None,
        scale: float = 1.0,
        bulge: float = 0.0,
    ) -> Any:
        dots = 4.0
        sheet = cv2.imdecode(np.frombuffer(as_png(sheet_of(plan), round(dots * 25.4)), np.uint8), cv2.IMREAD_COLOR)
        assert sheet is not None
        finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
        quads, numbers, _ = finder.detectMarkers(sheet)
        felt = np.full((round(plan.view[1] * 2), round(plan.view[0] * 2), 3), (60, 96, 40), np.uint8)
        for quad, number in zip(quads, numbers.ravel(), strict=True):
            x, y = np.array(plan.markers[int(number)]) + (moved or {}).get(int(number), (0, 0))
            middle = quad.reshape(4, 2).mean(axis=0)
            way = cv2.getRotationMatrix2D(middle.tolist(), (turned or {}).get(int(number), 0.0), 2 / dots * scale)
            way[:, 2] += np.array([x, y]) * 2 - middle
            paper = np.zeros(sheet.shape[:2], np.uint8)
            room = 5 * dots
            low, high = quad.reshape(4, 2).min(axis=0) - room, quad.reshape(4, 2).max(axis=0) + room
            paper[round(low[1]) : round(high[1]), round(low[0]) : round(high[0])] = 255
            size = (felt.shape[1], felt.shape[0])
            mask = cv2.warpAffine(paper, way, size) > 127
            felt[mask] = cv2.warpAffine(sheet, way, size, flags=cv2.INTER_AREA)[mask]
        wide, high_ = plan.view[0] * 2, plan.view[1] * 2
        here = np.array([[0, 0], [wide, 0], [wide, high_], [0, high_]], np.float32)
        there = np.array([[300, 90], [3560, 130], [3800, 2080], [60, 2050]], np.float32)
        seen = cv2.warpPerspective(felt, cv2.getPerspectiveTransform(here, there), (3840, 2160))
        if bulge:
            lens = np.array([[2800.0, 0, 1920], [0, 2800, 1080], [0, 0, 1]])
            seen = cv2.undistort(seen, lens, np.array([bulge, 0, 0, 0]))
        return seen

    return look


def test_the_printed_sheet_calibrates_a_leaning_camera(plan: TablePlan, printed: Any) -> None:
    made = calibrate(printed(turned={0: 20, 2: -75, 4: 180}), plan)
    assert len(made.layout.markers) == 5
    assert made.error < 0.5
    assert made.advice == ()


def test_a_marker_in_the_wrong_place_is_refused(plan: TablePlan, printed: Any) -> None:
    with pytest.raises(CalibrationFailed, match=r"mm from where the plan says|is not where the plan says"):
        calibrate(printed(moved={4: (0, 25)}), plan)


def test_a_sheet_printed_to_fit_the_page_is_refused(plan: TablePlan, printed: Any) -> None:
    with pytest.raises(CalibrationFailed, match="print the sheet at 100 %"):
        calibrate(printed(scale=0.93), plan)


def test_a_lens_that_bends_lines_is_refused(plan: TablePlan, printed: Any) -> None:
    assert calibrate(printed(bulge=0.005), plan).error < 3
    with pytest.raises(CalibrationFailed, match="lens"):
        calibrate(printed(bulge=0.12), plan)


def test_a_spare_print_in_view_is_refused(plan: TablePlan, printed: Any) -> None:
    image = printed()
    x, y = (round(v) for v in np.mean(calibrate(image, plan).layout.markers[0].corners, axis=0))
    image[900:1200, 1700:2000] = image[y - 150 : y + 150, x - 150 : x + 150]
    with pytest.raises(CalibrationFailed, match="seen twice"):
        calibrate(image, plan)
