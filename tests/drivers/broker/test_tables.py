"""The floor over a real broker: rulings, gaps, tables that are gone, and messages that nobody should have sent."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from dealer.floor.rulers import RulingKeyError, load_rulers
from dealer.ports import ChangesClosed, Role, Signature, UnknownTable
from dealer.record.history import JournalHistory
from drivers.broker import payloads
from drivers.broker.archive import Archive
from drivers.broker.counts import Refused
from drivers.broker.hands import BrokerHands
from drivers.broker.ledger import Known
from drivers.broker.rulings import signature_of, signed
from drivers.broker.showing import blank
from drivers.broker.topics import Address

FELIX = Signature("felix", Role.FLOOR)
ONE = "stud/1/main/one"


def rules(hall, table, entry: dict[str, object], who: Signature = FELIX, turn: int | None = None):
    return hall.tables.enter("main.one", entry, table.turn if turn is None else turn, who, "en")


def asks(ear, payload: bytes, reply_to: str = f"{ONE}/reply/floor-1", correlation: bytes | None = None) -> None:
    """correlation: a fresh one unless it is said."""
    ear.says(f"{ONE}/request", payload, properties=with_number(correlation or secrets.token_bytes(16), reply_to))


def with_number(correlation: bytes, reply_to: str = "") -> Properties:
    about = Properties(PacketTypes.PUBLISH)
    if reply_to:
        about.ResponseTopic = reply_to
    if correlation:
        about.CorrelationData = correlation
    return about


class TestRulings:
    def test_a_ruling_is_checked_and_journalled_at_the_table_and_answered(self, party, floor, wait_until) -> None:
        table = party(running=True)
        hall = floor().knows()
        reply = rules(hall, table, {"do": "pause", "reason": "a spilled drink"})
        assert reply.refused is None
        row = list(table.room.journal.rows_after(0))[-1]
        assert (row.user, row.role, row.what) == ("felix", "floor", "pause")
        wait_until(lambda: hall.view().paused == "a spilled drink")

    def test_the_rules_of_the_table_may_refuse_it(self, party, floor) -> None:
        table = party(running=True)
        hall = floor().knows()
        reply = rules(hall, table, {"do": "rule", "choice": "void", "reason": None})
        assert reply.refused
        assert rules(hall, table, {"do": "nonsense"}).refused

    def test_a_role_is_what_the_table_knows_and_not_what_the_floor_claims(self, party, floor) -> None:  # R8
        table = party(running=True, role=Role.DEALER)
        hall = floor().knows()
        assert rules(hall, table, {"do": "call-floor", "reason": ""}).refused is None
        reply = rules(hall, table, {"do": "floor-done", "note": ""})
        assert reply.rule == "R8"

    def test_somebody_without_a_key_is_told_how_to_get_one(self, party, floor) -> None:
        table = party(running=True)
        hall = floor().knows()
        reply = rules(hall, table, {"do": "pause", "reason": ""}, Signature("anna", Role.FLOOR))
        assert "dealer floor ruler anna" in (reply.refused or "")

    def test_half_a_letter_is_refused_here_and_nothing_is_sent(self, party, floor) -> None:
        table = party(running=True)
        hall = floor().knows()
        turn = table.turn
        reply = rules(hall, table, {"do": "pause", "reason": "\ud800"})
        assert reply.refused == "This cannot be sent to a table; nothing was entered."
        assert table.turn == turn
        assert rules(hall, table, {"do": "pause", "reason": "\u00e9"}).refused is None

    @pytest.mark.parametrize(
        ("entry", "turn"),
        [
            ({"do": "pause", "reason": ""}, 10**30),
            ({"do": "set-stack", "seat": 1, "stack": 10**30, "reason": ""}, None),
            ({"do": "setup", "decks": ["x" * 300] * 52}, None),
        ],
        ids=["turn", "number", "size"],
    )
    def test_what_no_table_would_take_is_refused_here_and_at_once(self, party, floor, entry, turn) -> None:
        """The table answers nothing that it cannot read, so the floor would wait until it gives up."""
        table = party(running=True)
        hall = floor().knows()
        before = table.turn
        reply = rules(hall, table, entry, turn=before if turn is None else turn)
        assert reply.refused == "This cannot be sent to a table; nothing was entered."
        assert table.turn == before

    @pytest.mark.parametrize(
        ("language", "why"),
        [("en", "This table cannot read who"), ("fi", "Pöytä ei voi lukea"), ("bg", "Масата не може")],
    )
    def test_a_file_of_rulers_that_is_not_right_is_the_technicians_and_its_place_nobodys_else(
        self, party, floor, caplog, language, why
    ) -> None:
        table = party(running=True)
        hall = floor().knows()
        table.publisher._judge._rulers = lambda: load_rulers(Path("/no/such/rulers.toml"))
        turn = table.turn
        reply = hall.tables.enter("main.one", {"do": "pause", "reason": ""}, turn, FELIX, language)
        assert (reply.refused or "").startswith(why)
        looked = BrokerHands(hall.tables).find("main.one", "felix", language)
        assert looked.refused == reply.refused
        assert "rulers.toml" not in (reply.refused or "")
        assert "/no/such/rulers.toml" in caplog.text, "the table's own log says which file it is"
        assert table.turn == turn

    def test_a_journal_that_cannot_be_read_is_the_technicians_too(self, party, floor, caplog) -> None:
        table = party(running=True)
        hall = floor().knows()
        history = JournalHistory(Path("/no/such/journal.sqlite"), "one", table.room.sealer)
        table.publisher._archive = Archive(history, lambda role: True)
        for looked in (
            BrokerHands(hall.tables).find("main.one", "felix", "en"),
            BrokerHands(hall.tables).text("main.one", "felix", "en", 1),
        ):
            assert looked.refused == "The table cannot answer this now. Tell the technician; its log says why."
        assert "/no/such/journal.sqlite" in caplog.text

    def test_a_key_that_cannot_be_used_is_told_without_its_place(self, party, floor) -> None:
        table = party(running=True)
        hall = floor().knows()

        def unusable(user: str) -> None:
            raise RulingKeyError(f"/no/such/{user}.key: others can read this key")

        hall.tables._key_of = unusable
        reply = rules(hall, table, {"do": "pause", "reason": ""})
        assert reply.refused == "The key that felix rules with cannot be used; run: dealer floor ruler felix"
        assert BrokerHands(hall.tables).find("main.one", "felix", "en").refused == reply.refused

    def test_a_ruling_for_a_table_that_is_not_there_is_not_entered(self, party, floor, wait_until) -> None:
        table = party(running=True)
        hall = floor().knows()
        table.publisher.stop()
        wait_until(lambda: not hall.view().controls)
        assert rules(hall, table, {"do": "pause", "reason": ""}).refused
        with pytest.raises(UnknownTable):
            hall.tables.enter("main.nine", {"do": "pause"}, 1, FELIX, "en")


class TestForgeries:
    def pause(self, key: Ed25519PrivateKey, **changed: object) -> bytes:
        asked = signed(key, "main/one", "felix", {"do": "pause", "reason": "forged"}, 99, "en", time.time())
        return payloads.RULING_ASKED.write(replace(asked, **changed))

    def test_what_is_not_signed_by_a_key_that_the_table_knows_is_refused_and_counted(
        self, party, ear, felix, wait_until
    ) -> None:
        table = party(running=True)
        floor_user = ear("ear", f"{ONE}/reply/floor-1")
        forgeries = [
            self.pause(Ed25519PrivateKey.generate()),
            self.pause(felix, user="anna"),
            self.pause(felix, turn=100),
            self.pause(felix, at=time.time() + 1),
            self.pause(felix, entry={"do": "call-floor", "reason": ""}),
            self.pause(felix, signature="00" * 64),
            self.pause(felix, signature="no hex"),
            payloads.RULING_ASKED.write(
                signed(felix, "main/two", "felix", {"do": "pause", "reason": ""}, 99, "en", time.time())
            ),
        ]
        for forged in forgeries:
            asks(floor_user, forged)
        wait_until(lambda: table.publisher.counts.of(Refused.FORGED) == len(forgeries))
        wait_until(lambda: len(floor_user.payloads("reply/floor-1")) == len(forgeries))
        assert not table.room.desk.table.paused

    def test_a_ruling_counts_once_and_not_after_half_a_minute(self, party, ear, felix, wait_until) -> None:
        table = party(running=True)
        floor_user = ear("ear", f"{ONE}/reply/floor-1")
        good = self.pause(felix)
        asks(floor_user, good)
        wait_until(lambda: table.room.desk.table.paused == "forged")
        turn = table.turn
        asks(floor_user, good)
        old = signed(felix, "main/one", "felix", {"do": "resume"}, 99, "en", time.time() - 31)
        asks(floor_user, payloads.RULING_ASKED.write(old))
        wait_until(lambda: table.publisher.counts.of(Refused.REPLAYED) == 2)
        assert table.turn == turn

    def test_what_is_no_request_is_refused_and_counted(self, party, ear, wait_until) -> None:
        table = party(running=True)
        floor_user = ear("ear", f"{ONE}/reply/floor-1")
        events = payloads.EVENTS_ASKED.write(payloads.EventsAsked("events", 0, 10))
        for bad in (
            b"",
            b"\xff\xfe",
            b"[]",
            b"{" * 3000,
            b'{"v":1,"ask":"everything"}',
            b'{"v":1,"ask":"events","after":-1,"most":5}',
            b'{"v":1,"ask":"events","after":1000000000000000000000000,"most":5}',
            b'{"v":1,"ask":"events","after":0,"most":"all"}',
            b'{"v":1,"ask":"events","after":0,"most":5,"more":1}',
            b'{"v":1,"ask":"events","after":NaN,"most":5}',
        ):
            asks(floor_user, bad)
        asks(floor_user, events, reply_to="stud/1/main/two/reply/floor-1")
        asks(floor_user, events, reply_to="elsewhere")
        wait_until(lambda: table.publisher.counts.of(Refused.MALFORMED) == 12)
        asks(floor_user, b" " * 8193)
        wait_until(lambda: table.publisher.counts.of(Refused.OVERSIZED) == 1)
        asks(floor_user, events.replace(b'"v":1', b'"v":2'))
        wait_until(lambda: table.publisher.counts.of(Refused.OTHER_VERSION) == 1)
        asks(floor_user, events)
        wait_until(lambda: floor_user.payloads("reply/floor-1"))

    @pytest.mark.parametrize(
        ("language", "why"), [("en", "This is not signed"), ("fi", "Tätä ei ole alle"), ("bg", "Това не е подписано")]
    )
    def test_why_a_request_is_not_taken_is_said_in_the_askers_language(
        self, party, ear, wait_until, language: str, why: str
    ) -> None:
        party(running=True)
        floor_user = ear("ear", f"{ONE}/reply/floor-1")
        pause = {"do": "pause", "reason": ""}
        forged = signed(Ed25519PrivateKey.generate(), "main/one", "felix", pause, 99, language, time.time())
        asks(floor_user, payloads.RULING_ASKED.write(forged))
        wait_until(lambda: floor_user.payloads("reply/floor-1"))
        told = payloads.ANSWER.read(floor_user.payloads("reply/floor-1")[0])
        assert told.refused is not None
        assert told.refused.startswith(why)

    def test_a_request_that_breaks_its_answer_leaves_the_table_answering(
        self, party, ear, felix, wait_until, monkeypatch, caplog
    ) -> None:
        table = party(running=True)
        floor_user = ear("ear", f"{ONE}/reply/floor-1")

        def breaks(asked, who):
            raise LookupError("Kc is the hole card")

        monkeypatch.setattr(table.publisher, "_archive", SimpleNamespace(text=breaks))
        bare = payloads.HandAsked("hand", "main/one", "felix", 1, "en", "n", time.time(), "")
        asks(floor_user, payloads.HAND_ASKED.write(replace(bare, signature=signature_of(felix, bare))))
        asks(floor_user, payloads.EVENTS_ASKED.write(payloads.EventsAsked("events", 0, 10)))
        wait_until(lambda: floor_user.payloads("reply/floor-1"))
        assert "LookupError" in caplog.text
        assert "Kc" not in caplog.text

    def test_a_request_without_a_number_or_with_one_that_was_used_is_refused(self, party, ear, wait_until) -> None:
        table = party()
        floor_user = ear("ear", f"{ONE}/reply/floor-1")
        events = payloads.EVENTS_ASKED.write(payloads.EventsAsked("events", 0, 10))
        floor_user.says(f"{ONE}/request", events, properties=with_number(b"", f"{ONE}/reply/floor-1"))
        asks(floor_user, events, correlation=b"x" * 65)
        wait_until(lambda: table.publisher.counts.of(Refused.MALFORMED) == 2)
        asks(floor_user, events, correlation=b"one")
        asks(floor_user, events, correlation=b"one")
        wait_until(lambda: table.publisher.counts.of(Refused.REPLAYED) == 1)
        asks(floor_user, events, correlation=b"two")
        wait_until(lambda: len(floor_user.payloads("reply/floor-1")) == 2)

    def test_a_table_speaks_for_no_other_and_hears_no_other(self, party, ear, wait_until) -> None:
        party()
        two = ear("two")
        for topic in (
            f"{ONE}/status",
            f"{ONE}/event",
            f"{ONE}/request",
            "stud/1/main/two/request",
            "stud/2/main/two/x",
        ):
            two.says(topic, b"{}")
        wait_until(lambda: len(two.refused) == 5)
        assert two.heard == []
        floor_user = ear("floor-1", f"{ONE}/event")
        floor_user.says(f"{ONE}/event", b"{}")
        wait_until(lambda: len(floor_user.refused) == 1)

    def test_nobody_without_a_password_is_let_in(self, mosquitto, floor, wait_until) -> None:
        from drivers.broker.link import Link

        seen: list[str] = []
        link = Link(replace(mosquitto.broker("one"), password="wrong"), [], print, lambda: seen.append(link.trouble))
        link.start()
        wait_until(lambda: any("uthor" in each for each in seen))
        link.stop()

    def test_what_a_floor_is_sent_is_looked_at_as_closely(self, party, floor, ear, wait_until) -> None:
        table = party()
        hall = floor().knows()
        table.room.enters("call-floor", reason="")
        wait_until(lambda: hall.view().floor_call_since)
        two = ear("two", "stud/1/main/two/request")
        here = "stud/1/main/two"
        state = {"v": 1, "session": "1", "view": {}}
        for topic, bad in (
            (f"{here}/status", b"no json"),
            (f"{here}/about", b'{"v":1}'),
            (f"{here}/state/en", json.dumps(state).encode()),
            (f"{here}/event", b'{"v":1,"session":"1","journal":"1","event":null}'),
        ):
            two.says(topic, bad)
        # A state is looked at when somebody wants to see it.
        wait_until(lambda: "main.two" in hall.tables.ids())
        wait_until(lambda: hall.view("main.two") and hall.tables.counts.of(Refused.MALFORMED) == 4)
        assert "refused by the floor: malformed 4" in hall.view("main.two", Role.TECHNICIAN).devices[-1].detail
        assert hall.view("main.one", Role.TECHNICIAN).devices[-1].detail == ""
        two.says(f"{here}/status", b'{"v":9}')
        wait_until(lambda: hall.tables.counts.of(Refused.OTHER_VERSION) == 1)
        two.says(f"{here}/reply/floor-1", payloads.ANSWER.write(payloads.Answer(1, None, None)))
        guessed = with_number(b"guessed")
        two.says(f"{here}/reply/floor-1", payloads.ANSWER.write(payloads.Answer(1, None, None)), properties=guessed)
        wait_until(lambda: hall.tables.counts.of(Refused.FORGED) == 2)
        assert hall.view().floor_call_since, "the other table is as it was"

    def test_a_message_that_is_too_large_is_refused_and_counted_at_the_floor(
        self, mosquitto, party, floor, ear, wait_until
    ) -> None:
        # The example's broker takes none that is larger; this one's keeper has let them in.
        config = mosquitto.folder / "mosquitto.conf"
        config.write_text(config.read_text().replace("message_size_limit 65536", "message_size_limit 200000"))
        mosquitto.cut_off().start()
        table = party()
        hall = floor().knows()
        two = ear("two", "stud/1/main/two/request")
        for kind in ("about", "status", "state/en", "attention", "event", "head", "reply/floor-1"):
            two.says(f"stud/1/main/two/{kind}", b" " * (payloads.LARGEST + 1))
        wait_until(lambda: hall.tables.counts.of(Refused.OVERSIZED) == 7)
        assert hall.tables.ids() == ("main.one",)
        table.room.enters("call-floor", reason="")
        wait_until(lambda: hall.view().turn == table.turn)

    def test_an_answer_counts_once_from_the_table_that_was_asked(
        self, mosquitto, party, floor, ear, wait_until
    ) -> None:
        # Somebody whom the broker lets speak for the table answers what the floor has asked once more.
        with (mosquitto.folder / "acl").open("a") as acl:
            acl.write(f"\nuser two\ntopic write {ONE}/#\n")
        mosquitto.cut_off().start()
        table = party(running=True)
        hall = floor().knows()
        listener = ear("ear", f"{ONE}/request", f"{ONE}/reply/floor-1")
        assert rules(hall, table, {"do": "pause", "reason": "a spilled drink"}).refused is None
        wait_until(lambda: any(payloads.ask_of(asked) == "enter" for asked, _ in list(listener.asked)))
        number = next(number for asked, number in listener.asked if payloads.ask_of(asked) == "enter")
        thief = ear("two", "stud/1/main/two/request")
        answer = payloads.ANSWER.write(payloads.Answer(99, "no", None))
        before = hall.tables.counts.of(Refused.FORGED)
        thief.says(f"{ONE}/reply/floor-1", answer, properties=with_number(number))
        wait_until(lambda: hall.tables.counts.of(Refused.REPLAYED) == 1)
        thief.says("stud/1/main/two/reply/floor-1", answer, properties=with_number(secrets.token_bytes(16)))
        wait_until(lambda: hall.tables.counts.of(Refused.FORGED) == before + 1)

    def test_what_was_said_before_is_not_believed_again(self, mosquitto, party, floor, ear, wait_until) -> None:
        # Somebody whom the broker lets speak for the table: what he has recorded helps him to nothing.
        with (mosquitto.folder / "acl").open("a") as acl:
            acl.write(f"\nuser two\ntopic write {ONE}/#\n")
        mosquitto.cut_off().start()
        table = party()
        hall = floor().knows()
        listener = ear("ear", f"{ONE}/state/en", f"{ONE}/event")
        table.room.starts_hand()
        wait_until(lambda: hall.view().turn == table.turn and listener.payloads("event"))
        thief = ear("two", f"{ONE}/request")
        old = next(each for each in listener.payloads("state/en") if payloads.STATE.read(each).view.hand == 0)
        for count, again in enumerate((old, old.replace(b'"session":"0', b'"session":"/')), start=1):
            thief.says(f"{ONE}/state/en", again)
            wait_until(lambda: hall.view() and hall.tables.counts.of(Refused.REPLAYED) == count)  # noqa: B023
        thief.says(f"{ONE}/event", listener.payloads("event")[0])
        thief.says(f"{ONE}/event", listener.payloads("event")[0].replace(b'"session":"0', b'"session":"/'))
        wait_until(lambda: hall.tables.counts.of(Refused.REPLAYED) == 3)
        assert hall.view().hand == 1
        wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
        assert len(hall.seqs()) == len(set(hall.seqs()))


class TestCalls:
    def test_a_call_is_known_before_the_state_that_shows_it(self, mosquitto, floor, ear, wait_until) -> None:
        one = ear("one", f"{ONE}/request")
        hall = floor()
        about = payloads.About("1", "0.1.0", "Table one", ("en",), "j", 1.0)
        one.says(f"{ONE}/about", payloads.ABOUT.write(about), retain=True)
        one.says(f"{ONE}/attention", payloads.ATTENTION.write(payloads.Attention("1", "a dispute", 77.0)), retain=True)
        wait_until(lambda: "main.one" in hall.tables.ids() and hall.view().floor_call == "a dispute")
        assert hall.view().floor_call_since == 77.0
        assert hall.view(role=Role.VIEWER).floor_call == ""
        one.says(f"{ONE}/attention", b"", retain=True)
        wait_until(lambda: hall.view().floor_call == "")

    def test_a_call_that_a_state_has_shown_ends_with_it_even_if_its_end_was_not_heard(
        self, floor, ear, wait_until
    ) -> None:
        one = ear("one", f"{ONE}/request")
        hall = floor()
        view = replace(blank(Address("main", "one"), "Table one", "en"), turn=4)
        called = replace(view, turn=5, floor_call="a dispute", floor_call_since=77.0)

        def state(shown) -> bytes:
            return payloads.STATE.write(payloads.State("1", shown))

        one.says(f"{ONE}/attention", payloads.ATTENTION.write(payloads.Attention("1", "a dispute", 77.0)), True)
        # A state that is older than the call does not hide it.
        one.says(f"{ONE}/state/en", state(view), retain=True)
        wait_until(lambda: "main.one" in hall.tables.ids() and hall.view().turn == 4)
        assert hall.view().floor_call == "a dispute"
        one.says(f"{ONE}/state/en", state(called), retain=True)
        wait_until(lambda: hall.view().turn == 5)
        one.says(f"{ONE}/state/en", state(replace(view, turn=6)), retain=True)
        wait_until(lambda: hall.view().turn == 6 and hall.view().floor_call == "")

    def test_a_floor_that_starts_late_hears_of_a_call_that_is_open(self, party, floor, ear, wait_until) -> None:
        table = party()
        table.room.enters("call-floor", reason="a dispute")
        listener = ear("ear", f"{ONE}/attention")
        wait_until(lambda: any(each for each in listener.payloads("attention")))
        hall = floor()
        wait_until(lambda: "main.one" in hall.tables.ids() and hall.view().floor_call == "a dispute")
        table.room.enters("floor-done", who=table.room.floor, note="settled")
        wait_until(lambda: hall.view().turn == table.turn and hall.view().floor_call == "")


class TestGaps:
    def test_a_floor_that_was_away_gets_what_it_missed_from_the_table(self, party, floor, wait_until) -> None:
        table = party()
        first = floor().knows()
        table.room.starts_hand()
        wait_until(lambda: first.seqs() and first.seqs()[-1] == table.turn)
        address, journal, last = first.kept[-1]
        first.tables.stop()
        for _ in range(150):
            table.room.enters("call-floor", reason="").enters("floor-done", who=table.room.floor, note="")
        second = floor({address: Known(journal, last)}).knows()
        wait_until(lambda: second.seqs() and second.seqs()[-1] == table.turn, 20)
        assert second.seqs() == list(range(last + 1, table.turn + 1))

    def test_a_new_journal_is_followed_from_its_beginning(self, party, floor, wait_until) -> None:
        table = party()
        table.room.starts_hand()
        hall = floor({Address("main", "one"): Known("another journal", 4711)}).knows()
        wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
        assert hall.seqs() == list(range(1, table.turn + 1))


class TestTables:
    def test_a_table_whose_power_is_cut_is_shown_as_gone(self, party, floor, wait_until) -> None:
        table = party()
        hall = floor().knows()
        table.publisher._link._client._sock_close()  # no goodbye: what a power cut looks like to the broker
        wait_until(lambda: "is lost" in hall.view().paused or "is lost" in hall.view().now)
        wait_until(lambda: not hall.view().paused, 20)

    def test_a_table_of_another_version_is_shown_as_that(self, floor, ear, mosquitto, wait_until) -> None:
        (mosquitto.folder / "acl").write_text("user one\ntopic write stud/2/#\nuser floor-1\ntopic read stud/#\n")
        mosquitto.cut_off().start()
        ear("one").says("stud/2/main/one/about", b"whatever it says in 2", retain=True)
        hall = floor()
        wait_until(lambda: hall.tables.ids() == ("main.one",))
        assert "another version (2)" in hall.view().paused

    def test_each_role_sees_what_is_his(self, party, floor, wait_until) -> None:
        table = party()
        table.room.enters("call-floor", reason="a dispute")
        hall = floor().knows()
        wait_until(lambda: hall.view().floor_call == "a dispute")
        assert hall.view(role=Role.FLOOR).controls
        assert not hall.view(role=Role.TECHNICIAN).controls
        assert hall.view(role=Role.TECHNICIAN).devices
        viewer = hall.view(role=Role.VIEWER)
        assert not (viewer.controls or viewer.devices or viewer.floor_call or viewer.setup or viewer.undo)

    def test_followers_hear_of_each_change_and_of_the_end(self, party, floor, wait_until) -> None:
        table = party()
        hall = floor().knows()
        changes = hall.tables.follow("main.one", Role.FLOOR, "en")
        assert changes.wait(1) is not None
        table.room.enters("call-floor", reason="now")
        wait_until(lambda: (view := changes.wait(0.2)) is not None and view.floor_call == "now")
        hall.tables.stop()
        with pytest.raises(ChangesClosed):
            changes.wait(1)

    def test_a_table_that_is_taken_away_at_the_broker_is_forgotten(self, party, floor, ear, wait_until) -> None:
        table = party()
        hall = floor().knows()
        table.publisher.stop()
        ear("one", f"{ONE}/request").says(f"{ONE}/about", b"", retain=True)
        wait_until(lambda: hall.tables.ids() == ())
