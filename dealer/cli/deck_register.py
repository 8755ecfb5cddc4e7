"""How 52 tags meet 52 cards: which card is asked for, which tag is taken, what is refused."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from dealer.cards import DECK, Card
from dealer.cli.shoe_feed import ShoeFeed
from dealer.observations import CardOut, CardUnread, DeviceState, Health, Tag, TwoCards
from dealer.sensing.deck import Deck, DeckError, Registry

_LINGERS = 2.0
"""Seconds in which the tag just taken may be read again without a word: the card still lies on the reader."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line for the person who shows the cards."""

    words: str
    values: Mapping[str, object]


class WhichCard(Protocol):
    """Who says which card is shown."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def prompt(self, deck: Deck) -> str:
        """What to show next, in words."""

    def card(self, deck: Deck) -> Card | None:
        """The card whose tag was just read; None if that is not sure, and it must be shown again."""


class InOrder:
    """The cards are shown in the order in which they are asked for."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def prompt(self, deck: Deck) -> str:
        """The first card without a tag."""
        return f"show {deck.to_register[0]}"

    def card(self, deck: Deck) -> Card | None:
        """The card that was asked for."""
        return deck.to_register[0]


def register_deck(
    deck: Deck, feed: ShoeFeed, which: WhichCard, registry: Registry, save: Callable[[Deck], None]
) -> Iterator[Line]:
    """Take tags until all 52 cards have one; each is saved before it is said. Yields what to tell the person.

    Nothing is asked for before the reader is ready.
    """
    last: Tag | None = None
    when = 0.0
    while not deck.complete:
        report = feed.next(0.5)
        match report:
            case CardOut(_, tag, _, _):
                now = time.monotonic()
                if tag == last and now - when < _LINGERS:
                    when = now
                    continue
                deck, line = _take(deck, tag, which, registry, save)
                if line.values["event"] == "registered":
                    last, when = tag, now
                yield line
                if not deck.complete:
                    yield _ask(deck, which)
            case CardUnread():
                yield _refused("no tag was read; show the card again, flat on the reader")
            case TwoCards():
                yield _refused("two tags at once; show one card")
            case DeviceState(_, health, detail):
                words = detail if health is not Health.OK else f"the reader is ready ({detail})"
                yield Line(words, {"event": "link", "health": health.value, "detail": detail})
                if health is Health.OK:
                    yield _ask(deck, which)
    yield Line(f"{deck.name}: all 52 cards are registered", {"event": "complete", "deck": deck.name})


def _take(
    deck: Deck, tag: Tag, which: WhichCard, registry: Registry, save: Callable[[Deck], None]
) -> tuple[Deck, Line]:
    owner = registry.owner(tag)
    if owner not in (None, deck.name):
        return deck, _refused(f"this tag belongs to the deck {owner}; take the card out")
    if tag in deck.cards:
        return deck, _refused(f"this is {deck.cards[tag]}, which is registered already")
    card = which.card(deck)
    if card is None:
        return deck, _refused("the camera is not sure which card this is; show it again")
    try:
        deck = deck.with_card(tag, card)
    except DeckError as refused:
        return deck, _refused(str(refused))
    save(deck)
    count = len(deck.cards)
    return deck, Line(f"{count}/{len(DECK)} {card}", {"event": "registered", "card": str(card), "count": count})


def _ask(deck: Deck, which: WhichCard) -> Line:
    words = which.prompt(deck)
    return Line(words, {"event": "ask", "words": words, "count": len(deck.cards)})


def _refused(why: str) -> Line:
    return Line(why, {"event": "refused", "why": why})
