"""Every language says every text, with the same values in it."""

from __future__ import annotations

import string

import pytest

from dealer.house.rules import Language
from dealer.wording import bg, en, fi
from dealer.wording.say import language_of, say
from dealer.wording.texts import Text


def blanks(words: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


@pytest.mark.parametrize("texts", [en.TEXTS, fi.TEXTS, bg.TEXTS])
def test_every_language_says_everything(texts) -> None:
    assert set(texts) == set(Text)
    for text, words in texts.items():
        assert words.strip() == words
        assert words
        assert blanks(words) == blanks(en.TEXTS[text]), text


def test_no_english_is_left_over() -> None:
    same = {text for text in Text if en.TEXTS[text] == bg.TEXTS[text]}
    assert same == set()


def test_values_are_filled_in() -> None:
    assert say(Language.ENGLISH, Text.CALL, amount=4) == "call 4"
    assert say(language_of("fi"), Text.NOW_UP, seat=3) == "Paikka 3: yksi kortti auki"
    assert language_of("xx") is Language.ENGLISH
