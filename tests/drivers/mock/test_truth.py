"""The state of a simulated table is read back, or refused in one line that says what to do."""

from __future__ import annotations

import pytest

from drivers.mock.truth import TruthDamaged, load


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
