"""What each ruling does to cards and chips (R8): every consequence is carried out, and the hand goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dealer.cards import Card
from dealer.game.betting import after_bring_in, open_round, put_in
from dealer.game.commands import AnyCard
from dealer.game.dealing import bit, place, place_community, without_burn
from dealer.game.due import BurnDue, CardDue, CommunityDue, Held, PlanStep, ScrambleDue
from dealer.game.events import (
    CardNamed,
    IrregularityReported,
)
from dealer.game.flow import after_dealing, resume
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.reports import street_of
from dealer.game.state import Cards, Hand, Opening, Position, Stage, reseated

Kind = IrregularityKind
_Row = TypeVar("_Row")


def named(hand: Hand, event: CardNamed) -> Hand:
    """A face-up card is another than was thought; who opens is worked out again if nobody has acted yet."""
    cards = hand.cards
    if event.seat is None:
        row = cards.community
        changed = replace(cards, community=_put(row, event.place, event.card))
    else:
        position = hand.position(event.seat)
        row = cards.up[position]
        up = (*cards.up[:position], _put(row, event.place, event.card), *cards.up[position + 1 :])
        changed = replace(cards, up=up)
    seen = cards.seen & ~bit(row[event.place]) | bit(event.card)
    after = replace(hand, cards=replace(changed, seen=seen))
    return after_dealing(_forget_untouched(after)) if _is_untouched(after) else after


def _put(row: tuple[Card | None, ...], place: int, card: Card) -> tuple[Card | None, ...]:
    return (*row[:place], card, *row[place + 1 :])


def _is_untouched(hand: Hand) -> bool:
    """Whether a round is open in which nobody has done anything."""
    betting = hand.betting
    return (
        hand.stage is Stage.BETTING
        and not isinstance(hand.due, Held)
        and betting is not None
        and betting.current == 0
        and max(betting.acted) < 0
    )


def _forget_untouched(hand: Hand) -> Hand:
    return replace(hand, stage=Stage.DEALING, betting=None, plan=())


def _third_down(hand: Hand, held: IrregularityReported) -> Hand:
    """The exposed card is the door card; the card that would have been it is dealt down (WL 214)."""
    hand = _expose(hand, held)
    seat = held.seat if held.seat is not None else hand.start.seats[0]
    plan = tuple(
        CardDue(seat, step.street, up=False) if isinstance(step, CardDue) and step.seat == seat and step.up else step
        for step in hand.plan
    )
    return resume(replace(hand, plan=plan))


def _keep_exposed(hand: Hand, held: IrregularityReported) -> Hand:
    return resume(_expose(hand, held))


def _expose(hand: Hand, held: IrregularityReported) -> Hand:
    """Lay a card that should be down face up before its seat."""
    card = held.cards[0]
    if held.place is None:
        step = hand.plan[0]
        if not isinstance(step, CardDue):
            return hand
        position = hand.position(step.seat)
        up = CardDue(step.seat, step.street, up=True)
        return replace(hand, cards=place(hand.cards, position, up, card), plan=hand.plan[1:])
    position = hand.position(held.seat if held.seat is not None else hand.start.seats[0])
    down = hand.cards.down[position]
    row = (*hand.cards.up[position], card if isinstance(card, Card) else None)
    cards = replace(
        hand.cards,
        down=_at(hand.cards.down, position, (*down[: held.place], *down[held.place + 1 :])),
        up=_at(hand.cards.up, position, row),
        seen=hand.cards.seen | bit(row[-1]),
    )
    return replace(hand, cards=cards)


def _at(rows: tuple[_Row, ...], position: Position, row: _Row) -> tuple[_Row, ...]:
    return (*rows[:position], row, *rows[position + 1 :])


def _use_as_burn(hand: Hand, held: IrregularityReported) -> Hand:
    """The card lies with the burns, and the next burn need not be made (WL 118, 122)."""
    ahead = hand.cards.burned_ahead + hand.start.house.deal.burn
    cards = _to_burns(hand.cards, held.cards)
    return resume(replace(hand, cards=replace(cards, burned_ahead=ahead)))


def _leave_burned(hand: Hand, held: IrregularityReported) -> Hand:
    return resume(replace(hand, cards=_to_burns(hand.cards, held.cards)))


def _to_burns(cards: Cards, more: tuple[AnyCard, ...]) -> Cards:
    return replace(cards, burns=(*cards.burns, *more), left=cards.left + len(more))


def _burn_put_right(hand: Hand, held: IrregularityReported) -> Hand:
    """The first card that was dealt is the burn, and each other one belongs to the seat before (WL 122)."""
    cards = _to_burns(hand.cards, held.cards[:1])
    return _lay(replace(hand, cards=cards, plan=hand.plan[1:]), held.cards[1:])


def _burn_left_out(hand: Hand, held: IrregularityReported) -> Hand:
    """The cards stay; this street has no burn (WL 122, 226)."""
    return _lay(replace(hand, plan=hand.plan[1:]), held.cards)


def _lay(hand: Hand, dealt: tuple[AnyCard, ...]) -> Hand:
    """Lay cards where the next ones are due."""
    cards = hand.cards
    for step, card in zip(hand.plan, dealt, strict=False):
        if isinstance(step, CardDue):
            cards = place(cards, hand.position(step.seat), step, card)
        elif isinstance(step, CommunityDue):
            cards = place_community(cards, step, card if isinstance(card, Card) else None)
    return resume(replace(hand, cards=cards, plan=hand.plan[len(dealt) :]))


def _reshuffle(hand: Hand, held: IrregularityReported) -> Hand:
    """The burn stays; the cards go into the stub, which is shuffled and dealt without another burn (WL 123, 227)."""
    cards = hand.cards
    burned = 1 if hand.start.house.deal.burn and not cards.burned_ahead else 0
    cards = _to_burns(cards, held.cards[:burned])
    ahead = cards.burned_ahead + burned
    return resume(
        replace(hand, cards=replace(cards, burned_ahead=ahead, reshuffle=len(held.cards) > burned or cards.reshuffle))
    )


def _to_its_place(hand: Hand, held: IrregularityReported) -> Hand:
    return _lay(hand, held.cards)


def _replace_card(hand: Hand, held: IrregularityReported) -> Hand:
    """The card is out of play, and the same place is due again."""
    cards = hand.cards
    after = replace(cards, out=(*cards.out, *held.cards), left=cards.left + len(held.cards))
    return resume(replace(hand, cards=after))


def _replace_boxed(hand: Hand, held: IrregularityReported) -> Hand:
    return _replace_card(_count_boxed(hand), held)


def _boxed_is_dealt(hand: Hand, held: IrregularityReported) -> Hand:
    return resume(_count_boxed(hand))


def _count_boxed(hand: Hand) -> Hand:
    return replace(hand, rare=replace(hand.rare, boxed=hand.rare.boxed + 1))


def _off_table_kept(hand: Hand, held: IrregularityReported) -> Hand:
    """An exposed card (WL 224): it plays, face up if it was seen; a burn is a burn."""
    step, card = hand.plan[0], held.cards[0]
    if isinstance(step, BurnDue):
        return _leave_burned(replace(hand, plan=hand.plan[1:]), held)
    if isinstance(step, CardDue) and isinstance(card, Card):
        return _keep_exposed(hand, held)
    return _to_its_place(hand, held)


def _all_up(hand: Hand, held: IrregularityReported) -> Hand:
    """Every seventh card is dealt up (WL 230)."""
    hand = _expose(hand, held)
    plan = tuple(CardDue(step.seat, step.street, up=True) if isinstance(step, CardDue) else step for step in hand.plan)
    return resume(replace(hand, plan=plan))


def _rest_down(hand: Hand, held: IrregularityReported) -> Hand:
    """The others get theirs down, then he may declare, before any action (WL 230)."""
    step = hand.plan[0]
    seat = step.seat if isinstance(step, CardDue) else None
    hand = _expose(hand, held)
    if len(hand.seats.able) < 2:
        return resume(hand)  # there is no action to come
    choices = (Choice.IN_FOR_EVERYTHING, Choice.ALL_IN_FOR_POT)
    declares: PlanStep = Held(Kind.SEVENTH_OPTION, "R8", choices, seat)
    return resume(replace(hand, plan=(*hand.plan, declares)))


def _declared_for_pot(hand: Hand) -> Hand:
    step = hand.plan[0]
    seat = step.seat if isinstance(step, Held) else None
    protected = hand.seats.protected if seat is None else (*hand.seats.protected, hand.position(seat))
    return resume(replace(hand, seats=reseated(hand.seats, protected=protected), plan=hand.plan[1:]))


def _declared_for_all(hand: Hand) -> Hand:
    return resume(replace(hand, plan=hand.plan[1:]))


def _deal_without_burn(hand: Hand) -> Hand:
    return resume(replace(hand, plan=_still_due(hand)))


def _deal_recycled(hand: Hand) -> Hand:
    return resume(replace(hand, plan=(ScrambleDue(hand.street, burns=True), *_still_due(hand))))


def _still_due(hand: Hand) -> tuple[CardDue, ...]:
    """The cards that were not dealt yet when they ran out."""
    rest = tuple([step for step in hand.plan if isinstance(step, CardDue)])
    return rest or without_burn(hand.start, hand.street, hand.seats)


def _bring_in_put_right(hand: Hand, held: IrregularityReported) -> Hand:
    """Chips go back, and the right seat brings it in (WL 218)."""
    betting = hand.betting
    if betting is None or betting.opening is not Opening.DONE:
        return resume(hand)  # nothing has gone in yet
    seats = hand.seats
    for position, bet in enumerate(betting.bets):
        if bet:
            seats = reseated(seats, stacks=put_in(seats.stacks, position, bet), paid=put_in(seats.paid, position, -bet))
    low = hand.position(held.seat if held.seat is not None else hand.start.seats[0])
    again = open_round(hand.start, hand.street, seats, low, Opening.FORCED, ())
    return resume(replace(hand, seats=seats, betting=again, actions=0, chip_actions=0))


def _bring_in_stands(hand: Hand, held: IrregularityReported) -> Hand:
    """What was brought in stands, and the real low card owes nothing (WL 218)."""
    betting = hand.betting
    if betting is None or betting.opening is Opening.DONE:
        return resume(hand)
    seats = hand.seats
    position = hand.position(held.seat if held.seat is not None else hand.start.seats[0])
    put = min(hand.start.stakes.bring_in, seats.stacks[position])
    seats = reseated(
        seats, stacks=put_in(seats.stacks, position, -put), paid=put_in(seats.paid, position, put), lingering=()
    )
    after = after_bring_in(hand.start, seats, betting, position, put)
    return resume(replace(hand, seats=seats, betting=after))


def _replace_joker(hand: Hand, held: IrregularityReported) -> Hand:
    """A joker is scrap paper: it is none of the 52, and the place is dealt again (WL 115)."""
    if held.place is None or held.seat is None:
        return resume(hand)
    position = hand.position(held.seat)
    street = street_of(hand, position, held.place)
    down, up = hand.cards.down[position], hand.cards.up[position]
    cards = replace(hand.cards, left=hand.cards.left - 1)
    if held.place < len(down):
        cards = replace(cards, down=_at(cards.down, position, _dropped(down, held.place)))
        step = CardDue(held.seat, street, up=False)
    else:
        at = held.place - len(down)
        cards = replace(cards, up=_at(cards.up, position, _dropped(up, at)), seen=cards.seen & ~bit(up[at]))
        step = CardDue(held.seat, street, up=True)
    if _is_untouched(hand):
        hand = _forget_untouched(hand)
    return after_dealing(replace(hand, stage=Stage.DEALING, cards=cards, plan=(step, *hand.plan)))


def _dropped(row: tuple[_Row, ...], place: int) -> tuple[_Row, ...]:
    return (*row[:place], *row[place + 1 :])


def _dead_hand(hand: Hand, held: IrregularityReported) -> Hand:
    """The hand is out of play; its chips stay where they are (R7.8, WL 115)."""
    position = hand.position(held.seat if held.seat is not None else hand.start.seats[0])
    seats = hand.seats
    live = tuple([each for each in seats.live if each != position])
    seats = reseated(seats, live=live)
    plan = tuple([step for step in hand.plan if not (isinstance(step, CardDue) and step.seat == held.seat)])
    betting, showdown = hand.betting, hand.showdown
    if betting is not None:
        betting = replace(betting, queue=tuple([each for each in betting.queue if each != position]))
    if showdown is not None:
        order = tuple([each for each in showdown.order if each != position])
        queue = tuple([each for each in showdown.queue if each != position])
        showdown = replace(showdown, order=order, queue=queue)
    return resume(replace(hand, seats=seats, plan=plan, betting=betting, showdown=showdown))


def _joker_kills(hand: Hand, held: IrregularityReported) -> Hand:
    """The hand with the joker is dead; the joker is none of the 52, and has left no card less in the stub (WL 115)."""
    return _dead_hand(replace(hand, cards=replace(hand.cards, left=hand.cards.left - 1)), held)


Consequence = Callable[[Hand, IrregularityReported], Hand]
_CONSEQUENCES: dict[tuple[Kind, Choice], Consequence] = {
    (Kind.MISSED_BURN, Choice.PUT_RIGHT): _burn_put_right,
    (Kind.MISSED_BURN, Choice.LEAVE): _burn_left_out,
    (Kind.DOUBLE_BURN, Choice.LEAVE): _leave_burned,
    (Kind.WRONG_SEAT, Choice.PUT_RIGHT): _to_its_place,
    (Kind.CARD_OFF_TABLE, Choice.KEEP): _off_table_kept,
    (Kind.WRONG_BRING_IN, Choice.PUT_RIGHT): _bring_in_put_right,
    (Kind.WRONG_BRING_IN, Choice.STANDS): _bring_in_stands,
    (Kind.JOKER, Choice.REPLACE): _replace_joker,
    (Kind.JOKER, Choice.DEAD_HAND): _joker_kills,
    (Kind.BOXED_CARD, Choice.REPLACE): _replace_boxed,
    (Kind.BOXED_CARD, Choice.GO_ON): _boxed_is_dealt,
}
_ANY_KIND: dict[Choice, Consequence] = {
    Choice.THIRD_DOWN: _third_down,
    Choice.KEEP: _keep_exposed,
    Choice.USE_AS_BURN: _use_as_burn,
    Choice.RESHUFFLE: _reshuffle,
    Choice.REPLACE: _replace_card,
    Choice.ALL_UP: _all_up,
    Choice.REST_DOWN: _rest_down,
    Choice.DEAD_HAND: _dead_hand,
}
FROM_PLAN: dict[Choice, Callable[[Hand], Hand]] = {
    Choice.IN_FOR_EVERYTHING: _declared_for_all,
    Choice.ALL_IN_FOR_POT: _declared_for_pot,
    Choice.NO_BURN: _deal_without_burn,
    Choice.RECYCLE: _deal_recycled,
}


def consequence_of(kind: Kind, choice: Choice) -> Consequence | None:
    """Return what a ruling on a report does, or None if it only lets the hand go on."""
    return _CONSEQUENCES.get((kind, choice)) or _ANY_KIND.get(choice)
