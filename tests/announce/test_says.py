"""What is announced after each step of a hand (R8, WL 225), and that it tells no card that lies face down."""

from __future__ import annotations

from random import Random

import pytest

from dealer.announce.lines import line
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
    Return,
    Show,
    Wagered,
)
from dealer.announce.says import says, what_is_due
from dealer.cards import Card, parse_cards
from dealer.game.commands import Award as Push
from dealer.game.commands import BringIn as PostBringIn
from dealer.game.commands import (
    Burn,
    Call,
    CallMisdeal,
    Check,
    DealCard,
    DealRound,
    Fold,
    PostAntes,
    Report,
    Rule,
    Wager,
    Word,
)
from dealer.game.commands import Show as TableHand
from dealer.game.due import ActDue
from dealer.game.events import HandStarted
from dealer.game.hand import apply, begin, decide
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.pots import Side
from dealer.game.ranking import HandClass
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.rules import End
from dealer.house.stakes import Game, Limit, Spread, Stakes
from dealer.selfplay import Style, play_hand

FIXED = Stakes(Limit.FIXED, 1, 2, 4, 8)


class Table:
    """A hand with all that was announced in it."""

    def __init__(
        self,
        seats: int = 3,
        game: Game = Game.STUD_HIGH,
        stakes: Stakes = FIXED,
        house: str = "wsop-live",
        stack: int = 100,
        stacks: tuple[int, ...] = (),
    ):
        dealt = tuple(range(1, seats + 1))
        start = HandStarted(1, game, stakes, find_house(house), dealt, stacks or (stack,) * seats)
        self.hand: Hand = begin(start)
        self.said = list(says(None, start, self.hand))

    def all_in_on_third(self) -> list[object]:
        """Both seats raise each other until nothing is left."""
        self.third("2d", "Kh")
        self.enters(PostBringIn(1))
        while isinstance(self.hand.due, ActDue):
            due = self.hand.due
            told = self.enters(Wager(due.seat, due.options.raise_to[-1]) if due.options.raise_to else Call(due.seat))
        return told

    def enters(self, *commands: object) -> list[object]:
        """Enter commands and return what was announced of the last one."""
        told: list[object] = []
        for command in commands:
            told = []
            for event in decide(self.hand, command):  # type: ignore[arg-type]
                before, self.hand = self.hand, apply(self.hand, event)
                told += says(before, event, self.hand)
            self.said += told
        return told

    def third(self, *doors: str) -> list[object]:
        down = (None,) * (2 * len(doors))
        return self.enters(PostAntes(), DealRound((*down, *(Card.parse(door) for door in doors))))

    def street(self, cards: str) -> list[object]:
        return self.enters(Burn(), DealRound(parse_cards(cards)))


def test_nothing_is_said_before_the_antes():
    assert Table().said == []


def test_the_cards_of_third_street_and_the_bring_in():  # R3.1, R3.2
    table = Table()
    assert table.enters(PostAntes()) == [Deal(3, False, (False, False, True), (1, 2, 3))]
    table = Table()
    assert table.third("2d", "2c", "Kh") == [BringIn(2, Card.parse("2c"), End.LOWEST, 2, 4, (4,), False)]
    assert what_is_due(table.hand) == (BringIn(2, Card.parse("2c"), End.LOWEST, 2, 4, (4,), False),)


def test_razz_is_brought_in_by_the_highest():  # R3.2
    (said,) = Table(game=Game.RAZZ).third("Ks", "Kd", "Ah")
    assert (said.seat, said.by) == (1, End.HIGHEST)


def test_a_spread_table_may_open_for_the_most():  # R3.4
    stakes = Stakes(Limit.SPREAD, 1, 1, 1, 5, Spread(1, 5))
    (said,) = Table(stakes=stakes, house="finnish-cardroom").third("2d", "2c", "Kh")
    assert (said.amount, said.full_bet, said.instead, said.all_in) == (1, 5, (2, 5), False)


def test_a_low_card_with_less_is_offered_what_he_has():  # R3.4, R3.7
    (said,) = Table(stacks=(100, 2, 100)).third("2d", "2c", "Kh")
    assert (said.amount, said.full_bet, said.instead, said.all_in) == (1, 4, (), True)
    table = Table(stacks=(100, 4, 100))
    (said,) = table.third("2d", "2c", "Kh")
    assert (said.amount, said.full_bet, said.instead, said.all_in) == (2, 4, (3,), False)
    assert table.enters(Wager(2, 3))[0] == Wagered(2, Word.COMPLETE, 3, all_in=True, short=True)


