from __future__ import annotations

from dealer.cards import DECK
from drivers.mock.enrolment import card_pictures


def test_one_picture_of_each_card_alone_on_the_felt() -> None:
    pictures = card_pictures((1280, 720))
    assert set(pictures) == set(DECK)
    assert len({picture.tobytes() for picture in pictures.values()}) == 52
    for picture in pictures.values():
        white = (picture.min(axis=2) > 190).mean()
        green = ((picture[..., 1] > picture[..., 2] + 30) & (picture[..., 1] > picture[..., 0])).mean()
        assert 0.1 < white < 0.5
        assert green > 0.4
