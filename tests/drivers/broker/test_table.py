"""A table tells a real broker what happens, and its floor hears it."""

from __future__ import annotations

import time

from dealer.ports import Role
from dealer.record.keeping import verify
from drivers.broker import payloads


def test_a_floor_finds_a_table_and_shows_what_happens_there(party, floor, wait_until) -> None:
    table = party()
    hall = floor().knows()
    assert hall.tables.ids() == ("main.one",)
    table.room.starts_hand()
    wait_until(lambda: hall.view().hand == 1)
    assert hall.view().title == "Table one"
    assert hall.view().table == "main.one"
    wait_until(lambda: hall.view().turn == table.turn)


def test_every_entry_is_an_event_with_its_turn_and_what_was_announced(party, floor, wait_until) -> None:
    table = party()
    hall = floor().knows()
    begin = table.turn
    table.room.starts_hand()
    table.room.deals("2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "Ks", "Qs", "Js", "9s")
    wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
    assert hall.seqs() == list(range(begin + 1, table.turn + 1))
    said = [line for event in hall.events for line in event.say]
    assert {"say": "bring-in", "seat": 4, "card": "9s", "amount": 2, "full_bet": 4} in said


def test_what_is_kept_at_the_broker_is_what_is_documented(party, ear, wait_until) -> None:
    table = party()
    table.room.enters("call-floor", reason="a dispute")
    late = ear("ear", *(f"stud/1/+/+/{kind}" for kind in ("about", "status", "state/+", "attention", "event")))
    wait_until(
        lambda: {topic.split("/", 4)[4] for topic, _, _ in late.heard} >= {"about", "status", "state/en", "attention"}
    )
    assert payloads.ABOUT.read(late.payloads("about")[0]).title == "Table one"
    assert payloads.STATUS.read(late.payloads("status")[0]).status is payloads.Presence.HERE
    wait_until(lambda: payloads.ATTENTION.read(late.payloads("attention")[-1]).reason == "a dispute")
    assert not any(kept for topic, _, kept in late.heard if topic.endswith("/event"))
    table.room.enters("floor-done", who=table.room.floor, note="settled")
    wait_until(lambda: late.payloads("attention")[-1] == b"")


def test_the_head_of_the_journal_is_told_after_each_hand(party, ear, wait_until) -> None:
    table = party()
    listener = ear()
    table.room.starts_hand()
    table.room.deals("2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "Ks", "Qs", "Js", "9s")
    table.room.acts("bring-in", "fold", "fold", "fold").enters("next")
    wait_until(lambda: listener.payloads("head"))
    head = payloads.HEAD.read(listener.payloads("head")[0])
    assert head.hand == 1
    assert head.hash == next(row.hash.hex() for row in table.room.journal.rows_after(0) if row.turn == head.turn)
    if head.turn == table.turn:
        assert head.hash == verify(table.room.path).head


def test_a_table_plays_on_without_a_broker_and_tells_what_was_missed_from_its_journal(
    party, floor, mosquitto, wait_until, caplog
) -> None:
    table = party()
    hall = floor().knows()
    begin = table.turn
    table.room.starts_hand()
    wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
    mosquitto.cut_off()
    wait_until(lambda: not hall.tables.connected)
    started = time.monotonic()
    table.room.deals("2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "Ks", "Qs", "Js", "9s")
    table.room.acts("bring-in", "fold", "fold", "fold").enters("next")
    assert time.monotonic() - started < 5, "the table waits for nobody"
    assert hall.view().paused, "the floor says that it hears nothing"
    mosquitto.start()
    wait_until(lambda: hall.seqs()[-1] == table.turn, 20)
    assert hall.seqs() == list(range(begin + 1, table.turn + 1))
    wait_until(lambda: not hall.view().paused)
    said = [record.getMessage() for record in caplog.records if "broker is" in record.getMessage()]
    assert [("away" in each, "back" in each) for each in said] == [(True, False), (False, True)], said


def test_a_table_that_starts_without_a_broker_is_there_when_the_broker_comes(
    party, floor, mosquitto, wait_until
) -> None:
    mosquitto.cut_off()
    table = party()
    table.room.starts_hand()
    hall = floor()
    mosquitto.start()
    wait_until(lambda: "main.one" in hall.tables.ids() and hall.view().hand == 1, 20)


def test_a_clean_stop_is_told_and_a_crash_too(party, floor, wait_until) -> None:
    table = party()
    hall = floor().knows()
    table.publisher.stop()
    wait_until(lambda: hall.view().now == "This table was switched off.")
    assert not hall.view().paused, "nobody has to go there"
    assert not hall.view().controls


def test_no_card_that_lies_face_down_is_in_any_message(party, ear, wait_until) -> None:
    # Every down card, burn and stub card is known to the shoe; none of them may be heard before it is shown.
    table = party(languages=("en", "fi", "bg"))
    listener = ear()
    table.room.starts_hand()
    down = ("Tc", "Td", "Th", "Ts", "Kc", "Kd", "Kh", "8h")
    table.room.deals(*down, "2s", "3s", "4s", "5s")
    table.room.acts("bring-in", "call", "call", "call")
    wait_until(lambda: any(b'"hand":1' in each for each in listener.payloads("state/bg")))
    wait_until(lambda: table.turn in {payloads.HAPPENED.read(each).event.seq for each in listener.payloads("event")})
    heard = b"\n".join(payload for _, payload, _ in listener.heard)
    assert b"2s" in heard
    for card in down:
        assert card.encode() not in heard, card
        assert table.room.tag(card).text.encode() not in heard
    for entry in table.room.journal.rows_after(0):
        for token in entry.body.split('"'):
            assert len(token) < 40 or token.encode() not in heard, "a sealed card"


def test_the_view_a_floor_gets_is_the_one_it_would_see_at_the_table(party, floor, wait_until) -> None:
    table = party(languages=("en", "fi"))
    hall = floor().knows()
    table.room.starts_hand()
    wait_until(lambda: hall.view().turn == table.turn)
    for language in ("en", "fi"):
        own = table.room.view(Role.FLOOR, language)
        wait_until(lambda: hall.view(language=language).now == own.now)  # noqa: B023
        assert hall.view(language=language).seats == own.seats
        assert hall.view(language=language).controls == own.controls
    assert hall.view(language="bg").language == "en", "where a language is not told, the table's own is shown"
