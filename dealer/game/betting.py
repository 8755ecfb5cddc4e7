"""What a seat may do with its chips, and what a round of betting is after it did (R3.4 to R3.7, R4.3 to R4.6)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache

from dealer.game.commands import Word
from dealer.game.due import ActDue, Options
from dealer.game.events import HandStarted
from dealer.game.quick import changer
from dealer.game.state import Offer, Opening, Position, Round, Seats
from dealer.house.rules import HeadsUpUncapped, OpenPair, ShortRaise
from dealer.house.stakes import Limit

# Looking a member up in its enum costs fifteen times as much as a name of the module.
_FIXED = Limit.FIXED
_SPREAD = Limit.SPREAD
_POT = Limit.POT
_NO_LIMIT = Limit.NO_LIMIT
_DONE = Opening.DONE
_FREE = Opening.FREE
_SHORT_RAISE_HALF = ShortRaise.HALF
_UNCAPPED_HEADS_UP = HeadsUpUncapped.ROUND
_UNCAPPED_LAST_TWO = HeadsUpUncapped.LAST_TWO
_passed = changer(Round, "bets", "acted", "queue")
_wagered = changer(
    Round,
    "bets",
    "current",
    "full",
    "step",
    "raises",
    "wagers",
    "acted",
    "queue",
    "last",
    "opening",
    "big",
    "frozen",
    "offer",
)
_brought_in = changer(Round, "bets", "current", "full", "step", "wagers", "acted", "queue", "last", "opening", "offer")
_opened = changer(Round, "street", "first", "step", "cap", "queue", "opening", "holders", "offer")
_FOLD_CHECK = (Word.FOLD, Word.CHECK)
_FOLD_CHECK_BET = (Word.FOLD, Word.CHECK, Word.BET)
_FOLD_CALL = (Word.FOLD, Word.CALL)
_FOLD_CALL_RAISE = (Word.FOLD, Word.CALL, Word.RAISE)
_FOLD_CALL_COMPLETE = (Word.FOLD, Word.CALL, Word.COMPLETE)


def open_round(
    start: HandStarted, street: int, seats: Seats, first: Position, opening: Opening, holders: tuple[Position, ...]
) -> Round:
    """Begin a round of betting; `first` has the first option (R3.2, R4.2)."""
    able, count = seats.able, len(start.seats)
    cap = _cap(start, len(able))
    units = _same_units(start, street, holders, 0, big=False) if opening is _DONE else ()
    offer = _offer(street, 0, 0, cap, units)
    queue = clockwise(able, first)
    return _opened(_untouched(count), street, first, _least_bet(start), cap, queue, opening, holders, offer)


@cache
def _untouched(seats: int) -> Round:
    """A round in which nothing has been put in, for so many seats."""
    return Round(
        street=0,
        first=0,
        bets=(0,) * seats,
        current=0,
        full=0,
        step=0,
        cap=None,
        raises=0,
        wagers=0,
        acted=(-1,) * seats,
        queue=(),
        last=None,
        opening=_DONE,
        holders=(),
        big=False,
        frozen=False,
        offer=None,
    )


def clockwise(positions: tuple[Position, ...], first: Position) -> tuple[Position, ...]:
    """Order positions clockwise, from `first` on. positions: from the dealer's left."""
    place = bisect_left(positions, first)
    return positions[place:] + positions[:place]


_PASSIVE, _BETS, _RAISES, _COMPLETES = range(4)
_WORDS = {
    (_PASSIVE, False): _FOLD_CHECK,
    (_PASSIVE, True): _FOLD_CALL,
    (_BETS, False): _FOLD_CHECK_BET,
    (_RAISES, True): _FOLD_CALL_RAISE,
    (_COMPLETES, True): _FOLD_CALL_COMPLETE,
}


@lru_cache(maxsize=4096)
def _offer(street: int, current: int, full: int, left: int | None, units: tuple[int, ...]) -> Offer | None:
    """The full wager that everybody is offered, where there is one. left: raises.  units: see `_same_units`."""
    if not units or (current and left is not None and left <= 0):
        return None
    targets = tuple([full + unit for unit in units])
    return Offer(street, targets, current > full, left) if targets[0] > current else None


