"""Which rulings are open when something went wrong (R8), and how they enter the hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dealer.game.commands import CallMisdeal, NameCard, Report, Rule, VoidHand
from dealer.game.consequences import FROM_PLAN, consequence_of, named
from dealer.game.dealing import bit
from dealer.game.deciding import award_events
from dealer.game.due import Held, Outcome
from dealer.game.errors import IllegalAction
from dealer.game.events import (
    CardNamed,
    ChipsTakenBack,
    Event,
    HandEnded,
    IrregularityReported,
    Ruled,
)
from dealer.game.flow import resume, with_due
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.reports import misdeal_is_open, report
from dealer.game.state import Hand, Stage, reseated

Kind = IrregularityKind
_CALLED_OFF = {Choice.MISDEAL: Outcome.MISDEAL, Choice.VOID: Outcome.VOID}


def decide_report(hand: Hand, command: Report) -> tuple[Event, ...]:
    """Hold the hand, unless there is nothing to rule. Raises IllegalAction where it cannot have happened."""
    return (report(hand, command),)


def decide_rule(hand: Hand, command: Rule) -> tuple[Event, ...]:
    """Return the ruling and, where it ends the hand, the end. Raises IllegalAction for a choice that is not open."""
    held = hand.due
    if not isinstance(held, Held):
        raise IllegalAction("R8", "nothing is held that could be ruled on")
    if command.choice not in held.choices:
        possible = ", ".join(choice.value for choice in held.choices)
        raise IllegalAction(held.rule, f"{command.choice.value} is not open here; {possible} is")
    ruled = Ruled(held.kind, command.choice, command.by, command.cards)
    outcome = _CALLED_OFF.get(command.choice)
    if outcome is not None:
        return (ruled, HandEnded(outcome, hand.start.stacks))
    if command.choice is Choice.SPLIT:
        return (ruled, *award_events(hand, split=True))
    return (ruled,)


def decide_misdeal(hand: Hand, command: CallMisdeal) -> tuple[Event, ...]:
    """Call the hand off, if it is not too late (WL 105). Raises IllegalAction."""
    _check_not_over(hand)
    if not misdeal_is_open(hand):
        raise IllegalAction("R8", "it is too late for a misdeal; the floor can void the hand")
    return _called_off(hand, Outcome.MISDEAL, command.reason, command.by)


def decide_void(hand: Hand, command: VoidHand) -> tuple[Event, ...]:
    """Call the hand off at any time (WL 111, 112). Raises IllegalAction once it is over."""
    _check_not_over(hand)
    return _called_off(hand, Outcome.VOID, command.reason, command.by)


def _called_off(hand: Hand, outcome: Outcome, reason: Kind, by: str) -> tuple[Event, ...]:
    return (ChipsTakenBack(outcome, reason, "R8", by), HandEnded(outcome, hand.start.stacks))


def _check_not_over(hand: Hand) -> None:
    if hand.stage is Stage.OVER:
        raise IllegalAction("R7.2", "the hand is over")


def decide_name(hand: Hand, command: NameCard) -> tuple[Event, ...]:
    """Name a face-up card anew. Raises IllegalAction if there is no such card or the name is taken."""
    _check_not_over(hand)
    if command.seat is not None and command.seat not in hand.start.seats:
        raise IllegalAction("R1.1", f"seat {command.seat} is not in this hand")
    row = hand.cards.community if command.seat is None else hand.up(command.seat)
    if not 0 <= command.place < len(row):
        raise IllegalAction("R8", "no card lies there")
    if hand.cards.seen & ~bit(row[command.place]) & bit(command.card):
        raise IllegalAction("R8", f"{command.card} lies on the table already; if both are real, the deck is fouled")
    return (CardNamed(command.seat, command.place, command.card),)


def reported(hand: Hand, event: IrregularityReported) -> Hand:
    """Hold the hand until somebody rules."""
    if not event.choices:
        return replace(hand, rare=replace(hand.rare, deck_out=True))
    held = Held(event.kind, event.rule, event.choices, event.seat)
    return with_due(replace(hand, rare=replace(hand.rare, held=event)), held)


def ruled(hand: Hand, event: Ruled) -> Hand:
    """Carry a ruling out."""
    held = hand.rare.held
    hand = replace(hand, rare=replace(hand.rare, held=None))
    if event.choice in _CALLED_OFF:
        return take_back(hand)
    if event.choice is Choice.SPLIT:
        return hand
    if held is None:
        return FROM_PLAN[event.choice](hand)
    follow = consequence_of(held.kind, event.choice)
    return resume(hand) if follow is None else follow(hand, held)


def take_back(hand: Hand) -> Hand:
    """Every chip goes back where it came from (R8)."""
    zeros = (0,) * len(hand.start.seats)
    seats = reseated(hand.seats, stacks=hand.start.stacks, paid=zeros)
    return replace(hand, seats=seats, won=zeros, raked=0, pots=())


DECIDERS: dict[type, Callable[..., tuple[Event, ...]]] = {
    Report: decide_report,
    Rule: decide_rule,
    CallMisdeal: decide_misdeal,
    VoidHand: decide_void,
    NameCard: decide_name,
}
APPLIERS: dict[type, Callable[..., Hand]] = {
    IrregularityReported: reported,
    Ruled: ruled,
    CardNamed: named,
    ChipsTakenBack: lambda hand, event: take_back(hand),
}
