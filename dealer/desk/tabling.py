"""A hand is tabled: the seals of its down-cards come off, and the camera may see another card than the shoe told of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealer.cards import Card, SealedCard
from dealer.desk.placing import in_hand
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.errors import IllegalAction
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.sensing import irregularities
from dealer.sensing.records import Asked, QuestionAsked, Reading, Spot, Witness


def sealed_down(draft: Draft, hand: Hand, seat: int) -> tuple[SealedCard | None, ...]:
    """The seals of a seat's down cards, with those that the shoe told of late."""
    late = {
        placed.index: placed.card.sealed
        for placed in draft.desk.sensing.placed
        if placed.spot is Spot.DOWN and placed.seat == seat and placed.card is not None
    }
    return tuple(each if each is not None else late.get(place) for place, each in enumerate(hand.down(seat)))


def table_hand(draft: Draft, hand: Hand, seat: int, told: Sequence[Card | None] | None, world: World) -> None:
    """Show a seat's hand; ask first where the camera reads a card of it otherwise.

    told: the cards that were never read, in their order.  Raises IllegalAction.
    """
    sealed = sealed_down(draft, hand, seat)
    unread = sum(each is None for each in sealed)
    if unread and (told is None or len(told) != unread):
        raise IllegalAction("R7.3", f"{unread} cards of seat {seat} were never read; enter them")
    entered = iter(told or ())
    cards = tuple(world.open(each) if each is not None else next(entered) for each in sealed)
    readings = None if unread else _otherwise(hand, seat, cards, world)
    if readings is None:
        show(draft, seat, cards)
    else:
        draft.add(QuestionAsked(irregularities.disagree(draft.desk.sensing, seat, readings)))


def table_named(draft: Draft, hand: Hand, asked: Asked, card: Card, world: World) -> None:
    """A person says which card lies there: the hand is shown with it instead of the one that the shoe told of."""
    assert asked.seat is not None, "a hand is tabled at a seat"
    told = next(reading.card for reading in asked.readings if reading.witness is Witness.SHOE)
    sealed = sealed_down(draft, hand, asked.seat)
    cards = [None if each is None else world.open(each) for each in sealed]
    show(draft, asked.seat, tuple(card if each == told else each for each in cards))


def show(draft: Draft, seat: int, cards: tuple[Card | None, ...]) -> None:
    """Show a hand. Raises IllegalAction, which names no card."""
    try:
        in_hand(draft, game.Show(seat, cards))
    except IllegalAction as refused:
        if refused.rule != "R8":
            raise
        # The engine names the card that lies there twice; until the hand is tabled it is nobody's to know.
        raise IllegalAction("R8", f"deck fault at seat {seat}: call the floor") from None


def _otherwise(hand: Hand, seat: int, cards: Sequence[Card | None], world: World) -> tuple[Reading, ...] | None:
    """The two readings, where all cards but one are seen as told and one is seen as another card."""
    reading = world.sight.reading(Place(Zone.SEAT, seat))
    if reading is None or not world.sight.camera_works:
        return None
    told = Counter(card for card in (*hand.up(seat), *cards) if card is not None)
    seen = Counter(each.card for each in reading.seen if each.face_up and each.card is not None)
    other, missing = tuple((seen - told).elements()), tuple((told - seen).elements())
    if len(other) != 1 or len(missing) != 1 or missing[0] not in cards:
        return None
    return Reading(Witness.SHOE, missing[0]), Reading(Witness.CAMERA, other[0])