@lru_cache(maxsize=16384)
def _offered(seat: int, to_call: int, offer: Offer) -> ActDue:
    """The turn of a seat that can take the offer; few figures make up all turns, so each is made once."""
    if to_call <= 0:
        return _act(seat, offer.street, _BETS, 0, offer.targets, offer.raises_left)
    kind = _COMPLETES if offer.completes else _RAISES
    return _act(seat, offer.street, kind, to_call, offer.targets, offer.raises_left)


@lru_cache(maxsize=16384)
def _act(seat: int, street: int, kind: int, to_call: int, targets: tuple[int, ...], left: int | None) -> ActDue:
    """Few figures make up all turns; to ask for one that was made before is cheaper than to make it."""
    bets, raises = (targets, ()) if kind == _BETS else ((), targets)
    return ActDue(seat, street, Options(_WORDS[kind, to_call > 0], to_call, bets, raises, left))


def options(
    start: HandStarted, seats: Seats, betting: Round, position: Position, able: tuple[Position, ...]
) -> Options:
    """Say what a seat whose turn it is may do, in words and chips. able: who can still put chips in."""
    if betting.opening is not _DONE:
        return _opening_options(start, seats, betting, position, able)
    return act_due(start, seats, betting, position, able).options


def act_due(start: HandStarted, seats: Seats, betting: Round, position: Position, able: tuple[Position, ...]) -> ActDue:
    """The turn of a seat, once the bring-in is posted."""
    mine = betting.bets[position]
    current = betting.current
    offer = betting.offer
    if (
        offer is not None
        and mine + seats.stacks[position] >= offer.targets[-1]
        and betting.acted[position] < betting.wagers
        and len(able) > 1
    ):  # by far the most turns
        return _offered(start.seats[position], current - mine, offer)
    allowed = why_no_wager(start, seats, betting, position, able) is None
    targets = wager_targets(start, seats, betting, position) if allowed else ()
    left = None if betting.cap is None else betting.cap - betting.raises
    seat, street = start.seats[position], betting.street
    if current <= mine:
        return _act(seat, street, _BETS if targets else _PASSIVE, 0, targets, left)
    to_call = min(current - mine, seats.stacks[position])
    if not targets:
        return _act(seat, street, _PASSIVE, to_call, targets, left)
    completes = current > betting.full and start.stakes.limit is _FIXED
    return _act(seat, street, _COMPLETES if completes else _RAISES, to_call, targets, left)


def _opening_options(
    start: HandStarted, seats: Seats, betting: Round, position: Position, able: tuple[Position, ...]
) -> Options:
    """The forced bet, or the full bet instead of it (R3.4); with a fold where the low card is all in (R3.7)."""
    left = None if betting.cap is None else betting.cap - betting.raises
    bring_in = min(start.stakes.bring_in, seats.stacks[position])
    words = (Word.FOLD, Word.BRING_IN) if betting.opening is _FREE else (Word.BRING_IN,)
    targets = wager_targets(start, seats, betting, position) if _others(able, position) else ()
    if not targets:
        return Options(words, 0, (), (), left, bring_in)
    if start.stakes.limit is _FIXED:
        return Options((*words, Word.COMPLETE), 0, (), targets, left, bring_in)
    return Options((*words, Word.BET), 0, targets, (), left, bring_in)


def why_no_wager(
    start: HandStarted, seats: Seats, betting: Round, position: Position, able: tuple[Position, ...]
) -> tuple[str, str] | None:
    """Say by which rule, and why, a seat may not bet or raise; None if it may."""
    mine = betting.bets[position]
    current = betting.current
    if mine + seats.stacks[position] <= current:
        return "R4.6", "there are not chips enough for more than a call"
    if betting.frozen:
        return "R6.2", "chips that went in on a time-out cannot be raised"
    if not _others(able, position):
        return "R7.1", "nobody is left who could call"
    if current == 0:
        return None
    if betting.acted[position] >= betting.wagers and not _adds_up(start, betting, current - mine):
        return "R4.6", "the wager since the last action of this seat was too short to open the betting again"
    capped = betting.cap is not None and betting.raises >= betting.cap
    if capped and not (start.stakes.limit is _FIXED and betting.full == 0):
        return "R4.4", f"the {betting.cap} raises of this round are made"
    return None


