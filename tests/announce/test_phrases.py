"""What is said in each language: the trade's own words, numbers and plurals (R8, WL 225)."""

from __future__ import annotations

import pytest

from dealer.announce.phrases import TONGUES, fi, phrase
from dealer.announce.records import (
    Act,
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
from dealer.cards import DECK, Card, Rank, parse_cards
from dealer.game.commands import Word
from dealer.game.due import Outcome
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.pots import Side
from dealer.game.ranking import HandClass, HandName, name_high, name_low, name_showing
from dealer.game.short_deck import Procedure, Source
from dealer.house.rules import End, Language

EN, FI, BG = Language.ENGLISH, Language.FINNISH, Language.BULGARIAN
NINES = name_showing(parse_cards("9h9c"))
FULL = name_high(parse_cards("9c9d9h4s4c2dKs"))


def act(**changes: object) -> Act:
    usual = {
        "street": 4,
        "seat": 5,
        "showing": NINES,
        "to_call": 0,
        "can": (Word.FOLD, Word.CHECK, Word.BET),
        "bet_to": (4, 8),
        "raise_to": (),
        "raises_left": 3,
        "opens": End.HIGHEST,
        "bring_in": 0,
        "ranged": False,
    }
    return Act(**(usual | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "texts"),
    [
        ("2c", ("two of clubs", "ristikakkonen", "двойка спатия")),  # 000
        ("As", ("ace of spades", "pataässä", "асо пика")),
        ("Td", ("ten of diamonds", "ruutukymppi", "десетка каро")),
        ("7h", ("seven of hearts", "herttaseiska", "седмица купа")),
        ("Ks", ("king of spades", "patakuningas", "поп пика")),
    ],
)
def test_cards_by_their_names(card, texts):
    assert tuple(TONGUES[language].card_text(Card.parse(card)) for language in (EN, FI, BG)) == texts


def test_every_card_has_a_name_of_its_own():
    for tongue in TONGUES.values():
        assert len({tongue.card_text(card) for card in DECK}) == 52


@pytest.mark.parametrize(
    ("hand", "texts"),
    [
        (
            FULL,
            ("full house, nines over fours", "täyskäsi, kolme ysiä ja kaksi nelosta", "фул хаус, деветки и четворки"),
        ),
        (NINES, ("pair of nines", "ysipari", "чифт деветки")),
        (name_showing(parse_cards("AsAd")), ("pair of aces", "ässäpari", "чифт аса")),  # 004
        (name_showing(parse_cards("6s6d")), ("pair of sixes", "kuutospari", "чифт шестици")),
        (name_showing(parse_cards("Ks2d")), ("king high", "kuningashai", "висока карта поп")),
        (name_low(parse_cards("8c7d4h3s2cKdKh")), ("8-7-4-3-2 low", "low 8-7-4-3-2", "ниска ръка 8-7-4-3-2")),
        (name_low(parse_cards("Tc4d3h2sAcKdKh")), ("10-4-3-2-A low", "low 10-4-3-2-A", "ниска ръка 10-4-3-2-A")),
        (
            name_high(parse_cards("KcKd7h7s2c3d4h")),
            ("two pair, kings and sevens", "kaksi paria, kuninkaat ja seiskat", "два чифта, попове и седмици"),
        ),
        (
            name_high(parse_cards("AsKsQsJsTs3s2s")),
            ("royal flush", "kuningasvärisuora", "роял флъш"),
        ),
        (
            name_high(parse_cards("5s4d3s2dAs9d9s")),
            ("straight, five high", "suora, korkein viitonen", "кента до петица"),
        ),
    ],
)
def test_hands_by_their_names(hand, texts):
    assert tuple(TONGUES[language].hand_text(hand) for language in (EN, FI, BG)) == texts


def test_the_bring_in_says_why():  # R3.2
    bring_in = BringIn(seat=3, card=Card.parse("2c"), by=End.LOWEST, amount=2, full_bet=4, instead=(4,), all_in=False)
    assert phrase(bring_in, EN) == "Seat 3 brings it in for 2, or opens for 4: two of clubs, lowest card."
    assert phrase(bring_in, FI) == "Paikka 3, bring-in 2 tai avaa panoksella 4: ristikakkonen, alin kortti."
    assert phrase(bring_in, BG) == "Място 3 влиза с 2 или отваря с 4: двойка спатия, най-ниска карта."
    razz = BringIn(seat=1, card=Card.parse("Ks"), by=End.HIGHEST, amount=1, full_bet=1, instead=(), all_in=False)
    assert phrase(razz, EN) == "Seat 1 brings it in for 1: king of spades, highest card."


def test_a_spread_is_opened_for_any_amount_of_it():  # R3.4
    spread = BringIn(2, Card.parse("2c"), End.LOWEST, 1, full_bet=5, instead=(2, 5), all_in=False)
    assert phrase(spread, EN) == "Seat 2 brings it in for 1, or opens for 2 up to 5: two of clubs, lowest card."
    assert phrase(spread, FI) == (
        "Paikka 2, bring-in 1 tai avaa panoksella vähintään 2, enintään 5: ristikakkonen, alin kortti."
    )
    assert phrase(spread, BG) == "Място 2 влиза с 1 или отваря със залог от 2 до 5: двойка спатия, най-ниска карта."


def test_nobody_is_told_to_open_for_more_than_he_has():  # R3.7, WL 217
    short = BringIn(2, Card.parse("2c"), End.LOWEST, 1, full_bet=4, instead=(), all_in=True)
    assert phrase(short, EN) == "Seat 2 brings it in for 1, all in: two of clubs, lowest card."
    assert phrase(short, FI) == "Paikka 2, bring-in 1, all-in: ristikakkonen, alin kortti."
    assert phrase(short, BG) == "Място 2 влиза с 1, ол-ин: двойка спатия, най-ниска карта."


def test_an_opener_who_is_all_in_is_told_before_the_seat_that_acts_for_him():  # R4.2, WL 225
    told = OpenerAllIn(2, NINES, End.HIGHEST)
    assert phrase(told, EN) == "Seat 2, pair of nines, highest showing, is all in."
    assert phrase(told, FI) == "Paikka 2, ysipari, korkein näkyvissä, on all-in."
    assert phrase(told, BG) == "Място 2, чифт деветки, най-силна ръка, е ол-ин."


def test_a_low_card_that_is_all_in_is_told_by_rank_and_suit():  # R3.7, WL 225
    low = LowCardAllIn(2, Card.parse("2c"), End.LOWEST)
    assert phrase(low, EN) == "Seat 2, two of clubs, lowest card, is all in."
    assert phrase(low, FI) == "Paikka 2, ristikakkonen, alin kortti, on all-in."
    assert phrase(low, BG) == "Място 2, двойка спатия, най-ниска карта, е ол-ин."


def test_less_than_a_completion_is_not_called_one():  # R3.6, R4.6
    short = Wagered(5, Word.COMPLETE, 3, all_in=True, short=True)
    assert phrase(short, EN) == "Seat 5 is all in for 3."
    assert phrase(short, FI) == "Paikka 5 on all-in panoksella 3."
    assert phrase(short, BG) == "Място 5 е ол-ин с 3."
    assert phrase(Wagered(5, Word.COMPLETE, 4, all_in=True), EN) == "Seat 5 completes to 4, all in."


def test_half_of_a_half_is_told_as_a_part_of_it():  # R7.7: a quartered pot
    quarter = Award(0, 1, 2, 10, Side.LOW, True, HandName(HandClass.LOW, (Rank.EIGHT, Rank.SEVEN, Rank.FOUR)), True)
    assert phrase(quarter, EN) == "Seat 2 wins 10 of the low half: 8-7-4 low."
    assert phrase(quarter, FI) == "Paikka 2 voittaa 10 pelimerkkiä low-puolesta: low 8-7-4."
    assert phrase(quarter, BG) == "Място 2 печели 10 чипа от ниската половина: ниска ръка 8-7-4."
    side = Award(1, 2, 2, 10, Side.HIGH, True, FULL, True)
    assert phrase(side, EN) == "Seat 2 wins 10 of the high half of side pot 1: full house, nines over fours."
    assert phrase(side, FI) == (
        "Paikka 2 voittaa 10 pelimerkkiä sivupotin 1 high-puolesta: täyskäsi, kolme ysiä ja kaksi nelosta."
    )
    assert phrase(side, BG) == (
        "Място 2 печели 10 чипа от високата половина на страничен пот 1: фул хаус, деветки и четворки."
    )


def test_the_number_of_a_pot_does_not_run_into_the_chips():
    assert phrase(Award(1, 2, 1, 2, Side.HIGH, False, NINES), FI) == (
        "Paikka 1 voittaa 2 pelimerkkiä sivupotista 1: ysipari."
    )


def test_the_opener_is_told_with_what_it_shows():  # R4.2
    assert phrase(act(), EN) == "Seat 5, pair of nines, highest showing: check or bet 4 or 8."
    assert phrase(act(), FI) == "Paikka 5, ysipari, korkein näkyvissä: chekkaa tai panosta 4 tai 8."
    assert phrase(act(), BG) == "Място 5, чифт деветки, най-силна ръка: пас или залог 4 или 8."


def test_a_bet_to_face():
    facing = act(to_call=8, can=(Word.FOLD, Word.CALL, Word.RAISE), bet_to=(), raise_to=(16,), opens=None)
    assert phrase(facing, EN) == "Seat 5: call 8, raise to 16 or fold."
    assert phrase(facing, FI) == "Paikka 5: maksa 8, korota 16:een tai foldaa."
    assert phrase(facing, BG) == "Място 5: плащане 8, покачване до 16 или отказ."


def test_a_range_is_told_by_its_ends():  # R2.2
    spread = act(bet_to=(1, 5), ranged=True, opens=None)
    assert phrase(spread, EN) == "Seat 5: check or bet 1 up to 5."
    assert phrase(spread, FI) == "Paikka 5: chekkaa tai panosta vähintään 1, enintään 5."
    assert phrase(spread, BG) == "Място 5: пас или залог от 1 до 5."


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (1, "1:een"), (3, "3:een"), (4, "4:ään"), (8, "8:aan"), (9, "9:ään"), (10, "10:een"), (11, "11:een"),
        (14, "14:ään"), (18, "18:aan"), (20, "20:een"), (100, "100:aan"), (127, "127:ään"), (1000, "1000:een"),
        (2_000_000, "2000000:aan"),
    ],
)  # fmt: skip
def test_finnish_numbers_take_their_ending(amount, text):
    assert fi.into(amount) == text


