"""All that a screen, a voice or a broker is told of a table: one frozen record after each change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer.announce.records import Announcement
from dealer.cards import Card
from dealer.desk.state import Desk, DeskEvent
from dealer.errors import Trouble
from dealer.sensing.sight import Sight
from dealer.table.events import HandClosed


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement that has been made. id: grows, and is the same whenever the journal is read."""

    id: int
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry that is on disk. before, after: the desk around it.  wall: seconds of the wall clock."""

    turn: int
    before: Desk
    events: tuple[DeskEvent, ...]
    after: Desk
    user: str
    wall: float
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a view is made from, as it was after one change. version: grows with every change.

    recent: the last entries, oldest first.  resumed: the turn at which this run began; what is older is not new.
    trouble: why nothing can be entered at present, or None.  closed: when the last hands were over, newest last.
    confirm: the up-card that a person may confirm with one tap, because one witness knows it and the other is gone.
    gone: the seat that has to act and whose cards the camera sees no more; it may have folded.
    """

    version: int
    desk: Desk
    sight: Sight
    recent: tuple[Entry, ...]
    resumed: int
    trouble: Trouble | None
    wall: float
    closed: tuple[float, ...] = ()
    confirm: Card | None = None
    gone: int | None = None


_RECENT, _CLOSED = 64, 20


def after_entry(moment: Moment, entry: Entry, sight: Sight) -> Moment:
    """The moment after an entry that is on disk."""
    over = any(isinstance(event, HandClosed) for event in entry.events)
    return replace(
        moment,
        desk=entry.after,
        sight=sight,
        recent=(*moment.recent, entry)[-_RECENT:],
        trouble=None,
        closed=(*moment.closed, entry.wall)[-_CLOSED:] if over else moment.closed,
    )
