"""Writes a hand from its record in the Poker Hand History format; a card that was never shown stands as `??`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from dealer.cards import Card
from dealer.game.commands import AnyCard, Word
from dealer.game.due import round_due
from dealer.game.events import (
    Acted,
    CardDealt,
    Cause,
    ChipsTakenBack,
    Event,
    HandEnded,
    HandStarted,
    IrregularityReported,
    Mucked,
    PotsMade,
    Protected,
    RoundDealt,
    Ruled,
    Shown,
)
from dealer.game.state import Hand
from dealer.house.stakes import Game, Limit
from dealer.record.phh import VARIANT_OF
from dealer.record.standing import Step, standing

_DOWN_FIRST = 2
"""Cards that a seat gets face down before its first one face up (R3.1)."""
_VERBS = {Word.FOLD: "f", Word.CHECK: "cc", Word.CALL: "cc", Word.BRING_IN: "pb"}


def write_phh(events: Iterable[Event]) -> str:
    """Return the text of a hand. The first event is the HandStarted; an unfinished hand ends where it stands.

    Rulings have no place in the format and stand as commentary. Raises IllegalAction for a record that is none.
    """
    steps = list(standing(events))
    start = steps[0].after.start
    fields = dict(_header(start))
    for step in steps:
        match step.event:
            case PotsMade(_, rake) if rake:
                fields["_rake"] = str(rake)
            case HandEnded(_, stacks):
                fields["finishing_stacks"] = _list(stacks)
            case ChipsTakenBack(outcome):
                fields["_outcome"] = _text(outcome.value)
    actions = ",\n".join(f"  {_text(action)}" for action in _actions(steps))
    return "\n".join([f"{field} = {value}" for field, value in fields.items()]) + f"\nactions = [\n{actions}\n]\n"


def _header(start: HandStarted) -> Iterator[tuple[str, str]]:
    stakes = start.stakes
    yield "variant", _text(VARIANT_OF[start.game])
    if start.game is Game.STUD_HILO:
        yield "_game", _text(start.game.value)
    if stakes.limit is not Limit.FIXED:
        yield "_limit", _text(stakes.limit.value)
    if stakes.spread is not None:
        yield "_spread", _list((stakes.spread.low, stakes.spread.high))
    yield "antes", _list([stakes.ante] * len(start.seats))
    yield "bring_in", str(stakes.bring_in)
    yield "small_bet", str(stakes.small_bet)
    yield "big_bet", str(stakes.big_bet)
    yield "starting_stacks", _list(start.stacks)
    yield "seats", _list(start.seats)
    yield "hand", str(start.number)
    yield "_house", _text(start.house.name)


def _actions(steps: Iterable[Step]) -> Iterator[str]:
    """One line for an action; the cards of a street stand together, seat by seat."""
    ahead: dict[int, list[str]] = {}
    street = 0
    for step in steps:
        if step.before is not None and isinstance(step.event, CardDealt | RoundDealt):
            if step.event.street != street:
                yield from _deals(ahead)
            street = step.event.street
            if isinstance(step.event, CardDealt) and step.event.seat is None:
                yield f"d db {_card(step.event.card)}"
            else:
                _gather(ahead, step.before, step.event)
            continue
        yield from _deals(ahead)
        yield from _action(step)
    yield from _deals(ahead)


def _gather(ahead: dict[int, list[str]], before: Hand, event: CardDealt | RoundDealt) -> None:
    cards = (event.card,) if isinstance(event, CardDealt) else event.cards
    for place, card in zip(round_due(before), cards, strict=False):
        seat = getattr(place, "seat", None)
        if isinstance(seat, int):
            ahead.setdefault(before.position(seat) + 1, []).append(_card(card))


def _deals(ahead: dict[int, list[str]]) -> Iterator[str]:
    for player, cards in ahead.items():
        yield f"d dh p{player} {''.join(cards)}"
    ahead.clear()


def _action(step: Step) -> Iterator[str]:
    hand = step.after
    match step.event:
        case Acted(seat, word, _, to, _, cause):
            verb = _VERBS.get(word, f"cbr {to}")
            why = f" # {cause.value}" if cause is not Cause.PLAYER else ""
            yield f"{_player(hand, seat)} {verb}{why}"
        case Shown(seat, cards):
            yield f"{_player(hand, seat)} sm {''.join(_card(card) for card in _as_dealt(hand, seat, cards))}"
        case Mucked(seat):
            yield f"{_player(hand, seat)} sm"
        case Protected(seat):
            yield f"# {_player(hand, seat)} plays for what it has matched"
        case IrregularityReported(kind, rule):
            yield f"# {kind.value} ({rule})"
        case Ruled(kind, choice):
            yield f"# {kind.value}: {choice.value}"
        case ChipsTakenBack(outcome, reason, rule):
            yield f"# {outcome.value}: {reason.value} ({rule})"


def _as_dealt(hand: Hand, seat: int, down: Sequence[AnyCard]) -> Sequence[AnyCard]:
    """All cards of a shown hand but a community card, in the order of dealing: so other programs read them."""
    return (*down[:_DOWN_FIRST], *hand.up(seat), *down[_DOWN_FIRST:])


def _player(hand: Hand, seat: int) -> str:
    return f"p{hand.position(seat) + 1}"


def _card(card: AnyCard) -> str:
    return str(card) if isinstance(card, Card) else "??"


def _list(amounts: Iterable[int]) -> str:
    return f"[{', '.join(str(amount) for amount in amounts)}]"


def _text(text: str) -> str:
    """A TOML string; JSON's escapes are among TOML's."""
    return json.dumps(text)
