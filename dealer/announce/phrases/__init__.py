"""Turns announcements and their parts into the words that are spoken and shown, in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dealer.announce.phrases import bg, en, fi
from dealer.announce.records import Announcement
from dealer.cards import Card
from dealer.game.commands import Word
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.ranking import HandName
from dealer.house.rules import Language


@dataclass(frozen=True, slots=True)
class Tongue:
    """What a language says: the words of actions, irregularities and rulings, cards, hands, whole sentences."""

    words: Mapping[Word, str]
    kinds: Mapping[IrregularityKind, str]
    choices: Mapping[Choice, str]
    card_text: Callable[[Card], str]
    hand_text: Callable[[HandName], str]
    phrase: Callable[[Announcement], str]


TONGUES: Mapping[Language, Tongue] = {
    Language.ENGLISH: Tongue(en.WORDS, en.KINDS, en.CHOICES, en.card_text, en.hand_text, en.phrase),
    Language.FINNISH: Tongue(fi.WORDS, fi.KINDS, fi.CHOICES, fi.card_text, fi.hand_text, fi.phrase),
    Language.BULGARIAN: Tongue(bg.WORDS, bg.KINDS, bg.CHOICES, bg.card_text, bg.hand_text, bg.phrase),
}


def phrase(announcement: Announcement, language: Language) -> str:
    """Return the one sentence that says an announcement."""
    return TONGUES[language].phrase(announcement)
