"""What the simulated camera sees, judged by pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.cards import Card
from dealer.observations import Place, Zone
from dealer.ports import Face, StepKind
from drivers.camera.errors import CameraGone
from drivers.mock import felt
from drivers.mock.canvas import Canvas, CardItem, Item, card_width
from drivers.mock.faults import KINDS, Fault, Part
from drivers.mock.felt import Habit, Spot
from drivers.mock.scene import SceneCamera

SIZE = (1280, 720)
Build = Callable[..., Any]


class Studio:
    """A rig with a camera over it whose clock is the rig's."""

    def __init__(self, rig: Any) -> None:
        self.rig = rig
        self.camera = SceneCamera(
            lambda: rig.store.truth,
            lambda: rig.hands.motions,
            rig.decks,
            rig.faults,
            SIZE,
            clock=rig.reactor.now,
            sleep=rig.reactor.turn,
        )
        self.matrix = felt.camera(SIZE)

    def picture(self) -> np.ndarray:
        return self.camera.grab().image

    def zone(self, picture: np.ndarray, place: Place) -> np.ndarray:
        """The pixels of a zone; everything else black."""
        mask = np.zeros(picture.shape[:2], np.uint8)
        outline = np.round(np.array(felt.seen(self.matrix, felt.zone(place)))).astype(np.int32)
        cv2.fillPoly(mask, [outline], 255)
        return cv2.bitwise_and(picture, picture, mask=mask)

    def change(self, before: np.ndarray, after: np.ndarray, place: Place) -> float:
        """Mean difference inside a zone."""
        return float(cv2.absdiff(self.zone(before, place), self.zone(after, place)).sum()) / 1e4


@pytest.fixture
def studio(rig: Build) -> Studio:
    table = rig(seats=8, deck="Ah Ks 2c 3d 4h 5s")
    table.load()
    return Studio(table)


def seat(number: int) -> Place:
    return Place(Zone.SEAT, number)


def test_a_card_is_wide_enough_to_be_read_at_full_size() -> None:  # CAMERA: plan for 90 pixels a card
    assert card_width(felt.camera((2560, 1440))) >= 88
    assert card_width(felt.camera((1920, 1080))) >= 64


def test_zones_lie_in_the_picture_and_apart() -> None:
    matrix = felt.camera(SIZE)
    masks = []
    for place in [seat(n) for n in range(1, 9)] + [Place(Zone.BURN), Place(Zone.COMMUNITY)]:
        corners = np.array(felt.seen(matrix, felt.zone(place)))
        assert (corners >= 0).all()
        assert (corners <= SIZE).all()
        mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
        masks.append(mask)
    assert sum(mask.astype(int) for mask in masks).max() == 1  # type: ignore[attr-defined]


def test_a_still_table_differs_from_frame_to_frame_by_noise_only(studio: Studio) -> None:
    first, second = studio.camera.grab(), studio.camera.grab()
    assert second.number == first.number + 1
    assert second.taken > first.taken
    apart = cv2.absdiff(first.image, second.image)
    assert 0.5 < apart.mean() < 5
    assert apart.max() < 30


def test_a_card_shows_in_its_zone_and_nowhere_else(studio: Studio) -> None:
    before = studio.picture()
    studio.rig.up(5)
    after = studio.picture()
    assert studio.change(before, after, seat(5)) > 50
    for other in (1, 2, 3, 4, 6, 7, 8):
        assert studio.change(before, after, seat(other)) < 25


def test_seven_cards_stay_in_the_zone_and_show_every_index(studio: Studio) -> None:
    for number in range(1, 9):
        for order in range(7):
            lies = felt.lies(
                _laid(number, order, dx=2, dy=2.5, angle=2.4),
                Habit(),
            )
            corners = np.array(felt.seen(studio.matrix, felt.card_corners(lies)), np.float32)
            outline = np.array(felt.seen(studio.matrix, felt.zone(seat(number))), np.float32)
            for x, y in corners:
                assert cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=False) >= 0
    assert felt.ROW_STEP > 0.16 * felt.CARD_WIDTH + 5


def _laid(number: int, order: int, **how: float) -> Any:
    from drivers.mock.truth import Laid

    return Laid(order, "A:00000000", seat(number), order, face_up=True, **how)


def test_the_back_of_a_card_tells_nothing(rig: Build) -> None:
    pictures = []
    for deck in ("Ah", "2c"):
        table = rig(deck=deck)
        table.load()
        table.down(1)
        studio = Studio(table)
        pictures.append(studio.picture())
    assert np.array_equal(*pictures)


def test_a_foreign_deck_has_another_back(studio: Studio) -> None:
    studio.rig.down(1)
    house = studio.zone(studio.picture(), seat(1))
    studio.rig.arm(Fault.FOREIGN_CARD)
    studio.rig.down(2)
    foreign = studio.zone(studio.picture(), seat(2))
    blue = lambda image: int((image[..., 0].astype(int) - image[..., 2] > 40).sum())  # noqa: E731
    red = lambda image: int((image[..., 2].astype(int) - image[..., 0] > 40).sum())  # noqa: E731
    assert blue(house) > 3 * red(house)
    assert red(foreign) > 3 * blue(foreign)


