"""Keys to rule with: made on the floor's machine, known by their public half at the tables."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from dealer.floor.rulers import RulerKeys, RulersFileError, RulingKeyError, load_rulers, ruler_lines
from dealer.ports import Role


def test_what_the_floor_prints_is_what_a_table_reads(tmp_path: Path) -> None:
    keys = RulerKeys(tmp_path / "keys")
    felix, gita = keys.make("Felix"), keys.make("Гита Иванова")
    file = tmp_path / "rulers.toml"
    file.write_text(ruler_lines("Felix", Role.FLOOR, felix) + ruler_lines("Гита Иванова", Role.DEALER, gita))
    rulers = load_rulers(file)
    assert rulers["Felix"].key == felix.public_key().public_bytes_raw()
    assert (rulers["Felix"].role, rulers["Гита Иванова"].role) == (Role.FLOOR, Role.DEALER)


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    keys = RulerKeys(tmp_path / "keys")
    assert keys.of("felix") is None
    first = keys.make("felix")
    assert keys.make("Felix").private_bytes_raw() == first.private_bytes_raw()
    (file,) = (tmp_path / "keys").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    with pytest.raises(RulingKeyError, match="chmod 600"):
        keys.of("felix")


def test_a_name_leads_to_no_other_folder(tmp_path: Path) -> None:
    keys = RulerKeys(tmp_path / "keys")
    keys.make("../../evil")
    assert [path.parent for path in tmp_path.rglob("*.key")] == [tmp_path / "keys"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[felix]\nrole = "floor"\n', "felix.key"),
        ('[felix]\nrole = "king"\nkey = "00"\n', "felix.key"),
        (f'[felix]\nrole = "king"\nkey = "{"0" * 64}"\n', "felix.role"),
        (f'[felix]\nrole = "floor"\nkey = "{"0" * 64}"\nmore = 1\n', "felix.more"),
        ("felix = 1\n", "felix"),
        ("[felix\n", "TOML"),
    ],
)
def test_a_file_that_is_not_right_is_refused_by_its_key(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "rulers.toml"
    file.write_text(text)
    with pytest.raises(RulersFileError, match=says):
        load_rulers(file)
