"""Shoe and camera against the card that is due: believed, waited for, or asked about."""

from __future__ import annotations

import pytest

from dealer.observations import Place, Zone
from dealer.ports import StepKind
from dealer.snapshots import CardState


@pytest.fixture
def dealt(room):
    """Two seats with their hole cards; seat 1's door card is due."""

    def make(policy: str = "both", devices: tuple[str, ...] = ("shoe", "camera"), **settings: str):
        table = room(policy=policy, **settings).open(1, 2).plugs_in(*devices).starts_hand()
        if "shoe" in devices:
            return table.leaves("As", "Ks", "Ad", "Kd")
        for _ in range(4):
            table.enters("next")
        return table

    return make


def due_card(room):
    return room.view().seats[room.step.seat - 1].cards[-1]


class TestBothSensors:
    def test_shoe_and_camera_agree(self, dealt) -> None:
        room = dealt().leaves("8d")
        assert (room.step.seat, due_card(room).state) == (1, CardState.LEFT_SHOE)
        room.sees(1, "8d")
        assert (room.up(1), room.step.seat) == ("8d", 2)
        assert room.view().seats[0].cards[-1].state is CardState.CONFIRMED

    def test_the_camera_may_be_first(self, dealt) -> None:
        room = dealt().sees(1, "8d")
        assert due_card(room).state is CardState.SEEN
        assert room.leaves("8d").up(1) == "8d"

    def test_the_dealer_deals_on_while_the_camera_looks(self, dealt) -> None:
        room = dealt().leaves("8d", "9c").sees(2, "9c")
        assert room.asked() == ""
        room.sees(1, "8d")
        assert (room.up(1), room.up(2)) == ("8d", "9c")

    def test_neither_is_believed_when_they_disagree(self, dealt) -> None:  # R8
        room = dealt().leaves("8d").sees(1, "6d")
        assert room.asked() == ""  # a hand that puts it right passes by
        question = room.passes(1.1).view().question
        assert question.title == "Seat 1: the shoe says 8♦, the camera sees 6♦"
        assert question.readings == (("shoe", "8d"), ("camera", "6d"))
        assert [choice.label for choice in question.choices[:4]] == [
            "it is 8♦",
            "it is 6♦",
            "look again",
            "another card...",
        ]
        assert room.up(1) == ""
        assert room.step.kind is StepKind.ASK
        room.press("2")
        assert (room.up(1), room.step.seat) == ("6d", 2)
        assert room.view().seats[0].cards[-1].state is CardState.CONFIRMED

    def test_another_card_may_be_named(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "6d").passes(1.1).press("4", card="8h")
        assert room.up(1) == "8h"
        assert room.view().seats[0].cards[-1].state is CardState.BY_HAND

    def test_look_again_reads_the_zone_anew(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "6d").passes(1.1).press("3")
        assert room.camera.looked == [Place(Zone.SEAT, 1)]
        assert room.asked() == ""
        assert room.sees(1, "8d").up(1) == "8d"

    def test_with_two_cards_out_the_shoes_reading_is_not_told(self, dealt) -> None:
        room = dealt().leaves("8d", "6d").sees(1, "6d").passes(1.1)
        question = room.view().question
        assert question.readings == (("camera", "6d"),)
        assert "8d" not in str(question)

    def test_nobody_is_asked_while_the_camera_is_behind(self, dealt) -> None:
        room = dealt().leaves("8d")
        room.camera.read = 11
        assert room.passes(30).asked() == ""
        room.camera.read = 12
        assert room.passes(1).asked() == "not-seen"

    def test_a_card_that_is_not_seen_in_time_is_asked_about_without_its_name(self, dealt) -> None:
        room = dealt().leaves("8d").passes(5)
        assert room.asked() == ""
        room.passes(2)
        assert room.asked() == "not-seen"
        assert "8d" not in str(room.view())
        room.press("1").sees(1, "8d")
        assert room.up(1) == "8d"

    def test_a_card_that_the_shoe_did_not_tell_of_is_asked_about(self, dealt) -> None:
        room = dealt().sees(1, "8d").passes(7)
        assert room.asked() == "not-out"
        assert room.press("1").up(1) == "8d"
        room.leaves("8d")  # the shoe was only late: the card is not dealt twice
        assert (room.step.seat, room.desk.sensing.out) == (2, ())

    def test_what_the_shoe_tells_next_is_not_taken_for_a_card_that_it_missed(self, dealt) -> None:
        room = dealt().sees(1, "8d").passes(7).press("1").leaves("9c").sees(2, "9c")
        assert (room.up(1), room.up(2), room.desk.sensing.out) == ("8d", "9c", ())

    def test_an_unread_tag_takes_the_cameras_word(self, dealt) -> None:
        room = dealt().leaves("..").sees(1, "8d")
        assert room.up(1) == "8d"

    def test_an_unread_tag_and_an_unsure_camera_ask_with_guesses(self, dealt) -> None:
        room = dealt().leaves("..").sees(1, "?6d8d").passes(7)
        assert room.asked() == "unread-card"
        assert [choice.label for choice in room.view().question.choices][:2] == ["it is 6♦", "it is 8♦"]

    def test_guesses_leave_out_what_lies_face_up_but_not_what_lies_down(self, dealt) -> None:
        room = dealt().leaves("6d").sees(1, "6d").leaves("..").sees(2, "?6dAs8d").passes(7)
        labels = [choice.label for choice in room.view().question.choices]
        assert "it is 6♦" not in labels
        assert "it is A♠" in labels  # it lies face down before seat 1; leaving it out would tell

    def test_without_the_camera_one_tap_confirms_the_shoe(self, dealt) -> None:
        room = dealt().unplugs("camera").leaves("8d")
        assert room.buttons()["next"] == "it is 8♦"
        assert room.press("next").up(1) == "8d"

    def test_without_the_shoe_one_tap_confirms_the_camera(self, dealt) -> None:
        room = dealt().unplugs("shoe").sees(1, "8d")
        assert room.up(1) == ""
        assert room.press("next").up(1) == "8d"

    def test_a_card_by_hand_that_agrees_is_confirmed(self, dealt) -> None:
        room = dealt().leaves("8d").enters("card", card="8d")
        assert room.up(1) == "8d"
        assert room.view().seats[0].cards[-1].state is CardState.CONFIRMED

    def test_a_card_by_hand_that_a_sensor_contradicts_is_asked_about(self, dealt) -> None:
        room = dealt().leaves("8d").enters("card", card="6d")
        assert room.view().question.readings == (("person", "6d"), ("shoe", "8d"))
        assert room.press("1").up(1) == "6d"


