"""What an entry announces, in order and numbered, so that nothing is told twice as new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer.announce.records import Announcement
from dealer.announce.says import says, what_is_due
from dealer.desk.moment import Entry, Told
from dealer.desk.state import Desk, DeskEvent, book
from dealer.game.events import Undone
from dealer.game.timeline import Timeline, follow
from dealer.table.events import HandHappened

_PER_TURN = 256


def entry_of(before: Desk, turn: int, user: str, wall: float, events: Sequence[DeskEvent]) -> Entry:
    """Return an entry that is on disk with what follows from it: the desk after it and what it announces."""
    told = tuple(
        Told(turn * _PER_TURN + min(number, _PER_TURN - 1), announcement)
        for number, announcement in enumerate(announcements(before.table.timeline, events))
    )
    return Entry(turn, before, tuple(events), book(before, turn, user, events), user, wall, told)


def announcements(timeline: Timeline | None, events: Sequence[DeskEvent]) -> Iterator[Announcement]:
    """What an entry announces. timeline: of the hand as it was before the entry, None between hands."""
    for event in events:
        if not isinstance(event, HandHappened) or timeline is None:
            continue
        for inner in event.events:
            hand, timeline = timeline.hand, follow(timeline, inner)
            if isinstance(inner, Undone):
                yield from what_is_due(timeline.hand)
            else:
                yield from says(hand, inner, timeline.hand)
