"""Cards are laid before a camera one after another; each is taken once, mistakes are noticed and undone."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from dealer.cards import Card
from drivers.camera.read import Reader
from drivers.camera.teach import ORDER, Look, Teaching
from drivers.mock import faces

ROOM = (900, 1600)


def lying(card: str | None, at: tuple[int, int] = (620, 300), seed: int = 0) -> Any:
    """What the camera sees: a card or nothing on the cloth, and its own noise."""
    image = np.full((*ROOM, 3), (70, 105, 40), np.uint8)
    if card is not None:
        face = cv2.resize(faces.face(Card.parse(card))[..., :3], (180, 252), interpolation=cv2.INTER_AREA)
        image[at[1] : at[1] + 252, at[0] : at[0] + 180] = face
    grain = np.random.default_rng(seed).normal(0, 3, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


class Camera:
    """Shows scenes to a teaching, two still frames of each."""

    def __init__(self, teaching: Teaching) -> None:
        self.teaching, self.number = teaching, 0

    def shows(self, card: str | None, frames: int = 2, at: tuple[int, int] = (620, 300)) -> Look:
        look = Look.WAIT
        for _ in range(frames):
            self.number += 1
            look = self.teaching.look(lying(card, at, self.number)).look
        return look


@pytest.fixture
def camera(reader: Reader) -> Camera:
    camera = Camera(Teaching(reader.witnesses))
    assert camera.shows(None) is Look.WAIT
    return camera


def test_the_order_is_that_of_a_sorted_deck() -> None:
    assert [str(card) for card in ORDER[:3]] == ["2s", "3s", "4s"]
    assert len(set(ORDER)) == 52


def test_each_card_is_taken_once_also_when_the_next_is_laid_upon_it(camera: Camera) -> None:
    assert camera.shows("2s") is Look.TAKEN
    assert camera.shows("2s", frames=5) is Look.WAIT
    assert camera.shows("3s", at=(626, 304)) is Look.TAKEN
    assert camera.shows(None) is Look.WAIT
    assert camera.shows("4s", at=(200, 500)) is Look.TAKEN
    assert [str(card) for card in camera.teaching.taken] == ["2s", "3s", "4s"]
    assert all(picture.shape[0] < 500 for picture in camera.teaching.taken.values())


def test_a_wrong_card_is_noticed_and_may_be_insisted_on(camera: Camera) -> None:
    assert camera.shows("9h") is Look.DOUBT
    assert camera.shows("9h") is Look.WAIT
    assert camera.teaching.due == Card.parse("2s")
    step = camera.teaching.accept()
    assert step is not None
    assert (step.look, step.card) == (Look.TAKEN, Card.parse("2s"))
    assert camera.teaching.accept() is None


def test_a_mistake_is_undone_and_shown_again(camera: Camera) -> None:
    camera.shows("2s")
    assert camera.teaching.undo() == Card.parse("2s")
    assert camera.shows("2s") is Look.WAIT
    assert camera.shows(None) is Look.WAIT
    assert camera.shows("2s") is Look.TAKEN
    camera.teaching.undo()
    assert camera.teaching.undo() is None


def test_a_card_that_lies_there_from_the_start_is_taken_away_first(reader: Reader) -> None:
    camera = Camera(Teaching(reader.witnesses))
    assert camera.shows("2s") is Look.GROUND
    assert camera.shows(None) is Look.WAIT
    assert camera.shows("2s") is Look.TAKEN


def test_a_back_has_no_index(camera: Camera) -> None:
    image = lying(None)
    image[300:552, 620:800] = (120, 30, 30)
    assert camera.teaching.look(image).look is Look.WAIT
    assert camera.teaching.look(image).look is Look.UNSEEN


def test_it_goes_on_where_it_was(reader: Reader) -> None:
    before = {card: lying(str(card)) for card in ORDER[:51]}
    camera = Camera(Teaching(reader.witnesses, before))
    camera.shows(None)
    assert camera.teaching.due == Card.parse("Ac")
    assert camera.shows("Ac") is Look.TAKEN
    assert camera.shows("Ac") is Look.DONE
