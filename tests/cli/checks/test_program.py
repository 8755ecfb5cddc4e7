"""Are the parts of the program there?"""

from __future__ import annotations

import pytest

from dealer.cli.checks import program
from findings import finding_of


def test_parts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["flask>=3", "no-such-part>=1", "x; extra == 'dev'"])
    finding = finding_of(program.check_program(), "parts")
    assert finding.words == "not installed: no-such-part"
    assert finding.mend == "python3 -m pip install no-such-part"
