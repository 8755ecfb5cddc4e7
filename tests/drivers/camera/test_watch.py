"""A zone is read when it changed and the hand has left, and a still table costs next to nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dealer.cards import Card
from dealer.observations import Guess, Place, Zone, ZoneReading
from drivers.camera.judge import FoundCard
from drivers.camera.read import Reader, Reading
from drivers.camera.watch import Watch

SEAT_1, SEAT_5 = Place(Zone.SEAT, 1), Place(Zone.SEAT, 5)


class Script:
    """A reader that says what the test wants, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.says: list[str] = []

    def read_zone(self, crop: Any, card_width: float) -> Reading:
        self.asked += 1
        word = self.says.pop(0) if self.says else ""
        height, width = crop.shape[:2]
        x, y = width / 2, height / 2
        box = ((x - 20, y - 28), (x + 20, y - 28), (x + 20, y + 28), (x - 20, y + 28))
        cards = [
            FoundCard(
                None if text.endswith("?") else Card.parse(text),
                0.99,
                (Guess(Card.parse(text.rstrip("?")), 0.9),),
                box,
                ((x, y),),
            )
            for text in word.split()
        ]
        return Reading(tuple(cards), 1.0)


def run(watch: Watch, frames: Iterator[Any]) -> list[ZoneReading]:
    return [reading for frame in frames for reading in watch.step(frame)]


def settle(watch: Watch, table: Any, frames: int = 8) -> dict[Place, ZoneReading]:
    return {reading.place: reading for reading in run(watch, (table.frame() for _ in range(frames)))}


def cards(reading: ZoneReading) -> list[str]:
    return [str(seen.card) for seen in reading.seen if seen.face_up]


def test_an_up_card_is_read_within_300_ms_of_the_hand_leaving(table: Any, reader: Reader) -> None:
    watch = Watch(table.layout, reader)
    table.lay({1: "4c"})
    settle(watch, table)
    table.lay({1: "4c Jc"})
    for _ in range(5):
        assert run(watch, iter([table.frame(table.hand_over(1))])) == []
    left = table.now
    (reading,) = run(watch, (table.frame() for _ in range(6)))
    assert reading.place == SEAT_1
    assert cards(reading) == ["4c", "Jc"]
    assert reading.taken - left < 0.3


def test_only_the_seat_that_changed_is_read_again(table: Any) -> None:
    script = Script()
    watch = Watch(table.layout, script)
    table.lay({})
    settle(watch, table)
    asked = script.asked
    table.lay({5: "8s"})
    assert [r.place for r in run(watch, (table.frame() for _ in range(6)))] == [SEAT_5]
    assert script.asked - asked == 2


def test_a_still_table_is_not_read_and_costs_under_5_ms_a_frame(table: Any, noisy: Any) -> None:
    script = Script()
    watch = Watch(table.layout, script)
    table.lay({1: "4c Jc", 5: "8s"})
    settle(watch, table)
    asked = script.asked
    frames = [table.frame(noisy(table.image(), k)) for k in range(3)] * 7
    costs = []
    for frame in frames:
        began = time.perf_counter()
        assert watch.step(frame) == ()
        costs.append(time.perf_counter() - began)
    assert script.asked == asked
    assert sorted(costs)[len(costs) // 2] < 0.005


def test_a_lamp_that_flickers_is_no_change(table: Any) -> None:
    script = Script()
    watch = Watch(table.layout, script)
    table.lay({1: "4c Jc"})
    settle(watch, table)
    asked = script.asked
    for gain in (0.8, 1.0, 0.7, 0.9):
        image = np.clip(table.image() * gain, 0, 255).astype(np.uint8)
        assert watch.step(table.frame(image)) == ()
    assert script.asked == asked


def test_a_hand_that_rests_on_the_row_is_waited_for(table: Any, reader: Reader) -> None:
    watch = Watch(table.layout, reader)
    table.lay({1: "4c Jc"})
    settle(watch, table)
    assert run(watch, (table.frame(table.hand_over(1)) for _ in range(12))) == []
    afterwards = run(watch, (table.frame() for _ in range(6)))
    assert [cards(reading) for reading in afterwards] in ([], [["4c", "Jc"]])


def test_look_again_reports_even_if_nothing_changed(table: Any, reader: Reader) -> None:
    watch = Watch(table.layout, reader)
    table.lay({5: "8s 2c"})
    settle(watch, table)
    watch.look_again(SEAT_5)
    (reading,) = run(watch, (table.frame() for _ in range(4)))
    assert cards(reading) == ["8s", "2c"]


def test_looks_that_disagree_end_as_a_question(table: Any) -> None:
    script = Script()
    watch = Watch(table.layout, script)
    table.lay({})
    settle(watch, table)
    script.says = ["6h", "5h", "6h", "5h"]
    watch.look_again(SEAT_1)
    (reading,) = run(watch, (table.frame() for _ in range(8)))
    assert [seen.card for seen in reading.seen] == [None]


def test_a_face_up_card_is_not_committed_twice(table: Any) -> None:
    script = Script()
    watch = Watch(table.layout, script)
    table.lay({})
    settle(watch, table)
    for place, word in ((SEAT_1, "Ks"), (SEAT_5, "Ks")):
        script.says = [word, word]
        watch.look_again(place)
        (reading,) = run(watch, (table.frame() for _ in range(4)))
    assert reading.place == SEAT_5
    assert [seen.card for seen in reading.seen] == [None]
    assert str(reading.seen[0].guesses[0].card) == "Ks"


def test_a_card_keeps_its_number_while_others_are_laid(table: Any, reader: Reader) -> None:
    watch = Watch(table.layout, reader)
    table.lay({1: "4c"})
    first = {str(s.card): s.track for s in settle(watch, table)[SEAT_1].seen if s.face_up}
    table.lay({1: "4c Jc"})
    second = {str(s.card): s.track for s in settle(watch, table)[SEAT_1].seen if s.face_up}
    assert second["4c"] == first["4c"]
    assert second["Jc"] not in first.values()


def test_the_hole_cards_are_counted_as_backs(table: Any, reader: Reader) -> None:
    watch = Watch(table.layout, reader)
    table.lay({5: ""}, backs=2)
    seen = settle(watch, table)[SEAT_5].seen
    assert [(card.face_up, card.card, card.guesses) for card in seen] == [(False, None, ())] * 2


@pytest.mark.parametrize("seat", range(1, 9))
def test_the_row_is_given_from_the_players_left_to_his_right(table: Any, reader: Reader, seat: int) -> None:
    watch = Watch(table.layout, reader)
    table.lay({seat: "9h Qd 8c"})
    reading = settle(watch, table)[Place(Zone.SEAT, seat)]
    assert cards(reading) == ["9h", "Qd", "8c"]
