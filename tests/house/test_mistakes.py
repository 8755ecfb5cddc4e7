"""A house file is checked whole: every mistake is named, and none that only follows from another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer.cli.house import house
from dealer.house.load import PROFILES, profile_text
from dealer.house.mistakes import house_mistakes


@pytest.fixture
def mine(tmp_path: Path):
    def write(*changes: tuple[str, str]) -> Path:
        text = profile_text("wsop-live")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after, 1)
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        return tmp_path / "mine.toml"

    return write


def test_every_mistake_of_a_file_is_named(mine) -> None:
    wrong = (
        ("title =", "titel ="),
        ("[deal]", "[deal]\ncolour = 3"),
        ("burn = true", "burn = 1"),
        ("[clock]", "[clok]"),
    )
    file = mine(*wrong)
    keys = [each.key for each in house_mistakes(file)]
    assert set(keys) == {"clock", "clok", "deal.burn", "deal.colour", "titel", "title"}
    assert len(keys) == 6
    told = CliRunner().invoke(house, ["check", str(file), "--json"])
    assert told.exit_code == 1
    assert [json.loads(line)["key"] for line in told.stdout.splitlines()] == keys


@pytest.mark.parametrize("name", PROFILES)
def test_a_house_that_can_be_used_has_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.toml").write_text(profile_text(name), encoding="utf-8")
    assert house_mistakes(tmp_path / "mine.toml") == ()


def test_what_only_follows_from_another_mistake_is_left_for_the_next_check(mine) -> None:
    file = mine(
        ('start = "on-call"', 'start = "sometimes"'), ("seconds = 40", "seconds = 0"), ("warning = 10", "warning = 0")
    )
    assert next(each.key for each in house_mistakes(file)) == "clock.start"


def test_a_file_that_is_none_is_one_mistake(tmp_path: Path) -> None:
    assert [each.key for each in house_mistakes(tmp_path / "none.toml")] == [None]
