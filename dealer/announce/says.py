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
    LowCardAllIn,
    OpenerAllIn,
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
from dealer.game.opening import bring_in_position, opener_position
from dealer.game.pots import Contender, Side
from dealer.game.ranking import HandClass, HandName, name_showing, name_showing_low
from dealer.game.short_deck import Procedure
from dealer.game.showdown import contenders, counting_up, is_tabled, pots_of
from dealer.game.state import Hand, Opening
from dealer.house.rules import End
from dealer.house.stakes import Limit

_WAGERS = (Word.BRING_IN, Word.BET, Word.COMPLETE, Word.RAISE)


def says(before: Hand | None, event: Event, after: Hand) -> tuple[Announcement, ...]:
    """Return what is announced after an event, in order: what happened, then what is due.

    before: None when the hand has just begun.
    """
    return (*_happened(before, event, after), *_due(before, event, after))


def what_is_due(hand: Hand) -> tuple[Announcement, ...]:
    """Return what is announced of a hand as it stands, to say again what comes next."""
    return tuple(_plan(hand)) if hand.plan and not isinstance(hand.due, Held) else tuple(_turn(hand))


def _happened(before: Hand | None, event: Event, after: Hand) -> Iterator[Announcement]:
    match event:
        case Acted(seat, word, _, to, all_in) if word in _WAGERS:
            yield Wagered(seat, word, to, all_in, word is Word.COMPLETE and all_in and _falls_short(before, to))
        case BetReturned(seat, amount):
            yield Return(seat, amount)
        case PotsMade(pots, rake):
            yield PotIs(pots, rake)
        case PotAwarded(pot, seat, amount, side, hand):
            game = after.start.game
            low = side is Half.LOW or not game.has_high
            shown = _shown_in(after, pot) if side is not Half.WHOLE else {}
            half = game.has_high and any(each.low is not None for each in shown.values())
            shared = _sharing(shown, after.position(seat), low=low) > 1
            which = Side.LOW if low else Side.HIGH
            yield Award(pot, max(len(after.pots), pot + 1), seat, amount, which, half, hand, shared)
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


def _falls_short(before: Hand | None, to: int) -> bool:
    """Whether a seat that was to complete a bet had not the chips for that (R3.6, R4.6)."""
    betting = before.betting if before is not None else None
    if before is None or betting is None:
        return False
    stakes = before.start.stakes
    return to < betting.full + (stakes.big_bet if betting.big else stakes.bet_on(betting.street))


def _shown_in(hand: Hand, pot: int) -> dict[int, Contender]:
    """The hands that were shown of those that a pot belongs to, by position."""
    pots = pots_of(hand)
    seats = pots[pot].seats if pot < len(pots) else ()
    return {position: each for position, each in contenders(hand).items() if hand.start.seats[position] in seats}


def _sharing(shown: dict[int, Contender], position: int, *, low: bool) -> int:
    """How many hands are worth as much as that of a seat, on one side (R7.5)."""
    values = {each: (hand.low if low else hand.high) for each, hand in shown.items()}
    return sum(value == values.get(position) for value in values.values())


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
            full_bet = _full_bet(hand, instead, options.bring_in)
            all_in = options.bring_in == hand.stack(seat)
            yield BringIn(seat, card, rule.by, options.bring_in, full_bet, instead, all_in)
        case ActDue(seat, street, options):
            opener = _opener(hand, seat)
            if opener is not None:
                yield from _other_pairs(hand, opener)
                yield from _instead_of(hand, opener, seat)
            yield from _low_card_all_in(hand)
            yield Act(
                street=street,
                seat=seat,
                showing=showing(hand, seat),
                to_call=options.to_call,
                can=options.can,
                bet_to=options.bet_to,
                raise_to=options.raise_to,
                raises_left=options.raises_left,
                opens=_end(hand) if opener == seat else None,
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


def _opener(hand: Hand, seat: int) -> int | None:
    """Whose up cards give the seat the first option of a round, None if it has not got it (R4.2).

    None too where a seventh card lies open: it shows, but the sixth street's opener opens again (WL 230).
    """
    betting = hand.betting
    if betting is None or hand.street < 4 or any(mark >= 0 for mark in betting.acted) or hand.cards.sevenths:
        return None
    if betting.first != hand.position(seat):
        return None
    start = hand.start
    return start.seats[opener_position(counting_up(start, hand.cards), hand.seats.live, start.house, start.game)]


def _end(hand: Hand) -> End:
    return End.LOWEST if hand.start.house.opens_low(hand.start.game) else End.HIGHEST


def _instead_of(hand: Hand, opener: int, seat: int) -> Iterator[Announcement]:
    """Why another than the seat with the best board acts first: that one has no chips left."""
    shows = showing(hand, opener)
    if opener != seat and shows is not None:
        yield OpenerAllIn(opener, shows, _end(hand))


def _low_card_all_in(hand: Hand) -> Iterator[Announcement]:
    """Why nobody is forced to bring it in, told once before the first action (R3.7)."""
    betting, start = hand.betting, hand.start
    if betting is None or betting.opening is not Opening.FREE or any(mark >= 0 for mark in betting.acted):
        return
    rule = start.house.bring_in.door_rule(start.game, start.limit)
    doors = [each[0] if each else None for each in hand.cards.up]
    low = bring_in_position(doors, hand.seats.live, rule, start.house.bring_in.tie)
    card = doors[low]
    if card is not None:
        yield LowCardAllIn(start.seats[low], card, rule.by)


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
