"""What follows when a person rules on what went wrong (R8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dealer.game.commands import CallMisdeal, VoidHand
from dealer.game.due import Outcome
from dealer.game.errors import IllegalAction
from dealer.game.events import ChipsTakenBack, Event, HandEnded
from dealer.game.state import Hand, Stage
from dealer.house.rules import MisdealWindow


def _call_misdeal(hand: Hand, command: CallMisdeal) -> tuple[Event, ...]:
    check_misdeal_window(hand)
    return (ChipsTakenBack(Outcome.MISDEAL, command.reason, "R8", command.by), ended(hand, Outcome.MISDEAL))


def _void_hand(hand: Hand, command: VoidHand) -> tuple[Event, ...]:
    if hand.stage is Stage.OVER:
        raise IllegalAction("R7.2", "the hand is over")
    return (ChipsTakenBack(Outcome.VOID, command.reason, "R8", command.by), ended(hand, Outcome.VOID))


def check_misdeal_window(hand: Hand) -> None:
    """Refuse a misdeal that is called too late (WL 105; WT). Raises IllegalAction."""
    if hand.stage is Stage.OVER:
        raise IllegalAction("R7.2", "the hand is over")
    if not misdeal_is_open(hand):
        raise IllegalAction("R8", "it is too late for a misdeal; the floor can void the hand")


def misdeal_is_open(hand: Hand) -> bool:
    """Whether a misdeal may still be called: until the action after the forced bet is substantial (R8)."""
    if hand.street > 3:
        return False
    if hand.start.house.errors.misdeal_window is MisdealWindow.TWO_AFTER_BRING_IN:
        return hand.actions < 2
    return hand.chip_actions < 2 and hand.actions < 3


def ended(hand: Hand, outcome: Outcome) -> HandEnded:
    """The end of a hand that was called off: every seat has what it began with."""
    return HandEnded(outcome, hand.start.stacks)


def take_back(hand: Hand) -> Hand:
    """Every chip goes back where it came from (R8)."""
    zeros = (0,) * len(hand.start.seats)
    seats = replace(hand.seats, stacks=hand.start.stacks, paid=zeros)
    return replace(hand, seats=seats, won=zeros, raked=0, pots=())


DECIDERS: dict[type, Callable[..., tuple[Event, ...]]] = {CallMisdeal: _call_misdeal, VoidHand: _void_hand}
