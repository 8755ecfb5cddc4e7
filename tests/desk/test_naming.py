"""At the showdown the floor says what lies there, where a deck fault would hold the hand for ever (R7.5, R8)."""

from __future__ import annotations

import pytest

from dealer.ports import MarkKind, Role, StepKind
from dealer.record.history import JournalHistory
from dealer.record.phh_writer import write_phh
from dealer.record.told import JournalRecord

REASON = "the chip of this card is another's"


@pytest.fixture
def clash(room):
    """Seat 1 or 2 is to show; an up-card of seat 1 was entered as a queen that lies face down at that seat."""

    def make(policy: str = "shoe", *devices: str):
        here = room(policy=policy).open(1, 2).plugs_in("shoe", *devices).starts_hand()
        here.leaves("Qs", "Qd", "Qc", "Qh", "2c", "9h").acts("bring-in", "call").unplugs("shoe").press("next")
        # The queens of spades and of diamonds lie face down; that these are up as well cannot be.
        for card in ("Qs", "Qd"):
            here.enters("card", card=card)
        here.acts("check", "check")
        for street in (("7h", "8h"), ("Th", "Jh")):
            here.press("next").enters("card", card=street[0]).enters("card", card=street[1]).acts("check", "check")
        here.press("next").press("next").press("next").acts("check", "check")
        assert here.step.kind is StepKind.SHOW
        return here

    return make


def downs(seat: int, third: str) -> str:
    return {1: f"Ks Qc {third}", 2: f"Kd Qh {third}"}[seat]


def names(room, seat: int, hand: str, reason: str = REASON):
    return room.tries("name-hand", room.floor, hand=hand, reason=reason)


def shown(room, seat: int) -> str:
    hand = room.hand if room.desk.hand is not None else room.desk.table.last
    return " ".join(str(card) for card in hand.showdown.shown[hand.position(seat)])


def test_a_hand_that_clashes_is_named_by_the_floor_and_the_hand_goes_on(clash) -> None:
    room = clash()
    for third in ("3c", "3d"):
        seat = room.step.seat
        assert "deck fault" in room.tries("show", seat=seat, cards=[third]).refused
        assert names(room, seat, downs(seat, third)).refused is None
        assert shown(room, seat) == downs(seat, third)
    assert sum(room.hand.won) > 0


def test_an_up_card_that_was_entered_wrongly_is_named_anew(clash) -> None:
    room = clash()
    seat = room.step.seat
    for which in (1, 2):
        assert (
            room.tries("name-card", room.floor, which=f"{which}.2", named="5" + "sd"[which - 1], reason="felt").refused
            is None
        )
    assert [room.up(each).split()[1] for each in (1, 2)] == ["5s", "5d"]
    assert room.step.kind is StepKind.SHOW
    assert room.tries("show", seat=room.step.seat, cards=["3c"]).refused is None
    assert {"Qs", "Qd"} & set(shown(room, seat).split()), "as the shoe told"


def test_the_reason_and_who_gave_it_stand_on_the_record(clash) -> None:
    room = clash()
    seat = room.step.seat
    room.enters("name-hand", room.floor, hand=downs(seat, "3c"), reason=REASON)
    room.enters("name-hand", room.floor, hand=downs(3 - seat, "3d"), reason=REASON).press("next")
    history = JournalHistory(room.path, "one", room.sealer)
    assert f"felix: {REASON}" in history.text(1)
    assert "p1 sm" in write_phh(history.events(1))
    told = [each for each in JournalRecord(room.path).events(0, 500) if each.what == "name-hand"]
    assert [[mark.kind for mark in each.marks] for each in told] == [[MarkKind.IRREGULARITY, MarkKind.RULING]] * 2
    assert [each.user for each in told] == ["felix", "felix"]


def test_undo_takes_the_whole_ruling_back(clash) -> None:  # R8, last row
    room = clash()
    seat, before = room.step.seat, room.hand
    room.enters("name-hand", room.floor, hand=downs(seat, "3c"), reason=REASON).enters("undo")
    assert (room.step.kind, room.step.seat) == (StepKind.SHOW, seat)
    assert room.hand.showdown == before.showdown


