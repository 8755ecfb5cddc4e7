"""The camera over the simulated table: frames of what lies there, at the camera's pace, with its faults."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.observations import Place, Zone
from drivers.camera.capture import Grabbed
from drivers.camera.errors import CameraGone
from drivers.camera.zones import Marker, TableLayout, ZoneShape
from drivers.mock import felt
from drivers.mock.canvas import Canvas, CardItem, ChipItem, Item, card_width
from drivers.mock.faults import Fault, Faults
from drivers.mock.felt import Habit, Spot
from drivers.mock.glyphs import Image
from drivers.mock.hands import Motion
from drivers.mock.truth import Colour, Decks, Laid, Truth

RESOLUTION = (2560, 1440)
FRAMES_A_SECOND = 15.0
_SLOW = 1.0
_NAP = 0.02
_NOISE_MEAN, _NOISE_SPREAD = 4.0, 2.1
_ROOM = 48
_DARK = 0.05
_FLICKER = (0.5, 0.78, 0.62, 0.86, 0.45)
_SKIN, _SKIN_SHADE, _SLEEVE = (148, 176, 224), (110, 138, 190), (52, 46, 44)
_PILE = 7


class SceneCamera:
    """Renders the table for whoever grabs; one thread grabs, any may stop it.

    truth, motions: read anew for each frame.  clock, sleep: the camera's own time, for tests.
    """

    def __init__(
        self,
        truth: Callable[[], Truth],
        motions: Callable[[], tuple[Motion, ...]],
        decks: Decks,
        faults: Faults,
        resolution: tuple[int, int] = RESOLUTION,
        frames_a_second: float = FRAMES_A_SECOND,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._truth = truth
        self._motions = motions
        self._decks = decks
        self._faults = faults
        self._size = resolution
        self._every = 1.0 / frames_a_second
        self._clock = clock
        self._sleep = sleep
        self._matrix = felt.camera(resolution)
        self._canvases: dict[bool, Canvas] = {}
        self._noise = _noise(resolution, truth().seed)
        self._source = random.Random(f"{truth().seed}/camera")
        self._number = 0
        self._grain: tuple[int, int] | None = None
        self._next = float("-inf")
        self._frozen: Image | None = None
        self._held: Place | None = None
        self._stopped = threading.Event()

    def grab(self) -> Grabbed:
        """Wait for the next frame. Raises CameraGone when the cable is out or the camera was stopped."""
        faults = self._faults
        every = _SLOW if faults.has(Fault.SLOW_FRAMES) else self._every
        while True:
            if self._stopped.is_set():
                raise CameraGone("the simulated camera has been stopped")
            if faults.has(Fault.UNPLUG_CAMERA):
                self._sleep(_NAP)
                raise CameraGone("the simulated camera is unplugged; plug it in again")
            wait = self._next - self._clock()
            if wait <= 0 and not faults.has(Fault.HANG_CAMERA):
                break
            self._sleep(min(max(wait, _NAP / 4), _NAP))
        now = self._clock()
        self._next = max(self._next + every, now - every) if self._next > 0 else now + every
        self._number += 1
        return Grabbed(self._picture(now), self._number, now)

    def stop(self) -> None:
        """End at once; a `grab` that waits raises CameraGone."""
        self._stopped.set()

    def _picture(self, now: float) -> Image:
        if not self._faults.has(Fault.FROZEN_FRAME):
            self._frozen = None
        if self._frozen is not None:
            return self._frozen
        knocked = self._faults.has(Fault.CAMERA_KNOCKED)
        canvas = self._canvas(knocked=knocked)
        canvas.show(self._items(now))
        image = self._optics(self._hands(canvas.image, now, knocked=knocked))
        top, left = self._grain = self._other_grain()
        width, height = self._size
        noisy = np.asarray(cv2.add(image, self._noise[top : top + height, left : left + width]), np.uint8)
        if self._faults.has(Fault.TORN_FRAMES):
            cut = int(height * self._source.uniform(0.3, 0.5))
            noisy[cut:] = np.roll(noisy[cut:], 170, axis=1)
            noisy[cut + height // 4 :] = 128
        if self._faults.has(Fault.FROZEN_FRAME):
            self._frozen = noisy
        return noisy

    def _other_grain(self) -> tuple[int, int]:
        """Where on the plate of noise this frame's begins; never where the last one's did, as no camera repeats."""
        while True:
            grain = self._source.randrange(_ROOM), self._source.randrange(_ROOM)
            if grain != self._grain:
                return grain

    def _canvas(self, *, knocked: bool) -> Canvas:
        if knocked not in self._canvases:
            matrix = felt.camera(self._size, knocked=knocked)
            self._canvases[knocked] = Canvas(self._size, matrix, self._truth().seed)
        return self._canvases[knocked]

    def _items(self, now: float) -> tuple[Item, ...]:
        """What lies on the table at this moment, the topmost last."""
        truth = self._truth()
        flying = {motion.number for motion in self._motions() if motion.lands > now}
        habit = Habit(self._faults.has(Fault.SQUARED_UP), self._faults.has(Fault.FANNED))
        items: list[Item] = []
        for pile in range(min(_PILE, len(truth.mucked))):
            turn = random.Random(pile)
            at = Spot(felt.MUCK.x + turn.uniform(-25, 25), felt.MUCK.y + turn.uniform(-18, 18), turn.uniform(-60, 60))
            items.append(CardItem(None, at))
        lying = [laid for laid in truth.laid if laid.number not in flying]
        for laid in sorted(lying, key=_depth):
            card = self._decks.card(laid.tag) if laid.face_up else None
            other = not laid.face_up and self._decks.colour(laid.tag) is Colour.OTHER
            items.append(CardItem(card, felt.lies(laid, habit), other))
        if lying and self._faults.has(Fault.CHIP_ON_CARD):
            last = felt.lies(max(lying, key=lambda laid: laid.number), habit)
            items.append(ChipItem(felt.beside(last, -20.0, -32.0), 0))
        # Two cards never lie in exactly the same way, but a canvas must not be asked to draw one thing twice.
        return tuple(dict.fromkeys(items))

    def _hands(self, image: Image, now: float, *, knocked: bool) -> Image:
        """Draw the dealer's hand where he lays a card, and one that rests over a seat."""
        places = [motion.place for motion in self._motions() if motion.lands - 0.3 < now < motion.gone]
        if not self._faults.has(Fault.HAND_OVER_SEAT):
            self._held = None
        else:
            if self._held is None:
                self._held = _newest_seat(self._truth())
            places.append(self._held)
        if not places:
            return image
        drawn = image.copy()
        matrix = felt.camera(self._size, knocked=knocked)
        for place in dict.fromkeys(places):
            _draw_hand(drawn, matrix, felt.spot(place))
        return drawn

    def _optics(self, image: Image) -> Image:
        """Light and lens."""
        faults = self._faults
        if faults.has(Fault.GLARE):
            image = self._glare(image)
        if faults.has(Fault.BLURRED):
            image = np.asarray(cv2.blur(cv2.blur(image, (13, 13)), (13, 13)), np.uint8)
        gains = np.ones(3)
        if faults.has(Fault.COLOUR_CAST):
            gains *= (0.62, 0.88, 1.12)
        if faults.has(Fault.LIGHTS_FLICKER):
            gains *= _FLICKER[self._number % len(_FLICKER)]
        if faults.has(Fault.LIGHTS_OFF):
            gains *= _DARK
        if (gains != 1).any():
            steps = np.arange(256)[:, None] * gains
            image = np.asarray(cv2.LUT(image, np.clip(steps, 0, 255).astype(np.uint8)[:, None, :]), np.uint8)
        return image

    def _glare(self, image: Image) -> Image:
        """The mirror image of a lamp over the seat that was dealt to last."""
        at = felt.spot(_newest_seat(self._truth()))
        ((x, y),) = felt.seen(self._matrix, ((at.x, at.y),))
        width, height = self._size
        r = width // 9
        left, top = max(0, round(x) - r), max(0, round(y) - r)
        right, bottom = min(width, round(x) + r), min(height, round(y) + r)
        ys, xs = np.mgrid[top:bottom, left:right]
        lamp = 300 * np.exp(-(((xs - x) / (0.55 * r)) ** 2 + ((ys - y) / (0.3 * r)) ** 2))
        bright = image.copy()
        area = bright[top:bottom, left:right].astype(np.float32) + lamp[..., None]
        bright[top:bottom, left:right] = np.clip(area, 0, 255).astype(np.uint8)
        return bright


