"""The floor's commands take the folder of what is kept on either side of their name."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer.cli.main import dealer


@pytest.mark.parametrize("behind", [True, False])
def test_a_key_is_kept_where_it_was_said(tmp_path: Path, behind: bool) -> None:
    where = ["--state", str(tmp_path)]
    line = ["floor", "ruler", "felix", *where] if behind else ["floor", *where, "ruler", "felix"]
    made = CliRunner().invoke(dealer, line)
    assert made.exit_code == 0, made.output
    assert [path.parent.name for path in tmp_path.rglob("felix*")] == ["rulers"]
