"""What went wrong at a table over time, and what the floor did about it."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class IncidentKind(enum.Enum):
    """What a trend counts."""

    MISREAD = "misread"
    IRREGULARITY = "irregularity"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that went wrong at a table, without any card. wall: seconds since 1970.

    what: in the reader's language.  shoe, deck: the device and the deck in use then, or "".
    """

    wall: float
    kind: IncidentKind
    what: str
    table: str
    shoe: str
    deck: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that the floor did. detail: its own words for why, or ""."""

    wall: float
    table: str
    hand: int
    user: str
    what: str
    detail: str


class Trends(Protocol):
    """What went wrong and what was done about it, over time. Reads the record and changes nothing."""

    def incidents(self, since: float, language: str) -> Sequence[Incident]:
        """Everything that went wrong from a moment on, oldest first."""

    def hands(self, since: float) -> Sequence[float]:
        """When each hand was over, from a moment on."""

    def log(self, language: str, most: int) -> Sequence[LogLine]:
        """The last things that the floor did, newest first."""
