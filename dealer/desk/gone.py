"""Whether the cards of the seat whose turn it is have left the felt. A hint for people; it folds nobody."""

from __future__ import annotations

from dealer.desk.state import Desk
from dealer.game.due import ActDue, BringInDue
from dealer.observations import Place, Zone
from dealer.sensing.records import Spot
from dealer.sensing.sight import Sight
from dealer.snapshots import CardState

GONE_AFTER = 2.0
"""Seconds for which bare cloth has to be seen where the cards lay: they may only be pulled nearer for a look."""
_SEEN = frozenset({CardState.CONFIRMED, CardState.SEEN})


def cards_gone(desk: Desk, sight: Sight, now: float) -> int | None:
    """The seat that has to act and has no cards before it any more, or None.

    The camera must have seen a card there in this hand, and now sees cloth: what is covered by a hand is not cloth,
    and a zone in motion is not read. now: seconds of the monotonic clock.
    """
    hand = desk.hand
    if hand is None or not isinstance(hand.due, ActDue | BringInDue) or not sight.camera_works:
        return None
    if desk.sensing.question is not None or desk.table.paused:
        return None
    seat = hand.due.seat
    place = Place(Zone.SEAT, seat)
    reading = sight.reading(place)
    if reading is None or reading.seen or now - sight.came(place) < GONE_AFTER:
        return None
    lay = any(card.spot is Spot.UP and card.seat == seat and card.state in _SEEN for card in desk.sensing.placed)
    return seat if lay else None
