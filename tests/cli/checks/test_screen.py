"""Are there voice, sound and a browser at the table?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dealer.cli.checks import screen
from dealer.cli.checks.finding import State
from dealer.house.rules import Language


def _espeak(folder: Path, voices: str) -> Callable[[str], str | None]:
    program_ = folder / "espeak-ng"
    program_.write_text(f"#!/bin/sh\necho 'Pty Language Age/Gender'\nprintf '{voices}'\n")
    program_.chmod(0o755)
    return lambda _: str(program_)


def test_a_voice_that_is_missing_matters_to_a_table_with_a_voice(tmp_path: Path) -> None:
    both = (Language.ENGLISH, Language.FINNISH)
    assert screen.check_voice(70, both, lambda _: None)[0].state is State.WRONG
    assert screen.check_voice(0, both, lambda _: None)[0].state is State.NOTE
    assert screen.check_voice(70, both, _espeak(tmp_path, " 5  en-gb x\\n 5  fi x\\n"))[0].state is State.FINE
    assert "no voice for fi" in screen.check_voice(70, both, _espeak(tmp_path, " 5  en-us x\\n"))[0].words


def test_sound_and_browser(tmp_path: Path) -> None:
    assert screen.check_sound(0, tmp_path) == []
    assert screen.check_sound(70, tmp_path)[0].wrong
    (tmp_path / "pcmC0D0p").write_text("")
    assert not screen.check_sound(70, tmp_path)[0].wrong
    assert screen.check_browser(lambda name: "x" if name == "firefox" else None).words == "firefox is installed"
    assert screen.check_browser(lambda _: None).mend == "sudo apt-get install chromium"
