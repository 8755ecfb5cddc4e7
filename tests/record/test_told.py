"""What the floor is told of a journal's entries, from wherever they are read."""

from __future__ import annotations

from dealer.ports import MarkKind
from dealer.record.told import JournalRecord


def calls(record: JournalRecord, after: int = 0) -> list[int]:
    """The entries that count as a call for the floor."""
    events = record.events(after, 500)
    return [event.seq for event in events for mark in event.marks if mark.kind is MarkKind.FLOOR_CALLED]


def test_a_call_while_one_is_open_is_the_same_call(room) -> None:  # R6.2, R8
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("call-floor", reason="seat 2 is out of time")
    first = room.desk.turn
    room.passes(30).enters("call-floor", reason="").passes(30).enters("call-floor", reason="he is angry")
    assert calls(JournalRecord(room.path)) == [first]
    room.enters("floor-done", room.floor, note="").enters("call-floor", reason="")
    second = room.desk.turn
    room.passes(5).enters("call-floor", reason="a dispute")
    assert calls(JournalRecord(room.path)) == [first, second]


def test_it_is_the_same_wherever_the_reading_begins(room) -> None:
    room = room(policy="hand").open(1, 2)
    room.enters("call-floor", reason="a dispute")
    first = room.desk.turn
    room.passes(30).starts_hand().passes(30).enters("call-floor", reason="still")
    again = room.desk.turn
    for after in range(again):
        assert calls(JournalRecord(room.path), after) == ([first] if after < first else []), after


def test_who_calls_once_more_has_waited_since_the_first_call(room) -> None:
    room = room(policy="hand").open(1, 2).starts_hand()
    room.enters("call-floor", reason="a dispute")
    since = room.view().floor_call_since
    room.passes(30).enters("call-floor", reason="the pot is wrong")
    assert (room.view().floor_call, room.view().floor_call_since) == ("the pot is wrong", since)
    room.enters("floor-done", room.floor, note="").passes(30).enters("call-floor", reason="")
    assert room.view().floor_call_since > since