@pytest.mark.parametrize(
    ("amount", "texts"),
    [
        (1, ("1 chip goes back to seat 4.", "Paikka 4 saa takaisin 1 pelimerkin.", "1 чип се връща на място 4.")),
        (8, ("8 chips go back to seat 4.", "Paikka 4 saa takaisin 8 pelimerkkiä.", "8 чипа се връщат на място 4.")),
    ],
)
def test_one_chip_and_many(amount, texts):  # R7.1
    assert tuple(phrase(Return(4, amount), language) for language in (EN, FI, BG)) == texts


def test_dealing():  # R3.1, R4.1
    third = Deal(3, burn=False, faces=(False, False, True), seats=(1, 2))
    assert phrase(third, EN) == "Two cards down and one card up to seats 1 and 2."
    assert phrase(third, FI) == "Kaksi korttia alaspäin ja yksi kortti ylöspäin: paikat 1 ja 2."
    later = Deal(4, burn=True, faces=(True,), seats=(1, 2, 5))
    assert phrase(later, EN) == "Burn one, then one card up to seats 1, 2 and 5."
    assert phrase(later, BG) == "Изгорете една карта, после по една карта с лицето нагоре: места 1, 2 и 5."
    assert phrase(Deal(7, burn=True, faces=(True,), seats=()), EN) == "Burn one, then turn the community card."
    assert phrase(Deal(7, burn=False, faces=(False,), seats=(3,)), FI) == "Yksi kortti alaspäin: paikka 3."


