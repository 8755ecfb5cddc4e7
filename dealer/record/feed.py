"""Puts a recorded hand through the engine, action by action, until it ends, stops, or breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from dealer.cards import Card
from dealer.game.commands import (
    Award,
    BringIn,
    Burn,
    Call,
    Check,
    Command,
    DealCard,
    Fold,
    Muck,
    PostAntes,
    Scramble,
    Show,
    Wager,
    Word,
)
from dealer.game.due import ActDue, AwardDue, BurnDue, CardDue, CommunityDue, ScrambleDue
from dealer.game.errors import IllegalAction
from dealer.game.events import HandStarted
from dealer.game.hand import apply, begin, decide
from dealer.game.state import Hand
from dealer.house.rules import HouseRules
from dealer.record.phh import VARIANT_OF, ActionKind, PhhAction, PhhHand
from dealer.record.standing import Step


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rules refuse an action of the file; the replay ends with it."""

    action: str
    rule: str
    why: str


def feed(recorded: PhhHand, house: HouseRules) -> Iterator[Step | Refusal]:
    """Yield every step of a recorded hand. A hand that stops in the middle just ends.

    Antes, burns, shuffles and the pushing of pots are not written in the format; they happen by themselves.
    Raises PhhError if the stakes cannot be completed.
    """
    start = HandStarted(
        number=recorded.number,
        game=recorded.game,
        stakes=recorded.stakes(house),
        house=house,
        seats=tuple(range(1, len(recorded.stacks) + 1)),
        stacks=recorded.stacks,
        rake=recorded.rake,
    )
    try:
        hand = begin(start)
    except IllegalAction as error:
        yield Refusal(f"variant {VARIANT_OF[recorded.game]}", error.rule, error.why)
        return
    yield Step(None, start, hand)
    player = _Player(hand)
    yield from player.do(PostAntes())
    for place, action in enumerate(recorded.actions):
        try:
            yield from player.act(action, _dealt_next(recorded.actions[place + 1 :]))
        except IllegalAction as error:
            yield Refusal(action.text, error.rule, error.why)
            return
    if type(player.hand.due) is AwardDue:
        yield from player.do(Award())


def _dealt_next(actions: Sequence[PhhAction]) -> frozenset[int]:
    """Which players the file deals to before anything else happens."""
    deals = takewhile(lambda action: action.kind is ActionKind.DEAL_HOLE, actions)
    return frozenset(action.player for action in deals if action.player is not None)