def test_a_low_card_that_is_all_in_from_its_ante_is_told():  # R3.7, WL 217
    table = Table(stacks=(100, 1, 100))
    told, act = table.third("9d", "2c", "Kh")
    assert told == LowCardAllIn(2, Card.parse("2c"), End.LOWEST)
    assert (act.seat, act.bring_in) == (3, 2)
    assert [type(each) for each in table.enters(Fold(3))] == [Deal]  # one is left with chips


def test_a_fold_before_the_bring_in_tells_the_low_card_no_more():  # R3.7
    table = Table(4, stacks=(100, 1, 100, 100))
    table.third("9d", "2c", "Kh", "Qs")
    assert [type(each) for each in table.enters(Fold(3))] == [Act]


def test_the_best_board_is_told_though_it_is_all_in():  # R4.2, WL 225
    table = Table(stacks=(100, 3, 100))
    table.third("2c", "Ad", "Kh")
    table.enters(PostBringIn(1), Call(2), Call(3))
    told, act = table.street("5sAsJc")
    assert isinstance(told, OpenerAllIn)
    assert (told.seat, told.showing.kind, told.opens) == (2, HandClass.PAIR, End.HIGHEST)
    assert (act.seat, act.opens) == (3, None)


def test_every_raise_is_told():  # WL 225
    table = Table()
    table.third("2d", "2c", "Kh")
    raised, act = table.enters(PostBringIn(2), Wager(3, 4))
    assert raised == Wagered(3, Word.COMPLETE, 4, False)
    assert (act.seat, act.to_call, act.can, act.raise_to) == (1, 4, (Word.FOLD, Word.CALL, Word.RAISE), (8,))


def test_the_high_hand_and_the_pairs():  # WL 225
    table = Table()
    table.third("2d", "2c", "Kh")
    table.enters(PostBringIn(2), Wager(3, 4), Wager(1, 8), Fold(2), Wager(3, 12), Wager(1, 16), Wager(3, 20))
    table.enters(Call(1))
    pairs, act = table.street("2hKs")
    assert isinstance(pairs, OpenPairs)
    assert [(seat, hand.kind) for seat, hand in pairs.pairs] == [(1, HandClass.PAIR)]
    assert isinstance(act, Act)
    assert (act.seat, act.opens, act.showing.ranks[0].letter, act.bet_to) == (3, End.HIGHEST, "K", (4, 8))
    (following,) = table.enters(Check(3))
    assert following.opens is None


def test_in_a_tournament_hands_are_turned_up_once_nothing_is_left_to_bet():  # R7.3
    table = Table(2, house="wsop-tournament", stack=10)
    assert [type(each) for each in table.all_in_on_third()] == [HandsTabled, Deal]
    assert HandsTabled() not in table.street("2hKs")


def test_hands_that_the_antes_put_all_in_are_turned_up_when_they_have_been_dealt():  # R3.7, R7.3
    table = Table(2, house="wsop-tournament", stack=1)
    assert HandsTabled() not in table.said
    assert [type(each) for each in table.enters(PostAntes())] == [Deal]
    told = table.enters(DealRound((None,) * 4 + parse_cards("2dKh")))
    assert [type(each) for each in told] == [HandsTabled, Deal]


def test_elsewhere_they_stay_down():  # R7.3
    table = Table(2, stack=10)
    assert [type(each) for each in table.all_in_on_third()] == [Deal]


def test_the_lowest_showing_opens_in_razz():  # R4.2
    table = Table(2, game=Game.RAZZ)
    table.third("Ks", "Ah")
    table.enters(PostBringIn(1), Call(2))
    (act,) = table.street("Qs2d")
    assert (act.seat, act.opens, act.showing.kind) == (2, End.LOWEST, HandClass.LOW)


def test_a_win_unshown():  # R7.1, R7.2
    table = Table()
    table.third("2d", "2c", "Kh")
    table.enters(PostBringIn(2), Wager(3, 4), Fold(1))
    assert table.enters(Fold(2)) == [Return(3, 2)]
    assert table.enters(Push()) == [PotIs((7,), 0), Award(0, 1, 3, 7, Side.HIGH, False, None)]


