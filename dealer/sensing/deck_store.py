"""Where decks are kept: one sealed file each, apart from the journal (SHOE-PROTOCOL, Deck)."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from dealer.cards import Card, NotACard
from dealer.observations import Tag
from dealer.sealing import Sealer
from dealer.sensing.deck import Deck, DeckError, Registry, checked_name

_VERSION = 1
_ENDING = ".deck"


class DeckStore:
    """The deck files of one table. sealer: with the table's key."""

    def __init__(self, folder: Path, sealer: Sealer) -> None:
        self._folder = folder
        self._sealer = sealer

    def names(self) -> tuple[str, ...]:
        """The decks there are, by name."""
        return tuple(sorted(path.stem for path in self._folder.glob(f"*{_ENDING}")))

    def load(self, name: str) -> Deck:
        """Read a deck. Raises DeckError if there is none or it is damaged, WrongKey if the key is not its key."""
        path = self._path(name)
        try:
            sealed = path.read_bytes()
        except FileNotFoundError:
            known = ", ".join(self.names()) or "none"
            raise DeckError(
                f"there is no deck {name} (registered: {known}); run: dealer deck register {name} --table FILE"
            ) from None
        except OSError as error:
            raise DeckError(f"{path}: the deck cannot be read ({error.strerror})") from None
        try:
            return _read(json.loads(self._sealer.open_bytes(sealed, _purpose(name))))
        except (ValueError, KeyError, TypeError, AttributeError, NotACard):
            raise DeckError(f"{path}: this deck was written by another version; register it again") from None

    def find(self, name: str) -> Deck | None:
        """Read a deck if there is one. Raises as `load`."""
        return self.load(name) if self._path(name).exists() else None

    def save(self, deck: Deck) -> None:
        """Write a deck so that a crash leaves either the old or the new one. Raises DeckError."""
        path = self._path(deck.name)
        fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        sealed = self._sealer.seal_bytes(json.dumps(_plain(deck)).encode(), _purpose(deck.name))
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(sealed)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise DeckError(f"{path}: the deck cannot be written ({error.strerror}); look at the disk") from None

    def registry(self) -> Registry:
        """All decks, as the table looks tags up in them. Raises DeckError, WrongKey."""
        return Registry(self.load(name) for name in self.names())

    def _path(self, name: str) -> Path:
        return self._folder / (checked_name(name) + _ENDING)


def _purpose(name: str) -> str:
    """What is sealed: a file under another deck's name does not open."""
    return f"the deck {name}"


def _plain(deck: Deck) -> Mapping[str, object]:
    return {
        "version": _VERSION,
        "name": deck.name,
        "registered": deck.registered,
        "test": deck.test,
        "retired": deck.retired,
        "cards": {tag.text: str(card) for tag, card in deck.cards.items()},
    }


def _read(plain: Mapping[str, object]) -> Deck:
    cards = plain["cards"]
    if plain["version"] != _VERSION or not isinstance(cards, Mapping):
        raise ValueError(plain["version"])
    return Deck(
        name=str(plain["name"]),
        registered=str(plain["registered"]),
        test=bool(plain["test"]),
        retired=bool(plain["retired"]),
        cards={Tag(str(tag)): Card.parse(str(card)) for tag, card in cards.items()},
    )
