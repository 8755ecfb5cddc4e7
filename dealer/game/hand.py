"""One hand: which commands the rules allow (`decide`), and what the hand is after each event (`apply`)."""

from __future__ import annotations

from dealer.game import acting, deciding, rulings
from dealer.game.applying import APPLIERS
from dealer.game.commands import Command, Word
from dealer.game.due import ActDue, AntesDue, ReturnDue
from dealer.game.errors import IllegalAction
from dealer.game.events import Acted, BetReturned, Cause, Event, HandStarted
from dealer.game.rake import is_valid
from dealer.game.state import NOTHING_RARE, Cards, Hand, Seats, Stage

MOST_SEATS, LEAST_SEATS = 8, 2
_ANTES = AntesDue()
_DECIDERS = {**acting.DECIDERS, **deciding.DECIDERS, **rulings.DECIDERS}


def begin(start: HandStarted) -> Hand:
    """Return the hand before its antes. Raises IllegalAction if it cannot be dealt (R1, R2)."""
    _check_start(start)
    count = len(start.seats)
    nothing: tuple[tuple[()], ...] = ((),) * count
    nobody_paid, everybody = (0,) * count, tuple(range(count))
    absent = tuple([start.seats.index(seat) for seat in start.absent])
    return Hand(
        start=start,
        stage=Stage.ANTES,
        street=0,
        seats=Seats(start.stacks, nobody_paid, everybody, everybody, absent=absent),
        cards=Cards(nothing, nothing, (), (), 0, 0),
        betting=None,
        plan=(),
        actions=0,
        chip_actions=0,
        last_card=None,
        showdown=None,
        pots=(),
        won=nobody_paid,
        raked=0,
        rare=NOTHING_RARE,
        outcome=None,
        due=_ANTES,
    )


def _check_start(start: HandStarted) -> None:
    seats = start.seats
    if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
        raise IllegalAction("R1.1", f"{len(seats)} seats cannot be dealt in; a hand takes 2 to 8")
    if len(set(seats)) != len(seats) or min(seats) < 1:
        raise IllegalAction("R1.1", "the seat numbers must be different and count from 1")
    if len(start.stacks) != len(seats):
        raise IllegalAction("R1.2", f"{len(seats)} seats need as many stacks, not {len(start.stacks)}")
    if min(start.stacks) < 1:
        raise IllegalAction("R1.2", "a seat without chips cannot be dealt in")
    if not set(start.absent) <= set(seats):
        raise IllegalAction("R4.8", "only a seat of this hand can be absent")
    if start.game not in start.house.table.games:
        raise IllegalAction("R2.1", f"this house does not deal {start.game.value}")
    if start.stakes.limit not in start.house.table.limits:
        raise IllegalAction("R2.2", f"this house does not deal {start.stakes.limit.value} limit")
    if not is_valid(start.rake):
        raise IllegalAction("R1.7", "the figures of the rake cannot be meant")


def decide(hand: Hand, command: Command) -> tuple[Event, ...]:
    """Return what a command causes, or raise IllegalAction with the rule that forbids it; the hand stays as it is."""
    return play(hand, command)[1]


def play(hand: Hand, command: Command) -> tuple[Hand, tuple[Event, ...]]:
    """Decide and apply in one go: the hand afterwards, and the events that lead to it. Raises IllegalAction."""
    decider = _DECIDERS.get(type(command))
    if decider is None:
        raise IllegalAction("R8", "a hand does not understand this entry")
    events = decider(hand, command)
    for event in events:
        hand = APPLIERS[type(event)](hand, event)
    if type(hand.due) is ReturnDue or hand.seats.absent:
        following = _following(hand)
        while following is not None:
            events = (*events, following)
            hand = apply(hand, following)
            following = _following(hand)
    return hand, events


def _following(hand: Hand) -> Event | None:
    """What happens by itself: uncalled chips go back, the hand of an absent player is killed (R7.1, R4.8)."""
    coming = hand.due
    if type(coming) is ReturnDue:
        return BetReturned(coming.seat, coming.amount)
    if hand.seats.absent and type(coming) is ActDue and hand.position(coming.seat) in hand.seats.absent:
        return Acted(coming.seat, Word.FOLD, 0, hand.bet(coming.seat), cause=Cause.ABSENT)
    return None


def apply(hand: Hand, event: Event) -> Hand:
    """Return the hand after an event that `decide` made; the same events always give the same hand."""
    return APPLIERS[type(event)](hand, event)
