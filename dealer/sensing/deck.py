"""Which tag is which card of a deck, and whether a pile of cards is that deck (SHOE-PROTOCOL, Deck). Pure.

Where a tag lies during a hand stands in the journal, with the hand. No text here names a card that could lie face down.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from dealer.cards import DECK, Card, NotACard
from dealer.errors import DealerError
from dealer.observations import Tag

OWN_CODE = "K:"
"""The kind of tag that is a card's own printed code (`K:8s`): such a deck is known without being registered."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}\Z")


class DeckError(DealerError):
    """A deck cannot be registered, read or used so. Says which deck and what to do."""


class TagTaken(DeckError):
    """The tag is registered already."""


class CardTaken(DeckError):
    """The card is registered already, with another tag."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck. cards: which tag is which card.  registered: when, as an ISO date.  test: holds no secret."""

    name: str
    registered: str = ""
    test: bool = False
    retired: bool = False
    cards: Mapping[Tag, Card] = field(default_factory=dict, repr=False)

    @property
    def complete(self) -> bool:
        """Whether all 52 are registered."""
        return len(self.cards) == len(DECK)

    @property
    def to_register(self) -> tuple[Card, ...]:
        """The cards that have no tag yet, in the order in which they are asked for: suit by suit, from the two."""
        known = set(self.cards.values())
        return tuple(card for card in REGISTERING_ORDER if card not in known)

    def with_card(self, tag: Tag, card: Card) -> Deck:
        """The deck with one more card. Raises TagTaken, CardTaken."""
        if tag in self.cards:
            raise TagTaken(f"the deck {self.name} has this tag already; show the next card")
        if card in self.cards.values():
            raise CardTaken(f"the deck {self.name} has a tag for {card} already; register that card again to change it")
        return replace(self, cards={**self.cards, tag: card})

    def without(self, card: Card) -> Deck:
        """The deck with this card's tag forgotten, as when the card was replaced."""
        return replace(self, cards={tag: known for tag, known in self.cards.items() if known != card})


REGISTERING_ORDER: tuple[Card, ...] = tuple(sorted(DECK, key=lambda card: (card.suit, card.rank)))
"""Suit by suit, from the two to the ace: clubs, diamonds, hearts, spades."""


def checked_name(name: str) -> str:
    """Return a deck's name if it can be one. Raises DeckError."""
    if not _NAME.match(name):
        raise DeckError(f"{name!r} is no name for a deck; take up to 32 letters, digits, - and _, such as blue-3")
    return name


class Registry:
    """The decks of a table. Fulfils `dealer.sensing.reconcile.TagBook`."""

    def __init__(self, decks: Iterable[Deck]) -> None:
        self._decks = {deck.name: deck for deck in decks}

    def look_up(self, deck: str, tag: Tag) -> Card | None:
        """The card of a tag in a deck; None for a tag that is not of this deck, or of a deck that was retired."""
        if tag.text.startswith(OWN_CODE):
            try:
                return Card.parse(tag.text.removeprefix(OWN_CODE))
            except NotACard:
                return None
        known = self._decks.get(deck)
        return None if known is None or known.retired else known.cards.get(tag)

    def problem(self, deck: str) -> str | None:
        """Why a deck may not be played with, and what to do; None if it may."""
        known = self._decks.get(deck)
        if known is None:
            return f"the deck {deck} is not registered; run: dealer deck register {deck} --table FILE"
        if known.retired:
            return f"the deck {deck} was retired; take another"
        if not known.complete:
            count = len(known.cards)
            return f"the deck {deck} has {count} of 52 cards registered; run: dealer deck register {deck} --table FILE"
        return None

    def owner(self, tag: Tag) -> str | None:
        """The deck in play that a tag belongs to, or None."""
        owners = (deck.name for deck in self._decks.values() if not deck.retired and tag in deck.cards)
        return next(owners, None)


class Seen(enum.Enum):
    """What a tag is to the deck that is checked."""

    NEW = "new"
    AGAIN = "again"
    OTHER_DECK = "other-deck"
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A pile of cards on its way over the reader. It says how many are missing, never which.

    Somebody could check what is left of a deck while the rest lies face down before the players.
    """

    deck: Deck
    seen: frozenset[Tag] = frozenset()
    strange: frozenset[Tag] = frozenset()

    def look(self, tag: Tag, owner: str | None) -> tuple[DeckCheck, Seen]:
        """One card passed. owner: the deck of this tag, as of `Registry.owner`."""
        if tag in self.deck.cards:
            if tag in self.seen:
                return self, Seen.AGAIN
            return replace(self, seen=self.seen | {tag}), Seen.NEW
        verdict = Seen.FOREIGN if owner is None else Seen.OTHER_DECK
        return replace(self, strange=self.strange | {tag}), verdict

    @property
    def missing(self) -> int:
        """How many cards of the deck have not passed."""
        return len(self.deck.cards) - len(self.seen)

    @property
    def good(self) -> bool:
        """Whether the pile is the whole deck and nothing else (R1.5)."""
        return self.deck.complete and not self.missing and not self.strange
