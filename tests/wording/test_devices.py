"""What a driver says of its device, in each language."""

from __future__ import annotations

import re

from dealer.house.rules import Language
from dealer.wording.devices import LINES, device_words


def test_a_device_is_spoken_of_in_the_readers_language() -> None:
    said = "nothing heard from the shoe for 3 seconds; look at its power"
    assert device_words(Language.ENGLISH, said) == said
    assert device_words(Language.FINNISH, said) == "kengästä ei ole kuultu 3 sekuntiin; tarkista sen virta"
    assert device_words(Language.BULGARIAN, "/dev/ttyUSB0: unplugged") == "/dev/ttyUSB0: unplugged"


def test_every_line_keeps_what_is_filled_in() -> None:
    for english, *others in LINES:
        for other in others:
            assert len(re.findall(r"\{\d\}", other)) == english.count("{}")
