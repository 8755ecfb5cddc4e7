"""What holds in every hand, whatever is entered: legal and illegal commands, mishaps and rulings at random.

`STUD_INVARIANT_EXAMPLES` sets how many hands (80 by default).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.cards import DECK, Card, SealedCard
from dealer.game import commands as game
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, CommunityDue, Held, Over, ShowDue, round_due
from dealer.game.errors import IllegalAction
from dealer.game.events import HandStarted
from dealer.game.hand import apply, begin, decide, play
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.rake import NO_RAKE, PercentRake
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.stakes import Game, Limit, Spread, Stakes
from dealer.selfplay import Style, choose

HOUSES = ("finnish-cardroom", "finnish-seiska", "bulgarian-classic", "wsop-live", "wsop-tournament")
MOST_STEPS = 600
EXAMPLES = int(os.environ.get("STUD_INVARIANT_EXAMPLES", "80"))


class Mischief:
    """Enters whatever comes to mind, half of it wrong, and in the end plays the hand out."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tokens: Iterator[int] = count(1)
        self.start = self._start(seed)

    def _start(self, seed: int) -> HandStarted:
        random = self.random
        house = find_house(random.choice(HOUSES))
        limit = random.choice(house.table.limits)
        stakes = {
            Limit.FIXED: Stakes(Limit.FIXED, random.choice((1, 5)), 2, 4, 8),
            Limit.SPREAD: Stakes(Limit.SPREAD, 1, 1, 1, 5, Spread(1, 5)),
        }.get(limit) or Stakes(limit, random.choice((0, 1)), 2, 2, 2)
        seats = tuple(sorted(random.sample(range(1, 9), random.randint(2, 8))))
        turn = random.randrange(len(seats))
        order = seats[turn:] + seats[:turn]
        stacks = tuple(random.choice((1, 2, 3, 7, 30, 200)) for _ in order)
        absent = tuple(seat for seat in order if random.random() < 0.05)
        rake = random.choice((NO_RAKE, PercentRake(50, 3)))
        return HandStarted(
            seed, random.choice(house.table.games), stakes, house, order, stacks, rake=rake, absent=absent
        )

    def card(self, hand: Hand) -> Card:
        """A card that nobody has seen, most of the time."""
        unseen = [card for card in DECK if not hand.cards.seen & 1 << card.index]
        return self.random.choice(unseen if self.random.random() < 0.95 else DECK)

    def sealed(self) -> SealedCard:
        return SealedCard(str(next(self.tokens)))

    def sensible(self, hand: Hand) -> game.Command:
        """What is due."""
        coming = hand.due
        match coming:
            case ActDue() | BringInDue():
                return choose(coming.seat, coming.options, self.random.choice(tuple(Style)), self.random)
            case CardDue() if self.random.random() < 0.5:
                return game.DealRound(self._round(hand))
            case CardDue() | CommunityDue():
                up = isinstance(coming, CommunityDue) or coming.up
                return game.DealCard(self.card(hand) if up else self.sealed())
            case BurnDue():
                return game.Burn(self.sealed())
            case ShowDue():
                if not coming.must and self.random.random() < 0.4:
                    return game.Muck(coming.seat)
                return game.Show(coming.seat, self._several(hand, len(hand.down(coming.seat))))
            case Held():
                return game.Rule(self.random.choice(coming.choices), "floor")
            case _:
                return self.random.choice((game.PostAntes(), game.Scramble(), game.Award()))

    def _round(self, hand: Hand) -> tuple[game.AnyCard, ...]:
        places = round_due(hand)
        faces = iter(self._several(hand, len(places)))
        return tuple(next(faces) if isinstance(place, CommunityDue) or place.up else self.sealed() for place in places)

    def _several(self, hand: Hand, number: int) -> tuple[Card, ...]:
        unseen = [card for card in DECK if not hand.cards.seen & 1 << card.index]
        return tuple(self.random.sample(unseen, number))

    def wild(self, hand: Hand) -> game.Command:
        """Anything."""
        random = self.random
        seat = random.choice((*self.start.seats, 9))
        cards = tuple(random.choice((self.card(hand), self.sealed(), None)) for _ in range(random.choice((0, 1, 1, 2))))
        return random.choice(
            (
                game.PostAntes(),
                game.Burn(self.sealed()),
                game.DealCard(random.choice((self.card(hand), self.sealed(), None))),
                game.DealRound(cards),
                game.Scramble(),
                game.BringIn(seat),
                game.Fold(seat),
                game.Check(seat),
                game.Call(seat),
                game.Wager(seat, random.randint(-3, 60)),
                game.TimeOut(seat),
                game.MarkAbsent(seat),
                game.MarkPresent(seat),
                game.Show(seat, tuple(card for card in cards if not isinstance(card, SealedCard))),
                game.Muck(seat),
                game.Award(),
                game.AskMucked(seat, random.choice(self.start.seats)),
                game.OutOfTurn(seat, random.choice(tuple(game.Word)), random.choice((None, 4, 8))),
                game.NameCard(random.choice((seat, None)), random.randint(0, 4), self.card(hand)),
                *[
                    game.Report(
                        random.choice(tuple(IrregularityKind)),
                        random.choice((seat, None)),
                        cards,
                        random.choice((None, None, 0, 2, 9)),
                    )
                    for _ in range(6)
                ],
                game.Rule(random.choice(tuple(Choice)), "floor"),
                game.CallMisdeal(IrregularityKind.SEAT_LEFT_OUT),
            )
        )


