"""Places of their own for tests of commands, and a table that has been opened there."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.cli.places import Places, places_of
from dealer.record.journal import Journal
from dealer.sealing import Sealer, load_key


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STUD_DEALER_KEY", raising=False)
    monkeypatch.delenv("STUD_COMMAND", raising=False)
    return tmp_path


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A table that has been opened once."""
    places = places_of("practice", tmp_path / "state" / "stud-dealer")
    with Journal(places.journal, table="practice", key=Sealer(load_key(places.key)).fingerprint) as journal:
        journal.append(hand=1, wall=0.0, user="u", role="dealer", what="x", body="{}")
    return places
