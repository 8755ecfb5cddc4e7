"""`dealer doctor` looks at everything there is, names the command that mends it, and gives nothing away."""

from __future__ import annotations

import json
import re
import socket
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.doctor import doctor
from dealer.cli.places import Places, places_of
from dealer.ports import Role
from dealer.record.journal import Journal
from dealer.sealing import Sealer, load_key
from dealer.table.file import WebConfig

EXAMPLE = Path(__file__).parents[2] / "hardware" / "tables" / "no-hardware.toml"
pytestmark = pytest.mark.usefixtures("home")


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(doctor, [str(a) for a in arguments])


def test_a_fresh_machine_is_fine_without_a_table_file() -> None:
    with _free_port_8480():
        done = _run("--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["name"] for row in rows} >= {"python", "parts", "clock", "disk", "users", "port", "voice", "browser"}
    assert [row for row in rows if row["state"] == "wrong"] == []
    assert done.exit_code == 0
    assert all(row["mend"] for row in rows if row["state"] != "fine")


@contextmanager
def _free_port_8480() -> Iterator[None]:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", 8480))
        except OSError:
            pytest.skip("another program of this machine serves port 8480")
    yield


def test_a_wrong_table_file_is_wrong_and_the_rest_is_still_looked_at(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('table = "x"\ncolour = "red"\n')
    done = _run("--table", bad, "--json")
    assert done.exit_code == 1
    first = json.loads(done.stdout.splitlines()[0])
    assert (first["name"], first["state"]) == ("table file", "wrong")
    assert str(bad) in first["mend"]
    assert len(done.stdout.splitlines()) > 8


def test_the_program_itself_says_so_by_its_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dealer", "doctor", "--table", str(tmp_path / "none.toml"), "--json"]
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 1


def test_words_for_people_name_the_command() -> None:
    done = _run("--table", EXAMPLE.with_name("camera-only.toml"))
    assert done.exit_code == 1
    assert "WRONG  camera:" in done.output
    assert re.search(r"mend with:  \S+ camera list", done.output)
    assert f"camera calibrate --table {EXAMPLE.with_name('camera-only.toml')}" in done.output


def test_notes_are_counted_below_what_is_fine() -> None:
    with _free_port_8480():
        done = _run()
    assert done.exit_code == 0
    assert re.search(r"^fine, with \d+ notes?$", done.output, re.MULTILINE)  # nobody can sign in yet


def test_without_a_table_file_every_table_that_is_kept_is_looked_at(tmp_path: Path) -> None:
    state = tmp_path / "kept"
    for table in ("practice", "simulated"):
        places = places_of(table, state)
        with Journal(places.journal, table=table, key=Sealer(load_key(places.key)).fingerprint) as journal:
            journal.append(hand=1, wall=0.0, user="u", role="dealer", what="x", body="{}")
    with places.journal.open("r+b") as file:
        file.truncate(5000)
    rows = {row["name"]: row for row in map(json.loads, _run("--state", state, "--json").stdout.splitlines())}
    assert rows["journal of practice"]["state"] == "fine"
    assert rows["journal of simulated"]["state"] == "wrong"
    assert str(places.journal) in rows["journal of simulated"]["mend"]
    assert rows["key of practice"]["state"] == rows["key of simulated"]["state"] == "fine"


def test_a_table_that_runs_serves_its_own_port_also_without_a_table_file(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Sealer(load_key(places.key)).fingerprint
    with socket.socket() as taken, Journal(places.journal, table="practice", key=key):
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        web = WebConfig(port=taken.getsockname()[1])
        monkeypatch.setattr("dealer.cli.doctor.WebConfig", lambda: web)
        rows = {row["name"]: row for row in map(json.loads, _run("--json").stdout.splitlines())}
    assert rows["port"]["state"] == "fine"
    assert "open in a running program" in rows["journal of practice"]["what"]


def test_the_bundle_gives_nothing_away(tmp_path: Path, places: Places) -> None:
    store = Store(places.users)
    Gate(store, Argon2Hasher(8192, 1), time.time).add_user("Väinö", Role.FLOOR, "736152", "fi")
    store.close()
    key = places.key.read_text().strip()
    file = tmp_path / "table.toml"
    text = EXAMPLE.read_text().replace("Player 1", "Maija Meikäläinen")
    file.write_text(f"# {key} A:04416D412B0289 Ah Kd Väinö rtsp://cam:pass@10.0.0.2/x\n{text}")
    out = tmp_path / "help.zip"
    done = _run("--table", file, "--bundle", out)
    assert f"{out}: look through it" in done.output
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with zipfile.ZipFile(out) as archive:
        assert set(archive.namelist()) == {"README.txt", "findings.json", "program.json", "machine.json", "table.toml"}
        whole = "".join(archive.read(name).decode() for name in archive.namelist())
    for secret in (key, "04416D412B0289", "Ah", "Kd", "Väinö", "Maija", "Player 2", "cam:pass"):
        assert secret not in whole, secret
    assert 'house = "bulgarian-classic"' in whole


def test_a_bundle_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    done = _run("--bundle", tmp_path / "none" / "x.zip")
    assert "cannot be written" in str(done.exception)
