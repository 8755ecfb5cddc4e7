"""An account is made with a link that can be opened as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer.cli.places import places_of
from dealer.cli.user import user
from dealer.record.journal import Journal

EXAMPLE = Path(__file__).parents[2] / "hardware" / "tables" / "no-hardware.toml"


@pytest.mark.parametrize(
    ("web", "address"),
    [
        ('host = "127.0.0.1"\nport = 8999', "http://127.0.0.1:8999/link/"),
        ('host = "192.0.2.7"\nport = 443', "https://192.0.2.7:443/link/"),
        ('host = "192.0.2.7"\ntls = false', "http://192.0.2.7:8480/link/"),
        ('host = "::1"', "http://[::1]:8480/link/"),
    ],
)
def test_a_link_has_the_whole_address_of_its_table(tmp_path: Path, web: str, address: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(EXAMPLE.read_text(encoding="utf-8").split("[web]")[0] + f"\n[web]\n{web}\n", encoding="utf-8")
    made = CliRunner().invoke(user, ["--state", str(tmp_path), "--table", str(file), "add", "anna"])
    assert made.exit_code == 0, made.output
    assert f"  {address}" in made.stdout


def test_without_a_table_file_it_is_where_pages_are_by_themselves(tmp_path: Path) -> None:
    made = CliRunner().invoke(user, ["--state", str(tmp_path), "add", "anna"])
    assert "  http://127.0.0.1:8480/link/" in made.stdout
    assert "give --table FILE" in made.stdout
    again = CliRunner().invoke(user, ["--state", str(tmp_path), "reset", "anna"])
    assert "  http://127.0.0.1:8480/link/" in again.stdout


def test_the_folder_may_stand_behind_the_command_as_well(tmp_path: Path) -> None:
    made = CliRunner().invoke(user, ["add", "anna", "--state", str(tmp_path)])
    assert made.exit_code == 0, made.output
    for line in (["--state", str(tmp_path), "list"], ["list", "--state", str(tmp_path)]):
        assert CliRunner().invoke(user, line).stdout.startswith("anna ")


def test_a_link_leads_to_the_table_that_runs(tmp_path: Path) -> None:
    """Who has signed out of a table at a port of its own gets in again."""
    CliRunner().invoke(user, ["add", "dealer", "--state", str(tmp_path)])
    with Journal(places_of("simulated", tmp_path).journal, table="simulated", key="k") as journal:
        journal.serves_at("http://localhost:8497")
        link = CliRunner().invoke(user, ["reset", "dealer", "--state", str(tmp_path)])
    assert "  http://localhost:8497/link/" in link.stdout
    assert "give --table FILE" not in link.stdout
