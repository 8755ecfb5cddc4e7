"""Plays legal actions at random, for the simulated table, the tests and the benchmarks; decides no rule."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random

from dealer.cards import DECK, Card, SealedCard
from dealer.game.commands import (
    Award,
    BringIn,
    Burn,
    Call,
    Check,
    Command,
    DealCard,
    DealRound,
    Fold,
    Muck,
    PostAntes,
    Rule,
    Scramble,
    Show,
    Wager,
    Word,
)
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Held,
    Options,
    PlanStep,
    ScrambleDue,
    ShowDue,
)
from dealer.game.events import Event, HandStarted
from dealer.game.hand import begin, play
from dealer.game.short_deck import Source
from dealer.game.state import Hand


class Style(enum.Enum):
    """How the players choose among what they may do."""

    UNIFORM = "uniform"
    """Every word alike, every amount alike."""
    CALL_HEAVY = "call-heavy"
    """Nine times in ten the quiet way: check, call, bring in; else as `UNIFORM`."""
    SHOWDOWN = "showdown"
    """Check, call and bring in to the end."""


# Looking a member up in its enum costs fifteen times as much as a name of the module.
_SHOWDOWN, _CALL_HEAVY = Style.SHOWDOWN, Style.CALL_HEAVY
_FOLD, _CHECK, _CALL, _BRING_IN = Word.FOLD, Word.CHECK, Word.CALL, Word.BRING_IN
_QUIET_PARTS = 0.9


_folds, _checks, _calls, _brings_in = cache(Fold), cache(Check), cache(Call), cache(BringIn)
_wagers = lru_cache(maxsize=4096)(Wager)


def choose(seat: int, options: Options, style: Style, random: Random) -> Command:
    """Return a legal action for a seat whose turn it is."""
    can = options.can
    if style is _SHOWDOWN or (style is _CALL_HEAVY and random.random() < _QUIET_PARTS):
        word = can[1] if can[0] is _FOLD and len(can) > 1 else can[0]
    else:
        word = can[int(random.random() * len(can))]
    if word is _CHECK:
        return _checks(seat)
    if word is _CALL:
        return _calls(seat)
    if word is _FOLD:
        return _folds(seat)
    if word is _BRING_IN:
        return _brings_in(seat)
    targets = options.bet_to or options.raise_to
    return _wagers(seat, targets[int(random.random() * len(targets))])


@cache
def _numbered(number: int) -> SealedCard:
    """A sealed card that only a pack knows how to open."""
    return SealedCard(str(number))


@dataclass(slots=True)
class Pack:
    """A shuffled deck in a dealer's hands: gives out cards, knows which is which, and scrambles what it is told to.

    truth: the identity behind each sealed card it gave out.
    """

    random: Random
    stub: list[Card] = field(default_factory=list)
    burns: list[Card] = field(default_factory=list)
    truth: dict[str, Card] = field(default_factory=dict)
    _given: int = 0

    @classmethod
    def shuffled(cls, random: Random) -> Pack:
        """A full deck, shuffled."""
        drawn = random.random  # sorting by numbers drawn is half the work of shuffling in place
        return cls(random, sorted(DECK, key=lambda _: drawn()))

    def up(self) -> Card:
        """Turn the next card."""
        return self.stub.pop()

    def down(self) -> SealedCard:
        """Give the next card out face down."""
        return self._sealed(self.stub.pop())

    def round(self, steps: Sequence[PlanStep]) -> tuple[Card | SealedCard, ...]:
        """Give out a card for each step that is one, in order."""
        stub, truth, number = self.stub, self.truth, self._given
        given: list[Card | SealedCard] = []
        for step in steps:
            if type(step) is not CardDue:
                continue
            if step.up:
                given.append(stub.pop())
                continue
            number += 1
            sealed = _numbered(number)
            truth[sealed.token] = stub.pop()
            given.append(sealed)
        self._given = number
        return tuple(given)

    def burn(self) -> SealedCard:
        """Burn the next card."""
        card = self.stub.pop()
        self.burns.append(card)
        return self._sealed(card)

    def scramble(self, *, burns: bool, stub: bool) -> None:
        """Shuffle the stub, the burns, or both together into a new stub."""
        if not stub:
            self.random.shuffle(self.burns)
            return
        if burns:
            self.stub += self.burns
            self.burns.clear()
        self.random.shuffle(self.stub)

    def opened(self, sealed: Sequence[SealedCard | None]) -> tuple[Card | None, ...]:
        """The identities of cards that were given out face down."""
        truth = self.truth
        return tuple([None if card is None else truth[card.token] for card in sealed])

    def _sealed(self, card: Card) -> SealedCard:
        self._given += 1
        sealed = _numbered(self._given)
        self.truth[sealed.token] = card
        return sealed


def deal(hand: Hand, pack: Pack, *, by_round: bool) -> Command:
    """Return what the dealer's hands do, when they are to do something. by_round: a round of cards at once."""
    coming = hand.due
    match coming:
        case CardDue():
            if by_round:
                return DealRound(pack.round(hand.plan))
            return DealCard(pack.up() if coming.up else pack.down())
        case BurnDue():
            return Burn(pack.burn())
        case ScrambleDue():
            pack.scramble(burns=coming.burns, stub=coming.stub)
            return Scramble()
        case CommunityDue():
            return DealCard(pack.burns.pop() if coming.source is Source.BURNS else pack.up())
        case AntesDue():
            return PostAntes()
        case AwardDue():
            return Award()
        case _:
            raise LookupError(f"the dealer has nothing to do while {type(coming).__name__} is due")


def next_command(
    hand: Hand, pack: Pack, style: Style, random: Random, *, by_round: bool = True, muck: float = 0.0
) -> Command:
    """Return a legal next entry for a hand that is not over. muck: how often a seat that may hide its hand does."""
    coming = hand.due
    if type(coming) is ActDue or type(coming) is BringInDue:  # by far the most of them
        return choose(coming.seat, coming.options, style, random)
    if type(coming) is ShowDue:
        if not coming.must and muck and random.random() < muck:
            return Muck(coming.seat)
        return Show(coming.seat, pack.opened(hand.down(coming.seat)))
    if type(coming) is Held:
        return Rule(coming.choices[0])
    return deal(hand, pack, by_round=by_round)


def play_hand(
    start: HandStarted, style: Style, random: Random, *, by_round: bool = True, muck: float = 0.0
) -> tuple[Hand, tuple[Event, ...]]:
    """Play a whole hand and return its end with its events."""
    hand = begin(start)
    pack = Pack.shuffled(random)
    events: list[Event] = [start]
    while hand.outcome is None:
        hand, caused = play(hand, next_command(hand, pack, style, random, by_round=by_round, muck=muck))
        events += caused
    return hand, tuple(events)
