"""Which card is shown to the camera while its tag is read, for registering a deck in any order."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from dealer.cards import Card
from dealer.sensing.deck import Deck
from drivers.camera.capture import Newest, open_source
from drivers.camera.design import load_design
from drivers.camera.read import Reader

_PATIENCE = 4.0
_AGREE = 2
"""Pictures in a row that must show the same one card."""


class CardsByCamera:
    """The card that lies face up before the camera. source: as in a table file.  design: an enrolled one, or None.

    Raises CameraGone, ModelMissing, and what `load_design` raises.
    """

    def __init__(self, source: str, design: str | None) -> None:
        self._reader = Reader(design=None if design is None else load_design(design))
        self._newest = Newest(open_source(source))
        self._frame = -1

    def __enter__(self) -> Self:
        self._newest.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._newest.stop()

    def prompt(self, deck: Deck) -> str:
        """Any card that has no tag yet."""
        return f"show any card, {len(deck.to_register)} to go"

    def card(self, deck: Deck) -> Card | None:
        """The one card that several pictures in a row agree on."""
        until = time.monotonic() + _PATIENCE
        before = self._newest.next(self._frame, 0)
        self._frame = self._frame if before is None else before.number
        agreed: Card | None = None
        times = 0
        while time.monotonic() < until:
            frame = self._newest.next(self._frame, until - time.monotonic())
            if frame is None:
                return None
            self._frame = frame.number
            found = self._reader.read(frame.image).cards
            card = found[0].card if len(found) == 1 else None
            times = times + 1 if card is not None and card == agreed else 1
            agreed = card
            if card is not None and times >= _AGREE:
                return card
        return None
