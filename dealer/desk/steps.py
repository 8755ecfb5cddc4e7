"""What the dealer's hands do next, as the one record that the screen and the simulated dealer follow."""

from __future__ import annotations

from dealer.desk.state import Desk
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Due,
    Held,
    Over,
    ReturnDue,
    ScrambleDue,
    ShowDue,
)
from dealer.game.short_deck import Source
from dealer.ports import Face, NextStep, StepKind
from dealer.table.state import DeckStep, Table


def next_step(desk: Desk) -> NextStep:
    """Return the one thing to do now."""
    table, turn = desk.table, desk.turn
    hand = desk.hand
    number = table.number if hand is not None else table.number + 1
    if desk.sensing.question is not None:
        return NextStep(StepKind.ASK, turn, number, seat=desk.sensing.question.seat)
    if hand is None:
        return NextStep(_between_hands(table), turn, number)
    step = _in_hand(hand.due, turn, number, hand.street)
    if table.paused and step.kind in (StepKind.BURN, StepKind.DEAL, StepKind.COMMUNITY, StepKind.SCRAMBLE):
        return NextStep(StepKind.PAUSED, turn, number, hand.street)
    return step


def can_start(table: Table) -> bool:
    """Whether there are players enough for a hand (R1.1)."""
    return sum(player.plays_next for player in table.seated()) >= 2


def _between_hands(table: Table) -> StepKind:
    if table.paused:
        return StepKind.PAUSED
    if table.deck_is_out:
        return StepKind.WAIT
    if table.deck.step is not DeckStep.LOADED:
        return StepKind.LOAD_DECK
    return StepKind.START_HAND if can_start(table) else StepKind.WAIT


def _in_hand(due: Due, turn: int, number: int, street: int) -> NextStep:
    match due:
        case AntesDue():
            return NextStep(StepKind.ANTES, turn, number)
        case BurnDue(street=street):
            return NextStep(StepKind.BURN, turn, number, street, face=Face.DOWN)
        case CardDue(seat, street, up):
            return NextStep(StepKind.DEAL, turn, number, street, seat, Face.UP if up else Face.DOWN)
        case CommunityDue(street, source):
            # Burns that were shuffled into the stub come out of the shoe with it.
            from_burns = source is Source.BURNS
            return NextStep(StepKind.COMMUNITY, turn, number, street, face=Face.UP, from_burns=from_burns)
        case ScrambleDue(street=street, burns=burns, stub=stub):
            return NextStep(StepKind.SCRAMBLE, turn, number, street, from_burns=burns, stub=stub)
        case ActDue(seat=seat) | BringInDue(seat=seat):
            return NextStep(StepKind.ACT, turn, number, street, seat)
        case ShowDue(seat=seat):
            return NextStep(StepKind.SHOW, turn, number, street, seat)
        case AwardDue() | Over():
            return NextStep(StepKind.PUSH_POT, turn, number, street)
        case Held(seat=seat):
            return NextStep(StepKind.ASK, turn, number, street, seat)
        case ReturnDue(seat=seat):
            return NextStep(StepKind.WAIT, turn, number, street, seat)
