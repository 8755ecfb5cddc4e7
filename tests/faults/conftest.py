"""What the trials of faults share: one reader of cards for all tables of a process."""

from __future__ import annotations

import pytest

from drivers.camera.read import Reader


@pytest.fixture(scope="session")
def card_reader() -> Reader:
    """The shipped model, loaded once."""
    return Reader()
