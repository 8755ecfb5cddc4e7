"""Whoever starts a table that was played before is told which of his wishes do not apply, and how to get them."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer.cli.main import dealer
from dealer.cli.mock import example_table
from dealer.cli.unheeded import anew, as_kept, unheeded
from dealer.cli.wanted import Wanted
from dealer.record.kept import Kept
from dealer.table.file import table_from_plain
from drivers.mock.script import Script

JOURNAL = Path("/var/lib/tables/simulated/journal.sqlite")


def wanted(seats: int = 6, house: str = "wsop-live", **more: object) -> Wanted:
    file = table_from_plain(example_table(seats, house), "", Path())
    return replace(
        Wanted(file, True, Script(), 7, 1.0, "127.0.0.1", 0, None, None, as_json=False),
        **more,  # type: ignore[arg-type]
    )


def kept(seats: int = 6, house: str = "wsop-live") -> Kept:
    file = wanted(seats, house).file
    return Kept(file.setup, file.up_cards, file.players)


def test_a_kept_table_goes_on_and_what_it_does_not_do_is_said_once() -> None:
    given = {"seats": 8, "house": "finnish-cardroom", "seed": 7}
    asked = wanted(8, "finnish-cardroom", given=given)
    (line,) = unheeded(asked, kept(), 3, JOURNAL)
    assert "seats 8, house finnish-cardroom, seed 7" in line
    assert "--state DIR" in line
    assert as_kept(asked, kept()).file.setup.seats == 6
    assert as_kept(asked, None) is asked


def test_who_asks_for_what_is_there_or_for_nothing_is_told_nothing() -> None:
    assert unheeded(wanted(8, given={"seats": 8, "seed": 7}), kept(8), 7, JOURNAL) == ()
    assert unheeded(wanted(), kept(8), 3, JOURNAL) == (), "six seats are only what is dealt where nobody says"
    assert unheeded(wanted(8, given={"seats": 8, "seed": 7}), None, 7, JOURNAL) == ()


def test_cards_that_lie_there_keep_their_seed_though_the_journal_is_new() -> None:
    (line,) = unheeded(wanted(given={"seed": 7}), None, 3, JOURNAL)
    assert "seed 7" in line


def test_a_table_file_that_was_edited_is_told_with_both_ways_to_change_the_table() -> None:
    (line,) = unheeded(wanted(8, source="my.toml"), kept(), None, JOURNAL)
    assert line.startswith("my.toml: seats, players: the journal says another thing")
    assert "Set up the table" in line
    assert line.endswith(anew(JOURNAL))
    assert unheeded(wanted(source="my.toml"), kept(), None, JOURNAL) == ()


def test_the_command_that_opens_a_table_anew_names_a_place_that_is_free(tmp_path: Path) -> None:
    (tmp_path / "retired-1.sqlite").touch()
    assert shlex.split(anew(tmp_path / "journal.sqlite"))[-1] == str(tmp_path / "retired-2.sqlite")


@pytest.mark.parametrize("option", [("--seats", "6"), ("--house", "wsop-live")])
def test_what_stands_in_a_table_file_is_not_taken_from_the_command_line(option: tuple[str, str]) -> None:
    done = CliRunner().invoke(dealer, ["run", "--table", "any.toml", "--mock", "", *option])
    assert done.exit_code == 2
    assert f"{option[0]}: that stands in the table file; leave it out" in done.stderr
