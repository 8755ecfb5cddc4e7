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
