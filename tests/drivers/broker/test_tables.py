"""The floor over a real broker: calls, gaps, and tables that are gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer.ports import ChangesClosed, Role
from drivers.broker import payloads
from drivers.broker.ledger import Known
from drivers.broker.showing import blank
from drivers.broker.topics import Address

ONE = "stud/1/main/one"


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
