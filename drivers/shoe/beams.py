"""Whether the beam was broken more often than cards were told (OSP/1 grammar, `beams`). Pure."""

from __future__ import annotations

_BEATS = 2
"""Heartbeats that must agree: one could have been written while a card was in the mouth."""


class BeamWatch:
    """Compares interruptions with card events, from the first heartbeat on at which nothing is outstanding."""

    def __init__(self) -> None:
        self._cards = 0
        self._base: int | None = None
        self._excess = 0
        self._beats = 0

    def card(self, beam_ms: int) -> None:
        """A card event came. One without beam time was shown to the reader, not drawn."""
        self._cards += beam_ms > 0

    def beat(self, beams: int) -> int:
        """A heartbeat came and all its events have been told. Returns how many cards went unseen, said once."""
        if self._base is None or beams - self._base < self._cards:
            self._base = beams - self._cards
        excess = beams - self._base - self._cards
        self._beats = self._beats + 1 if excess and excess == self._excess else 1
        self._excess = excess
        if not excess or self._beats < _BEATS:
            return 0
        self._base += excess
        self._excess = 0
        return excess
