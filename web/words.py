"""The page's own words in the reader's language; the table's words come translated in its view.

The catalogues are read as they are written (`translations/<language>.po`), so nothing has to be compiled to install.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from web.settings import LANGUAGES


def chosen(wanted: str | None, fallback: str) -> str:
    """The language to use: the one that is wanted if there is such, else the other."""
    return wanted if wanted in LANGUAGES else fallback


@cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language. English is how they stand in the pages."""
    source = resources.files("web") / "translations" / f"{language}.po"
    if language == "en" or not source.is_file():
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(compiled)


_ENGLISH = {
    "limit fixed": "fixed limit",
    "limit spread": "spread limit",
    "limit pot": "pot limit",
    "limit no": "no limit",
    "up-cards both": "shoe and camera must agree",
    "up-cards shoe": "the shoe's",
    "up-cards camera": "the camera's",
    "up-cards hand": "the dealer's, by hand",
    "rake none": "none",
    "rake percent": "a share of the pot",
    "rake steps": "by the size of the pot",
    "rake fixed": "a fixed amount",
    "clock off": "never",
    "clock each": "with each decision",
    "clock on-call": "when somebody asks",
    "time-out all-in": "all in: every chip of the player goes in",
    "time-out all-in-protection": "protected: plays for what he has matched",
    "time-out fold": "the hand is folded",
    "time-out call-floor": "the floor is called",
    "equipment shoe": "Shoe",
    "equipment camera": "Camera",
    "equipment calibration": "Calibration",
    "equipment design": "Make of cards",
    "game stud-high": "Stud",
    "game stud-hilo-8": "Stud hi-lo 8",
    "game stud-hilo": "Stud hi-lo",
    "game razz": "Razz",
}


GAMES = frozenset({"stud-high", "stud-hilo-8", "stud-hilo", "razz"})
"""The games that a hand of the look-up may name."""


def say(language: str, text: str, **values: object) -> str:
    """A sentence in a language, its `%(name)s` filled in."""
    translated = _ENGLISH.get(text, text) if language == "en" else str(catalogue(language).ugettext(text))
    return translated % values if values else translated


def _(text: str) -> str:
    """Mark a sentence that a script says."""
    return text


PAGE_WORDS: tuple[str, ...] = (
    _("limit fixed"),
    _("limit spread"),
    _("limit pot"),
    _("limit no"),
    _("up-cards both"),
    _("up-cards shoe"),
    _("up-cards camera"),
    _("up-cards hand"),
    _("rake none"),
    _("rake percent"),
    _("rake steps"),
    _("rake fixed"),
    _("clock off"),
    _("clock each"),
    _("clock on-call"),
    _("time-out all-in"),
    _("time-out all-in-protection"),
    _("time-out fold"),
    _("time-out call-floor"),
    _("equipment shoe"),
    _("equipment camera"),
    _("equipment calibration"),
    _("equipment design"),
    _("game stud-high"),
    _("game stud-hilo-8"),
    _("game stud-hilo"),
    _("game razz"),
)
"""What a page says by the word of a table file; each language has its own, English too."""

SCRIPT_WORDS: tuple[str, ...] = (
    _("fold"),
    _("check"),
    _("call"),
    _("bring-in"),
    _("complete"),
    _("bet"),
    _("bet big"),
    _("raise"),
    _("raise big"),
    _("all-in"),
    _("show"),
    _("muck"),
    _("next"),
    _("undo"),
    _("clock"),
    _("pause"),
    _("call the floor"),
    _("That button has just changed. Look, and press again."),
    _("That is not possible now."),
    _("One moment: the last entry is still on its way."),
    _("Not entered: the connection is lost. The page tries again by itself."),
    _("The page is not live: last news %(seconds)s s ago. Nothing can be entered."),
    _("The page is live again."),
    _("folded"),
    _("all in"),
    _("mucked"),
    _("shown"),
    _("sitting out"),
    _("empty"),
    _("waiting"),
    _("acts"),
    _("won %(amount)s"),
    _("bet %(amount)s"),
    _("seat %(seat)s"),
    _("face down"),
    _("face down, not read"),
    _("due"),
    _("left the shoe"),
    _("seen"),
    _("asked"),
    _("by hand"),
    _("the shoe says"),
    _("the camera sees"),
    _("%(who)s says"),
    _("rule %(rule)s"),
    _("It lies face down; nobody enters what it is."),
    _("Card %(number)s of %(count)s"),
    _("Which rank?"),
    _("%(card)s already lies at seat %(seat)s"),
    _("%(card)s already lies in the middle"),
    _("%(card)s has just been entered"),
    _("Which suit?"),
    _("least %(amount)s"),
    _("most %(amount)s"),
    _("From %(least)s to %(most)s"),
    _("Reason"),
    _("Note"),
    _("Name"),
    _("Seat"),
    _("Count"),
    _("clubs"),
    _("diamonds"),
    _("hearts"),
    _("spades"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
    _("jack"),
    _("queen"),
    _("king"),
    _("ace"),
    _("%(rank)s of %(suit)s"),
    _("%(seconds)s s left"),
    _("clock stopped"),
    _("the floor has been called, %(time)s ago"),
    _("%(count)s players"),
    _("%(count)s hands an hour"),
    _("Hand %(number)s"),
    _("pot"),
    _("called %(time)s ago"),
    _("the call is answered"),
    _("Amount"),
    _("Done."),
    _("active"),
    _("not active"),
)
"""Every sentence that a script says; sent to the page in its language."""


def script_words(language: str) -> dict[str, str]:
    """English to the page's language, for the scripts."""
    return {text: say(language, text) for text in SCRIPT_WORDS}
