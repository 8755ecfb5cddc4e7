"""What the installed program consists of, as hashes, and a signed list of them to compare with."""

from __future__ import annotations

import importlib.metadata
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

import dealer
from dealer.errors import DealerError

DISTRIBUTION = "stud-dealer"
FORMAT = "stud-dealer-manifest"
VERSION = 1
ROOT = Path(dealer.__file__).resolve().parent.parent
"""The folder that holds the packages of the program."""
_PACKAGES = ("dealer", "drivers", "web")
_BESIDE = ("hardware/shoe/firmware/core", "hardware/shoe/firmware/boards")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_MADE_HERE = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}


class ManifestError(DealerError):
    """A manifest or a key cannot be used, or does not fit; which file, why, what to do."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Hashes (SHA-256, hex) by name. files: of the program.  houses: house files besides.  parts: `name version`."""

    program: str
    files: Mapping[str, str]
    houses: Mapping[str, str]
    parts: Mapping[str, str]

    def plain(self) -> dict[str, object]:
        """As it stands in a manifest."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "program": self.program,
            "files": dict(self.files),
            "houses": dict(self.houses),
            "parts": dict(self.parts),
        }

    @property
    def total(self) -> str:
        """One hash over all of it."""
        return sha256(_canonical(self.plain())).hexdigest()


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as in the manifest. how: `changed`, `missing` or `added`."""

    what: str
    how: str


def installed(houses: Sequence[Path] = (), root: Path = ROOT) -> Contents:
    """Hash what is installed. Raises ManifestError if a house file cannot be read."""
    return Contents(
        program=importlib.metadata.version(DISTRIBUTION),
        files={name: _hash(root / name) for name in _files(root)},
        houses={path.name: _hash(path) for path in houses},
        parts=dict(_parts()),
    )


def _files(root: Path) -> Iterator[str]:
    for folder in (*_PACKAGES, *_BESIDE):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and "build" not in path.relative_to(root).parts:
                yield path.relative_to(root).as_posix()


def _hash(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ManifestError(f"{path}: cannot be read ({error.strerror})") from None


def _parts() -> Iterator[tuple[str, str]]:
    """The parts that the program needs directly: one hash each over what its installation put on the disk."""
    for line in importlib.metadata.requires(DISTRIBUTION) or []:
        name = _NAME.match(line)
        if name is None or "extra ==" in line:
            continue
        try:
            part = importlib.metadata.distribution(name.group())
        except importlib.metadata.PackageNotFoundError:
            continue
        digest = sha256()
        for file in sorted(part.files or [], key=str):
            # What pip itself writes, and scripts with the path of this machine in them, differ from place to place.
            if "__pycache__" in file.parts or ".." in file.parts or file.name in _MADE_HERE:
                continue
            path = Path(str(part.locate_file(file)))
            digest.update(f"{file}\0{_hash(path) if path.is_file() else 'missing'}\n".encode())
        yield f"{name.group()} {part.version}", digest.hexdigest()


def _canonical(plain: object) -> bytes:
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def signed(contents: Contents, key_file: Path) -> str:
    """The manifest's text. key_file: an Ed25519 key in PEM.  Raises ManifestError."""
    try:
        if key_file.stat().st_mode & 0o077:
            raise ManifestError(f"{key_file}: others can read this key; run: chmod 600 {key_file}")
        key = load_pem_private_key(key_file.read_bytes(), None)
    except OSError as error:
        raise ManifestError(f"{key_file}: the key cannot be read ({error.strerror})") from None
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise ManifestError(
            f"{key_file}: is no Ed25519 key in PEM; make one with: openssl genpkey -algorithm ed25519 -out {key_file}"
        )
    body = contents.plain()
    public = key.public_key().public_bytes_raw().hex()
    return json.dumps({"body": body, "key": public, "signature": key.sign(_canonical(body)).hex()}, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest whose signature holds. signer: the fingerprint of the key that made it."""

    contents: Contents
    signer: str


def read_manifest(path: Path, key_file: Path | None) -> Manifest:
    """Read a manifest and check its signature. key_file: the maker's public key in PEM, else the one in the manifest.

    Raises ManifestError.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        body, key, signature = data["body"], bytes.fromhex(data["key"]), bytes.fromhex(data["signature"])
        contents = Contents(str(body["program"]), _texts(body["files"]), _texts(body["houses"]), _texts(body["parts"]))
        if body["format"] != FORMAT or body["version"] != VERSION:
            raise ValueError
    except OSError as error:
        raise ManifestError(f"{path}: the manifest cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ManifestError(f"{path}: is no manifest of this program; get it from the maker again") from None
    public = _public(key_file) if key_file is not None else key
    if public != key:
        raise ManifestError(f"{path}: is signed with another key than {key_file}; do not trust it")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, _canonical(body))
    except (InvalidSignature, ValueError):
        raise ManifestError(f"{path}: its signature does not hold; somebody changed it, do not trust it") from None
    return Manifest(contents, sha256(key).hexdigest()[:32])


def _texts(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise ValueError
    return value


def _public(path: Path) -> bytes:
    try:
        key = load_pem_public_key(path.read_bytes())
    except OSError as error:
        raise ManifestError(f"{path}: the key cannot be read ({error.strerror})") from None
    except ValueError:
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise ManifestError(f"{path}: is no public Ed25519 key in PEM; get it from the maker again")
    return key.public_bytes_raw()


def compared(found: Contents, wanted: Contents) -> tuple[Difference, ...]:
    """Everything that is not as the manifest says."""
    out: list[Difference] = []
    if found.program != wanted.program:
        out.append(Difference(f"program {wanted.program} (this is {found.program})", "changed"))
    for here, there in ((found.files, wanted.files), (found.houses, wanted.houses), (found.parts, wanted.parts)):
        for name in sorted(here.keys() | there.keys()):
            if name not in here:
                out.append(Difference(name, "missing"))
            elif name not in there:
                out.append(Difference(name, "added"))
            elif here[name] != there[name]:
                out.append(Difference(name, "changed"))
    return tuple(out)
