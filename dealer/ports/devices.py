"""What a shoe, a camera and a voice do for the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer.observations import CameraReport, Place, ShoePosition, ShoeReport


class Shoe(Protocol):
    """A shoe on its link; reports in order and each event once (SHOE-PROTOCOL)."""

    def start(self, report: Callable[[ShoeReport], None], resume: Sequence[ShoePosition]) -> None:
        """Begin to report from another thread. resume: the last committed position of each device and boot."""

    def acknowledge(self, position: ShoePosition) -> None:
        """Everything up to this position is on disk (OSP/1 rule 2). May be called from any thread."""

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of what the camera sees, with zones and readings drawn. It shows face-up cards only."""

    jpeg: bytes
    taken: float


class Camera(Protocol):
    """A camera over the table; reports each zone that changed and came to rest."""

    def start(self, report: Callable[[CameraReport], None]) -> None:
        """Begin to report from another thread."""

    def look_again(self, place: Place) -> None:
        """Read a zone once more and report it even if nothing changed."""

    def looks(self, since: float) -> int:
        """How many pictures that were taken after this moment of the monotonic clock have been read, up to 64.

        Whoever waits for a card to be seen counts these, for a camera may be slow, and a reader behind.
        """

    def picture(self) -> Picture | None:
        """The newest picture, or None while there is none."""

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""


class Speaker(Protocol):
    """The voice at the table."""

    def say(self, text: str, language: str, volume: int) -> None:
        """Speak soon, after what is being said; never blocks. volume: 0 to 100."""

    def stop(self) -> None:
        """Fall silent."""
