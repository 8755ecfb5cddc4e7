"""A table from its first entry to its next hand, with and without sensors."""

from __future__ import annotations

import threading

import pytest

from dealer.controller import ControllerBusy
from dealer.local import LocalTables, speak
from dealer.ports import ChangesClosed, Reply, Role, Signature, StepKind, UnknownTable
from dealer.record.keeping import verify
from dealer.views import Sign
from spoken_words import SpokenWords


def test_a_seat_without_a_hand_cannot_go_all_in(room) -> None:  # R4.2
    room = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().leaves("As", "Ad", "6c", "Kd", "2c", "9h")
    assert room.step.kind is StepKind.ACT
    for seat in (3, 9, 0, -1):
        reply = room.tries("act", seat=seat, action="all-in")
        assert reply.rule == "R4.2", reply


def test_a_whole_hand_is_dealt_by_hand(room) -> None:  # no shoe, no camera
    room = room(policy="hand").open(1, 2, 3)
    assert room.step.kind is StepKind.LOAD_DECK
    room.starts_hand()
    for _ in range(6):
        room.enters("next")
    for door in ("2c", "Kh", "9s"):
        room.enters("card", card=door)
    assert (room.step.kind, room.step.seat) == (StepKind.ACT, 1)
    room.acts("bring-in", "complete 4", "call", "call")
    for street, cards in ((4, ("3d", "4d", "5d")), (5, ("6d", "7d", "8d")), (6, ("Td", "Jd", "Qd"))):
        assert (room.step.kind, room.step.street) == (StepKind.BURN, street)
        room.enters("next")
        for card in cards:
            room.enters("card", card=card)
        room.acts("check", "check", "check")
    for _ in range(4):
        room.enters("card", card=None)
    room.acts("bet 8", "call", "fold")
    shown = {1: ["As", "Ad", "Ac"], 2: ["2s", "5s", "7s"], 3: ["8s", "Js", "3s"]}
    while room.step.kind is StepKind.SHOW:
        room.enters("show", seat=room.step.seat, cards=shown[room.step.seat])
    assert room.step.kind is StepKind.PUSH_POT
    room.enters("next")
    assert room.step.kind is StepKind.LOAD_DECK
    stacks = [player.stack for player in room.desk.table.seated()]
    assert sum(stacks) == 600
    assert max(stacks) > 200
    assert room.desk.table.number == 1


