"""Do the shoe and the camera answer, and fit the table?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from dealer.cli.checks import devices
from dealer.cli.checks.finding import State
from dealer.table.file import CameraConfig, ShoeConfig, ShoeProtocol
from drivers.camera.layout_file import LayoutFile, save_layout
from drivers.mock import felt
from drivers.mock.canvas import Canvas
from drivers.mock.scene import layout
from drivers.mock.table import Plan, SimulatedTable
from findings import finding_of


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[SimulatedTable]:
    table = SimulatedTable(Plan(seed=1, seats=6, pace=1.0, state=tmp_path / "simulated.json"))
    table.start()
    yield table
    table.stop()


def test_a_shoe_that_answers_is_fine(simulated: SimulatedTable) -> None:
    config = ShoeConfig(ShoeProtocol.OSP, str(simulated.shoe_path))
    finding = devices.check_shoe(config, in_use=False)
    assert finding.state is State.FINE, finding.words


def test_a_shoe_that_says_nothing_is_wrong() -> None:
    master, slave = os.openpty()
    try:
        finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, os.ttyname(slave)), in_use=False, seconds=0.4)
    finally:
        os.close(master)
        os.close(slave)
    assert finding.wrong
    assert finding.mend.startswith("dealer shoe watch /dev/pts/")


def test_a_shoe_that_is_not_there_is_wrong() -> None:
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/serial/by-id/none"), in_use=False)
    assert (finding.wrong, finding.mend) == (True, "ls -l /dev/serial/by-id")
    assert devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "none"), in_use=False).wrong
    assert not devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/none"), in_use=True).wrong


def test_a_port_that_is_barred_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "port"
    port.write_text("")
    monkeypatch.setattr(os, "access", lambda *_: False)
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, str(port)), in_use=False)
    assert finding.mend.startswith(f"sudo usermod -aG {port.group()} $USER")


def test_a_pairing_key_that_others_can_read_is_wrong(tmp_path: Path) -> None:
    key = tmp_path / "pair.key"
    key.write_text("secret")
    key.chmod(0o644)
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/null", str(key)), in_use=False)
    assert finding.name == "pairing key"
    assert "chmod 600" in finding.mend


def test_a_camera_that_was_calibrated_is_fine(tmp_path: Path) -> None:
    canvas = Canvas((2560, 1440), felt.camera((2560, 1440)), 3)
    canvas.show(())
    view = tmp_path / "view.png"
    cv2.imwrite(str(view), canvas.image)
    kept = tmp_path / "view.json"
    config = CameraConfig(str(view), str(kept))
    assert finding_of(devices.check_camera(config, "t", 8, in_use=False), "calibration").wrong
    save_layout(LayoutFile(layout((2560, 1440), 8), "8 seats", 0.3), kept)
    assert [each.state for each in devices.check_camera(config, "t", 8, in_use=False)] == [State.FINE, State.FINE]
    assert (
        "of a table of 8 seats, this one has 6"
        in finding_of(devices.check_camera(config, "t", 6, in_use=False), "calibration").words
    )
    cv2.imwrite(str(view), canvas.image // 12)
    assert "dark" in finding_of(devices.check_camera(config, "t", 8, in_use=False), "camera").words


def test_a_design_that_is_not_enrolled_is_wrong(tmp_path: Path) -> None:
    config = CameraConfig(str(tmp_path / "none.png"), "", "copag")
    finding = finding_of(devices.check_camera(config, "t", 8, in_use=True), "design")
    assert finding.mend == f"dealer design enrol copag --camera {tmp_path / 'none.png'}"
