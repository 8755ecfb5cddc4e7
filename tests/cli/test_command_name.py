"""A command is named as it can be typed on this machine."""

from __future__ import annotations

import pytest

from dealer.cli.command_name import command_name


def test_a_command_is_named_as_it_can_be_typed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"dealer": "/usr/bin/dealer"}
    monkeypatch.setattr("dealer.cli.command_name.shutil.which", lambda name: rows.get(name))
    monkeypatch.setattr("dealer.cli.command_name.getpass.getuser", lambda: "stud-dealer")
    assert command_name() == "dealer"
    rows["stud-dealer"] = "/usr/local/bin/stud-dealer"
    assert command_name() == "stud-dealer"
    rows.clear()
    assert command_name().endswith("/start")
