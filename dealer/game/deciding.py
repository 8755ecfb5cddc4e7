"""Whether antes, cards, and a hand shown or given up are in order, and which events they cause (R3.1, R4.1, R5, R7)."""

from __future__ import annotations

from collections.abc import Callable

from dealer.cards import Card
from dealer.game.commands import (
    AnyCard,
    AskMucked,
    Award,
    Burn,
    DealCard,
    DealRound,
    Muck,
    PostAntes,
    Scramble,
    Show,
)
from dealer.game.dealing import bit, card_steps
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Outcome,
    ScrambleDue,
    ShowDue,
)
from dealer.game.errors import IllegalAction
from dealer.game.events import (
    AntesPosted,
    Burned,
    CardDealt,
    Event,
    HandEnded,
    Mucked,
    MuckedAsked,
    PotsMade,
    RoundDealt,
    Scrambled,
    Shown,
)
from dealer.game.refusals import check_seat, not_now
from dealer.game.showdown import settle_pots
from dealer.game.state import Hand


def _post_antes(hand: Hand, command: PostAntes) -> tuple[Event, ...]:
    if type(hand.due) is not AntesDue:
        raise not_now(hand, "R3.1", "the antes are in already")
    ante = hand.start.stakes.ante
    return (AntesPosted(tuple([ante if ante < stack else stack for stack in hand.start.stacks])),)


def _burn(hand: Hand, command: Burn) -> tuple[Event, ...]:
    due = hand.due
    if type(due) is not BurnDue:
        raise not_now(hand, "R4.1", "no burn is due")
    return (Burned(due.street, command.card),)


def _scramble(hand: Hand, command: Scramble) -> tuple[Event, ...]:
    due = hand.due
    if type(due) is not ScrambleDue:
        raise not_now(hand, "R5.1", "no cards are to be shuffled")
    stub = hand.cards.stub + (len(hand.cards.burns) if due.burns and due.stub else 0)
    return (Scrambled(due.street, stub),)


def _deal_card(hand: Hand, command: DealCard) -> tuple[Event, ...]:
    due = hand.due
    card = command.card
    if type(due) is CardDue:
        check_card(hand.cards.seen, card, up=due.up)
        return (CardDealt(due.seat, due.street, due.up, card),)
    if type(due) is CommunityDue:
        check_card(hand.cards.seen, card, up=True)
        return (CardDealt(None, due.street, up=True, card=card),)
    raise _no_card_now(hand)


def _deal_round(hand: Hand, command: DealRound) -> tuple[Event, ...]:
    plan = hand.plan
    if type(hand.due) is CommunityDue and len(command.cards) == 1:
        return _deal_card(hand, DealCard(command.cards[0]))
    if type(hand.due) is not CardDue:
        raise _no_card_now(hand)
    steps = card_steps(plan, hand.start.seats)
    if len(command.cards) != len(steps):
        raise IllegalAction("R3.1", f"{len(steps)} cards are due, not {len(command.cards)}")
    seen = hand.cards.seen
    for step, card in zip(steps, command.cards, strict=True):
        if type(card) is not Card:
            if step.up and card is not None:
                check_card(seen, card, up=True)
        elif step.up and not seen & 1 << card.index:
            seen |= 1 << card.index
        else:
            check_card(seen, card, up=step.up)
    return (RoundDealt(hand.street, command.cards),)


def check_card(seen: int, card: AnyCard, *, up: bool) -> None:
    """Refuse a card whose side is wrong, or that lies on the table already. Raises IllegalAction."""
    if card is None:
        return
    if type(card) is Card:
        if not up:
            raise IllegalAction("R3.1", "the card that is due lies face down; a known card cannot lie there")
        if seen & bit(card):
            raise IllegalAction("R8", f"{card} lies on the table already; if both are real, the deck is fouled")
    elif up:
        raise IllegalAction("R3.1", "the card that is due lies face up; it must be named")


