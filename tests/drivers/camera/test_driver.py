"""The driver reports zones and its own health from a thread, each change once."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

import numpy as np
import pytest

from dealer.observations import CameraReport, DeviceState, Health, Place, Zone, ZoneReading
from drivers.camera.capture import Grabbed
from drivers.camera.driver import CameraDriver
from drivers.camera.errors import CameraGone
from drivers.camera.read import Reader


class Scene:
    """A source whose picture the test changes; its clock runs ten times as fast as the wall's."""

    def __init__(self, table: Any, noisy: Any) -> None:
        self.table = table
        self.noisy = noisy
        self.plugged = True
        self.hangs = False
        self.dark = False
        self.number = 0
        self.every = 0.1
        self._taken = 0.0
        self._stopped = threading.Event()

    def grab(self) -> Grabbed:
        self._stopped.wait(0.01)
        while self.hangs and not self._stopped.is_set():
            self._stopped.wait(0.01)
        if self._stopped.is_set() or not self.plugged:
            raise CameraGone("the camera is unplugged; plug it in")
        self.number += 1
        self._taken += self.every
        image = self.table.image()
        if self.dark:
            image = (image * 0.04).astype(np.uint8)
        return Grabbed(self.noisy(image[:720, :1280], self.number % 5), self.number, self._taken)

    def stop(self) -> None:
        self._stopped.set()


@pytest.fixture
def heard() -> queue.Queue[CameraReport]:
    return queue.Queue()


def wait_for(heard: queue.Queue[CameraReport], want: Any) -> CameraReport:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        report = heard.get(timeout=30)
        if want(report):
            return report
    raise AssertionError("not reported in time")


def health(kind: Health) -> Any:
    return lambda report: isinstance(report, DeviceState) and report.health is kind


def test_a_camera_comes_goes_and_comes_back(
    table: Any, noisy: Any, reader: Reader, heard: queue.Queue[CameraReport]
) -> None:
    place = Place(Zone.SEAT, 3)
    zones = tuple(z for z in table.layout.zones if z.place == place)
    small = type(table.layout)((1280, 720), zones, table.layout.card_width)
    scene = Scene(table, noisy)
    table.lay({3: "9h Qd"})
    driver = CameraDriver(scene, small, reader)
    assert driver.picture() is None
    driver.start(heard.put)
    try:
        wait_for(heard, health(Health.OK))
        reading = wait_for(heard, lambda r: isinstance(r, ZoneReading))
        assert isinstance(reading, ZoneReading)
        assert {str(s.card) for s in reading.seen if s.face_up} == {"9h", "Qd"}
        picture = driver.picture()
        assert picture is not None
        assert picture.jpeg.startswith(b"\xff\xd8")
        scene.dark = True
        wait_for(heard, health(Health.DARK))
        scene.dark = False
        wait_for(heard, health(Health.OK))
        wait_for(heard, lambda r: isinstance(r, ZoneReading))
        scene.plugged = False
        gone = wait_for(heard, health(Health.GONE))
        assert isinstance(gone, DeviceState)
        assert "plug it in" in gone.detail
        assert driver.picture() is None
        scene.plugged = True
        wait_for(heard, health(Health.OK))
        wait_for(heard, lambda r: isinstance(r, ZoneReading))
    finally:
        began = time.monotonic()
        driver.stop()
    assert time.monotonic() - began < 1.5
    while not heard.empty():
        heard.get_nowait()
    time.sleep(0.05)
    assert heard.empty()


def test_a_slow_camera_is_shown_and_still_read(
    table: Any, noisy: Any, reader: Reader, heard: queue.Queue[CameraReport]
) -> None:
    zones = tuple(z for z in table.layout.zones if z.place == Place(Zone.SEAT, 3))
    scene = Scene(table, noisy)
    table.lay({3: "9h Qd"})
    scene.every = 1.0
    driver = CameraDriver(scene, type(table.layout)((1280, 720), zones, table.layout.card_width), reader)
    driver.start(heard.put)
    try:
        slow = wait_for(heard, lambda r: isinstance(r, DeviceState) and "late" in r.detail)
        assert isinstance(slow, DeviceState) and slow.health is Health.OK
        assert driver.looks(1.5) >= 3
        assert driver.looks(10_000.0) == 0
        scene.every = 0.1
        wait_for(heard, lambda r: isinstance(r, DeviceState) and "late" not in r.detail)
    finally:
        driver.stop()


def test_a_camera_that_hangs_does_not_respond_and_is_not_called_frozen(
    table: Any, noisy: Any, reader: Reader, heard: queue.Queue[CameraReport]
) -> None:
    scene = Scene(table, noisy)
    driver = CameraDriver(scene, type(table.layout)((1280, 720), (), table.layout.card_width), reader)
    driver.start(heard.put)
    try:
        wait_for(heard, health(Health.OK))
        scene.hangs = True
        said = wait_for(heard, lambda r: isinstance(r, DeviceState))
        assert isinstance(said, DeviceState) and said.health is Health.SILENT
        scene.hangs = False
        wait_for(heard, health(Health.OK))
    finally:
        driver.stop()
