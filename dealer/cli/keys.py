"""Where the commands find their keys: a file that only its owner can read, or the environment."""

from __future__ import annotations

import os
from pathlib import Path

from dealer.errors import DealerError
from dealer.sealing import Key, KeyFileError, load_key, read_key

KEY_VARIABLE = "STUD_DEALER_KEY"
_LONGEST_PAIRING_KEY = 64


class PairingKeyError(DealerError):
    """The key that a shoe signs with cannot be used."""


def table_key(path: Path) -> Key:
    """The key of a table: from the environment if it is there, else from its file, which is made at the first start.

    Raises KeyFileError.
    """
    text = os.environ.get(KEY_VARIABLE)
    return load_key(path) if text is None else read_key(text, f"the variable {KEY_VARIABLE}")


def existing_key(path: Path) -> Key:
    """The key of a table that must have one already, since something was sealed with it. Raises KeyFileError."""
    if KEY_VARIABLE not in os.environ and not path.exists():
        raise KeyFileError(f"{path}: there is no key here; restore it from its backup, or set {KEY_VARIABLE}")
    return table_key(path)


def pairing_key(path: Path) -> bytes:
    """The key shared with a shoe at pairing (OSP/1 rule 5): 1 to 64 bytes as they stand. Raises PairingKeyError."""
    try:
        if path.stat().st_mode & 0o077:
            raise PairingKeyError(f"{path}: others can read this key; run: chmod 600 {path}")
        key = path.read_bytes()
    except OSError as error:
        raise PairingKeyError(f"{path}: the pairing key cannot be read ({error.strerror})") from None
    if not 1 <= len(key) <= _LONGEST_PAIRING_KEY:
        raise PairingKeyError(f"{path}: a pairing key has 1 to {_LONGEST_PAIRING_KEY} bytes, this has {len(key)}")
    return key
