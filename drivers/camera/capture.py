"""Gives frames from a camera, a stream, a video, pictures; opens it so that it stays what it was."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.errors import CameraGone, PictureUnreadable
from drivers.camera.images import load_picture

Image = NDArray[np.uint8]

_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_WARM_UP = 8
_OPEN_MS, _READ_MS = 5000, 4000
_INDEX = re.compile(r"[0-9]{1,4}")
"""The number of a V4L2 device; a longer one is the name of a file."""
_LOGIN = re.compile(r"://[^/\s]*@")


class Frame(Protocol):
    """One picture. image: BGR.  number: grows by one.  taken: seconds of the monotonic clock."""

    @property
    def image(self) -> Image: ...

    @property
    def number(self) -> int: ...

    @property
    def taken(self) -> float: ...


class FrameSource(Protocol):
    """Where frames come from."""

    def grab(self) -> Frame:
        """Wait for the next frame. Raises CameraGone; a later call tries to open the device again."""

    def stop(self) -> None:
        """End at once; a grab that waits raises CameraGone."""


@dataclass(frozen=True, slots=True)
class Grabbed:
    """A frame that was taken."""

    image: Image
    number: int
    taken: float


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a device; what it really does is read back and told by `CameraSource.granted`.

    exposure: the device's own unit, None leaves it as it is. Focus and white balance are locked where they can be.
    """

    width: int = 3840
    height: int = 2160
    frames_a_second: float = 15.0
    exposure: float | None = None


class Device(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]: ...

    def set(self, what: int, value: float) -> bool: ...

    def get(self, what: int) -> float: ...

    def release(self) -> None: ...


def shown_source(source: str) -> str:
    """A source as it may be shown: the login in a stream's address is left out."""
    return _LOGIN.sub("://", source)


def _is_text(source: str) -> bool:
    try:
        source.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in source


def open_device(source: str) -> Device:
    """Open a device path or index by V4L2, an address by FFmpeg: never by a guess of OpenCV's."""
    # Its own warnings would stand beside the one line that says what to do.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    if _INDEX.fullmatch(source):
        opened = cv2.VideoCapture(int(source), cv2.CAP_V4L2)
    elif "://" in source:
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
        opened = cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)
    elif source.startswith("/dev/"):
        # V4L2 opens /dev/videoN only: a stable by-id path is a link to the one that it is today.
        opened = cv2.VideoCapture(os.path.realpath(source), cv2.CAP_V4L2)
    else:
        opened = cv2.VideoCapture(source, cv2.CAP_FFMPEG)
    return cast("Device", opened)


