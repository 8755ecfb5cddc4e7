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
from dealer.wording.say import say
from dealer.wording.texts import Text

_STREETS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def besides(entries: Sequence[tuple[str, Sequence[DeskEvent]]]) -> Iterator[str]:
    """A line of text for each thing that is not play. entries: of one hand, each with who made it. Tells no card."""
    street, over, away = 3, False, set[DeviceKind]()
    for user, events in entries:
        for event in events:
            when = f" on {_STREETS[street]} street"
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
                    yield f"The {device.value} was there again{when}."
                case DeviceChanged(device, health) if health not in (Health.OK, Health.LINKING, Health.NONE):
                    away.add(device)
                    yield f"The {device.value} could not be used{when}: {_words(health)}."
                case FloorCalled():
                    yield f"The floor was called{f' by {user}' if user else ''}{when}."
                case FloorAnswered():
                    yield f"The floor was there{f' ({user})' if user else ''}{when}."
                case _:
                    continue
    named = tuple(_named(_by_hand(event for _, events in entries for event in events)))
    if named:
        yield f"Entered by hand: {'; '.join(named)}."


def _words(health: Health) -> str:
    return say(Language.ENGLISH, Text[f"HEALTH_{health.name}"])


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


def _named(cards: Sequence[CardPlaced]) -> Iterator[str]:
    for card in cards:
        if card.spot is Spot.UP:
            yield f"up-card {card.index + 1} of seat {card.seat}"
        elif card.spot is Spot.COMMUNITY:
            yield "the community card"
    down = sum(card.spot in (Spot.DOWN, Spot.BURN) for card in cards)
    if down:
        yield f"{down} {'card' if down == 1 else 'cards'} face down"
