"""How each seat and its cards are shown: what lies face up, what is face down, what is due there."""

from __future__ import annotations

from dealer.announce.says import showing
from dealer.cards import Card
from dealer.desk.moment import Moment
from dealer.desk.placing import place_of
from dealer.game.due import ActDue, BringInDue, CardDue, CommunityDue, ShowDue
from dealer.game.pots import contender
from dealer.game.ranking import name_high, name_low
from dealer.game.showdown import cards_of
from dealer.game.state import Hand
from dealer.sensing.records import Placed, QuestionKind, Sensing, Spot
from dealer.sensing.sight import newcomer
from dealer.snapshots import CardState, SeatStatus, SeatView, TableCard
from dealer.table.state import Player, Presence
from dealer.views.voice import Voice

_CONFLICTS = frozenset({QuestionKind.DISAGREE, QuestionKind.UNREAD, QuestionKind.NOT_SEEN, QuestionKind.NOT_OUT})


def seat_views(moment: Moment, voice: Voice) -> tuple[SeatView, ...]:
    """Every seat of the table, seat 1 first."""
    seats = range(1, moment.desk.table.setup.seats + 1)
    return tuple(_seat(moment, seat, voice) for seat in seats)


def community_cards(moment: Moment) -> tuple[TableCard, ...]:
    """The community card, or its place while it is due."""
    hand = moment.desk.hand
    if hand is None:
        return ()
    cards = [_up(moment.desk.sensing, None, index, card) for index, card in enumerate(hand.cards.community)]
    if isinstance(hand.due, CommunityDue):
        cards.append(TableCard(face_up=True, name=None, state=due_state(moment)))
    return tuple(cards)


def due_state(moment: Moment) -> CardState:
    """How far the card that is due is known."""
    desk = moment.desk
    if desk.sensing.question is not None and desk.sensing.question.kind in _CONFLICTS:
        return CardState.CONFLICT
    if desk.sensing.out:
        return CardState.LEFT_SHOE
    hand = desk.hand
    place = None if hand is None else place_of(hand.due)
    if hand is None or place is None:
        return CardState.DUE
    known = hand.up(place.seat) if place.seat is not None else hand.cards.community
    is_seen = newcomer(moment.sight.reading(place), known) is not None
    return CardState.SEEN if is_seen and not (isinstance(hand.due, CardDue) and not hand.due.up) else CardState.DUE


def unread_down(moment: Moment, hand: Hand, seat: int) -> int:
    """How many of a seat's down cards no shoe has told of; they are asked for when the seat shows."""
    late = _told_late(moment.desk.sensing, seat)
    return sum(card is None and place not in late for place, card in enumerate(hand.down(seat)))


def _told_late(sensing: Sensing, seat: int) -> frozenset[int]:
    return frozenset(
        placed.index
        for placed in sensing.placed
        if placed.spot is Spot.DOWN
        and placed.seat == seat
        and placed.card is not None
        and placed.card.sealed is not None
    )


def _seat(moment: Moment, seat: int, voice: Voice) -> SeatView:
    table, hand = moment.desk.table, moment.desk.hand
    player = table.player(seat)
    if hand is None or seat not in hand.start.seats:
        status = _waiting(player)
        stack = 0 if player is None else player.stack
        return SeatView(
            seat=seat,
            name="" if player is None else player.name,
            status=status,
            stack=stack,
            bet=0,
            won=0,
            cards=(),
            showing="",
            acts=False,
            brings_in=False,
        )
    position = hand.position(seat)
    return SeatView(
        seat=seat,
        name="" if player is None else player.name,
        status=_status(hand, seat),
        stack=hand.stack(seat),
        bet=hand.bet(seat),
        won=hand.won[position],
        cards=_cards(moment, hand, seat),
        showing=_named(hand, seat, voice),
        acts=isinstance(hand.due, ActDue | BringInDue | ShowDue) and hand.due.seat == seat,
        brings_in=isinstance(hand.due, BringInDue) and hand.due.seat == seat,
    )


def _named(hand: Hand, seat: int, voice: Voice) -> str:
    """What the up cards make; once the hand was shown, what all of its cards make, high and low (R7.5)."""
    position = hand.position(seat)
    down = None if hand.showdown is None else hand.showdown.shown[position]
    cards = None if down is None else cards_of(hand.cards, position, down)
    if cards is None:
        shows = showing(hand, seat) if hand.is_live(seat) and hand.up(seat) else None
        return "" if shows is None else voice.tongue.hand_text(shows)
    game = hand.start.game
    names = [name_high(cards)] if game.has_high else []
    if game.has_low and contender(game, cards).low is not None:
        names.append(name_low(cards))
    return " · ".join(voice.tongue.hand_text(name) for name in names)


def _waiting(player: Player | None) -> SeatStatus:
    if player is None:
        return SeatStatus.EMPTY
    if player.presence is not Presence.IN:
        return SeatStatus.SITTING_OUT
    return SeatStatus.WAITING


def _status(hand: Hand, seat: int) -> SeatStatus:
    position = hand.position(seat)
    showdown = hand.showdown
    if showdown is not None and position in showdown.mucked:
        return SeatStatus.MUCKED
    if showdown is not None and showdown.shown[position] is not None:
        return SeatStatus.SHOWN
    if position not in hand.seats.live:
        return SeatStatus.FOLDED
    return SeatStatus.ALL_IN if hand.stack(seat) == 0 and not hand.over else SeatStatus.LIVE


def _cards(moment: Moment, hand: Hand, seat: int) -> tuple[TableCard, ...]:
    """The cards as they lie: down cards before up cards, and the place of the one that is due."""
    position = hand.position(seat)
    dealt_to = position in hand.seats.live or position in hand.seats.lingering
    shown = None if hand.showdown is None else hand.showdown.shown[position]
    if not dealt_to and shown is None:
        return ()
    sensing = moment.desk.sensing
    late = _told_late(sensing, seat)
    downs = [
        _down(None if shown is None else shown[place], read=card is not None or place in late)
        for place, card in enumerate(hand.down(seat))
    ]
    ups = [_up(sensing, seat, index, card) for index, card in enumerate(hand.up(seat))]
    due = hand.due
    if isinstance(due, CardDue) and due.seat == seat:
        (ups if due.up else downs).append(TableCard(face_up=due.up, name=None, state=due_state(moment)))
    return (*downs, *ups)


def _down(shown: Card | None, *, read: bool) -> TableCard:
    """A card that was dealt face down: it has a name only when its seat has shown it."""
    if shown is not None:
        return TableCard(face_up=True, name=str(shown), state=CardState.CONFIRMED)
    return TableCard(face_up=False, name=None, state=CardState.CONFIRMED if read else CardState.BY_HAND, read=read)


def _up(sensing: Sensing, seat: int | None, index: int, card: Card | None) -> TableCard:
    placed = _placed(sensing, seat, index)
    state = CardState.BY_HAND if placed is None else placed.state
    return TableCard(face_up=True, name=None if card is None else str(card), state=state, read=card is not None)


def _placed(sensing: Sensing, seat: int | None, index: int) -> Placed | None:
    spot = Spot.COMMUNITY if seat is None else Spot.UP
    for placed in sensing.placed:
        if placed.spot is spot and placed.seat == seat and placed.index == index:
            return placed
    return None
