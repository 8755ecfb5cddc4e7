"""After the first start the journal counts; what a table file says otherwise is found, key by key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer.desk.state import opening_events
from dealer.record.journal import Journal
from dealer.record.kept import Kept, differing, kept_in
from dealer.record.recovery import EVENTS
from dealer.record.writing import write_opening
from dealer.sensing.records import PolicySet
from dealer.table import rules
from dealer.table.events import SetupChanged
from dealer.table.file import TableFile, UpCardPolicy, table_from_plain

PLAIN = {
    "table": "one",
    "house": "finnish-cardroom",
    "seats": 6,
    "min-buy-in": 80,
    "stakes": {"limit": "fixed", "small-bet": 4, "big-bet": 8, "ante": 1, "bring-in": 2},
    "players": [{"seat": 1, "name": "Anna", "stack": 200}],
}


def said(**other: object) -> TableFile:
    return table_from_plain(PLAIN | other, "one.toml", Path())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The journal of a table that was opened from its file."""
    file, place = said(), tmp_path / "journal.sqlite"
    with Journal(place, table="one", key="k") as journal:
        assert kept_in(place) is None
        write_opening(journal, opening_events(rules.opening(file.setup), file.up_cards, file.players), "table", 0.0)
    return place


def found(path: Path) -> Kept:
    kept = kept_in(path)
    assert kept is not None
    return kept


def keys(path: Path, file: TableFile) -> tuple[str, ...]:
    return differing(file.setup, file.up_cards, file.players, found(path))


def test_what_a_table_was_opened_with_is_kept_as_it_was_said(path: Path) -> None:
    assert keys(path, said()) == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("house", "wsop-live"),
        ("seats", 8),
        ("min-buy-in", 100),
        ("decks", ["red", "blue"]),
        ("orbit", 7),
        ("stakes", {"limit": "fixed", "small-bet": 5, "big-bet": 10, "ante": 1, "bring-in": 2}),
        ("rotation", [{"game": "razz"}]),
        ("rake", {"kind": "fixed", "amount": 2}),
        ("time-charge", {"amount": 5, "minutes": 30}),
        ("clock", {"start": "each", "seconds": 45, "warning": 10, "time-out": "fold"}),
        ("levels", [{"minutes": 20, "small-bet": 5, "big-bet": 10}]),
        ("players", [{"seat": 1, "name": "Anna", "stack": 300}]),
        ("sensing", {"up-card": "hand"}),
    ],
)
def test_each_key_that_is_another_in_the_file_is_named(path: Path, key: str, value: object) -> None:
    assert keys(path, said(**{key: value})) == ("sensing.up-card" if key == "sensing" else key,)


def test_what_the_floor_changed_since_is_what_counts(path: Path) -> None:
    changed = (SetupChanged(replace(said().setup, seats=8)), PolicySet(UpCardPolicy.HAND))
    with Journal(path, table="one", key="k") as journal:
        journal.append(hand=0, wall=1.0, user="felix", role="floor", what="setup", body=EVENTS.write(changed))
        assert (found(path).setup.seats, found(path).policy) == (8, UpCardPolicy.HAND), "also while the table runs"
    assert keys(path, said()) == ("seats", "sensing.up-card")
    assert keys(path, said(seats=8, sensing={"up-card": "hand"})) == ()


def test_a_table_that_was_played_is_read_from_its_last_state(room) -> None:  # type: ignore[no-untyped-def]
    table = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand()
    table.leaves("As", "Ad", "6c", "Kd", "2c", "9h").acts("bring-in", "fold").press("next")
    kept = found(table.path)
    assert kept.setup == table.desk.table.setup
    assert kept.policy is UpCardPolicy.SHOE