class _Player:
    """Holds the hand while it is fed, with the cards that the file has dealt ahead of their turn.

    down: what the file says lies face down before each seat; the engine is never told before the showdown.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._ahead: dict[int, list[Card | None]] = {seat: [] for seat in hand.start.seats}
        self._down: dict[int, list[Card | None]] = {seat: [] for seat in hand.start.seats}

    def do(self, command: Command) -> Iterator[Step]:
        for event in decide(self.hand, command):
            before = self.hand
            self.hand = apply(before, event)
            yield Step(before, event, self.hand)

    def act(self, action: PhhAction, dealt_next: frozenset[int]) -> Iterator[Step]:
        seat = action.player or 0
        match action.kind:
            case ActionKind.DEAL_HOLE:
                yield from self._prepare()
                yield from self._deal_what_is_due(dealt_next | {seat})
                self._take(seat, action.cards)
                yield from self._deal_what_is_due(dealt_next)
            case ActionKind.DEAL_BOARD:
                yield from self._prepare()
                yield from self._deal_board(action.cards)
            case ActionKind.SHOW | ActionKind.MUCK:
                yield from self._put_down(seat, action)
            case ActionKind.BRING_IN:
                yield from self._bet(BringIn(seat))
            case ActionKind.WAGER:
                yield from self._bet(Wager(seat, action.to))
            case ActionKind.FOLD:
                yield from self._bet(Fold(seat))
            case ActionKind.CHECK_CALL:
                due = self.hand.due
                checks = type(due) is ActDue and Word.CHECK in due.options.can
                yield from self._bet(Check(seat) if checks else Call(seat))

    def _bet(self, command: Command) -> Iterator[Step]:
        if type(self.hand.due) is AwardDue:
            yield from self.do(Award())
        yield from self.do(command)

    def _prepare(self) -> Iterator[Step]:
        """Burn and shuffle before a card, as the house has it."""
        while True:
            match self.hand.due:
                case BurnDue():
                    yield from self.do(Burn())
                case ScrambleDue():
                    yield from self.do(Scramble())
                case AwardDue():
                    yield from self.do(Award())
                case _:
                    return

    def _take(self, seat: int, cards: Sequence[Card | None]) -> None:
        """Hold the cards of a seat until it is their turn: the format deals a seat its whole street at once."""
        if type(self.hand.due) is CommunityDue:
            raise IllegalAction("R5.4", "a community card is due; no seat gets a card of its own")
        if type(self.hand.due) is not CardDue:
            decide(self.hand, DealCard(None))  # the engine says why no card is due
        places = sum(step.seat == seat for step in self.hand.plan if type(step) is CardDue) - len(self._ahead[seat])
        if places == 0:
            raise IllegalAction("R4.1", f"no card is due to seat {seat} on street {self.hand.street}")
        if len(cards) > places:
            raise IllegalAction("R4.1", f"seat {seat} is due {places} on street {self.hand.street}, not {len(cards)}")
        self._ahead[seat] += cards

    def _deal_what_is_due(self, dealt_next: frozenset[int]) -> Iterator[Step]:
        """Deal what the file has given; a seat that folded without a bet (R4.7) gets a card that nobody wrote down."""
        while True:
            due = self.hand.due
            if type(due) is not CardDue:
                return
            ahead = self._ahead[due.seat]
            if not ahead and (self.hand.is_live(due.seat) or due.seat in dealt_next):
                return
            card = ahead.pop(0) if ahead else None
            if not due.up:
                self._down[due.seat].append(card)
            yield from self.do(DealCard(card if due.up else None))

    def _deal_board(self, cards: Sequence[Card | None]) -> Iterator[Step]:
        if type(self.hand.due) is CardDue:
            raise IllegalAction("R5", "no community card is due; every seat gets a card of its own")
        if len(cards) != 1:
            raise IllegalAction("R5.4", f"one community card is turned, not {len(cards)}")
        yield from self.do(DealCard(cards[0]))

    def _put_down(self, seat: int, action: PhhAction) -> Iterator[Step]:
        unshown_win = type(self.hand.due) is AwardDue and self.hand.showdown is None
        if type(self.hand.due) is AwardDue and not unshown_win:
            yield from self.do(Award())
        if action.kind is ActionKind.SHOW:
            yield from self.do(Show(seat, self._shown(seat, action.cards)))
        elif not (unshown_win and self.hand.is_live(seat)):  # a winner whose bet was not called need not show (R7.2)
            yield from self.do(Muck(seat))

    def _shown(self, seat: int, cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
        """The down cards that a seat shows: as the file dealt them, completed by what it shows."""
        dealt = self._down[seat]
        on_table = {*self.hand.up(seat), *self.hand.cards.community}
        shown = [card for card in cards if card not in on_table or card is None]
        if len(shown) > len(dealt):
            raise IllegalAction("R7.3", f"seat {seat} has {len(dealt)} cards face down, not {len(shown)}")
        dealt_known = {card for card in dealt if card is not None}
        shown_known = {card for card in shown if card is not None}
        unknown = dealt.count(None)
        if len(shown_known - dealt_known) > unknown:
            raise IllegalAction("R8", f"seat {seat} shows cards that it was not dealt")
        if any(card in self._down[other] for other in self._down if other != seat for card in shown_known):
            raise IllegalAction("R8", f"seat {seat} shows a card that another seat was dealt")
        added = iter([card for card in shown if card is not None and card not in dealt_known])
        return tuple(card if card is not None else next(added, None) for card in dealt)
