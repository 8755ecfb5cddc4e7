"""How a card gets its place: the hand's command and the sensors' side of it, always together."""

from __future__ import annotations

from dealer.cards import Card, SealedCard
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.due import BurnDue, CardDue, CommunityDue, Due
from dealer.game.short_deck import Source
from dealer.observations import Health, Place, Zone
from dealer.sensing.records import CardPlaced, Owed, Spot
from dealer.snapshots import CardState
from dealer.table import rules
from dealer.table.commands import InHand, TableCommand

CardPlaceDue = BurnDue | CardDue | CommunityDue


def do(draft: Draft, command: TableCommand) -> None:
    """Add what a command of the table leads to. Raises IllegalAction and adds nothing."""
    draft.add(*rules.decide(draft.desk.table, command))


def in_hand(draft: Draft, command: game.Command) -> None:
    """Add what a command of the hand leads to. Raises IllegalAction and adds nothing."""
    do(draft, InHand(command))


def place_out(draft: Draft, due: CardPlaceDue, card: Card | None, state: CardState) -> None:
    """Give the first card that is out its place. card: what it is, where it is due face up."""
    sealed = draft.desk.sensing.out[0].sealed
    _place(draft, due, card, sealed, state, from_out=True, owed=Owed.NO)


def place_by_hand(draft: Draft, due: CardPlaceDue, card: Card | None, state: CardState, world: World) -> None:
    """Give its place to a card that the shoe has not told of; nobody knows it where it is due face down."""
    _place(draft, due, card, None, state, from_out=False, owed=owed_by_shoe(due, world))


def owed_by_shoe(due: CardPlaceDue, world: World) -> Owed:
    """Whether the shoe may still tell of a card that is placed without it."""
    if world.sight.shoe.health is Health.NONE or not from_shoe(due):
        return Owed.NO
    return Owed.SURE if world.sight.shoe_works else Owed.MAYBE


def from_shoe(due: CardPlaceDue) -> bool:
    """Whether the card comes out of the shoe; one that is taken from the burns does not (R5.1)."""
    return not (isinstance(due, CommunityDue) and due.source is Source.BURNS)


def place_of(due: Due) -> Place | None:
    """Where the camera looks for a card that is due face up."""
    match due:
        case CardDue(seat=seat):
            return Place(Zone.SEAT, seat)
        case CommunityDue():
            return Place(Zone.COMMUNITY)
        case _:
            return None


def _place(
    draft: Draft,
    due: CardPlaceDue,
    card: Card | None,
    sealed: SealedCard | None,
    state: CardState,
    *,
    from_out: bool,
    owed: Owed,
) -> None:
    hand = draft.desk.hand
    assert hand is not None, "a card was due without a hand"
    match due:
        case BurnDue():
            spot, seat, index = Spot.BURN, None, len(hand.cards.burns)
            in_hand(draft, game.Burn(sealed))
        case CardDue(seat=seat, up=True):
            spot, index = Spot.UP, len(hand.up(seat))
            in_hand(draft, game.DealCard(card))
        case CardDue(seat=seat):
            spot, index = Spot.DOWN, len(hand.down(seat))
            in_hand(draft, game.DealCard(sealed))
        case CommunityDue():
            spot, seat, index = Spot.COMMUNITY, None, len(hand.cards.community)
            in_hand(draft, game.DealCard(card))
    draft.add(CardPlaced(spot, seat, index, state, from_out, owed))
