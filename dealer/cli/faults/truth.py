"""What a person at the simulated table sees with his own eyes, against what the program has on its record."""

from __future__ import annotations

from collections import Counter

from dealer.cards import Card
from dealer.desk.state import Desk
from dealer.game.due import CardDue, CommunityDue
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.sensing.records import Spot
from drivers.mock.table import SimulatedTable
from drivers.mock.tidy import AWAY, BURN_PILE, COMMUNITY_PLACE
from drivers.mock.truth import Colour, Laid


class Eyes:
    """Looks at the cards on the felt. Knows no card that lies in the shoe."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def at(self, place: Place) -> tuple[Laid, ...]:
        """The cards that lie at a place, in the order of dealing."""
        return tuple(sorted(self._table.truth.at(place), key=lambda laid: laid.number))

    def face(self, laid: Laid) -> Card:
        """What is printed on a card."""
        return self._table.face(laid)

    def faces_up(self, place: Place) -> list[Card]:
        """The cards that lie face up at a place."""
        return [self.face(laid) for laid in self.at(place) if laid.face_up]

    def stub(self) -> int:
        """How many cards are in the shoe, counted."""
        return len(self._table.truth.stub)

    def burns(self) -> int:
        """How many cards lie on the burn pile."""
        return len(self.at(BURN_PILE))

    def fell_off(self) -> bool:
        """Whether a card lies on the floor."""
        return any(laid.place == AWAY for laid in self._table.truth.mucked)

    def strange_back(self) -> bool:
        """Whether the card that was laid last is not of the house's deck."""
        last = max(self._table.truth.laid, key=lambda laid: laid.number, default=None)
        return last is not None and self._table.colour(last) is Colour.OTHER

    def twins(self) -> bool:
        """Whether one card lies face up twice."""
        faces = Counter(self.face(laid) for laid in self._table.truth.laid if laid.face_up)
        return any(count > 1 for count in faces.values())

    def due(self, hand: Hand) -> Card | None:
        """What the card is that is due face up, if it lies at its place; turned up first if it fell face down."""
        if isinstance(hand.due, CommunityDue):
            known, downs, place = hand.cards.community, 0, COMMUNITY_PLACE
        elif isinstance(hand.due, CardDue) and hand.due.up:
            seat = hand.due.seat
            known, downs, place = hand.up(seat), len(hand.down(seat)), Place(Zone.SEAT, seat)
        else:
            return None
        if len(self.at(place)) <= len(known) + downs:
            return None
        rest = [laid for laid in self.at(place) if laid.face_up]
        for card in known:
            same = next((laid for laid in rest if self.face(laid) == card), None)
            if same is not None:
                rest.remove(same)
        if rest:
            return self.face(rest[-1])
        backs = [laid for laid in self.at(place) if not laid.face_up]
        return self.face(backs[-1]) if len(backs) > downs else None

    def up_card(self, hand: Hand, seat: int, index: int) -> Card | None:
        """What a placed up-card really is: the face at the seat that no other place of the record names."""
        others = [card for number, card in enumerate(hand.up(seat)) if number != index]
        rest = Counter(self.faces_up(Place(Zone.SEAT, seat))) - Counter(card for card in others if card is not None)
        return next(iter(rest), None)

    def lies(self, desk: Desk) -> bool:
        """Whether the card that is due lies at its place already, face down or on the burn pile."""
        hand = desk.hand
        if hand is None:
            return False
        if isinstance(hand.due, CardDue):
            place = Place(Zone.SEAT, hand.due.seat)
            return len(self.at(place)) > len(hand.up(hand.due.seat)) + len(hand.down(hand.due.seat))
        burned = sum(placed.spot is Spot.BURN for placed in desk.sensing.placed)
        return self.burns() > burned

    def too_many(self, hand: Hand, seat: int) -> bool:
        """Whether a seat has more cards than were dealt to it, the one due included."""
        due = isinstance(hand.due, CardDue) and hand.due.seat == seat
        return len(self.at(Place(Zone.SEAT, seat))) > len(hand.up(seat)) + len(hand.down(seat)) + due

    def amiss(self, hand: Hand) -> bool:
        """Whether a card lies open, or is too many, where the record has none: he waits whether anybody noticed."""
        seats = [seat for seat in hand.start.seats if hand.is_live(seat)]
        return self.burns() > len(hand.cards.burns) or any(
            self.too_many(hand, seat) or len(self.faces_up(Place(Zone.SEAT, seat))) > len(hand.up(seat))
            for seat in seats
        )

    def unread_down(self, hand: Hand, seat: int, unread: tuple[int, ...]) -> tuple[Card, ...]:
        """The down-cards of a seat that nobody read, as they are tabled. unread: which of its down-cards."""
        ups = Counter(hand.up(seat))
        downs = []
        for laid in self.at(Place(Zone.SEAT, seat)):
            card = self.face(laid)
            if ups[card]:
                ups[card] -= 1
            else:
                downs.append(card)
        return tuple(downs[place] for place in unread if place < len(downs))
