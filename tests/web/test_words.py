"""The pages' own words in three languages."""

import re
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import web
from web.settings import LANGUAGES
from web.setup_form import LABELS
from web.words import PAGE_WORDS, SCRIPT_WORDS, chosen, say, script_words

WEB = Path(web.__file__).parent
PLACES = re.compile(r"%\(\w+\)s")


def words_of_the_pages() -> set[str]:
    """Every sentence that a template, a page's module or a script asks for."""
    found = set(SCRIPT_WORDS) | set(PAGE_WORDS)
    for path in (WEB / "templates").rglob("*.html"):
        found |= {a or b for a, b in re.findall(r"""\b_\((?:"([^"]+)"|'([^']+)')""", path.read_text("utf-8"))}
        found |= set(re.findall(r'\("[\d.]*", _\("([^"]+)"\)', path.read_text("utf-8")))
    for path in WEB.glob("*.py"):
        found |= set(re.findall(r'\bwords\(\s*"([^"]+)"', path.read_text("utf-8")))
        if path.name in ("app.py", "auth.py"):
            named = r'^(?:    (?:\d+|Weakness\.\w+):|NEW_LINK =) "([^"]+)"'
            found |= set(re.findall(named, path.read_text("utf-8"), re.MULTILINE))
    return found | set(LABELS.values()) | {"viewer", "dealer", "floor", "technician"}


def catalogue(language: str) -> dict[str, str]:
    source = resources.files("web") / "translations" / f"{language}.po"
    with source.open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale=language) if m.id}


@pytest.mark.parametrize("language", ["fi", "bg"])
def test_no_english_is_left_over(language):
    known = catalogue(language)
    missing = sorted(text for text in words_of_the_pages() if not known.get(text))
    assert missing == []


@pytest.mark.parametrize("language", ["fi", "bg"])
def test_no_translation_is_left_over_and_places_are_kept(language):
    known = catalogue(language)
    assert sorted(set(known) - words_of_the_pages()) == []
    for text, translated in known.items():
        assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(translated)), text


def test_every_word_of_a_script_is_sent_to_it():
    for path in (WEB / "static" / "js").glob("*.js"):
        asked = set(re.findall(r'\bw\("([^"]+)"', path.read_text("utf-8")))
        assert asked <= set(SCRIPT_WORDS), path.name


def test_a_sentence_is_said_in_each_language():
    assert say("en", "bet %(amount)s", amount=4) == "bet 4"
    assert {say(language, "fold") for language in LANGUAGES} == {"fold", "foldaa", "отказ"}
    assert script_words("fi")["fold"] == "foldaa"


def test_an_unknown_language_falls_back():
    assert chosen("xx", "fi") == "fi"
    assert chosen(None, "en") == "en"
    assert chosen("bg", "en") == "bg"
