"""How the fields of what a screen posts are read: strictly, each once, with a clear refusal."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeVar

from dealer.cards import Card, NotACard
from dealer.errors import DealerError

E = TypeVar("E", bound=enum.Enum)


class BadEntry(DealerError):
    """An entry that no screen of ours makes: a field is missing, unknown, or of the wrong kind."""


class Fields:
    """The fields of an entry, each taken once; `done` refuses what is left over."""

    __slots__ = ("_left",)

    def __init__(self, entry: Mapping[str, object]) -> None:
        self._left = dict(entry)

    def text(self, name: str, default: str | None = None) -> str:
        """A text of at most 200 printable characters."""
        value = self._left.pop(name, default)
        if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
            raise BadEntry(f"{name}: a text of at most 200 characters is needed")
        return value

    def text_or_none(self, name: str) -> str | None:
        """A text of at most 200 printable characters, or None if it is left out or null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.text(name)

    def number(self, name: str) -> int:
        """A whole number, as in chips and seats."""
        value = self._left.pop(name, None)
        if type(value) is not int or abs(value) > 10**12:
            raise BadEntry(f"{name}: a whole number is needed")
        return value

    def number_or(self, name: str, default: int | None) -> int | None:
        """A whole number, or the default if it is left out or null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return default
        return self.number(name)

    def truth(self, name: str) -> bool:
        """True or false."""
        value = self._left.pop(name, None)
        if type(value) is not bool:
            raise BadEntry(f"{name}: true or false is needed")
        return value

    def card_or_none(self, name: str) -> Card | None:
        """A card such as `2c`, or None if it is left out or null."""
        value = self._left.pop(name, None)
        return None if value is None else _card(name, value)

    def cards(self, name: str) -> tuple[Card | None, ...] | None:
        """A list of cards in which null stands for one that nobody knows, or None if it is left out."""
        value = self._left.pop(name, None)
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) > 52:
            raise BadEntry(f"{name}: a list of cards is needed")
        return tuple(None if each is None else _card(name, each) for each in value)

    def list_or_none(self, name: str) -> list[object] | None:
        """A short list as it stands, for a reader that is strict itself, or None if it is left out or null."""
        value = self._left.pop(name, None)
        if value is not None and (not isinstance(value, list | tuple) or len(value) > 52):
            raise BadEntry(f"{name}: a list is needed")
        return None if value is None else list(value)

    def member(self, name: str, kind: type[E]) -> E:
        """One of the words of an enum."""
        value = self._left.pop(name, None)
        for each in kind:
            if each.value == value:
                return each
        raise BadEntry(f"{name}: one of {', '.join(str(each.value) for each in kind)} is needed")

    def done(self) -> None:
        """Refuse what nobody took."""
        if self._left:
            raise BadEntry(f"an entry of this kind has no {', '.join(sorted(map(str, self._left)))[:100]}")


def _card(name: str, value: object) -> Card:
    try:
        return Card.parse(str(value))
    except NotACard:
        raise BadEntry(f"{name}: a card such as 2c, Td or Ah is needed") from None
