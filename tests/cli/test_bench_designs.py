"""The figures of single cards of a design never seen: what enrolment makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer.cli.bench_designs import figures_of, held_out
from labelled_data import stud_data


@pytest.fixture(scope="module")
def data() -> Path:
    return stud_data("art")


@pytest.mark.data
@pytest.mark.timeout(400)  # one real enrolment, on a machine that may be busy
def test_enrolment_makes_small_cards_surer_and_none_wrong(data: Path) -> None:
    """At 50 pixels an index is hardly to be read; the whole face still is."""
    decks = [deck for deck in held_out(data) if deck.name == "byronknoll"]
    made: Any = figures_of(decks, times=1, seed=2, widths=(50.0,))
    general, enrolled = made["general_by_pixels"]["50"], made["enrolled_by_pixels"]["50"]
    assert (enrolled["cards"], enrolled["wrong"]) == (52, 0)
    assert enrolled["right"] > general["right"]


def test_a_folder_without_designs_is_no_design(tmp_path: Path) -> None:
    assert held_out(tmp_path, tmp_path) == ()
