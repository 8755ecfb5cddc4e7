"""What a hand is after an event; the same events always give the same hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dealer.cards import Card
from dealer.game import rulings
from dealer.game.betting import after_bring_in, after_passing, after_wager, put_in
from dealer.game.commands import Word
from dealer.game.dealing import burn, card_steps, place, place_community, place_round, scramble, third_street, with_seen
from dealer.game.due import CardDue, CommunityDue, Over, ScrambleDue
from dealer.game.events import (
    Acted,
    ActedOutOfTurn,
    AntesPosted,
    BetReturned,
    Burned,
    CardDealt,
    Cause,
    HandEnded,
    MarkedAbsent,
    MarkedPresent,
    Mucked,
    MuckedAsked,
    PotAwarded,
    PotsMade,
    Protected,
    RoundDealt,
    Scrambled,
    Shown,
    TimeWasUp,
)
from dealer.game.flow import after_betting, after_dealing, close_round, next_to_show, opened_by, with_cards
from dealer.game.quick import changer
from dealer.game.state import Cards, Hand, Intent, Opening, Rare, Round, Seats, Showdown, Stage, reseated
from dealer.house.rules import FoldWithoutBet

# Looking a member up in its enum costs fifteen times as much as a name of the module.
_FOLD = Word.FOLD
_paid = changer(Seats, "stacks", "paid", "able", "lingering")
_left = changer(Seats, "live", "able", "lingering")
_given = changer(Seats, "stacks")
_chips_moved = changer(Hand, "seats", "betting")
_bets_changed = changer(Round, "bets")
_hand_shown = changer(Showdown, "queue", "shown")
_hand_mucked = changer(Showdown, "queue", "mucked")
_pots_known = changer(Hand, "pots", "raked")
_awarded = changer(Hand, "seats", "won")
_ended = changer(Hand, "stage", "plan", "outcome", "due")
_with_antes = changer(Hand, "stage", "street", "seats", "plan", "due")
_CHECK = Word.CHECK
_CALL = Word.CALL
_BRING_IN = Word.BRING_IN
_FORCED = Opening.FORCED
_DEALING = Stage.DEALING
_OVER = Stage.OVER
_ABSENT = Cause.ABSENT
_TIME_OUT = Cause.TIME_OUT
_FOLD_WITHOUT_BET_KEEP_DEALING = FoldWithoutBet.KEEP_DEALING


class WrongEvent(ValueError):
    """An event does not fit the hand it is applied to: the record is damaged or out of order."""


def _antes_posted(hand: Hand, event: AntesPosted) -> Hand:
    stacks = tuple([stack - put for stack, put in zip(hand.seats.stacks, event.amounts, strict=True)])
    seats = hand.seats
    able = seats.able if 0 not in stacks else tuple([each for each in seats.able if stacks[each]])
    seats = _paid(seats, stacks, event.amounts, able, seats.lingering)
    plan = third_street(hand.start.seats)
    return _with_antes(hand, _DEALING, 3, seats, plan, plan[0])


def _burned(hand: Hand, event: Burned) -> Hand:
    return _dealt(hand, burn(hand.cards, event.card))


def _scrambled(hand: Hand, event: Scrambled) -> Hand:
    step = hand.due
    if not isinstance(step, ScrambleDue):
        raise WrongEvent("no cards were to be shuffled")
    return _dealt(hand, scramble(hand.cards, step))


def _card_dealt(hand: Hand, event: CardDealt) -> Hand:
    step = hand.due
    if isinstance(step, CardDue) and step.seat == event.seat:
        return _dealt(hand, place(hand.cards, hand.start.seats.index(step.seat), step, event.card))
    if isinstance(step, CommunityDue) and event.seat is None:
        card = event.card if isinstance(event.card, Card) else None
        return _dealt(hand, place_community(hand.cards, step, card))
    raise WrongEvent("this card was not due")


def _dealt(hand: Hand, cards: Cards) -> Hand:
    plan = hand.plan[1:]
    if plan:
        return with_cards(hand, cards, plan, plan[0])
    return after_dealing(with_cards(hand, cards, (), hand.due))


def _round_dealt(hand: Hand, event: RoundDealt) -> Hand:
    dealt, start = event.cards, hand.start
    steps = card_steps(hand.plan[: len(dealt)], start.seats)
    cards = place_round(start, hand.cards, steps, dealt)
    return after_dealing(with_cards(hand, cards, hand.plan[len(dealt) :], hand.due))


def _acted(hand: Hand, event: Acted) -> Hand:
    betting, seats, start = hand.betting, hand.seats, hand.start
    if betting is None:
        raise WrongEvent("there was no betting")
    position = start.seats.index(event.seat)
    put, word = event.put, event.word
    forced = betting.opening is _FORCED
    if betting.queue[0] != position:
        betting = opened_by(hand, position) or betting
    if put:
        seats = _paying(seats, position, put, () if word is not _CALL else seats.lingering)
    if word is _CHECK or word is _CALL:
        betting = after_passing(betting, position, put)
    elif word is _FOLD:
        unbet = betting.current <= betting.bets[position] and event.cause is not _ABSENT
        seats = _without(hand, seats, position, unbet)
        betting = after_passing(betting, position, 0)
    elif word is _BRING_IN:
        betting = after_bring_in(start, seats, betting, position, put)
    else:
        timed_out = event.cause is _TIME_OUT
        betting = after_wager(start, seats, betting, position, event.to, all_in=event.all_in, timed_out=timed_out)
    if forced:  # the bring-in, or a full bet instead of it; the misdeal window begins after it (WL 105)
        return after_betting(hand, seats, betting, _rare(hand), 0, 0)
    rare = _rare(hand, position) if hand.rare.intents else hand.rare
    return after_betting(hand, seats, betting, rare, hand.actions + 1, hand.chip_actions + (put > 0))


def _rare(hand: Hand, position: int = -1) -> Rare:
    """Drop the actions out of turn of a seat that has acted now."""
    rare = hand.rare
    if not rare.intents:
        return rare
    return replace(rare, intents=tuple([each for each in rare.intents if each.position != position]))


def _paying(seats: Seats, position: int, put: int, lingering: tuple[int, ...]) -> Seats:
    """Chips went from a seat into the middle."""
    stacks, paid, able = put_in(seats.stacks, position, -put), put_in(seats.paid, position, put), seats.able
    return _paid(seats, stacks, paid, able if stacks[position] else _left_by(able, position), lingering)


def _left_by(positions: tuple[int, ...], position: int) -> tuple[int, ...]:
    """The others, where one of them may be gone already."""
    if position not in positions:
        return positions
    place = positions.index(position)
    return positions[:place] + positions[place + 1 :]


def _without(hand: Hand, seats: Seats, position: int, unbet: bool) -> Seats:
    """A seat folded. With no bet to face it may still be dealt to, so that the cards of others stay (R4.7)."""
    lingers = unbet and hand.start.house.action.fold_without_bet is _FOLD_WITHOUT_BET_KEEP_DEALING
    live = _left_by(seats.live, position)
    able = live if seats.able is seats.live else _left_by(seats.able, position)
    return _left(seats, live, able, (*seats.lingering, position) if lingers else seats.lingering)


def _bet_returned(hand: Hand, event: BetReturned) -> Hand:
    betting, seats = hand.betting, hand.seats
    position = hand.start.seats.index(event.seat)
    stacks, paid = put_in(seats.stacks, position, event.amount), put_in(seats.paid, position, -event.amount)
    if position in seats.able:
        returned = _paid(seats, stacks, paid, seats.able, seats.lingering)
    else:
        returned = reseated(seats, stacks=stacks, paid=paid)
    if betting is not None:  # else it is a part of the ante
        betting = _bets_changed(betting, put_in(betting.bets, position, -event.amount))
    return close_round(_chips_moved(hand, returned, betting))


def _time_was_up(hand: Hand, event: TimeWasUp) -> Hand:
    return hand


def _protected(hand: Hand, event: Protected) -> Hand:
    betting = hand.betting
    if betting is None:
        raise WrongEvent("there was no betting")
    position = hand.start.seats.index(event.seat)
    seats = reseated(hand.seats, protected=(*hand.seats.protected, position))
    passed = after_passing(betting, position, 0)
    return after_betting(hand, seats, passed, hand.rare, hand.actions + 1, hand.chip_actions)


def _marked_absent(hand: Hand, event: MarkedAbsent) -> Hand:
    position = hand.start.seats.index(event.seat)
    return replace(hand, seats=replace(hand.seats, absent=(*hand.seats.absent, position)))


def _marked_present(hand: Hand, event: MarkedPresent) -> Hand:
    position = hand.start.seats.index(event.seat)
    absent = tuple([each for each in hand.seats.absent if each != position])
    return replace(hand, seats=replace(hand.seats, absent=absent))


def _acted_out_of_turn(hand: Hand, event: ActedOutOfTurn) -> Hand:
    if hand.betting is None:
        raise WrongEvent("there was no betting")
    intent = Intent(hand.start.seats.index(event.seat), event.word, event.to, hand.betting.current)
    return replace(hand, rare=replace(hand.rare, intents=(*hand.rare.intents, intent)))


def _shown(hand: Hand, event: Shown) -> Hand:
    position, showdown, cards = hand.start.seats.index(event.seat), hand.showdown, hand.cards
    seen = cards.seen
    for card in event.cards:
        if card is not None:
            seen |= 1 << card.index
    cards = with_seen(cards, seen)
    if showdown is None:
        return replace(hand, cards=cards)
    shown = (*showdown.shown[:position], event.cards, *showdown.shown[position + 1 :])
    return next_to_show(hand, cards, _hand_shown(showdown, showdown.queue[1:], shown))


def _mucked(hand: Hand, event: Mucked) -> Hand:
    showdown = hand.showdown
    if showdown is None:
        raise WrongEvent("there was no showdown")
    position = hand.start.seats.index(event.seat)
    mucked = (*showdown.mucked, position)
    return next_to_show(hand, hand.cards, _hand_mucked(showdown, showdown.queue[1:], mucked))


def _pots_made(hand: Hand, event: PotsMade) -> Hand:
    return _pots_known(hand, event.pots, event.rake)


def _pot_awarded(hand: Hand, event: PotAwarded) -> Hand:
    position = hand.start.seats.index(event.seat)
    seats = _given(hand.seats, put_in(hand.seats.stacks, position, event.amount))
    return _awarded(hand, seats, put_in(hand.won, position, event.amount))


def _hand_ended(hand: Hand, event: HandEnded) -> Hand:
    return _ended(hand, _OVER, (), event.outcome, Over(event.outcome))


def _mucked_asked(hand: Hand, event: MuckedAsked) -> Hand:
    asked = (*hand.rare.asked, (hand.position(event.seat), hand.position(event.asker)))
    return replace(hand, rare=replace(hand.rare, asked=asked))


APPLIERS: dict[type, Callable[..., Hand]] = {
    AntesPosted: _antes_posted,
    Burned: _burned,
    Scrambled: _scrambled,
    CardDealt: _card_dealt,
    RoundDealt: _round_dealt,
    Acted: _acted,
    BetReturned: _bet_returned,
    TimeWasUp: _time_was_up,
    Protected: _protected,
    MarkedAbsent: _marked_absent,
    MarkedPresent: _marked_present,
    ActedOutOfTurn: _acted_out_of_turn,
    Shown: _shown,
    Mucked: _mucked,
    PotsMade: _pots_made,
    PotAwarded: _pot_awarded,
    HandEnded: _hand_ended,
    MuckedAsked: _mucked_asked,
    **rulings.APPLIERS,
}
