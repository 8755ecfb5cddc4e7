"""Everything that one page needs of a table, for one role in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dealer.announce.records import ShortDeck
from dealer.cards import Card
from dealer.desk.moment import Moment
from dealer.desk.state import Step
from dealer.desk.steps import next_step
from dealer.game.due import BurnDue, CardDue, CommunityDue, ScrambleDue
from dealer.game.events import (
    Acted,
    AntesPosted,
    Burned,
    CardDealt,
    CardNamed,
    Event,
    IrregularityReported,
    Mucked,
    PotsMade,
    Ruled,
    Scrambled,
    Shown,
)
from dealer.game.pots import Pot
from dealer.game.showdown import pots_of
from dealer.game.state import Hand
from dealer.house.stakes import Limit, Stakes
from dealer.observations import DeviceState, Health
from dealer.ports import Role
from dealer.snapshots import ClockView, DeviceView, PotView, Said, TableView
from dealer.views.controls import controls
from dealer.views.now import card_wanted, detail, next_card, now
from dealer.views.questions import open_question
from dealer.views.seats import community_cards, seat_views
from dealer.views.setup import setup_view
from dealer.views.voice import Voice, voice
from dealer.wording.texts import Text

_SAID = 16
# Fewer hands say nothing of an hour.
_HANDS_FOR_A_RATE = 6
_STREETS = {3: Text.STREET_3, 4: Text.STREET_4, 5: Text.STREET_5, 6: Text.STREET_6, 7: Text.STREET_7}
_HEALTH: Mapping[Health, Text] = {
    Health.OK: Text.HEALTH_OK,
    Health.LINKING: Text.HEALTH_LINKING,
    Health.SILENT: Text.HEALTH_SILENT,
    Health.GONE: Text.HEALTH_GONE,
    Health.STALE: Text.HEALTH_STALE,
    Health.DARK: Text.HEALTH_DARK,
    Health.BLURRED: Text.HEALTH_BLURRED,
    Health.MOVED: Text.HEALTH_MOVED,
    Health.NONE: Text.HEALTH_NONE,
}


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands over the table. title: its name for people.  mock: it is simulated.

    equipment: what it is connected to, such as ("calibration", "table-1"), for whoever sets it up.
    """

    title: str
    mock: bool = False
    equipment: tuple[tuple[str, str], ...] = ()


def view(moment: Moment, sign: Sign, role: Role, language: str) -> TableView:
    """Return the snapshot as a role may see it. A viewer sees what lies on the table, and nothing to press."""
    tongue = voice(language)
    desk, hand = moment.desk, moment.desk.hand
    table = desk.table
    insider = role is not Role.VIEWER
    undo = tuple(reversed([_did(step, tongue) for step in desk.steps])) if insider else ()
    game, stakes = (table.game, table.stakes) if hand is None else (hand.start.game, hand.start.stakes)
    return TableView(
        table=table.setup.table,
        turn=desk.turn,
        language=tongue.language.value,
        title=tongue.title(sign.title),
        hand=table.number,
        game=tongue.game(game),
        stakes=_stakes(stakes, tongue),
        street=None if hand is None or not hand.street else hand.street,
        street_name="" if hand is None or not hand.street else tongue.say(_STREETS[hand.street]),
        pot=0 if hand is None else _pot(hand),
        pots=() if hand is None else _pots(hand, tongue),
        rake=0 if hand is None else hand.raked,
        stub=52 if hand is None else hand.stub,
        burns=0 if hand is None else len(hand.cards.burns),
        step=next_step(desk).kind.value,
        now=now(moment, tongue),
        now_detail=(detail(moment, tongue) if insider else "") or _short_deck(moment, tongue),
        next_card=next_card(moment, tongue),
        card_wanted=card_wanted(moment) if role in (Role.DEALER, Role.FLOOR) else "",
        seats=seat_views(moment, tongue),
        community=community_cards(moment),
        controls=controls(moment, role, tongue, undo),
        question=open_question(moment, tongue) if insider else None,
        devices=_devices(moment, tongue) if insider else (),
        undo=undo,
        said=_said(moment, role, tongue),
        clock=_clock(moment),
        floor_call=tongue.called(table.floor_call.reason) if table.floor_call is not None and insider else "",
        floor_call_since=table.floor_call.since if table.floor_call is not None and insider else None,
        paused=(tongue.trouble(moment.trouble) or tongue.paused(table.paused)) if insider else "",
        hands_an_hour=_hands_an_hour(moment),
        mock=sign.mock,
        setup=setup_view(moment, sign.equipment, tongue) if role in (Role.FLOOR, Role.TECHNICIAN) else None,
    )


def _short_deck(moment: Moment, tongue: Voice) -> str:
    """Why seventh street is dealt another way, for as long as it is dealt; the rail may know it too (R5)."""
    hand = moment.desk.hand
    if hand is None or hand.over or not isinstance(hand.due, BurnDue | CardDue | CommunityDue | ScrambleDue):
        return ""
    for entry in reversed(moment.recent):
        if entry.after.table.number != moment.desk.table.number:
            break
        for told in reversed(entry.told):
            if isinstance(told.announcement, ShortDeck):
                return tongue.phrase(told.announcement)
    return ""


def _stakes(stakes: Stakes, tongue: Voice) -> str:
    match stakes.limit:
        case Limit.FIXED:
            return f"{stakes.small_bet}/{stakes.big_bet}"
        case Limit.SPREAD:
            return f"{stakes.small_bet}–{stakes.big_bet} {tongue.say(Text.LIMIT_SPREAD)}"
        case Limit.POT:
            return f"{stakes.ante}/{stakes.bring_in} {tongue.say(Text.LIMIT_POT)}"
        case Limit.NO_LIMIT:
            return f"{stakes.ante}/{stakes.bring_in} {tongue.say(Text.LIMIT_NO)}"


