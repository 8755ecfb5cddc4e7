"""What the camera sees where nothing is due: a wrong seat, an exposed card, a second burn, a contradiction."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.cards import Card
from dealer.desk.offering import ask, offered
from dealer.desk.world import Draft, World
from dealer.game.due import AwardDue, BurnDue, CardDue, CommunityDue, Over, ShowDue
from dealer.game.irregularities import IrregularityKind
from dealer.game.showdown import is_tabled
from dealer.game.state import Hand
from dealer.observations import Place, Zone, ZoneReading
from dealer.sensing import irregularities
from dealer.sensing.records import Asked, CardJudged, Placed, QuestionAsked, Sensing, Spot
from dealer.sensing.sight import newcomer
from dealer.snapshots import CardState

SETTLED = 1.0
"""Seconds that a strange sight has to last before it is asked about: a hand passes, the shoe's report is on its way."""
SETTLED_LOOKS = 3
"""Pictures that must have been read since: what a camera that is behind still shows may long be gone."""
PUTTING_RIGHT = 6.0
"""Seconds after an answer or a ruling in which a person moves cards: what lies strange meanwhile is no news."""


def look(draft: Draft, hand: Hand, world: World) -> None:
    """Judge placed cards anew and ask about the first strange sight. Does nothing without a camera."""
    if not world.sight.camera_works or not hand.street:
        return
    sensing = draft.desk.sensing
    for position, placed in enumerate(sensing.placed):
        if placed.state is CardState.LEFT_SHOE and placed.spot in (Spot.UP, Spot.COMMUNITY):
            _second_witness(draft, hand, world, position, placed)
    if draft.desk.sensing.question is None:
        asked = _strange(sensing, hand, world)
        if asked is not None:
            ask(draft, asked, world)


def _second_witness(draft: Draft, hand: Hand, world: World, position: int, placed: Placed) -> None:
    """A card that the shoe alone told of: the camera agrees, contradicts, or has not seen it yet."""
    place = Place(Zone.SEAT, placed.seat) if placed.seat is not None else Place(Zone.COMMUNITY)
    reading = world.sight.reading(place)
    known = _known(hand, placed.seat)
    if reading is None or placed.index >= len(known):
        return
    said = known[placed.index]
    if said is None or any(seen.face_up and seen.card == said for seen in reading.seen):
        draft.add(CardJudged(position, CardState.CONFIRMED if said is not None else CardState.SEEN))
        return
    new = newcomer(reading, known)
    faces = sum(seen.face_up for seen in reading.seen)
    if new is None or new.card is None or new.certain or faces < len(known) or not _settled(world, place):
        return
    if draft.desk.sensing.question is None:
        cards = draft.desk.sensing.placed
        after_burn = position > 0 and cards[position - 1].spot is Spot.BURN
        asked = irregularities.contradicted(
            draft.desk.sensing, placed.seat, placed.index, said, new.card, after_burn=after_burn
        )
        draft.add(CardJudged(position, CardState.CONFLICT), QuestionAsked(offered(draft, asked, world)))


def _known(hand: Hand, seat: int | None) -> tuple[Card | None, ...]:
    return hand.cards.community if seat is None else hand.up(seat)


def _settled(world: World, place: Place) -> bool:
    sight = world.sight
    since = max(sight.came(place) + SETTLED, sight.answered_at + PUTTING_RIGHT)
    return world.now >= since and world.looks(max(sight.came(place), sight.answered_at)) >= SETTLED_LOOKS


def _strange(sensing: Sensing, hand: Hand, world: World) -> Asked | None:
    for place in world.sight.zones:
        if not _settled(world, place):
            continue
        if place.zone is Zone.BURN:
            asked = _burns(sensing, hand, world, place)
        elif place.zone is Zone.SEAT and place.seat in hand.start.seats:
            asked = _face(sensing, hand, world, place, place.seat)
        else:
            asked = None
        if asked is not None:
            return asked
    return None


def _burns(sensing: Sensing, hand: Hand, world: World, place: Place) -> Asked | None:
    reading = world.sight.reading(place)
    assert reading is not None, "a zone that is listed has a reading"
    burn_due = isinstance(hand.due, BurnDue)
    most = max(len(hand.cards.burns), world.sight.ignored.get(place, 0))
    if not burn_due and len(reading.seen) > most and _last_street_card(sensing):
        return irregularities.two_burns(sensing)
    return None


def _last_street_card(sensing: Sensing) -> bool:
    """Whether a burn was the last or last but one card: later nothing can be put right by itself."""
    return any(placed.spot is Spot.BURN for placed in sensing.placed[-2:])


def _face(sensing: Sensing, hand: Hand, world: World, place: Place, seat: int) -> Asked | None:
    if isinstance(hand.due, ShowDue | AwardDue | Over) or is_tabled(hand):
        # Hands are tabled: what turns up is what was dealt face down.
        return None
    reading = world.sight.reading(place)
    assert reading is not None, "a zone that is listed has a reading"
    strange = _too_many(reading, _known(hand, seat))
    if not strange or len(reading.seen) <= world.sight.ignored.get(place, 0) or _expected(sensing, hand, seat):
        return None
    return _misplaced(sensing, hand, seat, strange[-1])


def _too_many(reading: ZoneReading, known: Sequence[Card | None]) -> tuple[Card, ...]:
    """The faces that are no known card, where there are as many of them as lie there too many."""
    new = newcomer(reading, known)
    if new is None:
        return ()
    strange = (new.card,) if new.card is not None else new.several
    surplus = sum(seen.face_up for seen in reading.seen) - len(known)
    return strange if 0 < len(strange) <= surplus else ()


def _expected(sensing: Sensing, hand: Hand, seat: int) -> bool:
    """Whether an up-card for the seat is due, or comes so soon that the cards before it are only waited for."""
    order = [step for step in hand.plan if isinstance(step, CardDue | CommunityDue)]
    for position, step in enumerate(order):
        if isinstance(step, CardDue) and step.up and step.seat == seat:
            return position == 0 or position < len(sensing.out)
    return False


def _misplaced(sensing: Sensing, hand: Hand, seat: int, card: Card) -> Asked:
    if hand.street == 7:
        return irregularities.seventh_up(sensing, seat, card)
    downs_due = any(isinstance(step, CardDue) and not step.up for step in hand.plan)
    if hand.street == 3 and (downs_due or not hand.up(seat)):
        if len(sensing.out) == 1 and isinstance(hand.due, CardDue) and hand.due.up and hand.due.seat != seat:
            # The card that just left the shoe is for another seat and is not seen there.
            return irregularities.wrong_seat(sensing, seat, card, (IrregularityKind.HOLE_CARD_EXPOSED,))
        return irregularities.exposed(sensing, seat, card)
    return irregularities.wrong_seat(sensing, seat, card, (IrregularityKind.PREMATURE_CARD,))
