"""Hands are looked up from the floor in the table's own journal, by those who may, and hold no card that nobody saw."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dealer.cards import Card
from dealer.ports import HandSummary, Role, Signature, UnknownTable
from drivers.broker import payloads
from drivers.broker.archive import Archive
from drivers.broker.counts import Refused
from drivers.broker.hands import BrokerHands
from drivers.broker.payloads import BadPayload, HandAsked, HandsAsked
from drivers.broker.rulings import signature_of

ONE = "stud/1/main/one"
DOWN = ("Tc", "Td", "Th", "Ts", "Kc", "Kd", "Kh", "8h")
"""None of them could be a part of a hash."""


@pytest.fixture
def played(party):
    """A table at which one hand is over that nobody had to show."""

    def play(role: Role = Role.FLOOR):
        table = party(role=role)
        table.room.starts_hand()
        table.room.deals(*DOWN, "2s", "3s", "4s", "5s")
        table.room.acts("bring-in", "fold", "fold", "fold").enters("next")
        return table

    return play


def test_a_hand_is_found_and_read_from_the_floor_without_any_card_that_was_not_shown(
    played, floor, ear, wait_until
) -> None:
    played()
    listener = ear("ear", f"{ONE}/reply/floor-1")
    hall = floor().knows()
    hands = BrokerHands(hall.tables)
    found = hands.find("main.one", "felix", "en")
    assert found.refused == ""
    (hand,) = found.hands
    assert (hand.number, hand.table, hand.winners) == (1, "main.one", (1,))
    assert hands.find("main.one", "felix", "en", card=Card.parse("2s")).hands == (hand,)
    assert hands.find("main.one", "felix", "en", card=Card.parse("Tc")).hands == (), "it lay face down"
    assert hands.find("main.one", "felix", "en", number=2).hands == ()
    text = hands.text("main.one", "felix", "en", 1).text
    assert "2s" in text
    assert "??" in text
    other = hands.text("main.one", "felix", "fi", 1).text
    assert other != text, "each reads it in his own language"
    wait_until(lambda: any(b'"text"' in each for each in listener.payloads("reply/floor-1")))
    said = b"\n".join(listener.payloads("reply/floor-1")).decode() + text + other
    for card in DOWN:
        assert re.search(rf"\b{card}\b", said) is None, card


def test_the_hand_that_is_being_played_cannot_be_read(party, floor) -> None:
    table = party()
    table.room.starts_hand()
    table.room.deals(*DOWN)
    hands = BrokerHands(floor().knows().tables)
    answer = hands.text("main.one", "felix", "en", 1)
    assert (answer.text, answer.refused) == ("", "")


def test_the_role_that_counts_is_the_one_that_the_table_knows(played, floor) -> None:
    played(role=Role.DEALER)
    hands = BrokerHands(floor().knows().tables)
    for language, words in (("en", "Your role may not"), ("fi", "Roolisi ei saa"), ("bg", "С вашата роля")):
        assert hands.find("main.one", "felix", language).refused.startswith(words)
        answer = hands.text("main.one", "felix", language, 1)
        assert answer.refused.startswith(words)
        assert answer.text == ""


def test_somebody_without_a_key_or_a_table_that_is_not_there_is_told_so(played, floor, wait_until) -> None:
    table = played()
    hall = floor().knows()
    hands = BrokerHands(hall.tables)
    assert "dealer floor ruler anna" in hands.find("main.one", "anna", "en").refused
    table.publisher.stop()
    wait_until(lambda: not hall.view().controls)
    assert "not connected" in hands.text("main.one", "felix", "en", 1).refused
    with pytest.raises(UnknownTable):
        hands.find("main.nine", "felix", "en")


def test_a_look_up_that_no_table_would_take_is_refused_at_once(played, floor) -> None:
    played()
    hands = BrokerHands(floor().knows().tables)
    for refused in (
        hands.text("main.one", "felix", "en", 10**30).refused,
        hands.find("main.one", "felix", "en", number=10**30).refused,
        hands.find("main.one", "felix", "en", since="\ud800").refused,
    ):
        assert refused == "This cannot be sent to a table; nothing was entered."


def test_a_look_up_that_is_forged_or_sent_again_is_refused_and_counted(
    played, floor, felix, ear, wait_until, monkeypatch
) -> None:
    table = played()
    hall = floor().knows()
    sent: list[bytes] = []
    ask = hall.tables._ask
    monkeypatch.setattr(
        hall.tables, "_ask", lambda to, payload, number: sent.append(payload) or ask(to, payload, number)
    )
    assert BrokerHands(hall.tables).text("main.one", "felix", "en", 1).text
    asked = payloads.HAND_ASKED.read(next(each for each in sent if payloads.ask_of(each) == "hand"))

    def answer(request: HandAsked) -> payloads.HandTold:
        return payloads.HAND_TOLD.read(
            hall.tables.ask("main.one", "felix", lambda key, name: payloads.HAND_ASKED.write(request))
        )

    assert answer(asked).text is None
    assert table.publisher.counts.of(Refused.REPLAYED) == 1
    forged = [replace(asked, number=2), replace(asked, user="anna"), replace(asked, signature="00" * 64)]
    other = replace(asked, table="main/two", nonce="0" * 32)
    forged.append(replace(other, signature=signature_of(felix, other)))
    for each in forged:
        assert answer(each).text is None
    assert table.publisher.counts.of(Refused.FORGED) == len(forged)


class ManyHands:
    """A history with very many hands, or very long ones."""

    def __init__(self, count: int, length: int = 0) -> None:
        self.count, self.length = count, length

    def find(self, *, number=None, since=None, seat=None, card=None):
        seats = tuple(range(1, 9))
        started = "2026-05-01T20:00:00+00:00"
        return [HandSummary(each, "one", started, "stud-hilo-8", seats, 10**6, seats) for each in range(self.count)]

    def text(self, number: int, language: str = "en") -> str:
        return "x" * self.length


class TestArchive:
    floor = Signature("felix", Role.FLOOR)
    asked = HandsAsked("hands", "main/one", "felix", None, None, None, None, "en", "0", 1.0, "0")
    one = HandAsked("hand", "main/one", "felix", 1, "en", "0", 1.0, "0")

    def test_as_many_hands_are_told_as_fit_into_a_message(self) -> None:
        told = Archive(ManyHands(5000), lambda role: True).find(self.asked, self.floor)
        assert 100 <= len(told.hands) <= 200
        assert len(payloads.HANDS_TOLD.write(told)) <= payloads.LARGEST

    def test_a_text_that_does_not_fit_is_not_cut_but_refused(self) -> None:
        told = Archive(ManyHands(1, payloads.LARGEST), lambda role: True).text(self.one, self.floor)
        assert told.text is None
        assert "read it at the table" in (told.refused or "")

    def test_a_card_that_is_none_is_no_request(self) -> None:
        with pytest.raises(BadPayload):
            Archive(ManyHands(1), lambda role: True).find(replace(self.asked, card="1x"), self.floor)
