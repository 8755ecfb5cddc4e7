"""English announcements, as a dealer calls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    Refused,
    Return,
    ShortDeck,
    Show,
    Wagered,
)
from dealer.cards import Card, Rank, Suit
from dealer.game.commands import Word
from dealer.game.due import Outcome
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.pots import Side
from dealer.game.ranking import HandClass, HandName
from dealer.game.short_deck import Procedure, Source
from dealer.house.rules import End

_ONE = dict(
    zip(
        Rank,
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
_SUITS = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}

WORDS = {
    Word.FOLD: "fold",
    Word.CHECK: "check",
    Word.CALL: "call",
    Word.BET: "bet",
    Word.RAISE: "raise",
    Word.COMPLETE: "complete",
    Word.BRING_IN: "bring in",
}

KINDS = {
    IrregularityKind.HOLE_CARD_EXPOSED: "a hole card was exposed",
    IrregularityKind.EXTRA_CARD: "one card too many was dealt",
    IrregularityKind.MISSED_BURN: "the burn was missed",
    IrregularityKind.DOUBLE_BURN: "two cards were burned",
    IrregularityKind.PREMATURE_CARD: "a card was dealt before the round was over",
    IrregularityKind.WRONG_SEAT: "a card went to the wrong seat",
    IrregularityKind.CARD_OFF_TABLE: "a card fell off the table",
    IrregularityKind.SEVENTH_FACE_UP: "a seventh card lies face up",
    IrregularityKind.SEVENTH_OPTION: "the player with the exposed seventh card may declare",
    IrregularityKind.WRONG_BRING_IN: "the wrong seat brought it in",
    IrregularityKind.OUT_OF_TURN: "a player acted out of turn",
    IrregularityKind.SHORT_WAGER: "too few chips were put in",
    IrregularityKind.JOKER: "a joker was dealt",
    IrregularityKind.DUPLICATE_CARD: "two cards of one rank and suit",
    IrregularityKind.FOREIGN_CARD: "a card that does not belong to the deck",
    IrregularityKind.MISSING_CARD: "a card is missing from the deck",
    IrregularityKind.TWO_CARDS: "two cards left the shoe at once",
    IrregularityKind.BOXED_CARD: "a boxed card",
    IrregularityKind.UNREAD_CARD: "a card was not read",
    IrregularityKind.SENSORS_DISAGREE: "shoe and camera disagree",
    IrregularityKind.WRONG_CARD_COUNT: "a hand has the wrong number of cards",
    IrregularityKind.SEAT_LEFT_OUT: "a seat was left out",
    IrregularityKind.NOT_ENOUGH_CARDS: "not enough cards are left",
    IrregularityKind.NOBODY_CAN_WIN: "nobody is left who can win a pot",
    IrregularityKind.FLOOR_CALLED: "the floor was called",
    IrregularityKind.MIS_ENTRY: "an entry was wrong",
}

CHOICES = {
    Choice.GO_ON: "go on",
    Choice.MISDEAL: "misdeal",
    Choice.VOID: "void the hand",
    Choice.THIRD_DOWN: "deal the third card down",
    Choice.USE_AS_BURN: "use it as the burn",
    Choice.PUT_RIGHT: "put it right",
    Choice.LEAVE: "leave the cards as they lie",
    Choice.RESHUFFLE: "reshuffle the stub and deal again",
    Choice.REPLACE: "replace the card",
    Choice.ALL_UP: "deal all up",
    Choice.REST_DOWN: "deal the rest down",
    Choice.KEEP: "the card plays",
    Choice.ALL_IN_FOR_POT: "all in for the pot as it is",
    Choice.IN_FOR_EVERYTHING: "in for everything",
    Choice.STANDS: "it stands",
    Choice.MADE_RIGHT: "the chips are made right",
    Choice.DEAD_HAND: "the hand is dead",
    Choice.NO_BURN: "deal without a burn",
    Choice.RECYCLE: "shuffle burns and stub together",
    Choice.SPLIT: "split the pot",
}


def card_text(card: Card) -> str:
    """`two of clubs`."""
    return f"{_ONE[card.rank]} of {_SUITS[card.suit]}"


def many(rank: Rank) -> str:
    """`nines`, `sixes`."""
    return "sixes" if rank is Rank.SIX else f"{_ONE[rank]}s"


def hand_text(hand: HandName) -> str:
    """What a hand is called: `full house, nines over fours`, `pair of nines`, `8-7-4-3-2 low`."""
    top = hand.ranks[0]
    match hand.kind:
        case HandClass.HIGH_CARD:
            return f"{_ONE[top]} high"
        case HandClass.PAIR:
            return f"pair of {many(top)}"
        case HandClass.TWO_PAIR:
            return f"two pair, {many(top)} and {many(hand.ranks[1])}"
        case HandClass.TRIPS:
            return f"three {many(top)}"
        case HandClass.STRAIGHT:
            return f"straight, {_ONE[top]} high"
        case HandClass.FLUSH:
            return f"flush, {_ONE[top]} high"
        case HandClass.FULL_HOUSE:
            return f"full house, {many(top)} over {many(hand.ranks[1])}"
        case HandClass.QUADS:
            return f"four {many(top)}"
        case HandClass.STRAIGHT_FLUSH:
            return "royal flush" if top is Rank.ACE else f"straight flush, {_ONE[top]} high"
        case HandClass.LOW:
            return f"{'-'.join(figure(rank) for rank in hand.ranks)} low"


def figure(rank: Rank) -> str:
    """A rank as it stands in a low: `8`, `10`, `A`."""
    return "10" if rank is Rank.TEN else rank.letter


def phrase(announcement: Announcement) -> str:
    """Return the one sentence that is spoken and shown."""
    match announcement:
        case BringIn(seat, card, by, amount, _, instead, all_in):
            more = f", or opens for {_amounts(instead, ranged=True)}" if instead else ", all in" if all_in else ""
            return f"Seat {seat} brings it in for {amount}{more}: {_door(card, by)}."
        case Act():
            return _act(announcement)
        case Deal():
            return _deal(announcement)
        case ShortDeck():
            return _short_deck(announcement)
        case Wagered(seat, _, to, short=True):
            return f"Seat {seat} is all in for {to}."
        case Wagered(seat, word, to, all_in):
            verb = {
                Word.BRING_IN: "brings it in for",
                Word.BET: "bets",
                Word.COMPLETE: "completes to",
                Word.RAISE: "raises to",
            }[word]
            return f"Seat {seat} {verb} {to}{', all in' if all_in else ''}."
        case OpenPairs(_, pairs):
            shown = _all(f"seat {seat} a {hand_text(hand)}".replace("a three ", "three ") for seat, hand in pairs)
            return f"Also showing: {shown}."
        case OpenerAllIn(seat, showing, opens):
            return f"Seat {seat}, {hand_text(showing)}, {_opens(opens)}, is all in."
        case LowCardAllIn(seat, card, by):
            return f"Seat {seat}, {_door(card, by)}, is all in."
        case HandsTabled():
            return "Betting is over: all hands are turned up."
        case PotIs(pots, rake):
            return f"{_pots(pots)}{f' Rake {rake}.' if rake else ''}"
        case Show(seat, must):
            return f"Seat {seat} shows." if must else f"Seat {seat} shows or mucks."
        case Award():
            return _award(announcement)
        case Return(seat, amount):
            return f"{_chips(amount)} {'goes' if amount == 1 else 'go'} back to seat {seat}."
        case Irregularity(kind, rule, seat):
            where = f"Seat {seat}: " if seat is not None else ""
            text = f"{where}{KINDS[kind]} ({rule})."
            return text[0].upper() + text[1:]
        case CalledOff(outcome, _, rule):
            what = "Misdeal" if outcome is Outcome.MISDEAL else "The hand is void"
            return f"{what} ({rule}): every chip goes back."
        case Refused(_, rule, why):
            return f"Not allowed ({rule}): {why}."


def _door(card: Card | None, by: End) -> str:
    if card is None:
        return "the door cards are not all known"
    return f"{card_text(card)}, {'lowest' if by is End.LOWEST else 'highest'} card"


def _act(act: Act) -> str:
    can = act.can
    parts: list[str] = []
    if Word.CHECK in can:
        parts.append("check")
    if Word.CALL in can:
        parts.append(f"call {act.to_call}")
    if Word.BRING_IN in can:
        parts.append(f"bring it in for {act.bring_in}")
    if act.bet_to:
        parts.append(f"bet {_amounts(act.bet_to, act.ranged)}")
    if act.raise_to:
        verb = "complete to" if Word.COMPLETE in can else "raise to"
        parts.append(f"{verb} {_amounts(act.raise_to, act.ranged)}")
    if Word.FOLD in can and Word.CHECK not in can:
        parts.append("fold")
    why = ""
    if act.opens is not None and act.showing is not None:
        why = f", {hand_text(act.showing)}, {_opens(act.opens)}"
    return f"Seat {act.seat}{why}: {_all(parts, 'or')}."


def _opens(end: End) -> str:
    return f"{'lowest' if end is End.LOWEST else 'highest'} showing"


def _amounts(amounts: Sequence[int], ranged: bool) -> str:
    if ranged and len(amounts) == 2 and amounts[0] != amounts[1]:
        return f"{amounts[0]} up to {amounts[1]}"
    return " or ".join(str(amount) for amount in dict.fromkeys(amounts))


def _deal(deal: Deal) -> str:
    burn = "Burn one, then " if deal.burn else ""
    if not deal.seats:
        text = f"{burn}turn the community card."
    elif len(deal.faces) > 1:
        downs = sum(not up for up in deal.faces)
        text = f"{burn}{_number(downs)} down and {_number(len(deal.faces) - downs)} up to {_seats(deal.seats)}."
    else:
        text = f"{burn}one card {'up' if deal.faces[0] else 'down'} to {_seats(deal.seats)}."
    return text[0].upper() + text[1:]


def _number(count: int) -> str:
    return {1: "one card", 2: "two cards", 3: "three cards"}.get(count, f"{count} cards")


def _short_deck(short: ShortDeck) -> str:
    stub = f"{short.stub} {'card' if short.stub == 1 else 'cards'} in the stub"
    burns = f" and {short.burns} {'burn' if short.burns == 1 else 'burns'}" if short.burns else ""
    burn = "burn one" if short.burn else "no burn"
    match short.procedure, short.source:
        case Procedure.NO_BURN, _:
            todo = "deal without a burn"
        case Procedure.RECYCLE, _:
            todo = f"shuffle them together, {burn}, and deal"
        case _, Source.BURNS:
            todo = "shuffle the burns and turn one as the community card"
        case _, Source.STUB_AND_BURNS:
            todo = f"shuffle them together, {burn}, and turn the community card"
        case _:
            todo = f"{burn}, and turn the community card"
    return f"{stub}{burns} for {short.seats} seats: {todo}."


def _award(award: Award) -> str:
    pot = ""
    if award.pots > 1:
        pot = " of the main pot" if award.pot == 0 else f" of side pot {award.pot}"
    half = f" the {'high' if award.side is Side.HIGH else 'low'} half" if award.half else ""
    what = f"{half}{pot}, {award.amount}" if half else f" {award.amount}{pot}"
    if half and award.shared:
        what = f" {award.amount} of{half}{pot}"
    why = f": {hand_text(award.hand)}" if award.hand is not None else ""
    return f"Seat {award.seat} wins{what}{why}."


def _pots(pots: Sequence[int]) -> str:
    if len(pots) == 1:
        return f"The pot is {pots[0]}."
    sides = [f"side pot {number}: {amount}" for number, amount in enumerate(pots[1:], start=1)]
    return f"{', '.join([f'Main pot: {pots[0]}', *sides])}."


def _chips(amount: int) -> str:
    return f"{amount} {'chip' if amount == 1 else 'chips'}"


def _seats(seats: Sequence[int]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {_all(str(seat) for seat in seats)}"


def _all(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"