def wager_targets(start: HandStarted, seats: Seats, betting: Round, position: Position) -> tuple[int, ...]:
    """Return the totals a seat may bet, complete or raise to; fixed limit: each, other limits: least and greatest."""
    all_in = betting.bets[position] + seats.stacks[position]
    stakes = start.stakes
    above = betting.current if betting.opening is _DONE else stakes.bring_in
    if all_in <= above:
        return ()
    if stakes.limit is _FIXED:
        if not betting.holders:
            to = betting.full + (stakes.small_bet if betting.street <= 4 else stakes.big_bet)
            return (to if to < all_in else all_in,) if to > above else ()
        found: list[int] = []
        for unit in _units(start, betting, position):
            to = min(betting.full + unit, all_in)
            if to > above and to not in found:
                found.append(to)
        return tuple(found)
    least, greatest = _range(start, seats, betting, position)
    greatest = min(greatest, all_in)
    return (min(least, all_in), greatest) if greatest > above else ()


def _units(start: HandStarted, betting: Round, position: Position) -> tuple[int, ...]:
    """The sizes of a fixed-limit wager: the street's, and the double one where an open pair allows it (R4.3)."""
    same = _same_units(start, betting.street, betting.holders, betting.current, big=betting.big)
    if same:
        return same
    small, big = start.stakes.small_bet, start.stakes.big_bet
    holds = position in betting.holders
    if start.house.action.open_pair_in(start.game, start.stakes.limit) is OpenPair.PAIR_HOLDER_THEN_RAISES:
        holds = holds and betting.acted[position] < 0  # a holder who checked is one of the others (R4.3)
    return (small, big) if holds else (small,)


def _same_units(
    start: HandStarted, street: int, holders: tuple[Position, ...], current: int, *, big: bool
) -> tuple[int, ...]:
    """The sizes of a wager where limit and open pair make them the same for every seat, else none (R2.2, R4.3)."""
    stakes = start.stakes
    small_bet, big_bet = stakes.small_bet, stakes.big_bet
    if stakes.limit is not _FIXED:
        return ()
    if not holders or small_bet == big_bet:
        return (small_bet if street <= 4 else big_bet,)
    if big:
        return (big_bet,)
    match start.house.action.open_pair_in(start.game, stakes.limit):
        case OpenPair.ANYONE:
            return (small_bet, big_bet)
        case OpenPair.PAIR_HOLDER_THEN_RAISES if current > 0:
            return (small_bet, big_bet) if start.house.action.open_pair_small_raise else (big_bet,)
        case OpenPair.OFF:
            return (small_bet,)
        case _:
            return ()


def _range(start: HandStarted, seats: Seats, betting: Round, position: Position) -> tuple[int, int]:
    """The least and the greatest total of a spread, pot or no limit wager (R2.2, R3.4, R3.6)."""
    stakes = start.stakes
    opening = betting.opening is not _DONE
    current = betting.current
    least = stakes.bring_in + stakes.chip if opening else current + max(betting.step, _least_bet(start))
    if stakes.limit is _SPREAD and stakes.spread is not None:
        greatest = current + stakes.spread.high
    elif stakes.limit is _POT:
        pot = sum(seats.paid)
        greatest = (current + pot + current - betting.bets[position]) // stakes.chip * stakes.chip
    else:
        greatest = betting.bets[position] + seats.stacks[position]
    return least, greatest if opening else max(greatest, least)


def _least_bet(start: HandStarted) -> int:
    """The least bet where it is a range (R3.6); the small bet in fixed limit, where it is not used."""
    stakes = start.stakes
    if stakes.limit is _SPREAD and stakes.spread is not None:
        return stakes.spread.low
    return stakes.bring_in


def _cap(start: HandStarted, able: int) -> int | None:
    """How many raises the round may have (R4.4)."""
    action = start.house.action
    if action.heads_up_uncapped is _UNCAPPED_HEADS_UP and able <= 2:
        return None
    if action.heads_up_uncapped is _UNCAPPED_LAST_TWO and start.last_two:
        return None
    return action.raise_cap_in(start.stakes.limit)


def _others(able: tuple[Position, ...], position: Position) -> bool:
    return len(able) > 1 or (len(able) == 1 and able[0] != position)


def _adds_up(start: HandStarted, betting: Round, more: int) -> bool:
    """Whether so many chips more count as a raise for somebody who has acted (R4.6, WL 129, 173)."""
    return _is_full(start, more, _unit(start, betting))


def _unit(start: HandStarted, betting: Round) -> int:
    """The size of a full wager, by which a short one is measured."""
    if start.stakes.limit is not _FIXED:
        return max(betting.step, _least_bet(start))
    return start.stakes.big_bet if betting.big else start.stakes.bet_on(betting.street)


