"""Whether the card that is due face up is known well enough: accept it, wait, or ask. Pure; sensors never rule."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from dealer.cards import Card
from dealer.game.irregularities import IrregularityKind
from dealer.observations import Tag
from dealer.sensing import irregularities
from dealer.sensing.records import Asked, Reading, Sensing, Spot, Witness
from dealer.sensing.sight import Newcomer
from dealer.snapshots import CardState
from dealer.table.file import UpCardPolicy

PATIENCE = 6.0
"""Seconds after which a card that the shoe told of and the camera has not seen is asked about: a hand may lie on it."""
LEAST_LOOKS = 12
"""Pictures that must have been read since the card left the shoe: patience is no use while the camera is behind."""
SHOE_PATIENCE = 3.0
"""Seconds after which a card that is seen and that the shoe has not told of is asked about.

A shoe tells at once; one that hangs is shown as silent before (after 2.5 seconds), and nothing is asked.
"""
MOMENT = 1.0
"""Seconds that two witnesses have to differ before anybody is asked: hands that put cards right pass by."""
_OPENING = 3


class TagBook(Protocol):
    """Which card a tag belongs to; the deck registry fulfils it."""

    def look_up(self, deck: str, tag: Tag) -> Card | None:
        """Return the card of a tag in a deck, or None for a tag that is not of this deck."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The card is known. from_out: the shoe's first card without a place is this one."""

    card: Card
    state: CardState
    from_out: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """It is not known yet. state: how far."""

    state: CardState


@dataclass(frozen=True, slots=True)
class Ask:
    """A person has to say."""

    asked: Asked


Verdict = Accept | Wait | Ask


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of the card that is due face up.

    said: what the shoe's first card is, None if it was not read or there is none.
    seen: the new face at its place.  lying: the cards that lie face up anywhere.
    by_shoe: the card comes out of the shoe, so it must tell of it.  shoe, camera: whether they work.
    beam: the shoe cannot miss a card; one that can is never believed alone (SHOE-PROTOCOL, readers that exist).
    waited: seconds since the last thing that concerns this card came in.
    looks: pictures that the camera has read since the last card left the shoe.
    seen_first: the new face lay there before the shoe's first card left, so if they differ it is another card.
    """

    seat: int | None
    said: Card | None
    seen: Newcomer | None
    lying: Collection[Card]
    by_shoe: bool
    beam: bool
    shoe: bool
    camera: bool
    waited: float
    looks: int
    street: int
    seen_first: bool


def judge(sensing: Sensing, evidence: Evidence) -> Verdict:
    """Weigh what the shoe and the camera tell of the card that is due face up, as the table's policy wants it."""
    verdict = _weigh(sensing, evidence)
    if isinstance(verdict, Accept) and verdict.card in evidence.lying:
        return Ask(irregularities.deck_fault(sensing))
    return verdict


def confirm(sensing: Sensing, evidence: Evidence) -> Card | None:
    """Return the card that a person may confirm with one tap because one witness knows it, or None.

    Only while the other witness does not work: else there is something to wait for.
    """
    seen = evidence.seen.card if evidence.seen is not None and evidence.seen.certain else None
    if evidence.said is not None and not evidence.camera and len(sensing.out) == 1:
        return evidence.said
    if seen is not None and not sensing.out and not (evidence.by_shoe and evidence.shoe):
        return seen
    return None


def _weigh(sensing: Sensing, evidence: Evidence) -> Verdict:
    seen = evidence.seen
    if evidence.said is not None and seen is not None and seen.card is not None:
        if seen.card == evidence.said:
            return Accept(evidence.said, CardState.CONFIRMED, from_out=True)
        if seen.certain and evidence.waited < MOMENT:
            return Wait(CardState.LEFT_SHOE)
        if seen.certain and evidence.seen_first and evidence.seat is not None and evidence.street == _OPENING:
            return Ask(irregularities.exposed(sensing, evidence.seat, seen.card))
        if seen.certain:
            return Ask(_disagreement(sensing, evidence, evidence.said, seen.card))
    if evidence.said is not None and seen is not None and evidence.said in seen.several and len(seen.several) == 2:
        if evidence.waited < MOMENT:
            return Wait(CardState.LEFT_SHOE)
        other = next(card for card in seen.several if card != evidence.said)
        after_burn = bool(sensing.placed) and sensing.placed[-1].spot is Spot.BURN
        asked = irregularities.two_faces(sensing, evidence.seat, evidence.said, other, after_burn=after_burn)
        return Ask(asked)
    if sensing.policy is UpCardPolicy.HAND:
        return Wait(CardState.LEFT_SHOE if sensing.out else CardState.DUE)
    if sensing.out:
        return _after_shoe(sensing, evidence)
    return _before_shoe(sensing, evidence)


