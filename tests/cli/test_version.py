"""`dealer version` proves to a regulator that what runs is what was approved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dealer.cli import version as command
from dealer.cli.manifest import Contents, ManifestError, compared, installed, read_manifest, signed
from dealer.house.load import profile_text


@pytest.fixture(scope="module")
def here() -> Contents:
    return installed()


@pytest.fixture(autouse=True)
def hashed_once(here: Contents, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program does not change between two tests; other helpers' files might, so each test sees one state."""
    monkeypatch.setattr(command, "installed", lambda houses: here if not houses else replace(here, houses=_of(houses)))


def _of(houses: tuple[Path, ...]) -> dict[str, str]:
    return dict(installed(houses).houses)


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    secret, public = tmp_path / "maker.key", tmp_path / "maker.pub"
    key = Ed25519PrivateKey.generate()
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))
    secret.chmod(0o600)
    pem = (serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    public.write_bytes(key.public_key().public_bytes(*pem))
    return secret, public


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command.version, [str(a) for a in arguments])


def test_it_says_which_program_it_is(here: Contents) -> None:
    told = json.loads(_run("--json").stdout)
    assert told["hash"] == here.total
    assert told["files"] == len(here.files)
    assert "dealer" in _run().stdout


def test_program_houses_model_and_parts_are_hashed(here: Contents) -> None:
    assert {"dealer/game/hand.py", "dealer/house/profiles/wsop-live.toml", "web/templates/table.html"} <= set(
        here.files
    )
    assert "drivers/camera/model/index.onnx" in here.files
    assert not any("__pycache__" in name for name in here.files)
    assert any(name.startswith("cryptography ") for name in here.parts)


def test_what_was_signed_is_verified(keys: tuple[Path, Path], tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    assert _run("--manifest", manifest, "--sign", keys[0]).exit_code == 0
    done = _run("--verify", "--manifest", manifest, "--key", keys[1])
    assert done.exit_code == 0, done.output
    assert "all is as in the manifest" in done.output
    assert "dealer/game/hand.py" in done.output
    last = json.loads(_run("--verify", "--manifest", manifest, "--json").stdout.splitlines()[-1])
    assert (last["ok"], last["key_given"]) == (True, False)


def test_without_a_file_the_manifest_goes_to_stdout(keys: tuple[Path, Path]) -> None:
    done = _run("--manifest", "--sign", keys[0])
    assert json.loads(done.stdout)["body"]["format"] == "stud-dealer-manifest"


def test_a_changed_a_missing_and_an_added_file_are_named(
    here: Contents, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    manifest = tmp_path / "manifest.json"
    files = dict(here.files) | {"dealer/gone.py": "00", "dealer/game/hand.py": "00"}
    del files["web/app.py"]
    manifest.write_text(signed(replace(here, files=files), keys[0]))
    done = _run("--verify", "--manifest", manifest, "--key", keys[1])
    assert done.exit_code == 1
    for line in ("missing: dealer/gone.py", "changed: dealer/game/hand.py", "added: web/app.py", "3 differences"):
        assert line in done.output.splitlines()


def test_a_house_of_ones_own_is_part_of_it(keys: tuple[Path, Path], tmp_path: Path) -> None:
    house, manifest = tmp_path / "mine.toml", tmp_path / "manifest.json"
    house.write_text(profile_text("wsop-live"))
    assert _run("--manifest", manifest, "--sign", keys[0], "--house", house).exit_code == 0
    house.write_text(house.read_text() + "\n")
    done = _run("--verify", "--manifest", manifest, "--house", house)
    assert "changed: mine.toml" in done.output
    assert done.exit_code == 1


def test_another_version_of_a_part_is_a_difference(here: Contents) -> None:
    name = next(iter(here.parts))
    parts = {f"{name}.1" if key == name else key: value for key, value in here.parts.items()}
    assert [each.how for each in compared(here, replace(here, parts=parts))] == ["added", "missing"]


def test_a_manifest_that_was_changed_is_refused(here: Contents, keys: tuple[Path, Path], tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    data = json.loads(signed(here, keys[0]))
    data["body"]["files"]["dealer/game/hand.py"] = "00"
    manifest.write_text(json.dumps(data))
    with pytest.raises(ManifestError, match="signature does not hold"):
        read_manifest(manifest, keys[1])


def test_a_manifest_of_another_maker_is_refused(here: Contents, keys: tuple[Path, Path], tmp_path: Path) -> None:
    manifest, other = tmp_path / "manifest.json", tmp_path / "other"
    other.mkdir()
    manifest.write_text(signed(here, keys[0]))
    stranger = Ed25519PrivateKey.generate().public_key()
    pem = (serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    (other / "x.pub").write_bytes(stranger.public_bytes(*pem))
    with pytest.raises(ManifestError, match="another key"):
        read_manifest(manifest, other / "x.pub")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"body": {}, "key": "zz", "signature": ""}', "[" * 50_000])
def test_what_is_no_manifest_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(ManifestError, match="no manifest"):
        read_manifest(tmp_path / "m.json", None)


def test_keys_that_are_none_are_one_line(here: Contents, keys: tuple[Path, Path], tmp_path: Path) -> None:
    keys[0].chmod(0o644)
    with pytest.raises(ManifestError, match="chmod 600"):
        signed(here, keys[0])
    keys[0].chmod(0o600)
    keys[0].write_text("no key")
    with pytest.raises(ManifestError, match="openssl genpkey"):
        signed(here, keys[0])
    with pytest.raises(ManifestError, match="cannot be read"):
        signed(here, tmp_path / "none")


def test_nothing_to_compare_with_is_said(tmp_path: Path) -> None:
    done = _run("--verify", "--manifest", tmp_path / "none.json")
    assert "there is no manifest" in str(done.exception)
    assert _run("--manifest", "x").exit_code == 2
    assert _run("--verify", "--sign", "x").exit_code == 2
