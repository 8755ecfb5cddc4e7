"""Which buttons may be pressed now: each word in its place, with its key, its amount and what it enters."""

from __future__ import annotations

from dealer.desk.moment import Moment
from dealer.desk.state import Desk
from dealer.desk.steps import can_start
from dealer.game.commands import Word
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Options,
    Outcome,
    Over,
    ScrambleDue,
    ShowDue,
)
from dealer.game.state import Hand
from dealer.house.rules import ClockStart
from dealer.house.stakes import Limit
from dealer.ports import Role
from dealer.snapshots import Control
from dealer.table.rules import JUST_CALLED
from dealer.table.state import DeckStep
from dealer.views.seats import unread_down
from dealer.views.verbs import verbs
from dealer.views.voice import Voice
from dealer.wording.texts import Text

KEYS = {
    "fold": "F",
    "check": "C",
    "call": "L",
    "bring-in": "I",
    "complete": "K",
    "bet": "B",
    "bet-big": "D",
    "raise": "R",
    "raise-big": "T",
    "all-in": "A",
    "show": "S",
    "muck": "M",
    "next": "N",
    "undo": "U",
    "floor": "!",
}
"""A key belongs to a word for ever."""
_DECK_DONE = {
    DeckStep.OUT: Text.NEXT_GATHERED,
    DeckStep.COMPLETE: Text.NEXT_SHUFFLED,
    DeckStep.SHUFFLED: Text.NEXT_LOADED,
}


def controls(moment: Moment, role: Role, voice: Voice, undo: tuple[str, ...]) -> tuple[Control, ...]:
    """The buttons of a role. undo: what would be undone, newest first. Viewers and technicians enter nothing."""
    if role not in (Role.DEALER, Role.FLOOR) or moment.trouble:
        return ()
    desk = moment.desk
    hand = desk.hand
    found: list[Control] = []
    if desk.sensing.question is None:
        found += _between(desk, voice) if hand is None else _in_hand(moment, hand, voice)
    if undo:
        found.append(_control("undo", voice.say(Text.UNDO, what=undo[0]), {"do": "undo", "steps": 1}))
    found += _clock(desk, hand, voice)
    found += _always(desk, role, voice)
    found += verbs(moment, role, voice, undo)
    return tuple(found)


def _control(slot: str, label: str, entry: dict[str, object], amounts: tuple[int, int] | None = None) -> Control:
    return Control(slot, KEYS.get(slot, ""), label, entry, amounts)


def _next(label: str) -> Control:
    return _control("next", label, {"do": "next"})


def _between(desk: Desk, voice: Voice) -> list[Control]:
    if desk.table.deck_is_out:
        return []
    step = _DECK_DONE.get(desk.table.deck.step)
    if step is not None:
        return [_next(voice.say(step))]
    return [_next(voice.say(Text.NEXT_START))] if can_start(desk.table) and not desk.table.paused else []


def _in_hand(moment: Moment, hand: Hand, voice: Voice) -> list[Control]:
    due = hand.due
    if moment.desk.table.paused and isinstance(due, BurnDue | CardDue | CommunityDue):
        return []
    match due:
        case AntesDue():
            return [_next(voice.say(Text.NEXT_ANTES))]
        case BurnDue():
            return [_next(voice.say(Text.NEXT_BURNED))]
        case CardDue(up=False):
            return [_next(voice.say(Text.NEXT_DEALT))]
        case CardDue() | CommunityDue():
            card = moment.confirm
            return [] if card is None else [_next(voice.say(Text.NEXT_CONFIRM, card=voice.card(card)))]
        case ScrambleDue():
            return [_next(voice.say(Text.NEXT_SCRAMBLED))]
        case ActDue(seat=seat, options=options) | BringInDue(seat=seat, options=options):
            return _actions(hand, seat, options, voice)
        case ShowDue(seat=seat, must=must):
            return _showdown(moment, hand, seat, voice, must=must)
        case AwardDue():
            shows = [_show(moment, hand, seat, voice) for seat in _last_seat(hand)]
            return [_next(voice.say(Text.NEXT_PUSHED)), *shows]
        case Over(outcome):
            off = outcome in (Outcome.MISDEAL, Outcome.VOID)
            return [_next(voice.say(Text.NEXT_RETURNED if off else Text.NEXT_PUSHED))]
        case _:
            return []


def _last_seat(hand: Hand) -> tuple[int, ...]:
    return tuple(hand.start.seats[position] for position in hand.seats.live)


