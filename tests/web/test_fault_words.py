"""The faults of a simulated table are named in every language."""

from __future__ import annotations

import pytest

from drivers.mock.faults import KINDS
from web.fault_words import FAULTS, MISSING, NEWS, fault_words, missing_words, news_words


def test_every_fault_has_its_words_and_no_word_is_left_over():
    assert set(FAULTS) == {fault.value for fault in KINDS}


@pytest.mark.parametrize("language", ["fi", "bg"])
def test_no_fault_is_named_in_english(language):
    for fault, kind in KINDS.items():
        assert fault_words(language, fault.value, kind.words) != kind.words
    assert fault_words("en", "glare", "A lamp is mirrored in the cards") == "A lamp is mirrored in the cards"


def test_why_a_fault_is_missing_is_told_in_every_language():
    assert set(MISSING) <= set(FAULTS)
    for name in (*MISSING, "disk-full"):
        assert len({missing_words(language, name) for language in ("en", "fi", "bg")}) == 3


def test_what_the_last_faults_led_to_is_told_in_every_language():
    for name in NEWS:
        assert len({news_words(language)[name] for language in ("en", "fi", "bg")}) == 3
