"""One reader's language: texts of the screen, announcements and the parts of both."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from dealer.announce.phrases import TONGUES, Tongue
from dealer.announce.records import Announcement
from dealer.cards import DECK, Card, Rank, Suit
from dealer.errors import Trouble
from dealer.house.rules import Language
from dealer.house.stakes import Game
from dealer.sensing.records import Reading, Witness
from dealer.table.clock import call_parts, is_out_of_time
from dealer.table.rules import JUST_CALLED, JUST_PAUSED
from dealer.wording.devices import device_words
from dealer.wording.refusals import refusal_or_none
from dealer.wording.say import language_of, say
from dealer.wording.texts import Text


@dataclass(frozen=True, slots=True)
class Voice:
    """Says things in one language."""

    language: Language
    tongue: Tongue

    def say(self, text: Text, **values: object) -> str:
        """A text of the screen."""
        return say(self.language, text, **values)

    def game(self, game: Game) -> str:
        """The name of a game."""
        return self.say(_GAMES[game])

    def card(self, card: Card | None) -> str:
        """A card in short, as it stands on screens: `10♦`. What is spoken has words instead."""
        if card is None:
            return "??"
        return f"{'10' if card.rank is Rank.TEN else card.rank.letter}{_SIGNS[card.suit]}"

    def aloud(self, text: str) -> str:
        """A text of the screen as it is spoken: its cards in words."""
        return _CARD.sub(lambda found: self.tongue.card_text(_NAMED[found[0]]), text)

    def spoken(self, announcement: Announcement) -> str:
        """An announcement as it is spoken: the number of a rule is for the eyes of whoever rules."""
        return without_rules(self.tongue.phrase(announcement))

    def title(self, title: str) -> str:
        """The name of a table; the one that comes with the program is said in the reader's language."""
        shipped = title == say(Language.ENGLISH, Text.SIMULATED_TABLE)
        return self.say(Text.SIMULATED_TABLE) if shipped else title

    def device(self, detail: str) -> str:
        """What a driver says of its device."""
        return device_words(self.language, detail)

    def readings(self, readings: tuple[Reading, ...]) -> str:
        """Who says that the card is which."""
        return ", ".join(self.say(_READINGS[each.witness], card=self.card(each.card)) for each in readings)

    def paused(self, reason: str) -> str:
        """Why the table is paused; where nobody gave a reason, that it is. A person's own words stay as they are."""
        if reason == JUST_PAUSED:
            return self.say(Text.PAUSED)
        return refusal_or_none(self.language, without_rules(reason)) or reason

    def called(self, reason: str) -> str:
        """Why the floor was called; where nobody gave a reason, by whom."""
        if is_out_of_time(reason):
            _, more = call_parts(reason)
            clock = self.say(Text.CALLED_BY_CLOCK)
            return f"{clock} · {self.called(more)}" if more else clock
        return self.say(Text.CALLED_BY_DEALER) if reason == JUST_CALLED else reason

    def trouble(self, trouble: Trouble | None) -> str:
        """Why nothing can be put on disk, or nothing."""
        return "" if trouble is None else self.say(Text[f"TROUBLE_{trouble.name}"])

    @property
    def phrase(self) -> Callable[..., str]:
        """How an announcement is said."""
        return self.tongue.phrase


_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_NAMED = {f"{'10' if card.rank is Rank.TEN else card.rank.letter}{_SIGNS[card.suit]}": card for card in DECK}
_RULE = re.compile(r" \((?:R|WL )\d+(?:\.\d+)?\)")
_CARD = re.compile("(?:10|[2-9JQKA])[♣♦♥♠]")
_GAMES = {
    Game.STUD_HIGH: Text.GAME_STUD_HIGH,
    Game.STUD_HILO_8: Text.GAME_STUD_HILO_8,
    Game.STUD_HILO: Text.GAME_STUD_HILO,
    Game.RAZZ: Text.GAME_RAZZ,
}
_READINGS = {
    Witness.SHOE: Text.READING_SHOE,
    Witness.CAMERA: Text.READING_CAMERA,
    Witness.PERSON: Text.READING_PERSON,
}


def without_rules(text: str) -> str:
    """A sentence without the numbers of the rules behind it."""
    return _RULE.sub("", text)


def voice(code: str) -> Voice:
    """The voice of a language code; English for one that we do not speak."""
    language = language_of(code)
    return Voice(language, TONGUES[language])
