"""Random hands are played here and in PokerKit side by side; they may differ only where the rules give a reason.

`STUD_ORACLE_HANDS` sets how many hands for each game (120 by default; 7,000 and more for a full proof).
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pokerkit
import pytest

from dealer.cards import Card
from dealer.game.commands import BringIn, Call, Check, Command, Fold, Wager, Word
from dealer.game.due import ActDue, BringInDue, BurnDue, CardDue, Options, ShowDue
from dealer.game.events import Acted, Half, HandStarted, PotAwarded
from dealer.game.hand import begin, play
from dealer.game.short_deck import Procedure
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.rules import FoldWithoutBet, HeadsUpUncapped, HouseRules, IdenticalBothWays, OpenPair, Tie
from dealer.house.stakes import Game, Limit, Stakes
from dealer.selfplay import Pack, Style, next_command

HANDS = int(os.environ.get("STUD_ORACLE_HANDS", "120"))
GAMES = {
    Game.STUD_HIGH: pokerkit.FixedLimitSevenCardStud,
    Game.STUD_HILO_8: pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    Game.RAZZ: pokerkit.FixedLimitRazz,
}
AUTOMATIC = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


class Difference(AssertionError):
    """The two engines differ, and no rule says why they should."""


@dataclass
class Tally:
    """How the hands went, and for which reasons a comparison ended early."""

    reasons: Counter[str] = field(default_factory=Counter)


def shared_house() -> HouseRules:
    """What PokerKit knows: no double bet on an open pair, four bets a street always, all-in players' odd ways aside."""
    house = find_house("wsop-live")
    action = replace(
        house.action,
        fold_without_bet=FoldWithoutBet.STOP_DEALING,
        open_pair=OpenPair.OFF,
        raises=3,
        heads_up_uncapped=HeadsUpUncapped.NEVER,
    )
    showdown = replace(house.showdown, odd_chip=Tie.NEAREST_LEFT, identical_both_ways=IdenticalBothWays.SEPARATE)
    return replace(house, action=action, showdown=showdown)


HOUSE = shared_house()
STAKES = Stakes(Limit.FIXED, ante=1, bring_in=2, small_bet=6, big_bet=12)


def compare(game: Game, seed: int, tally: Tally) -> None:
    """Play one random hand in both. Raises Difference."""
    random = Random(seed)
    count = random.randint(2, 8)
    deep = random.random() < 0.5
    stacks = tuple(random.choice((300,) if deep else (1, 2, 5, 9, 20, 60, 300)) for _ in range(count))
    style = random.choice((Style.UNIFORM, Style.CALL_HEAVY, Style.SHOWDOWN))
    hand = begin(HandStarted(seed, game, STAKES, HOUSE, tuple(range(1, count + 1)), stacks))
    theirs = GAMES[game].create_state(AUTOMATIC, True, STAKES.ante, STAKES.bring_in, 6, 12, stacks, count)
    pack = Pack.shuffled(random)
    short_raise_on = 0
    awards: list[PotAwarded] = []
    while not hand.over:
        coming = hand.due
        if hand.last_card is not None and hand.last_card.procedure is not Procedure.NORMAL:
            tally.reasons["short deck (R5): PokerKit deals folded cards again"] += 1
            return
        command = next_command(hand, pack, style, random, by_round=False)
        if isinstance(command, Fold) and isinstance(coming, ActDue) and not coming.options.to_call:
            command = Check(command.seat)  # PokerKit knows no fold without a bet (R4.7)
        if isinstance(coming, BurnDue | CardDue):
            _show_early(theirs)
        if isinstance(coming, BurnDue):
            theirs.burn_card("??")
        elif isinstance(coming, CardDue):
            _deal(theirs, coming, command, pack)
        elif isinstance(coming, ActDue | BringInDue):
            reason = _compare_turn(hand, coming.seat, coming.options, theirs, short_raise_on == hand.street)
            if reason:
                tally.reasons[reason] += 1
                return
            _act(theirs, command)
        elif isinstance(coming, ShowDue):
            _show(hand, coming, theirs, pack)
        hand, events = play(hand, command)
        awards += [event for event in events if isinstance(event, PotAwarded)]
        if any(isinstance(event, Acted) and _is_short(event) for event in events):
            short_raise_on = hand.betting.street if hand.betting else 0
    _compare_end(hand, stacks, theirs, awards, tally)


def _deal(theirs: pokerkit.State, coming: CardDue, command: Command, pack: Pack) -> None:
    (card,) = (command.card,)
    name = str(card) if isinstance(card, Card) else str(pack.opened((card,))[0])
    theirs.deal_hole(name, coming.seat - 1)