def test_the_short_deck_is_told_with_its_figures():  # R5
    eight = ShortDeck(7, 1, 3, 8, Procedure.COMMUNITY, Source.BURNS, burn=False)
    assert phrase(eight, EN) == (
        "1 card in the stub and 3 burns for 8 seats: shuffle the burns and turn one as the community card."
    )
    assert phrase(eight, FI) == (
        "Pakassa 1 kortti, sivussa 3, paikkoja 8: sekoita sivuun siirretyt kortit ja käännä niistä yhteinen kortti."
    )
    assert phrase(eight, BG) == (
        "В тестето 1 карта, изгорени 3, места 8: разбъркайте изгорените и обърнете една за обща карта."
    )
    six = ShortDeck(7, 4, 3, 6, Procedure.RECYCLE, Source.STUB_AND_BURNS, burn=False)
    assert phrase(six, EN) == "4 cards in the stub and 3 burns for 6 seats: shuffle them together, no burn, and deal."


def test_awards():  # R7
    whole = Award(0, 1, 2, 40, Side.HIGH, False, FULL)
    assert phrase(whole, EN) == "Seat 2 wins 40: full house, nines over fours."
    assert phrase(whole, FI) == "Paikka 2 voittaa 40 pelimerkkiä: täyskäsi, kolme ysiä ja kaksi nelosta."
    assert phrase(whole, BG) == "Място 2 печели 40 чипа: фул хаус, деветки и четворки."
    unshown = Award(0, 1, 2, 40, Side.HIGH, False, None)
    assert phrase(unshown, EN) == "Seat 2 wins 40."
    side = Award(1, 2, 3, 11, Side.LOW, True, HandName(HandClass.LOW, (Rank.EIGHT, Rank.SEVEN, Rank.FOUR)))
    assert phrase(side, EN) == "Seat 3 wins the low half of side pot 1, 11: 8-7-4 low."
    assert phrase(side, FI) == "Paikka 3 voittaa low-puolen sivupotista 1, 11 pelimerkkiä: low 8-7-4."
    assert phrase(side, BG) == "Място 3 печели ниската половина от страничен пот 1, 11 чипа: ниска ръка 8-7-4."


