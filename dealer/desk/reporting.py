"""How an irregularity that sensors or a person noticed is told to the hand, with the cards that it concerns (R8)."""

from __future__ import annotations

from dealer.cards import Card
from dealer.desk.placing import in_hand, place_out
from dealer.desk.undoing import undo_last
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.due import BurnDue, CardDue
from dealer.game.errors import IllegalAction
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.state import Hand
from dealer.sensing.records import (
    Asked,
    CardPlaced,
    OutCardsUnread,
    OutCardsWait,
    Placed,
    QuestionKind,
    Spot,
    TagsRearmed,
)
from dealer.snapshots import CardState

Kind = IrregularityKind

_ONE_CARD = frozenset({Kind.EXTRA_CARD, Kind.DOUBLE_BURN, Kind.CARD_OFF_TABLE, Kind.BOXED_CARD, Kind.JOKER})
"""Concern the first card that is out; the ruling says where it goes."""
_STAYS_OUT = frozenset({Kind.TWO_CARDS, Kind.FOREIGN_CARD, Kind.DUPLICATE_CARD, Kind.UNREAD_CARD})
"""Rulings on these move no card: what is out stays out, and nobody knows which card it is."""


def report_asked(draft: Draft, asked: Asked, kind: IrregularityKind, world: World) -> None:
    """Report what a question was about. Raises IllegalAction if the hand cannot have it now."""
    hand = draft.desk.hand
    if hand is None:
        raise IllegalAction("R8", "no hand is being played")
    seen = tuple(reading.card for reading in asked.readings)[-1:]
    match kind:
        case Kind.MISSED_BURN:
            _back_to(draft, _burn_before(draft, asked))
            _report(draft, kind, asked.seat, seen, None, consumed=1)
        case Kind.DOUBLE_BURN if not draft.desk.sensing.out:
            _back_to(draft, _burn_before(draft, asked) + 1)
            _report(draft, kind, None, _sealed(draft, 1), None, consumed=1)
        case Kind.HOLE_CARD_EXPOSED:
            place = _exposed(hand, asked.seat, seen, world)
            _report(draft, kind, asked.seat, seen, place, consumed=1 if place is None else 0)
        case Kind.SEVENTH_FACE_UP:
            _back_to_seat(draft, asked.seat)
            _report(draft, kind, asked.seat, seen, None, consumed=1)
        case Kind.WRONG_SEAT:
            _wrong_seat(draft, asked, seen)
        case _:
            report(draft, kind, None if kind is Kind.MISSING_CARD else asked.seat, None, ())


def report(
    draft: Draft, kind: IrregularityKind, seat: int | None, place: int | None, cards: tuple[game.AnyCard, ...]
) -> None:
    """Report what a person noticed. cards: as far as they are known; else those that are out are meant."""
    if kind in _STAYS_OUT:
        draft.add(OutCardsUnread(), OutCardsWait())
        in_hand(draft, game.Report(kind, seat, cards, place))
    elif kind is Kind.PREMATURE_CARD:
        out = len(draft.desk.sensing.out)
        _report(draft, kind, seat, cards or _sealed(draft, out) or (None,), place, consumed=len(cards) or out)
    elif kind in _ONE_CARD and place is None:
        _report(draft, kind, seat, cards or _sealed(draft, 1) or (None,), place, consumed=1)
    elif kind is Kind.WRONG_SEAT and place is None:
        _report(draft, kind, seat, cards or (None,), place, consumed=1)
    else:
        in_hand(draft, game.Report(kind, seat, cards, place))


def rule(draft: Draft, choice: Choice, by: str, cards: tuple[Card | None, ...]) -> None:
    """Carry out a ruling on what holds the hand; cards that it puts into the stub may leave the shoe again (R8)."""
    hand = draft.desk.hand
    held = None if hand is None else hand.rare.held
    again: tuple[str, ...] = ()
    if hand is not None and held is not None and choice is Choice.RESHUFFLE:
        burned = 1 if hand.start.house.deal.burn and not hand.cards.burned_ahead else 0
        aside = [placed for placed in draft.desk.sensing.placed if placed.spot is Spot.ASIDE]
        back = aside[len(aside) - len(held.cards) + burned :] if len(held.cards) <= len(aside) else []
        again = tuple(placed.card.tag for placed in back if placed.card is not None and placed.card.tag is not None)
    in_hand(draft, game.Rule(choice, by, cards))
    if again:
        draft.add(TagsRearmed(again))


