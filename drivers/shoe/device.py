"""What the driver's thread needs of any shoe: bytes and times in, bytes and reports out, no I/O of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dealer.observations import ShoePosition, ShoeReport


@dataclass(frozen=True, slots=True)
class Output:
    """What is to be sent to the device, and what is to be reported, in order."""

    wire: bytes
    reports: tuple[ShoeReport, ...]


class Device(Protocol):
    """The talk with one shoe. Times are seconds of one clock that only goes forward."""

    @property
    def damaged(self) -> int:
        """How many lines or frames were dropped so far, because their check failed."""

    @property
    def silent(self) -> bool:
        """Whether the port is open and the device should have answered long since."""

    def opened(self, now: float) -> None:
        """The port is open."""

    def lost(self, detail: str, now: float) -> None:
        """The port is gone, or could not be opened. detail: why, with the port."""

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """Everything up to this position is on disk."""

    def tick(self, now: float) -> None:
        """Time has passed; call no later than `due`."""

    def due(self) -> float:
        """When `tick` has something to do at the latest."""

    def take(self) -> Output:
        """What is to be sent and reported since the last call."""
