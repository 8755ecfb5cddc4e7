"""A tabled hand of which the camera reads one card otherwise than the shoe told (R8)."""

from __future__ import annotations

import pytest

from dealer.ports import StepKind


@pytest.fixture
def tabled(room):
    """Seat 1 or 2 is to show; the shoe told that it holds two queens and a king."""

    def make():
        here = room(policy="shoe").open(1, 2).plugs_in("shoe", "camera").starts_hand()
        here.leaves("Qs", "Qd", "Qc", "Qh", "2c", "9h").acts("bring-in", "call")
        for cards in (("Js", "3h", "4h"), ("Jd", "7h", "8h"), ("Jc", "Th", "5s"), ("Jh", "Kc", "Kd")):
            here.leaves(*cards).acts("check", "check")
        assert here.step.kind is StepKind.SHOW
        return here

    return make


def holes(seat: int, *instead: str) -> tuple[str, ...]:
    told = ("Qs", "Qc", "Kc") if seat == 1 else ("Qd", "Qh", "Kd")
    return (*instead, *told[len(instead) :])


def shown(room, seat: int) -> set[str]:
    return {card.name for card in room.view().seats[seat - 1].cards}


def test_a_hand_that_is_seen_as_told_is_shown_at_once(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat)).enters("show", seat=seat)
    assert room.asked() == ""
    assert set(holes(seat)) <= shown(room, seat)


def test_another_card_is_asked_about_and_the_person_decides(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As")).enters("show", seat=seat)
    assert room.asked() == "sensors-disagree"
    assert room.view().question.readings == (("shoe", holes(seat)[0]), ("camera", "As"))
    room.press("2")
    assert set(holes(seat, "As")) <= shown(room, seat)


def test_the_shoe_may_be_right(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As")).enters("show", seat=seat).press("1")
    assert set(holes(seat)) <= shown(room, seat)


def test_a_hand_that_is_not_read_in_full_asks_nothing(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), "As", "?KsKc").enters("show", seat=seat)
    assert room.asked() == ""


@pytest.fixture
def never_read(room):
    """Seat 1 or 2 is to show; the shoe was away for the first two hole cards of both, and told of the third ones."""

    def make(policy: str = "both", camera: str = "camera"):
        here = room(policy="hand").open(1, 2).plugs_in("camera").starts_hand()
        for _ in range(4):
            here.enters("card", card=None)
        here.enters("card", card="2c").enters("card", card="9h").acts("bring-in", "call")
        for cards in (("3h", "4h"), ("7h", "8h"), ("Th", "5s")):
            here.enters("next")
            here.enters("card", card=cards[0]).enters("card", card=cards[1]).acts("check", "check")
        here.plugs_in("shoe").leaves("Jh")
        for _ in range(10):
            if here.asked() == "late-card":
                here.press("2")
            if here.step.kind is StepKind.ACT:
                break
            here.leaves("Kc" if here.step.seat == 1 else "Kd")
        here.acts("check", "check")
        assert here.step.kind is StepKind.SHOW
        return here

    return make


def third(seat: int) -> str:
    return "Kc" if seat == 1 else "Kd"


def controls_of(room) -> dict[str, dict[str, object]]:
    return {control.slot: control.entry for control in room.view().controls}


def choices(room) -> list[str]:
    return [choice.label for choice in room.view().question.choices]


def test_the_camera_reads_what_the_shoe_never_did_and_the_dealer_says_yes(never_read) -> None:  # R7.3
    room = never_read()
    seat = room.step.seat
    assert controls_of(room)["show"] == {"do": "show", "seat": seat}, "no card is asked for"
    room.sees(seat, *room.up(seat).split(), "As", third(seat), "Ad").press("show")
    asked = room.view().question
    assert asked.title == f"Seat {seat}: are these the cards that were never read?"
    assert asked.readings == (("camera", "As"), ("camera", "Ad"))
    assert choices(room) == ["as the camera sees", "look again", "by hand: 2..."]
    room.press("1")
    assert {"As", "Ad", third(seat)} <= shown(room, seat)


def test_what_the_camera_cannot_read_is_asked_for(never_read) -> None:
    room = never_read()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), "As", third(seat), "?AdAh").press("show")
    assert room.view().question.title == f"Seat {seat}: of 2 cards never read the camera reads 1"
    assert choices(room) == ["the rest by hand: 1...", "look again", "by hand: 2..."]
    assert room.view().question.choices[0].entry["cards"] == [None]
    room.press("1", cards=["Ad"])
    assert {"As", "Ad", third(seat)} <= shown(room, seat)


