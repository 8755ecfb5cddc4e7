"""The verbs around the hand, each entered through the form that a screen makes of it."""

from __future__ import annotations

import pytest

from dealer.ports import Role, StepKind
from dealer.snapshots import Control


def verb(room, slot: str, role: Role = Role.FLOOR) -> Control:
    return next(control for control in room.view(role).controls if control.slot == slot)


def slots(room, role: Role = Role.FLOOR) -> set[str]:
    return {control.slot for control in room.view(role).controls}


def fills(room, slot: str, role: Role = Role.FLOOR, **filled: object) -> None:
    control = verb(room, slot, role)
    assert {blank.name for blank in control.blanks if not blank.optional} <= set(filled)
    for blank in control.blanks:
        if blank.choices and blank.name in filled:
            assert filled[blank.name] in {value for value, _ in blank.choices}
    entry = {**control.entry, **filled}
    who = room.floor if role is Role.FLOOR else room.dealer
    reply = room.controller.enter_now(entry, room.desk.turn, who)
    assert reply.refused is None, reply


def stack(room, seat: int) -> int:
    player = room.desk.table.player(seat)
    assert player is not None
    return player.stack


def test_a_player_sits_down_buys_moves_and_leaves_between_hands(room):  # R1.2, R1.4
    room = room().open(1, 2)
    fills(room, "sit", Role.DEALER, seat=5, name="Eeva", buy_in=100)
    fills(room, "buy-in", Role.DEALER, seat=5, amount=40)
    fills(room, "move", Role.DEALER, seat=5, to=7)
    assert stack(room, 7) == 140
    fills(room, "sit-out", Role.DEALER, seat=7)
    fills(room, "return", Role.DEALER, seat=7)
    fills(room, "leave", Role.DEALER, seat=7)
    assert room.desk.table.player(7) is None


def test_a_seat_that_is_taken_is_not_offered(room):
    room = room(seats=3).open(1, 2)
    assert [value for value, _ in verb(room, "sit").blanks[0].choices] == [3]


def test_the_floor_sets_a_stack_with_a_reason_that_stands_in_the_journal(room):  # R1.6
    room = room().open(1, 2)
    fills(room, "set-stack", seat=2, stack=180, reason="counted twice")
    assert stack(room, 2) == 180
    assert b"counted twice" in room.journal_bytes()
    assert b"felix" in room.journal_bytes()


def test_the_dealer_has_no_verb_of_the_floor(room):
    room = room().open(1, 2)
    room.starts_hand()
    assert not slots(room, Role.DEALER) & {"void", "misdeal", "rule", "restore", "set-stack", "open-hand", "level"}
    assert {"void", "open-hand"} <= slots(room)
    assert not slots(room, Role.VIEWER)
    assert not slots(room, Role.TECHNICIAN)


def test_the_floor_voids_a_hand_with_a_reason(room):  # R8
    room = room().open(1, 2)
    room.starts_hand()
    fills(room, "void", reason="a joker lay in the deck")
    assert room.hand.over
    assert b"a joker lay in the deck" in room.journal_bytes()


def test_the_floor_takes_back_more_than_the_last_step(room):  # R8, last row
    room = room().open(1, 2, 3)
    room.starts_hand()
    room.deals("2c", "3d", "4h")
    before = len(room.desk.steps)
    fills(room, "restore", steps=2)
    assert len(room.desk.steps) == before - 2


def test_the_floor_answers_a_call_with_a_note(room):
    room = room().open(1, 2)
    room.enters("call-floor", reason="a dispute")
    fills(room, "answer-call", note="the bet stands")
    assert room.desk.table.floor_call is None
    assert b"felix: the bet stands" in room.journal_bytes()
    assert "answer-call" not in slots(room)


def test_chips_and_seats_do_not_move_during_a_hand(room):  # R1.4
    room = room().open(1, 2)
    room.starts_hand()
    assert not slots(room) & {"buy-in", "move", "set-stack", "tip", "game", "level"}


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_every_form_is_in_the_readers_language(room, language):
    room = room().open(1, 2)
    words = {c.slot: [c.label, *(b.label for b in c.blanks)] for c in room.view(Role.FLOOR, language).controls}
    english = {c.slot: [c.label, *(b.label for b in c.blanks)] for c in room.view(Role.FLOOR).controls}
    for slot, labels in words.items():
        assert all(labels)
        if language != "en":
            assert not set(labels) & set(english[slot]), slot


def test_a_hand_that_is_called_off_leaves_no_question_behind(room):  # R8
    room = room().open(1, 2)
    room.plugs_in("shoe", "camera")
    room.starts_hand()
    room.deals("2c", "3c", "4c", "5c")
    room.leaves("Kd")
    room.sees(1, "Qd")
    room.passes(5.0)
    assert room.asked()
    fills(room, "void", reason="a joker lay in the deck")
    assert not room.asked()
    room.enters("next")
    assert room.desk.hand is None
    assert not room.asked()


@pytest.mark.parametrize(
    ("language", "paused", "called"),
    [("fi", "Jako on keskeytetty", "jakaja kutsui"), ("bg", "Раздаването е спряно", "повикан от дилъра")],
)
def test_where_nobody_gave_a_reason_the_screen_says_so_in_its_language(room, language, paused, called):
    room = room().open(1, 2)
    room.enters("pause", reason="")
    room.enters("call-floor", reason="")
    view = room.view(Role.FLOOR, language)
    assert (view.now, view.paused, view.floor_call) == (paused, paused, called)
    room.enters("pause", reason="new deck")
    assert room.view(Role.FLOOR, "en").paused == "new deck"


def test_a_deck_that_was_taken_out_is_let_back_by_the_floor_alone(room):  # R8, WL 117
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("irregularity", kind="missing-card")
    room.enters("rule", room.floor, choice="void", reason="missing-card").enters("next")
    assert "taken out" in room.view().now
    assert "next" not in slots(room, Role.DEALER)
    assert "admit-deck" not in slots(room, Role.DEALER)
    assert room.step.kind is StepKind.WAIT
    fills(room, "admit-deck", deck="deck", reason="the four of clubs lay under the table")
    assert "next" in slots(room, Role.DEALER)
    assert "admit-deck" not in slots(room)
    room.starts_hand()


def test_the_dealer_takes_a_deck_out_that_he_counted_short(room):  # R8, WL 117
    room = room().open(1, 2)
    fills(room, "take-deck-out", Role.DEALER, deck="deck")
    assert room.step.kind is StepKind.WAIT
    assert "take-deck-out" not in slots(room, Role.DEALER)
    fills(room, "admit-deck", deck="deck", reason="it lay under the table")
    room.starts_hand()
    assert "take-deck-out" not in slots(room, Role.DEALER), "in a hand it is reported"
