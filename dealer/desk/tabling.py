"""A hand is tabled: the seals of its down-cards come off, and what the camera sees there is set against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.desk.placing import in_hand
from dealer.desk.undoing import undo_last
from dealer.desk.watch import SETTLED, SETTLED_LOOKS
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.due import AwardDue, Outcome, Over, ShowDue
from dealer.game.errors import IllegalAction
from dealer.game.events import Shown
from dealer.game.state import Hand
from dealer.observations import Place, Zone, ZoneReading
from dealer.sensing import irregularities
from dealer.sensing.records import Answer, Asked, QuestionAsked, QuestionDropped, QuestionKind, Reading, Spot, Witness
from dealer.snapshots import CardState

Cards = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the camera sees of a seat's down-cards. Only made for a seat that shows its hand.

    cards: as the shoe told of them, None where it did not.
    contradicted: cards that the shoe told of and that do not lie there, though as many lie there as were dealt.
    seen: faces that lie there besides those that are known, as far as they can be the rest of the hand.
    """

    cards: Cards
    contradicted: tuple[Card, ...]
    seen: tuple[Card, ...]

    @property
    def unread(self) -> int:
        """How many of the cards nobody has read."""
        return sum(card is None for card in self.cards)

    @property
    def open(self) -> int:
        """How many of the cards a person has to vouch for."""
        return self.unread + len(self.contradicted)


def sealed_down(draft: Draft, hand: Hand, seat: int) -> tuple[SealedCard | None, ...]:
    """The seals of a seat's down cards, with those that the shoe told of late."""
    late = {
        placed.index: placed.card.sealed
        for placed in draft.desk.sensing.placed
        if placed.spot is Spot.DOWN and placed.seat == seat and placed.card is not None
    }
    return tuple(each if each is not None else late.get(place) for place, each in enumerate(hand.down(seat)))


def table_hand(draft: Draft, hand: Hand, seat: int, told: Sequence[Card | None] | None, world: World) -> None:
    """Show a seat's hand; ask first what the shoe has not told of, and where the camera reads a card otherwise.

    told: the cards that were never read, in their order, where a person says them.  Raises IllegalAction, and takes no
    seal off, where the seat has nothing to show now.
    """
    _may_show(draft, seat, len(hand.down(seat)))
    found = _found(draft, hand, seat, world)
    wrong_up = _up_otherwise(draft, hand, seat, found.cards, world)
    if wrong_up is not None:
        draft.add(QuestionAsked(wrong_up))
    elif found.unread and told is None and world.sight.camera_works:
        draft.add(QuestionAsked(_question(draft, seat, found)))
    elif found.unread:
        if told is None or len(told) != found.unread:
            raise IllegalAction("R7.3", f"{found.unread} cards of seat {seat} were never read; enter them")
        show(draft, seat, _filled(found.cards, told))
    elif found.contradicted:
        draft.add(QuestionAsked(_question(draft, seat, found)))
    else:
        show(draft, seat, found.cards)


def see_more(draft: Draft, asked: Asked, world: World) -> None:
    """Ask anew where the camera has read more of a tabled hand than when it was asked about."""
    hand, seat = draft.desk.hand, asked.seat
    if asked.kind is not QuestionKind.TABLED or hand is None or seat is None or not world.sight.camera_works:
        return
    found = _found(draft, hand, seat, world)
    if len(found.seen) > len(_by(asked, Witness.CAMERA)):
        draft.add(QuestionDropped(asked.number))
        draft.add(QuestionAsked(_question(draft, seat, found)))


def table_named(draft: Draft, hand: Hand, asked: Asked, card: Card, world: World) -> None:
    """A person says which card lies there: the hand is shown with it instead of the one that the shoe told of."""
    assert asked.seat is not None, "a hand is tabled at a seat"
    told = _by(asked, Witness.SHOE)[0]
    show(draft, asked.seat, tuple(card if each == told else each for each in _opened(draft, hand, asked.seat, world)))


