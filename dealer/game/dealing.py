"""What the dealer's hands do between two rounds of betting (R3.1, R4.1, R5), and what lies where afterwards."""

from __future__ import annotations

from functools import lru_cache

from dealer.cards import Card, SealedCard
from dealer.game.commands import AnyCard
from dealer.game.due import BurnDue, CardDue, CommunityDue, Held, PlanStep, ScrambleDue
from dealer.game.events import HandStarted
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.quick import changed, changer
from dealer.game.short_deck import LastCard, NoCardLeft, Procedure, Source, last_card
from dealer.game.state import Cards, Position, Seats

LAST_STREET = 7
_burned = changer(Cards, "burns", "left")
_dealt = changer(Cards, "down", "up", "left", "seen", "sevenths")
_turned = changer(Cards, "seen")


@lru_cache(maxsize=1024)
def third_street(seats: tuple[int, ...]) -> tuple[CardDue, ...]:
    """Two cards down and one up for each seat, one at a time, without a burn (R3.1)."""
    return tuple(CardDue(seat, 3, up) for up in (False, False, True) for seat in seats)


def card_steps(plan: tuple[PlanStep, ...], seats: tuple[int, ...]) -> tuple[CardDue, ...]:
    """The cards to seats of a plan, without what comes between or after them."""
    if len(plan) == 3 * len(seats):
        whole = third_street(seats)
        if plan is whole:
            return whole
    return tuple([step for step in plan if type(step) is CardDue])


def dealt_in(seats: Seats) -> tuple[Position, ...]:
    """Who gets a card: live seats, and those that folded without a bet where they are still dealt to (R4.7)."""
    return seats.live if not seats.lingering else tuple(sorted((*seats.live, *seats.lingering)))


def later_street(
    start: HandStarted, street: int, seats: Seats, cards: Cards
) -> tuple[tuple[PlanStep, ...], Cards, LastCard | None]:
    """Plan a street from the fourth on: its steps, the cards once a burn made ahead is used up, and R5's procedure."""
    positions = dealt_in(seats)
    burns = start.house.deal.burn
    if burns and cards.burned_ahead:
        burns = False
        cards = _burn_used(cards)
    before: tuple[PlanStep, ...] = (ScrambleDue(street, burns=False),) if cards.reshuffle and cards.stub else ()
    seated = start.seats
    numbers = seated if len(positions) == len(seated) else tuple([seated[each] for each in positions])
    if street < LAST_STREET:
        if cards.stub >= len(positions) + burns:
            return before + _street(street, numbers, burn=bool(burns)), cards, None
        return (not_enough(cards, len(positions)),), cards, None
    try:
        procedure = last_card(
            start.house.deal.short_deck, burn=burns, seats=len(positions), stub=cards.stub, burns=len(cards.burns)
        )
    except NoCardLeft:
        return (not_enough(cards, len(positions)),), cards, None
    return before + _last_street(procedure, numbers), cards, procedure


@lru_cache(maxsize=4096)
def _street(street: int, seats: tuple[int, ...], *, burn: bool) -> tuple[PlanStep, ...]:
    steps = tuple(CardDue(seat, street, street < LAST_STREET) for seat in seats)
    return (BurnDue(street), *steps) if burn else steps


def _last_street(procedure: LastCard, seats: tuple[int, ...]) -> tuple[PlanStep, ...]:
    if procedure.procedure is not Procedure.COMMUNITY:
        steps = _street(LAST_STREET, seats, burn=procedure.burn)
        return (ScrambleDue(LAST_STREET, burns=True), *steps) if procedure.scramble else steps
    steps = (CommunityDue(LAST_STREET, procedure.source),)
    if procedure.burn:
        steps = (BurnDue(LAST_STREET), *steps)
    if procedure.scramble:
        from_stub = procedure.source is not Source.BURNS
        steps = (ScrambleDue(LAST_STREET, burns=True, stub=from_stub), *steps)
    return steps


def is_short(plan: tuple[PlanStep, ...], cards: Cards) -> bool:
    """Whether the stub has fewer cards than the plan takes from it."""
    taken = sum(
        isinstance(step, CardDue | BurnDue) or (isinstance(step, CommunityDue) and step.source is not Source.BURNS)
        for step in plan
    )
    joined = any(isinstance(step, ScrambleDue) and step.burns and step.stub for step in plan)
    return taken > cards.stub + (len(cards.burns) if joined else 0)


