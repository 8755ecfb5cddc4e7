"""Refusals in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dealer
from dealer.house.rules import Language
from dealer.wording.refusals import LINES, refusal

FILLED = re.compile(r"\{(\d)\}")


@pytest.mark.parametrize(
    ("why", "finnish"),
    [
        ("nobody sits in seat 4", "paikalla 4 ei istu kukaan"),
        ("the least buy-in is 40, not 10", "pienin sisäänosto on 40, ei 10"),
        ("seat 3 shows or mucks before seat 5", "paikka 3 on ennen paikkaa 5"),
        ("seat 2 has no hand to show", "paikalla 2 ei ole kättä näyttää"),
        ("something that nobody has put into words", "säännöt eivät salli sitä nyt"),
    ],
)
def test_a_refusal_is_said_with_what_is_filled_in(why, finnish):
    assert refusal(Language.FINNISH, why) == finnish
    assert refusal(Language.ENGLISH, why) == why


def test_no_language_fills_in_more_than_english_gives():
    for english, *others in LINES:
        for words in others:
            assert {int(number) for number in FILLED.findall(words)} <= set(range(english.count("{}"))), english
            assert words != english


def test_every_line_is_still_said_somewhere():
    said = "".join(
        path.read_text("utf-8")
        for path in Path(dealer.__file__).parent.rglob("*.py")
        if path.name != "refusals.py" or path.parent.name != "wording"
    )
    said = re.sub(r"\{[^{}]*\}", "{}", said)
    assert [english for english, *_ in LINES if english not in said] == ["{} players are in; a hand takes two"]


def test_the_table_refuses_in_the_language_of_who_asks(room):
    room = room().open(1, 2)
    reply = room.controller.enter_now({"do": "leave", "seat": 5}, room.desk.turn, room.dealer, "bg")
    assert (reply.refused, reply.rule) == ("на място 5 няма никого", "R1.1")


def test_a_pause_without_a_reason_is_said_once():
    assert refusal(Language.ENGLISH, "the table is paused: paused") == "the table is paused"
    assert refusal(Language.ENGLISH, "the table is paused: a spilt drink") == "the table is paused: a spilt drink"
