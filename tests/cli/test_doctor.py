"""`dealer doctor` finds what is wrong, names the command that mends it, and gives nothing away."""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.certificate import local_tls
from dealer.cli.checks import devices, files, machine, pages, program, screen
from dealer.cli.checks.bundle import redacted
from dealer.cli.checks.finding import Finding, State
from dealer.cli.command_name import command_name
from dealer.cli.doctor import doctor
from dealer.cli.places import Places, places_of
from dealer.house.rules import Language
from dealer.ports import Role
from dealer.record.journal import Journal
from dealer.sealing import Sealer, load_key
from dealer.table.file import CameraConfig, ShoeConfig, ShoeProtocol, WebConfig
from drivers.camera.layout_file import LayoutFile, save_layout
from drivers.mock import felt
from drivers.mock.canvas import Canvas
from drivers.mock.scene import layout
from drivers.mock.table import Plan, SimulatedTable

EXAMPLE = Path(__file__).parents[2] / "hardware" / "tables" / "no-hardware.toml"


@pytest.fixture(autouse=True)
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


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(doctor, [str(a) for a in arguments])


def _of(findings: list[Finding], name: str) -> Finding:
    return next(each for each in reversed(findings) if each.name == name)


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


def test_a_command_is_named_as_it_can_be_typed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"dealer": "/usr/bin/dealer"}
    monkeypatch.setattr("dealer.cli.command_name.shutil.which", lambda name: rows.get(name))
    monkeypatch.setattr("dealer.cli.command_name.getpass.getuser", lambda: "stud-dealer")
    assert command_name() == "dealer"
    rows["stud-dealer"] = "/usr/local/bin/stud-dealer"
    assert command_name() == "stud-dealer"
    rows.clear()
    assert command_name().endswith("/start")


def test_notes_are_counted_below_what_is_fine() -> None:
    with _free_port_8480():
        done = _run()
    assert done.exit_code == 0
    assert re.search(r"^fine, with \d+ notes?$", done.output, re.MULTILINE)  # nobody can sign in yet


def test_a_pairing_key_that_others_can_read_is_wrong(tmp_path: Path) -> None:
    key = tmp_path / "pair.key"
    key.write_text("secret")
    key.chmod(0o644)
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/null", str(key)), in_use=False)
    assert finding.name == "pairing key"
    assert "chmod 600" in finding.mend


# program


def test_parts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["flask>=3", "no-such-part>=1", "x; extra == 'dev'"])
    finding = _of(program.check_program(), "parts")
    assert finding.words == "not installed: no-such-part"
    assert finding.mend == "python3 -m pip install no-such-part"


# machine


def test_a_clock_before_the_program_is_wrong() -> None:
    assert machine.check_clock(lambda: 0.0, lambda: True).state is State.WRONG
    assert machine.check_clock(time.time, lambda: False).state is State.NOTE
    assert machine.check_clock(time.time, lambda: True).state is State.FINE
    assert machine.check_clock(time.time, lambda: None).state is State.FINE


@pytest.mark.parametrize(("free", "state"), [(10**8, State.WRONG), (10**9, State.NOTE), (10**10, State.FINE)])
def test_room_on_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, state: State) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**11, 0, free))
    room, speed = machine.check_disk(tmp_path)
    assert room.state is state
    assert "ms" in speed.words
    assert list(tmp_path.glob(".probe*")) == []


# files


def test_a_table_that_was_opened_is_fine(places: Places) -> None:
    findings = files.check_table(places, ("deck",), needs_decks=False)
    assert [each for each in findings if each.state is not State.FINE] == []
    assert _of(findings, "journal").words == "1 entries of 1 hands, all as written"


def test_a_key_that_others_can_read_is_wrong(places: Places) -> None:
    places.key.chmod(0o644)
    finding = _of(files.check_table(places, (), needs_decks=False), "key")
    assert finding.wrong
    assert finding.mend == f"chmod 600 {places.key}"


