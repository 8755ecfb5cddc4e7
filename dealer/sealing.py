"""Keys, the encryption of a face-down card's identity, and the keyed hash of a tag."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
import stat
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dealer.cards import DECK, Card, SealedCard
from dealer.errors import DealerError

KEY_BYTES = 32
_NONCE_BYTES = 12
_HEADER = "stud-dealer-key-1:"


class KeyFileError(DealerError):
    """A key file cannot be used. Says which file, why, and what to do; never what is in it."""


class WrongKey(DealerError):
    """What was sealed was sealed with another key, or has been altered since."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} cannot be opened with this key; "
            "point the table file at the key that the table had when it was sealed"
        )


class Key:
    """A secret of 32 bytes that never shows itself."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        self._secret = secret

    def __repr__(self) -> str:
        return "Key(...)"

    def derived(self, purpose: str) -> bytes:
        """Return the 32-byte key for one purpose, so that no two uses share a key."""
        return hmac.digest(self._secret, b"stud-dealer/" + purpose.encode(), sha256)

    def text(self) -> str:
        """The key as it stands in its file."""
        return _HEADER + base64.urlsafe_b64encode(self._secret).decode()


def new_key() -> Key:
    """Make a fresh random key."""
    return Key(secrets.token_bytes(KEY_BYTES))


def read_key(text: str, where: str) -> Key:
    """Read a key as a file or the environment holds it.

    where: what to call its source in an error.  Raises KeyFileError.
    """
    body = text.strip()
    try:
        if not body.startswith(_HEADER):
            raise ValueError
        secret = base64.b64decode(body.removeprefix(_HEADER), altchars=b"-_", validate=True)
        return Key(secret)
    except (ValueError, binascii.Error):
        raise KeyFileError(
            f"{where}: this is not a key; restore the key from its backup "
            "(a new key cannot open what the old one sealed)"
        ) from None


def load_key(path: Path) -> Key:
    """Read the key file, or make it at the first start, readable by its owner alone.

    Raises KeyFileError: readable by others, not a regular file, not readable, or not a key.
    """
    try:
        return _read(path)
    except FileNotFoundError:
        return _create(path)
    except OSError as error:
        raise KeyFileError(f"{path}: the key cannot be read ({error.strerror}); check its owner") from None


def _read(path: Path) -> Key:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, encoding="ascii", errors="replace") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise KeyFileError(f"{path}: the key must be a plain file")
        if status.st_mode & 0o077:
            raise KeyFileError(f"{path}: others can read this key; run: chmod 600 {path}")
        return read_key(file.read(1024), str(path))


def _create(path: Path) -> Key:
    """Write a new key under another name first, so that a crash never leaves half a key."""
    key = new_key()
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key.text() + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            return _read(path)
        finally:
            fresh.unlink()
        _sync_folder(path.parent)
    except OSError as error:
        raise KeyFileError(f"{path}: the key cannot be written ({error.strerror}); choose another place") from None
    return key


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Sealer:
    """Seals and opens with one key. Holds nothing but the key; may be used from any thread."""

    __slots__ = ("_cards", "_key", "_tags")

    def __init__(self, key: Key) -> None:
        self._key = key
        self._cards = AESGCM(key.derived("card"))
        self._tags = key.derived("tag")

    @property
    def fingerprint(self) -> str:
        """Tells this key from another without telling the key; kept beside what it sealed."""
        return self._key.derived("fingerprint").hex()[:16]

    def seal(self, card: Card) -> SealedCard:
        """Encrypt a face-down identity. The same card sealed twice gives two unlike tokens of one length."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._cards.encrypt(nonce, bytes([card.index]), None)
        return SealedCard(base64.urlsafe_b64encode(nonce + sealed).decode())

    def open(self, sealed: SealedCard) -> Card:
        """Decrypt an identity; only at showdown or by a floor ruling. Raises WrongKey."""
        try:
            raw = base64.b64decode(sealed.token, altchars=b"-_", validate=True)
            plain = self._cards.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], None)
            return DECK[plain[0]]
        except (InvalidTag, ValueError, IndexError):
            raise WrongKey("a sealed card") from None

    def seal_bytes(self, data: bytes, purpose: str) -> bytes:
        """Encrypt a file's contents, such as the deck registry; purpose: what it is, needed again to open it."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + AESGCM(self._key.derived(f"file/{purpose}")).encrypt(nonce, data, purpose.encode())

    def open_bytes(self, sealed: bytes, purpose: str) -> bytes:
        """Decrypt what seal_bytes gave for the same purpose. Raises WrongKey."""
        try:
            cipher = AESGCM(self._key.derived(f"file/{purpose}"))
            return cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], purpose.encode())
        except (InvalidTag, ValueError):
            raise WrongKey(purpose) from None

    def tag_hash(self, tag: str) -> str:
        """The keyed hash under which logs and the journal know a tag; useless without the key."""
        return hmac.digest(self._tags, tag.encode(), sha256).hex()[:32]
