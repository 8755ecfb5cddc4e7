"""Cards and the simulated dealer go wrong when told to, and he puts right what was noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealer.ports import Face, StepKind
from dealer.snapshots import CardState
from drivers.mock.faults import Fault

Build = Callable[..., Any]


class TestWhatTheShoeMakesOfACard:
    """R8: unread card, two cards at once, foreign card, duplicate; SHOE-PROTOCOL, codes."""

    @pytest.mark.parametrize(
        ("fault", "told"),
        [
            (Fault.UNREAD_CARD, ["NT", "CO 3d"]),
            (Fault.READ_TWICE, ["CO 2c", "CO 2c", "CO 3d"]),
            (Fault.PUSHED_BACK, ["CO 2c", "CR 2c", "CO 2c", "CO 3d"]),
        ],
    )
    def test_happens_to_one_card_only(self, table: Any, fault: Fault, told: list[str]) -> None:
        table.arm(fault)
        table.down(1)
        table.down(2)
        assert table.told() == told
        assert not table.faults.has(fault)

    def test_another_tag_than_that_of_the_card(self, table: Any) -> None:
        table.arm(Fault.MISREAD_CARD)
        table.up(1)
        assert table.cards(1) == "2c"
        assert table.told()[0].startswith("CO ")
        assert table.told() != ["CO 2c"]

    def test_a_card_of_another_deck(self, table: Any) -> None:
        table.arm(Fault.FOREIGN_CARD)
        table.up(1)
        (laid,) = table.store.truth.laid
        assert table.cards(1) == "2c"
        assert laid.tag not in {tag.text for tag in table.decks.registered}

    def test_a_marked_duplicate_waits_for_a_card_to_copy(self, table: Any) -> None:
        table.arm(Fault.MARKED_DUPLICATE)
        table.down(1)
        assert table.faults.has(Fault.MARKED_DUPLICATE)
        table.up(1)
        table.up(2)
        assert table.cards(1) == "(2c) 3d"
        assert table.cards(2) == "3d"
        assert table.told() == ["CO 2c", "CO 3d", "CO 3d"]

    def test_another_deck_in_the_shoe(self, table: Any) -> None:
        table.arm(Fault.WRONG_DECK)
        table.world.swap_deck()
        table.up(1)
        (laid,) = table.store.truth.laid
        assert laid.tag not in {tag.text for tag in table.decks.registered}
        table.faults.set(Fault.WRONG_DECK, on=False)
        table.world.swap_deck()
        assert set(table.store.truth.stub) <= {tag.text for tag in table.decks.registered}

    def test_a_deck_that_lacks_a_card(self, rig: Build) -> None:  # R8, WL 117
        table = rig()
        table.arm(Fault.MISSING_CARD)
        table.load()
        assert len(table.store.truth.stub) == 51
        table.hand = 2
        table.load()
        assert len(table.store.truth.stub) == 52


class TestSlips:
    """R8: what the dealer does wrong, and how it is put right once it was noticed and a person has ruled."""

    def test_wrong_seat_then_to_its_place(self, table: Any) -> None:
        table.arm(Fault.WRONG_SEAT)
        table.up(1, 4)
        assert (table.cards(1), table.cards(2)) == ("", "2c")
        table.up(1, 4)
        assert (table.cards(1), table.cards(2)) == ("", "2c")
        table.asked()
        table.up(2, 4)
        assert (table.cards(1), table.cards(2)) == ("2c", "3d")

    def test_wrong_seat_and_looked_at_again(self, table: Any) -> None:
        table.arm(Fault.WRONG_SEAT)
        table.up(1, 4)
        table.asked()
        table.due(StepKind.DEAL, 4, 1, Face.UP, state=CardState.LEFT_SHOE)
        assert (table.cards(1), table.cards(2)) == ("2c", "")
        assert table.told() == ["CO 2c"]

    def test_a_slip_is_put_right_even_if_the_program_was_killed_meanwhile(
        self, rig: Build, tmp_path: Path, order: str
    ) -> None:
        table = rig(deck=order, state=tmp_path / "table")
        table.load()
        table.arm(Fault.WRONG_SEAT)
        table.up(1, 4)
        table.asked()
        again = rig(deck=order, state=tmp_path / "table")
        again.asked()
        again.rows[1].append(True)
        again.up(2, 4)
        assert (again.cards(1), again.cards(2)) == ("2c", "3d")

    def test_wrong_seat_in_the_initial_deal(self, table: Any) -> None:
        for seat in (1, 2, 3):
            table.down(seat)
        table.arm(Fault.WRONG_SEAT)
        for seat in (1, 2):
            table.down(seat)
        assert (table.cards(1), table.cards(2)) == ("(2c)", "(3d) (5s) (6c)")
        table.asked()
        table.down(3)
        assert (table.cards(1), table.cards(2), table.cards(3)) == ("(2c) (5s)", "(3d) (6c)", "(4h) (7d)")

    def test_exposed_hole_card_stays_and_a_third_comes_down(self, table: Any) -> None:  # WL 214
        table.arm(Fault.EXPOSED_HOLE_CARD)
        for seat in (1, 2, 3, 1, 2, 3):
            table.down(seat)
        table.asked()
        table.rows[1] = [True, False]
        table.down(1)
        assert table.cards(1) == "2c (5s) (8h)"

    def test_up_card_down_then_turned(self, table: Any) -> None:
        table.arm(Fault.DOOR_CARD_DOWN)
        table.up(1)
        assert table.cards(1) == "(2c)"
        table.asked()
        table.up(2)
        assert table.cards(1) == "2c"

    def test_up_card_down_and_looked_at_again(self, table: Any) -> None:
        table.arm(Fault.DOOR_CARD_DOWN)
        table.up(1)
        table.asked()
        table.due(StepKind.DEAL, 3, 1, Face.UP, state=CardState.LEFT_SHOE)
        assert table.cards(1) == "2c"

    def test_missed_burn_put_right(self, table: Any) -> None:  # WL 122
        table.arm(Fault.MISSED_BURN)
        table.burn(4)
        assert (table.burns(), table.cards(1)) == ("", "2c")
        table.up(1, 4)
        table.asked()
        table.up(2, 4)
        assert (table.burns(), table.cards(1), table.cards(2)) == ("(2c)", "3d", "4h")

    def test_missed_burn_that_stands(self, table: Any) -> None:  # WL 226
        table.arm(Fault.MISSED_BURN)
        table.burn(4)
        table.asked()
        table.not_placed()
        table.rows[1].append(True)
        table.up(2, 4)
        assert (table.burns(), table.cards(1), table.cards(2)) == ("", "2c", "3d")

    def test_two_burns_of_which_one_serves_as_the_next(self, table: Any) -> None:  # WL 122
        table.arm(Fault.DOUBLE_BURN)
        table.burn(4)
        assert table.burns() == "(2c) (3d)"
        assert table.told() == ["CO 2c", "CO 3d"]
        table.asked()
        table.placed_burns = 1
        table.up(1, 4)
        assert (table.burns(), table.cards(1)) == ("(2c) (3d)", "4h")

    def test_dealt_early_then_back_into_the_stub(self, table: Any) -> None:  # WL 227
        table.third_street()
        table.arm(Fault.DEALT_EARLY)
        table.due(StepKind.ACT, 3, 1)
        assert table.cards(1) == "(2c) (5s) 8h Jd"
        table.asked()
        table.due(StepKind.ACT, 3, 1)
        assert table.cards(1) == "(2c) (5s) 8h Jd"
        table.due(StepKind.SCRAMBLE, 4)
        assert table.cards(1) == "(2c) (5s) 8h"
        assert len(table.store.truth.stub) == 52 - 9

    def test_dealt_early_then_pushed_back(self, table: Any) -> None:
        table.third_street()
        table.arm(Fault.DEALT_EARLY)
        table.due(StepKind.ACT, 3, 1)
        table.asked()
        table.burn(4)
        assert (table.cards(1), table.burns()) == ("(2c) (5s) 8h", "(Jd)")
        assert table.told()[-3:] == ["CO Jd", "CR Jd", "CO Jd"]

    def test_dealt_early_then_used_as_the_burn(self, table: Any) -> None:
        table.third_street()
        table.arm(Fault.DEALT_EARLY)
        table.due(StepKind.ACT, 3, 1)
        table.asked()
        table.placed_burns = 1
        table.up(1, 4)
        assert (table.cards(1), table.burns()) == ("(2c) (5s) 8h Qh", "(Jd)")

    def test_river_face_up(self, table: Any) -> None:  # WL 230
        table.arm(Fault.RIVER_FACE_UP)
        table.down(1, 7)
        table.down(2, 7)
        assert (table.cards(1), table.cards(2)) == ("2c", "(3d)")

    def test_off_the_table_then_laid(self, table: Any) -> None:  # WL 224
        table.arm(Fault.CARD_OFF_TABLE)
        table.up(1, 4)
        assert table.cards(1) == ""
        assert table.told() == ["CO 2c"]
        table.asked()
        table.up(2, 4)
        assert (table.cards(1), table.cards(2)) == ("2c", "3d")

    def test_a_boxed_card_lies_the_other_way_up(self, table: Any) -> None:
        table.arm(Fault.BOXED_CARD)
        table.down(1)
        assert table.cards(1) == "2c"

    def test_two_cards_at_once_both_put_back(self, table: Any) -> None:
        table.arm(Fault.TWO_CARDS)
        table.up(1, 4)
        assert table.cards(1) == "2c 3d"
        assert table.told() == ["TT 2c 3d"]
        table.asked()
        table.up(1, 4)
        assert table.cards(1) == "2c"
        assert table.told() == ["TT 2c 3d", "CR 3d", "CR 2c", "CO 2c"]

    def test_two_cards_at_once_the_second_waits_for_its_place(self, table: Any) -> None:
        table.arm(Fault.TWO_CARDS)
        table.up(1, 4)
        table.asked()
        table.due(StepKind.DEAL, 4, 1, Face.UP, state=CardState.LEFT_SHOE)
        table.due(StepKind.DEAL, 4, 2, Face.UP, state=CardState.LEFT_SHOE)
        table.up(3, 4)
        assert (table.cards(1), table.cards(2), table.cards(3)) == ("2c", "3d", "4h")
        assert table.told() == ["TT 2c 3d", "CO 4h"]

    def test_two_cards_down_the_second_has_its_place_at_once(self, table: Any) -> None:
        table.arm(Fault.TWO_CARDS)
        table.down(1)
        table.asked()
        table.rows[2].append(False)
        table.down(3)
        assert (table.cards(1), table.cards(2), table.cards(3)) == ("(2c)", "(3d)", "(4h)")

    def test_a_card_that_nobody_could_read_is_put_back_and_drawn_again(self, table: Any) -> None:
        table.arm(Fault.UNREAD_CARD)
        table.up(1, 4)
        table.asked()
        table.up(1, 4)
        assert table.cards(1) == "2c"
        assert table.told() == ["NT", "CR 2c", "CO 2c"]

    @pytest.mark.parametrize("fault", [Fault.FOREIGN_CARD, Fault.MARKED_DUPLICATE])
    def test_a_card_that_does_not_belong_is_exchanged_when_it_is_put_back(self, table: Any, fault: Fault) -> None:
        table.up(1, 4)
        table.arm(fault)
        table.up(2, 4)
        table.asked()
        table.up(2, 4)
        assert (table.cards(1), table.cards(2)) == ("2c", "3d")
        assert table.told()[-1] == "CO 3d"
        registered = {tag.text for tag in table.decks.registered}
        assert {*table.store.truth.stub, *(card.tag for card in table.store.truth.laid)} == registered

    def test_cards_whose_deal_was_undone_go_back_in_order(self, table: Any) -> None:  # R8, mis-entry
        for seat in (1, 2, 3):
            table.up(seat, 4)
        table.asked()
        table.rows = {1: [True], 2: [], 3: []}
        table.not_placed()
        for seat in (2, 3):
            table.up(seat, 4)
        assert (table.cards(1), table.cards(2), table.cards(3)) == ("2c", "3d", "4h")
        assert table.told()[3:] == ["CR 4h", "CR 3d", "CO 3d", "CO 4h"]

    def test_what_was_entered_by_hand_before_he_came_to_it_is_dealt_all_the_same(self, table: Any) -> None:
        table.due(StepKind.BURN, 4, face=Face.DOWN, wait=0.1)
        table.due(StepKind.DEAL, 4, 1, Face.UP, wait=0.1)
        table.up(2, 4)
        assert (table.burns(), table.cards(1), table.cards(2)) == ("(2c)", "3d", "4h")

    def test_askew_turned_and_pushed(self, table: Any) -> None:
        table.arm(Fault.CARD_ASKEW)
        table.up(1)
        table.arm(Fault.CARD_TURNED)
        table.up(2)
        askew, turned = table.store.truth.laid
        assert askew.angle > 20
        assert turned.turned
        table.world.push()
        assert table.store.truth.laid[-1].dy < -30
