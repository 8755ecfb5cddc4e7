"""The switches that the simulated table has and a real one has not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from dealer.errors import DealerError


@dataclass(frozen=True, slots=True)
class FaultView:
    """A fault of the simulated table. on: it has it now.  once: it happens and is over.

    missing: what would have it is not there at this table (a voice, a broker); it cannot be switched.
    caused: when it was caused last, in seconds since 1970, or 0.  told: what the dealer was told next, by language.
    """

    name: str
    words: str
    on: bool
    once: bool
    missing: bool = False
    caused: float = 0.0
    told: Mapping[str, str] = field(default_factory=dict)


class Simulation(Protocol):
    """The simulated table's own switches; there is none at a real table."""

    def faults(self) -> tuple[FaultView, ...]:
        """Every fault there is, in the order to show them."""

    def switch(self, fault: str, on: bool) -> None:
        """Cause a fault or end it. Raises UnknownFault."""

    def pace(self) -> float | None:
        """Seconds between two things the players do, or None when a person acts for all of them."""

    def set_pace(self, seconds: float | None) -> None:
        """Let the players play by themselves at this pace (0.05 to 10 s), or hand them to a person with None."""


class UnknownFault(DealerError):
    """The simulated table has no fault of that name."""
