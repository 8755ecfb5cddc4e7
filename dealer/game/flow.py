"""What follows from a state by itself: whose turn, the next street, the showdown. Works `due` out once a state."""

from __future__ import annotations

from dataclasses import replace

from dealer.game.betting import act_due, clockwise, open_round, options, uncalled
from dealer.game.commands import Word
from dealer.game.dealing import LAST_STREET, dealt_in, is_short, later_street, not_enough
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    Due,
    Held,
    Options,
    PlanStep,
    ReturnDue,
    ShowDue,
)
from dealer.game.events import HandStarted
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.opening import bring_in_position, opener_position, pair_holders
from dealer.game.quick import changed, changer
from dealer.game.short_deck import Procedure
from dealer.game.showdown import begin_showdown, counting_up, may_be_stuck, must_show, stuck_pots
from dealer.game.state import Cards, Hand, Opening, Rare, Round, Seats, Showdown, Stage
from dealer.house.rules import AllInLowCard, OpenPair
from dealer.house.stakes import Limit

_AWARD: Due = AwardDue()
_acted_on = changer(Hand, "stage", "seats", "betting", "plan", "actions", "chip_actions", "showdown", "rare", "due")
_on_street = changer(Hand, "stage", "street", "cards", "plan", "last_card", "showdown", "due")
_with_due = changer(Hand, "due")
_won_unshown = changer(Hand, "stage", "plan", "due")
_showing = changer(Hand, "stage", "cards", "plan", "showdown", "due")
_with_cards = changer(Hand, "cards", "plan", "due")
# Looking a member up in its enum costs fifteen times as much as a name of the module.
_DONE = Opening.DONE
_FORCED = Opening.FORCED
_FREE = Opening.FREE
_NO_OPEN_PAIR = OpenPair.OFF
_BETTING = Stage.BETTING
_DEALING = Stage.DEALING
_SHOWDOWN = Stage.SHOWDOWN
_AWARDING = Stage.AWARDING


def after_dealing(hand: Hand) -> Hand:
    """Go on after a step of the plan: the next step, or the betting of the street."""
    if hand.plan:
        return with_due(hand, hand.plan[0])
    if len(hand.seats.live) == 1:
        return close_round(hand)  # a ruling left nobody to play against
    betting = hand.betting
    if betting is not None and betting.street == hand.street:
        # A card was replaced after the betting had begun; it goes on where it was.
        return after_betting(hand, hand.seats, betting, hand.rare, hand.actions, hand.chip_actions)
    return _begin_betting(hand)


def after_betting(hand: Hand, seats: Seats, betting: Round, rare: Rare, actions: int, chip_actions: int) -> Hand:
    """Go on after an action: the next seat, or what follows the round."""
    able, queue = seats.able, betting.queue
    # Over when nobody has anything more to do, or the only one with chips has nothing to answer.
    closed = not queue or len(seats.live) == 1 or (len(able) < 2 and betting.current <= betting.bets[queue[0]])
    if closed:
        due: Due = _AWARD
    elif betting.opening is _DONE and not rare.intents:
        due = act_due(hand.start, seats, betting, queue[0], able)
    else:
        due = _unusual_turn(hand, seats, betting, rare, able)
    after = _acted_on(hand, _BETTING, seats, betting, (), actions, chip_actions, None, rare, due)
    return close_round(after) if closed else after


def _unusual_turn(hand: Hand, seats: Seats, betting: Round, rare: Rare, able: tuple[int, ...]) -> Due:
    """A turn before the bring-in is posted, or after somebody has acted out of turn."""
    position, start = betting.queue[0], hand.start
    may = options(start, seats, betting, position, able)
    if betting.opening is _FORCED:
        return BringInDue(start.seats[position], hand.cards.up[position][0], may)
    if rare.intents:
        may = bound_options(start, may, rare, betting, position)
    return ActDue(start.seats[position], betting.street, may)


def bound_options(start: HandStarted, may: Options, rare: Rare, betting: Round, position: int) -> Options:
    """What is left to a seat that acted out of turn, if the action to it has not changed (WL 132)."""
    for intent in rare.intents:
        if intent.position != position or intent.current != betting.current or intent.word not in may.can:
            continue
        to = () if intent.to is None else (intent.to,)
        if to and not is_offered(start, may, to[0]):
            continue
        is_bet = intent.word is Word.BET
        return Options(
            (intent.word,),
            may.to_call,
            to if is_bet else (),
            () if is_bet else to,
            may.raises_left,
            may.bring_in,
            bound=True,
        )
    return may


def is_offered(start: HandStarted, may: Options, to: int) -> bool:
    """Whether a wager of this size is among the options (R2.2)."""
    targets = may.bet_to or may.raise_to
    if start.stakes.limit is Limit.FIXED:
        return to in targets
    return bool(targets) and targets[0] <= to <= targets[-1]


def close_round(hand: Hand) -> Hand:
    """A round of betting is over: uncalled chips go back first, then the next street, the showdown or the award."""
    bets = _bets_to_match(hand)
    excess = uncalled(bets) if bets is not None else None
    if excess is not None and excess[0] in hand.seats.live:
        return with_due(hand, ReturnDue(hand.start.seats[excess[0]], excess[1]))
    if len(hand.seats.live) == 1:
        return _won_unshown(hand, _AWARDING, (), _AWARD)
    if hand.street == LAST_STREET:
        return next_to_show(hand, hand.cards, begin_showdown(hand))
    return begin_street(hand, hand.street + 1)


