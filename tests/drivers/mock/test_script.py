"""A script says which cards come and what goes wrong when; a mistake in it is one line that says what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealer.cards import parse_cards
from dealer.errors import DealerError
from dealer.ports import Face, NextStep, StepKind
from drivers.mock import script as module
from drivers.mock.faults import Fault
from drivers.mock.script import Moment, Script, ScriptError, load_script, parse_script

WHOLE = """
seed = 7
seats = 4
pace = 0.5
decks = ["2c 3d", "As Ks Qs"]

[[faults]]
fault = "unplug-shoe"
at = "hand 1, street 4, seat 3"
until = "street 5, burn"

[[faults]]
fault = "lights-off"
after_card = 17
seconds = 2
"""


def test_a_whole_script() -> None:
    script = parse_script(WHOLE, "x.toml")
    assert (script.seed, script.seats, script.pace, script.by_person) == (7, 4, 0.5, False)
    assert script.decks == (parse_cards("2c 3d"), parse_cards("As Ks Qs"))
    first, second = script.cues
    assert first.fault is Fault.UNPLUG_SHOE
    assert first.at == Moment(hand=1, street=4, seat=3, kind=StepKind.DEAL)
    assert first.until == Moment(street=5, kind=StepKind.BURN)
    assert (second.after_card, second.seconds) == (17, 2.0)


def test_the_example_that_shows_the_format_can_be_played() -> None:
    """Whoever saves it as a file, or follows what stands behind an "or:", is not refused."""
    assert module.__doc__ is not None
    example = module.__doc__.partition("\n\n")[2]
    played = parse_script(example, "example.toml")
    assert (len(played.decks), len(played.cues)) == (2, 2)
    assert played.cues[0].seconds == 3.0
    other = re.sub(r"^seconds = 3 *# or: ", "", example, flags=re.MULTILINE)
    assert parse_script(other, "example.toml").cues[0].until == Moment(street=4, seat=4, kind=StepKind.DEAL)


def test_an_empty_script_is_a_plain_table() -> None:
    assert parse_script("", "x") == Script()


def test_a_person_may_play() -> None:
    assert parse_script('pace = "person"', "x").by_person


def test_a_moment_fits_the_step_it_names() -> None:
    moment = Moment(street=4, seat=3, kind=StepKind.DEAL)
    assert moment.fits(NextStep(StepKind.DEAL, 9, 2, 4, 3, Face.UP))
    assert not moment.fits(NextStep(StepKind.DEAL, 9, 2, 5, 3, Face.UP))
    assert not moment.fits(NextStep(StepKind.ACT, 9, 2, 4, 3))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = ", "not TOML"),
        ("seed = " + "9" * 5000, "not TOML"),
        ("deck = " + "[" * 20000, "nested too deeply"),
        ("deal = 3", "deal: unknown; the keys are seed"),
        ("seats = 9", "seats: must be a whole number from 2 to 8"),
        ("seats = true", "seats: must be a whole number"),
        ("pace = 0", 'pace: must be a number from 0.01 to 10 or "person"'),
        ('deck = "2c 3x"', "deck: '3x' is not a card"),
        ('deck = "2c 2c"', "deck: 2c stands there twice"),
        ('deck = "2c"\ndecks = []', "write either deck or decks"),
        ("decks = [3]", r"decks\[1\]: must be a text"),
        ('decks = "2c"', "decks: must be a list"),
        ("faults = 3", r"faults: must be written as"),
        ('[[faults]]\nfault = "fire"\nafter_card = 1', r"faults\[1\].fault: there is no fault 'fire'; the names are"),
        ('[[faults]]\nfault = "glare"', r"faults\[1\].at: give exactly one"),
        ('[[faults]]\nfault = "glare"\nafter_card = -1', r"faults\[1\].after_card: must be a whole number"),
        ('[[faults]]\nfault = "glare"\nat = "street 8"', r"faults\[1\].at: 'street 8' is none of: hand N"),
        (f'[[faults]]\nfault = "glare"\nat = "hand {"9" * 5000}"', "is none of: hand N"),
        ('seats = 3\n[[faults]]\nfault = "glare"\nat = "seat 4"', r"seat 1 to 3"),
        ('[[faults]]\nfault = "glare"\nat = "burn"\nseconds = 1\nuntil = "act"', "at most one of until and seconds"),
        ('[[faults]]\nfault = "two-cards"\nat = "burn"\nseconds = 1', "two-cards happens once and needs no end"),
        ('[[faults]]\nfault = "glare"\nwhen = 3', r"faults\[1\].when: unknown"),
    ],
)
def test_a_mistake_is_one_line_with_the_key_and_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(ScriptError, match=words) as caught:
        parse_script(text, "demo.toml")
    assert str(caught.value).startswith("demo.toml: ")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, DealerError)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="cannot be read: No such file"):
        load_script(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ScriptError, match="not UTF-8"):
        load_script(tmp_path / "bytes.toml")
