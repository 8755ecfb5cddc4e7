"""The floor's rulings over a real broker: who may rule, what is journalled, and why nothing was entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.floor.rulers import RulingKeyError, load_rulers
from dealer.ports import Role, Signature, UnknownTable
from dealer.record.history import JournalHistory
from drivers.broker.archive import Archive
from drivers.broker.hands import BrokerHands

FELIX = Signature("felix", Role.FLOOR)


def rules(hall, table, entry: dict[str, object], who: Signature = FELIX, turn: int | None = None):
    return hall.tables.enter("main.one", entry, table.turn if turn is None else turn, who, "en")


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
