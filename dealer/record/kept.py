"""What a journal holds of that which a table file says for the first start only; the journal is what counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dealer.record.codec import NotReadable
from dealer.record.journal import JournalDamaged, typed
from dealer.record.keeping import reading
from dealer.record.recovery import EVENTS, STATE
from dealer.sensing.records import PolicySet
from dealer.table.events import SeatChanged, SetupChanged, TableOpened
from dealer.table.file import SeatedPlayer, UpCardPolicy
from dealer.table.state import Setup

_ENTRIES = """
SELECT turn, body FROM entry WHERE turn = 1 OR turn > ? AND (
    body LIKE '%"SetupChanged"%' OR body LIKE '%"PolicySet"%'
) ORDER BY turn
"""
_STATE = "SELECT turn, body FROM state ORDER BY turn DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Kept:
    """How a table that was played before is set up. players: who was seated when it was opened."""

    setup: Setup
    policy: UpCardPolicy
    players: tuple[SeatedPlayer, ...]


def kept_in(path: Path) -> Kept | None:
    """Return what a journal holds, also while it is written to; None if its table was never opened.

    Raises JournalError, JournalDamaged.
    """
    with typed(path), reading(path) as db:
        state = db.execute(_STATE).fetchone()
        found, after = None, 0
        if state is not None:
            try:
                desk = STATE.read(state[1])
            except NotReadable:  # another version wrote it; the entries tell the same
                pass
            else:
                found, after = Kept(desk.table.setup, desk.sensing.policy, ()), state[0]
        rows = db.execute(_ENTRIES, (after,)).fetchall()
    for turn, body in rows:
        try:
            events = EVENTS.read(body)
        except NotReadable as problem:
            raise JournalDamaged(path, f"this entry cannot be read back ({problem})", turn) from None
        for event in events:
            match event:
                case TableOpened(setup=setup) if found is None:
                    found = Kept(setup, UpCardPolicy.BOTH, ())
                case SeatChanged(player=player) if turn == 1 and found is not None and player is not None:
                    seated = SeatedPlayer(player.seat, player.name, player.stack)
                    found = replace(found, players=(*found.players, seated))
                case SetupChanged(setup=setup) if found is not None and turn > after:
                    found = replace(found, setup=setup)
                case PolicySet(policy) if found is not None and turn > after:
                    found = replace(found, policy=policy)
    return found


def differing(setup: Setup, policy: UpCardPolicy, players: tuple[SeatedPlayer, ...], kept: Kept) -> tuple[str, ...]:
    """The keys of a table file that say another thing than the journal. setup, policy, players: what the file says."""
    return tuple(_setup(setup, kept.setup)) + tuple(
        key
        for key, same in (("sensing.up-card", policy is kept.policy), ("players", players == kept.players))
        if not same
    )


def _setup(said: Setup, counts: Setup) -> Iterator[str]:
    if replace(said.house, clock=counts.house.clock) != counts.house:
        yield "house"
    elif said.house.clock != counts.house.clock:
        yield "clock"
    if said.seats != counts.seats:
        yield "seats"
    if [plan.game for plan in said.rotation] != [plan.game for plan in counts.rotation]:
        yield "rotation"
    elif said.rotation != counts.rotation:
        yield "stakes"
    for key, same in (
        ("min-buy-in", said.min_buy_in == counts.min_buy_in),
        ("decks", said.decks == counts.decks),
        ("orbit", said.orbit == counts.orbit),
        ("levels", said.levels == counts.levels),
        ("rake", said.rake == counts.rake),
        ("time-charge", said.time_charge == counts.time_charge),
    ):
        if not same:
            yield key
