"""Cards that are gone are a hint that their player has folded, and never more: a fold is never inferred."""

from __future__ import annotations

import pytest

from dealer.ports import Role

HINT = "seat 2's cards are gone: fold?"


@pytest.fixture
def to_act(room):
    """Seat 1 has brought it in, seat 2 is to act; the camera has seen every up-card."""

    def make(**settings: object):
        here = room(**settings).open(1, 2, 3).plugs_in("shoe", "camera").starts_hand()
        here.deals("Qs", "Qd", "Qc", "Js", "Jd", "Jc", "2c", "9h", "8d").acts("bring-in")
        assert here.step.seat == 2
        return here

    return make


def hint(room, role: Role = Role.DEALER, language: str = "en") -> str:
    return room.view(role, language).now_detail


def test_the_dealer_is_asked_whether_a_seat_without_cards_has_folded(to_act) -> None:
    room = to_act()
    turn, version = room.desk.turn, room.controller.moment.version
    room.sees(2)
    assert hint(room) == ""
    room.passes(3)
    assert hint(room) == HINT
    assert hint(room, language="fi") == "paikan 2 kortit ovat poissa: foldasiko?"
    assert hint(room, language="bg") == "картите на място 2 ги няма: отказ?"
    assert hint(room, Role.VIEWER) == "", "the rail is told nothing"
    assert room.desk.turn == turn, "nothing is entered"
    assert room.controller.moment.version > version, "and every page hears of it"
    assert room.view().now.startswith("Seat 2"), "it is still his turn"
    assert "fold" in room.buttons() and "call" in room.buttons()


def test_a_hand_that_passes_over_is_no_hint(to_act) -> None:
    room = to_act()
    room.sees(2).passes(1).sees(2, "##", "##", "9h").passes(10)
    assert hint(room) == ""


def test_a_hand_that_rests_on_the_cards_is_no_hint(to_act) -> None:
    room = to_act().sees(2, "##").passes(10)
    assert hint(room) == ""


def test_it_goes_when_the_cards_are_back_and_when_he_has_acted(to_act) -> None:
    room = to_act().sees(2).passes(3)
    room.sees(2, "##", "##", "9h")
    assert hint(room) == ""
    room.sees(2).passes(3)
    assert hint(room) == HINT
    room.acts("fold")
    assert hint(room) == ""


def test_only_the_seat_whose_turn_it_is(to_act) -> None:
    room = to_act().sees(3).passes(10)
    assert hint(room) == ""
    room.acts("call")
    assert hint(room) == "seat 3's cards are gone: fold?", "they have been gone for long when his turn comes"


def test_a_camera_that_does_not_work_or_never_saw_a_card_there_says_nothing(to_act, room) -> None:
    seen = to_act().sees(2).passes(3)
    seen.unplugs("camera")
    assert hint(seen) == ""
    alone = room(policy="hand").open(1, 2).plugs_in("camera").starts_hand()
    for _ in range(4):
        alone.enters("card", card=None)
    alone.enters("card", card="2c").enters("card", card="9h").acts("bring-in")
    alone.sees(2).passes(10)
    assert hint(alone) == "", "his cards may lie where it does not look"


def test_nothing_is_said_while_a_question_is_open_or_the_table_is_paused(to_act) -> None:
    room = to_act().sees(2).passes(3).enters("pause", reason="a spilt drink")
    assert hint(room) == ""
    room.enters("resume")
    assert hint(room) == HINT