def test_a_lost_key_is_wrong_and_none_is_made(places: Places) -> None:
    places.key.unlink()
    assert _of(files.check_table(places, (), needs_decks=True), "key").wrong
    assert not places.key.exists()


def test_another_key_than_the_journals_is_wrong(places: Places) -> None:
    places.key.unlink()
    load_key(places.key)
    finding = _of(files.check_table(places, (), needs_decks=False), "key")
    assert "not the one" in finding.words


def test_a_journal_that_was_edited_is_wrong(places: Places) -> None:
    import sqlite3

    with sqlite3.connect(places.journal) as db:
        db.execute("UPDATE entry SET user = 'somebody else'")
    db.close()
    finding = _of(files.check_table(places, (), needs_decks=False), "journal")
    assert finding.wrong
    assert "dealer journal restore" in finding.mend


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


def test_files_that_others_can_look_into_are_wrong(places: Places) -> None:
    places.journal.chmod(0o644)
    assert _of(files.check_table(places, (), needs_decks=False), "permissions").mend == f"chmod -R go= {places.folder}"


def test_a_deck_that_is_not_registered_is_wrong(places: Places) -> None:
    finding = _of(files.check_table(places, ("red",), needs_decks=True), "deck red")
    assert finding.wrong
    assert finding.mend.startswith("dealer deck register red")


def test_a_running_table_is_seen_by_its_lock(places: Places) -> None:
    assert not files.running(places)
    with Journal(places.journal, table="practice", key=Sealer(load_key(places.key)).fingerprint):
        assert files.running(places)
        assert "running" in _of(files.check_table(places, (), needs_decks=False), "journal").words


def test_accounts_without_anybody_of_the_floor_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "users.sqlite"
    assert files.check_users(path)[0].state is State.NOTE
    assert not path.exists()
    store = Store(path)
    gate = Gate(store, Argon2Hasher(8192, 1), time.time)
    gate.add_user("Aino", Role.DEALER, "736152", "fi")
    assert files.check_users(path)[0].state is State.NOTE
    gate.add_user("Boris", Role.FLOOR, "846251", "bg")
    store.close()
    assert files.check_users(path)[0].words == "2 accounts, 2 with a PIN or password"
    path.chmod(0o640)
    assert files.check_users(path)[0].mend == f"chmod 600 {path}"


def test_an_old_backup_is_wrong(tmp_path: Path) -> None:
    assert files.check_backups("practice", tmp_path / "none").state is State.NOTE
    copy = tmp_path / "practice-20260101.sqlite"
    copy.write_text("")
    made = copy.stat().st_mtime
    assert files.check_backups("practice", tmp_path, made + 3600).state is State.FINE
    late = files.check_backups("practice", tmp_path, made + 9 * 86_400)
    assert (late.state, late.words) == (State.WRONG, "the newest backup is 9 days old")


def test_a_folder_that_cannot_be_made_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "install -d" in files.check_root(tmp_path / "a" / "b").mend


# devices


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[SimulatedTable]:
    table = SimulatedTable(Plan(seed=1, seats=6, pace=1.0, state=tmp_path / "simulated.json"))
    table.start()
    yield table
    table.stop()


def test_a_shoe_that_answers_is_fine(simulated: SimulatedTable) -> None:
    config = ShoeConfig(ShoeProtocol.OSP, str(simulated.shoe_path))
    finding = devices.check_shoe(config, in_use=False)
    assert finding.state is State.FINE, finding.words


def test_a_shoe_that_says_nothing_is_wrong() -> None:
    master, slave = os.openpty()
    try:
        finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, os.ttyname(slave)), in_use=False, seconds=0.4)
    finally:
        os.close(master)
        os.close(slave)
    assert finding.wrong
    assert finding.mend.startswith("dealer shoe watch /dev/pts/")


