"""A table that speaks the words of the game, for the tests of the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from dealer.cards import Card, SealedCard
from dealer.game import commands as game
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, CommunityDue, Due, Options, ScrambleDue, round_due
from dealer.game.errors import IllegalAction
from dealer.game.events import Event, HandStarted, PotAwarded
from dealer.game.hand import apply, begin, play
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.rake import NO_RAKE, Rake
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.rules import HouseRules
from dealer.house.stakes import Game, Limit, Spread, Stakes

_WORDS: dict[str, Callable[[int], game.Command]] = {
    "fold": game.Fold,
    "check": game.Check,
    "call": game.Call,
    "bring-in": game.BringIn,
    "time-out": game.TimeOut,
}


def house_with(name: str, **changes: object) -> HouseRules:
    """A house with some policies changed: `action__raises=0` is `[action] raises = 0`."""
    house = find_house(name)
    for path, value in changes.items():
        part, key = path.split("__")
        house = replace(house, **{part: replace(getattr(house, part), **{key: value})})
    return house


class Table:
    """One hand, dealt and played by words. Every event is kept, so that a record can be checked against the hand."""

    def __init__(self, start: HandStarted) -> None:
        self.start = start
        self.hand: Hand = begin(start)
        self.events: list[Event] = [start]
        self._tokens = count(1)

    def enter(self, command: game.Command) -> tuple[Event, ...]:
        self.hand, events = play(self.hand, command)
        self.events += events
        return events

    def refuses(self, command: game.Command) -> str:
        """The rule by which a command is refused; it must change nothing."""
        before = self.hand
        with pytest.raises(IllegalAction) as refused:
            play(self.hand, command)
        assert self.hand is before
        assert refused.value.why
        return refused.value.rule

    def allows(self, command: game.Command) -> bool:
        """Whether a command would be taken; it is not entered."""
        play(self.hand, command)
        return True

    @property
    def due(self) -> Due:
        return self.hand.due

    @property
    def options(self) -> Options:
        assert isinstance(self.hand.due, ActDue | BringInDue), self.hand.due
        return self.hand.due.options

    @property
    def turn(self) -> int:
        assert isinstance(self.hand.due, ActDue | BringInDue), self.hand.due
        return self.hand.due.seat

    @property
    def can(self) -> set[str]:
        return {word.value for word in self.options.can}

    @property
    def awards(self) -> list[tuple[int, int, int, str]]:
        """Pot, seat, amount and side of each award, in the order in which they were made."""
        return [(each.pot, each.seat, each.amount, each.side.value) for each in self.events if type(each) is PotAwarded]

    def sealed(self) -> SealedCard:
        return SealedCard(f"t{next(self._tokens)}")

    def deals_doors(self, *doors: str) -> Table:
        """Antes, two cards down and a door card for each seat."""
        self.enter(game.PostAntes())
        self._round(list(doors))
        return self

    def deals(self, *cards: str) -> Table:
        """A street: what is to be shuffled or burned, then these face-up cards; sealed ones where they lie down."""
        while isinstance(self.hand.due, BurnDue | ScrambleDue):
            self.enter(game.Burn(self.sealed()) if isinstance(self.hand.due, BurnDue) else game.Scramble())
        self._round(list(cards))
        return self

    def _round(self, up: list[str]) -> None:
        places = round_due(self.hand)
        dealt = [
            Card.parse(up.pop(0)) if isinstance(place, CommunityDue) or place.up else self.sealed() for place in places
        ]
        assert not up, f"{up} are not due"
        self.enter(game.DealRound(tuple(dealt)))

    def acts(self, *words: str) -> Table:
        """Each word is the action of the seat whose turn it is: `check`, `bet 4`, `raise 8`, `complete 4`."""
        for word in words:
            action, _, amount = word.partition(" ")
            if amount:
                assert action in self.can, f"{action} is not among {self.can}"
                self.enter(game.Wager(self.turn, int(amount)))
            else:
                self.enter(_WORDS[action](self.turn))
        return self

    def bets(self) -> str:
        """The words of the least wager that can be made now."""
        word = next(word for word in ("complete", "bet", "raise") if word in self.can)
        return f"{word} {(self.options.bet_to or self.options.raise_to)[0]}"

    def everybody(self, word: str) -> Table:
        """All who act on this street do the same."""
        street = self.hand.street
        while isinstance(self.hand.due, ActDue | BringInDue) and self.hand.street == street:
            self.acts(word)
        return self

    def everybody_calls(self) -> Table:
        """Third street: it is brought in, and all call."""
        return self.acts("bring-in").everybody("call")

    def shows(self, seat: int, cards: str) -> Table:
        self.enter(game.Show(seat, tuple(None if each == "??" else Card.parse(each) for each in cards.split())))
        return self

    def mucks(self, seat: int) -> Table:
        self.enter(game.Muck(seat))
        return self

    def awards_pots(self) -> Table:
        self.enter(game.Award())
        return self

    def reports(self, kind: IrregularityKind, seat: int | None = None, *cards: str, place: int | None = None) -> Table:
        """Report an irregularity; a card `##` is one that lies down."""
        read = tuple(self.sealed() if each == "##" else Card.parse(each) for each in cards)
        self.enter(game.Report(kind, seat, read, place))
        return self

    def rules(self, choice: Choice, *cards: str) -> Table:
        self.enter(game.Rule(choice, "floor", tuple(map(Card.parse, cards))))
        return self

    def deals_one(self, card: str = "##") -> Table:
        self.enter(game.DealCard(self.sealed() if card == "##" else Card.parse(card)))
        return self

    def burns(self) -> Table:
        self.enter(game.Burn(self.sealed()))
        return self

    def chips(self) -> int:
        """All chips of the hand, wherever they are."""
        return sum(self.hand.seats.stacks) + self.hand.middle + self.hand.raked

    def places(self) -> list[tuple[int, bool]]:
        """Seats that are due a card, with whether it lies up."""
        return [(place.seat, place.up) for place in round_due(self.hand) if isinstance(place, CardDue)]

    def replayed(self) -> Hand:
        """The hand as the events alone tell it."""
        hand = begin(self.start)
        for event in self.events[1:]:
            hand = apply(hand, event)
        return hand


@pytest.fixture
def table() -> Callable[..., Table]:
    """Make a table: `table(4, house="wsop-live", game=Game.RAZZ, stacks=(5, 100, ...), action__raises=0)`."""

    def make(
        seats: int = 4,
        *,
        house: str = "wsop-live",
        game: Game = Game.STUD_HIGH,
        limit: Limit = Limit.FIXED,
        ante: int = 1,
        bring_in: int = 2,
        small: int = 4,
        big: int = 8,
        spread: tuple[int, int] | None = None,
        chip: int = 1,
        stacks: tuple[int, ...] | None = None,
        rake: Rake = NO_RAKE,
        last_two: bool = False,
        numbers: tuple[int, ...] | None = None,
        absent: tuple[int, ...] = (),
        **policies: object,
    ) -> Table:
        if spread is not None:
            stakes = Stakes(Limit.SPREAD, ante, bring_in, *spread, Spread(*spread), chip)
        elif limit is Limit.FIXED:
            stakes = Stakes(limit, ante, bring_in, small, big, None, chip)
        else:
            stakes = Stakes(limit, ante, bring_in, bring_in, bring_in, None, chip)
        order = numbers or tuple(range(1, seats + 1))
        rules = house_with(house, **policies)
        rules = replace(rules, table=replace(rules.table, games=tuple(Game), limits=tuple(Limit)))
        return Table(
            HandStarted(
                1, game, stakes, rules, order, stacks or (200,) * seats, rake=rake, last_two=last_two, absent=absent
            )
        )

    return make


@pytest.fixture
def eights(table: Callable[..., Table]) -> Callable[..., Table]:
    """Fifth street for 8, every stack as given when it begins, seat 1 first."""

    def make(*stacks: int, **policies: object) -> Table:
        played = table(len(stacks), stacks=tuple(each + 3 for each in stacks), **policies)
        played.deals_doors("Ac", *("9d", "7h", "8s", "6s")[: len(stacks) - 1])
        played.everybody_calls().deals("As", *("3d", "2h", "4s", "5d")[: len(stacks) - 1])
        played.everybody("check").deals("Ks", *("Jd", "Qh", "Th", "Kd")[: len(stacks) - 1])
        assert played.turn == 1
        return played

    return make
