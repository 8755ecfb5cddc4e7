"""What a screen is told: the sentence, the buttons in their places, the cards as they lie."""

from __future__ import annotations

import re

import pytest

from dealer.game.due import ScrambleDue
from dealer.local import speak
from dealer.ports import Role, StepKind
from dealer.snapshots import CardState, SeatStatus
from dealer.views.now import dealing
from dealer.views.voice import voice
from spoken_words import SpokenWords


def test_the_buttons_take_a_hand_from_the_deck_to_the_pot(room) -> None:
    room = room(policy="hand").open(1, 2)
    for words in ("52 cards are back", "shuffled and cut", "loaded", "start the hand", "antes are in"):
        assert room.buttons()["next"] == words
        room.press("next")
    for _ in range(4):
        assert room.view().card_wanted == "down"
        room.press("next")
    assert room.view().now == "Seat 1: one card up"
    assert room.view().next_card == "then: Seat 2: one card up"
    room.enters("card", card="2c").enters("card", card="9h")
    assert room.view().now.startswith("Seat 1 brings it in for 2")
    assert {"bring-in": "bring in 2", "complete": "complete to 4"}.items() <= room.buttons().items()
    room.press("bring-in")
    assert {"fold", "call", "complete"} <= set(room.buttons())
    room.press("complete").press("fold")
    assert room.step.kind is StepKind.PUSH_POT
    assert "Seat 2 wins" in room.view().now
    room.press("next")
    assert room.step.kind is StepKind.LOAD_DECK


def test_the_stub_is_left_alone_where_the_house_turns_one_of_the_burns() -> None:  # R5.1, source 000
    alone, joined = ScrambleDue(7, burns=True, stub=False), ScrambleDue(7, burns=True)
    assert dealing(alone, voice("en")) == "Shuffle the burns, without the stub"
    assert dealing(joined, voice("en")) == "Shuffle the stub and the burns together"


