"""Which answers count."""

from __future__ import annotations

import pytest

from drivers.broker.answers import AnsweredBefore, Answers, NotAsked
from drivers.broker.payloads import BadPayload
from drivers.broker.topics import Address

ONE, TWO = Address("main", "one"), Address("main", "two")


def test_an_answer_is_given_to_who_asked_once() -> None:
    answers, heard = Answers(), list[bytes]()
    number = answers.expect(ONE, heard.append)
    other = answers.expect(ONE, heard.append)
    assert number != other
    answers.take(number, ONE, b"yes")
    with pytest.raises(AnsweredBefore):
        answers.take(number, ONE, b"no")
    assert heard == [b"yes"]


def test_another_table_may_not_answer_even_if_it_knows_the_number() -> None:
    answers, heard = Answers(), list[bytes]()
    number = answers.expect(ONE, heard.append)
    with pytest.raises(NotAsked):
        answers.take(number, TWO, b"yes")
    with pytest.raises(NotAsked):
        answers.take(b"", ONE, b"yes")
    answers.take(number, ONE, b"yes")
    assert heard == [b"yes"]


def test_a_late_answer_is_dropped_without_a_word() -> None:
    answers, heard = Answers(), list[bytes]()
    number = answers.expect(ONE, heard.append)
    answers.give_up(number)
    answers.give_up(b"never asked")
    answers.take(number, ONE, b"yes")
    assert heard == []


def test_an_answer_that_cannot_be_read_leaves_room_for_one_that_can() -> None:
    answers, heard = Answers(), list[bytes]()

    def take(payload: bytes) -> None:
        if payload != b"yes":
            raise BadPayload("the message is no answer")
        heard.append(payload)

    number = answers.expect(ONE, take)
    with pytest.raises(BadPayload):
        answers.take(number, ONE, b"nonsense")
    answers.take(number, ONE, b"yes")
    assert heard == [b"yes"]