class TestOneSensor:
    def test_the_shoe_alone_is_believed_at_once(self, dealt) -> None:
        room = dealt("shoe").leaves("8d")
        assert room.up(1) == "8d"
        assert room.view().seats[0].cards[-1].state is CardState.LEFT_SHOE
        room.sees(1, "8d")
        assert room.view().seats[0].cards[-1].state is CardState.CONFIRMED

    def test_the_camera_may_contradict_later(self, dealt) -> None:
        room = dealt("shoe").leaves("8d").sees(1, "6d").passes(2)
        assert room.asked() == "contradicted"
        room.press("2")
        assert (room.up(1), room.asked()) == ("6d", "")

    def test_what_was_confirmed_is_not_doubted_again(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "8d").sees(1, "6d").passes(10)
        assert room.asked() == ""

    def test_the_camera_alone(self, dealt) -> None:
        room = dealt("camera", devices=("camera",)).sees(1, "8d")
        assert room.up(1) == "8d"
        assert room.view().seats[0].cards[-1].state is CardState.SEEN

    def test_an_unsure_camera_alone_asks(self, dealt) -> None:
        room = dealt("camera", devices=("camera",)).sees(1, "?6d8d").passes(7)
        assert room.asked() == "unread-card"
        assert room.press("2").up(1) == "8d"

    def test_by_hand_no_sensor_places_an_up_card(self, dealt) -> None:
        room = dealt("hand").leaves("8d").passes(60)
        assert (room.up(1), room.asked()) == ("", "")
        assert room.enters("card", card="8d").up(1) == "8d"
        assert room.desk.sensing.out == ()


class TestRows:
    def test_a_hand_over_the_row_and_cards_squared_up_mean_nothing(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "8d").sees(1).sees(1, "8d").passes(10)
        assert (room.up(1), room.asked(), room.hand.is_live(1)) == ("8d", "", True)

    def test_a_card_that_moves_or_is_fanned_stays_the_same(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "8d").leaves("9c").sees(2, "9c")
        room.acts("bring-in", "call").leaves("5h", "4c").sees(1, "4c", "8d")
        assert room.up(1) == "8d 4c"

    def test_cards_that_are_gone_are_no_fold(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "8d").leaves("9c").sees(2, "9c").sees(2).passes(20)
        assert room.hand.is_live(2)
        assert room.asked() == ""

    def test_repeated_readings_change_nothing(self, dealt) -> None:
        room = dealt().leaves("8d").sees(1, "8d")
        turn = room.desk.turn
        room.sees(1, "8d").sees(1, "8d").passes(3)
        assert room.desk.turn == turn


class TestDownCards:
    def test_they_are_sealed_and_need_no_camera(self, dealt) -> None:
        room = dealt().unplugs("camera")
        assert all(card is not None for card in room.hand.down(1))

    def test_unread_ones_are_asked_for_at_showdown(self, room) -> None:
        room = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand()
        room.leaves("As", "Ks", "..", "Kd", "2c", "9h").acts("bring-in", "call")
        for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh"), ("5h", "6c", "6d")):
            room.leaves(*cards).acts("check", "check")
        while room.step.kind is StepKind.SHOW and room.step.seat != 1:
            room.press("show")
        control = next(each for each in room.view().controls if each.slot == "show")
        assert control.entry == {"do": "show", "seat": 1, "cards": [None]}
        assert room.tries("show", seat=1).refused == "1 cards of seat 1 were never read; enter them"
        room.enters("show", seat=1, cards=["Ad"])
        shown = room.view().seats[0].cards
        assert [card.name for card in shown[:3]] == ["As", "Ad", "6c"]
