"""What goes wrong in the shoe (R8): cards that leave together, come back, are not read, or are not of the deck."""

from __future__ import annotations

from dealer.observations import AlertKind, ShoeAlert, ShoeCode, ShoeNotice, ShoePosition
from dealer.ports import StepKind


class TestShoe:
    def test_two_cards_at_once_are_put_back(self, fourth) -> None:
        room = fourth().two_leave("5c", "6c")
        assert room.asked() == "two-cards"
        room.chooses("back into the shoe")
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
        room.press("1")
        assert room.hand.cards.burns == (None,)

    def test_a_foreign_card_stops_the_deal(self, fourth) -> None:  # WL 111
        room = fourth().leaves("xx")
        assert room.asked() == "deck-fault"
        room.press("3")
        room.chooses("void")
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
