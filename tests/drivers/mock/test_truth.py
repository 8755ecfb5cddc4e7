"""The state of a simulated table outlives a kill, names no card, and is read back or refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealer.ports import StepKind
from drivers.mock.truth import TruthDamaged, load

Build = Callable[..., Any]


@pytest.mark.parametrize(
    "damaged", [b"", b"{}", b"[1, 2]", b'{"form": 1', bytes(range(256)), b"[" * 100_000], ids=range(6)
)
def test_a_damaged_state_is_refused_in_one_line(tmp_path, damaged: bytes) -> None:
    path = tmp_path / "simulated.json"
    path.write_bytes(damaged)
    with pytest.raises(TruthDamaged, match="delete it to begin with a fresh deck"):
        load(path)


def test_without_a_file_there_is_no_state_yet(tmp_path) -> None:
    assert load(tmp_path / "simulated.json") is None


def test_after_a_kill_the_dealer_deals_on_with_the_same_cards(rig: Build, tmp_path: Path, order: str) -> None:
    state = tmp_path / "table"
    table = rig(deck=order, state=state)
    table.load()
    for seat in (1, 2):
        table.down(seat)
    again = rig(deck=order, state=state)
    assert again.store.truth == table.store.truth
    again.down(2)
    assert again.cards(2) == "(3d)"
    again.down(3)
    assert again.cards(3) == "(4h)"
    assert again.told() == ["CO 2c", "CO 3d", "CO 4h"]


def test_a_kill_while_the_lid_is_open_still_loads_the_deck(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    table = rig(state=state)
    table.due(StepKind.LOAD_DECK, wait=0.5)
    assert table.store.truth.lid_open
    again = rig(state=state)
    again.load()
    assert not again.store.truth.lid_open
    assert len(again.store.truth.stub) == 52


def test_nothing_of_a_card_stands_in_the_text_of_the_truth(table: Any) -> None:
    table.third_street()
    text = repr(table.store.truth) + repr(table.store.truth.laid)
    assert not any(tag.text in text for tag in table.decks.registered)


def test_a_damaged_state_file_is_refused_in_one_line(rig: Build, tmp_path: Path) -> None:
    state = tmp_path / "table"
    state.write_text('{"form": 1, "seed": 3}')
    with pytest.raises(Exception, match="delete it to begin with a fresh deck") as caught:
        rig(state=state)
    assert "\n" not in str(caught.value)


def test_the_state_file_names_no_card(rig: Build, tmp_path: Path, order: str) -> None:
    state = tmp_path / "table"
    table = rig(deck=order, state=state)
    table.load()
    table.third_street()
    text = state.read_text()
    assert not any(f'"{card}"' in text for card in order.split())
    assert state.stat().st_mode & 0o077 == 0


def test_a_place_where_nothing_can_be_kept_is_refused_in_one_line(rig: Build, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="cannot be kept there: No such file"):
        rig(state=tmp_path / "nowhere" / "table")


def test_the_table_goes_on_when_the_disk_is_full(rig: Build, tmp_path: Path, order: str) -> None:
    (tmp_path / "room").mkdir()
    table = rig(deck=order, state=tmp_path / "room" / "table")
    table.load()
    (tmp_path / "room").rename(tmp_path / "gone")
    table.up(1)
    assert table.cards(1) == "2c"
    (tmp_path / "gone").rename(tmp_path / "room")
    table.up(2)
    assert rig(state=tmp_path / "room" / "table").cards(2) == "3d"