def table_answered(draft: Draft, asked: Asked, answer: Answer, entered: Sequence[Card | None], world: World) -> None:
    """Show the hand as a person says that it lies there.

    entered: the cards that he names, in the order in which they were asked for.  Raises IllegalAction.
    """
    hand, seat = draft.desk.hand, asked.seat
    assert seat is not None, "a hand is tabled at a seat"
    if hand is None or not isinstance(hand.due, ShowDue | AwardDue):
        raise IllegalAction("R7.3", "no hand is being shown any more")
    wrong, seen = _by(asked, Witness.SHOE), _by(asked, Witness.CAMERA)
    cards = _opened(draft, hand, seat, world)
    if answer is Answer.AS_TOLD:
        show(draft, seat, cards)
        return
    named: list[Card | None] = []
    if answer in (Answer.AS_SEEN, Answer.REST):
        named += seen
    if answer in (Answer.REST, Answer.BY_HAND):
        named += entered
    without = tuple(None if card in wrong else card for card in cards)
    missing = sum(card is None for card in without)
    if len(named) != missing:
        raise IllegalAction("R7.3", f"name {missing - len(named) + len(entered)} cards")
    show(draft, seat, _filled(without, named))


def look_at_shown(draft: Draft, hand: Hand, world: World) -> None:
    """Ask about a hand that was shown before the camera had read it, and of which it then reads cards otherwise.

    What a person has answered about is not asked again.
    """
    if hand.showdown is None or not world.sight.camera_works or draft.desk.sensing.question is not None:
        return
    if isinstance(hand.due, Over) and hand.due.outcome in (Outcome.MISDEAL, Outcome.VOID):
        return
    for position, cards in enumerate(hand.showdown.shown):
        seat = hand.start.seats[position]
        readings = () if cards is None else _shown_otherwise(draft, hand, seat, cards, world)
        if readings:
            draft.add(QuestionAsked(irregularities.shown_otherwise(draft.desk.sensing, seat, readings)))
            return


def _shown_otherwise(draft: Draft, hand: Hand, seat: int, shown: Cards, world: World) -> tuple[Reading, ...]:
    place = Place(Zone.SEAT, seat)
    reading = world.sight.reading(place)
    if reading is None or len(reading.seen) <= world.sight.ignored.get(place, 0):
        return ()
    if world.now - world.sight.came(place) < SETTLED or world.looks(world.sight.came(place)) < SETTLED_LOOKS:
        return ()
    known = Counter(card for card in (*hand.up(seat), *shown) if card is not None)
    seen = _faces(reading)
    wrong, other = tuple((known - seen).elements()), tuple((seen - known).elements())
    if not wrong or len(wrong) != len(other) or seen.total() != len(hand.up(seat)) + len(shown):
        return ()
    tellers = _tellers(draft, seat)
    told = (*_opened(draft, hand, seat, world), *(card for n, card in enumerate(hand.up(seat)) if n not in tellers))
    return (
        *(Reading(Witness.SHOE if card in told else Witness.PERSON, card) for card in wrong),
        *(Reading(Witness.CAMERA, card) for card in other),
    )


def take_show_back(draft: Draft, seat: int | None) -> None:
    """Undo until the hand of a seat is to be shown again. Raises IllegalAction if it is too late."""
    for entries, step in enumerate(reversed(draft.desk.steps), start=1):
        if any(isinstance(event, Shown) and event.seat == seat for event in step.what.events):
            undo_last(draft, entries)
            return
    raise IllegalAction("R7.3", "no hand is being shown any more")


def show(draft: Draft, seat: int, cards: Cards) -> None:
    """Show a hand. Raises IllegalAction, which names no card."""
    try:
        in_hand(draft, game.Show(seat, cards))
    except IllegalAction as refused:
        if refused.rule != "R8":
            raise
        # The engine names the card that lies there twice; until the hand is tabled it is nobody's to know.
        raise IllegalAction("R8", f"deck fault at seat {seat}: call the floor") from None


def _may_show(draft: Draft, seat: int, cards: int) -> None:
    """Refuse at once what would be refused when its cards are known. Raises IllegalAction."""
    show(Draft(draft.desk), seat, (None,) * cards)


