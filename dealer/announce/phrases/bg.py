"""Bulgarian announcements, in the words of the trade (source 004)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealer.announce.phrases.en import figure
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

_ONE_AND_MANY = {
    Rank.TWO: ("двойка", "двойки"),
    Rank.THREE: ("тройка", "тройки"),
    Rank.FOUR: ("четворка", "четворки"),
    Rank.FIVE: ("петица", "петици"),
    Rank.SIX: ("шестица", "шестици"),
    Rank.SEVEN: ("седмица", "седмици"),
    Rank.EIGHT: ("осмица", "осмици"),
    Rank.NINE: ("деветка", "деветки"),
    Rank.TEN: ("десетка", "десетки"),
    Rank.JACK: ("вале", "валета"),
    Rank.QUEEN: ("дама", "дами"),
    Rank.KING: ("поп", "попове"),
    Rank.ACE: ("асо", "аса"),
}
_SUITS = {Suit.CLUBS: "спатия", Suit.DIAMONDS: "каро", Suit.HEARTS: "купа", Suit.SPADES: "пика"}

WORDS = {
    Word.FOLD: "отказ",
    Word.CHECK: "пас",
    Word.CALL: "плащане",
    Word.BET: "залог",
    Word.RAISE: "покачване",
    Word.COMPLETE: "допълване",
    Word.BRING_IN: "влизане",
}

KINDS = {
    IrregularityKind.HOLE_CARD_EXPOSED: "открита е закрита карта",
    IrregularityKind.EXTRA_CARD: "раздадена е една карта в повече",
    IrregularityKind.MISSED_BURN: "не е изгорена карта",
    IrregularityKind.DOUBLE_BURN: "изгорени са две карти",
    IrregularityKind.PREMATURE_CARD: "карта е раздадена преди края на кръга",
    IrregularityKind.WRONG_SEAT: "карта е раздадена на грешно място",
    IrregularityKind.CARD_OFF_TABLE: "карта падна от масата",
    IrregularityKind.SEVENTH_FACE_UP: "седма карта е с лицето нагоре",
    IrregularityKind.SEVENTH_OPTION: "играчът с открита седма карта може да избере",
    IrregularityKind.WRONG_BRING_IN: "влезе грешно място",
    IrregularityKind.OUT_OF_TURN: "играч действа извън реда си",
    IrregularityKind.SHORT_WAGER: "чиповете са по-малко от нужното",
    IrregularityKind.JOKER: "раздаден е жокер",
    IrregularityKind.DUPLICATE_CARD: "една и съща карта два пъти",
    IrregularityKind.FOREIGN_CARD: "картата не е от това тесте",
    IrregularityKind.MISSING_CARD: "в тестето липсва карта",
    IrregularityKind.TWO_CARDS: "две карти излязоха наведнъж",
    IrregularityKind.BOXED_CARD: "обърната карта в тестето",
    IrregularityKind.UNREAD_CARD: "карта не е прочетена",
    IrregularityKind.SENSORS_DISAGREE: "кутията и камерата не са съгласни",
    IrregularityKind.WRONG_CARD_COUNT: "ръка с грешен брой карти",
    IrregularityKind.SEAT_LEFT_OUT: "пропуснато място",
    IrregularityKind.NOT_ENOUGH_CARDS: "картите не стигат",
    IrregularityKind.NOBODY_CAN_WIN: "никой не може да спечели пота",
    IrregularityKind.FLOOR_CALLED: "повикан е управителят на залата",
    IrregularityKind.MIS_ENTRY: "грешно въвеждане",
}

CHOICES = {
    Choice.GO_ON: "продължава се",
    Choice.MISDEAL: "грешно раздаване",
    Choice.VOID: "ръката се анулира",
    Choice.THIRD_DOWN: "третата карта с лицето надолу",
    Choice.USE_AS_BURN: "картата се изгаря следваща",
    Choice.PUT_RIGHT: "поправя се",
    Choice.LEAVE: "картите остават така",
    Choice.RESHUFFLE: "разбъркване и ново раздаване",
    Choice.REPLACE: "картата се сменя",
    Choice.ALL_UP: "всички с лицето нагоре",
    Choice.REST_DOWN: "останалите с лицето надолу",
    Choice.KEEP: "картата играе",
    Choice.ALL_IN_FOR_POT: "ол-ин за пота дотук",
    Choice.IN_FOR_EVERYTHING: "участва за всичко",
    Choice.STANDS: "остава в сила",
    Choice.MADE_RIGHT: "залогът се допълва",
    Choice.DEAD_HAND: "ръката е мъртва",
    Choice.NO_BURN: "раздаване без изгаряне",
    Choice.RECYCLE: "изгорените и тестето се разбъркват заедно",
    Choice.SPLIT: "потът се дели по равно",
}


def card_text(card: Card) -> str:
    """`двойка спатия`."""
    return f"{_ONE_AND_MANY[card.rank][0]} {_SUITS[card.suit]}"


def hand_text(hand: HandName) -> str:
    """`фул хаус, деветки и четворки`, `чифт деветки`, `ниска ръка 8-7-4-3-2`."""
    one, many = _ONE_AND_MANY[hand.ranks[0]]
    match hand.kind:
        case HandClass.HIGH_CARD:
            return f"висока карта {one}"
        case HandClass.PAIR:
            return f"чифт {many}"
        case HandClass.TWO_PAIR:
            return f"два чифта, {many} и {_ONE_AND_MANY[hand.ranks[1]][1]}"
        case HandClass.TRIPS:
            return f"три {many}"
        case HandClass.STRAIGHT:
            return f"кента до {one}"
        case HandClass.FLUSH:
            return f"флъш до {one}"
        case HandClass.FULL_HOUSE:
            return f"фул хаус, {many} и {_ONE_AND_MANY[hand.ranks[1]][1]}"
        case HandClass.QUADS:
            return f"каре {many}"
        case HandClass.STRAIGHT_FLUSH:
            return "роял флъш" if hand.ranks[0] is Rank.ACE else f"кента флъш до {one}"
        case HandClass.LOW:
            return f"ниска ръка {'-'.join(figure(rank) for rank in hand.ranks)}"


def phrase(announcement: Announcement) -> str:
    """Return the one sentence that is spoken and shown."""
    match announcement:
        case BringIn(seat, card, by, amount, _, instead, all_in):
            with_a_bet = "със залог" if len(set(instead)) > 1 else "с"
            more = (
                f" или отваря {with_a_bet} {_amounts(instead, ranged=True)}" if instead else ", ол-ин" if all_in else ""
            )
            return f"Място {seat} влиза с {amount}{more}: {_door(card, by)}."
        case Act():
            return _act(announcement)
        case Deal():
            return _deal(announcement)
        case ShortDeck():
            return _short_deck(announcement)
        case Wagered(seat, _, to, short=True):
            return f"Място {seat} е ол-ин с {to}."
        case Wagered(seat, word, to, all_in):
            verb = {
                Word.BRING_IN: "влиза с",
                Word.BET: "залага",
                Word.COMPLETE: "допълва до",
                Word.RAISE: "покачва до",
            }[word]
            return f"Място {seat} {verb} {to}{', ол-ин' if all_in else ''}."
        case OpenPairs(_, pairs):
            return f"Виждат се и {_all(f'на място {seat} {hand_text(hand)}' for seat, hand in pairs)}."
        case OpenerAllIn(seat, showing, opens):
            return f"Място {seat}, {hand_text(showing)}, {_opens(opens)}, е ол-ин."
        case LowCardAllIn(seat, card, by):
            return f"Място {seat}, {_door(card, by)}, е ол-ин."
        case HandsTabled():
            return "Залагането приключи: всички ръце се откриват."
        case PotIs(pots, rake):
            return f"{_pots(pots)}{f' Такса {rake}.' if rake else ''}"
        case Show(seat, must):
            return f"Място {seat} показва ръката си." if must else f"Място {seat} показва или скрива ръката си."
        case Award():
            return _award(announcement)
        case Return(seat, amount):
            return f"{_chips(amount)} се {'връща' if amount == 1 else 'връщат'} на място {seat}."
        case Irregularity(kind, rule, seat):
            text = KINDS[kind]
            return f"Място {seat}: {text} ({rule})." if seat is not None else f"{text[0].upper()}{text[1:]} ({rule})."
        case CalledOff(outcome, _, rule):
            what = "Грешно раздаване" if outcome is Outcome.MISDEAL else "Ръката се анулира"
            return f"{what} ({rule}): всички чипове се връщат."
        case Refused(_, rule, _):
            return f"Не е позволено, правило {rule}."


def _door(card: Card | None, by: End) -> str:
    if card is None:
        return "не всички открити карти са известни"
    return f"{card_text(card)}, {'най-ниска' if by is End.LOWEST else 'най-висока'} карта"


def _act(act: Act) -> str:
    can = act.can
    parts: list[str] = []
    if Word.CHECK in can:
        parts.append("пас")
    if Word.CALL in can:
        parts.append(f"плащане {act.to_call}")
    if Word.BRING_IN in can:
        parts.append(f"влизане с {act.bring_in}")
    if act.bet_to:
        parts.append(f"залог {_amounts(act.bet_to, act.ranged)}")
    if act.raise_to:
        verb = "допълване" if Word.COMPLETE in can else "покачване"
        to = "" if act.ranged and len(set(act.raise_to)) > 1 else "до "
        parts.append(f"{verb} {to}{_amounts(act.raise_to, act.ranged)}")
    if Word.FOLD in can and Word.CHECK not in can:
        parts.append("отказ")
    why = ""
    if act.opens is not None and act.showing is not None:
        why = f", {hand_text(act.showing)}, {_opens(act.opens)}"
    return f"Място {act.seat}{why}: {_all(parts, 'или')}."


def _opens(end: End) -> str:
    return f"{'най-ниска' if end is End.LOWEST else 'най-силна'} ръка"


def _amounts(amounts: Sequence[int], ranged: bool) -> str:
    if ranged and len(amounts) == 2 and amounts[0] != amounts[1]:
        return f"от {amounts[0]} до {amounts[1]}"
    return " или ".join(str(amount) for amount in dict.fromkeys(amounts))


def _deal(deal: Deal) -> str:
    burn = "Изгорете една карта, после " if deal.burn else ""
    if not deal.seats:
        text = f"{burn}обърнете общата карта."
    elif len(deal.faces) > 1:
        downs = sum(not up for up in deal.faces)
        ups = len(deal.faces) - downs
        text = f"{burn}{_cards(downs)} с лицето надолу и {_cards(ups)} с лицето нагоре: {_seats(deal.seats)}."
    else:
        text = f"{burn}по една карта с лицето {'нагоре' if deal.faces[0] else 'надолу'}: {_seats(deal.seats)}."
    return text[0].upper() + text[1:]


def _cards(count: int) -> str:
    return {1: "една карта", 2: "две карти", 3: "три карти"}.get(count, f"{count} карти")


def _short_deck(short: ShortDeck) -> str:
    stub = f"В тестето {short.stub} {'карта' if short.stub == 1 else 'карти'}"
    burns = f", изгорени {short.burns}" if short.burns else ""
    burn = "изгорете една" if short.burn else "без изгаряне"
    match short.procedure, short.source:
        case Procedure.NO_BURN, _:
            todo = "раздайте без изгаряне"
        case Procedure.RECYCLE, _:
            todo = f"разбъркайте ги заедно, {burn}, и раздайте"
        case _, Source.BURNS:
            todo = "разбъркайте изгорените и обърнете една за обща карта"
        case _, Source.STUB_AND_BURNS:
            todo = f"разбъркайте ги заедно, {burn}, и обърнете обща карта"
        case _:
            todo = f"{burn}, и обърнете обща карта"
    return f"{stub}{burns}, места {short.seats}: {todo}."


def _award(award: Award) -> str:
    pot, of_pot = "", ""
    if award.pots > 1:
        pot = " от основния пот" if award.pot == 0 else f" от страничен пот {award.pot}"
        of_pot = " на основния пот" if award.pot == 0 else f" на страничен пот {award.pot}"
    half = f" {'високата' if award.side is Side.HIGH else 'ниската'} половина"
    what = f"{half}{pot}, {_chips(award.amount)}" if award.half else f" {_chips(award.amount)}{pot}"
    if award.half and award.shared:
        what = f" {_chips(award.amount)} от{half}{of_pot}"
    why = f": {hand_text(award.hand)}" if award.hand is not None else ""
    return f"Място {award.seat} печели{what}{why}."


def _pots(pots: Sequence[int]) -> str:
    if len(pots) == 1:
        return f"Потът е {pots[0]}."
    sides = [f"страничен пот {number}: {amount}" for number, amount in enumerate(pots[1:], start=1)]
    return f"{', '.join([f'Основен пот: {pots[0]}', *sides])}."


def _chips(amount: int) -> str:
    """With the form that Bulgarian keeps for counting: `1 чип`, `8 чипа`."""
    return f"{amount} {'чип' if amount == 1 else 'чипа'}"


def _seats(seats: Sequence[int]) -> str:
    return f"{'място' if len(seats) == 1 else 'места'} {_all(str(seat) for seat in seats)}"


def _all(parts: Iterable[str], last: str = "и") -> str:
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"