def test_where_the_camera_reads_nothing_all_are_asked_for(never_read) -> None:
    room = never_read()
    seat = room.step.seat
    room.press("show")
    assert choices(room) == ["by hand: 2...", "look again"]
    reply = room.tries("answer", question=room.view().question.id, choice="1", cards=["Ad"])
    assert reply.rule == "R7.3"
    room.press("1", cards=["As", "Ad"])
    assert {"As", "Ad", third(seat)} <= shown(room, seat)


def test_the_question_follows_the_camera_as_it_reads_more(never_read) -> None:
    room = never_read()
    seat = room.step.seat
    room.press("show")
    first = room.view().question.id
    room.sees(seat, *room.up(seat).split(), "As")
    room.sees(seat, *room.up(seat).split(), "As", third(seat), "Ad")
    assert room.view().question.id != first
    assert choices(room)[0] == "as the camera sees"
    room.sees(seat, *room.up(seat).split())
    assert choices(room)[0] == "as the camera sees", "a hand over the cards takes nothing back"
    room.press("1")
    assert {"As", "Ad", third(seat)} <= shown(room, seat)


def test_without_a_camera_the_cards_are_entered_with_the_show(never_read) -> None:
    room = never_read()
    seat = room.step.seat
    room.unplugs("camera")
    assert controls_of(room)["show"]["cards"] == [None, None]
    room.press("show", cards=["As", "Ad"])
    assert {"As", "Ad", third(seat)} <= shown(room, seat)


def test_nobody_is_asked_about_a_hand_that_may_not_be_shown_now(never_read) -> None:
    room = never_read()
    reply = room.tries("show", seat=3 - room.step.seat)
    assert reply.refused is not None
    assert room.asked() == ""


@pytest.mark.parametrize("instead", [("As",), ("As", "Ad")])
def test_no_seal_comes_off_for_a_seat_that_may_not_show_now(tabled, instead: tuple[str, ...]) -> None:  # R7.3
    room = tabled()
    seat = 3 - room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, *instead))
    assert room.tries("show", seat=seat).rule is not None
    assert room.asked() == ""


def test_no_up_card_is_asked_about_at_a_seat_that_may_not_show_now(tabled) -> None:  # R7.3
    room = tabled()
    seat = 3 - room.step.seat
    room.sees(seat, "As", *room.up(seat).split()[1:], *holes(seat))
    assert room.tries("show", seat=seat).rule is not None
    assert room.asked() == ""


def test_never_read_and_another_card_than_told_is_asked_about(never_read) -> None:  # R8
    room = never_read()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), "As", "Ac", "Ad").press("show")
    assert room.asked() == "sensors-disagree"
    assert choices(room) == ["as the camera sees", "look again", "by hand: 3..."]
    room.press("1")
    assert {"As", "Ad", "Ac"} <= shown(room, seat)


def test_two_cards_otherwise_than_told_are_asked_about(tabled) -> None:  # R8
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As", "Ad")).enters("show", seat=seat)
    assert room.asked() == "sensors-disagree"
    assert {card for who, card in room.view().question.readings if who == "shoe"} == {*holes(seat)[:2]}
    assert {card for who, card in room.view().question.readings if who == "camera"} == {"As", "Ad"}
    assert choices(room) == ["as the shoe told", "as the camera sees", "look again", "by hand: 2..."]


@pytest.mark.parametrize(
    ("choice", "more", "instead"),
    [("1", {}, ()), ("2", {}, ("As", "Ad", "Ac")), ("4", {"cards": ["5c", "5d", "5h"]}, ("5c", "5d", "5h"))],
)
def test_a_person_says_which_three_lie_there(tabled, choice: str, more: dict, instead: tuple) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As", "Ad", "Ac")).enters("show", seat=seat)
    room.press(choice, **more)
    assert set(holes(seat, *instead)) <= shown(room, seat)


