"""The floor says which cards lie there, at a showdown where nobody else's word leads on; with a reason (R7.5, R8).

What is refused here tells of cards that lie face up, and of no other.
"""

from __future__ import annotations

from dealer.cards import Card, NotACard, parse_cards
from dealer.desk.answers import rename_card
from dealer.desk.entries import BadEntry, Fields
from dealer.desk.placing import in_hand
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.due import ShowDue
from dealer.game.errors import IllegalAction
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.state import Hand
from dealer.ports import Signature
from dealer.sensing.records import QuestionDropped


def enter_name_hand(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The seat that shows tables these down-cards, whatever the shoe told of them; an open question about it is over.

    Raises IllegalAction, BadEntry.
    """
    del world
    cards, reason = _cards(fields.text("hand")), fields.text("reason").strip()
    fields.done()
    _, due = _showing(draft)
    asked = draft.desk.sensing.question
    if asked is not None:
        if asked.seat != due.seat:
            raise IllegalAction("R8", "answer the question first")
        draft.add(QuestionDropped(asked.number))
    _ruled(draft, IrregularityKind.FLOOR_CALLED, due.seat, who, reason)
    in_hand(draft, game.Show(due.seat, cards))


def enter_name_card(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """An up-card is another than was entered. which: seat and place, such as `2.1`.  Raises IllegalAction, BadEntry."""
    del world
    which, cards, reason = fields.text("which"), _cards(fields.text("named")), fields.text("reason").strip()
    fields.done()
    hand, _ = _showing(draft)
    if draft.desk.sensing.question is not None:
        raise IllegalAction("R8", "answer the question first")
    found = {
        f"{seat}.{place}": (seat, place) for seat in hand.start.seats for place in range(1, len(hand.up(seat)) + 1)
    }
    if which not in found or len(cards) != 1:
        raise IllegalAction("R8", "say which card it is")
    seat, place = found[which]
    _ruled(draft, IrregularityKind.MIS_ENTRY, seat, who, reason)
    rename_card(draft, seat, place - 1, cards[0])


def _showing(draft: Draft) -> tuple[Hand, ShowDue]:
    hand = draft.desk.hand
    if hand is None or not isinstance(hand.due, ShowDue):
        raise IllegalAction("R7.3", "no hand is being shown any more")
    return hand, hand.due


def _ruled(draft: Draft, kind: IrregularityKind, seat: int, who: Signature, reason: str) -> None:
    """What was wrong and who says so with which reason stands in the hand's record before what he says."""
    if not reason:
        raise IllegalAction("R8", "cards are named with a reason")
    in_hand(draft, game.Report(kind, seat))
    in_hand(draft, game.Rule(Choice.GO_ON, f"{who.user}: {reason}"))


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except NotACard:
        raise BadEntry("hand: a card such as 2c, Td or Ah is needed") from None
