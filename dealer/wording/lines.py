"""Says a sentence in another language that the program makes in English alone: found by its pattern, filled in anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from dealer.house.rules import Language

Said = tuple[str, str, str]
"""A sentence in English with `{}` for what is filled in; in Finnish and in Bulgarian, where `{0}` takes it over."""

_PLACE: Mapping[Language, int] = {Language.FINNISH: 1, Language.BULGARIAN: 2}
_SOURCE = re.compile(r" \((?:R|WL )\d[\d., RWL]*\)$")


class Lines:
    """Sentences that are known in every language."""

    def __init__(self, lines: tuple[Said, ...]) -> None:
        self._lines = lines

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], Said], ...]:
        """The line with most fixed words first, so that an open one does not take what another means."""
        ordered = sorted(self._lines, key=lambda line: -len(line[0].replace("{}", "")))
        return tuple(
            (re.compile("(.+)".join(re.escape(part) for part in line[0].split("{}"))), line) for line in ordered
        )


def in_words(language: Language, english: str, lines: Lines, *, filled: Lines | None = None) -> str | None:
    """Return a sentence in a language, or None where it is not known in it; English as it stands.

    filled: what may be filled in that has words of its own, such as `a whole number from 1 to 8`.
    """
    place = _PLACE.get(language)
    if place is None:
        return english
    for pattern, line in lines.patterns:
        found = pattern.fullmatch(english)
        if found is not None:
            values = found.groups()
            if filled is not None:
                values = tuple(in_words(language, each, filled) or each for each in values)
            return line[place].format(*values)
    return None


def without_source(text: str) -> str:
    """A sentence without the rule or the house's law that it ends with, as in `... (WL 132)`."""
    return _SOURCE.sub("", text)