def check(hand: Hand, started: HandStarted) -> None:
    """What holds at every moment."""
    assert sum(hand.seats.stacks) + hand.middle + hand.raked == sum(started.stacks)
    assert min(hand.seats.stacks) >= 0
    assert min(hand.seats.paid) >= 0
    assert 0 <= hand.stub <= 52
    assert len(hand.seats.live) >= 1
    assert (
        set(hand.seats.able)
        == {each for each in hand.seats.live if hand.seats.stacks[each] and each not in hand.seats.protected}
        or hand.over
        or hand.pots
    )
    shown = [card for down in (hand.showdown.shown if hand.showdown else ()) if down for card in down]
    up = [card for row in hand.cards.up for card in row]
    visible = [card for card in (*up, *hand.cards.community, *shown) if card is not None]
    assert len(visible) == len(set(visible))
    if isinstance(hand.due, ActDue | BringInDue):
        options = hand.due.options
        assert options.can
        position = hand.position(hand.due.seat)
        assert position in hand.seats.able
        for to in (*options.bet_to, *options.raise_to):
            assert 0 < to <= hand.bet(hand.due.seat) + hand.stack(hand.due.seat)
        assert 0 <= options.to_call <= hand.stack(hand.due.seat)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 10**9), st.floats(0, 0.6))
def test_whatever_is_entered(seed, wildness):
    mischief = Mischief(seed)
    hand = begin(mischief.start)
    record = []
    for step in range(MOST_STEPS):
        if hand.over:
            break
        wild = mischief.random.random() < wildness and step < MOST_STEPS // 2
        command = mischief.wild(hand) if wild else mischief.sensible(hand)
        before = hand
        try:
            after, events = play(hand, command)
        except IllegalAction as refused:
            assert hand is before
            assert refused.rule.startswith("R")
            assert refused.why
            continue
        assert events == decide(before, command)  # deciding twice gives the same
        assert before == hand
        hand = after
        record += events
        check(hand, mischief.start)
    assert isinstance(hand.due, Over), hand.due
    assert hand.middle == 0
    again = begin(mischief.start)
    for event in record:
        again = apply(again, event)
    assert again == hand


@settings(max_examples=EXAMPLES // 5, deadline=None)
@given(st.integers(0, 10**9))
def test_every_amount_that_is_offered_is_taken_and_no_other(seed):  # R4.6
    mischief = Mischief(seed)
    hand = begin(mischief.start)
    for _ in range(MOST_STEPS):
        if hand.over:
            break
        if isinstance(hand.due, ActDue | BringInDue):
            _try_every_wager(hand)
        try:
            hand, _ = play(hand, mischief.sensible(hand))
        except IllegalAction:
            continue


def _try_every_wager(hand: Hand) -> None:
    options, seat = hand.due.options, hand.due.seat
    offered = options.bet_to or options.raise_to
    fixed = hand.start.stakes.limit is Limit.FIXED
    for to in range(hand.bet(seat) + hand.stack(seat) + 2):
        fits = to in offered if fixed else bool(offered) and offered[0] <= to <= offered[-1]
        fits = fits or (bool(options.bring_in) and to == options.bring_in)
        try:
            after, _ = play(hand, game.Wager(seat, to))
        except IllegalAction:
            assert not fits, (to, options)
        else:
            assert fits, (to, options)
            assert after.due != hand.due


def test_games_are_all_dealt():
    """The mischief above meets every game and limit of every house."""
    met = {(m.start.house.name, m.start.game, m.start.limit) for m in map(Mischief, range(400))}
    assert {game for _, game, _ in met} == set(Game)
    assert {limit for _, _, limit in met} == set(Limit)
    assert {house for house, _, _ in met} == set(HOUSES)
