"""Which sights count no more because a person has answered about them: those zones are read anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dealer.desk.state import Desk, DeskEvent
from dealer.observations import Place, Zone
from dealer.sensing.records import Answer, QuestionAnswered, QuestionKind
from dealer.sensing.sight import Sight

_ANEW = (Answer.LOOK_AGAIN, Answer.IGNORE, Answer.REPORT, Answer.TAKE_BACK)


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


def forgetting(sight: Sight, places: Sequence[Place], now: float) -> Sight:
    """The sight without those zones; patience with the card that is due begins anew."""
    for place in places:
        sight = replace(sight.without_zone(place), left_at=now)
    return sight
