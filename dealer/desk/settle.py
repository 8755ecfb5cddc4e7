"""What follows by itself after anything came in: cards find their places, pots are awarded, or a question is asked."""

from __future__ import annotations

from dealer.cards import Card
from dealer.desk import watch
from dealer.desk.offering import ask
from dealer.desk.placing import CardPlaceDue, from_shoe, in_hand, place_by_hand, place_of, place_out
from dealer.desk.tabling import look_at_shown, see_more
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.dealing import LAST_STREET
from dealer.game.due import AwardDue, BurnDue, CardDue, CommunityDue, Held
from dealer.game.showdown import is_tabled
from dealer.game.state import Hand
from dealer.sensing import irregularities
from dealer.sensing.reconcile import Accept, Ask, Evidence, Wait, confirm, judge
from dealer.sensing.records import Owed, OwedDropped, Spot, ToldLate
from dealer.sensing.sight import among_tabled, newcomer
from dealer.snapshots import CardState

_MOST_STEPS = 128
"""More than a hand has cards: a guard against going round in circles."""


def settle(draft: Draft, world: World) -> None:
    """Go on until something has to come in from outside. The draft may stay as it was."""
    for _ in range(_MOST_STEPS):
        before = len(draft.events)
        _advance(draft, world)
        if len(draft.events) == before:
            return


def _advance(draft: Draft, world: World) -> None:
    desk = draft.desk
    sensing, hand = desk.sensing, desk.hand
    if sensing.question is not None:
        see_more(draft, sensing.question, world)
        return
    if desk.table.paused:
        return
    if _told_late(draft, world):
        return
    if hand is None:
        if any(not card.waits for card in sensing.out):
            ask(draft, irregularities.early(sensing, in_hand=False), world)
        return
    match hand.due:
        case AwardDue() if hand.showdown is not None:
            in_hand(draft, game.Award())
        case BurnDue() | CardDue() | CommunityDue() as due:
            _deal(draft, hand, due, world)
        case Held():
            return
        case _:
            if any(not card.waits and not card.taken_back for card in sensing.out):
                ask(draft, irregularities.early(sensing, in_hand=True), world)
            else:
                watch.look(draft, hand, world)
                look_at_shown(draft, hand, world)


def _told_late(draft: Draft, world: World) -> bool:
    """Match cards that the shoe tells of with those that were placed before it did.

    A card that lies face up tells by itself whether it is the one that the shoe means.
    """
    sensing = draft.desk.sensing
    if not sensing.out or sensing.out[0].taken_back:
        return False
    owed = [position for position, card in enumerate(sensing.placed) if card.owed is not Owed.NO]
    if not owed:
        return False
    known, head = _face_of(draft, owed[0]), sensing.out[0].sealed
    if known is not None and head is not None and world.open(head) == known:
        draft.add(ToldLate(owed[0]))
    elif known is not None and head is not None and sensing.placed[owed[0]].owed is Owed.SURE:
        draft.add(OwedDropped(owed[0]))
    elif sensing.placed[owed[0]].owed is Owed.MAYBE:
        ask(draft, irregularities.late(sensing, len(owed)), world)
    else:
        draft.add(ToldLate(owed[0]))
    return True


def _face_of(draft: Draft, position: int) -> Card | None:
    """What a placed card is, if it lies face up."""
    hand, placed = draft.desk.hand, draft.desk.sensing.placed[position]
    if hand is None or placed.spot not in (Spot.UP, Spot.COMMUNITY):
        return None
    row = hand.cards.community if placed.seat is None else hand.up(placed.seat)
    return row[placed.index] if placed.index < len(row) else None


def _deal(draft: Draft, hand: Hand, due: CardPlaceDue, world: World) -> None:
    sensing = draft.desk.sensing
    if sensing.out and sensing.out[0].taken_back:
        ask(draft, irregularities.taken_back(sensing), world)
        return
    if not world.beam and not sensing.counted and hand.street == LAST_STREET:
        ask(draft, irregularities.stub_count(sensing, hand.stub - len(sensing.out)), world)
    elif isinstance(due, CommunityDue) or (isinstance(due, CardDue) and due.up):
        _deal_up(draft, hand, due, world)
    elif sensing.out:
        read = sensing.out[0].sealed is not None
        place_out(draft, due, None, CardState.CONFIRMED if read else CardState.LEFT_SHOE)
    else:
        watch.look(draft, hand, world)


def _deal_up(draft: Draft, hand: Hand, due: CardDue | CommunityDue, world: World) -> None:
    verdict = judge(draft.desk.sensing, evidence(draft, hand, due, world))
    match verdict:
        case Accept(card, state, from_out=True):
            place_out(draft, due, card, state)
        case Accept(card, state):
            place_by_hand(draft, due, card, state, world)
        case Ask(asked):
            ask(draft, asked, world)
        case Wait():
            watch.look(draft, hand, world)


def evidence(draft: Draft, hand: Hand, due: CardDue | CommunityDue, world: World) -> Evidence:
    """Gather what is known of the card that is due face up."""
    sensing, sight = draft.desk.sensing, world.sight
    place = place_of(due)
    assert place is not None, "a card that lies face up has a place"
    known = hand.up(due.seat) if isinstance(due, CardDue) else hand.cards.community
    head = sensing.out[0].sealed if sensing.out and from_shoe(due) else None
    said = None if head is None else world.open(head)
    seen = newcomer(sight.reading(place), known)
    if is_tabled(hand):
        seen = among_tabled(seen, said)
    since = [sight.left_at] if sensing.out else []
    since += [sight.came(place)] if seen is not None else []
    since += [sight.answered_at] if since else []
    return Evidence(
        seat=due.seat if isinstance(due, CardDue) else None,
        said=said,
        seen=seen,
        lying=lying(hand),
        by_shoe=from_shoe(due),
        beam=world.beam,
        shoe=sight.shoe_works,
        camera=sight.camera_works,
        waited=world.now - max(since) if since else 0.0,
        looks=world.looks(sight.left_at),
        street=hand.street,
        seen_first=seen is not None and len(sensing.out) == 1 and sight.came(place) < sight.left_at,
    )


def to_confirm(draft: Draft, world: World) -> Card | None:
    """The up-card that a person may confirm with one tap, or None."""
    hand = draft.desk.hand
    if hand is None or draft.desk.sensing.question is not None or draft.desk.table.paused:
        return None
    due = hand.due
    if isinstance(due, CommunityDue) or (isinstance(due, CardDue) and due.up):
        return confirm(draft.desk.sensing, evidence(draft, hand, due, world))
    return None


def lying(hand: Hand) -> frozenset[Card]:
    """Every card that lies face up."""
    rows = (*hand.cards.up, hand.cards.community)
    return frozenset(card for row in rows for card in row if card is not None)