def _is_full(start: HandStarted, amount: int, unit: int) -> bool:
    limit = start.stakes.limit
    by_halves = limit in (_FIXED, _SPREAD) and start.house.action.short_raise is _SHORT_RAISE_HALF
    return amount * 2 >= unit if by_halves else amount >= unit


def put_in(bets: tuple[int, ...], position: Position, amount: int) -> tuple[int, ...]:
    """Add chips at one position."""
    row = list(bets)
    row[position] += amount
    return tuple(row)


def _marked(acted: tuple[int, ...], position: Position, wagers: int) -> tuple[int, ...]:
    """Note that a seat has acted on so many full wagers."""
    row = list(acted)
    row[position] = wagers
    return tuple(row)


def after_passing(betting: Round, position: Position, put: int) -> Round:
    """The round after a fold, a check or a call."""
    bets = put_in(betting.bets, position, put) if put else betting.bets
    acted = list(betting.acted)
    acted[position] = betting.wagers
    return _passed(betting, bets, tuple(acted), betting.queue[1:])


def after_bring_in(start: HandStarted, seats: Seats, betting: Round, position: Position, put: int) -> Round:
    """The round after the forced bet; everybody else enters for the whole of it, even if he was short (R3.7)."""
    bring_in = start.stakes.bring_in
    is_full = start.stakes.limit is not _FIXED or bring_in >= start.stakes.small_bet
    full, wagers = (bring_in, 1) if is_full else (0, 0)
    bets = put_in(betting.bets, position, put)
    acted = _marked(betting.acted, position, wagers)
    queue = _to_answer(seats.able, position)
    offer = _offer(3, bring_in, full, betting.cap, _same_units(start, 3, (), bring_in, big=False))
    return _brought_in(betting, bets, bring_in, full, bring_in, wagers, acted, queue, position, _DONE, offer)


def after_wager(
    start: HandStarted, seats: Seats, betting: Round, position: Position, to: int, *, all_in: bool, timed_out: bool
) -> Round:
    """The round after a bet, a completion or a raise to `to`; `seats` are those after the chips went in.

    A short all-in is a full wager if it is half of one (fixed limit) or a whole one (R4.6); what goes in beyond the
    limit on a time-out is no raise at all (R6.2).
    """
    limit = start.stakes.limit
    exceeds = timed_out and limit is not _NO_LIMIT
    counts = reopens = not exceeds
    if all_in and counts:
        unit = _unit(start, betting)
        counts = _is_full(start, to - betting.full, unit)
        # Where no full wager has been made, all have answered less than one; what counts as one opens for them (R3.6).
        reopens = counts and (betting.full == 0 or _is_full(start, to - betting.current, unit))
    full, raises, step, big, wagers = betting.full, betting.raises, betting.step, betting.big, betting.wagers
    if counts:
        if full > 0:
            raises += 1
        elif betting.street == 3 and betting.current > 0:
            raises += start.house.bring_in.completion_counts
        if limit is not _FIXED:
            step = max(step, to - betting.current)
        if betting.holders:
            big = big or to - full >= start.stakes.big_bet
        full = to
    if reopens:
        wagers += 1
    cap, frozen = betting.cap, betting.frozen or exceeds
    units = () if frozen else _same_units(start, betting.street, betting.holders, to, big=big)
    offer = _offer(betting.street, to, full, None if cap is None else cap - raises, units)
    bets = put_in(betting.bets, position, to - betting.bets[position])
    acted = _marked(betting.acted, position, wagers)
    queue = _to_answer(seats.able, position)
    return _wagered(betting, bets, to, full, step, raises, wagers, acted, queue, position, _DONE, big, frozen, offer)


def _to_answer(able: tuple[Position, ...], position: Position) -> tuple[Position, ...]:
    """Who has to answer a wager, clockwise from the seat that made it: everybody with chips, since it is the most."""
    others = clockwise(able, position + 1)
    return others[:-1] if others and others[-1] == position else others


def uncalled(bets: tuple[int, ...]) -> tuple[Position, int] | None:
    """The seat and the part of its bet that nobody matched, once the round is over (R7.1). bets: by position."""
    rest, top = sorted(bets)[-2:]
    return None if top == rest else (bets.index(top), top - rest)
