"""Who measures the card reader sees at once what is measured, and what is left out for want of pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.cli import bench_camera

STAGES = {
    "speed": "measure_speed",
    "still_table": "measure_memory",
    "rows_on_the_table": "measure_rows",
    "rows_by_pixels": "measure_widths",
    "rows_by_contours": "measure_contours",
}


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is really measured."""
    for name in (*STAGES.values(), "measure_designs", "measure_templates", "measure_photographs"):
        monkeypatch.setattr(bench_camera, name, lambda *_, **__: 1.0)


@pytest.mark.usefixtures("_quick")
def test_pictures_that_are_not_there_are_told_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STUD_DATA", str(tmp_path))
    figures = bench_camera.measure_camera()
    told = capsys.readouterr().err.splitlines()
    assert told[0] == figures["note"]
    assert "set STUD_DATA" in told[0]
    assert told[1:] == [f"camera, {at} of 5: {name.replace('_', ' ')}" for at, name in enumerate(STAGES, start=1)]
    assert set(figures) == {"note", *STAGES}


@pytest.mark.usefixtures("_quick")
def test_with_pictures_the_photographs_are_measured_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cards.csv").touch()
    monkeypatch.setenv("STUD_DATA", str(tmp_path))
    figures = bench_camera.measure_camera_in_full()
    assert list(figures)[-1] == "photographs"
    assert capsys.readouterr().err.splitlines()[-1] == "camera, 8 of 8: photographs"