def test_a_shoe_that_is_not_there_is_wrong() -> None:
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/serial/by-id/none"), in_use=False)
    assert (finding.wrong, finding.mend) == (True, "ls -l /dev/serial/by-id")
    assert devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "none"), in_use=False).wrong
    assert not devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, "/dev/none"), in_use=True).wrong


def test_a_port_that_is_barred_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "port"
    port.write_text("")
    monkeypatch.setattr(os, "access", lambda *_: False)
    finding = devices.check_shoe(ShoeConfig(ShoeProtocol.OSP, str(port)), in_use=False)
    assert finding.mend.startswith(f"sudo usermod -aG {port.group()} $USER")


def test_a_camera_that_was_calibrated_is_fine(tmp_path: Path) -> None:
    canvas = Canvas((2560, 1440), felt.camera((2560, 1440)), 3)
    canvas.show(())
    view = tmp_path / "view.png"
    cv2.imwrite(str(view), canvas.image)
    kept = tmp_path / "view.json"
    config = CameraConfig(str(view), str(kept))
    assert _of(devices.check_camera(config, "t", 8, in_use=False), "calibration").wrong
    save_layout(LayoutFile(layout((2560, 1440), 8), "8 seats", 0.3), kept)
    assert [each.state for each in devices.check_camera(config, "t", 8, in_use=False)] == [State.FINE, State.FINE]
    assert (
        "of a table of 8 seats, this one has 6"
        in _of(devices.check_camera(config, "t", 6, in_use=False), "calibration").words
    )
    cv2.imwrite(str(view), canvas.image // 12)
    assert "dark" in _of(devices.check_camera(config, "t", 8, in_use=False), "camera").words


def test_a_design_that_is_not_enrolled_is_wrong(tmp_path: Path) -> None:
    config = CameraConfig(str(tmp_path / "none.png"), "", "copag")
    finding = _of(devices.check_camera(config, "t", 8, in_use=True), "design")
    assert finding.mend == "dealer design enrol copag --camera SOURCE"


# pages


def test_a_port_that_is_taken_is_wrong_unless_by_the_table_itself() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = pages.check_port("127.0.0.1", port, in_use=False)
        assert (taken.wrong, taken.mend) == (True, f"ss -ltnp 'sport = :{port}'")
        assert not pages.check_port("127.0.0.1", port, in_use=True).wrong
    assert pages.check_port("127.0.0.1", port, in_use=False).state is State.FINE
    assert pages.check_port("no.such.host.invalid", 1, in_use=False).wrong


def test_a_network_without_tls_is_wrong(tmp_path: Path) -> None:
    assert pages.check_certificate(WebConfig(), tmp_path) == []
    assert _of(pages.check_certificate(WebConfig(host="0.0.0.0", tls=False), tmp_path), "tls").wrong
    assert "made at the first start" in pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)[0].words


def test_the_tables_own_authority_is_told_by_its_fingerprint(tmp_path: Path) -> None:
    local_tls(tmp_path / "tls", ("localhost",), datetime.datetime.now(datetime.UTC))
    served, authority = pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)
    assert served.state is State.FINE
    assert re.fullmatch(r"SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}", authority.words)
    (tmp_path / "tls" / "authority.pem").write_text("torn")
    assert pages.check_certificate(WebConfig(host="0.0.0.0"), tmp_path)[1].wrong


