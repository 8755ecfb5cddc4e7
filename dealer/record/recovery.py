"""How a table is found again after any end of the program: the last state between hands, and the entries after it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from dealer.desk.moment import Entry
from dealer.desk.state import Desk, DeskEvent, open_desk
from dealer.desk.telling import entry_of
from dealer.game.errors import IllegalAction
from dealer.observations import ShoePosition
from dealer.record.codec import Codec, NotReadable
from dealer.record.journal import Journal, JournalDamaged

EVENTS: Codec[tuple[DeskEvent, ...]] = Codec(tuple[DeskEvent, ...])
"""The events of one entry, as they stand in the journal."""
STATE: Codec[Desk] = Codec(Desk)
"""The whole state, as it is kept between hands."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A table as it was when the program ended, to the last entry that anybody was told of.

    recent: the last entries, oldest first, for the announcements that have been made already.
    shoe: from where each shoe goes on.
    """

    desk: Desk
    recent: tuple[Entry, ...]
    shoe: tuple[ShoePosition, ...]


def recover(journal: Journal, recent: int = 64) -> Recovered | None:
    """Return the table that a journal holds, or None if it is new.

    Costs the entries of one hand however old the journal is; once more than that after an update that changed what
    a state holds. Raises JournalDamaged.
    """
    after, desk = _kept(journal)
    last: deque[Entry] = deque(maxlen=recent)
    turn = after
    try:
        for row in journal.rows_after(after):
            turn = row.turn
            events = EVENTS.read(row.body)
            if desk is None:
                desk = open_desk(events)
                continue
            entry = entry_of(desk, row.turn, row.user, row.wall, events)
            last.append(entry)
            desk = entry.after
    except (NotReadable, IllegalAction, ValueError, IndexError, AssertionError) as problem:
        raise JournalDamaged(journal.path, f"this entry cannot be read back ({problem})", turn) from None
    return None if desk is None else Recovered(desk, tuple(last), journal.shoe_positions())


def _kept(journal: Journal) -> tuple[int, Desk | None]:
    """The newest state that was kept, with its turn; 0 and None where all must be read from the first entry on.

    A state is as it was written (the journal has its hash), but another version may have written it with other
    fields. It saves time and is no source: the entries are.
    """
    kept = journal.latest_state()
    if kept is None:
        return 0, None
    turn, text = kept
    try:
        return turn, STATE.read(text)
    except NotReadable:
        return 0, None
