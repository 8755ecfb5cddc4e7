"""No refusal that a person can meet is left in English: what the code says is looked up in what is put into words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dealer
from dealer.house.rules import Language
from dealer.wording.entries import entry_refused
from dealer.wording.refusals import refusal_or_none

CODE = Path(dealer.__file__).parent
FILLED = "7"
OTHERS = (Language.FINNISH, Language.BULGARIAN)
REFUSE = {"IllegalAction": 1, "_impossible": 0, "not_now": 2, "_word_refused": 3}
"""What refuses an entry, and which of its arguments says why."""
READ = {"BadEntry": 0, "refuse": 1, "StakesError": 1}
"""The same of what cannot be read: an entry, a set-up."""
NOT_FROM_A_SCREEN = (
    "the seat numbers must be different and count from 1",
    "7 seats need as many stacks, not 7",
    "only a seat of this hand can be absent",
    "a hand does not understand this entry",
    "the record takes back more than happened",
    "the record of a hand begins with its start",
)
"""What only a record or a program can do wrong."""
OF_A_FILE_ALONE = (
    "must be 7 or more, in chips of 7",
    "one player a seat, and each name once",
    "certificate and key belong together; give both, or neither and one is made",
    "with [broker] a table is called by 1 to 40 letters, digits, - and _",
    "must be 1 to 40 letters, digits, - and _",
    "belongs to a certificate; name that too",
    "no such key; 7",
)
"""What no page sets: it stands in the table file on the disk."""
OF_A_HOUSE_ALONE = (
    "must not be empty",
    "razz has no",
    "contradicts action",
    "must be 1 or more with clock",
)
"""What a house file alone can say."""


def texts_of(value: ast.expr) -> Iterator[str]:
    """The sentences an expression may be, each blank filled in."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else FILLED for part in parts)
        case ast.Tuple(elts=elements):
            yield from (text for each in elements for text in texts_of(each))


def said_by(calls: dict[str, int], *folders: str) -> set[str]:
    found: set[str] = set()
    for path in (path for folder in folders for path in (CODE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = calls.get(name)
                if place is not None and len(node.args) > place:
                    found |= set(texts_of(node.args[place]))
            if isinstance(node, ast.FunctionDef) and node.name == "why_no_wager":
                returned = (each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value)
                found |= {text for value in returned for text in texts_of(value)}
    return {text for text in found if " " in text}


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_of_the_rules_has_words_of_its_own(language):
    said = said_by(REFUSE, "game", "table", "desk") - set(NOT_FROM_A_SCREEN)
    assert len(said) > 120
    assert sorted(text for text in said if refusal_or_none(language, text) is None) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_cannot_be_read_is_said_in_words_too(language):
    said = {re.sub("^7: ", "key: ", text.partition(" (R")[0]) for text in said_by(READ, "desk", "table", "house")}
    said -= {text for text in said if text.startswith(OF_A_HOUSE_ALONE)}
    unread = entry_refused(language, "something that nobody has put into words")
    missing = [text for text in said - set(OF_A_FILE_ALONE) if entry_refused(language, text) == unread]
    assert sorted(missing) == []


def test_a_key_stands_before_what_it_may_be():
    why = "the set-up: levels[2].ante: 0 is not allowed; allowed: a whole number from 1 to 99"
    assert entry_refused(Language.ENGLISH, why) == why.removeprefix("the set-up: ")
    assert entry_refused(Language.FINNISH, why) == "levels[2].ante: 0 ei käy; sallittu: kokonaisluku 1–99"
    assert entry_refused(Language.BULGARIAN, why) == "levels[2].ante: 0 не може; позволено: цяло число от 1 до 99"


def test_no_source_of_a_rule_is_told_twice():
    assert refusal_or_none(Language.ENGLISH, "x") == "x"
    assert entry_refused(Language.ENGLISH, "stakes.ante: 3 cannot be made of chips of 2 (R1.3)").endswith("chips of 2")