def test_pots_and_pairs_and_raises():  # WL 225
    assert phrase(PotIs((40,), 0), EN) == "The pot is 40."
    assert phrase(PotIs((40, 24), 2), EN) == "Main pot: 40, side pot 1: 24. Rake 2."
    assert phrase(OpenPairs(4, ((2, NINES),)), EN) == "Also showing: seat 2 a pair of nines."
    assert phrase(HandsTabled(), EN) == "Betting is over: all hands are turned up."
    assert phrase(Wagered(5, Word.RAISE, 16, True), EN) == "Seat 5 raises to 16, all in."
    assert phrase(Wagered(5, Word.RAISE, 16, False), FI) == "Paikka 5 korottaa 16:een."


def test_showing_refusals_and_what_went_wrong():
    assert phrase(Show(2, True), EN) == "Seat 2 shows."
    assert phrase(Show(2, False), BG) == "Място 2 показва или скрива ръката си."
    assert phrase(Refused("p2 cbr 12", "R4.4", "the 4 raises are made"), EN) == (
        "Not allowed (R4.4): the 4 raises are made."
    )
    assert phrase(Irregularity(IrregularityKind.MISSED_BURN, "R8", None, ()), EN) == "The burn was missed (R8)."
    assert phrase(CalledOff(Outcome.MISDEAL, IrregularityKind.BOXED_CARD, "R8"), FI) == (
        "Virhejako (R8): kaikki pelimerkit palautetaan."
    )


@pytest.mark.parametrize("language", list(Language))
def test_nothing_is_left_without_words(language):
    tongue = TONGUES[language]
    assert set(tongue.words) == set(Word)
    assert set(tongue.kinds) == set(IrregularityKind)
    assert set(tongue.choices) == set(Choice)
    for words in (tongue.words, tongue.kinds, tongue.choices):
        assert len(set(words.values())) == len(words)
    for kind in HandClass:
        five = (Rank.NINE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)
        assert tongue.hand_text(HandName(kind, five))
    for procedure in Procedure:
        for source in Source:
            assert phrase(ShortDeck(7, 2, 3, 8, procedure, source, burn=True), language).endswith(".")
