"""After any end of the program the table is found as it was: the same hand, the same card due, nothing twice."""

from __future__ import annotations

import json
import sqlite3
import time
from hashlib import sha256
from pathlib import Path

import pytest

from dealer.observations import ShoePosition
from dealer.ports import StepKind
from dealer.record.journal import GENESIS, JournalDamaged, chained
from dealer.record.keeping import verify
from dealer.record.recovery import EVENTS, STATE

DEAL = ("As", "Ad", "Ks", "Kd", "2c", "9h")
STREETS = (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh"), ("5h", "6c", "6d"))


def whole_hand():
    """Everything that happens in a hand, one thing at a time: what is done, as functions of a room."""

    def act(word: str):
        return lambda room: room.acts(word)

    def card(name: str):
        return lambda room: room.deals(name)

    done = [lambda room: room.enters("next")] * 5
    done += [card(name) for name in DEAL]
    done += [act("bring-in"), act("complete 4"), act("call")]
    for cards in STREETS:
        done += [card(name) for name in cards] + [act("check"), act("check")]
    done += [lambda room: room.enters("show", seat=room.step.seat)] * 2
    return [*done, lambda room: room.enters("next")]


def test_a_crash_after_any_entry_loses_and_doubles_nothing(room) -> None:
    crashing = room().open(1, 2).plugs_in("shoe", "camera")
    steady = room().open(1, 2).plugs_in("shoe", "camera")
    for number, do in enumerate(whole_hand()):
        do(crashing)
        do(steady)
        before = crashing.desk
        crashing.crash()
        assert crashing.desk == before, number
        crashing.plugs_in("shoe", "camera")
        assert crashing.step.kind is steady.step.kind
        assert [(s.seat, s.stack, s.bet, s.cards) for s in crashing.view().seats] == [
            (s.seat, s.stack, s.bet, s.cards) for s in steady.view().seats
        ]
    assert [player.stack for player in crashing.desk.table.seated()] == [195, 205]
    verify(crashing.path)


def test_the_shoe_goes_on_from_what_is_on_disk(room) -> None:  # OSP/1 rule 2
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad")
    room.crash()
    room.controller.start()
    room.controller.stop()
    assert room.shoe.resumed == (ShoePosition("SHOE7F3A", "5C0FFEE1", 3),)


def test_what_was_announced_has_the_same_number_and_is_not_new(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals(*DEAL).acts("bring-in")
    said = room.view().said
    room.crash()
    assert room.view().said == said
    assert room.controller.moment.resumed == said[-1].id // 256
    room.acts("call")
    assert room.view().said[-1].id > said[-1].id


def test_cards_that_lie_without_a_place_still_do(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "8d", "9c")
    assert len(room.desk.sensing.out) == 2
    room.crash().plugs_in("shoe", "camera").sees(2, "9c").sees(1, "8d")
    assert (room.up(1), room.up(2)) == ("8d", "9c")


def test_an_open_question_is_still_open(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().leaves("As", "Ks", "Ad", "Kd", "8d")
    room.sees(1, "6d").passes(1.1).crash().plugs_in("shoe", "camera")
    assert room.asked() == "sensors-disagree"
    assert room.press("1").up(1) == "8d"


def test_undo_works_across_a_crash(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals(*DEAL).acts("bring-in", "call")
    room.crash().enters("undo", steps=2)
    assert (room.step.kind, room.step.seat) == (StepKind.ACT, 1)


def test_the_state_that_is_kept_is_the_state(room) -> None:
    room = room().open(1, 2, 3).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Kc", "Ks", "Kd", "4c", "2c")
    assert STATE.read(STATE.write(room.desk)) == room.desk


def test_an_edited_entry_is_refused_with_what_to_do(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    room.close()
    db = sqlite3.connect(room.path)
    with db:
        db.execute("UPDATE entry SET body = '[]' WHERE turn = 3")
    db.close()
    with pytest.raises(JournalDamaged, match="dealer journal restore"):
        room.open()


def test_a_journal_of_a_hundred_thousand_hands_opens_in_under_a_second(room) -> None:
    room = room(policy="hand").open(1, 2)
    for slot in ("next", "next", "next", "next"):
        room.press(slot)
    room.enters("rule", room.floor, choice="void", reason="floor-called").press("next")
    room.close()
    _repeat_hands(room.path, 100_000)
    began = time.perf_counter()
    room.open()
    took = time.perf_counter() - began
    assert room.step.kind is StepKind.LOAD_DECK
    assert room.journal.turn > 100_000
    assert took < 1.0
    room.starts_hand()
    assert room.step.kind is StepKind.DEAL


def _repeat_hands(path: Path, hands: int) -> None:
    """Make the journal old: entries of small hands, chained as they should be, then the state that was kept."""
    db = sqlite3.connect(path)
    rows = [list(row) for row in db.execute("SELECT * FROM entry ORDER BY turn")]
    state = db.execute("SELECT body FROM state").fetchone()[0]
    head = GENESIS
    made = []
    pause = '[{"is":"Paused","reason":"coffee"}]'
    for turn in range(1, hands + 1):
        fields = [turn, turn, 1.0, "anna", "dealer", "pause", rows[0][6] if turn == 1 else pause, None, None]
        head = chained(head, fields)
        made.append((*fields, head))
    moved = json.loads(state)
    moved["turn"] = moved["decided"] = hands + 1
    text = json.dumps(moved)
    fields = [hands + 1, hands, 1.0, "anna", "dealer", "next", rows[-1][6], None, _digest(text)]
    made.append((*fields, chained(head, fields)))
    with db:
        db.execute("DELETE FROM entry")
        db.execute("DELETE FROM state")
        db.executemany("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,?)", made)
        db.execute("INSERT INTO state VALUES (?,?)", (hands + 1, text))
    db.close()


def _digest(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


def test_every_entry_of_a_hand_reads_back_as_it_was_written(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera")
    for do in whole_hand():
        do(room)
    for row in room.journal.rows_after(0):
        assert EVENTS.write(EVENTS.read(row.body)) == row.body


def test_a_state_of_another_version_is_passed_over_for_the_entries(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera")
    for do in whole_hand():
        do(room)
    room.starts_hand()
    before = room.desk
    room.close()
    db = sqlite3.connect(room.path)
    turn, body = db.execute("SELECT turn, body FROM state ORDER BY turn DESC LIMIT 1").fetchone()
    other = json.dumps({**json.loads(body), "a field that is gone": 1})
    with db:
        db.execute("UPDATE state SET body = ? WHERE turn = ?", (other, turn))
        db.execute("UPDATE entry SET state = ? WHERE turn = ?", (sha256(other.encode()).hexdigest(), turn))
        head = GENESIS
        for row in db.execute(
            "SELECT turn,hand,wall,user,role,what,body,shoe,state FROM entry ORDER BY turn"
        ).fetchall():
            head = chained(head, row)
            db.execute("UPDATE entry SET hash = ? WHERE turn = ?", (head, row[0]))
    db.close()
    assert room.open().desk == before