def test_a_hand_covers_the_seat_while_a_card_is_laid(studio: Studio) -> None:
    studio.rig.due(StepKind.DEAL, 3, 3, Face.UP, wait=0.35)
    moving = studio.picture()
    studio.rig.reactor.turn(2)
    still = studio.picture()
    assert studio.change(moving, still, seat(3)) > 50
    skin = lambda image: int(((image[..., 2] > 200) & (image[..., 0] < 170) & (image[..., 0] > 110)).sum())  # noqa: E731
    assert skin(studio.zone(moving, seat(3))) > 2000
    assert skin(studio.zone(still, seat(3))) < 300


def test_drawing_only_what_changed_gives_the_same_picture_as_drawing_all() -> None:
    matrix = felt.camera(SIZE)
    grown, fresh = Canvas(SIZE, matrix, 3), Canvas(SIZE, matrix, 3)
    cards = [Card.parse(name) for name in ("2c", "Kh", "9s", "Td")]
    row: list[Item] = [CardItem(card, Spot(500 + 24 * i, 500, 3 * i)) for i, card in enumerate(cards)]
    for count in (1, 2, 3, 4, 2, 4):
        grown.show(tuple(row[:count]))
    grown.show((row[0], *row[2:]))
    fresh.show((row[0], *row[2:]))
    assert np.abs(grown.image.astype(int) - fresh.image.astype(int)).max() <= 1
    assert not grown.show((row[0], *row[2:]))
    grown.show(())
    assert np.array_equal(grown.image, Canvas(SIZE, matrix, 3).image)


def test_markers_can_be_found_for_calibration(studio: Studio) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(studio.picture())
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LIGHTS_OFF,
        Fault.LIGHTS_FLICKER,
        Fault.GLARE,
        Fault.BLURRED,
        Fault.COLOUR_CAST,
        Fault.HAND_OVER_SEAT,
        Fault.CAMERA_KNOCKED,
        Fault.TORN_FRAMES,
        Fault.SQUARED_UP,
        Fault.FANNED,
        Fault.CHIP_ON_CARD,
    ],
)
def test_a_fault_is_seen_while_it_lasts(studio: Studio, fault: Fault) -> None:
    for _ in range(3):
        studio.rig.up(4)
        studio.rig.hand += 1
    before = studio.picture()
    studio.rig.arm(fault)
    during = studio.picture()
    studio.rig.faults.set(fault, on=False)
    after = studio.picture()
    assert cv2.absdiff(before, during).max() > 60
    assert cv2.absdiff(before, after).max() < 30


def test_a_knock_moves_the_whole_table(studio: Studio) -> None:
    here = np.array(felt.seen(felt.camera(SIZE), ((880, 495),)))
    there = np.array(felt.seen(felt.camera(SIZE, knocked=True), ((880, 495),)))
    millimetres = np.hypot(*(here - there)[0]) / (SIZE[0] / felt.TABLE_WIDTH)
    assert 15 < millimetres < 25


def test_a_frozen_camera_repeats_its_picture_under_new_numbers(studio: Studio) -> None:
    studio.rig.arm(Fault.FROZEN_FRAME)
    first = studio.camera.grab()
    studio.rig.up(1)
    second = studio.camera.grab()
    assert np.array_equal(first.image, second.image)
    assert second.number > first.number


def test_slow_frames_come_once_a_second(studio: Studio) -> None:
    studio.picture()
    studio.rig.arm(Fault.SLOW_FRAMES)
    studio.picture()
    before = studio.rig.reactor.time
    studio.picture()
    assert 0.9 < studio.rig.reactor.time - before < 1.1


def test_an_unplugged_or_stopped_camera_says_so(studio: Studio) -> None:
    studio.rig.arm(Fault.UNPLUG_CAMERA)
    with pytest.raises(CameraGone, match="plug it in"):
        studio.picture()
    studio.rig.faults.set(Fault.UNPLUG_CAMERA, on=False)
    studio.picture()
    studio.camera.stop()
    with pytest.raises(CameraGone, match="stopped"):
        studio.picture()


def test_a_hanging_camera_gives_its_next_picture_when_it_is_well_again(studio: Studio) -> None:
    studio.rig.arm(Fault.HANG_CAMERA)
    studio.rig.reactor.call_at(studio.rig.reactor.time + 5, lambda: studio.rig.faults.set(Fault.HANG_CAMERA, on=False))
    before = studio.rig.reactor.time
    assert studio.camera.grab().taken >= before + 5


def test_every_fault_of_the_camera_is_covered_here() -> None:
    tested = {
        Fault.UNPLUG_CAMERA, Fault.HANG_CAMERA, Fault.FROZEN_FRAME, Fault.SLOW_FRAMES, Fault.TORN_FRAMES,
        Fault.LIGHTS_OFF, Fault.LIGHTS_FLICKER, Fault.GLARE, Fault.BLURRED, Fault.COLOUR_CAST,
        Fault.HAND_OVER_SEAT, Fault.CAMERA_KNOCKED,
    }  # fmt: skip
    assert tested == {fault for fault, kind in KINDS.items() if kind.part is Part.CAMERA}
