"""What the journal tells of misreads, irregularities and the floor, without any card."""

from __future__ import annotations

import pytest

from dealer.ports import IncidentKind
from dealer.record.trends import _MISREADS, JournalTrends
from dealer.sensing.records import QuestionKind


def trends(room) -> JournalTrends:
    return JournalTrends(room.path, "one")


def test_every_question_has_its_words() -> None:
    assert set(_MISREADS) == set(QuestionKind) - {QuestionKind.TAKEN_BACK}


def test_a_disagreement_is_a_misread_of_its_deck_without_its_cards(room):
    room = room().open(1, 2)
    room.plugs_in("shoe", "camera")
    room.starts_hand()
    room.deals("2c", "3c", "4c", "5c")
    room.leaves("Kd")
    room.sees(1, "Qd")
    room.passes(5.0)
    assert room.asked()
    found = [each for each in trends(room).incidents(0.0, "en") if each.kind is IncidentKind.MISREAD]
    assert [each.what for each in found] == ["shoe and camera disagree"]
    assert (found[0].table, found[0].deck) == ("one", "deck")
    assert "Kd" not in repr(found)


def test_a_card_that_a_person_mistyped_is_no_misread(room):
    room = room().open(1, 2)
    room.plugs_in("shoe", "camera")
    room.starts_hand()
    room.deals("2c", "3c", "4c", "5c")
    room.leaves("Kd")
    room.enters("card", card="Qd")
    assert room.asked()
    assert trends(room).incidents(0.0, "en") == []


def test_an_undo_is_a_persons_and_no_misread(room):
    room = room().open(1, 2)
    room.plugs_in("shoe", "camera")
    room.starts_hand()
    room.deals("2c", "3c", "4c", "5c").leaves("Kd").sees(1, "Kd").enters("undo", steps=1)
    assert room.asked() == "taken-back"
    assert trends(room).incidents(0.0, "en") == []


def test_a_device_that_goes_is_counted_and_one_that_comes_is_not(room):
    room = room().open(1, 2)
    room.plugs_in("shoe")
    room.unplugs("shoe")
    assert [each.what for each in trends(room).incidents(0.0, "fi")] == ["kenkä: poissa"]


def test_what_was_before_the_span_is_left_out(room):
    room = room().open(1, 2)
    room.plugs_in("shoe")
    room.unplugs("shoe")
    assert trends(room).incidents(room.clock.wall() + 1, "en") == []
    assert trends(room).hands(0.0) == []


@pytest.mark.parametrize(("language", "what"), [("en", "stack set"), ("bg", "зададени чипове")])
def test_the_floors_log_says_who_what_and_why(room, language, what):
    room = room().open(1, 2)
    room.enters("call-floor", reason="by the dealer")
    room.enters("set-stack", room.floor, seat=1, stack=150, reason="counted twice")
    room.enters("floor-done", room.floor, note="all is well")
    lines = trends(room).log(language, 10)
    assert [(line.user, line.detail) for line in lines] == [
        ("felix", "all is well"),
        ("felix", "counted: counted twice"),
    ]
    assert lines[1].what == what


def test_a_ruling_is_told_in_the_floors_words(room):
    room = room().open(1, 2)
    room.starts_hand()
    room.enters("rule", room.floor, choice="void", reason="a joker lay in the deck")
    assert [(line.what, line.detail) for line in trends(room).log("en", 10)] == [("ruling", "a joker lay in the deck")]
