"""How an entry gets on disk: its events, its signature, the shoe's position, and between hands the whole state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.desk.moment import Entry
from dealer.desk.state import Desk, DeskEvent, open_desk
from dealer.desk.telling import entry_of
from dealer.errors import Trouble
from dealer.observations import ShoePosition
from dealer.ports import Signature
from dealer.record.history import hand_line
from dealer.record.journal import Journal, JournalError, JournalUnwritable
from dealer.record.recovery import EVENTS, STATE
from dealer.table.events import HandClosed


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry that is not on disk yet.

    what: one word for it.  who: None if nobody entered it.  shoe: the shoe's event that it commits.
    """

    what: str
    events: Sequence[DeskEvent]
    who: Signature | None = None
    shoe: ShoePosition | None = None


def write(journal: Journal, before: Desk, proposal: Proposal, system: str, wall: float) -> Entry:
    """Put an entry on disk and return it. system: who signs what nobody entered.

    Raises JournalError; then nothing was kept.
    """
    user = system if proposal.who is None else proposal.who.user
    entry = entry_of(before, before.turn + 1, user, wall, proposal.events)
    over = any(isinstance(event, HandClosed) for event in proposal.events)
    # As it was closed: the fold that ends a hand, its award and its closing can be one entry.
    last = entry.after.table.last
    turn = journal.append(
        hand=entry.after.table.number,
        wall=wall,
        user=user,
        role="" if proposal.who is None else proposal.who.role.value,
        what=proposal.what,
        body=EVENTS.write(entry.events),
        shoe=proposal.shoe,
        state=STATE.write(entry.after) if over else None,
        over=hand_line(last, wall) if over and last is not None else None,
    )
    assert turn == entry.turn, "the journal and the table count the same entries"
    return entry


def trouble_of(error: JournalError) -> Trouble:
    """Why nothing can be put on disk."""
    return error.trouble if isinstance(error, JournalUnwritable) else Trouble.DAMAGED


def write_opening(journal: Journal, events: Sequence[DeskEvent], system: str, wall: float) -> Desk:
    """Put the first entry of a journal on disk and return the desk that it opens. Raises JournalError."""
    desk = open_desk(events)
    journal.append(hand=0, wall=wall, user=system, role="", what="open", body=EVENTS.write(tuple(events)))
    return desk
