"""How hands that are over are looked up, at this table or at one far away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer.cards import Card


@dataclass(frozen=True, slots=True)
class HandSummary:
    """One line of the hand look-up. Holds no card that was never shown."""

    number: int
    table: str
    started: str
    game: str
    seats: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]


class History(Protocol):
    """Hands that are over."""

    def find(
        self, *, number: int | None = None, since: str | None = None, seat: int | None = None, card: Card | None = None
    ) -> Sequence[HandSummary]:
        """Hands that fit, newest first. since: ISO date or time. card: shown face up."""

    def text(self, number: int, language: str = "en") -> str:
        """A hand as text in a language; cards that nobody may know stand as `??`."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a table far away answered. text: "" if there is no such hand.  refused: why nothing, in words, or ""."""

    hands: tuple[HandSummary, ...]
    text: str
    refused: str


class FarHistory(Protocol):
    """Hands that are over, at tables far away; each table checks who asks. user: who asks, by his name."""

    def find(
        self,
        table: str,
        user: str,
        language: str,
        *,
        number: int | None = None,
        since: str | None = None,
        seat: int | None = None,
        card: Card | None = None,
    ) -> LookedUp:
        """Hands of a table that fit, newest first; as `History.find`. Raises UnknownTable."""

    def text(self, table: str, user: str, language: str, number: int) -> LookedUp:
        """A hand of a table as text; cards that nobody may know stand as `??`. Raises UnknownTable."""
