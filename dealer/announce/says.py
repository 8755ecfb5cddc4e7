"""Derives what is announced from one step of a hand: the hand before, the event, the hand after. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.announce.records import (
    Act,
    Announcement,
    Award,
    BringIn,
    CalledOff,
    Deal,
    HandsTabled,
    Irregularity,
    OpenPairs,
    PotIs,
    Return,
    ShortDeck,
    Show,
    Wagered,
)
from dealer.cards import Card
from dealer.game.commands import Word
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, CommunityDue, Held, PlanStep, ShowDue
from dealer.game.events import (
    Acted,
    BetReturned,
    ChipsTakenBack,
    Event,
    Half,
    IrregularityReported,
    PotAwarded,
    PotsMade,
    Ruled,
)
from dealer.game.pots import Side
from dealer.game.ranking import HandClass, HandName, name_showing, name_showing_low
from dealer.game.short_deck import Procedure
from dealer.game.showdown import contenders, is_tabled, pots_of
from dealer.game.state import Hand
from dealer.house.rules import End
from dealer.house.stakes import Limit

_WAGERS = (Word.BRING_IN, Word.BET, Word.COMPLETE, Word.RAISE)


def says(before: Hand | None, event: Event, after: Hand) -> tuple[Announcement, ...]:
    """Return what is announced after an event, in order: what happened, then what is due.

    before: None when the hand has just begun.
    """
    return (*_happened(event, after), *_due(before, event, after))


def what_is_due(hand: Hand) -> tuple[Announcement, ...]:
    """Return what is announced of a hand as it stands, to say again what comes next."""
    return tuple(_plan(hand)) if hand.plan and not isinstance(hand.due, Held) else tuple(_turn(hand))


def _happened(event: Event, after: Hand) -> Iterator[Announcement]:
    match event:
        case Acted(seat, word, _, to, all_in) if word in _WAGERS:
            yield Wagered(seat, word, to, all_in)
        case BetReturned(seat, amount):
            yield Return(seat, amount)
        case PotsMade(pots, rake):
            yield PotIs(pots, rake)
        case PotAwarded(pot, seat, amount, side, hand):
            game = after.start.game
            low = side is Half.LOW or not game.has_high
            half = side is not Half.WHOLE and game.has_high and _low_wins(after, pot)
            yield Award(pot, max(len(after.pots), pot + 1), seat, amount, Side.LOW if low else Side.HIGH, half, hand)
        case IrregularityReported(kind, rule, seat, _, _, choices):
            yield Irregularity(kind, rule, seat, choices)
        case ChipsTakenBack(outcome, reason, rule):
            yield CalledOff(outcome, reason, rule)
        case _:
            return


def _due(before: Hand | None, event: Event, after: Hand) -> Iterator[Announcement]:
    due = after.due
    if isinstance(due, Held):
        # What a person reported has been told by its own event; what the deal itself ran into has not.
        if not isinstance(event, IrregularityReported) and (before is None or before.due != due):
            yield from _turn(after)
    elif after.plan:
        is_new = before is None or not before.plan or before.street != after.street
        goes_on = before is not None and (isinstance(before.due, Held) or isinstance(event, Ruled))
        if is_tabled(after) and not (before is not None and is_tabled(before)):
            yield HandsTabled()
        if is_new or goes_on:
            yield from _plan(after)
    elif before is None or before.due != after.due:
        yield from _turn(after)


def _low_wins(hand: Hand, pot: int) -> bool:
    """Whether a pot is divided between high and low: somebody in it has shown a low (R7.6)."""
    pots = pots_of(hand)
    seats = pots[pot].seats if pot < len(pots) else ()
    return any(
        hands.low is not None and hand.start.seats[position] in seats for position, hands in contenders(hand).items()
    )


def _plan(hand: Hand) -> Iterator[Announcement]:
    """The cards that are due, with the procedure before them when the deck is short (R5)."""
    last = hand.last_card
    if hand.street == 7 and last is not None and last.procedure is not Procedure.NORMAL:
        yield ShortDeck(7, last.stub, last.burns, last.seats, last.procedure, last.source, last.burn)
    deal = _deal(hand.street, hand.plan)
    if deal is not None:
        yield deal


def _deal(street: int, plan: tuple[PlanStep, ...]) -> Deal | None:
    burn = any(isinstance(step, BurnDue) for step in plan)
    if any(isinstance(step, CommunityDue) for step in plan):
        return Deal(street, burn, (True,), ())
    cards = [step for step in plan if isinstance(step, CardDue)]
    if not cards:
        return None
    seats = tuple(dict.fromkeys(step.seat for step in cards))
    faces = tuple(step.up for step in cards if step.seat == cards[-1].seat)
    return Deal(street, burn, faces, seats)


def _turn(hand: Hand) -> Iterator[Announcement]:
    match hand.due:
        case BringInDue(seat, card, options):
            rule = hand.start.house.bring_in.door_rule(hand.start.game, hand.start.limit)
            instead = options.bet_to + options.raise_to
            yield BringIn(seat, card, rule.by, options.bring_in, _full_bet(hand, instead, options.bring_in))
        case ActDue(seat, street, options):
            opens = _opens(hand, seat)
            if opens is not None:
                yield from _other_pairs(hand, seat)
            yield Act(
                street=street,
                seat=seat,
                showing=showing(hand, seat),
                to_call=options.to_call,
                can=options.can,
                bet_to=options.bet_to,
                raise_to=options.raise_to,
                raises_left=options.raises_left,
                opens=opens,
                bring_in=options.bring_in,
                ranged=hand.start.limit is not Limit.FIXED,
            )
        case ShowDue(seat, must):
            yield Show(seat, must)
        case Held(kind, rule, choices, held_seat):
            yield Irregularity(kind, rule, held_seat, choices)
        case _:
            return


def showing(hand: Hand, seat: int) -> HandName | None:
    """What the up cards of a seat show, None if one of them is not known (R4.2)."""
    cards = [*hand.up(seat), *(hand.cards.community if hand.start.house.deal.community_opens else ())]
    known = [card for card in cards if isinstance(card, Card)]
    if not known or len(known) != len(cards):
        return None
    return name_showing_low(known) if hand.start.house.opens_low(hand.start.game) else name_showing(known)


def _full_bet(hand: Hand, instead: tuple[int, ...], bring_in: int) -> int:
    stakes = hand.start.stakes
    if stakes.limit is Limit.FIXED:
        return stakes.small_bet
    return max(instead, default=bring_in)


def _opens(hand: Hand, seat: int) -> End | None:
    """Why the seat has the first option of a round, None if it has not (R4.2)."""
    betting = hand.betting
    if betting is None or hand.street < 4 or any(mark >= 0 for mark in betting.acted):
        return None
    if betting.first != hand.position(seat):
        return None
    return End.LOWEST if hand.start.house.opens_low(hand.start.game) else End.HIGHEST


def _other_pairs(hand: Hand, opener: int) -> Iterator[Announcement]:
    """Pairs and better that lie open elsewhere, told once before the first action of a street."""
    pairs: list[tuple[int, HandName]] = []
    for position in hand.seats.live:
        seat = hand.start.seats[position]
        shows = showing(hand, seat) if seat != opener and hand.street < 7 else None
        if shows is not None and shows.kind not in (HandClass.HIGH_CARD, HandClass.LOW):
            pairs.append((seat, shows))
    if pairs:
        yield OpenPairs(hand.street, tuple(pairs))
