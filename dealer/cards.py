"""The 52 cards: how they are named, ordered and written. Knows nothing of games."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import total_ordering

from dealer.errors import DealerError


class NotACard(DealerError):
    """A text does not name one of the 52 cards."""


class Suit(enum.IntEnum):
    """The suits, lowest first: clubs, diamonds, hearts, spades (R3.3)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "cdhs"[self]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(enum.IntEnum):
    """The ranks by their high value; the ace's low value is one (R3.2)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def low(self) -> int:
        """The value with the ace low: 1 to 13."""
        return 1 if self is Rank.ACE else int(self)


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck. Cards sort by rank (ace high), then by suit (R3.3)."""

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)
    """0 to 51, in the order 2c 2d 2h 2s 3c ... As; kept, since the engine asks for it at every card."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", (self.rank - 2) * 4 + self.suit)

    def __hash__(self) -> int:
        return self.index

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `2c`, `Td`, `10d` or `AH`. Raises NotACard."""
        try:
            return _BY_NAME[text]
        except KeyError:
            pass
        tidy = text.strip()
        tidy = "T" + tidy[2:] if tidy.startswith("10") else tidy
        try:
            return _BY_NAME[tidy[:1].upper() + tidy[1:].lower()]
        except KeyError:
            raise NotACard(f"{text!r} is not a card; write rank and suit such as 2c, Td or Ah") from None

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({self})"

    def __lt__(self, other: Card) -> bool:
        return (self.rank, self.suit) < (other.rank, other.suit)


@dataclass(frozen=True, slots=True)
class SealedCard:
    """The identity of a face-down card, encrypted; the token tells nothing, not even which tokens are alike.

    Comes out only at showdown or by a floor ruling (DESIGN, "Hole cards are sealed").
    """

    token: str

    def __repr__(self) -> str:
        return "SealedCard(...)"


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""All 52, lowest first."""

_BY_NAME = {str(card): card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written together or apart: `2c3d`, `2c 3d`, `10h Ts`. Raises NotACard."""
    packed = "".join(text.split()).replace("10", "T")
    return tuple(Card.parse(packed[i : i + 2]) for i in range(0, len(packed), 2))
