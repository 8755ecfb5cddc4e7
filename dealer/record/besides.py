"""What a hand's record says besides its play: devices that were away, the floor called, cards that a person entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dealer.desk.state import DeskEvent
from dealer.game.events import CardDealt, RoundDealt
from dealer.house.rules import Language
from dealer.observations import DeviceKind, Health
from dealer.sensing.records import CardJudged, CardPlaced, CardsTakenBack, DeviceChanged, Spot
from dealer.snapshots import CardState
from dealer.table.events import FloorAnswered, FloorCalled, HandBegan, HandClosed, HandHappened
from dealer.wording.hand_texts import Tale, tell
from dealer.wording.say import say
from dealer.wording.texts import Text

_ON = {3: Tale.ON_3, 4: Tale.ON_4, 5: Tale.ON_5, 6: Tale.ON_6, 7: Tale.ON_7}


def besides(entries: Sequence[tuple[str, Sequence[DeskEvent]]], language: Language) -> Iterator[str]:
    """A line of text for each thing that is not play. entries: of one hand, each with who made it. Tells no card."""

    def told(tale: Tale, **values: object) -> str:
        return tell(language, tale, **values)

    def named(device: DeviceKind) -> str:
        return say(language, Text[device.name])

    street, over, away = 3, False, set[DeviceKind]()
    for user, events in entries:
        for event in events:
            when = told(_ON[street])
            match event:
                case HandBegan():
                    street, over = 3, False
                case HandClosed():
                    over = True
                case _ if over:
                    # What comes between two hands stands with the one before.
                    continue
                case HandHappened(events=happened):
                    dealt = [each.street for each in happened if isinstance(each, CardDealt | RoundDealt)]
                    street = dealt[-1] if dealt else street
                case DeviceChanged(device, Health.OK) if device in away:
                    away.discard(device)
                    yield told(Tale.DEVICE_BACK, device=named(device), when=when)
                case DeviceChanged(device, health) if health not in (Health.OK, Health.LINKING, Health.NONE):
                    away.add(device)
                    yield told(Tale.DEVICE_AWAY, device=named(device), when=when, health=_words(health, language))
                case FloorCalled():
                    yield told(Tale.FLOOR_CALLED, by=told(Tale.BY, who=user) if user else "", when=when)
                case FloorAnswered():
                    yield told(Tale.FLOOR_THERE, who=told(Tale.WHO, who=user) if user else "", when=when)
                case _:
                    continue
    by_hand = tuple(_named(_by_hand(event for _, events in entries for event in events), language))
    if by_hand:
        yield told(Tale.BY_HAND, what="; ".join(by_hand))


def _words(health: Health, language: Language) -> str:
    return say(language, Text[f"HEALTH_{health.name}"])


def _by_hand(events: Iterable[DeskEvent]) -> list[CardPlaced]:
    """The cards that stand as a person entered them."""
    placed: list[tuple[CardPlaced, CardState]] = []
    for event in events:
        match event:
            case HandBegan():
                placed = []
            case CardPlaced():
                placed.append((event, event.state))
            case CardsTakenBack(keep):
                del placed[keep:]
            case CardJudged(position, state) if position < len(placed):
                placed[position] = (placed[position][0], state)
            case _:
                continue
    return [card for card, state in placed if state is CardState.BY_HAND]


def _named(cards: Sequence[CardPlaced], language: Language) -> Iterator[str]:
    for card in cards:
        if card.spot is Spot.UP:
            yield tell(language, Tale.UP_CARD, number=card.index + 1, seat=card.seat)
        elif card.spot is Spot.COMMUNITY:
            yield tell(language, Tale.THE_COMMUNITY_CARD)
    down = sum(card.spot in (Spot.DOWN, Spot.BURN) for card in cards)
    if down:
        yield tell(language, Tale.ONE_DOWN if down == 1 else Tale.MANY_DOWN, count=down)
