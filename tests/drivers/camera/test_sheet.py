"""The sheet prints at true size, and its markers are the plan's."""

from __future__ import annotations

import re
import struct
from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.camera.errors import PlanRefused
from drivers.camera.plan import find_plan, list_plans
from drivers.camera.sheet import Sheet, as_pdf, as_png, sheet_of


@pytest.fixture
def sheet() -> Sheet:
    return sheet_of(find_plan("8-seats"))


@pytest.mark.parametrize("name", list_plans())
def test_each_marker_is_printed_at_its_true_size(name: str) -> None:
    plan = find_plan(name)
    image = cv2.imdecode(np.frombuffer(as_png(sheet_of(plan)), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    quads, numbers, _ = finder.detectMarkers(image)
    assert sorted(numbers.ravel().tolist()) == sorted(plan.markers)
    for quad in quads:
        side = np.ptp(quad.reshape(4, 2)[:, 0])
        assert side / 300 * 25.4 == pytest.approx(plan.marker_side, abs=0.3)


def test_the_picture_knows_its_size(sheet: Sheet) -> None:
    data = as_png(sheet)
    assert struct.unpack(">IIB", data[data.index(b"pHYs") + 4 :][:9]) == (11811, 11811, 1)


def test_the_pdf_is_whole_and_says_the_same(sheet: Sheet) -> None:
    data = as_pdf(sheet)
    start = int(data.split(b"startxref\n")[1].split()[0])
    assert data[start:].startswith(b"xref\n0 6\n")
    for number, offset in enumerate(re.findall(rb"(\d{10}) 00000 n", data), 1):
        assert data[int(offset) :].startswith(b"%d 0 obj" % number)
    length = int(re.search(rb"/Length (\d+)", data)[1])  # type: ignore[index]
    body = data.split(b"stream\n", 1)[1]
    assert body[length:].startswith(b"\nendstream")
    assert body[:length].count(b" re f") == len(sheet.boxes)
    assert b"/PrintScaling /None" in data


def test_markers_too_large_for_a_sheet_are_refused() -> None:
    with pytest.raises(PlanRefused, match="at most 60"):
        sheet_of(replace(find_plan("8-seats"), marker_side=90))