def not_enough(cards: Cards, seats: int) -> Held:
    """No rule says what to do; the floor chooses among what the cards allow (R5.3)."""
    choices: list[Choice] = []
    if cards.stub >= seats:
        choices.append(Choice.NO_BURN)
    if cards.stub + len(cards.burns) >= seats:
        choices.append(Choice.RECYCLE)
    return Held(IrregularityKind.NOT_ENOUGH_CARDS, "R5.3", (*choices, Choice.VOID))


def without_burn(start: HandStarted, street: int, seats: Seats) -> tuple[CardDue, ...]:
    """The cards of a whole street, without a burn."""
    numbers = tuple([start.seats[each] for each in dealt_in(seats)])
    return tuple([step for step in _street(street, numbers, burn=False) if isinstance(step, CardDue)])


def _burn_used(cards: Cards) -> Cards:
    return changed(cards, burned_ahead=cards.burned_ahead - 1)


def burn(cards: Cards, card: AnyCard) -> Cards:
    """A card left the stub for the burns."""
    return _burned(cards, (*cards.burns, card), cards.left + 1)


def scramble(cards: Cards, step: ScrambleDue) -> Cards:
    """Shuffle what the step says. Burns that join the stub are no burns any more; nobody knows which card is which."""
    if not step.burns:
        return changed(cards, reshuffle=False)
    if not step.stub:
        return changed(cards, burns=(None,) * len(cards.burns))
    return changed(cards, burns=(), left=cards.left - len(cards.burns), reshuffle=False)


def place(cards: Cards, position: Position, step: CardDue, card: AnyCard) -> Cards:
    """A card left the stub for a seat."""
    if step.up:
        face_up = card if isinstance(card, Card) else None
        up = cards.up
        return _dealt(
            cards,
            cards.down,
            (*up[:position], (*up[position], face_up), *up[position + 1 :]),
            cards.left + 1,
            cards.seen | bit(face_up),
            (*cards.sevenths, position) if step.street == LAST_STREET else cards.sevenths,
        )
    down = cards.down
    down = (*down[:position], (*down[position], _sealed(card)), *down[position + 1 :])
    return _dealt(cards, down, cards.up, cards.left + 1, cards.seen, cards.sevenths)


def place_round(start: HandStarted, cards: Cards, steps: tuple[CardDue, ...], dealt: tuple[AnyCard, ...]) -> Cards:
    """Many cards left the stub for their places, in order."""
    if cards.left == 0 and steps is third_street(start.seats):
        return _third_street_dealt(cards, len(start.seats), dealt)
    place_of = start.seats.index
    down, up = list(cards.down), list(cards.up)
    seen = cards.seen
    sevenths = cards.sevenths
    for step, card in zip(steps, dealt, strict=True):
        position = place_of(step.seat)
        if not step.up:
            down[position] += (_sealed(card),)
        elif type(card) is Card:
            up[position] += (card,)
            seen |= 1 << card.index
        else:
            up[position] += (None,)
        if step.street == LAST_STREET and step.up:
            sevenths = (*sevenths, position)
    return _dealt(cards, tuple(down), tuple(up), cards.left + len(steps), seen, sevenths)


def _third_street_dealt(cards: Cards, seats: int, dealt: tuple[AnyCard, ...]) -> Cards:
    """A whole third street, which is the longest round and always the same."""
    sealed = [card if type(card) is SealedCard else None for card in dealt[: 2 * seats]]
    down = tuple(zip(sealed[:seats], sealed[seats:], strict=True))
    up = tuple([(card if type(card) is Card else None,) for card in dealt[2 * seats :]])
    seen = 0
    for (door,) in up:
        if door is not None:
            seen |= 1 << door.index
    return _dealt(cards, down, up, len(dealt), seen, cards.sevenths)


def _sealed(card: AnyCard) -> SealedCard | None:
    return card if type(card) is SealedCard else None


def place_community(cards: Cards, step: CommunityDue, card: Card | None) -> Cards:
    """A card was turned in the middle, from the stub or from the burns (R5.4)."""
    from_burns = step.source is Source.BURNS
    return changed(
        cards,
        burns=cards.burns[1:] if from_burns else cards.burns,
        community=(*cards.community, card),
        left=cards.left if from_burns else cards.left + 1,
        seen=cards.seen | bit(card),
    )


def with_seen(cards: Cards, seen: int) -> Cards:
    """The cards, of which more lie face up."""
    return _turned(cards, seen)


def bit(card: Card | None) -> int:
    """The place of a card in a set of cards."""
    return 0 if card is None else 1 << card.index