def _question(draft: Draft, seat: int, found: _Found) -> Asked:
    sensing = draft.desk.sensing
    seen = tuple(Reading(Witness.CAMERA, card) for card in found.seen)
    if not found.contradicted:
        return irregularities.tabled(sensing, seat, seen, found.unread)
    readings = (*(Reading(Witness.SHOE, card) for card in found.contradicted), *seen)
    if found.open == 1:
        return irregularities.disagree(sensing, seat, readings)
    return irregularities.tabled_otherwise(sensing, seat, readings, found.open, told=not found.unread)


def _opened(draft: Draft, hand: Hand, seat: int, world: World) -> Cards:
    return tuple(None if each is None else world.open(each) for each in sealed_down(draft, hand, seat))


def _found(draft: Draft, hand: Hand, seat: int, world: World) -> _Found:
    """Set what the camera sees against what the shoe told.

    A card that is covered says nothing: the shoe is contradicted only where as many faces lie there as were dealt.
    """
    cards = _opened(draft, hand, seat, world)
    reading = world.sight.reading(Place(Zone.SEAT, seat))
    if reading is None or not world.sight.camera_works:
        return _Found(cards, (), ())
    ups = Counter(card for card in hand.up(seat) if card is not None)
    seen = _faces(reading)
    if ups - seen:
        return _Found(cards, (), ())
    downs = Counter(card for card in cards if card is not None)
    rest = seen - ups
    other, wrong = tuple((rest - downs).elements()), tuple((downs - rest).elements())
    unread = len(cards) - downs.total()
    if wrong and len(other) == len(wrong) + unread:
        return _Found(cards, wrong, other)
    return _Found(cards, (), other if len(other) <= unread else ())


def _up_otherwise(draft: Draft, hand: Hand, seat: int, cards: Cards, world: World) -> Asked | None:
    """The question about an up-card that does not lie there, though as many faces lie there as were dealt.

    One that a person has named since the camera saw that is well: else no answer would lead on.
    """
    place = Place(Zone.SEAT, seat)
    reading = world.sight.reading(place)
    if reading is None or not world.sight.camera_works:
        return None
    ups, seen = hand.up(seat), _faces(reading)
    asked_before = len(reading.seen) <= world.sight.ignored.get(place, 0)
    named = {n for n, by in _tellers(draft, seat).items() if by is Witness.PERSON} if asked_before else set()
    wrong = next((n for n, card in enumerate(ups) if card is not None and card not in seen and n not in named), None)
    other = tuple((seen - Counter(card for card in (*ups, *cards) if card is not None)).elements())
    if wrong is None or not other or seen.total() != len(ups) + len(cards):
        return None
    said = ups[wrong]
    assert said is not None, "a card that nobody knows contradicts nothing"
    by = _tellers(draft, seat).get(wrong, Witness.SHOE)
    return irregularities.contradicted(draft.desk.sensing, seat, wrong, said, other[0], after_burn=False, by=by)


def _tellers(draft: Draft, seat: int) -> dict[int, Witness]:
    """Which of a seat's up-cards the record has from somebody else than the shoe, and from whom."""
    whose = {CardState.BY_HAND: Witness.PERSON, CardState.SEEN: Witness.CAMERA}
    return {
        placed.index: whose[placed.state]
        for placed in draft.desk.sensing.placed
        if placed.spot is Spot.UP and placed.seat == seat and placed.state in whose
    }


def _faces(reading: ZoneReading) -> Counter[Card]:
    return Counter(each.card for each in reading.seen if each.face_up and each.card is not None)


def _by(asked: Asked, witness: Witness) -> tuple[Card, ...]:
    return tuple(reading.card for reading in asked.readings if reading.witness is witness)


def _filled(cards: Cards, named: Sequence[Card | None]) -> Cards:
    """The cards with what was named in the places of those that are not known."""
    left = iter(named)
    return tuple(next(left) if card is None else card for card in cards)
