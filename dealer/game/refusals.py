"""Refusals that every kind of command shares: a seat that is not here, a thing that is not due."""

from __future__ import annotations

from dealer.game.due import Held
from dealer.game.errors import IllegalAction
from dealer.game.state import Hand, Stage


def check_seat(hand: Hand, seat: int) -> None:
    """Refuse a seat that was not dealt in (R1.1). Raises IllegalAction."""
    if seat not in hand.start.seats:
        raise IllegalAction("R1.1", f"seat {seat} is not in this hand")


def not_now(hand: Hand, rule: str, why: str) -> IllegalAction:
    """What to raise for a command that is not due: the hand is held, or over, or else the reason given."""
    due = hand.due
    if type(due) is Held:
        return IllegalAction(due.rule, f"the hand is held until a ruling: {due.kind.value}")
    if hand.stage is Stage.OVER:
        return IllegalAction("R7.2", "the hand is over")
    return IllegalAction(rule, why)