def layout(resolution: tuple[int, int], seats: int) -> TableLayout:
    """What a calibration of this camera over the whole table would have found."""
    matrix = felt.camera(resolution)
    places = [Place(Zone.SEAT, seat) for seat in range(1, seats + 1)] + [Place(Zone.COMMUNITY), Place(Zone.BURN)]
    zones = tuple(ZoneShape(place, felt.seen(matrix, felt.zone(place))) for place in places)
    markers = tuple(
        Marker(number, felt.seen(matrix, felt.marker_corners(at))) for number, at in enumerate(felt.MARKERS)
    )
    return TableLayout(resolution, zones, card_width(matrix), markers)


def _depth(laid: Laid) -> tuple[str, int, int, int]:
    """What lies lower in a row comes first."""
    return laid.place.zone.value, laid.place.seat or 0, laid.order, laid.number


def _newest_seat(truth: Truth) -> Place:
    seats = [laid for laid in truth.laid if laid.place.zone is Zone.SEAT]
    return max(seats, key=lambda laid: laid.number).place if seats else Place(Zone.SEAT, 3)


def _noise(size: tuple[int, int], seed: int) -> Image:
    """A plate of sensor noise, larger than a frame, so that each frame gets another part of it."""
    plate = np.zeros((size[1] + _ROOM, size[0] + _ROOM, 3), np.uint8)
    cv2.setRNGSeed(seed % 2**31)
    cv2.randn(plate, np.full(3, _NOISE_MEAN), np.full(3, _NOISE_SPREAD))
    return plate


