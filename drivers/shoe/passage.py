"""Which sightings of tags belong to one passage through the mouth, for readers without a beam. Pure.

A passage lasts while something is seen at least every `quiet` seconds. One tag in it is one card however often it was
read; more than one is never guessed apart.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from dealer.observations import Tag

RESTS_AFTER = 3.0
"""Seconds after which a card that stays in the field is a jam."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A passage has ended. tags: those read, in the order they came.  several: more than one card was there."""

    tags: tuple[Tag, ...]
    several: bool
    ms: int
    reads: int


@dataclass(frozen=True, slots=True)
class Rests:
    """A card has been in the field for three seconds; said once in a passage."""

    ms: int


class Passage:
    """Gathers sightings. quiet: seconds without any after which the passage is over."""

    def __init__(self, quiet: float) -> None:
        self._quiet = quiet
        self._tags: list[Tag] = []
        self._clear()

    def _clear(self) -> None:
        self._tags = []
        self._several = False
        self._reads = 0
        self._began = self._last = math.inf
        self._rest_told = False

    @property
    def due(self) -> float:
        """When `tick` has something to tell at the latest."""
        if self._began == math.inf:
            return math.inf
        over = self._last + self._quiet
        return over if self._rest_told else min(over, self._began + RESTS_AFTER)

    def see(self, tags: Collection[Tag], count: int, now: float) -> None:
        """Something lies in the field. count: how many cards the reader says; tags: those whose id it could read."""
        if count == 0 and not tags:
            return
        if self._began == math.inf:
            self._began = now
        self._last = now
        self._reads += bool(tags)
        self._tags += [tag for tag in tags if tag not in self._tags]
        self._several = self._several or count > 1 or len(self._tags) > 1

    def tick(self, now: float) -> Passed | Rests | None:
        """What there is to tell now; call until it is None."""
        if self._began == math.inf:
            return None
        if now - self._last >= self._quiet:
            return self.end()
        if not self._rest_told and now - self._began >= RESTS_AFTER:
            self._rest_told = True
            return Rests(round((now - self._began) * 1000))
        return None

    def end(self) -> Passed | None:
        """End the passage now, as when the link breaks."""
        if self._began == math.inf:
            return None
        passed = Passed(tuple(self._tags), self._several, round((self._last - self._began) * 1000), self._reads)
        self._clear()
        return passed