class CameraSource:
    """A camera or stream; opened at the first grab, opened again after it was lost."""

    def __init__(
        self,
        source: str,
        wish: Wish = Wish(),
        opener: Callable[[str], Device] = open_device,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._shown = shown_source(source)
        self._wish = wish
        self._opener = opener
        self._clock = clock
        self._device: Device | None = None
        self._number = 0
        self._stopped = threading.Event()
        self.granted = ""

    def grab(self) -> Grabbed:
        """Wait for the next frame. Raises CameraGone."""
        if self._stopped.is_set():
            raise CameraGone(f"{self._shown}: the camera has been stopped")
        if self._device is None:
            self._device = self._open()
        try:
            done, image = self._device.read()
        except cv2.error as error:
            self._drop()
            raise CameraGone(f"{self._shown}: the camera broke off; check its cable") from error
        if not done or image is None or image.size == 0:
            self._drop()
            raise CameraGone(f"{self._shown}: the camera gives no picture; check its cable and power")
        if image.ndim == 2:
            image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
        self._number += 1
        return Grabbed(image, self._number, self._clock())

    def stop(self) -> None:
        """End; the device is released by the thread that grabs."""
        self._stopped.set()

    def _drop(self) -> None:
        if self._device is not None:
            self._device.release()
            self._device = None

    def _open(self) -> Device:
        if self._source.startswith("/dev/") and not Path(self._source).exists():
            raise CameraGone(f"{self._shown}: there is no such camera; plug it in, or see /dev/v4l/by-id")
        try:
            device = self._opener(self._source)
        except cv2.error as error:
            raise CameraGone(f"{self._shown}: the camera cannot be opened") from error
        if not device.isOpened():
            device.release()
            why = "check the address and the network" if "://" in self._source else "is another program using it?"
            raise CameraGone(f"{self._shown}: the camera does not open; {why}")
        if "://" not in self._source and (_INDEX.fullmatch(self._source) or self._source.startswith("/dev/")):
            self._settle(device)
        return device

    def _settle(self, device: Device) -> None:
        """MJPG before the size, both read back; exposure, white balance and focus locked; first frames dropped."""
        wish = self._wish
        device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height)
        device.set(cv2.CAP_PROP_FPS, wish.frames_a_second)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        for _ in range(_WARM_UP):
            device.read()
        if wish.exposure is not None:
            device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)
            device.set(cv2.CAP_PROP_EXPOSURE, wish.exposure)
        device.set(cv2.CAP_PROP_AUTO_WB, 0)
        device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        code = int(device.get(cv2.CAP_PROP_FOURCC))
        kind = "".join(chr(code >> 8 * k & 255) for k in range(4)).strip("\0") or "unknown"
        width, height = int(device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(device.get(cv2.CAP_PROP_FRAME_HEIGHT))
        rate = device.get(cv2.CAP_PROP_FPS)
        self.granted = f"{width}x{height} {kind} at {rate:.0f} a second"


class PictureSource:
    """A picture, or the pictures of a folder in the order of their names, over and over."""

    def __init__(
        self,
        path: Path,
        every: float = 0.2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """path: a picture or a folder.  every: seconds between frames."""
        self._path = path
        self._every = every
        self._clock = clock
        self._number = 0
        self._next = float("-inf")
        self._stopped = threading.Event()
        self._last: tuple[Path, Image] | None = None

    def grab(self) -> Grabbed:
        """Wait for the next frame. Raises CameraGone."""
        wait = self._next - self._clock()
        if self._stopped.wait(max(0.0, wait)):
            raise CameraGone(f"{self._path}: the pictures have been stopped")
        paths = self._paths()
        path = paths[self._number % len(paths)]
        try:
            image = self._last[1] if self._last is not None and self._last[0] == path else load_picture(path)
        except PictureUnreadable as error:
            self._number += 1
            raise CameraGone(str(error)) from error
        self._last = (path, image)
        self._number += 1
        now = self._clock()
        self._next = now + self._every
        return Grabbed(image, self._number, now)

    def stop(self) -> None:
        """End at once."""
        self._stopped.set()

    def _paths(self) -> list[Path]:
        if self._path.is_dir():
            paths = sorted(p for p in self._path.iterdir() if p.suffix.lower() in _PICTURES)
            if not paths:
                raise CameraGone(f"{self._path}: the folder holds no pictures")
            return paths
        return [self._path]


def open_source(text: str, wish: Wish = Wish()) -> FrameSource:
    """The source that a table file names: a V4L2 path or index, an address, a video, a picture, a folder.

    Raises CameraGone for a name that no text can hold: OpenCV ends the whole program at one.
    """
    if not _is_text(text):
        raise CameraGone(f"{text!r}: the camera's name is not UTF-8; rename it")
    path = Path(text)
    if _INDEX.fullmatch(text) or "://" in text or text.startswith("/dev/"):
        return CameraSource(text, wish)
    if _is_folder(path) or path.suffix.lower() in _PICTURES:
        return PictureSource(path)
    return CameraSource(text, wish)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        # A name that is too long for this disk, say.
        return False


class Newest:
    """Grabs in a thread of its own and keeps only the newest frame, so that a slow reader never sees an old one."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._gone: CameraGone | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="camera-grab", daemon=True)

    def start(self) -> None:
        """Begin to grab."""
        self._thread.start()

    def next(self, after: int, seconds: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time. Raises CameraGone."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._gone is not None or self._newer(after), seconds)
            if self._newer(after):
                return self._frame
            if self._gone is not None:
                raise self._gone
            return None

    def stop(self, seconds: float = 0.8) -> None:
        """Stop grabbing; a device that hangs is left behind."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._source.stop()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.number > after

    def _run(self) -> None:
        while not self._stopped:
            try:
                frame = self._source.grab()
            except CameraGone as error:
                with self._changed:
                    self._gone = error
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: self._stopped, 0.25)
                continue
            with self._changed:
                self._gone = None
                self._frame = frame
                self._changed.notify_all()
