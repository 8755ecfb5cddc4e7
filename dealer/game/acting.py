"""Whether an action with chips is legal, and which events it causes (R3.4 to R3.7, R4.2 to R4.8, R6.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from dealer.game.betting import options, why_no_wager
from dealer.game.commands import (
    BringIn,
    Call,
    Check,
    Fold,
    MarkAbsent,
    MarkPresent,
    OutOfTurn,
    TimeOut,
    Wager,
    Word,
)
from dealer.game.due import (
    ActDue,
    BringInDue,
    Options,
)
from dealer.game.errors import IllegalAction
from dealer.game.events import (
    Acted,
    ActedOutOfTurn,
    Cause,
    Event,
    MarkedAbsent,
    MarkedPresent,
    Protected,
    TimeWasUp,
)
from dealer.game.flow import opened_by
from dealer.game.quick import maker
from dealer.game.refusals import check_seat, not_now
from dealer.game.state import Hand, Position, Round, Stage
from dealer.house.rules import TimeOut as TimeOutPolicy
from dealer.house.stakes import Limit

# Looking a member up in its enum costs fifteen times as much as a name of the module.
_FOLD = Word.FOLD
_CHECK = Word.CHECK
_CALL = Word.CALL
_BRING_IN = Word.BRING_IN
_BET = Word.BET
_COMPLETE = Word.COMPLETE
_RAISE = Word.RAISE
_FIXED = Limit.FIXED
_acted = maker(Acted)


def _fold(hand: Hand, command: Fold) -> tuple[Event, ...]:
    due = hand.due
    may = due.options if type(due) is ActDue and due.seat == command.seat else _turn(hand, command.seat)
    if _FOLD not in may.can:
        raise _word_refused(hand, may, "R3.4", "the bring-in is forced; it cannot be folded")
    return _folded(command.seat, _bet(hand, command.seat))


# Most actions are made of few different figures; to ask for one that was made before is cheaper than to make it.


@lru_cache(maxsize=4096)
def _folded(seat: int, to: int) -> tuple[Event, ...]:
    return (Acted(seat, _FOLD, 0, to),)


@lru_cache(maxsize=4096)
def _checked(seat: int, to: int) -> tuple[Event, ...]:
    return (Acted(seat, _CHECK, 0, to),)


@lru_cache(maxsize=4096)
def _called(seat: int, put: int, to: int, all_in: bool) -> tuple[Event, ...]:
    return (Acted(seat, _CALL, put, to, all_in),)


def _check(hand: Hand, command: Check) -> tuple[Event, ...]:
    due = hand.due
    may = due.options if type(due) is ActDue and due.seat == command.seat else _turn(hand, command.seat)
    if _CHECK not in may.can:
        raise _word_refused(hand, may, "R4.6", "there is a bet to answer; it can be folded to, called or raised")
    return _checked(command.seat, _bet(hand, command.seat))


def _call(hand: Hand, command: Call) -> tuple[Event, ...]:
    due = hand.due
    may = due.options if type(due) is ActDue and due.seat == command.seat else _turn(hand, command.seat)
    if _CALL not in may.can:
        raise _word_refused(hand, may, "R4.6", "there is no bet to call")
    put = may.to_call
    position = hand.start.seats.index(command.seat)
    return _called(command.seat, put, _round(hand).bets[position] + put, hand.seats.stacks[position] == put)


def _bring_in(hand: Hand, command: BringIn) -> tuple[Event, ...]:
    may = _turn(hand, command.seat)
    if _BRING_IN not in may.can:
        raise _word_refused(hand, may, "R3.4", "no bring-in is due")
    put = may.bring_in
    return (Acted(command.seat, _BRING_IN, put, put, hand.stack(command.seat) == put),)


def _wager(hand: Hand, command: Wager) -> tuple[Event, ...]:
    due = hand.due
    may = due.options if type(due) is ActDue and due.seat == command.seat else _turn(hand, command.seat)
    to = command.to
    targets = may.bet_to or may.raise_to
    if may.bring_in and to == may.bring_in and _BRING_IN in may.can:
        return _bring_in(hand, BringIn(command.seat))
    position = hand.start.seats.index(command.seat)
    bets, stack = _round(hand).bets[position], hand.seats.stacks[position]
    if not targets:
        raise _why_no_wager(hand, may, position)
    fixed = hand.start.stakes.limit is _FIXED
    fits = to in targets if fixed or may.bound else targets[0] <= to <= targets[-1]
    if not fits:
        raise _wrong_size(hand, targets, to)
    if not fixed and to != bets + stack and to % hand.start.stakes.chip:
        raise IllegalAction("R1.3", f"{to} cannot be made with chips of {hand.start.stakes.chip}")
    word = _BET if may.bet_to else (_COMPLETE if _COMPLETE in may.can else _RAISE)
    return (_acted(command.seat, word, to - bets, to, to == bets + stack),)


def _why_no_wager(hand: Hand, may: Options, position: Position) -> IllegalAction:
    if may.bound:
        return _word_refused(hand, may, "R8", "")
    rule, why = why_no_wager(hand.start, hand.seats, _round(hand), position, hand.seats.able) or (
        "R4.6",
        "no wager is possible",
    )
    return IllegalAction(rule, why)


def _wrong_size(hand: Hand, targets: tuple[int, ...], to: int) -> IllegalAction:
    stakes = hand.start.stakes
    betting = _round(hand)
    if stakes.limit is not _FIXED:
        rule = "R3.6" if to < targets[0] else "R2.2"
        return IllegalAction(rule, f"{to} is not possible; from {targets[0]} to {targets[-1]} is")
    allowed = " or ".join(str(each) for each in targets)
    if betting.street == 4 and to - betting.full == stakes.big_bet:
        return IllegalAction("R4.3", f"a double bet is not open to this seat; {allowed} is possible")
    if to < targets[0]:
        return IllegalAction("R4.6", f"less than a full bet is possible only all in; {allowed} is possible, not {to}")
    return IllegalAction("R2.2", f"the bet is fixed; {allowed} is possible, not {to}")


def _round(hand: Hand) -> Round:
    if hand.betting is None:
        raise IllegalAction("R4.2", "nobody can act now")
    return hand.betting


def _bet(hand: Hand, seat: int) -> int:
    betting = hand.betting
    return 0 if betting is None else betting.bets[hand.start.seats.index(seat)]


def _turn(hand: Hand, seat: int) -> Options:
    """What the seat may do, if it is its turn. Raises IllegalAction."""
    due = hand.due
    if type(due) is ActDue:
        if due.seat != seat:
            instead = _opens_instead(hand, seat)
            if instead is not None:
                return instead
            raise IllegalAction("R8", f"seat {due.seat} acts before seat {seat}; this is out of turn (WL 132)")
        return due.options
    if type(due) is BringInDue:
        if due.seat != seat:
            instead = _opens_instead(hand, seat)
            if instead is not None:
                return instead
            raise IllegalAction("R3.2", f"seat {due.seat} brings it in, not seat {seat}")
        return due.options
    check_seat(hand, seat)
    raise not_now(hand, "R4.2", "there is no betting now")


def _opens_instead(hand: Hand, seat: int) -> Options | None:
    """What a seat may do that opens because a card that decides it is unknown. Raises IllegalAction."""
    check_seat(hand, seat)
    position = hand.position(seat)
    betting = opened_by(hand, position)
    return None if betting is None else options(hand.start, hand.seats, betting, position, hand.seats.able)


def _word_refused(hand: Hand, may: Options, rule: str, why: str) -> IllegalAction:
    if may.bound:
        return IllegalAction("R8", f"an action out of turn binds this seat: {may.can[0].value} (WL 132)")
    return IllegalAction(rule, why)


def _time_out(hand: Hand, command: TimeOut) -> tuple[Event, ...]:
    may = _turn(hand, command.seat)
    position = hand.position(command.seat)
    bet, stack = _round(hand).bets[position], hand.seats.stacks[position]
    policy = hand.start.house.clock.time_out
    if policy is TimeOutPolicy.ALL_IN and may.bring_in and stack <= hand.start.stakes.bring_in:
        return (Acted(command.seat, _BRING_IN, stack, stack, all_in=True, cause=Cause.TIME_OUT),)
    match policy:
        case TimeOutPolicy.CALL_FLOOR:
            return (TimeWasUp(command.seat),)
        case TimeOutPolicy.ALL_IN if may.to_call < stack:
            faces = _round(hand).current > 0
            word = _RAISE if faces else _BET
            return (Acted(command.seat, word, stack, bet + stack, all_in=True, cause=Cause.TIME_OUT),)
        case TimeOutPolicy.ALL_IN_PROTECTION if not may.bring_in:
            return (Protected(command.seat, Cause.TIME_OUT),)
        case TimeOutPolicy.ALL_IN:
            return (Acted(command.seat, _CALL, stack, bet + stack, all_in=True, cause=Cause.TIME_OUT),)
        case _:
            return (_least_action(command.seat, may, bet, stack),)


def _least_action(seat: int, may: Options, bet: int, stack: int) -> Event:
    """What is done for a player who does nothing: the forced bet, a check, or a fold (WL 106)."""
    if _BRING_IN in may.can and _FOLD not in may.can:
        return Acted(seat, _BRING_IN, may.bring_in, may.bring_in, stack == may.bring_in, Cause.TIME_OUT)
    word = _CHECK if _CHECK in may.can else _FOLD
    return Acted(seat, word, 0, bet, cause=Cause.TIME_OUT)


def _mark_absent(hand: Hand, command: MarkAbsent) -> tuple[Event, ...]:
    check_seat(hand, command.seat)
    if hand.stage is Stage.OVER:
        raise not_now(hand, "R4.8", "")
    if hand.position(command.seat) in hand.seats.absent:
        raise IllegalAction("R4.8", f"seat {command.seat} is absent already")
    return (MarkedAbsent(command.seat),)


def _mark_present(hand: Hand, command: MarkPresent) -> tuple[Event, ...]:
    check_seat(hand, command.seat)
    if hand.position(command.seat) not in hand.seats.absent:
        raise IllegalAction("R4.8", f"seat {command.seat} is not absent")
    return (MarkedPresent(command.seat),)


def _out_of_turn(hand: Hand, command: OutOfTurn) -> tuple[Event, ...]:
    check_seat(hand, command.seat)
    betting = hand.betting
    if betting is None or type(hand.due) not in (ActDue, BringInDue):
        raise not_now(hand, "R8", "there is no betting now")
    position = hand.position(command.seat)
    if position not in betting.queue[1:]:
        raise IllegalAction("R8", f"seat {command.seat} is not waiting for its turn")
    if (command.to is None) == (command.word in (_BET, _RAISE, _COMPLETE)):
        raise IllegalAction("R8", "a wager needs its amount, and nothing else does")
    return (ActedOutOfTurn(command.seat, command.word, command.to),)


DECIDERS: dict[type, Callable[..., tuple[Event, ...]]] = {
    Fold: _fold,
    Check: _check,
    Call: _call,
    BringIn: _bring_in,
    Wager: _wager,
    TimeOut: _time_out,
    MarkAbsent: _mark_absent,
    MarkPresent: _mark_present,
    OutOfTurn: _out_of_turn,
}