def _actions(hand: Hand, seat: int, options: Options, voice: Voice) -> list[Control]:
    found: list[Control] = []
    for word in options.can:
        match word:
            case Word.FOLD:
                found.append(_act("fold", seat, word, voice.say(Text.FOLD)))
            case Word.CHECK:
                found.append(_act("check", seat, word, voice.say(Text.CHECK)))
            case Word.CALL:
                text = Text.CALL_ALL_IN if options.to_call == hand.stack(seat) else Text.CALL
                found.append(_act("call", seat, word, voice.say(text, amount=options.to_call)))
            case Word.BRING_IN:
                found.append(_act("bring-in", seat, word, voice.say(Text.BRING_IN, amount=options.bring_in)))
            case Word.BET | Word.COMPLETE | Word.RAISE:
                found += _wagers(hand, seat, word, options.bet_to or options.raise_to, voice)
    return found


def _act(slot: str, seat: int, word: Word, label: str) -> Control:
    return _control(slot, label, {"do": "act", "seat": seat, "action": word.value})


_WAGER_SLOTS = {
    Word.BET: ("bet", "bet-big", Text.BET),
    Word.COMPLETE: ("complete", "raise-big", Text.COMPLETE),
    Word.RAISE: ("raise", "raise-big", Text.RAISE),
}


def _wagers(hand: Hand, seat: int, word: Word, targets: tuple[int, ...], voice: Voice) -> list[Control]:
    """A button for each amount of fixed limit; one with a range, and all in, in the other limits."""
    everything = hand.bet(seat) + hand.stack(seat)
    small, big, text = _WAGER_SLOTS[word]

    def wager(slot: str, to: int, amounts: tuple[int, int] | None = None) -> Control:
        # A range says so: what is pressed then asks how much.
        amount = f"{amounts[0]}–{amounts[1]}" if amounts is not None else to
        label = voice.say(Text.ALL_IN if to == everything else text, to=amount)
        return _control(slot, label, {"do": "act", "seat": seat, "action": word.value, "to": to}, amounts)

    if hand.start.stakes.limit is Limit.FIXED or len(set(targets)) == 1:
        return [wager(slot, to) for slot, to in zip((small, big), dict.fromkeys(targets), strict=False)]
    least, most = targets[0], targets[-1]
    found = [wager(small, least, (least, most))]
    if most == everything:
        found.append(wager("all-in", most))
    return found


def _showdown(moment: Moment, hand: Hand, seat: int, voice: Voice, *, must: bool) -> list[Control]:
    found = [_show(moment, hand, seat, voice)]
    if not must:
        found.append(_control("muck", voice.say(Text.MUCK), {"do": "muck", "seat": seat}))
    return found


def _show(moment: Moment, hand: Hand, seat: int, voice: Voice) -> Control:
    """Tabling a hand; where no camera reads them, cards that were never read are the blanks of the entry."""
    entry: dict[str, object] = {"do": "show", "seat": seat}
    unread = unread_down(moment, hand, seat)
    if not unread:
        return _control("show", voice.say(Text.SHOW), entry)
    if not moment.sight.camera_works:
        entry["cards"] = [None] * unread
    return _control("show", voice.say(Text.SHOW_UNREAD, count=unread), entry)


def _clock(desk: Desk, hand: Hand | None, voice: Voice) -> list[Control]:
    """The decision clock: called for, stopped, let run on (R6.1)."""
    clock = desk.table.clock
    if hand is None or not isinstance(hand.due, ActDue | BringInDue):
        return []
    if clock is None:
        on_call = desk.table.setup.house.clock.start is ClockStart.ON_CALL
        return [_control("clock", voice.say(Text.CLOCK), {"do": "clock", "what": "call"})] if on_call else []
    if clock.ends is None:
        return [_control("clock", voice.say(Text.CLOCK_ON), {"do": "clock", "what": "go-on"})]
    return [_control("clock", voice.say(Text.CLOCK_STOP), {"do": "clock", "what": "stop"})]


def _always(desk: Desk, role: Role, voice: Voice) -> list[Control]:
    """What may be pressed whatever is going on."""
    table = desk.table
    found: list[Control] = []
    if role is Role.FLOOR and table.floor_call is not None:
        found.append(_control("floor", voice.say(Text.FLOOR_DONE), {"do": "floor-done", "note": ""}))
    elif table.floor_call is not None and table.floor_call.reason == JUST_CALLED:
        found.append(_control("floor", voice.say(Text.FLOOR_WITHDRAW), {"do": "withdraw-call"}))
    else:
        # A call of the clock's or of somebody else's does not stand in for the dealer's own (R8).
        found.append(_control("floor", voice.say(Text.FLOOR), {"do": "call-floor", "reason": ""}))
    if table.paused:
        found.append(_control("resume", voice.say(Text.RESUME), {"do": "resume"}))
    else:
        found.append(_control("pause", voice.say(Text.PAUSE), {"do": "pause", "reason": ""}))
    return found