def _disagreement(sensing: Sensing, evidence: Evidence, said: Card, seen: Card) -> Asked:
    """With more cards out than one, the first may lie face down somewhere: then the shoe's reading is not told.

    On third street the face may be a hole card that was exposed before, while the camera was behind.
    """
    kinds: list[IrregularityKind] = []
    readings: tuple[Reading, ...] = (Reading(Witness.CAMERA, seen),)
    if len(sensing.out) == 1:
        readings = (Reading(Witness.SHOE, said), *readings)
    else:
        kinds.insert(0, IrregularityKind.EXTRA_CARD)
        if sensing.placed and sensing.placed[-1].spot is Spot.BURN:
            kinds.insert(0, IrregularityKind.DOUBLE_BURN)
    return irregularities.disagree(sensing, evidence.seat, readings, kinds, exposed=evidence.street == _OPENING)


def _after_shoe(sensing: Sensing, evidence: Evidence) -> Verdict:
    """A card is out: is it known, and if the policy wants it, seen?"""
    overdue = _overdue(evidence)
    seen = evidence.seen
    if evidence.said is None:
        if seen is not None and seen.card is not None and seen.certain:
            return Accept(seen.card, CardState.SEEN, from_out=True)
        if overdue or not evidence.camera:
            guesses = () if seen is None else _free(seen.guesses, evidence.lying)
            return Ask(irregularities.unread(sensing, evidence.seat, guesses, left=True))
        return Wait(CardState.LEFT_SHOE)
    if sensing.policy is UpCardPolicy.SHOE and evidence.beam:
        return Accept(evidence.said, CardState.LEFT_SHOE, from_out=True)
    if overdue and evidence.camera:
        return Ask(irregularities.not_seen(sensing, evidence.seat))
    return Wait(CardState.LEFT_SHOE)


def _overdue(evidence: Evidence) -> bool:
    """Whether the camera had time and pictures enough to read the card."""
    return evidence.waited > PATIENCE and evidence.looks >= LEAST_LOOKS


def _before_shoe(sensing: Sensing, evidence: Evidence) -> Verdict:
    """No card is out: is one seen that the shoe missed, or is the camera the only witness?"""
    seen = evidence.seen
    if seen is None or not seen.certain:
        return Wait(CardState.DUE)
    overdue = _overdue(evidence)
    shoe_counts = evidence.by_shoe and evidence.shoe
    if seen.card is None:
        if overdue:
            guesses = _free(seen.guesses, evidence.lying)
            return Ask(irregularities.unread(sensing, evidence.seat, guesses, left=False))
        return Wait(CardState.DUE)
    if not shoe_counts:
        alone = sensing.policy is UpCardPolicy.CAMERA or not evidence.by_shoe
        return Accept(seen.card, CardState.SEEN, from_out=False) if alone else Wait(CardState.SEEN)
    if evidence.waited > SHOE_PATIENCE:
        after_burn = bool(sensing.placed) and sensing.placed[-1].spot is Spot.BURN
        return Ask(irregularities.not_out(sensing, evidence.seat, seen.card, after_burn=after_burn))
    return Wait(CardState.SEEN)


def _free(guesses: tuple[Card, ...], lying: Collection[Card]) -> tuple[Card, ...]:
    """Guesses without the cards that lie face up; face-down cards rule nothing out, since that would tell them."""
    return tuple(card for card in guesses if card not in lying)