def test_irregularities_and_misdeals():  # R8
    table = Table()
    table.third("2d", "2c", "Kh")
    (said,) = table.enters(Report(IrregularityKind.FLOOR_CALLED))
    assert isinstance(said, Irregularity)
    assert line(said) == {"say": "irregularity", "kind": "floor-called", "rule": said.rule}
    table = Table()
    table.third("2d", "2c", "Kh")
    called = table.enters(CallMisdeal(IrregularityKind.SEAT_LEFT_OUT))
    assert [type(each) for each in called] == [CalledOff]
    assert line(called[0])["kind"] == "misdeal"


@pytest.mark.parametrize("game", list(Game))
def test_whole_hands_tell_no_face_down_card(game):
    for seed in range(12):
        start = HandStarted(1, game, FIXED, find_house("wsop-live"), (1, 2, 3, 4, 5), (60,) * 5)
        _, events = play_hand(start, list(Style)[seed % 3], Random(seed), muck=0.3)
        hand = begin(start)
        seen = ""
        for event in events[1:]:
            before, hand = hand, apply(hand, event)
            for said in says(before, event, hand):
                seen += repr(said)
                assert "SealedCard" not in repr(said)
                if isinstance(said, Show):
                    assert hand.showdown is not None
        assert "Award(" in seen


def test_a_scoop_is_no_half():  # R7.6
    start = HandStarted(1, Game.STUD_HILO_8, FIXED, find_house("wsop-live"), (1, 2, 3), (100,) * 3)
    for seed in range(40):
        _, events = play_hand(start, Style.SHOWDOWN, Random(seed))
        hand = begin(start)
        awards: list[Award] = []
        for event in events[1:]:
            before, hand = hand, apply(hand, event)
            awards += [said for said in says(before, event, hand) if isinstance(said, Award)]
        has_low = any(award.side is Side.LOW for award in awards)
        assert all(award.half == has_low for award in awards)


def checked_to_the_show(table, *streets):
    """streets: the up-cards of fourth to sixth street."""
    for cards in streets:
        table.street(cards)
        checked(table)
    table.enters(Burn(), DealRound((None, None)))
    checked(table)


def checked(table):
    while isinstance(table.hand.due, ActDue):
        table.enters(Check(table.hand.due.seat))


def test_a_quarter_is_a_part_of_a_half():  # R7.6, R7.7: one low for both, one of them the high
    table = Table(2, game=Game.STUD_HILO_8)
    table.third("2d", "3h")
    table.enters(PostBringIn(1), Call(2))
    checked_to_the_show(table, "4dJh", "6c6h", "KhQc")
    for seat in (table.hand.due.seat, 3 - table.hand.due.seat):
        table.enters(TableHand(seat, parse_cards("Ac3cKd" if seat == 1 else "As4s2s")))
    awards = [each for each in table.enters(Push()) if isinstance(each, Award)]
    assert [(each.seat, each.side, each.amount, each.half, each.shared) for each in awards] == [
        (1, Side.HIGH, 3, True, False),
        (1, Side.LOW, 1, True, True),
        (2, Side.LOW, 2, True, True),  # the odd chip: the six of hearts is higher than that of clubs (WL 149)
    ]


def test_a_deal_that_runs_into_trouble_says_so():  # R7.5: two hands that nobody knows
    table = Table(2)
    table.third("2d", "Kh")
    table.enters(PostBringIn(1), Call(2))
    checked_to_the_show(table, "3dQh", "4hJh", "6h9d")
    first = table.hand.due.seat
    table.enters(TableHand(first, (None, None, None)))
    (said,) = table.enters(TableHand(3 - first, (None, None, None)))
    assert isinstance(said, Irregularity)
    assert said.kind is IrregularityKind.NOBODY_CAN_WIN
    assert what_is_due(table.hand) == (said,)


def test_after_a_ruling_the_deal_is_said_again():  # R8
    table = Table()
    table.enters(PostAntes(), DealCard(None), Report(IrregularityKind.FLOOR_CALLED))
    assert table.enters(Rule(Choice.GO_ON)) == [Deal(3, False, (False, False, True), (2, 3, 1))]
