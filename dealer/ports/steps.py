"""What the dealer's hands do next."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Face(enum.Enum):
    """Which way up a card lies."""

    UP = "up"
    DOWN = "down"


class StepKind(enum.Enum):
    """What the dealer's hands do next."""

    LOAD_DECK = "load-deck"
    START_HAND = "start-hand"
    ANTES = "antes"
    BURN = "burn"
    DEAL = "deal"
    COMMUNITY = "community"
    SCRAMBLE = "scramble"
    ACT = "act"
    SHOW = "show"
    PUSH_POT = "push-pot"
    ASK = "ask"
    PAUSED = "paused"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do now; drives the dealer's screen and the simulated dealer alike.

    turn: grows with each journal entry; an entry made for an older turn is refused.
    seat: whose card or whose action.  street: 3 to 7.  face: of the card that is due.
    from_burns: the burns are shuffled too, or the community card is taken from their pile and not out of the shoe (R5).
    stub: it is shuffled as well; not where one of the burns becomes the community card (R5.1).
    """

    kind: StepKind
    turn: int
    hand: int
    street: int | None = None
    seat: int | None = None
    face: Face | None = None
    from_burns: bool = False
    stub: bool = True
