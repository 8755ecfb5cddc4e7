"""What is dealt when, and what is done when the deck runs short (R3.1, R4.1, R5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from dealer.cards import DECK, SealedCard
from dealer.game import commands as game
from dealer.game.due import AntesDue, BurnDue, CardDue, CommunityDue, Held, ScrambleDue
from dealer.game.errors import IllegalAction
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.short_deck import Procedure, Source

EIGHT = ("2c", "9d", "Kh", "8s", "Tc", "Jd", "4h", "5s")
CARDS = [str(card) for card in DECK]


def to_sixth(table, folds=0, **policies):
    """Eight seats to the end of sixth street; so many fold on third street once it is brought in."""
    played = table(8, **policies).deals_doors(*EIGHT).acts("bring-in")
    while played.hand.street == 3:
        played.acts("call" if folds == 0 else "fold")
        folds = max(0, folds - 1)
    left = iter([card for card in CARDS if card not in EIGHT])
    for _ in range(3):
        played.deals(*(next(left) for _ in played.places())).everybody("check")
    return played


def test_antes_come_before_cards(table):  # R3.1
    played = table(3)
    assert isinstance(played.due, AntesDue)
    assert played.refuses(game.DealCard(None)) == "R3.1"
    played.enter(game.PostAntes())
    assert played.hand.middle == 3
    assert played.refuses(game.PostAntes()) == "R3.1"


def test_two_down_and_one_up_one_at_a_time_without_a_burn(table):  # R3.1
    played = table(3, numbers=(2, 5, 7))
    played.enter(game.PostAntes())
    assert played.places() == [(2, False), (5, False), (7, False)] * 2 + [(2, True), (5, True), (7, True)]


def test_one_by_one_and_by_the_round_are_the_same(table):
    by_one, at_once = table(2), table(2)
    by_one.enter(game.PostAntes())
    for card in ("##", "##", "##", "##", "9d", "2c"):
        by_one.deals_one(card)
    at_once.deals_doors("9d", "2c")
    assert by_one.hand == at_once.hand


def test_a_burn_comes_before_each_street(table):  # R4.1
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls()
    assert played.due == BurnDue(4)
    assert played.refuses(game.DealCard(DECK[7])) == "R4.1"
    played.burns()
    assert played.due == CardDue(1, 4, up=True)
    assert played.hand.stub == 52 - 9 - 1


def test_houses_without_a_burn(table):  # R4.1, R9
    for house in ("finnish-seiska", "bulgarian-classic"):
        played = table(3, house=house).deals_doors("2c", "9d", "Kh").everybody_calls()
        assert played.due == CardDue(1, 4, up=True)


def test_seventh_street_is_dealt_down(table):  # R4.1
    played = to_sixth(table, folds=5)
    assert played.places() == [(1, False), (7, False), (8, False)]


def test_sides_of_cards(table):
    played = table(2)
    played.enter(game.PostAntes())
    assert played.refuses(game.DealCard(DECK[0])) == "R3.1"
    for _ in range(4):
        played.deals_one()
    assert played.refuses(game.DealCard(played.sealed())) == "R3.1"
    played.deals_one("9d")
    assert played.refuses(game.DealCard(DECK[7 * 4 + 1])) == "R8"  # the nine of diamonds again
    assert played.refuses(game.DealRound((DECK[0], DECK[1]))) == "R3.1"


@pytest.mark.parametrize(
    ("house", "folds", "procedure", "source", "steps"),
    [
        ("finnish-cardroom", 0, Procedure.COMMUNITY, Source.BURNS, [ScrambleDue, CommunityDue]),
        ("finnish-cardroom", 1, Procedure.RECYCLE, Source.STUB_AND_BURNS, [ScrambleDue] + [CardDue] * 7),
        ("finnish-cardroom", 2, Procedure.NORMAL, Source.STUB, [BurnDue] + [CardDue] * 6),
        ("finnish-seiska", 0, Procedure.COMMUNITY, Source.STUB, [CommunityDue]),
        ("bulgarian-classic", 0, Procedure.COMMUNITY, Source.STUB, [CommunityDue]),
        ("wsop-live", 0, Procedure.COMMUNITY, Source.STUB_AND_BURNS, [ScrambleDue, BurnDue, CommunityDue]),
        ("wsop-live", 1, Procedure.COMMUNITY, Source.STUB, [BurnDue, CommunityDue]),
        ("wsop-live", 2, Procedure.RECYCLE, Source.STUB_AND_BURNS, [ScrambleDue, BurnDue] + [CardDue] * 6),
    ],
)
def test_short_deck(table, house, folds, procedure, source, steps):  # R5.1 to R5.3
    played = to_sixth(table, folds, house=house)
    told = played.hand.last_card
    assert told is not None
    assert (told.procedure, told.source) == (procedure, source)
    assert [type(step) for step in played.hand.plan] == steps
    assert (told.seats, told.stub) == (8 - folds, 52 - 24 - 3 * (8 - folds) - told.burns)


def test_community_card_from_the_burns(table):  # R5.1
    played = to_sixth(table, house="finnish-cardroom")
    assert (played.hand.stub, len(played.hand.cards.burns)) == (1, 3)
    played.deals("As")
    assert (played.hand.stub, len(played.hand.cards.burns)) == (1, 2)
    assert [str(card) for card in played.hand.cards.community] == ["As"]
    assert "check" in played.can  # betting goes on as usual (R5.5)


def test_no_betting_after_the_community_card(table):  # R5.5, source 001
    played = to_sixth(table, house="finnish-seiska").deals("As")
    assert played.hand.showdown is not None


def test_scrambled_burns_are_stub(table):  # R5.2
    played = to_sixth(table, folds=2, house="wsop-live")
    before = played.hand.stub + len(played.hand.cards.burns)
    played.enter(game.Scramble())
    assert (played.hand.stub, played.hand.cards.burns) == (before, ())
    assert played.refuses(game.Scramble()) == "R5.1"


def test_sixth_street_opener_opens_again_after_the_community_card(table):  # R5.5
    played = to_sixth(table)
    opener = played.hand.betting.first
    played.deals("As")
    assert played.hand.betting.first == opener


def test_the_stub_is_counted_with_cards_taken_out(table):  # R5
    played = table(3).deals_doors("2c", "9d", "Kh").everybody_calls().burns()
    played.reports(IrregularityKind.BOXED_CARD, None, "##").rules(Choice.REPLACE)
    assert played.hand.stub == 52 - 9 - 1 - 1


def falls() -> Iterator[tuple[int, int, int, int, int]]:
    """Every way that live counts can fall over the streets: dealt in, and live for 4th to 7th street."""
    for seats in range(2, 9):
        for later in combinations_with_replacement(range(seats, 1, -1), 4):
            yield (seats, *later)


@pytest.mark.parametrize(
    ("house", "counts"),
    [
        ("finnish-cardroom", {"normal": 424, "no-burn": 11, "recycle": 20, "community": 7}),
        ("wsop-live", {"normal": 410, "recycle": 34, "community": 18}),
        ("finnish-seiska", {"normal": 455, "community": 7}),
    ],
)
def test_every_way_that_live_counts_can_fall(table, house, counts):  # R5.6
    procedures: Counter[str] = Counter()
    for seats, *live in falls():
        played = table(seats, house=house, stacks=(1000,) * seats).deals_doors(*EIGHT[:seats])
        burn = 0 if house == "finnish-seiska" else 1
        fresh = iter([card for card in CARDS if card not in EIGHT])
        stub = 52 - 3 * seats
        played.acts(played.bets())
        for street, here in enumerate(live, 4):
            for _ in range(len(played.hand.seats.live) - here):
                played.acts("fold")
            while played.hand.street < street:
                played.acts("call")
            if street == 7:
                break
            stub -= here + burn
            played.deals(*(next(fresh) for _ in played.places())).acts(played.bets())
        told = played.hand.last_card
        assert told is not None
        assert (told.seats, told.stub, told.burns) == (live[-1], stub, 3 * burn), (seats, live)
        procedures[told.procedure.value] += 1
    assert procedures == counts


def test_seats_dealt_can_exceed_seats_live(table):  # R5.6, R4.7
    played = table(8).deals_doors(*EIGHT).everybody_calls()
    fresh = iter([card for card in CARDS if card not in EIGHT])
    played.deals(*(next(fresh) for _ in range(8))).acts("fold").everybody("check")
    for _ in range(2):
        played.deals(*(next(fresh) for _ in range(8))).everybody("check")
    told = played.hand.last_card
    assert told is not None
    assert (told.seats, len(played.hand.seats.live)) == (8, 7)


def test_too_few_cards_before_seventh_street_are_for_the_floor(table):  # R5
    played = table(8).deals_doors(*EIGHT).everybody_calls()
    fresh = iter([card for card in CARDS if card not in EIGHT])
    played.deals(*(next(fresh) for _ in range(8))).everybody("check").burns()
    for _ in range(2):
        played.reports(IrregularityKind.BOXED_CARD, None, "##").rules(Choice.REPLACE)
    played.deals(*(next(fresh) for _ in range(8))).everybody("check")
    assert played.hand.stub == 8
    assert isinstance(played.due, Held)
    assert played.due.choices == (Choice.NO_BURN, Choice.RECYCLE, Choice.VOID)
    assert played.rules(Choice.NO_BURN).due == CardDue(1, 6, up=True)


def test_a_burn_too_many_leaves_eight_players_a_community_card(table):  # R5.2, R8: nothing is left of the stub
    played = table(8, house="wsop-live").deals_doors(*EIGHT).everybody_calls()
    left = iter([card for card in CARDS if card not in EIGHT])
    for street in (4, 5, 6):
        played.burns()
        if street == 6:
            played.reports(IrregularityKind.DOUBLE_BURN, None, "##").rules(Choice.LEAVE)
        played.deals(*(next(left) for _ in played.places())).everybody("check")
    assert (played.hand.stub, len(played.hand.cards.burns)) == (0, 4)
    played.enter(game.Scramble())
    played.burns().deals_one(next(left))
    assert (played.hand.stub, len(played.hand.cards.burns)) == (2, 1)


def test_a_card_taken_out_on_seventh_street_changes_the_procedure(table):  # R5
    played = to_sixth(table, folds=2, house="finnish-cardroom")
    assert played.hand.last_card.procedure is Procedure.NORMAL  # a stub of seven: six cards and the burn
    played.reports(IrregularityKind.BOXED_CARD, None, "##").rules(Choice.REPLACE)
    assert played.hand.last_card.procedure is Procedure.NO_BURN
    assert played.due == CardDue(1, 7, up=False)
    played.deals_one().reports(IrregularityKind.BOXED_CARD, None, "##").rules(Choice.REPLACE)
    assert isinstance(played.due, Held)
    assert played.due.choices == (Choice.RECYCLE, Choice.VOID)
    played.rules(Choice.RECYCLE)
    assert played.due == ScrambleDue(7, burns=True)
    played.enter(game.Scramble())
    assert len(played.places()) == 5


def test_no_text_of_a_hand_tells_a_face_down_card(table):
    played = table(3)
    played.sealed = lambda: SealedCard("the-ace-of-spades")
    played.deals_doors("2c", "9d", "Kh").everybody_calls().deals("5s", "Jc", "Qd")
    assert "the-ace-of-spades" not in repr(played.hand) + repr(played.events)
    with pytest.raises(IllegalAction) as refused:
        played.enter(game.Burn(SealedCard("the-ace-of-spades")))
    assert "the-ace-of-spades" not in repr(refused.value) + str(refused.value)
