"""Writes a hand from its record as text for people; a card that was never shown stands as `??`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dealer.announce.phrases import TONGUES, phrase
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
from dealer.house.rules import Language
from dealer.house.stakes import Game, Limit, Stakes
from dealer.record.standing import Step, standing
from dealer.wording.hand_texts import Tale, tell

_GAMES = {
    Game.STUD_HIGH: Tale.STUD_HIGH,
    Game.STUD_HILO_8: Tale.STUD_HILO_8,
    Game.STUD_HILO: Tale.STUD_HILO,
    Game.RAZZ: Tale.RAZZ,
}
_STREETS = {3: Tale.STREET_3, 4: Tale.STREET_4, 5: Tale.STREET_5, 6: Tale.STREET_6, 7: Tale.STREET_7}
_PASSIVE = {Word.FOLD: Tale.FOLDS, Word.CHECK: Tale.CHECKS}
_WHY = {Cause.TIME_OUT: Tale.TIME_UP, Cause.ABSENT: Tale.ABSENT, Cause.OUT_OF_TURN: Tale.OUT_OF_TURN}


def history_text(events: Iterable[Event], language: Language = Language.ENGLISH) -> str:
    """Return the text of a hand in a language. The first event is the HandStarted; an unfinished hand ends where it is.

    Raises IllegalAction for a record that is none.
    """
    record = list(events)
    teller = _Teller(language)
    lines = [line for step in standing(record) for line in teller.lines(step)]
    undone = sum(event.commands for event in record if isinstance(event, Undone))
    if undone:
        lines.append(tell(language, Tale.TAKEN_BACK_ONE if undone == 1 else Tale.TAKEN_BACK, count=undone))
    return "\n".join(lines) + "\n"


def done_text(step: Step, language: Language) -> Iterator[str]:
    """Yield what was done with a step, in lines, without what is announced of it: calls, checks, folds, the cards."""
    yield from _Teller(language).happened(step)


_PAST = (Wagered, Return, PotIs, Award, Irregularity, CalledOff, ShortDeck)
"""Announcements that tell what happened; what was due is told by what came of it."""


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells a hand in one language."""

    language: Language

    def lines(self, step: Step) -> Iterator[str]:
        yield from self.happened(step)
        for announcement in says(step.before, step.event, step.after):
            if isinstance(announcement, _PAST):
                yield phrase(announcement, self.language)

    def _tell(self, tale: Tale, **values: object) -> str:
        return tell(self.language, tale, **values)

    def happened(self, step: Step) -> Iterator[str]:
        hand = step.after
        match step.event:
            case HandStarted():
                yield from self._header(step.event)
            case AntesPosted(amounts):
                yield self._tell(Tale.ANTES, amounts=", ".join(str(amount) for amount in amounts))
            case Burned():
                yield self._tell(Tale.BURNED)
            case Scrambled(_, stub):
                yield self._tell(Tale.SCRAMBLED, stub=stub)
            case CardDealt() | RoundDealt():
                if not any(isinstance(left, CardDue | CommunityDue) for left in hand.plan):
                    yield from self._boards(hand)
            case Acted():
                yield from self._acted(step.event)
            case Protected(seat):
                yield self._tell(Tale.PROTECTED, seat=seat)
            case Shown(seat, cards):
                yield self._tell(Tale.SHOWS, seat=seat, cards=_cards(cards), worth=self._worth(hand, seat, cards))
            case Mucked(seat):
                yield self._tell(Tale.MUCKS, seat=seat)
            case MuckedAsked(seat, asker):
                yield self._tell(Tale.ASKS, seat=seat, asker=asker)
            case CardNamed(None, _, card):
                yield self._tell(Tale.CARD_IN_MIDDLE, card=card)
            case CardNamed(seat, _, card):
                yield self._tell(Tale.CARD_OF_SEAT, seat=seat, card=card)
            case Ruled(_, choice, by):
                who = self._tell(Tale.BY, who=by) if by else ""
                yield self._tell(Tale.RULING, by=who, choice=TONGUES[self.language].choices[choice])
            case HandEnded(_, stacks):
                yield self._tell(Tale.STACKS, stacks=", ".join(str(stack) for stack in stacks))

    def _acted(self, event: Acted) -> Iterator[str]:
        """What a seat did without a wager; those are announced."""
        tale = _WHY.get(event.cause)
        why = "" if tale is None else self._tell(tale)
        if event.word in _PASSIVE:
            yield self._tell(_PASSIVE[event.word], seat=event.seat, why=why)
        elif event.word is Word.CALL:
            all_in = self._tell(Tale.ALL_IN) if event.all_in else ""
            yield self._tell(Tale.CALLS, seat=event.seat, put=event.put, why=all_in + why)
        elif event.cause is not Cause.PLAYER:
            yield self._tell(Tale.TIME_WAS_UP, seat=event.seat)

    def _header(self, start: HandStarted) -> Iterator[str]:
        stakes = start.stakes
        yield self._tell(
            Tale.HEADER,
            number=start.number,
            game=self._tell(_GAMES[start.game]),
            limit=self._limit(stakes),
            house=start.house.name,
        )
        yield self._tell(Tale.FORCED, ante=stakes.ante, bring_in=stakes.bring_in)
        for seat, stack in zip(start.seats, start.stacks, strict=True):
            deals = f" {self._tell(Tale.IS_DEALER)}" if seat == start.dealer else ""
            yield self._tell(Tale.SEAT, seat=seat, what=f"{stack}{deals}")

    def _limit(self, stakes: Stakes) -> str:
        match stakes.limit:
            case Limit.FIXED:
                return self._tell(Tale.FIXED, small=stakes.small_bet, big=stakes.big_bet)
            case Limit.SPREAD:
                return self._tell(Tale.SPREAD, small=stakes.small_bet, big=stakes.big_bet)
            case Limit.POT:
                return self._tell(Tale.POT)
            case Limit.NO_LIMIT:
                return self._tell(Tale.NO_LIMIT)

    def _boards(self, hand: Hand) -> Iterator[str]:
        yield self._tell(_STREETS[hand.street])
        if hand.street == 7 and hand.cards.community:
            yield self._tell(Tale.COMMUNITY, cards=_cards(hand.cards.community))
            return
        for position in hand.seats.live:
            down = len(hand.cards.down[position])
            first, last = min(down, 2), max(down - 2, 0)
            row = ["??"] * first + [_card(card) for card in hand.cards.up[position]] + ["??"] * last
            yield self._tell(Tale.SEAT, seat=hand.start.seats[position], what=" ".join(row))

    def _worth(self, hand: Hand, seat: int, cards: tuple[Card | None, ...]) -> str:
        plays = cards_of(hand.cards, hand.position(seat), cards)
        if plays is None:
            return ""
        name = name_high if hand.start.game.has_high else name_low
        return f": {TONGUES[self.language].hand_text(name(plays))}"


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join(_card(card) for card in cards)


def _card(card: Card | None) -> str:
    return str(card) if card is not None else "??"
