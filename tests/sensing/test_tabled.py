"""Hands that lie open while cards are still dealt: the camera sees faces that nobody asks about (R7.3, WT)."""

from __future__ import annotations

from dealer.ports import StepKind

ENOUGH = 9.0


def all_in(room):
    """Two seats with nine chips each raise until nothing is left, on third street."""
    room = room(house="wsop-tournament").open(1, 2, stack=9).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad", "Ks", "Kd", "2c", "9h")
    return room.acts("bring-in", "complete 4", "raise 8", "call")


def test_hands_that_are_turned_up_ask_nothing(room) -> None:
    room = all_in(room)
    room.sees(1, "As", "Ks", "2c").sees(2, "Ad", "Kd", "9h").passes(ENOUGH)
    assert (room.asked(), room.step.kind) == ("", StepKind.BURN)


def test_the_next_card_is_known_among_them(room) -> None:
    room = all_in(room).leaves("5c")
    room.sees(1, "As", "Ks", "2c").leaves("6h").passes(3)
    assert room.up(1) == "2c"
    room.sees(1, "As", "Ks", "2c", "6h")
    assert (room.asked(), room.up(1)) == ("", "2c 6h")


def test_one_that_the_shoe_did_not_read_is_asked_about(room) -> None:
    room = all_in(room).leaves("5c", "..").sees(1, "As", "Ks", "2c", "6h").passes(ENOUGH)
    assert (room.asked(), room.up(1)) == ("unread-card", "2c")


def test_a_hole_card_that_lies_open_is_asked_about_even_if_the_antes_took_all(room) -> None:  # R3.7, R8
    room = room(house="wsop-tournament").open(1, 2, stack=1).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad").sees(1, "As").passes(ENOUGH)
    assert room.asked() == "hole-card-exposed"
