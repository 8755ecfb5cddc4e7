"""The faults of a simulated table are named in every language."""

from __future__ import annotations

import pytest

from drivers.mock.faults import KINDS
from web.fault_words import FAULTS, fault_words


def test_every_fault_has_its_words_and_no_word_is_left_over():
    assert set(FAULTS) == {fault.value for fault in KINDS}


@pytest.mark.parametrize("language", ["fi", "bg"])
def test_no_fault_is_named_in_english(language):
    for fault, kind in KINDS.items():
        assert fault_words(language, fault.value, kind.words) != kind.words
    assert fault_words("en", "glare", "A lamp is mirrored in the cards") == "A lamp is mirrored in the cards"
