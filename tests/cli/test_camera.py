"""`dealer camera`, from the printed sheet to a calibration that notices a knock."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dealer.cli.camera import camera
from dealer.errors import DealerError
from drivers.camera.layout_file import read_layout
from drivers.mock import felt
from drivers.mock.canvas import Canvas
from drivers.mock.scene import layout

SIZE = (2560, 1440)
_TABLE = """
table = "table-9"
seats = 8
house = "finnish-seiska"
[stakes]
limit = "fixed"
small-bet = 4
big-bet = 8
[camera]
source = "{source}"
"""


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of the simulated table."""
    canvas = Canvas(SIZE, felt.camera(SIZE), 3)
    canvas.show(())
    path = tmp_path_factory.mktemp("view") / "view.png"
    cv2.imwrite(str(path), canvas.image)
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(camera, [str(a) for a in arguments])


def test_calibrate_keeps_what_the_table_will_use(view: Path, tmp_path: Path) -> None:
    kept, draw = tmp_path / "view.json", ("--draw", tmp_path / "zones.png")
    done = _run("calibrate", view, "--layout", "8-seats", "--name", kept, "--json", "--exposure", "120", *draw)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["error_mm"] < 0.5
    assert told["markers"] == [0, 1, 2, 3]
    assert read_layout(kept).exposure == 120
    for found, true in zip(read_layout(kept).layout.zones, layout(SIZE, 8).zones, strict=True):
        assert np.abs(np.array(found.polygon) - np.array(true.polygon)).max() < 2
    assert (tmp_path / "zones.png").stat().st_size > 100_000


def test_a_table_file_says_it_all(view: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(_TABLE.format(source=view))
    assert _run("calibrate", "--table", file).exit_code == 0
    assert (tmp_path / "data/stud-dealer/calibrations/table-9.json").is_file()
    done = _run("check", "--table", file, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["ok"] is True
    assert told["card_pixels"] > 80


def test_a_knocked_camera_is_found(view: Path, tmp_path: Path) -> None:
    _run("calibrate", view, "--layout", "8-seats", "--name", "nine")
    image = cv2.imread(str(view))
    assert image is not None
    moved = tmp_path / "moved.png"
    cv2.imwrite(str(moved), np.roll(image, 30, axis=1))
    done = _run("check", moved, "--calibration", "nine")
    assert done.exit_code == 1
    assert "wrong (moved): the camera or the table was moved; calibrate again" in done.output


def test_a_view_without_markers_is_refused(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((1440, 2560, 3), 120, np.uint8))
    done = _run("calibrate", grey, "--layout", "6-seats", "--name", "none")
    assert isinstance(done.exception, DealerError)
    assert "dealer camera sheet" in str(done.exception)


def test_a_plan_for_another_number_of_seats_is_refused(view: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(_TABLE.format(source=view))
    done = _run("calibrate", "--table", file, "--layout", "6-seats")
    assert "has 6 seats, the table 8" in str(done.exception)


@pytest.mark.parametrize(("name", "start"), [("m.pdf", b"%PDF"), ("m.png", b"\x89PNG")])
def test_the_sheet_is_written(tmp_path: Path, name: str, start: bytes) -> None:
    assert _run("sheet", "--layout", "7-seats", "--out", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(start)
    assert _run("sheet", "--out", tmp_path / "m.doc").exit_code == 2


def test_a_source_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = _run("check", "/dev/v4l/by-id/none")
    assert isinstance(done.exception, DealerError)
    assert "there is no such camera" in str(done.exception)
    assert _run("check").exit_code == 2


def test_list_names_no_camera_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer.cli.camera.list_cameras", lambda: ())
    assert _run("list", "--json").output == ""
    assert "no camera" in _run("list").output