def _pot(hand: Hand) -> int:
    """What lies in the middle; once it is won, what is to be pushed from there."""
    return sum(hand.won) if hand.over and any(hand.won) else hand.middle


def _pots(hand: Hand, tongue: Voice) -> tuple[PotView, ...]:
    if hand.over:
        return ()
    pots = _apart(hand)
    if len(pots) == 1:
        return (PotView(tongue.say(Text.POT), pots[0].amount, pots[0].seats),)
    return tuple(
        PotView(
            tongue.say(Text.MAIN_POT) if number == 0 else tongue.say(Text.SIDE_POT, number=number),
            pot.amount,
            pot.seats,
        )
        for number, pot in enumerate(pots)
    )


def _apart(hand: Hand) -> tuple[Pot, ...]:
    """The main pot and the side pots; only who is all in parts them, not who has yet to call (R7.1)."""
    all_in = {seat for seat in hand.start.seats if hand.is_live(seat) and hand.stack(seat) == 0}
    found: list[Pot] = []
    for pot in pots_of(hand):
        gone = all_in.intersection(found[-1].seats).difference(pot.seats) if found else set()
        if found and not gone:
            found[-1] = replace(found[-1], amount=found[-1].amount + pot.amount)
        elif found:
            found.append(Pot(len(found), pot.amount, tuple(seat for seat in found[-1].seats if seat not in gone)))
        else:
            found.append(pot)
    return tuple(found)


def _devices(moment: Moment, tongue: Voice) -> tuple[DeviceView, ...]:
    sight = moment.sight
    journal = DeviceView(
        tongue.say(Text.JOURNAL),
        Health.GONE.value if moment.trouble else Health.OK.value,
        tongue.say(Text.HEALTH_FULL if moment.trouble else Text.HEALTH_OK),
        tongue.trouble(moment.trouble),
    )
    outlets = [(Text.VOICE, sight.voice), (Text.BROKER, sight.broker)]
    return (
        _device(Text.SHOE, sight.shoe, tongue),
        _device(Text.CAMERA, sight.camera, tongue),
        journal,
        *(_device(name, state, tongue) for name, state in outlets if state.health is not Health.NONE),
    )


def _device(name: Text, state: DeviceState, tongue: Voice) -> DeviceView:
    return DeviceView(
        tongue.say(name), state.health.value, tongue.say(_HEALTH[state.health]), tongue.device(state.detail)
    )


def _said(moment: Moment, role: Role, tongue: Voice) -> tuple[Said, ...]:
    """The last announcements; the number of a rule is for those who rule."""
    rules = role in (Role.FLOOR, Role.TECHNICIAN)
    told = [each for entry in moment.recent[-_SAID:] for each in entry.told]
    say = tongue.phrase if rules else tongue.spoken
    return tuple(Said(each.id, say(each.announcement)) for each in told[-_SAID:])


def _clock(moment: Moment) -> ClockView | None:
    clock = moment.desk.table.clock
    if clock is None:
        return None
    left = clock.remaining(moment.wall)
    return ClockView(clock.seat, left, clock.total, clock.ends is not None, clock.warned)


def _hands_an_hour(moment: Moment) -> float:
    closed = moment.closed
    if len(closed) < _HANDS_FOR_A_RATE or closed[-1] <= closed[0]:
        return 0.0
    return round((len(closed) - 1) * 3600 / (closed[-1] - closed[0]), 1)


def _sign(card: object, tongue: Voice) -> str:
    return tongue.card(card if isinstance(card, Card) else None)


def _did(step: Step, tongue: Voice) -> str:
    """What an undo would take back, in few words."""
    events = step.what.events
    return _event(events[0], tongue) if events else tongue.say(Text.DID_OTHER)


def _event(event: Event, tongue: Voice) -> str:
    match event:
        case AntesPosted():
            return tongue.say(Text.DID_ANTES)
        case Burned():
            return tongue.say(Text.DID_BURN)
        case CardDealt(seat=None, card=card):
            return tongue.say(Text.DID_COMMUNITY, card=_sign(card, tongue))
        case CardDealt(seat=seat, up=True, card=card):
            return tongue.say(Text.DID_UP, seat=seat, card=_sign(card, tongue))
        case CardDealt(seat=seat):
            return tongue.say(Text.DID_DOWN, seat=seat)
        case Scrambled():
            return tongue.say(Text.DID_SCRAMBLE)
        case Acted(seat, word, put, to):
            amount = f" {to}" if put else ""
            return tongue.say(Text.DID_ACT, seat=seat, word=tongue.tongue.words[word] + amount)
        case Shown(seat=seat):
            return tongue.say(Text.DID_SHOW, seat=seat)
        case Mucked(seat=seat):
            return tongue.say(Text.DID_MUCK, seat=seat)
        case PotsMade():
            return tongue.say(Text.DID_AWARD)
        case CardNamed(card=card):
            return tongue.say(Text.DID_NAME, card=_sign(card, tongue))
        case Ruled(choice=choice):
            return tongue.say(Text.DID_RULE, what=tongue.tongue.choices[choice])
        case IrregularityReported(kind=kind):
            return tongue.say(Text.DID_REPORT, what=tongue.tongue.kinds[kind])
        case _:
            return tongue.say(Text.DID_OTHER)
