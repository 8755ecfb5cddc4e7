"""Cameras are listed by the name that stays when the cable is pulled."""

from __future__ import annotations

from pathlib import Path

from drivers.camera.devices import CameraDevice, list_cameras


def _node(root: Path, name: str, index: int, title: str) -> None:
    (root / "dev" / "v4l" / "by-id").mkdir(parents=True, exist_ok=True)
    (root / "dev" / name).write_text("")
    about = root / "sys/class/video4linux" / name
    about.mkdir(parents=True)
    (about / "index").write_text(f"{index}\n")
    (about / "name").write_text(f"{title}\n")


def test_a_camera_is_listed_once_under_its_stable_name(tmp_path: Path) -> None:
    _node(tmp_path, "video0", 0, "Overhead 4K")
    _node(tmp_path, "video1", 1, "Overhead 4K")
    (tmp_path / "dev/v4l/by-id/usb-Overhead_4K-video-index0").symlink_to("../../video0")
    assert list_cameras(tmp_path) == (
        CameraDevice("/dev/video0", "/dev/v4l/by-id/usb-Overhead_4K-video-index0", "Overhead 4K", usable=True),
    )


def test_a_camera_without_a_stable_name_is_listed_as_it_is(tmp_path: Path) -> None:
    _node(tmp_path, "video10", 0, "Second")
    _node(tmp_path, "video2", 0, "First")
    assert [each.stable for each in list_cameras(tmp_path)] == ["/dev/video2", "/dev/video10"]


def test_no_camera_is_an_empty_list(tmp_path: Path) -> None:
    assert list_cameras(tmp_path) == ()
