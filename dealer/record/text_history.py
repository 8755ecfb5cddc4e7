"""Writes a hand from its record as text for people; a card that was never shown stands as `??`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dealer.announce.phrases import en
from dealer.announce.records import Award, CalledOff, Irregularity, PotIs, Return, ShortDeck, Wagered
from dealer.announce.says import says
from dealer.cards import Card
from dealer.game.commands import Word
from dealer.game.due import CardDue, CommunityDue
from dealer.game.events import (
    Acted,
    AntesPosted,
    Burned,
    CardDealt,
    CardNamed,
    Cause,
    Event,
    HandEnded,
    HandStarted,
    Mucked,
    MuckedAsked,
    Protected,
    RoundDealt,
    Ruled,
    Scrambled,
    Shown,
    Undone,
)
from dealer.game.ranking import name_high, name_low
from dealer.game.showdown import cards_of
from dealer.game.state import Hand
from dealer.house.stakes import Game, Limit
from dealer.record.standing import Step, standing

GAMES = {
    Game.STUD_HIGH: "Seven card stud",
    Game.STUD_HILO_8: "Seven card stud hi-lo, eight or better",
    Game.STUD_HILO: "Seven card stud hi-lo, no qualifier",
    Game.RAZZ: "Razz",
}
_STREETS = {3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh"}
_PASSIVE = {Word.FOLD: "folds", Word.CHECK: "checks"}


def history_text(events: Iterable[Event]) -> str:
    """Return the text of a hand. The first event is the HandStarted; an unfinished hand ends where it stands.

    Raises IllegalAction for a record that is none.
    """
    record = list(events)
    lines = [line for step in standing(record) for line in _lines(step)]
    undone = sum(event.commands for event in record if isinstance(event, Undone))
    if undone:
        lines.append(f"{undone} {'entry was' if undone == 1 else 'entries were'} taken back; the journal keeps them.")
    return "\n".join(lines) + "\n"


def _lines(step: Step) -> Iterator[str]:
    hand = step.after
    match step.event:
        case HandStarted():
            yield from _header(step.event)
        case AntesPosted(amounts):
            yield f"Antes: {', '.join(str(amount) for amount in amounts)}."
        case Burned():
            yield "A card is burned."
        case Scrambled(_, stub):
            yield f"Cards are shuffled; the stub has {stub} now."
        case CardDealt() | RoundDealt():
            if not any(isinstance(left, CardDue | CommunityDue) for left in hand.plan):
                yield from _boards(hand)
        case Acted(seat, word, put, _, all_in, cause):
            if word in _PASSIVE:
                yield f"Seat {seat} {_PASSIVE[word]}{_why(cause)}."
            elif word is Word.CALL:
                yield f"Seat {seat} calls {put}{', all in' if all_in else ''}{_why(cause)}."
            elif cause is not Cause.PLAYER:
                yield f"The time of seat {seat} was up."
        case Protected(seat):
            yield f"Seat {seat} plays for what it has matched."
        case Shown(seat, cards):
            yield f"Seat {seat} shows {_cards(cards)}{_worth(hand, seat, cards)}."
        case Mucked(seat):
            yield f"Seat {seat} mucks."
        case MuckedAsked(seat, asker):
            yield f"Seat {asker} asks for the hand that seat {seat} mucked."
        case CardNamed(seat, _, card):
            yield f"A card {f'of seat {seat}' if seat is not None else 'in the middle'} is {card}."
        case Ruled(_, choice, by):
            yield f"Ruling{f' by {by}' if by else ''}: {en.CHOICES[choice]}."
        case HandEnded(_, stacks):
            yield f"Stacks: {', '.join(str(stack) for stack in stacks)}."
    for announcement in says(step.before, step.event, hand):
        if isinstance(announcement, _PAST):
            yield en.phrase(announcement)


def _header(start: HandStarted) -> Iterator[str]:
    stakes = start.stakes
    yield f"Hand {start.number}: {GAMES[start.game]}, {_limit(start)}, house {start.house.name}"
    yield f"Ante {stakes.ante}, bring-in {stakes.bring_in}"
    for seat, stack in zip(start.seats, start.stacks, strict=True):
        yield f"Seat {seat}: {stack}{' (dealer)' if seat == start.dealer else ''}"


def _limit(start: HandStarted) -> str:
    stakes = start.stakes
    match stakes.limit:
        case Limit.FIXED:
            return f"fixed limit {stakes.small_bet}/{stakes.big_bet}"
        case Limit.SPREAD:
            return f"spread limit {stakes.small_bet} to {stakes.big_bet}"
        case Limit.POT:
            return "pot limit"
        case Limit.NO_LIMIT:
            return "no limit"


def _boards(hand: Hand) -> Iterator[str]:
    yield f"{_STREETS[hand.street]} street"
    if hand.street == 7 and hand.cards.community:
        yield f"Community card: {_cards(hand.cards.community)}"
        return
    for position in hand.seats.live:
        seat = hand.start.seats[position]
        down = len(hand.cards.down[position])
        first, last = min(down, 2), max(down - 2, 0)
        row = ["??"] * first + [_card(card) for card in hand.cards.up[position]] + ["??"] * last
        yield f"Seat {seat}: {' '.join(row)}"


def _worth(hand: Hand, seat: int, cards: tuple[Card | None, ...]) -> str:
    plays = cards_of(hand.cards, hand.position(seat), cards)
    if plays is None:
        return ""
    name = name_high if hand.start.game.has_high else name_low
    return f": {en.hand_text(name(plays))}"


_PAST = (Wagered, Return, PotIs, Award, Irregularity, CalledOff, ShortDeck)
"""Announcements that tell what happened; what was due is told by what came of it."""


def _why(cause: Cause) -> str:
    return {Cause.TIME_OUT: " (time was up)", Cause.ABSENT: " (absent)", Cause.OUT_OF_TURN: " (out of turn)"}.get(
        cause, ""
    )


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join(_card(card) for card in cards)


def _card(card: Card | None) -> str:
    return str(card) if card is not None else "??"
