"""Which sights count no more because a person has answered about them: those zones are read anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dealer.desk.state import Desk, DeskEvent
from dealer.game.due import AwardDue, ShowDue
from dealer.game.events import Ruled
from dealer.observations import Place, Zone
from dealer.sensing.records import Answer, QuestionAnswered, QuestionKind
from dealer.sensing.sight import Sight
from dealer.table.events import HandHappened

_ANEW = (Answer.LOOK_AGAIN, Answer.IGNORE, Answer.REPORT, Answer.TAKE_BACK)
_NAMING = (Answer.CARD, Answer.OTHER_CARD, Answer.AS_SEEN, Answer.AS_TOLD, Answer.REST, Answer.BY_HAND)


def looked_at_again(before: Desk, events: Sequence[DeskEvent]) -> tuple[Place, ...]:
    """The zones that an answer wants to be read anew. before: the desk with the question."""
    asked = before.sensing.question
    answers = [event.answer for event in events if isinstance(event, QuestionAnswered)]
    if asked is None or not answers or answers[0] not in _ANEW:
        return ()
    if asked.kind is QuestionKind.TWO_BURNS:
        return (Place(Zone.BURN),)
    if asked.seat is not None:
        return (Place(Zone.SEAT, asked.seat),)
    return (Place(Zone.COMMUNITY),)


def _is_ignored(events: Sequence[DeskEvent]) -> bool:
    return any(isinstance(event, QuestionAnswered) and event.answer is Answer.IGNORE for event in events)


def _vouched_for(before: Desk, events: Sequence[DeskEvent]) -> tuple[Place, ...]:
    """The seat whose shown hand a person has named: what is seen there otherwise is not asked about again."""
    asked, hand = before.sensing.question, before.hand
    if asked is None or asked.seat is None or hand is None or not isinstance(hand.due, ShowDue | AwardDue):
        return ()
    named = any(isinstance(event, QuestionAnswered) and event.answer in _NAMING for event in events)
    return (Place(Zone.SEAT, asked.seat),) if named else ()


def _is_word(event: DeskEvent) -> bool:
    """Whether a person has answered or ruled."""
    match event:
        case QuestionAnswered():
            return True
        case HandHappened(events):
            return any(isinstance(each, Ruled) for each in events)
        case _:
            return False


def forgetting(sight: Sight, before: Desk, events: Sequence[DeskEvent], now: float) -> Sight:
    """The sight without the zones to be read anew; patience begins anew, for hands now put cards right.

    What a person called well is not asked about again: an arm on the felt may look like a card.
    """
    if any(map(_is_word, events)):
        sight = replace(sight, answered_at=now)
    for place in _vouched_for(before, events):
        sight = sight.with_ignored(place)
    for place in looked_at_again(before, events):
        if _is_ignored(events):
            sight = sight.with_ignored(place)
        sight = replace(sight.without_zone(place), left_at=now)
    return sight
