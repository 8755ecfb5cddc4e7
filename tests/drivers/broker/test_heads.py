"""The floor compares what a table says of its journal with what it said before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from dealer.ports import HandOver, TableEvent
from drivers.broker import payloads
from drivers.broker.heads import CHECK_EVERY, Difference, Heads, Held, Kind
from drivers.broker.ledger import Known
from drivers.broker.seen import Seen
from drivers.broker.topics import Address

ONE = "stud/1/main/one"
A, B = "aa" * 32, "bb" * 32


def event(seq: int, hand: int, head: str | None = A) -> TableEvent:
    over = None if head is None else HandOver("razz", "anna", 6, 0.0, 0, False, head)
    return TableEvent(seq, hand, 0.0, "anna", "dealer", "next", (), (), over)


class TestHeads:
    def test_a_head_that_is_told_is_compared_with_the_entry_that_came_before_or_comes_after(self) -> None:
        heads = Heads("j", None)
        assert heads.take(event(10, 1)) is None
        assert heads.tell(10, A) is None
        first = heads.tell(10, B)
        assert first is not None
        assert (first.kind, first.turn, first.hand) == (Kind.OTHER_HEAD, 10, 1)
        assert heads.tell(20, B) is None, "its entry is still to come"
        late = heads.take(event(20, 2))
        assert late is not None
        assert late.hand == 2

    def test_a_table_is_asked_soon_then_every_ten_minutes(self) -> None:
        held = Held(10, 1, A)
        heads = Heads("j", held)
        assert heads.due(0.0) == held
        assert heads.due(1.0) is None, "it has just been asked"
        assert heads.due(11.0) == held, "it has not answered"
        assert heads.check(held, [event(10, 1)], 12.0) is None
        assert heads.due(12.0 + CHECK_EVERY - 1) is None
        assert heads.due(12.0 + CHECK_EVERY) == held
        heads.check(held, [event(10, 1)], 700.0)
        heads.reset()
        assert heads.due(701.0) == held, "a new connection"

    @pytest.mark.parametrize("found", [[], [event(10, 1, B)], [event(10, 1, None)], [event(9, 1)]])
    def test_an_entry_that_is_not_there_or_is_another_differs(self, found: list[TableEvent]) -> None:
        difference = Heads("j", Held(10, 1, A)).check(Held(10, 1, A), found, 0.0)
        assert difference is not None
        assert (difference.kind, difference.hand) == (Kind.OTHER_HEAD, 1)

    def test_what_is_kept_is_bounded(self) -> None:
        heads = Heads("j", None)
        for turn in range(1, 1000):
            heads.tell(turn, B)
        assert heads.take(event(1, 1)) is None, "told too long ago"
        assert heads.take(event(999, 9)) is not None


class TestAJournalThatWasPutBack:
    """A table starts again, while the floor listens, with a journal that ends earlier, in the middle of a hand."""

    def test_it_is_asked_for_its_end_and_followed_from_there(self) -> None:
        alerts: list[Difference] = []
        seen = Seen(Address("main", "one"), None, lambda why, topic: None, alerts.append)

        def runs(session: str, turn: int) -> None:
            seen.take_about(payloads.About(session, "0.1.0", "Table one", ("en",), "j", 1.0), 0.0)
            seen.take_status(payloads.Status(session, payloads.Presence.HERE, turn, 1.0, {}), 0.0)

        def told(session: str, last: int, *events: TableEvent) -> list[int]:
            after = seen.wants_events(0.0)
            assert after is not None, "it is asked"
            return [each.seq for each in seen.take_told(payloads.EventsTold(session, "j", last, events), after, 0.0)]

        runs("1", 10)
        assert told("1", 10) == []
        for seq, head in ((11, A), (12, None), (13, None)):
            seen.take_event(payloads.Happened("1", "j", event(seq, 3, head)), 0.0)
        assert alerts == []
        runs("2", 12)
        assert told("2", 12) == []
        assert [(each.kind, each.turn, each.hand) for each in alerts] == [(Kind.SHORTER, 12, 3)]
        again = seen.take_event(payloads.Happened("2", "j", event(13, 3, None)), 0.0)
        assert [each.seq for each in again] == [13], "it is another entry of the same number"
        seen.reset_asked()
        assert told("2", 13) == []
        assert len(alerts) == 1


@pytest.fixture
def played(party, floor, wait_until) -> Callable[[], tuple]:
    """A table at which a hand is over, and what the floor has kept of it before it was stopped."""

    def play() -> tuple:
        table = party()
        hall = floor().knows()
        table.room.starts_hand()
        table.room.deals("2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "Ks", "Qs", "Js", "9s")
        table.room.acts("bring-in", "fold", "fold", "fold").enters("next")
        wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
        over = next(each for each in hall.events if each.over is not None)
        address, journal, last = hall.kept[-1]
        assert hall.alerts == []
        return table, hall, address, Known(journal, last, Held(over.seq, over.hand, over.over.head))

    return play


def test_a_table_that_is_what_it_was_raises_no_alert(played, floor, ear, wait_until) -> None:
    table, first, address, known = played()
    first.tables.stop()
    listener = ear("ear", f"{ONE}/reply/floor-1")
    second = floor({address: known}).knows()
    wait_until(lambda: any(f'"seq":{known.head.turn},'.encode() in each for each in listener.payloads("reply/floor-1")))
    table.room.enters("call-floor", reason="")
    wait_until(lambda: second.seqs() and second.seqs()[-1] == table.turn)
    assert second.alerts == []


def test_a_journal_that_was_rewritten_while_the_floor_was_away_is_an_alert_with_table_and_hand(
    played, floor, wait_until
) -> None:
    table, first, address, known = played()
    first.tables.stop()
    with closing(sqlite3.connect(table.room.path)) as db, db:
        changed = db.execute("UPDATE entry SET hash = ? WHERE turn = ?", (bytes(32), known.head.turn))
        assert changed.rowcount == 1
    second = floor({address: known}).knows()
    wait_until(lambda: second.alerts)
    table_of_alert, difference = second.alerts[0]
    assert (table_of_alert.id, difference.hand, difference.kind) == ("main.one", 1, Kind.OTHER_HEAD)
    assert "This table's record of hand 1 is not the one that the floor holds" in second.view().paused
    assert "jaosta 1" in second.view(language="fi").paused
    assert "раздаване 1" in second.view(language="bg").paused
    assert second.view().controls, "it goes on all the same"


def test_a_journal_that_has_lost_entries_is_an_alert_and_is_followed_from_where_it_ends(
    played, floor, wait_until
) -> None:
    # As after an older backup was put back: the floor has taken five entries that are not there any more.
    table, first, address, known = played()
    first.tables.stop()
    second = floor({address: Known(known.journal, known.last + 5, known.head)}).knows()
    wait_until(lambda: second.alerts)
    (alert,) = second.alerts
    assert (alert[1].kind, alert[1].turn, alert[1].hand) == (Kind.SHORTER, table.turn, 1)
    table.room.enters("call-floor", reason="")
    wait_until(lambda: second.seqs() == [table.turn])


def test_a_head_that_is_not_the_entrys_is_an_alert(mosquitto, played, ear, wait_until) -> None:
    # Somebody whom the broker lets speak for the table tells another head than the table's.
    with (mosquitto.folder / "acl").open("a") as acl:
        acl.write(f"\nuser two\ntopic write {ONE}/#\n")
    mosquitto.cut_off().start()
    _, hall, _, known = played()
    listener = ear("ear", f"{ONE}/head")
    wait_until(lambda: listener.payloads("head"))
    said = payloads.HEAD.read(listener.payloads("head")[0])
    ear("two", "stud/1/main/two/request").says(
        f"{ONE}/head", payloads.HEAD.write(payloads.Head(said.session, said.journal, said.turn, said.hand, B))
    )
    wait_until(lambda: hall.alerts)
    assert hall.alerts[0][1].hand == 1
    assert hall.alerts[0][1].turn == known.head.turn