def _is_short(event: Acted) -> bool:
    return event.all_in and event.word in (Word.BET, Word.RAISE, Word.COMPLETE, Word.BRING_IN)


def _compare_turn(hand: Hand, seat: int, options: Options, theirs: pokerkit.State, short: bool) -> str | None:
    """Compare whose turn it is and what he may do; return why they differ if a rule says so."""
    if theirs.actor_index != seat - 1:
        raise Difference(f"seat {seat} acts here, seat {theirs.actor_index} + 1 there: {hand.due}")
    can_bring_in = theirs.can_post_bring_in()
    if can_bring_in != (Word.BRING_IN in options.can):
        raise Difference(f"bring-in here {options.can}, there {can_bring_in}")
    if can_bring_in and Word.FOLD in options.can:
        return "low card all in (R3.7): PokerKit forces the next seat to bring in"
    to_call = theirs.checking_or_calling_amount
    if not can_bring_in and to_call != options.to_call:
        if hand.street == 3:
            return "low card short of the bring-in (R3.7): the others enter for all of it"
        raise Difference(f"to call {options.to_call} here, {to_call} there")
    their_least = theirs.min_completion_betting_or_raising_to_amount
    mine = options.bet_to or options.raise_to
    if options.bring_in == hand.stack(seat):
        return None  # all he has is the bring-in; PokerKit calls the same chips a completion as well
    if mine != (() if their_least is None else (their_least,)):
        if short:
            return "short all-in (R4.6): PokerKit takes its size for the next raise, and another reopening"
        raise Difference(f"wager {mine} here, {their_least} there: {hand.due}")
    return None


def _act(theirs: pokerkit.State, command: Command) -> None:
    match command:
        case Fold():
            theirs.fold()
        case Check() | Call():
            theirs.check_or_call()
        case BringIn():
            theirs.post_bring_in()
        case Wager(to=to):
            theirs.complete_bet_or_raise_to(to)


def _show_early(theirs: pokerkit.State) -> None:
    """PokerKit has all hands shown as soon as everybody is all in, and deals on afterwards."""
    while theirs.showdown_index is not None:
        theirs.show_or_muck_hole_cards(True)


def _show(hand: Hand, coming: ShowDue, theirs: pokerkit.State, pack: Pack) -> None:
    betting = hand.betting
    first = hand.showdown is not None and coming.seat == hand.start.seats[hand.showdown.order[0]]
    all_paid_alike = len({hand.seats.paid[each] for each in hand.seats.live}) == 1
    bet = betting is not None and betting.street == 7 and betting.last is not None
    if first and bet and all_paid_alike and theirs.showdown_index != coming.seat - 1:
        raise Difference(f"seat {coming.seat} shows first here, seat {theirs.showdown_index} + 1 there")
    if theirs.can_show_or_muck_hole_cards(True, coming.seat - 1):
        theirs.show_or_muck_hole_cards(True, coming.seat - 1)


def _compare_end(
    hand: Hand, stacks: tuple[int, ...], theirs: pokerkit.State, awards: list[PotAwarded], tally: Tally
) -> None:
    if theirs.status:
        raise Difference("the hand is over here, not there")
    won_here, won_there = hand.seats.stacks, tuple(theirs.stacks)
    if won_here == won_there:
        tally.reasons["the same to the last chip"] += 1
        return
    winners = [here > stack for here, stack in zip(won_here, stacks, strict=True)]
    odd = max(abs(here - there) for here, there in zip(won_here, won_there, strict=True))
    if sum(won_here) == sum(won_there) and odd <= 2 * sum(winners) * max(1, len(hand.pots)):
        tally.reasons["odd chips (R7.7): PokerKit gives all of them to one seat"] += 1
        return
    low_pots = {award.pot for award in awards if award.side is Half.LOW}
    if hand.start.game is Game.STUD_HILO_8 and 0 < len(low_pots) < len(hand.pots):
        tally.reasons["a pot without a low (R7.1, R7.6): PokerKit splits it if another pot has one"] += 1
        return
    raise Difference(f"{won_here} here, {won_there} there; pots {hand.pots}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.value)
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.timeout(max(120, HANDS))
def test_random_hands_agree(game: Game) -> None:  # R3.2, R3.6, R4.2, R4.4, R7.1, R7.5, R7.6
    tally = Tally()
    for seed in range(HANDS):
        try:
            compare(game, seed, tally)
        except Exception as error:
            raise AssertionError(f"{game.value}, seed {seed}: {error}") from error
    sys.stdout.write(f"{game.value}: {dict(tally.reasons)}\n")  # seen with -s
    assert sum(tally.reasons.values()) == HANDS
    assert tally.reasons["the same to the last chip"] > HANDS / 2
