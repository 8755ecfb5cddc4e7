"""The one sentence that says what to do now, why, and what comes after it."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.announce.says import what_is_due
from dealer.desk.moment import Moment
from dealer.desk.placing import from_shoe
from dealer.desk.steps import can_start
from dealer.game.due import (
    AntesDue,
    AwardDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Outcome,
    Over,
    PlanStep,
    ScrambleDue,
)
from dealer.game.short_deck import Source
from dealer.game.state import Hand
from dealer.observations import Health
from dealer.snapshots import CardState
from dealer.table.state import DeckStep, Table
from dealer.views.seats import due_state
from dealer.views.voice import Voice
from dealer.wording.texts import Text

_DECK: Mapping[DeckStep, Text] = {
    DeckStep.OUT: Text.NOW_GATHER,
    DeckStep.COMPLETE: Text.NOW_SHUFFLE,
    DeckStep.SHUFFLED: Text.NOW_LOAD,
}
_DEALING = (BurnDue, CardDue, CommunityDue, ScrambleDue)


def now(moment: Moment, voice: Voice) -> str:
    """The sentence; it is also what is spoken when the program starts again in the middle of a hand."""
    table, hand = moment.desk.table, moment.desk.hand
    if moment.trouble:
        return voice.say(Text.NOW_TROUBLE, reason=voice.trouble(moment.trouble))
    if table.paused and (hand is None or isinstance(hand.due, _DEALING)):
        reason = voice.paused(table.paused)
        return reason if reason != table.paused else voice.say(Text.NOW_PAUSED, reason=reason)
    if hand is None:
        return _between_hands(table, voice)
    match hand.due:
        case AntesDue():
            return voice.say(Text.NOW_ANTES, ante=hand.start.stakes.ante)
        case BurnDue() | CardDue() | CommunityDue() | ScrambleDue() as step:
            return dealing(step, voice)
        case AwardDue():
            seats = [hand.start.seats[position] for position in hand.seats.live]
            return voice.say(Text.NOW_LAST_ONE, seat=seats[0] if seats else "", amount=hand.middle)
        case Over(outcome) if outcome in (Outcome.MISDEAL, Outcome.VOID):
            return voice.say(Text.NOW_CALLED_OFF)
        case Over():
            return voice.say(Text.NOW_PUSH, awards=_awards(hand, voice))
        case _:
            said = what_is_due(hand)
            return voice.spoken(said[-1]) if said else ""


def dealing(step: PlanStep, voice: Voice) -> str:
    """One step of the dealer's hands."""
    match step:
        case BurnDue():
            return voice.say(Text.NOW_BURN)
        case CardDue(seat, _, up):
            return voice.say(Text.NOW_UP if up else Text.NOW_DOWN, seat=seat)
        case CommunityDue(source=source):
            return voice.say(Text.NOW_COMMUNITY_BURNS if source is Source.BURNS else Text.NOW_COMMUNITY)
        case ScrambleDue(burns=True, stub=False):
            return voice.say(Text.NOW_SCRAMBLE_BURNS_ALONE)
        case ScrambleDue(burns=burns):
            return voice.say(Text.NOW_SCRAMBLE_BURNS if burns else Text.NOW_SCRAMBLE)
        case _:
            return ""


def detail(moment: Moment, voice: Voice) -> str:
    """Why nothing goes on by itself, smaller; or what the deck being short means."""
    hand = moment.desk.hand
    if hand is None or not isinstance(hand.due, BurnDue | CardDue | CommunityDue):
        if moment.gone is not None:
            return voice.say(Text.DETAIL_CARDS_GONE, seat=moment.gone)
        waiting = len(moment.desk.sensing.out)
        text = Text.DETAIL_WAITING_ONE if waiting == 1 else Text.DETAIL_WAITING
        return voice.say(text, count=waiting) if waiting else ""
    due = hand.due
    up = isinstance(due, CommunityDue) or (isinstance(due, CardDue) and due.up)
    state = due_state(moment)
    has_shoe = moment.sight.shoe.health is not Health.NONE
    if moment.confirm is not None:
        left = state is CardState.LEFT_SHOE
        return voice.say(Text.DETAIL_CAMERA_GONE if left else Text.DETAIL_SHOE_GONE_CONFIRM)
    if up and state is CardState.LEFT_SHOE:
        return voice.say(Text.DETAIL_LEFT if moment.sight.camera_works else Text.DETAIL_ENTER)
    if up and state is CardState.SEEN:
        return voice.say(Text.DETAIL_SEEN if from_shoe(due) else Text.DETAIL_ENTER)
    if not moment.sight.shoe_works and from_shoe(due):
        if up:
            return voice.say(Text.DETAIL_ENTER)
        return _by_button(due, voice) if has_shoe else ""
    return ""


def _by_button(due: BurnDue | CardDue | CommunityDue, voice: Voice) -> str:
    """The shoe is away: which button is pressed for each card, as it is labelled."""
    button = voice.say(Text.NEXT_BURNED if isinstance(due, BurnDue) else Text.NEXT_DEALT)
    return voice.say(Text.DETAIL_SHOE_GONE, button=button)


def next_card(moment: Moment, voice: Voice) -> str:
    """The card that is due after this one."""
    hand = moment.desk.hand
    if hand is None or len(hand.plan) < 2:
        return ""
    return voice.say(Text.THEN, what=dealing(hand.plan[1], voice))


def card_wanted(moment: Moment) -> str:
    """Whether the card that is due may be entered by hand: `up`, `down`, or not at all."""
    hand = moment.desk.hand
    if hand is None or moment.desk.sensing.question is not None or moment.desk.table.paused or moment.trouble:
        return ""
    match hand.due:
        case CardDue(up=True) | CommunityDue():
            return "up"
        case CardDue() | BurnDue():
            return "down"
        case _:
            return ""


def _between_hands(table: Table, voice: Voice) -> str:
    if table.deck_is_out:
        return voice.say(Text.NOW_DECK_OUT)
    step = _DECK.get(table.deck.step)
    if step is not None:
        return voice.say(step)
    if not can_start(table):
        return voice.say(Text.NOW_PLAYERS)
    return voice.say(Text.NOW_START, hand=table.number + 1)


def _awards(hand: Hand, voice: Voice) -> str:
    won = [(seat, amount) for seat, amount in zip(hand.start.seats, hand.won, strict=True) if amount]
    return ", ".join(voice.say(Text.AWARD, seat=seat, amount=amount) for seat, amount in won)
