"""What goes wrong on the way of a card (R8): each is named, stops the deal, and can be put right."""

from __future__ import annotations

import pytest

from dealer.observations import AlertKind, Place, ShoeAlert, ShoeCode, ShoeNotice, ShoePosition, Zone
from dealer.ports import StepKind
from dealer.record.recovery import EVENTS
from dealer.sensing.records import DeviceChanged


@pytest.fixture
def third(room):
    """Two seats; hole cards and doors are dealt, the bring-in is due."""

    def make(policy: str = "both", **settings: str):
        table = room(policy=policy, **settings).open(1, 2).plugs_in("shoe", "camera").starts_hand()
        return table.deals("As", "Ad", "Ks", "Kd", "2c", "9h")

    return make


@pytest.fixture
def fourth(third):
    """The burn of fourth street is due."""

    def make(policy: str = "both", **settings: str):
        return third(policy, **settings).acts("bring-in", "call")

    return make


def choice(room, words: str) -> str:
    question = room.view().question
    assert question is not None
    return next(each.slot for each in question.choices if words in each.label)


def rules(room, words: str):
    """The house's question after a report: what is ruled."""
    return room.press(choice(room, words))


class TestEarly:
    def test_a_card_before_the_action_is_over_waits_if_a_person_says_so(self, third) -> None:
        room = third().leaves("5c")
        assert room.asked() == "dealt-early"
        assert room.step.kind is StepKind.ASK
        room.press(choice(room, "waits for its place")).acts("bring-in", "call")
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
        rules(room, "")
        room.acts("bring-in", "call")
        assert room.step.kind is StepKind.SCRAMBLE
        room.enters("next")
        assert room.step.kind is StepKind.DEAL  # the burn stays
        room.leaves("6c").sees(1, "2c", "6c")  # the card that went into the stub may come again
        assert room.up(1) == "2c 6c"

    def test_a_card_before_the_hand_begins(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe").leaves("5c")
        assert room.asked() == "dealt-early"
        room.press(choice(room, "back into the shoe"))
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
        room.press(choice(room, "burn"))
        assert room.view().question.kind == "missed-burn"
        rules(room, "right")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (1, "2c", 1)
        assert room.desk.sensing.out == ()

    def test_no_burn_and_the_card_stays(self, fourth) -> None:
        room = fourth().leaves("5c").sees(1, "2c", "5c").passes(8)
        room.press(choice(room, "burn")).press("2")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (0, "2c 5c", 2)
        room.leaves("6c").sees(2, "9h", "6c")
        assert room.up(2) == "9h 6c"

    def test_no_burn_is_noticed_when_the_next_card_lies_there_too(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(1, "2c", "5c", "6c").passes(1.1)
        assert room.asked() == "two-faces"
        room.press(choice(room, "burn")).press("1")  # put right: the first is the burn
        assert (len(room.hand.cards.burns), room.step.seat) == (1, 1)
        room.sees(1, "2c", "6c")
        assert (room.up(1), room.desk.sensing.out) == ("2c 6c", ())

    def test_two_burns_seen_by_the_camera(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(None, "##", "##", zone=Zone.BURN).passes(3)
        assert room.asked() == "double-burn"
        room.press("1")
        assert room.view().question.kind == "double-burn"
        rules(room, "")
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
        room.press(choice(room, "two cards were burned"))
        rules(room, "")
        assert len(room.hand.cards.burns) == 2
        assert room.camera.looked == [Place(Zone.SEAT, 1)]
        assert room.sees(1, "2c", "7c").up(1) == "2c 7c"

    def test_two_burns_where_the_shoe_alone_was_believed(self, fourth) -> None:
        room = fourth("shoe").leaves("5c", "6c").sees(1, "2c", "7c").passes(2)
        assert room.asked() == "contradicted"
        room.press(choice(room, "two cards were burned"))
        rules(room, "")
        assert (len(room.hand.cards.burns), room.up(1), room.step.seat) == (2, "2c", 1)
        room.leaves("7c")
        assert room.up(1) == "2c 7c"


class TestPlaces:
    def test_a_card_at_the_wrong_seat(self, fourth) -> None:
        room = fourth().leaves("5c", "6c").sees(2, "9h", "6c").passes(2)
        assert room.asked() == "wrong-seat"
        assert room.view().question.title == "Seat 2: the camera sees 6♣, but no card is due there"
        room.press(choice(room, "wrong seat"))
        assert room.view().question.kind == "wrong-seat"
        rules(room, "right")
        assert (room.up(1), room.step.seat, room.desk.sensing.out) == ("2c 6c", 2, ())

    def test_while_betting_is_open_only_what_can_be_ruled_then_is_offered(self, third) -> None:  # WL 227
        room = third().sees(2, "9h", "6c").passes(2)
        assert room.asked() == "wrong-seat"
        assert [each.label for each in room.view().question.choices] == [
            "look again",
            "a card was dealt before the round was over",
            "all is well",
        ]
        room.press(choice(room, "before the round"))
        assert room.view().question.kind == "premature-card"

    def test_what_is_well_is_asked_about_once(self, third) -> None:
        room = third().sees(2, "9h", "6c").passes(2)
        room.press(choice(room, "all is well"))
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
        room.press(choice(room, "before the round"))
        rules(room, "")
        room.passes(4)  # the card still lies there
        assert room.asked() == ""
        room.passes(3)
        assert room.asked() == "wrong-seat"

    def test_a_card_that_goes_back_into_the_shoe_is_on_its_way_for_a_while(self, fourth) -> None:
        room = fourth().deals("5c").two_leave("3h", "6c").sees(1, "2c", "6c").passes(9)
        room.press(choice(room, "back into the shoe")).passes(2)
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
        room.press(choice(room, "exposed"))
        assert room.view().question.kind == "hole-card-exposed"
        rules(room, "third")
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
        assert choice(room, "wrong seat") < choice(room, "exposed")
        room.press(choice(room, "wrong seat"))
        assert room.view().question.kind == "wrong-seat"

    def test_an_exposed_hole_card_that_is_noticed_when_the_door_cards_come(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As").sees(1, "As")
        room.leaves("Ks", "Ad", "Kd")
        room.clock.seconds += 0.2
        room.leaves("2c").passes(1.1)
        assert room.asked() == "hole-card-exposed"
        assert "2c" not in str(room.view())
        room.press(choice(room, "exposed"))
        rules(room, "third")
        assert (room.up(1), len(room.hand.down(1)), room.step.seat) == ("As", 2, 2)
        assert [str(room.sealer.open(card)) for card in room.hand.down(1)] == ["Ad", "2c"]

    def test_an_exposed_hole_card_that_is_seen_together_with_the_door_card(self, room) -> None:  # WL 214
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "2c")
        room.sees(1, "As", "2c").passes(1.1)
        assert room.asked() == "two-faces"
        room.press(choice(room, "exposed"))
        rules(room, "third")
        assert (room.up(1), room.step.seat) == ("As", 2)
        assert [str(room.sealer.open(card)) for card in room.hand.down(1)] == ["Ad", "2c"]

    def test_an_exposed_hole_card_that_a_slow_camera_shows_only_when_the_door_card_is_out(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "2c")
        room.clock.seconds += 0.2
        room.sees(1, "As").passes(1.1)
        assert room.asked() == "sensors-disagree"
        room.press(choice(room, "exposed"))
        rules(room, "third")
        assert (room.up(1), room.step.seat) == ("As", 2)

    def test_an_exposed_hole_card_in_a_tournament_is_a_misdeal(self, room) -> None:
        room = room(house="wsop-tournament").open(1, 2).plugs_in("shoe", "camera").starts_hand()
        room.leaves("As").sees(1, "As").passes(2).press(choice(room, "exposed")).press("1")
        assert room.step.kind is StepKind.PUSH_POT
        room.enters("next")
        assert [player.stack for player in room.desk.table.seated()] == [200, 200]

    def test_a_seventh_card_face_up(self, fourth) -> None:  # WL 230
        room = fourth()
        for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh")):
            room.deals(*cards).acts("check", "check")
        room.leaves("5h", "6c").sees(1, "2c", "3h", "7h", "Th", "6c").passes(2)
        assert room.asked() == "seventh-face-up"
        room.press(choice(room, "seventh"))
        assert room.view().question.kind == "seventh-face-up"
        rules(room, "")
        assert room.up(1).endswith("6c")
        assert (room.step.kind, room.step.seat, room.step.face.value) == (StepKind.DEAL, 2, "up")


class TestShoe:
    def test_two_cards_at_once_are_put_back(self, fourth) -> None:
        room = fourth().two_leave("5c", "6c")
        assert room.asked() == "two-cards"
        room.press(choice(room, "back into the shoe"))
        room.leaves("6c", "5c").sees(1, "2c", "5c")
        assert room.up(1) == "2c 5c"

    def test_two_cards_at_once_are_dealt_unread(self, fourth) -> None:
        room = fourth().two_leave("5c", "6c").press("2")
        assert room.hand.cards.burns == (None,)
        room.sees(1, "2c", "6c")
        assert room.up(1) == "2c 6c"

    def test_two_cards_at_once_are_ruled_on(self, fourth) -> None:
        room = fourth().two_leave("5c", "6c").press("3")
        assert room.view().question.kind == "two-cards"
        rules(room, "")
        assert room.hand.cards.burns == (None,)

    def test_a_foreign_card_stops_the_deal(self, fourth) -> None:  # WL 111
        room = fourth().leaves("xx")
        assert room.asked() == "deck-fault"
        room.press("3")
        rules(room, "void")
        room.enters("next")
        assert [player.stack for player in room.desk.table.seated()] == [200, 200]

    def test_a_foreign_card_is_scrap_and_put_aside(self, fourth) -> None:
        room = fourth().leaves("xx").press("1").leaves("5c")
        assert len(room.hand.cards.burns) == 1

    def test_a_card_pushed_back_after_it_was_dealt(self, fourth) -> None:
        room = fourth().leaves("5c").goes_back("5c")
        assert room.asked() == "came-back"
        room.press("1")
        assert (room.hand.cards.burns, room.desk.sensing.out) == ((), ())
        room.leaves("5c")
        assert len(room.hand.cards.burns) == 1

    def test_lost_events_pause_until_the_stub_is_counted(self, fourth) -> None:  # OSP/1 rule 3
        room = fourth()
        room.reports(ShoeAlert(AlertKind.LOST_EVENTS, ShoePosition("SHOE7F3A", "5C0FFEE1", 9), None, "a hole"))
        question = room.view().question
        assert question.title.endswith("it should have 46")
        assert room.step.kind is StepKind.ASK
        room.press("1").leaves("5c")
        assert len(room.hand.cards.burns) == 1

    def test_a_missing_card_in_the_stub_was_dealt_unread(self, fourth) -> None:
        room = fourth()
        room.reports(ShoeAlert(AlertKind.LOST_EVENTS, ShoePosition("SHOE7F3A", "5C0FFEE1", 9), 1, "a hole"))
        room.press("2", count=45)
        assert room.hand.cards.burns == (None,)
        assert room.hand.stub == 45

    def test_more_cards_than_there_should_be_are_not_believed(self, fourth) -> None:
        room = fourth()
        room.reports(ShoeAlert(AlertKind.BEAM_COUNT, ShoePosition("SHOE7F3A", "5C0FFEE1", 9), None, "beams"))
        question = room.view().question
        entry = {**question.choices[1].entry, "count": 47}
        reply = room.controller.enter_now(entry, room.desk.turn, room.dealer)
        assert "count again" in reply.refused
        assert room.asked() == "stub-count"

    def test_a_card_that_the_shoe_tells_of_meanwhile_is_not_missing(self, fourth) -> None:
        room = fourth()
        room.reports(ShoeAlert(AlertKind.NEW_BOOT, ShoePosition("SHOE7F3A", "5C0FFEE1", 0), None, "a new boot"))
        room.leaves("5c")
        assert room.view().question.title.endswith("it should have 45")
        room.press("2", count=45)
        assert (len(room.hand.cards.burns), room.hand.stub, room.desk.sensing.out) == (1, 45, ())
        assert room.hand.cards.burns != (None,)

    def test_a_card_that_was_counted_out_by_mistake_comes_back_at_the_next_count(self, third) -> None:
        room = third()
        room.reports(ShoeAlert(AlertKind.LOST_EVENTS, ShoePosition("SHOE7F3A", "5C0FFEE1", 9), 1, "a hole"))
        room.press("2", count=45)
        assert len(room.desk.sensing.out) == 1
        room.reports(ShoeAlert(AlertKind.LOST_EVENTS, ShoePosition("SHOE7F3A", "5C0FFEE1", 9), 1, "a hole"))
        room.press("2", count=46)
        assert room.desk.sensing.out == ()

    def test_at_the_showdown_cards_that_are_tabled_are_no_seventh_face_up(self, fourth) -> None:
        room = fourth("shoe").leaves("5c", "3h", "4h").acts("check", "check")
        room.leaves("6c", "7h", "8h").acts("check", "check").leaves("9c", "Th", "Jh").acts("check", "check")
        room.leaves("Qc", "Qh", "Qs").acts("check", "check")
        assert room.step.kind is StepKind.SHOW
        seat = room.step.seat
        room.sees(seat, *room.up(seat).split(), "As", "?KsKc", "?QhQd").passes(3.0)
        assert room.asked() == ""

    def test_between_hands_a_hole_is_only_noted(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe")
        room.reports(ShoeAlert(AlertKind.FIRST_CONTACT, ShoePosition("SHOE7F3A", "5C0FFEE1", 0), None, "new"))
        assert room.asked() == ""
        assert room.controller.moment.recent[-1].events[0].kind == "first-contact"

    def test_the_lid_loads_a_shuffled_deck(self, room) -> None:  # R1.5
        room = room().open(1, 2).plugs_in("shoe").enters("next").enters("next")
        room.reports(ShoeNotice(room.position(), ShoeCode.LID_CLOSED, ""))
        assert room.step.kind is StepKind.START_HAND


class TestUndo:
    def test_cards_whose_places_were_undone_are_matched_again(self, fourth) -> None:
        room = fourth().deals("5c", "3h", "4h").acts("check")
        room.enters("undo", steps=4)  # the check, two cards, the burn
        assert room.asked() == "taken-back"
        room.press("1")
        assert len(room.hand.cards.burns) == 1
        assert (room.up(1), room.up(2)) == ("2c 3h", "9h 4h")

    def test_a_late_fold_changes_where_they_go(self, room) -> None:
        room = room().open(1, 2, 3).plugs_in("shoe", "camera").starts_hand()
        room.deals("As", "Ad", "Ac", "Ks", "Kd", "Kc", "2c", "9h", "Th").acts("bring-in", "call", "call")
        room.deals("5c", "3h", "4h", "6h")
        room.enters("undo", steps=5).acts("fold")  # seat 3 had folded
        assert room.asked() == "taken-back"
        room.press("1")
        assert (room.up(1), room.up(2)) == ("2c 3h", "9h 4h")
        assert len(room.desk.sensing.out) == 1
        assert room.view().now_detail == "1 cards wait for their places"

    def test_they_may_go_back_into_the_shoe_instead(self, fourth) -> None:
        room = fourth().deals("5c").enters("undo", steps=1).press("2")
        assert room.desk.sensing.out == ()
        room.leaves("5c")
        assert len(room.hand.cards.burns) == 1


class TestDegraded:
    def test_everything_goes_and_comes_in_one_hand(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks", "Kd", "2c", "9h")
        room.acts("bring-in", "call").unplugs("shoe")
        assert [device.words for device in room.view().devices[:2]] == ["gone", "OK"]
        room.press("next").sees(1, "2c", "3h").press("next").sees(2, "9h", "4h").press("next").acts("check", "check")
        room.unplugs("camera")
        room.press("next").enters("card", card="7h").enters("card", card="8h").acts("check", "check")
        room.plugs_in("shoe", "camera").sees(1, "2c", "3h", "7h").sees(2, "9h", "4h", "8h").passes(10)
        assert room.asked() == ""
        room.leaves("5s")
        assert room.asked() == "late-card"  # six were entered by hand
        room.press(choice(room, "due now"))
        assert len(room.hand.cards.burns) == 3
        room.deals("Th", "Jh").acts("check", "check").deals("5h", "6c", "6d").acts("check", "check")
        while room.step.kind is StepKind.SHOW:
            unread = [card for card in room.view().seats[room.step.seat - 1].cards if not card.read]
            spare = iter(("Qc", "Qd"))
            room.press("show", **({"cards": [next(spare) for _ in unread]} if unread else {}))
        room.press("next")
        assert sum(player.stack for player in room.desk.table.seated()) == 400
        health = [
            (event.device.value, event.health.value)
            for row in room.journal.rows_after(0)
            for event in EVENTS.read(row.body)
            if isinstance(event, DeviceChanged)
        ]
        assert health == [
            ("shoe", "ok"),
            ("camera", "ok"),
            ("shoe", "gone"),
            ("camera", "gone"),
            ("shoe", "ok"),
            ("camera", "ok"),
        ]

    def test_the_shoe_tells_late_of_what_was_entered_by_hand(self, room) -> None:
        room = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().unplugs("shoe")
        room.press("next").press("next").press("next").plugs_in("shoe")
        room.leaves("As")
        assert room.asked() == "late-card"
        room.press("1").leaves("Ad", "Ks", "Kd")
        assert [card.read for card in room.view().seats[0].cards[:2]] == [True, True]
        assert room.hand.down(1) == (None, None)  # the seals are kept apart, and open at showdown
        assert len(room.hand.down(2)) == 2


class TestReaderWithoutABeam:
    """It cannot notice a card that it misses (SHOE-PROTOCOL, readers that exist)."""

    def test_it_is_never_believed_alone(self, room) -> None:
        room = room(policy="shoe", beam=False).open(1, 2).plugs_in("shoe", "camera").starts_hand()
        room.leaves("As", "Ad", "Ks", "Kd", "2c")
        assert room.up(1) == ""
        assert room.sees(1, "2c").up(1) == "2c"

    def test_the_stub_is_counted_before_seventh_street(self, room) -> None:
        room = room(beam=False).open(1, 2).plugs_in("shoe", "camera").starts_hand()
        room.deals("As", "Ad", "Ks", "Kd", "2c", "9h").acts("bring-in", "call")
        for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh")):
            room.deals(*cards).acts("check", "check")
        assert room.asked() == "stub-count"
        assert room.view().question.title.endswith("it should have 37")
        room.press("1").deals("5h", "6c", "6d")
        assert room.step.kind is StepKind.ACT


def test_nothing_is_bet_or_shown_while_a_question_is_open(third) -> None:
    room = third().leaves("5c")
    assert room.tries("act", seat=1, action="bring-in").refused == "answer the question first"


def test_the_clock_is_held_while_a_question_is_open(room) -> None:
    room = room(house="finnish-cardroom").open(1, 2).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad", "Ks", "Kd", "2c", "9h").passes(3).leaves("5c").passes(30)
    assert not room.view().clock.running
    assert room.view().clock.left > 5