def _draw_hand(image: Image, matrix: NDArray[np.float64], at: Spot) -> None:
    """An arm from the dealer's side, a palm over the place, fingers beyond it."""
    start = np.array([felt.TABLE_WIDTH / 2, felt.TABLE_HEIGHT + 160])
    end = np.array([at.x, at.y])
    ahead = (end - start) / max(1.0, float(np.hypot(*(end - start))))
    side = np.array([-ahead[1], ahead[0]])
    scale = image.shape[1] / felt.TABLE_WIDTH

    def pixel(point: NDArray[np.float64]) -> tuple[int, int]:
        ((x, y),) = felt.seen(matrix, ((float(point[0]), float(point[1])),))
        return round(x), round(y)

    def limb(a: NDArray[np.float64], b: NDArray[np.float64], wide: float, colour: tuple[int, int, int]) -> None:
        cv2.line(image, pixel(a), pixel(b), colour, max(1, round(wide * scale)), cv2.LINE_AA)

    wrist = end - ahead * 95
    limb(start, wrist - ahead * 70, 104, _SLEEVE)
    limb(wrist - ahead * 80, wrist + ahead * 20, 62, _SKIN_SHADE)
    limb(wrist - ahead * 80, wrist + ahead * 20, 56, _SKIN)
    cv2.circle(image, pixel(end - ahead * 35), round(47 * scale), _SKIN_SHADE, -1, cv2.LINE_AA)
    cv2.circle(image, pixel(end - ahead * 35), round(44 * scale), _SKIN, -1, cv2.LINE_AA)
    for finger, (spread, length) in enumerate(((-33, 62), (-12, 76), (10, 72), (31, 54))):
        root, tip = end - ahead * 14 + side * spread, end + ahead * length + side * (spread * 1.35)
        limb(root, tip, 23 if finger < 3 else 20, _SKIN_SHADE)
        limb(root, tip, 19 if finger < 3 else 16, _SKIN)
    limb(end - ahead * 52 - side * 36, end + ahead * 2 - side * 74, 24, _SKIN_SHADE)
    limb(end - ahead * 52 - side * 36, end + ahead * 2 - side * 74, 20, _SKIN)
