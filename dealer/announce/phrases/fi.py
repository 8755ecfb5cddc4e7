"""Finnish announcements, in the words of the trade (sources 000 and 001)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class _Forms:
    """A rank as it is bent: one, after a number (kolme ysiä), many, and before another word (ysipari)."""

    one: str
    some: str
    many: str
    stem: str


_RANKS = {
    Rank.TWO: _Forms("kakkonen", "kakkosta", "kakkoset", "kakkos"),
    Rank.THREE: _Forms("kolmonen", "kolmosta", "kolmoset", "kolmos"),
    Rank.FOUR: _Forms("nelonen", "nelosta", "neloset", "nelos"),
    Rank.FIVE: _Forms("viitonen", "viitosta", "viitoset", "viitos"),
    Rank.SIX: _Forms("kuutonen", "kuutosta", "kuutoset", "kuutos"),
    Rank.SEVEN: _Forms("seiska", "seiskaa", "seiskat", "seiska"),
    Rank.EIGHT: _Forms("kasi", "kasia", "kasit", "kasi"),
    Rank.NINE: _Forms("ysi", "ysiä", "ysit", "ysi"),
    Rank.TEN: _Forms("kymppi", "kymppiä", "kympit", "kymppi"),
    Rank.JACK: _Forms("jätkä", "jätkää", "jätkät", "jätkä"),
    Rank.QUEEN: _Forms("rouva", "rouvaa", "rouvat", "rouva"),
    Rank.KING: _Forms("kuningas", "kuningasta", "kuninkaat", "kuningas"),
    Rank.ACE: _Forms("ässä", "ässää", "ässät", "ässä"),
}
_SUITS = {Suit.CLUBS: "risti", Suit.DIAMONDS: "ruutu", Suit.HEARTS: "hertta", Suit.SPADES: "pata"}

WORDS = {
    Word.FOLD: "foldaa",
    Word.CHECK: "chekkaa",
    Word.CALL: "maksa",
    Word.BET: "panosta",
    Word.RAISE: "korota",
    Word.COMPLETE: "täydennä",
    Word.BRING_IN: "maksa bring-in",
}

KINDS = {
    IrregularityKind.HOLE_CARD_EXPOSED: "pimeä kortti paljastui",
    IrregularityKind.EXTRA_CARD: "jaettiin yksi kortti liikaa",
    IrregularityKind.MISSED_BURN: "korttia ei siirretty sivuun",
    IrregularityKind.DOUBLE_BURN: "sivuun siirrettiin kaksi korttia",
    IrregularityKind.PREMATURE_CARD: "kortti jaettiin ennen kuin kierros oli ohi",
    IrregularityKind.WRONG_SEAT: "kortti jaettiin väärälle paikalle",
    IrregularityKind.CARD_OFF_TABLE: "kortti putosi pöydältä",
    IrregularityKind.SEVENTH_FACE_UP: "seitsemäs kortti on kuvapuoli ylöspäin",
    IrregularityKind.SEVENTH_OPTION: "pelaaja, jonka seitsemäs kortti paljastui, saa valita",
    IrregularityKind.WRONG_BRING_IN: "väärä paikka maksoi bring-inin",
    IrregularityKind.OUT_OF_TURN: "pelaaja toimi ennen vuoroaan",
    IrregularityKind.SHORT_WAGER: "pelimerkkejä on liian vähän",
    IrregularityKind.JOKER: "jaettiin jokeri",
    IrregularityKind.DUPLICATE_CARD: "sama kortti on kahdesti",
    IrregularityKind.FOREIGN_CARD: "kortti ei kuulu pakkaan",
    IrregularityKind.MISSING_CARD: "pakasta puuttuu kortti",
    IrregularityKind.TWO_CARDS: "kengästä tuli kaksi korttia kerralla",
    IrregularityKind.BOXED_CARD: "kortti oli pakassa väärin päin",
    IrregularityKind.UNREAD_CARD: "korttia ei luettu",
    IrregularityKind.SENSORS_DISAGREE: "kenkä ja kamera ovat eri mieltä",
    IrregularityKind.WRONG_CARD_COUNT: "kädessä on väärä määrä kortteja",
    IrregularityKind.SEAT_LEFT_OUT: "paikka jäi jaosta",
    IrregularityKind.NOT_ENOUGH_CARDS: "kortit eivät riitä",
    IrregularityKind.NOBODY_CAN_WIN: "kukaan ei voi voittaa pottia",
    IrregularityKind.FLOOR_CALLED: "pelinvalvoja kutsuttiin",
    IrregularityKind.MIS_ENTRY: "kirjaus oli väärä",
}

CHOICES = {
    Choice.GO_ON: "jatketaan",
    Choice.MISDEAL: "virhejako",
    Choice.VOID: "jako mitätöidään",
    Choice.THIRD_DOWN: "kolmas kortti kuvapuoli alaspäin",
    Choice.USE_AS_BURN: "kortti siirretään sivuun seuraavana",
    Choice.PUT_RIGHT: "korjataan",
    Choice.LEAVE: "kortit jäävät paikoilleen",
    Choice.RESHUFFLE: "pakka sekoitetaan ja jaetaan uudelleen",
    Choice.REPLACE: "kortti korvataan",
    Choice.ALL_UP: "kaikille kuvapuoli ylöspäin",
    Choice.REST_DOWN: "muille kuvapuoli alaspäin",
    Choice.KEEP: "kortti pelaa",
    Choice.ALL_IN_FOR_POT: "all-in nykyisestä potista",
    Choice.IN_FOR_EVERYTHING: "mukana kaikesta",
    Choice.STANDS: "jää voimaan",
    Choice.MADE_RIGHT: "panos täydennetään",
    Choice.DEAD_HAND: "käsi on kuollut",
    Choice.NO_BURN: "jaetaan siirtämättä korttia sivuun",
    Choice.RECYCLE: "sivuun siirretyt ja pakka sekoitetaan yhteen",
    Choice.SPLIT: "potti jaetaan tasan",
}


def card_text(card: Card) -> str:
    """`ristikakkonen`, `pataässä`."""
    return _SUITS[card.suit] + _RANKS[card.rank].one


def hand_text(hand: HandName) -> str:
    """`täyskäsi, kolme ysiä ja kaksi nelosta`, `ysipari`, `low 8-7-4-3-2`."""
    top = _RANKS[hand.ranks[0]]
    match hand.kind:
        case HandClass.HIGH_CARD:
            return f"{top.stem}hai"
        case HandClass.PAIR:
            return f"{top.stem}pari"
        case HandClass.TWO_PAIR:
            return f"kaksi paria, {top.many} ja {_RANKS[hand.ranks[1]].many}"
        case HandClass.TRIPS:
            return f"kolme {top.some}"
        case HandClass.STRAIGHT:
            return f"suora, korkein {top.one}"
        case HandClass.FLUSH:
            return f"väri, korkein {top.one}"
        case HandClass.FULL_HOUSE:
            return f"täyskäsi, kolme {top.some} ja kaksi {_RANKS[hand.ranks[1]].some}"
        case HandClass.QUADS:
            return f"neljä {top.some}"
        case HandClass.STRAIGHT_FLUSH:
            return "kuningasvärisuora" if hand.ranks[0] is Rank.ACE else f"värisuora, korkein {top.one}"
        case HandClass.LOW:
            return f"low {'-'.join(figure(rank) for rank in hand.ranks)}"


def phrase(announcement: Announcement) -> str:
    """Return the one sentence that is spoken and shown."""
    match announcement:
        case BringIn(seat, card, by, amount, _, instead, all_in):
            more = f" tai avaa panoksella {_amounts(instead, ranged=True)}" if instead else ", all-in" if all_in else ""
            return f"Paikka {seat}, bring-in {amount}{more}: {_door(card, by)}."
        case Act():
            return _act(announcement)
        case Deal():
            return _deal(announcement)
        case ShortDeck():
            return _short_deck(announcement)
        case Wagered(seat, _, to, short=True):
            return f"Paikka {seat} on all-in panoksella {to}."
        case Wagered(seat, word, to, all_in):
            verb = {
                Word.BRING_IN: "maksaa bring-inin",
                Word.BET: "panostaa",
                Word.COMPLETE: "täydentää",
                Word.RAISE: "korottaa",
            }[word]
            total = into(to) if word in (Word.COMPLETE, Word.RAISE) else str(to)
            return f"Paikka {seat} {verb} {total}{', all-in' if all_in else ''}."
        case OpenPairs(_, pairs):
            return f"Näkyvissä myös {_all(f'paikalla {seat} {hand_text(hand)}' for seat, hand in pairs)}."
        case OpenerAllIn(seat, showing, opens):
            return f"Paikka {seat}, {hand_text(showing)}, {_opens(opens)}, on all-in."
        case LowCardAllIn(seat, card, by):
            return f"Paikka {seat}, {_door(card, by)}, on all-in."
        case HandsTabled():
            return "Panostus on ohi: kaikki kädet käännetään esiin."
        case PotIs(pots, rake):
            return f"{_pots(pots)}{f' Rake {rake}.' if rake else ''}"
        case Show(seat, must):
            return f"Paikka {seat} näyttää kätensä." if must else f"Paikka {seat} näyttää tai muckaa."
        case Award():
            return _award(announcement)
        case Return(seat, amount):
            return f"Paikka {seat} saa takaisin {_chips(amount)}."
        case Irregularity(kind, rule, seat):
            text = KINDS[kind]
            return f"Paikka {seat}: {text} ({rule})." if seat is not None else f"{text[0].upper()}{text[1:]} ({rule})."
        case CalledOff(outcome, _, rule):
            what = "Virhejako" if outcome is Outcome.MISDEAL else "Jako mitätöidään"
            return f"{what} ({rule}): kaikki pelimerkit palautetaan."
        case Refused(_, rule, _):
            return f"Ei sallittu, sääntö {rule}."


def _door(card: Card | None, by: End) -> str:
    if card is None:
        return "kaikkia avokortteja ei tunneta"
    return f"{card_text(card)}, {'alin' if by is End.LOWEST else 'korkein'} kortti"


def _act(act: Act) -> str:
    can = act.can
    parts: list[str] = []
    if Word.CHECK in can:
        parts.append("chekkaa")
    if Word.CALL in can:
        parts.append(f"maksa {act.to_call}")
    if Word.BRING_IN in can:
        parts.append(f"maksa bring-in {act.bring_in}")
    if act.bet_to:
        parts.append(f"panosta {_amounts(act.bet_to, act.ranged)}")
    if act.raise_to:
        verb = "täydennä" if Word.COMPLETE in can else "korota"
        parts.append(f"{verb} {_up_to(act.raise_to, act.ranged)}")
    if Word.FOLD in can and Word.CHECK not in can:
        parts.append("foldaa")
    why = ""
    if act.opens is not None and act.showing is not None:
        why = f", {hand_text(act.showing)}, {_opens(act.opens)}"
    return f"Paikka {act.seat}{why}: {_all(parts, 'tai')}."


def _opens(end: End) -> str:
    return f"{'matalin' if end is End.LOWEST else 'korkein'} näkyvissä"


def _amounts(amounts: Sequence[int], ranged: bool) -> str:
    if ranged and len(amounts) == 2 and amounts[0] != amounts[1]:
        return f"vähintään {amounts[0]}, enintään {amounts[1]}"
    return " tai ".join(str(amount) for amount in dict.fromkeys(amounts))


def _up_to(amounts: Sequence[int], ranged: bool) -> str:
    if ranged and len(amounts) == 2 and amounts[0] != amounts[1]:
        return f"vähintään {into(amounts[0])}, enintään {into(amounts[1])}"
    return " tai ".join(into(amount) for amount in dict.fromkeys(amounts))


_ENDINGS = ("", "een", "een", "een", "ään", "een", "een", "ään", "aan", "ään")


def into(amount: int) -> str:
    """A number as that which is raised to: `4:ään`, `8:aan`, `16:een`; the ending is that of its last word."""
    if amount % 10:
        ending = _ENDINGS[amount % 10]
    elif amount % 100:
        ending = "een"  # kymmeneen
    elif amount % 1000:
        ending = "aan"  # sataan
    else:
        ending = "een" if amount % 1_000_000 else "aan"  # tuhanteen, miljoonaan
    return f"{amount}:{ending}"


def _deal(deal: Deal) -> str:
    burn = "Siirrä yksi kortti sivuun, sitten " if deal.burn else ""
    if not deal.seats:
        text = f"{burn}käännä yhteinen kortti."
    elif len(deal.faces) > 1:
        downs = sum(not up for up in deal.faces)
        text = f"{burn}{_cards(downs)} alaspäin ja {_cards(len(deal.faces) - downs)} ylöspäin: {_seats(deal.seats)}."
    else:
        text = f"{burn}yksi kortti {'ylöspäin' if deal.faces[0] else 'alaspäin'}: {_seats(deal.seats)}."
    return text[0].upper() + text[1:]


def _cards(count: int) -> str:
    return {1: "yksi kortti", 2: "kaksi korttia", 3: "kolme korttia"}.get(count, f"{count} korttia")


def _short_deck(short: ShortDeck) -> str:
    stub = f"Pakassa {short.stub} {'kortti' if short.stub == 1 else 'korttia'}"
    burns = f", sivussa {short.burns}" if short.burns else ""
    burn = "siirrä yksi sivuun" if short.burn else "ilman sivuun siirtoa"
    match short.procedure, short.source:
        case Procedure.NO_BURN, _:
            todo = "jaa siirtämättä korttia sivuun"
        case Procedure.RECYCLE, _:
            todo = f"sekoita ne yhteen, {burn}, ja jaa"
        case _, Source.BURNS:
            todo = "sekoita sivuun siirretyt kortit ja käännä niistä yhteinen kortti"
        case _, Source.STUB_AND_BURNS:
            todo = f"sekoita ne yhteen, {burn}, ja käännä yhteinen kortti"
        case _:
            todo = f"{burn}, ja käännä yhteinen kortti"
    return f"{stub}{burns}, paikkoja {short.seats}: {todo}."


def _award(award: Award) -> str:
    chips = _chips(award.amount)
    side = f"{'high' if award.side is Side.HIGH else 'low'}-puole"  # low-puolen, low-puolesta
    from_pot, of_pot = "", ""
    if award.pots > 1:
        from_pot = " pääpotista" if award.pot == 0 else f" sivupotista {award.pot}"
        of_pot = " pääpotin" if award.pot == 0 else f" sivupotin {award.pot}"
    if not award.half:
        what = f"{chips}{from_pot}"
    elif award.shared:
        what = f"{chips}{of_pot} {side}sta"
    else:
        what = f"{side}n{from_pot}, {chips}"
    why = f": {hand_text(award.hand)}" if award.hand is not None else ""
    return f"Paikka {award.seat} voittaa {what}{why}."


def _pots(pots: Sequence[int]) -> str:
    if len(pots) == 1:
        return f"Potissa on {pots[0]}."
    sides = [f"sivupotissa {number}: {amount}" for number, amount in enumerate(pots[1:], start=1)]
    return f"{', '.join([f'Pääpotissa: {pots[0]}', *sides])}."


def _chips(amount: int) -> str:
    """The object of a sentence: `1 pelimerkin`, `8 pelimerkkiä`."""
    return f"{amount} {'pelimerkin' if amount == 1 else 'pelimerkkiä'}"


def _seats(seats: Sequence[int]) -> str:
    return f"{'paikka' if len(seats) == 1 else 'paikat'} {_all(str(seat) for seat in seats)}"


def _all(parts: Iterable[str], last: str = "ja") -> str:
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"
