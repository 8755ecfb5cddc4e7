"""A card keeps its number while it lies and when it is moved; no other card ever gets it."""

from __future__ import annotations

from dealer.cards import Card
from dealer.observations import Place, SeenCard, Zone
from drivers.camera.tracks import Lying, Tracks

SEAT_1, SEAT_2 = Place(Zone.SEAT, 1), Place(Zone.SEAT, 2)


def lying(text: str | None, x: float = 0.0, *, face_up: bool = True) -> Lying:
    card = None if text is None else Card.parse(text)
    box = ((x, 0.0), (x + 100, 0.0), (x + 100, 140.0), (x, 140.0))
    return Lying(card, 0.99, (), box, face_up=face_up)


def numbers(row: tuple[SeenCard, ...]) -> list[int]:
    return [seen.track for seen in row]


def test_each_card_has_its_own_number_and_its_place_in_the_row() -> None:
    row = Tracks(100).update(SEAT_1, [lying("4c"), lying("Jc", 40)])
    assert numbers(row) == [1, 2]
    assert [seen.order for seen in row] == [0, 1]


def test_a_card_that_was_moved_keeps_its_number() -> None:
    tracks = Tracks(100)
    tracks.update(SEAT_1, [lying("4c")])
    assert numbers(tracks.update(SEAT_1, [lying("4c", 500)])) == [1]
    assert numbers(tracks.update(SEAT_2, [lying("4c", 900)])) == [1]
    assert tracks.elsewhere(Card.parse("4c"), SEAT_1) == SEAT_2


def test_a_question_that_is_answered_is_the_same_card() -> None:
    tracks = Tracks(100)
    tracks.update(SEAT_1, [lying(None)])
    assert numbers(tracks.update(SEAT_1, [lying("4c", 10)])) == [1]


def test_another_card_in_the_same_place_is_another_card() -> None:
    tracks = Tracks(100)
    tracks.update(SEAT_1, [lying("4c")])
    assert numbers(tracks.update(SEAT_1, [lying("Jc")])) == [2]


def test_a_back_that_is_turned_up_keeps_its_number() -> None:
    tracks = Tracks(100)
    tracks.update(SEAT_1, [lying(None, face_up=False)])
    assert numbers(tracks.update(SEAT_1, [lying("4c", 10)])) == [1]


def test_a_card_that_has_gone_is_forgotten() -> None:
    tracks = Tracks(100)
    tracks.update(SEAT_1, [lying("4c"), lying("Jc", 40)])
    tracks.update(SEAT_1, [lying("Jc", 40)])
    assert tracks.elsewhere(Card.parse("4c"), SEAT_2) is None
    assert numbers(tracks.update(SEAT_1, [lying("Jc", 40), lying("4c", 80)])) == [2, 3]
