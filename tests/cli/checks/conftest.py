"""Every check looks at places of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def at_home(home: Path) -> None:
    """No check sees the files of whoever runs the tests."""