@pytest.mark.parametrize(
    ("hand", "reason", "why"),
    [
        ("Ks Qc 3c", "", "cards are named with a reason"),
        ("Ks Qc 3c", "   ", "cards are named with a reason"),
        ("Ks Qc", REASON, "has 3 cards face down, not 2"),
        ("Ks Qc Qc", REASON, "Qc lies on the table already"),
        ("Ks Qc 7h", REASON, "7h lies on the table already"),
        ("Ks Qc 1x", REASON, "a card such as 2c, Td or Ah is needed"),
    ],
)
def test_what_cannot_lie_there_is_refused_and_nothing_is_changed(clash, hand, reason, why) -> None:
    room = clash()
    before = room.desk
    assert why in names(room, room.step.seat, hand, reason).refused
    assert room.desk == before


@pytest.mark.parametrize(
    ("which", "named"), [("1.9", "5s"), ("3.1", "5s"), ("x", "5s"), ("1.1", "5s 6s"), ("1.1", "7h"), ("1.1", "")]
)
def test_an_up_card_that_is_not_there_or_is_taken_is_refused(clash, which, named) -> None:
    room = clash()
    before = room.desk
    assert room.tries("name-card", room.floor, which=which, named=named, reason="felt").refused is not None
    assert room.desk == before


def test_only_the_floor_names_cards_and_only_at_a_showdown(clash, room) -> None:
    here = clash()
    assert here.tries("name-hand", hand="Ks Qc 3c", reason=REASON).rule == "R8"
    assert here.tries("name-card", which="1.2", named="5s", reason=REASON).rule == "R8"
    other = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks", "Kd", "2c", "9h")
    assert names(other, 1, "As Ks").refused == "no hand is being shown any more"
    assert not {"name-hand", "name-card"} & {control.slot for control in other.view(Role.FLOOR).controls}


def test_the_floor_finds_both_among_its_verbs(clash) -> None:
    room = clash()
    found = {control.slot: control for control in room.view(Role.FLOOR).controls}
    assert not {"name-hand", "name-card"} & {control.slot for control in room.view(Role.DEALER).controls}
    assert f"seat {room.step.seat}" in found["name-hand"].label
    assert [blank.name for blank in found["name-hand"].blanks] == ["hand", "reason"]
    assert ("1.2", "seat 1, card 2: Qs") in found["name-card"].blanks[0].choices
    entry = found["name-hand"].entry | {"hand": downs(room.step.seat, "3c"), "reason": REASON}
    assert room.controller.enter_now(entry, room.desk.turn, room.floor).refused is None


def test_a_question_about_the_hand_is_answered_with_it(clash) -> None:
    room = clash("shoe", "camera")
    seat = room.step.seat
    room.enters("show", seat=seat)
    assert room.asked() == "tabled"
    assert names(room, seat, downs(seat, "3c")).refused is None
    assert room.asked() == ""


def test_what_the_floor_is_told_is_the_same_whatever_lies_down(room) -> None:
    """DESIGN, hole cards are sealed: before the hand is shown no answer and no verb tells of it."""
    said = []
    for hole in ("Qs", "3s"):
        here = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand()
        here.leaves(hole, "Kd", "Qc", "Qh", "2c", "9h").acts("bring-in", "call")
        for cards in (("Js", "3h", "4h"), ("Jd", "7h", "8h"), ("Jc", "Th", "5s"), ("Jh", "4c", "4d")):
            here.leaves(*cards).acts("check", "check")
        other = 3 - here.step.seat
        refused = [here.tries("name-card", here.floor, which=f"{other}.1", named="7h", reason="x").refused]
        here.enters("name-card", here.floor, which="1.1", named="Qs", reason="x")
        verbs = [control for control in here.view(Role.FLOOR).controls if control.slot.startswith("name-")]
        said.append((refused, verbs, here.up(1), here.asked()))
    assert said[0] == said[1]
