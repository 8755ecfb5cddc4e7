"""Finds the words of a text in a language."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.house.rules import Language
from dealer.wording import bg, en, fi
from dealer.wording.texts import Text

_BY_LANGUAGE: Mapping[Language, Mapping[Text, str]] = {
    Language.ENGLISH: en.TEXTS,
    Language.FINNISH: fi.TEXTS,
    Language.BULGARIAN: bg.TEXTS,
}


def say(language: Language, text: Text, **values: object) -> str:
    """Return a text with its values filled in."""
    return _BY_LANGUAGE[language][text].format(**values)


def language_of(code: str) -> Language:
    """The language of a code such as `fi`; English for one that we do not speak."""
    return next((each for each in Language if each.value == code), Language.ENGLISH)
