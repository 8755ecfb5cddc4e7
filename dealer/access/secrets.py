"""Which PINs and passwords are good enough, and how they are kept: as argon2 hashes only."""

from __future__ import annotations

import enum
from typing import Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

PIN_DIGITS = 6
PASSWORD_LETTERS = 10
LONGEST = 128
_RUNS = ("01234567890123456789", "98765432109876543210")


class Weakness(enum.Enum):
    """Why a PIN or password is refused."""

    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    TOO_SIMPLE = "too-simple"


def weakness(secret: str, name: str) -> Weakness | None:
    """Say what is wrong with a new PIN or password, or None.

    A PIN is digits only and has at least 6; anything else is a password of at least 10 letters. A PIN that counts up
    or down, repeats one or two digits, or a password that is the name, is too simple.
    """
    if len(secret) > LONGEST:
        return Weakness.TOO_LONG
    if secret.isdecimal():
        if len(secret) < PIN_DIGITS:
            return Weakness.TOO_SHORT
        runs = any(secret in run for run in _RUNS)
        return Weakness.TOO_SIMPLE if runs or len(set(secret)) < 3 else None
    if len(secret) < PASSWORD_LETTERS:
        return Weakness.TOO_SHORT
    too_simple = len(set(secret)) < 4 or (name != "" and name.casefold() in secret.casefold() and len(secret) < 16)
    return Weakness.TOO_SIMPLE if too_simple else None


class Hasher(Protocol):
    """Turns a secret into what may be stored."""

    def hash(self, secret: str) -> str:
        """A salted hash."""

    def fits(self, stored: str, secret: str) -> bool:
        """Whether the secret is the one that was stored."""


class Argon2Hasher:
    """Argon2id, by default with the library's parameters (RFC 9106, low memory: 64 MiB, 3 passes, 4 lanes).

    memory_kib, passes: cheaper ones are for tests only.
    """

    def __init__(self, memory_kib: int = 65536, passes: int = 3) -> None:
        self._argon2 = PasswordHasher(memory_cost=memory_kib, time_cost=passes)

    def hash(self, secret: str) -> str:
        return self._argon2.hash(secret)

    def fits(self, stored: str, secret: str) -> bool:
        try:
            return self._argon2.verify(stored, secret)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False
