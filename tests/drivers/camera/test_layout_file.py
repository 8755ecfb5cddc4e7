"""A calibration is kept as it was, and a file that is not one says what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from drivers.camera.errors import CalibrationFailed
from drivers.camera.layout_file import LayoutFile, layout_path, read_layout, save_layout


def test_a_calibration_is_kept(table: Any, tmp_path: Path) -> None:
    save_layout(LayoutFile(table.layout, "8 seats", 0.41, 100.0), tmp_path / "new" / "layout.json")
    kept = read_layout(tmp_path / "new" / "layout.json")
    assert kept.layout == table.layout
    assert (kept.plan, kept.error, kept.exposure) == ("8 seats", 0.41, 100.0)


def test_no_calibration_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CalibrationFailed, match="not calibrated yet"):
        read_layout(tmp_path / "none.json")


@pytest.mark.parametrize(
    "harm",
    [
        {"units": "inches"},
        {"extra": 1},
        {"size": [0, 10]},
        {"size": "large"},
        {"card_width": float("nan")},
        {"card_width": True},
        {"zones": []},
        {"zones": [{"zone": "seat", "seat": 9, "polygon": [[0, 0]] * 4}]},
        {"zones": [{"zone": "burn", "seat": 1, "polygon": [[0, 0]] * 4}]},
        {"markers": [{"number": 77, "corners": [[0, 0]] * 4}]},
        {"markers": [{"number": 7, "corners": [[0, 0]] * 3}]},
        {"version": 0},
        {"exposure": "bright"},
    ],
)
def test_a_file_that_was_changed_is_refused(table: Any, tmp_path: Path, harm: dict[str, object]) -> None:
    path = tmp_path / "layout.json"
    save_layout(LayoutFile(table.layout), path)
    path.write_text(json.dumps(json.loads(path.read_text()) | harm))
    with pytest.raises(CalibrationFailed, match="damaged"):
        read_layout(path)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\x00", "[" * 100_000])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(CalibrationFailed, match="damaged"):
        read_layout(tmp_path / "bad.json")


def test_a_newer_file_asks_for_a_newer_program(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    save_layout(LayoutFile(table.layout), path)
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    with pytest.raises(CalibrationFailed, match="newer program"):
        read_layout(path)


def test_a_folder_that_cannot_be_written_is_one_line(table: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CalibrationFailed, match="cannot be written"):
        save_layout(LayoutFile(table.layout), tmp_path / "file" / "layout.json")


def test_a_name_stands_for_a_file_of_this_machine(tmp_path: Path) -> None:
    assert layout_path("table-1", tmp_path) == tmp_path / "table-1.json"
    assert layout_path("/srv/view.json", tmp_path) == Path("/srv/view.json")
    with pytest.raises(CalibrationFailed, match="no name"):
        layout_path("../secrets", tmp_path)