def test_a_whole_hand_is_dealt_by_shoe_and_camera(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad", "Ks", "Kd", "2c", "9h")
    assert (room.step.kind, room.step.seat) == (StepKind.ACT, 1)
    room.acts("bring-in", "complete 4", "call")
    room.deals("5c", "3h", "4h").acts("check", "check")
    room.deals("5d", "7h", "8h").acts("check", "check")
    room.deals("5s", "Th", "Jh").acts("check", "check")
    room.deals("5h", "6c", "6d").acts("check", "bet 8", "call")
    assert (room.up(1), room.up(2)) == ("2c 3h 7h Th", "9h 4h 8h Jh")
    assert (room.step.kind, room.step.seat) == (StepKind.SHOW, 1)
    room.enters("show", seat=1).enters("show", seat=2)
    assert room.hand.outcome is not None
    room.enters("next")
    assert [player.stack for player in room.desk.table.seated()] == [187, 213]
    assert len(room.shoe.acknowledged) == room.seq


class TestWhoMayEnter:
    def test_an_entry_for_an_older_turn_is_refused_and_says_who_was_first(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        turn = room.desk.turn
        assert room.tries("next", turn=turn).refused is None
        second = room.tries("next", Signature("bert", Role.DEALER), turn=turn)
        assert second.refused == "already entered by anna; look at what is due now"
        assert len(room.hand.down(1)) + len(room.hand.down(2)) == 1

    def test_what_changes_nothing_to_decide_refuses_no_tap(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        turn = room.desk.turn
        room.enters("call-floor", reason="a drink was spilt").plugs_in("camera")
        assert room.desk.turn > turn
        assert room.tries("next", turn=turn).refused is None

    def test_viewers_and_technicians_enter_nothing(self, room) -> None:
        room = room(policy="hand").open(1, 2)
        for role in (Role.VIEWER, Role.TECHNICIAN):
            assert room.tries("next", Signature("vera", role)).refused is not None

    def test_bad_entries_are_refused_in_one_sentence_and_change_nothing(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        before = room.desk
        bad: list[dict[str, object]] = [
            {},
            {"do": 7},
            {"do": "dance"},
            {"do": "act"},
            {"do": "act", "seat": "1", "action": "fold"},
            {"do": "act", "seat": 1, "action": "dance"},
            {"do": "act", "seat": 99, "action": "fold"},
            {"do": "card", "card": "9x"},
            {"do": "card", "card": ["2c"]},
            {"do": "next", "more": 1},
            {"do": "undo", "steps": -1},
            {"do": "undo", "steps": 10**30},
            {"do": "undo", "steps": True},
            {"do": "answer", "question": "q1", "choice": "1"},
            {"do": "show", "seat": 1, "cards": "2c"},
            {"do": "irregularity", "kind": "dance"},
            {"do": "sit", "seat": 3, "name": "x" * 500, "buy_in": 100},
            {"do": "sit", "seat": 3, "name": "\n", "buy_in": 100},
            {"do": "rule", "choice": "void"},
        ]
        for entry in bad:
            reply = room.controller.enter_now(entry, before.turn, room.dealer)
            assert reply.refused, entry
            assert "Traceback" not in reply.refused
        assert room.desk == before

    def test_refusals_name_the_rule(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        assert room.tries("act", seat=1, action="fold").rule == "R4.2"
        assert room.tries("sit", seat=1, name="Zoe", buy_in=100).rule == "R1.1"

    def test_refusals_come_in_the_readers_language(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        reply = room.controller.enter_now({"do": "next"}, 1, room.dealer, "fi")
        assert "syötti jo" in reply.refused


class TestDisk:
    def test_a_full_disk_pauses_says_so_and_goes_on(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks")
        before, acknowledged = room.desk, len(room.shoe.acknowledged)
        room.journal.limit_pages(room.journal.pages())
        room.fills_disk()
        room.leaves("Kd", "2c")
        assert "full" in room.view().now
        assert room.view().devices[2].words == "cannot write"
        assert room.view().controls == ()
        assert "full" in room.tries("next").refused
        assert room.desk.table.timeline == before.table.timeline
        assert len(room.shoe.acknowledged) == acknowledged
        room.passes(2)
        room.journal.limit_pages(100_000)
        room.passes(1)
        assert len(room.hand.down(1)) == 2
        assert len(room.desk.sensing.out) == 1
        assert len(room.shoe.acknowledged) == acknowledged + 2
        room.sees(1, "2c")
        assert room.up(1) == "2c"
        assert room.view().devices[2].words == "OK"
        verify(room.path)

    def test_a_crash_on_a_full_disk_loses_nothing_that_was_acknowledged(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad")
        room.journal.limit_pages(room.journal.pages())
        room.fills_disk()
        room.leaves("Ks")
        before = room.desk
        room.crash()
        assert room.desk == before
        assert room.journal.shoe_positions()[-1].seq == room.shoe_seq_on_disk()


class TestThread:
    def test_two_people_press_at_once_and_one_is_told(self, room) -> None:
        room = room(policy="hand").open(1, 2).starts_hand()
        tables = LocalTables(room.controller, Sign("Table one"))
        room.controller.start()
        turn = tables.view("one", Role.DEALER, "en").turn
        barrier = threading.Barrier(8)
        replies: list[Reply] = []

        def press(name: str) -> None:
            barrier.wait()
            replies.append(tables.enter("one", {"do": "next"}, turn, Signature(name, Role.DEALER), "en"))

        people = [threading.Thread(target=press, args=(f"dealer{n}",)) for n in range(8)]
        for person in people:
            person.start()
        for person in people:
            person.join()
        room.controller.stop()
        assert sum(reply.refused is None for reply in replies) == 1
        assert sum("already entered by dealer" in (reply.refused or "") for reply in replies) == 7

    def test_followers_get_the_newest_view_and_an_end(self, room) -> None:
        room = room(policy="hand").open(1, 2)
        tables = LocalTables(room.controller, Sign("Table one"))
        changes = tables.follow("one", Role.DEALER, "en")
        assert changes.wait(0).now.startswith("Gather the deck")
        assert changes.wait(0) is None
        room.controller.start()
        tables.enter("one", {"do": "next"}, room.desk.turn, room.dealer, "en")
        assert changes.wait(2).now == "Shuffle and cut the deck"
        room.controller.stop()
        tables.close()
        with pytest.raises(ChangesClosed):
            changes.wait(1)
        with pytest.raises(UnknownTable):
            tables.view("two", Role.DEALER, "en")

    def test_a_controller_that_does_not_answer_enters_nothing_later(self, room) -> None:
        room = room(policy="hand").open(1, 2)
        room.controller.patience = 0.05
        with pytest.raises(ControllerBusy):
            room.controller.enter({"do": "next"}, room.desk.turn, room.dealer)
        room.controller.start()
        room.controller.stop()
        assert room.step.kind is StepKind.LOAD_DECK
        assert room.desk.turn == 1

    def test_it_lives_on_whatever_a_listener_or_a_device_does(self, room) -> None:
        room = room(policy="hand").open(1, 2)

        def stumble(moment: object) -> None:
            raise RuntimeError("a page that fails")

        room.controller.listen(stumble)
        room.controller.start()
        assert room.controller.enter({"do": "next"}, room.desk.turn, room.dealer).refused is None
        room.controller.report("no observation at all")
        assert room.controller.enter({"do": "next"}, room.desk.turn, room.dealer).refused is None
        room.controller.stop()


class TestVoice:
    def test_announcements_are_said_once_and_not_again_after_a_crash(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
        voice = SpokenWords()
        speak(room.controller, voice, "en", 80)
        room.controller.announce_start()
        room.deals("As", "Ad", "Ks", "Kd", "2c", "9h").acts("bring-in")
        said = list(voice.said)
        assert said[-1] == "Seat 2: call 2, complete to 4 or fold."
        assert len(said) == len(set(said))
        room.crash()
        again = SpokenWords()
        speak(room.controller, again, "en", 80)
        room.controller.announce_start()
        assert again.said == ["Seat 2: call 2, complete to 4 or fold."]  # what is due, said once
        room.plugs_in("shoe", "camera").acts("call")
        assert again.said[1:] == ["Burn one, then one card up to seats 1 and 2."]


def test_the_clock_runs_out_in_the_middle_of_a_hand(room) -> None:  # R6.2
    room = room(house="finnish-cardroom", policy="hand").open(1, 2).starts_hand()
    while room.step.kind is StepKind.DEAL:
        up = room.view().card_wanted == "up"
        room.enters("card", card=("2c" if room.step.seat == 1 else "9h") if up else None)
    room.acts("bring-in").passes(1)
    assert room.view().clock.running
    assert round(room.view().clock.total) == 10
    room.passes(12)
    assert room.hand.stack(2) == 0  # all in, as the house has it


def test_a_hand_is_closed_when_only_one_is_left(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    while room.step.kind is StepKind.DEAL:
        up = room.view().card_wanted == "up"
        room.enters("card", card=("2c" if room.step.seat == 1 else "9h") if up else None)
    room.acts("bring-in", "fold")
    assert room.view().now == "Seat 1 wins 2: push the pot"
    room.enters("undo").acts("call")
    assert room.step.kind is StepKind.BURN
    room.enters("undo").acts("fold").enters("next")
    assert room.step.kind is StepKind.LOAD_DECK
    assert [player.stack for player in room.desk.table.seated()] == [201, 199]
