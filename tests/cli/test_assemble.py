"""A table that runs already is not started twice, and whoever tries is told where it is and how to get in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dealer.cli.assemble import AlreadyRuns, RunningTable
from dealer.cli.mock import example_table
from dealer.cli.places import Places, places_of
from dealer.cli.wanted import Wanted
from dealer.record.journal import Journal
from dealer.sealing import Sealer, load_key
from dealer.table.file import table_from_plain
from drivers.mock.script import Script


@pytest.fixture
def simulated(tmp_path: Path) -> Places:
    return places_of("simulated", tmp_path)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("mock", "told"), [(True, True), (False, False)])
def test_a_second_start_is_told_where_the_table_is_and_how_to_get_in(simulated: Places, mock: bool, told: bool) -> None:
    file = table_from_plain(example_table(6, "wsop-live"), "", Path())
    state = simulated.users.parent
    wanted = Wanted(file, mock, Script(), 7, 1.0, "127.0.0.1", 0, state, None, as_json=False)
    with Journal(simulated.journal, table="simulated", key=Sealer(load_key(simulated.key)).fingerprint) as journal:
        journal.serves_at("http://localhost:8480")
        with pytest.raises(AlreadyRuns) as refused:
            RunningTable(wanted)
    words = str(refused.value)
    assert f"runs already (process {os.getpid()}) at http://localhost:8480" in words
    assert (f": dealer user reset dealer --state {state}" in words) is told
    assert ("--state DIR" in words) is told
