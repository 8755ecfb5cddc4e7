"""The simulated dealer follows the controller, slips when told to, and puts right what was noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealer.ports import Face, StepKind
from dealer.snapshots import CardState, SeatStatus
from drivers.mock.faults import Fault

DECK = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Kd Ac 2d 3h 4s 5c 6d 7h 8s 9c"
Build = Callable[..., Any]


@pytest.fixture
def table(rig: Build) -> Any:
    table = rig(seats=3, deck=DECK)
    table.load()
    return table


def test_third_street_is_dealt_two_down_and_one_up(table: Any) -> None:  # R3.1
    table.third_street()
    assert table.cards(1) == "(2c) (5s) 8h"
    assert table.cards(2) == "(3d) (6c) 9s"
    assert table.cards(3) == "(4h) (7d) Tc"
    assert table.told() == [f"CO {card}" for card in DECK.split()[:9]]


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
def test_a_deck_that_is_entered_as_loaded_too_early_is_loaded_all_the_same(rig: Build, wait: float) -> None:  # R1.5
    table = rig(deck=DECK)
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


def test_after_a_kill_the_dealer_deals_on_with_the_same_cards(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    table = rig(deck=DECK, state=state)
    table.load()
    for seat in (1, 2):
        table.down(seat)
    again = rig(deck=DECK, state=state)
    assert again.store.truth == table.store.truth
    again.down(2)
    assert again.cards(2) == "(3d)"
    again.down(3)
    assert again.cards(3) == "(4h)"
    assert again.told() == ["CO 2c", "CO 3d", "CO 4h"]


def test_a_kill_while_the_lid_is_open_still_loads_the_deck(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    table = rig(state=state)
    table.due(StepKind.LOAD_DECK, wait=0.5)
    assert table.store.truth.lid_open
    again = rig(state=state)
    again.load()
    assert not again.store.truth.lid_open
    assert len(again.store.truth.stub) == 52


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

    def test_a_slip_is_put_right_even_if_the_program_was_killed_meanwhile(self, rig: Build, tmp_path: Path) -> None:
        table = rig(deck=DECK, state=tmp_path / "table")
        table.load()
        table.arm(Fault.WRONG_SEAT)
        table.up(1, 4)
        table.asked()
        again = rig(deck=DECK, state=tmp_path / "table")
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


def test_nothing_of_a_card_stands_in_the_text_of_the_truth(table: Any) -> None:
    table.third_street()
    text = repr(table.store.truth) + repr(table.store.truth.laid)
    assert not any(tag.text in text for tag in table.decks.registered)


def test_a_damaged_state_file_is_refused_in_one_line(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    state.write_text('{"form": 1, "seed": 3}')
    with pytest.raises(Exception, match="delete it to begin with a fresh deck") as caught:
        rig(state=state)
    assert "\n" not in str(caught.value)


def test_the_state_file_names_no_card(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    table = rig(deck=DECK, state=state)
    table.load()
    table.third_street()
    text = state.read_text()
    assert not any(f'"{card}"' in text for card in DECK.split())
    assert state.stat().st_mode & 0o077 == 0


def test_a_place_where_nothing_can_be_kept_is_refused_in_one_line(rig: Build, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="cannot be kept there: No such file"):
        rig(state=tmp_path / "nowhere" / "table")


def test_the_table_goes_on_when_the_disk_is_full(rig: Build, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    table = rig(deck=DECK, state=tmp_path / "room" / "table")
    table.load()
    (tmp_path / "room").rename(tmp_path / "gone")
    table.up(1)
    assert table.cards(1) == "2c"
    (tmp_path / "gone").rename(tmp_path / "room")
    table.up(2)
    assert rig(state=tmp_path / "room" / "table").cards(2) == "3d"