def test_look_again_forgets_what_was_seen(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As", "Ad")).enters("show", seat=seat).press("3")
    room.sees(seat, *room.up(seat).split(), *holes(seat)).enters("show", seat=seat)
    assert set(holes(seat)) <= shown(room, seat)


def test_a_hand_that_was_shown_before_the_camera_read_it_is_asked_about_afterwards(tabled) -> None:  # R8
    room = tabled()
    seat = room.step.seat
    room.enters("show", seat=seat).sees(seat, *room.up(seat).split(), *holes(seat, "As", "Ad"))
    assert room.asked() == "", "cards are still being put down"
    room.passes(2)
    assert room.asked() == "sensors-disagree"
    assert choices(room) == ["not as shown: show it again", "look again", "all is well"]
    room.press("1")
    assert room.step.kind is StepKind.SHOW and room.step.seat == seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As", "Ad")).press("show").press("2").passes(2)
    assert set(holes(seat, "As", "Ad")) <= shown(room, seat)
    assert room.asked() == ""


@pytest.mark.parametrize("instead", [("As",), ("As", "Ad")])
def test_what_a_person_said_of_a_shown_hand_is_not_asked_again(tabled, instead: tuple[str, ...]) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, *room.up(seat).split(), *holes(seat, *instead)).press("show").press("1").passes(5)
    assert set(holes(seat)) <= shown(room, seat)
    assert room.asked() == ""


def test_a_shown_hand_is_well_if_the_dealer_says_so(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.enters("show", seat=seat).sees(seat, *room.up(seat).split(), *holes(seat, "As")).passes(2).press("3")
    room.sees(seat, *room.up(seat).split(), *holes(seat, "As")).passes(10)
    assert room.asked() == ""


def test_the_pots_are_awarded_anew_when_a_shown_hand_is_taken_back(tabled) -> None:  # R7.5
    room = tabled()
    first = room.step.seat
    second = 3 - first
    room.press("show").press("show")
    assert room.step.kind is StepKind.PUSH_POT
    before = [seat.won for seat in room.view().seats[:2]]
    room.sees(second, *room.up(second).split(), *holes(second, "As", "Ac", "Ah")).passes(2).press("1")
    assert room.step.kind is StepKind.SHOW
    room.sees(second, *room.up(second).split(), *holes(second, "As", "Ac", "Ah")).press("show").press("2")
    assert room.step.kind is StepKind.PUSH_POT
    assert sum(before) == sum(seat.won for seat in room.view().seats[:2])
    assert {"As", "Ac", "Ah"} <= shown(room, second)


def test_an_up_card_that_nobody_had_time_to_look_at_is_asked_about_at_the_show(tabled) -> None:  # R8
    room = tabled()
    seat = room.step.seat
    first, *others = room.up(seat).split()
    room.sees(seat, "As", *others, *holes(seat)).press("show")
    assert room.asked() == "contradicted"
    assert room.view().question.readings == (("shoe", first), ("camera", "As"))
    room.press("2").press("show")
    assert {"As", *others, *holes(seat)} == shown(room, seat)


def test_who_entered_an_up_card_is_not_called_the_shoe(never_read) -> None:  # R8
    room = never_read()
    seat = room.step.seat
    first, *others = room.up(seat).split()
    room.sees(seat, "6s", *others, "As", third(seat), "Ad").press("show")
    assert room.view().question.readings == (("person", first), ("camera", "6s"))
    room.press("1").press("show").press("1").sees(seat, "6s", *others, "As", third(seat), "Ad").passes(5)
    assert room.asked() == "", "that was answered"


def test_an_up_card_is_as_the_shoe_told_if_a_person_says_so(tabled) -> None:  # R8
    room = tabled()
    seat = room.step.seat
    first, *others = room.up(seat).split()
    room.sees(seat, "As", *others, *holes(seat)).press("show").press("1")
    room.sees(seat, "As", *others, *holes(seat)).press("show").passes(5)
    assert room.asked() == ""
    assert {first, *others, *holes(seat)} == shown(room, seat)


def test_an_up_card_that_is_seen_otherwise_after_the_show_is_asked_about_too(tabled) -> None:  # R8
    room = tabled()
    seat = room.step.seat
    _, *others = room.up(seat).split()
    room.press("show").sees(seat, "As", *others, *holes(seat)).passes(2)
    assert room.asked() == "sensors-disagree"
    room.press("1").sees(seat, "As", *others, *holes(seat)).press("show").press("2").press("show")
    assert {"As", *others, *holes(seat)} == shown(room, seat)


def test_an_up_card_that_is_covered_at_the_show_says_nothing(tabled) -> None:
    room = tabled()
    seat = room.step.seat
    room.sees(seat, "As", *room.up(seat).split()[2:], *holes(seat)).press("show").passes(5)
    assert room.asked() == ""