def _bets_to_match(hand: Hand) -> tuple[int, ...] | None:
    """What this street's bets were; where the antes left nobody to bet against, the antes (R3.1); else nothing."""
    betting = hand.betting
    if betting is None:
        return hand.seats.paid
    return betting.bets if betting.street == hand.street else None


def begin_street(hand: Hand, street: int) -> Hand:
    """Plan the cards of a street (R4.1, R5)."""
    plan, cards, procedure = later_street(hand.start, street, hand.seats, hand.cards)
    return _on_street(hand, _DEALING, street, cards, plan, procedure, None, plan[0])


def _begin_betting(hand: Hand) -> Hand:
    seats = hand.seats
    able = seats.able
    community = hand.last_card is not None and hand.last_card.procedure is Procedure.COMMUNITY
    if len(able) < 2 or (community and not hand.start.house.deal.bet_after_community):
        return close_round(hand)
    return after_betting(hand, seats, _first_round(hand, able), hand.rare, hand.actions, hand.chip_actions)


def _first_round(hand: Hand, able: tuple[int, ...]) -> Round:
    start, seats, cards = hand.start, hand.seats, hand.cards
    if hand.street == 3:
        return _third_round(hand, able)
    opener = opener_position(counting_up(start, cards), seats.live, start.house, start.game)
    holders: tuple[int, ...] = ()
    if hand.street == 4 and start.house.action.open_pair_in(start.game, start.stakes.limit) is not _NO_OPEN_PAIR:
        holders = pair_holders(cards.up, seats.live)
    # If the opener is all in, the action goes to the next seat clockwise that can act (R4.2).
    return open_round(start, hand.street, seats, clockwise(able, opener)[0], _DONE, holders)


def _third_round(hand: Hand, able: tuple[int, ...]) -> Round:
    start, seats = hand.start, hand.seats
    bring_in = start.house.bring_in
    rule = bring_in.door_rule(start.game, start.stakes.limit)
    doors = [each[0] if each else None for each in hand.cards.up]
    low = bring_in_position(doors, seats.live, rule, bring_in.tie)
    if low in able:
        return open_round(start, 3, seats, low, _FORCED, ())
    if bring_in.all_in_low_card is AllInLowCard.NEXT_LOWEST:
        return open_round(start, 3, seats, bring_in_position(doors, able, rule, bring_in.tie), _FORCED, ())
    return open_round(start, 3, seats, clockwise(able, low)[0], _FREE, ())


def opened_by(hand: Hand, position: int) -> Round | None:
    """The round as another seat opens it, or None if it may not.

    Who opens cannot be told while a card that decides it is unknown; then a seat with such a card may be the one.
    """
    betting = hand.betting
    if betting is None or betting.current or max(betting.acted) >= 0 or position not in betting.queue:
        return None
    if None not in counting_up(hand.start, hand.cards)[position]:
        return None
    return open_round(hand.start, betting.street, hand.seats, position, betting.opening, betting.holders)


def next_to_show(hand: Hand, cards: Cards, showdown: Showdown) -> Hand:
    """Ask the next seat for its hand, or go on to the pots (R7.3)."""
    if showdown.queue:
        position = showdown.queue[0]
        must = must_show(hand.seats, hand.start.house.showdown.must_show, showdown, position)
        return _showing(hand, _SHOWDOWN, cards, (), showdown, ShowDue(hand.start.seats[position], must))
    after = _showing(hand, _AWARDING, cards, (), showdown, _AWARD)
    if may_be_stuck(after) and stuck_pots(after):
        return with_due(after, Held(IrregularityKind.NOBODY_CAN_WIN, "R7.5", (Choice.SPLIT, Choice.VOID)))
    return after


def resume(hand: Hand) -> Hand:
    """Work out again what comes next, after a ruling has changed cards or chips."""
    match hand.stage:
        case Stage.ANTES:
            return with_due(hand, AntesDue())
        case Stage.DEALING:
            return after_dealing(_with_enough_cards(hand))
        case Stage.BETTING if hand.betting is not None:
            return after_betting(hand, hand.seats, hand.betting, hand.rare, hand.actions, hand.chip_actions)
        case Stage.SHOWDOWN | Stage.AWARDING if hand.showdown is not None:
            return next_to_show(hand, hand.cards, hand.showdown)
        case Stage.AWARDING:
            return with_due(hand, AwardDue())
        case _:
            return hand


def _with_enough_cards(hand: Hand) -> Hand:
    """A ruling may have used cards up that the plan counts on; then the procedure is chosen again (R5)."""
    if not is_short(hand.plan, hand.cards):
        return hand
    rest = tuple([step for step in hand.plan if isinstance(step, CardDue)])
    if 0 < len(rest) < len(dealt_in(hand.seats)):
        return changed(hand, plan=(not_enough(hand.cards, len(rest)), *rest))
    cards = hand.cards
    if hand.start.house.deal.burn and not any(isinstance(step, BurnDue) for step in hand.plan):
        cards = replace(cards, burned_ahead=cards.burned_ahead + 1)  # this street's burn is made
    return begin_street(changed(hand, cards=cards), hand.street)


def with_due(hand: Hand, due: Due) -> Hand:
    """The hand with something else to do next."""
    return _with_due(hand, due)


def with_cards(hand: Hand, cards: Cards, plan: tuple[PlanStep, ...], due: Due) -> Hand:
    """The hand with other cards, another plan, and something else to do next."""
    return _with_cards(hand, cards, plan, due)
