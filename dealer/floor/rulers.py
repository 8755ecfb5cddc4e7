"""Who may rule from afar: private keys that the floor signs with, and the file of public ones that a table knows."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dealer.house.strict import FileRefused, Section, parse_toml, read_text, shown
from dealer.ports import DealerError, Role, Ruler

_HEX_KEY = re.compile(r"[0-9a-f]{64}")
_FILE_NAME = re.compile(r"[^\w.'-]")


class RulersFileError(FileRefused):
    """The file of those who may rule is refused: which name, which key, and what would be allowed."""


class RulingKeyError(DealerError):
    """A key to rule with cannot be kept or read; says which file and what to do."""


def load_rulers(path: Path) -> Mapping[str, Ruler]:
    """Read a table's file of rulers: a section for each name, with `role` and `key`. Raises RulersFileError."""
    source = shown(str(path), quote=False)
    values = parse_toml(read_text(path, RulersFileError), source, RulersFileError)
    top = Section(source, "", values, tuple(values), RulersFileError)
    rulers = {}
    for name in values:
        at = top.section(name, ("role", "key"))
        key = at.text("key")
        if not _HEX_KEY.fullmatch(key):
            raise at.refuse("key", "must be the 64 hexadecimal digits that `dealer floor ruler NAME` prints")
        rulers[name] = Ruler(at.choice("role", Role), bytes.fromhex(key))
    return rulers


class RulerKeys:
    """The private keys of a floor, a file each that only its owner can read. folder: made when it is needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, user: str) -> Ed25519PrivateKey | None:
        """The key of a user, None if none was made. Raises RulingKeyError."""
        path = self._path(user)
        try:
            if path.stat().st_mode & 0o077:
                raise RulingKeyError(f"{path}: others can read this key; run: chmod 600 {path}")
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text().strip()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise RulingKeyError(f"{path}: this key cannot be read; move it away and make another") from None

    def make(self, user: str) -> Ed25519PrivateKey:
        """The key of a user, made if there is none. Raises RulingKeyError."""
        found = self.of(user)
        if found is not None:
            return found
        key = Ed25519PrivateKey.generate()
        path = self._path(user)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(key.private_bytes_raw().hex() + "\n")
        except OSError as error:
            raise RulingKeyError(f"{path}: the key cannot be kept here ({error.strerror})") from None
        return key

    def _path(self, user: str) -> Path:
        name = _FILE_NAME.sub(lambda sign: f"%{ord(sign[0]):x}", " ".join(user.split()).casefold())
        return self._folder / f"{name.lstrip('.')}.key"


def ruler_lines(user: str, role: Role, key: Ed25519PrivateKey) -> str:
    """What goes into the file of rulers of each table where the user may rule."""
    quoted = user.replace("\\", "").replace('"', "")
    return f'["{quoted}"]\nrole = "{role.value}"\nkey = "{key.public_key().public_bytes_raw().hex()}"\n'
