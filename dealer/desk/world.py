"""What a decision of the desk may look at besides the journalled state: the devices, the time, the seals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.desk.state import Desk, DeskEvent, apply
from dealer.sensing.sight import Sight


def _blind(since: float) -> int:
    """Nothing has been looked at: there is no camera."""
    del since
    return 0


@dataclass(frozen=True, slots=True)
class World:
    """The outside at the moment of a decision.

    open: takes a seal off, for an up-card or at showdown only.  now: seconds of the monotonic clock.
    wall: seconds of the wall clock.  beam: the shoe notices every card that leaves it, read or not.
    looks: how many pictures that were taken since a moment the camera has read.
    """

    sight: Sight
    open: Callable[[SealedCard], Card]
    now: float
    wall: float
    beam: bool = True
    looks: Callable[[float], int] = _blind


class Draft:
    """Collects the events of one entry and keeps the desk as it would be after them."""

    __slots__ = ("desk", "events")

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.events: list[DeskEvent] = []

    def add(self, *events: DeskEvent) -> None:
        """Add events, in order."""
        for event in events:
            self.desk = apply(self.desk, event)
            self.events.append(event)