def _certificate(folder: Path, days: int) -> WebConfig:
    now = datetime.datetime.now(datetime.UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "table")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=90))
        .not_valid_after(now + datetime.timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    chain, secret = folder / f"chain{days}.pem", folder / f"key{days}.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))
    secret.chmod(0o600)
    return WebConfig(host="0.0.0.0", tls=True, certificate=str(chain), key=str(secret))


@pytest.mark.parametrize(("days", "state"), [(400, State.FINE), (7, State.NOTE), (-1, State.WRONG)])
def test_a_certificate_is_looked_at_before_it_ends(tmp_path: Path, days: int, state: State) -> None:
    (finding,) = pages.check_certificate(_certificate(tmp_path, days), tmp_path)
    assert finding.state is state, finding.words


def test_a_certificate_with_another_key_or_an_open_one_is_wrong(tmp_path: Path) -> None:
    one, two = _certificate(tmp_path, 400), _certificate(tmp_path, 300)
    mixed = WebConfig(tls=True, certificate=one.certificate, key=two.key)
    assert "another certificate" in pages.check_certificate(mixed, tmp_path)[0].words
    Path(one.key).chmod(0o644)
    assert pages.check_certificate(one, tmp_path)[0].mend == f"chmod 600 {one.key}"
    gone = WebConfig(tls=True, certificate=str(tmp_path / "none.pem"), key=one.key)
    assert "No such file" in pages.check_certificate(gone, tmp_path)[0].words
    Path(two.certificate).write_text("no PEM")
    assert "not PEM" in pages.check_certificate(two, tmp_path)[0].words


@contextmanager
def _broker(answer: bytes) -> Iterator[str]:
    """Something that listens and says one thing to who connects."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def serve() -> None:
            taken, _ = server.accept()
            held.append(taken)
            taken.recv(256)
            taken.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"mqtt://127.0.0.1:{server.getsockname()[1]}"
        thread.join(5)
        for each in held:
            each.close()


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        (b"\x20\x03\x00\x00\x00", State.FINE, "lets us in"),
        (b"\x20\x03\x00\x87\x00", State.WRONG, "refuses us: not authorized"),
    ],
)
def test_a_broker_answers(answer: bytes, state: State, said: str) -> None:
    with _broker(answer) as address:
        finding = pages.check_broker(address)
    assert finding.state is state
    assert said in finding.words


def test_no_broker_is_wrong() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "does not answer" in pages.check_broker(f"mqtt://127.0.0.1:{port}").words
    assert "TLS" in pages.check_broker("mqtt://broker.example").words
    with _broker(b"") as address:
        assert "too slow" in pages.check_broker(address, 0.2).words


# screen and voice


def _espeak(folder: Path, voices: str) -> Callable[[str], str | None]:
    program_ = folder / "espeak-ng"
    program_.write_text(f"#!/bin/sh\necho 'Pty Language Age/Gender'\nprintf '{voices}'\n")
    program_.chmod(0o755)
    return lambda _: str(program_)


def test_a_voice_that_is_missing_matters_to_a_table_with_a_voice(tmp_path: Path) -> None:
    both = (Language.ENGLISH, Language.FINNISH)
    assert screen.check_voice(70, both, lambda _: None)[0].state is State.WRONG
    assert screen.check_voice(0, both, lambda _: None)[0].state is State.NOTE
    assert screen.check_voice(70, both, _espeak(tmp_path, " 5  en-gb x\\n 5  fi x\\n"))[0].state is State.FINE
    assert "no voice for fi" in screen.check_voice(70, both, _espeak(tmp_path, " 5  en-us x\\n"))[0].words


def test_sound_and_browser(tmp_path: Path) -> None:
    assert screen.check_sound(0, tmp_path) == []
    assert screen.check_sound(70, tmp_path)[0].wrong
    (tmp_path / "pcmC0D0p").write_text("")
    assert not screen.check_sound(70, tmp_path)[0].wrong
    assert screen.check_browser(lambda name: "x" if name == "firefox" else None).words == "firefox is installed"
    assert screen.check_browser(lambda _: None).mend == "sudo apt-get install chromium"


# bundle


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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("tag V:E004010812345678 here", "tag [tag] here"),
        ("raw E004010812345678 and 04416D412B0289", "raw [tag] and [tag]"),
        ("cards 2c, Td Ah!", "cards [card]!"),
        ("http://h/link/AbCdEfGhIjKlMnOpQrSt", "http://h/link/[link]"),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", "[key]"),
        ("anna dealt; Annabel did not", "[name] dealt; Annabel did not"),
    ],
)
def test_what_is_taken_out(text: str, left: str) -> None:
    assert redacted(text, ["Anna"]) == left
