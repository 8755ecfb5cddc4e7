"""The simulated dealer follows the controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dealer.ports import Face, StepKind
from dealer.snapshots import SeatStatus

Build = Callable[..., Any]


def test_third_street_is_dealt_two_down_and_one_up(table: Any, order: str) -> None:  # R3.1
    table.third_street()
    assert table.cards(1) == "(2c) (5s) 8h"
    assert table.cards(2) == "(3d) (6c) 9s"
    assert table.cards(3) == "(4h) (7d) Tc"
    assert table.told() == [f"CO {card}" for card in order.split()[:9]]


def test_loading_a_deck_opens_and_closes_the_lid(rig: Build) -> None:  # R1.5
    table = rig()
    table.load()
    codes = [kept.code for kept in table.store.truth.memory.ring]
    assert codes == ["LO", "LC"]
    assert len(table.store.truth.stub) == 52
    table.load()
    assert len(table.store.truth.memory.ring) == 2


def test_a_deck_is_loaded_again_when_the_controller_asks_for_it_anew(table: Any) -> None:  # OSP/1 rule 3
    before = table.store.truth.stub
    table.due(StepKind.START_HAND)
    table.load()
    assert table.store.truth.stub != before
    assert [kept.code for kept in table.store.truth.memory.ring] == ["LO", "LC"] * 2


def test_the_next_deck_is_gathered_from_everywhere_and_shuffled_anew(table: Any) -> None:
    before = table.store.truth.stub
    table.third_street()
    table.burn(4)
    table.statuses[2] = SeatStatus.FOLDED
    table.due(StepKind.ACT, 4, 1)
    table.hand = 2
    table.load()
    assert table.store.truth.laid == table.store.truth.mucked == ()
    assert sorted(table.store.truth.stub) == sorted(before)
    assert table.store.truth.stub != before


@pytest.mark.parametrize("wait", [0.0, 0.5, 3.0], ids=["before it is opened", "in the dealer's hands", "in time"])
def test_a_deck_that_is_entered_as_loaded_too_early_is_loaded_all_the_same(
    rig: Build, wait: float, order: str
) -> None:  # R1.5
    table = rig(deck=order)
    table.due(StepKind.LOAD_DECK, wait=wait)
    table.due(StepKind.START_HAND, wait=0.0)
    table.down(1)
    assert table.cards(1) == "(2c)"
    assert table.told() == ["CO 2c"]
    assert not table.store.truth.lid_open
    assert len(table.store.truth.stub) == 51


def test_the_last_hands_cards_are_not_dealt_again_when_a_load_is_skipped(table: Any) -> None:  # R1.5
    table.third_street()
    table.hand = 2
    table.rows = {seat: [] for seat in table.rows}
    table.due(StepKind.LOAD_DECK, wait=0.0)
    table.due(StepKind.START_HAND, wait=0.0)
    table.down(1)
    assert len(table.store.truth.laid) == 1
    assert len(table.store.truth.stub) == 51


def test_the_same_seed_shuffles_the_same_deck(rig: Build) -> None:
    one, same, other = rig(seed=7), rig(seed=7), rig(seed=8)
    for table in (one, same, other):
        table.load()
    assert one.store.truth.stub == same.store.truth.stub
    assert one.store.truth.stub != other.store.truth.stub
    assert set(one.store.truth.stub).isdisjoint(other.store.truth.stub)


def test_a_step_that_is_said_again_is_not_done_again(table: Any) -> None:
    table.down(1)
    for _ in range(3):
        table.down(1)
    assert table.cards(1) == "(2c)"


def test_he_waits_for_his_pace_and_drops_what_is_no_longer_due(table: Any) -> None:
    table.due(StepKind.DEAL, 3, 1, Face.DOWN, wait=0.2)
    assert table.cards(1) == ""
    table.due(StepKind.PAUSED, wait=5)
    assert table.cards(1) == ""
    table.due(StepKind.DEAL, 3, 1, Face.DOWN, wait=0.4)
    assert table.cards(1) == "(2c)"


def test_the_hand_is_gone_a_little_after_the_card_lies(table: Any) -> None:
    table.due(StepKind.DEAL, 3, 1, Face.DOWN, wait=0.35)
    (motion,) = table.hands.motions
    assert table.reactor.time < motion.lands < motion.gone


def test_burns_and_the_last_street(table: Any) -> None:  # R4.1
    table.third_street()
    table.burn(4)
    table.up(1, 4)
    table.burn(7)
    table.down(1, 7)
    assert table.burns() == "(Jd) (Kd)"
    assert table.cards(1) == "(2c) (5s) 8h Qh (Ac)"


def test_folded_hands_are_gathered_and_come_back_when_the_fold_is_undone(table: Any) -> None:
    table.third_street()
    table.statuses[2] = SeatStatus.FOLDED
    table.due(StepKind.ACT, 3, 3)
    assert table.cards(2) == ""
    table.statuses[2] = SeatStatus.LIVE
    table.due(StepKind.ACT, 3, 2)
    assert table.cards(2) == "(3d) (6c) 9s"


def test_a_shown_hand_is_turned_up(table: Any) -> None:  # R7.3
    table.third_street()
    table.due(StepKind.SHOW, 7, 2)
    assert table.cards(2) == "3d 6c 9s"
    table.statuses[3] = SeatStatus.SHOWN
    table.due(StepKind.PUSH_POT)
    assert table.cards(3) == "4h 7d Tc"
    assert table.cards(1) == "(2c) (5s) 8h"


def test_a_player_who_may_muck_is_given_time_to_say_so(table: Any) -> None:  # R7.4
    table.third_street()
    table.due(StepKind.SHOW, 7, 2, wait=1.1)
    table.statuses[2] = SeatStatus.MUCKED
    table.due(StepKind.PUSH_POT)
    assert table.cards(2) == ""
    assert table.store.truth.mucked[0].face_up is False


def test_scrambling_puts_the_burns_back_under_the_lid(table: Any) -> None:  # R5.1
    table.third_street()
    for street in (4, 5, 6):
        table.burn(street)
    left = len(table.store.truth.stub)
    table.due(StepKind.SCRAMBLE, 7, from_burns=True)
    assert table.burns() == ""
    assert len(table.store.truth.stub) == left + 3
    assert [kept.code for kept in table.store.truth.memory.ring][-2:] == ["LO", "LC"]
    table.due(StepKind.SCRAMBLE, 7, from_burns=True)
    assert len(table.store.truth.memory.ring) == 2 + 9 + 3 + 2


def test_burns_that_are_shuffled_without_the_stub_stay_on_the_felt(table: Any) -> None:  # R5.1, source 000
    table.third_street()
    for street in (4, 5, 6):
        table.burn(street)
    stub, told = table.store.truth.stub, table.told()
    table.due(StepKind.SCRAMBLE, 7, from_burns=True, stub=False)
    table.due(StepKind.COMMUNITY, 7, face=Face.UP, from_burns=True)
    assert len(table.burns().split()) == 2
    assert len(table.community().split()) == 1
    assert (table.store.truth.stub, table.told()[: len(told)]) == (stub, told)
    assert [kept.code for kept in table.store.truth.memory.ring][-2:] != ["LO", "LC"]


def test_the_community_card_comes_from_the_shoe_or_from_the_burns(table: Any) -> None:  # R5.1, R5.4
    table.third_street()
    table.burn(4)
    table.due(StepKind.COMMUNITY, 7, face=Face.UP, from_burns=True)
    assert table.community() == "Jd"
    assert table.told()[-1] == "CO Jd"
    assert table.burns() == ""
    table.due(StepKind.COMMUNITY, 6, face=Face.UP)
    assert table.community() == "Jd Qh"


def test_an_empty_shoe_says_so_and_gives_no_more(rig: Build) -> None:
    table = rig(seats=8)
    table.load()
    for street in range(4, 8):
        for seat in range(1, 9):
            table.up(seat, street)
    for seat in range(1, 9):
        table.down(seat)
        table.down(8 if seat != 8 else 1)
        table.up(seat)
    assert len(table.store.truth.stub) == 0
    assert table.told()[-1] == "EM"
    table.burn(7)
    assert table.burns() == ""