def test_a_word_keeps_its_key_and_place(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    keys: dict[str, set[str]] = {}
    while room.step.kind is not StepKind.ACT:
        room.press("next") if room.view().card_wanted == "down" else room.enters(
            "card", card="2c" if room.step.seat == 1 else "9h"
        )
    for slot in ("bring-in", "complete", "call"):
        for control in room.view().controls:
            keys.setdefault(control.slot, set()).add(control.key)
        room.press(slot)
    assert all(len(each) == 1 for each in keys.values())
    assert len({key for each in keys.values() for key in each if key}) == len(
        [slot for slot in keys if keys[slot] != {""}]
    )


def test_cards_are_shown_as_far_as_they_are_known(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    room.leaves("As", "..")
    room.enters("next")
    cards = [(card.face_up, card.name, card.read) for card in room.view().seats[0].cards]
    assert cards == [(False, None, True), (False, None, False)]
    room.leaves("Kd")  # the shoe tells late of the card that was entered by hand
    assert [card.read for card in room.view().seats[0].cards] == [True, True]
    room.leaves("Qd")
    assert room.view().seats[0].cards[-1].state is CardState.DUE
    room.leaves("2c")
    assert room.view().seats[0].cards[-1].state is CardState.LEFT_SHOE
    assert room.view().now_detail == "left the shoe, waiting for the camera"
    room.sees(1, "2c")
    assert (room.view().seats[0].cards[-1].name, room.view().seats[0].cards[-1].state) == ("2c", CardState.CONFIRMED)


def test_a_viewer_gets_nothing_to_press_and_no_questions(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ks", "Ad", "Kd")
    room.leaves("8d").sees(1, "6d").passes(1.1)
    assert room.view(Role.DEALER).question is not None
    seen = room.view(Role.VIEWER)
    assert (seen.controls, seen.question, seen.undo, seen.devices, seen.card_wanted) == ((), None, (), (), "")
    assert room.view(Role.TECHNICIAN).controls == ()


def test_the_floor_has_its_own_verbs(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("call-floor", reason="a dispute")
    assert room.view().floor_call == "a dispute"
    assert room.buttons(Role.FLOOR)["floor"] == "answer the call"
    assert {"misdeal", "void"} <= set(room.buttons(Role.FLOOR))
    assert "void" not in room.buttons(Role.DEALER)
    refused = room.tries("rule", choice="void", reason="cards")
    assert refused.refused is not None
    room.enters("rule", room.floor, choice="void", reason="a foreign card")
    assert "give every chip back" in room.view().now
    room.press("next")
    assert [player.stack for player in room.desk.table.seated()] == [200, 200]


def test_undo_says_what_it_takes_back(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    assert room.view().undo == ("antes",)
    room.press("next")
    assert room.buttons()["undo"] == "undo: seat 1, card down"
    room.press("undo").press("undo")
    assert room.step.kind is StepKind.ANTES


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_every_step_of_a_hand_is_said_in_every_language(room, language: str) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    sentences = set()
    for cards in (("As", "Ad", "Ks", "Kd", "2c", "9h"), ("5c", "3h", "4h")):
        for card in cards:
            shown = room.view(language=language)
            sentences.add(shown.now)
            room.deals(card)
        while room.step.kind is StepKind.ACT:
            shown = room.view(language=language)
            assert all(control.label for control in shown.controls)
            sentences.add(shown.now)
            room.press("bring-in" if "bring-in" in room.buttons() else "check" if "check" in room.buttons() else "call")
    assert "" not in sentences
    assert len(sentences) > 8


def test_seats_say_who_is_in(room) -> None:
    room = room(policy="hand").open(1, 2, 3)
    room.enters("sit-out", seat=3)
    room.starts_hand()
    statuses = [seat.status for seat in room.view().seats[:4]]
    assert statuses == [SeatStatus.LIVE, SeatStatus.LIVE, SeatStatus.SITTING_OUT, SeatStatus.EMPTY]


def test_the_rail_is_told_why_the_deck_runs_short(room):  # R5
    table = room(policy="hand").open(1, 2, 3, 4, 5, 6, 7, 8)
    table.starts_hand()
    ranks = iter(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA")
    for _ in range(400):
        view = table.view(Role.VIEWER)
        if view.street == 7 and table.hand.plan:
            break
        shown = table.view()
        slots = {control.slot for control in shown.controls}
        if shown.card_wanted == "up":
            table.enters("card", card=next(ranks))
        else:
            table.press(next(slot for slot in ("next", "check", "call", "bring-in") if slot in slots))
    assert "8" in view.now_detail
    assert view.question is None
    assert view.controls == ()


def test_a_shown_hand_is_named_by_all_its_cards(room) -> None:  # R7.5
    room = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().leaves("Qs", "Ad", "Qc", "Kd", "2c", "9h")
    room.acts("bring-in", "call")
    for cards in (("Js", "3h", "4h"), ("Jd", "7h", "8h"), ("Jc", "3d", "5s"), ("Jh", "Kc", "2d")):
        room.leaves(*cards).acts("check", "check")
    assert "pair of threes" in {seat.showing for seat in room.view().seats}
    room.press("show")
    shown = next(seat for seat in room.view().seats if seat.status is SeatStatus.SHOWN)
    assert "queens" in shown.showing
    assert len(shown.cards) == 7
    assert all(card.name for card in shown.cards)


def test_a_call_made_by_mistake_is_withdrawn(room) -> None:  # R8
    room = room(policy="hand").open(1, 2).starts_hand()
    room.press("floor")
    assert (room.view().floor_call, room.buttons()["floor"]) == ("called by the dealer", "withdraw the call")
    room.press("floor")
    assert (room.view().floor_call, room.buttons()["floor"]) == ("", "call the floor")
    assert room.tries("withdraw-call").refused is not None


def test_what_the_clock_calls_for_is_ended_by_the_floor(room) -> None:  # R6.2
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("call-floor", reason="seat 2 is out of time")
    assert room.tries("withdraw-call").refused is not None
    assert room.view(language="fi").floor_call == "paikan aika on lopussa"


def test_a_dealer_calls_the_floor_whoever_has_called_already(room) -> None:  # R8, R6.2
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("call-floor", reason="seat 2 is out of time")
    since = room.view().floor_call_since
    room.passes(30)
    assert room.buttons()["floor"] == "call the floor"
    room.press("floor").press("floor")
    assert room.view().floor_call == "a seat is out of time · called by the dealer"
    assert room.view().floor_call_since == since  # it has waited since the first call
    assert room.tries("withdraw-call").refused is not None  # the clock's call is still the floor's to end
    room.enters("floor-done", room.floor, note="")
    assert room.view().floor_call == ""
    room.enters("call-floor", room.floor, reason="a player disputes the pot")
    room.press("floor")
    assert room.view().floor_call == "called by the dealer"


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_no_number_of_a_rule_is_spoken(room, language: str) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    spoken = SpokenWords()
    speak(room.controller, spoken, language, 80)
    room.controller.announce_start()
    room.enters("irregularity", kind="missing-card")
    room.enters("rule", room.floor, choice="misdeal", reason="51 cards")
    assert len(spoken.said) > 2
    assert not re.search(r"R\d|\(", " ".join(spoken.said))


def test_side_pots_stand_apart_only_where_somebody_is_all_in(room) -> None:  # R7.1
    table = room(policy="hand").open(1, 2, 3).starts_hand()
    for card in ("2c", "9h", "Kd"):
        while table.view().card_wanted == "down":
            table.press("next")
        table.enters("card", card=card)
    table.press("bring-in").press("complete")
    assert len(table.view().pots) == 1
    assert table.view().pots[0].amount == table.view().pot
    table.press("fold").press("fold")
    assert table.view().pot > 0  # it is still to be pushed


def test_cards_are_written_as_signs(room) -> None:
    table = room(policy="hand").open(1, 2).starts_hand()
    while table.view().card_wanted == "down":
        table.press("next")
    table.enters("card", card="Td")
    assert table.buttons()["undo"] == "undo: seat 1 10♦"


def test_what_is_spoken_has_words_for_the_cards() -> None:
    assert voice("en").aloud("Seat 1: the shoe says 10♦") == "Seat 1: the shoe says ten of diamonds"


def test_the_table_that_comes_with_the_program_is_named_in_the_readers_language() -> None:
    assert voice("fi").title("Simulated table") == "Simuloitu pöytä"
    assert voice("fi").title("Table 4") == "Table 4"


def test_the_number_of_a_rule_is_for_those_who_rule(room) -> None:  # R8
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("irregularity", kind="missing-card")
    told = {role: " ".join(said.text for said in room.view(role).said) for role in (Role.DEALER, Role.FLOOR)}
    assert "(R" in told[Role.FLOOR]
    assert "(R" not in told[Role.DEALER]


def test_a_ruling_that_is_due_names_its_seat(room) -> None:  # R8
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks", "Kd", "2c", "9h")
    room.enters("irregularity", kind="premature-card", seat=2)
    asked = room.view().question
    assert asked is not None
    assert asked.title.startswith("Seat 2: a card was dealt before the round was over: a ruling")
    asked = room.view(language="fi").question
    assert asked is not None
    assert asked.title.startswith("Paikka 2: ")
