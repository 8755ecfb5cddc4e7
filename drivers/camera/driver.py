"""The camera over a table: a thread that watches frames, reports zones and says how the camera is."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable

import cv2
import numpy as np

from dealer.observations import CameraReport, DeviceKind, DeviceState, Health, Place
from dealer.ports import Picture
from drivers.camera.capture import Frame, FrameSource, Newest
from drivers.camera.draw import Label, labels, outline
from drivers.camera.errors import CameraGone
from drivers.camera.health import Checkup, Finding
from drivers.camera.watch import Watch, ZoneReader
from drivers.camera.zones import TableLayout

_WAIT = 0.25
_WAITS = 6
"""How often in a row no frame came in `_WAIT` seconds before the camera counts as silent.

The waits are counted, not the time: that a busy computer was late to look, or slept, is no fault of the camera's.
"""
_WIDEST = 1600
_MOST_LOOKS = 64
_SLOW, _SWIFT = 0.8, 0.4
"""Seconds between two pictures, in the mean of a few, above which a camera is called slow, and below which no more."""
_FEW = 5
_LATE = Finding(Health.OK, "fewer than two pictures a second are read: cards are read late; check cable and port")


class CameraDriver:
    """Watches one camera (the `Camera` port)."""

    def __init__(
        self,
        source: FrameSource,
        layout: TableLayout,
        reader: ZoneReader,
        *,
        noisy: bool = True,
    ) -> None:
        """noisy: the source is a camera, whose frames are never twice the same: so a frozen one is noticed."""
        self._newest = Newest(source)
        self._watch = Watch(layout, reader)
        self._checkup = Checkup(layout, noisy=noisy)
        self._asked: queue.SimpleQueue[Place] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._report: Callable[[CameraReport], None] = _nowhere
        self._finding: Finding | None = None
        self._taken: deque[float] = deque(maxlen=_MOST_LOOKS)
        self._frame: Frame | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self, report: Callable[[CameraReport], None]) -> None:
        """Begin to report from another thread."""
        self._report = report
        self._newest.start()
        self._thread.start()

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""
        self._stopping.set()
        self._newest.stop()
        if self._thread.is_alive():
            self._thread.join(0.9)
        self._report = _nowhere

    def look_again(self, place: Place) -> None:
        """Read a zone once more and report it even if nothing changed."""
        self._asked.put(place)

    def looks(self, since: float) -> int:
        """How many pictures that were taken after this moment have been read, up to 64."""
        return sum(taken > since for taken in tuple(self._taken))

    def picture(self) -> Picture | None:
        """The newest picture with zones and readings drawn, or None while there is none."""
        frame = self._frame
        if frame is None:
            return None
        image = frame.image.copy()
        for zone in self._watch.layout.zones:
            outline(image, zone.polygon)
        texts = []
        for seen in (card for row in self._watch.lying.values() for card in row if card.face_up):
            colour = (80, 220, 60) if seen.card is not None else (0, 165, 255)
            outline(image, seen.corners, colour)
            guess = "?" if not seen.guesses else f"{seen.guesses[0].card}?"
            texts.append(Label(seen.corners[0], guess if seen.card is None else str(seen.card), colour))
        labels(image, texts)
        share = min(1.0, _WIDEST / image.shape[1])
        if share < 1:
            image = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])
        return Picture(data.tobytes(), frame.taken) if done else None

    def _run(self) -> None:
        number, waits = -1, 0
        while not self._stopping.is_set():
            try:
                frame = self._newest.next(number, _WAIT)
            except CameraGone as error:
                self._frame = None
                self._say(Finding(Health.GONE, str(error)))
                self._stopping.wait(0.2)
                continue
            if frame is None:
                waits += 1
                if waits > _WAITS and self._health() is not Health.GONE:
                    self._say(Finding(Health.SILENT, "no picture has come for a while; check the cable"))
                continue
            number, waits = frame.number, 0
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        self._frame = frame
        finding = self._checkup.look(frame.image, frame.taken)
        if finding.health is Health.OK and self._is_slow(frame.taken):
            finding = _LATE
        self._say(finding)
        while not self._asked.empty():
            self._watch.look_again(self._asked.get())
        if finding.health is not Health.OK:
            return
        for reading in self._watch.step(frame):
            if not self._stopping.is_set():
                self._report(reading)
        self._taken.append(frame.taken)

    def _is_slow(self, now: float) -> bool:
        """Whether the last pictures came, or were read, too far apart."""
        last = tuple(self._taken)[-_FEW:]
        bar = _SWIFT if self._finding == _LATE else _SLOW
        return len(last) == _FEW and now - last[0] > _FEW * bar

    def _health(self) -> Health | None:
        return None if self._finding is None else self._finding.health

    def _say(self, finding: Finding) -> None:
        # A detail that changes while the camera is away is no news; that a camera which works became slow is.
        same = finding.health is self._health() and (finding.health is not Health.OK or finding == self._finding)
        if same or self._stopping.is_set():
            return
        was_away = self._health() not in (None, Health.OK)
        if finding.health is not Health.OK:
            self._taken.clear()
        self._finding = finding
        self._report(DeviceState(DeviceKind.CAMERA, finding.health, finding.detail))
        if was_away and finding.health is Health.OK:
            # What was reported before may have been forgotten, and may have changed unseen.
            for zone in self._watch.layout.zones:
                self._watch.look_again(zone.place)


def _nowhere(_: CameraReport) -> None:
    """Nobody listens yet, or any more."""
