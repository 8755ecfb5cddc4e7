"""How the dealer reads from the controller's screen where each card belongs."""

from __future__ import annotations

from typing import Any

from dealer.observations import Place, Zone
from dealer.ports import Face, NextStep, StepKind
from dealer.snapshots import CardState
from drivers.mock.firmware import ShoeMemory
from drivers.mock.tidy import BURN_PILE, Move, due_is_out, tidying, to_turn_down, to_turn_up
from drivers.mock.truth import Laid, Truth

DUE_AT_2 = NextStep(StepKind.DEAL, 9, 1, 4, 2, Face.UP)


def seat(number: int) -> Place:
    return Place(Zone.SEAT, number)


def lying(*cards: tuple[int, Place, bool], slip: int = 0) -> Truth:
    laid = tuple(Laid(number, "A:00000000", place, number, face_up) for number, place, face_up in cards)
    return Truth(1, (), ShoeMemory("SHOE", "00000001"), laid=laid, slip=slip)


def test_nothing_is_moved_when_all_lies_as_it_should(seen: Any) -> None:
    truth = lying((1, BURN_PILE, False), (2, seat(1), True))
    outcome = tidying(truth, seen({1: [True]}, burns=1, due=DUE_AT_2), DUE_AT_2)
    assert (outcome.moves, outcome.left, outcome.missing) == ((), (), ())


def test_the_burn_that_is_lacking_is_the_oldest_card_since_the_slip(seen: Any) -> None:  # WL 122
    truth = lying((1, seat(1), False), (2, seat(1), True), (3, seat(1), True), slip=2)
    outcome = tidying(truth, seen({1: [False, True]}, burns=1, due=DUE_AT_2), DUE_AT_2)
    assert outcome.moves == (Move(2, BURN_PILE),)
    assert outcome.left == ()


def test_a_card_too_many_goes_where_one_is_lacking(seen: Any) -> None:
    truth = lying((1, seat(2), True), (2, seat(2), True), slip=1)
    outcome = tidying(truth, seen({1: [True], 2: [True]}, due=None), NextStep(StepKind.ACT, 9, 1, 4, 1))
    assert outcome.moves == (Move(1, seat(1)),)


def test_what_has_no_place_is_left_in_the_order_in_which_it_was_drawn(seen: Any) -> None:
    truth = lying((1, seat(1), True), (3, seat(3), True), (2, seat(2), True))
    outcome = tidying(truth, seen({1: [True]}, due=DUE_AT_2), DUE_AT_2)
    assert outcome.left == (2, 3)


def test_what_is_lacking_altogether_is_named(seen: Any) -> None:
    outcome = tidying(lying(), seen({1: [True]}, burns=1, due=DUE_AT_2), DUE_AT_2)
    assert outcome.missing == (BURN_PILE, seat(1))


def test_the_card_that_is_due_is_out_when_the_screen_says_so(seen: Any) -> None:
    assert due_is_out(DUE_AT_2, seen({}, due=DUE_AT_2, state=CardState.LEFT_SHOE), (9,))
    assert due_is_out(DUE_AT_2, seen({}, due=DUE_AT_2, state=CardState.SEEN), (9,))
    assert not due_is_out(DUE_AT_2, seen({}, due=DUE_AT_2), (9,))


def test_of_two_cards_that_the_camera_alone_sees_none_is_the_one_that_is_due(seen: Any) -> None:
    assert not due_is_out(DUE_AT_2, seen({}, due=DUE_AT_2, state=CardState.SEEN), (9, 10))
    assert due_is_out(DUE_AT_2, seen({}, due=DUE_AT_2, state=CardState.LEFT_SHOE), (9, 10))


def test_a_door_card_that_is_to_lie_down_is_turned(seen: Any) -> None:  # WL 214
    truth = lying((1, seat(1), True), (2, seat(1), False), (3, seat(1), True))
    turned = to_turn_down(truth, seen({1: [False, False, True]}, due=DUE_AT_2), DUE_AT_2)
    assert [card.number for card in turned] == [3]


def test_a_hand_that_is_being_tabled_stays_face_up(seen: Any) -> None:  # R7.5
    truth = lying((1, seat(1), True), (2, seat(1), True), (3, seat(2), True), (4, seat(2), True))
    screen = seen({1: [False, True], 2: [False, True]}, due=None)
    turned = to_turn_down(truth, screen, NextStep(StepKind.SHOW, 9, 1, 7, 1))
    assert [card.number for card in turned] == [4]


def test_an_up_card_that_lies_face_down_is_turned(seen: Any) -> None:
    truth = lying((1, seat(1), False), (2, seat(1), False), (3, seat(1), False))
    turned = to_turn_up(truth, seen({1: [False, False, True]}, due=DUE_AT_2), DUE_AT_2)
    assert [card.number for card in turned] == [3]
