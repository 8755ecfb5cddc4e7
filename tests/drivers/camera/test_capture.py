"""A camera is opened as what it is, and one that breaks off is opened again."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.capture import CameraSource, Grabbed, Newest, PictureSource, Wish, open_source, shown_source
from drivers.camera.errors import CameraGone


class FakeDevice:
    """A V4L2 camera: what is set comes back, frames come until they end."""

    def __init__(self, frames: int = 100, *, opened: bool = True) -> None:
        self.frames = frames
        self.opened = opened
        self.set_order: list[int] = []
        self.values: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:
        return self.opened

    def read(self) -> tuple[bool, np.ndarray | None]:
        self.frames -= 1
        return (True, np.full((8, 8, 3), self.frames % 250, np.uint8)) if self.frames >= 0 else (False, None)

    def set(self, what: int, value: float) -> bool:
        self.set_order.append(what)
        self.values[what] = value
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, 0.0)

    def release(self) -> None:
        self.released = True


def test_mjpg_is_asked_for_before_the_size_and_focus_is_locked() -> None:  # CAMERA: Cameras
    device = FakeDevice()
    source = CameraSource("0", Wish(3840, 2160, 15, exposure=120), lambda _: device)
    source.grab()
    order = device.set_order
    assert order.index(cv2.CAP_PROP_FOURCC) < order.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert device.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert device.values[cv2.CAP_PROP_AUTO_WB] == 0
    assert device.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert source.granted == "3840x2160 MJPG at 15 a second"


def test_the_first_frames_are_dropped() -> None:
    device = FakeDevice(frames=100)
    CameraSource("0", Wish(), lambda _: device).grab()
    assert device.frames < 95


def test_a_camera_that_breaks_off_is_opened_again() -> None:
    devices = [FakeDevice(frames=9), FakeDevice()]
    made = list(devices)
    source = CameraSource("0", Wish(), lambda _: made.pop(0))
    assert source.grab().number == 1
    with pytest.raises(CameraGone, match="cable"):
        source.grab()
    assert devices[0].released
    assert source.grab().number == 2


def test_a_camera_that_is_not_there_or_busy_says_what_to_do() -> None:
    with pytest.raises(CameraGone, match="plug it in"):
        CameraSource("/dev/v4l/by-id/none").grab()
    with pytest.raises(CameraGone, match="another program"):
        CameraSource("0", Wish(), lambda _: FakeDevice(opened=False)).grab()


def test_grey_frames_become_colour() -> None:
    device = FakeDevice()
    device.read = lambda: (True, np.zeros((4, 4), np.uint8))  # type: ignore[method-assign]
    assert CameraSource("rtsp://camera/1", Wish(), lambda _: device).grab().image.shape == (4, 4, 3)


def test_a_folder_gives_its_pictures_in_order_and_again(tmp_path: Path) -> None:
    for k in range(2):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((20, 20, 3), 100 * k, np.uint8))
    source = PictureSource(tmp_path, every=0.0)
    assert [int(source.grab().image[0, 0, 0]) for _ in range(3)] == [0, 100, 0]


def test_an_empty_folder_is_no_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match="no pictures"):
        PictureSource(tmp_path, every=0.0).grab()


def test_the_source_is_chosen_by_its_name(tmp_path: Path) -> None:
    assert isinstance(open_source(str(tmp_path)), PictureSource)
    assert isinstance(open_source("/dev/video0"), CameraSource)
    assert isinstance(open_source("rtsp://10.0.0.9/stream"), CameraSource)
    assert isinstance(open_source("2"), CameraSource)


class Steps:
    """A source that gives a frame each time the test lets it."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.number = 0
        self.broken = False
        self.stopped = False

    def grab(self) -> Grabbed:
        self.gate.acquire()
        if self.stopped or self.broken:
            raise CameraGone("gone")
        self.number += 1
        return Grabbed(np.zeros((2, 2, 3), np.uint8), self.number, float(self.number))

    def stop(self) -> None:
        self.stopped = True
        self.gate.release(9)


def test_only_the_newest_frame_is_kept() -> None:
    source = Steps()
    newest = Newest(source)
    newest.start()
    source.gate.release(5)
    frame = newest.next(4, 5.0)
    assert frame is not None
    assert frame.number == 5
    assert newest.next(5, 0.01) is None
    newest.stop()


def test_a_lost_camera_is_told_to_whoever_waits() -> None:
    source = Steps()
    newest = Newest(source)
    newest.start()
    source.broken = True
    source.gate.release()
    with pytest.raises(CameraGone):
        newest.next(0, 5.0)
    newest.stop()


@pytest.mark.parametrize(
    "name", ["9" * 30, "9" * 5000, "\u00b2"], ids=["thirty digits", "too many digits", "superscript"]
)
def test_figures_that_number_no_camera_are_a_name_like_another(name: str) -> None:
    with pytest.raises(CameraGone):
        open_source(name).grab()


@pytest.mark.parametrize("name", ["front\udcff.mp4", "front\0.mp4"])
def test_a_name_that_is_no_text_is_refused_and_does_not_end_the_program(name: str) -> None:
    with pytest.raises(CameraGone, match="not UTF-8"):
        open_source(name)


def test_a_streams_login_is_never_shown() -> None:
    source = CameraSource("rtsp://cam:pass@10.0.0.2/live", opener=lambda _: Gone())
    with pytest.raises(CameraGone) as told:
        source.grab()
    assert str(told.value) == "rtsp://10.0.0.2/live: the camera does not open; check the address and the network"
    assert shown_source("/dev/v4l/by-id/x@y") == "/dev/v4l/by-id/x@y"


class Gone:
    """A device that does not open."""

    def isOpened(self) -> bool:
        return False

    def read(self) -> tuple[bool, None]:
        return False, None

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def get(self, what: int) -> float:
        return float(what) * 0

    def release(self) -> None:
        """Nothing to let go."""