def rearm_burns(draft: Draft) -> None:
    """Burns that are shuffled into the stub may leave the shoe once more (R5)."""
    burned = [placed.card for placed in draft.desk.sensing.placed if placed.spot in (Spot.BURN, Spot.ASIDE)]
    tags = tuple(card.tag for card in burned if card is not None and card.tag is not None)
    if tags:
        draft.add(TagsRearmed(tags))


def _wrong_seat(draft: Draft, asked: Asked, seen: tuple[Card, ...]) -> None:
    """The card that was taken for the one that is due lies elsewhere."""
    placed = draft.desk.sensing.placed
    if not draft.desk.sensing.out and placed and placed[-1].card is not None:
        _back_to(draft, len(placed) - 1)
    _report(draft, Kind.WRONG_SEAT, asked.seat, seen, None, consumed=1)


def _report(
    draft: Draft,
    kind: IrregularityKind,
    seat: int | None,
    cards: tuple[game.AnyCard, ...],
    place: int | None,
    *,
    consumed: int,
) -> None:
    """Tell the hand, and take as many of the cards that are out into the irregularity."""
    draft.add(OutCardsWait())
    in_hand(draft, game.Report(kind, seat, cards, place))
    for _ in range(min(consumed, len(draft.desk.sensing.out))):
        draft.add(CardPlaced(Spot.ASIDE, None, 0, CardState.LEFT_SHOE, from_out=True))


def _sealed(draft: Draft, most: int) -> tuple[game.AnyCard, ...]:
    return tuple(card.sealed for card in draft.desk.sensing.out[:most])


def _burn_before(draft: Draft, asked: Asked) -> int:
    """Where in the order of dealing the burn is that came before the card in question. Raises IllegalAction."""
    placed = draft.desk.sensing.placed
    last = len(placed)
    if asked.kind is QuestionKind.CONTRADICTED:
        last = next(
            (
                n
                for n, each in enumerate(placed)
                if (each.seat, each.index, each.spot) == (asked.seat, asked.index, Spot.UP)
            ),
            last,
        )
    for position in reversed(range(last)):
        if placed[position].spot is Spot.BURN:
            return position
    raise IllegalAction("R8", "no burn has been made in this hand")


def _back_to_seat(draft: Draft, seat: int | None) -> None:
    """Undo until the last card of a seat is due again."""
    placed = draft.desk.sensing.placed
    for position in reversed(range(len(placed))):
        if placed[position].spot is Spot.DOWN and placed[position].seat == seat:
            if draft.desk.hand is not None and _is_due(draft.desk.hand, seat):
                return
            _back_to(draft, position)
            return


def _is_due(hand: Hand, seat: int | None) -> bool:
    return isinstance(hand.due, CardDue) and hand.due.seat == seat and not hand.due.up


def _back_to(draft: Draft, placed: int) -> None:
    """Undo what gave places to this card and to all after it. Raises IllegalAction if that is too old."""
    steps, sensing, hand = draft.desk.steps, draft.desk.sensing, draft.desk.hand
    for entries, step in enumerate(reversed(steps), start=1):
        if step.placed <= placed and hand is not None:
            again = [(each.state, _face(hand, each)) for each in sensing.placed[step.placed : placed]]
            undo_last(draft, entries)
            for state, card in again:
                _place_again(draft, card, state)
            return
    raise IllegalAction("R8", "the cards cannot be taken back so far; call the floor")


def _face(hand: Hand, placed: Placed) -> Card | None:
    return hand.up(placed.seat)[placed.index] if placed.spot is Spot.UP and placed.seat is not None else None


def _place_again(draft: Draft, card: Card | None, state: CardState) -> None:
    """A card that was only undone because it came in the same entry goes back to its place."""
    due = None if draft.desk.hand is None else draft.desk.hand.due
    if isinstance(due, BurnDue | CardDue) and draft.desk.sensing.out:
        place_out(draft, due, card, state)


def _exposed(hand: Hand, seat: int | None, seen: tuple[Card, ...], world: World) -> int | None:
    """Which of a seat's down cards lies open: the one with that seal, else the last; None if it is the one due now.

    A seal may be taken off for this, since the card lies open; where none fits, nobody is told.
    """
    if seat is None or not hand.down(seat):
        return None
    for place, sealed in enumerate(hand.down(seat)):
        if sealed is not None and seen and world.open(sealed) == seen[-1]:
            return place
    return None if _is_due(hand, seat) else len(hand.down(seat)) - 1
