"""What goes wrong where a card lies (R8): each is named, stops the deal, and can be put right."""

from __future__ import annotations

from dealer.observations import Place, Zone
from dealer.ports import StepKind


class TestEarly:
    def test_a_card_before_the_action_is_over_waits_if_a_person_says_so(self, third) -> None:
        room = third().leaves("5c")
        assert room.asked() == "dealt-early"
        assert room.step.kind is StepKind.ASK
        room.chooses("waits for its place").acts("bring-in", "call")
        assert len(room.hand.cards.burns) == 1  # it was the burn
        assert room.desk.sensing.out == ()

    def test_it_is_put_back(self, third) -> None:
        room = third().leaves("5c").press("2")
        assert room.desk.sensing.out == ()
        room.leaves("5c")  # it may leave again
        assert room.asked() == "dealt-early"

    def test_it_goes_back_by_itself_when_the_shoe_says_so(self, third) -> None:
        room = third().leaves("5c").goes_back("5c")
        assert (room.asked(), room.desk.sensing.out) == ("", ())

    def test_dealt_early_is_ruled_by_the_house(self, third) -> None:  # WL 123, 227
        room = third().leaves("5c", "6c").press("3")
        assert room.view().question.kind == "premature-card"
        room.press("1")
        room.acts("bring-in", "call")
        assert room.step.kind is StepKind.SCRAMBLE
        room.enters("next")
        assert room.step.kind is StepKind.DEAL  # the burn stays
        room.leaves("6c").sees(1, "2c", "6c")  # the card that went into the stub may come again
        assert room.up(1) == "2c 6c"

    def test_a_card_before_the_hand_begins(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe").leaves("5c")
        assert room.asked() == "dealt-early"
        room.chooses("back into the shoe")
        assert room.asked() == ""

    def test_no_card_before_the_antes(self, room) -> None:  # R3.1
        room = room().open(1, 2).plugs_in("shoe").enters("next").enters("next").enters("next").enters("next")
        assert room.step.kind is StepKind.ANTES
        room.leaves("5c")
        assert room.asked() == "dealt-early"
        room.press("1").enters("next")
        assert len(room.hand.down(1)) == 1


class TestBurns:
    def test_no_burn_and_it_is_put_right(self, fourth) -> None:  # WL 122
        room = fourth().leaves("5c").sees(1, "2c", "5c")  # taken for the burn, but it lies before seat 1
        assert len(room.hand.cards.burns) == 1
        room.passes(8)
        assert room.asked() == "not-out"
        room.chooses("burn")
        assert room.view().question.kind == "missed-burn"
        room.chooses("right")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (1, "2c", 1)
        assert room.desk.sensing.out == ()

    def test_no_burn_and_the_card_stays(self, fourth) -> None:
        room = fourth().leaves("5c").sees(1, "2c", "5c").passes(8)
        room.chooses("burn").press("2")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (0, "2c 5c", 2)
        room.leaves("6c").sees(2, "9h", "6c")
        assert room.up(2) == "9h 6c"

    def test_no_burn_is_noticed_when_the_next_card_lies_there_too(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(1, "2c", "5c", "6c").passes(1.1)
        assert room.asked() == "two-faces"
        room.chooses("burn").press("1")  # put right: the first is the burn
        assert (len(room.hand.cards.burns), room.step.seat) == (1, 1)
        room.sees(1, "2c", "6c")
        assert (room.up(1), room.desk.sensing.out) == ("2c 6c", ())

    def test_two_burns_seen_by_the_camera(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(None, "##", "##", zone=Zone.BURN).passes(3)
        assert room.asked() == "double-burn"
        room.press("1")
        assert room.view().question.kind == "double-burn"
        room.press("1")
        assert len(room.hand.cards.burns) == 2
        room.leaves("7c").sees(1, "2c", "7c")
        assert room.up(1) == "2c 7c"

    def test_what_is_no_second_burn_is_asked_about_once(self, fourth) -> None:
        room = fourth().leaves("5c").sees(None, "##", "##", zone=Zone.BURN).passes(3)
        assert room.asked() == "double-burn"
        room.press(room.view().question.choices[-1].slot)
        room.sees(None, "##", "##", zone=Zone.BURN).passes(5)
        assert room.asked() == ""
        room.sees(None, "##", "##", "##", zone=Zone.BURN).passes(3)
        assert room.asked() == "double-burn"

    def test_two_burns_known_from_the_card_that_is_seen(self, fourth) -> None:
        room = fourth().leaves("5c", "6c", "7c").sees(1, "2c", "7c").passes(1.1)
        assert room.asked() == "sensors-disagree"
        assert "6c" not in str(room.view())
        room.chooses("two cards were burned")
        room.press("1")
        assert len(room.hand.cards.burns) == 2
        assert room.camera.looked == [Place(Zone.SEAT, 1)]
        assert room.sees(1, "2c", "7c").up(1) == "2c 7c"

    def test_two_burns_where_the_shoe_alone_was_believed(self, fourth) -> None:
        room = fourth("shoe").leaves("5c", "6c").sees(1, "2c", "7c").passes(2)
        assert room.asked() == "contradicted"
        room.chooses("two cards were burned")
        room.press("1")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (2, "2c", 1)
        room.leaves("7c")
        assert room.up(1) == "2c 7c"


class TestPlaces:
    def test_a_card_at_the_wrong_seat(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(2, "9h", "6c").passes(2)
        assert room.asked() == "wrong-seat"
        assert room.view().question.title == "Seat 2: the camera sees 6♣, but no card is due there"
        room.chooses("wrong seat")
        assert room.view().question.kind == "wrong-seat"
        room.chooses("right")
        assert (room.up(1), room.step.seat, room.desk.sensing.out) == ("2c 6c", 2, ())

    def test_while_betting_is_open_only_what_can_be_ruled_then_is_offered(self, third) -> None:  # WL 227
        room = third().sees(2, "9h", "6c").passes(2)
        assert room.asked() == "wrong-seat"
        assert [each.label for each in room.view().question.choices] == [
            "look again",
            "a card was dealt before the round was over",
            "all is well",
        ]
        room.chooses("before the round")
        assert room.view().question.kind == "premature-card"

    def test_what_is_well_is_asked_about_once(self, third) -> None:
        room = third().sees(2, "9h", "6c").passes(2)
        room.chooses("all is well")
        room.sees(2, "9h", "6c").passes(20)
        assert room.asked() == ""
        room.sees(2, "9h", "6c", "7d").passes(2)
        assert room.asked() == "wrong-seat"

    def test_a_camera_that_is_behind_shows_what_may_be_gone(self, third) -> None:
        room = third()
        room.camera.read = 0
        room.sees(2, "9h", "6c").passes(8)
        assert room.asked() == ""
        room.camera.read = 3
        room.passes(1)
        assert room.asked() == "wrong-seat"

    def test_after_a_ruling_hands_have_time_to_put_the_cards_right(self, third) -> None:
        room = third().leaves("5c").sees(1, "2c", "5c")
        room.chooses("before the round")
        room.press("1")
        room.passes(4)  # the card still lies there
        assert room.asked() == ""
        room.passes(3)
        assert room.asked() == "wrong-seat"

    def test_a_card_that_goes_back_into_the_shoe_is_on_its_way_for_a_while(self, fourth) -> None:
        room = fourth().deals("5c").two_leave("3h", "6c").sees(1, "2c", "6c").passes(9)
        room.chooses("back into the shoe").passes(2)
        assert room.asked() == ""
        room.sees(1, "2c").leaves("3h").sees(1, "2c", "3h")
        assert room.up(1) == "2c 3h"

    def test_it_is_moved_and_looked_at_again(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(2, "9h", "6c").passes(2).press("1")
        assert room.camera.looked == [Place(Zone.SEAT, 2)]
        room.sees(2, "9h").sees(1, "2c", "6c")
        assert room.up(1) == "2c 6c"

    def test_an_exposed_hole_card(self, room) -> None:  # WL 214
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As").sees(1, "As").passes(2)
        assert room.asked() == "hole-card-exposed"
        room.chooses("exposed")
        assert room.view().question.kind == "hole-card-exposed"
        room.chooses("third")
        assert (room.up(1), room.step.seat) == ("As", 2)
        room.leaves("Ks", "Ad", "Kd")
        assert (room.step.seat, room.step.face.value) == (1, "down")
        room.leaves("2c").leaves("9h").sees(2, "9h")
        assert room.step.kind is StepKind.ACT
        assert len(room.hand.down(1)) == 2

    def test_a_door_card_that_went_to_the_next_seat_is_not_called_an_exposed_hole_card(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks", "Kd")
        room.leaves("7d").sees(2, "7d").passes(2)
        assert room.asked() == "wrong-seat"
        assert room.choice("wrong seat") < room.choice("exposed")
        room.chooses("wrong seat")
        assert room.view().question.kind == "wrong-seat"

    def test_an_exposed_hole_card_that_is_noticed_when_the_door_cards_come(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As").sees(1, "As")
        room.leaves("Ks", "Ad", "Kd")
        room.clock.seconds += 0.2
        room.leaves("2c").passes(1.1)
        assert room.asked() == "hole-card-exposed"
        assert "2c" not in str(room.view())
        room.chooses("exposed")
        room.chooses("third")
        assert (room.up(1), len(room.hand.down(1)), room.step.seat) == ("As", 2, 2)
        assert [str(room.sealer.open(card)) for card in room.hand.down(1)] == ["Ad", "2c"]

    def test_an_exposed_hole_card_that_is_seen_together_with_the_door_card(self, room) -> None:  # WL 214
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "2c")
        room.sees(1, "As", "2c").passes(1.1)
        assert room.asked() == "two-faces"
        room.chooses("exposed")
        room.chooses("third")
        assert (room.up(1), room.step.seat) == ("As", 2)
        assert [str(room.sealer.open(card)) for card in room.hand.down(1)] == ["Ad", "2c"]

    def test_an_exposed_hole_card_that_a_slow_camera_shows_only_when_the_door_card_is_out(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "2c")
        room.clock.seconds += 0.2
        room.sees(1, "As").passes(1.1)
        assert room.asked() == "sensors-disagree"
        room.chooses("exposed")
        room.chooses("third")
        assert (room.up(1), room.step.seat) == ("As", 2)

    def test_an_exposed_hole_card_in_a_tournament_is_a_misdeal(self, room) -> None:
        room = room(house="wsop-tournament").open(1, 2).plugs_in("shoe", "camera").starts_hand()
        room.leaves("As").sees(1, "As").passes(2).chooses("exposed").press("1")
        assert room.step.kind is StepKind.PUSH_POT
        room.enters("next")
        assert [player.stack for player in room.desk.table.seated()] == [200, 200]

    def test_a_seventh_card_face_up(self, fourth) -> None:  # WL 230
        room = fourth()
        for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh")):
            room.deals(*cards).acts("check", "check")
        room.leaves("5h", "6c").sees(1, "2c", "3h", "7h", "Th", "6c").passes(2)
        assert room.asked() == "seventh-face-up"
        room.chooses("seventh")
        assert room.view().question.kind == "seventh-face-up"
        room.press("1")
        assert room.up(1).endswith("6c")
        assert (room.step.kind, room.step.seat, room.step.face.value) == (StepKind.DEAL, 2, "up")


def test_nothing_is_bet_or_shown_while_a_question_is_open(third) -> None:
    room = third().leaves("5c")
    assert room.tries("act", seat=1, action="bring-in").refused == "answer the question first"


def test_the_clock_is_held_while_a_question_is_open(room) -> None:
    room = room(house="finnish-cardroom").open(1, 2).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad", "Ks", "Kd", "2c", "9h").passes(3).leaves("5c").passes(30)
    assert not room.view().clock.running
    assert room.view().clock.left > 5