def _no_card_now(hand: Hand) -> IllegalAction:
    match hand.due:
        case AntesDue():
            return IllegalAction("R3.1", "antes come first; no card before them")
        case BurnDue():
            return IllegalAction("R4.1", "a burn comes first")
        case ScrambleDue():
            return IllegalAction("R5.1", "the cards are to be shuffled first")
        case ActDue() | BringInDue():
            return IllegalAction("R8", "the betting is not over; a card dealt now is out of turn (WL 123)")
        case _:
            return not_now(hand, "R4.1", "no card is due")


def _show(hand: Hand, command: Show) -> tuple[Event, ...]:
    due = hand.due
    if type(due) is not ShowDue or due.seat != command.seat:
        _check_show(hand, command.seat)
    position = hand.start.seats.index(command.seat)
    places = len(hand.cards.down[position])
    if len(command.cards) != places:
        raise IllegalAction("R7.3", f"seat {command.seat} has {places} cards face down, not {len(command.cards)}")
    seen = hand.cards.seen
    for card in command.cards:
        if card is not None:
            if seen & 1 << card.index:
                raise IllegalAction("R8", f"{card} lies on the table already; if both are real, the deck is fouled")
            seen |= 1 << card.index
    return (Shown(command.seat, command.cards),)


def _check_show(hand: Hand, seat: int) -> None:
    """Refuse a hand that is shown before its turn; who won unseen may show before the award. Raises IllegalAction."""
    check_seat(hand, seat)
    due = hand.due
    if type(due) is ShowDue:
        raise IllegalAction("R7.3", f"seat {due.seat} shows before seat {seat}")
    if type(due) is not AwardDue or hand.showdown is not None or hand.position(seat) not in hand.seats.live:
        raise not_now(hand, "R7.3", "there is nothing to show now")


def _muck(hand: Hand, command: Muck) -> tuple[Event, ...]:
    check_seat(hand, command.seat)
    due = hand.due
    if type(due) is not ShowDue:
        raise not_now(hand, "R7.4", "there is no hand to give up now")
    if due.seat != command.seat:
        raise IllegalAction("R7.3", f"seat {due.seat} shows or mucks before seat {command.seat}")
    if due.must:
        raise IllegalAction("R7.4", f"seat {command.seat} must show its hand")
    return (Mucked(command.seat),)


def _award(hand: Hand, command: Award) -> tuple[Event, ...]:
    if type(hand.due) is not AwardDue:
        raise not_now(hand, "R7.1", "the pots cannot be pushed yet")
    return award_events(hand, split=False)


def award_events(hand: Hand, *, split: bool) -> tuple[Event, ...]:
    """The pots, each part of them, and the end of the hand (R7)."""
    pots, rake, awards = settle_pots(hand, split=split)
    stacks = list(hand.seats.stacks)
    for each in awards:
        stacks[hand.position(each.seat)] += each.amount
    outcome = Outcome.WON_UNSHOWN if hand.showdown is None else Outcome.SHOWDOWN
    return (PotsMade(pots, rake), *awards, HandEnded(outcome, tuple(stacks)))


def _ask_mucked(hand: Hand, command: AskMucked) -> tuple[Event, ...]:
    check_seat(hand, command.seat)
    check_seat(hand, command.asker)
    if not hand.start.house.showdown.mucked_on_request:
        raise IllegalAction("R7.4", "this house does not let a mucked hand be asked for")
    if hand.showdown is None or hand.position(command.seat) not in hand.showdown.mucked:
        raise IllegalAction("R7.4", f"seat {command.seat} did not muck a hand that stayed to the end")
    return (MuckedAsked(command.seat, command.asker),)


DECIDERS: dict[type, Callable[..., tuple[Event, ...]]] = {
    PostAntes: _post_antes,
    Burn: _burn,
    Scramble: _scramble,
    DealCard: _deal_card,
    DealRound: _deal_round,
    Show: _show,
    Muck: _muck,
    Award: _award,
    AskMucked: _ask_mucked,
}
