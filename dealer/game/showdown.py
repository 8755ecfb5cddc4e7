"""Who shows in which order and who must (R7.3, R7.4), and what each hand that was shown takes (R7.5 to R7.8)."""

from __future__ import annotations

from dealer.cards import Card
from dealer.game.betting import clockwise
from dealer.game.events import HALF_OF, Half, HandStarted, PotAwarded
from dealer.game.opening import opener_position
from dealer.game.pots import Contender, Pot, Splitting, award, contender, side_pots, split_evenly
from dealer.game.rake import rake_of
from dealer.game.ranking import name_high, name_low
from dealer.game.state import Cards, Hand, Position, Round, Seats, Showdown, Stage
from dealer.house.rules import MustShow, UnbetFirst
from dealer.house.stakes import Limit

_OPENING, LAST_STREET = 3, 7
# Looking a member up in its enum costs fifteen times as much as a name of the module.
_FIRST, _WINNER = MustShow.FIRST, MustShow.WINNER
_LEAST_CARDS, _MOST_CARDS, _FOR_A_HAND = 6, 7, 5


def begin_showdown(hand: Hand) -> Showdown:
    """Put the hands that came to the end in the order in which they are shown (R7.3)."""
    start, seats = hand.start, hand.seats
    first = _first_to_show(start, hand.betting, seats, hand.cards)
    # A side pot is shown for before the main pot; who is all in for less has paid less.
    order = tuple(sorted(clockwise(seats.live, first), key=lambda each: -seats.paid[each]))
    able = seats.able
    all_must = MustShow.ALL_IN in start.house.showdown.must_show and len(able) < len(seats.live)
    return Showdown(order, order, (None,) * len(start.seats), (), all_must)


def is_tabled(hand: Hand) -> bool:
    """Whether all hands lie open while cards are still dealt: somebody is all in, nothing is left to bet (R7.3, WT).

    Not before the initial deal is over, even if the antes took all: what is dealt down there is not turned up yet.
    """
    live, able = len(hand.seats.live), len(hand.seats.able)
    return (
        hand.stage is Stage.DEALING
        and hand.street > _OPENING
        and able < 2 <= live
        and able < live
        and MustShow.ALL_IN in hand.start.house.showdown.must_show
    )


def _first_to_show(start: HandStarted, betting: Round | None, seats: Seats, cards: Cards) -> Position:
    last_bettor = betting.last if betting is not None else None
    if betting is not None and last_bettor in seats.live and last_bettor is not None:
        ended_early = betting.street < LAST_STREET
        if not ended_early or start.stakes.limit is Limit.NO_LIMIT:
            return last_bettor
    match start.house.showdown.unbet_first:
        case UnbetFirst.EARLIEST:
            return seats.live[0]
        case UnbetFirst.FIRST_OPTION if betting is not None and betting.street == LAST_STREET:
            return clockwise(seats.live, betting.first)[0]
        case _:
            return opener_position(counting_up(start, cards), seats.live, start.house, start.game)


def counting_up(start: HandStarted, cards: Cards) -> tuple[tuple[Card | None, ...], ...]:
    """The face-up cards that count for who opens and who shows first (R5.5, R7.3, WL 230)."""
    up = cards.up
    if cards.sevenths:
        up = tuple([each[:-1] if position in cards.sevenths else each for position, each in enumerate(up)])
    if cards.community and start.house.deal.community_opens:
        up = tuple([(*each, *cards.community) for each in up])
    return up


def must_show(seats: Seats, rules: tuple[MustShow, ...], showdown: Showdown, position: Position) -> bool:
    """Whether the seat whose turn it is may not muck (R7.4)."""
    if showdown.all_must:
        return True
    if _FIRST in rules and position == showdown.order[0]:
        return True
    if not showdown.mucked or _WINNER not in rules:
        return False  # somebody must have mucked before anybody can be left alone in a pot that was called
    contested = [pot.seats for pot in side_pots(dict(enumerate(seats.paid)), showdown.order) if len(pot.seats) > 1]
    return any(
        position in pot and all(each == position or each in showdown.mucked for each in pot) for pot in contested
    )


def cards_of(cards: Cards, position: Position, down: tuple[Card | None, ...]) -> tuple[Card, ...] | None:
    """The cards that a shown hand plays, or None if it is dead (R7.8) or too little of it is known."""
    held = len(cards.down[position]) + len(cards.up[position]) + len(cards.community)
    if not _LEAST_CARDS <= held <= _MOST_CARDS:
        return None
    known = tuple(filter(None, down + cards.up[position] + cards.community))
    return known if len(known) >= _FOR_A_HAND else None


def contenders(hand: Hand) -> dict[Position, Contender]:
    """What each hand that was shown is worth (R7.5)."""
    if hand.showdown is None:
        return {}
    found: dict[Position, Contender] = {}
    game = hand.start.game
    for position, down in enumerate(hand.showdown.shown):
        if down is not None:
            known = cards_of(hand.cards, position, down)
            if known is not None:
                found[position] = contender(game, known)
    return found


def claimants(hand: Hand, pot: Pot) -> tuple[Position, ...]:
    """Who can still be given a pot: hands that were shown; if none was, the last that was left (R7.4)."""
    showdown = hand.showdown
    if showdown is None:
        return hand.seats.live
    here = [each for each in pot.seats if each not in showdown.mucked]
    if here:
        return tuple(here)
    return tuple([each for each in showdown.mucked if each in pot.seats][-1:])


def may_be_stuck(hand: Hand) -> bool:
    """Whether a hand that was shown may be without a value; a quick look that spares the long one."""
    cards, showdown = hand.cards, hand.showdown
    if showdown is None:
        return False
    common = len(cards.community)
    for position in showdown.order:
        down, up = showdown.shown[position], cards.up[position]
        if down is None:
            continue
        if not all(down + up + cards.community):
            return True
        if not _LEAST_CARDS <= len(down) + len(up) + common <= _MOST_CARDS:
            return True
    return False


def stuck_pots(hand: Hand) -> bool:
    """Whether a pot is contested, and no hand in it can be valued: a person has to say who wins."""
    hands = contenders(hand)
    return any(
        len(claimants(hand, pot)) > 1 and not any(each in hands for each in claimants(hand, pot)) for pot in _pots(hand)
    )


def _pots(hand: Hand) -> tuple[Pot, ...]:
    eligible = hand.seats.live if hand.showdown is None else hand.showdown.order
    eligible = tuple([each for each in eligible if each in hand.seats.live]) or hand.seats.live
    paid = hand.seats.paid
    if len({paid[each] for each in eligible}) == 1:
        return (Pot(0, sum(paid), tuple(sorted(eligible))),)  # everybody has matched the same: there is no side pot
    return side_pots(dict(enumerate(hand.seats.paid)), eligible)


def pots_of(hand: Hand) -> tuple[Pot, ...]:
    """The pots as they stand, with seat numbers, the main pot first; this street's bets are in them (R7.1)."""
    numbers = hand.start.seats
    return tuple(
        Pot(pot.number, pot.amount, tuple([numbers[each] for each in pot.seats]))
        for pot in side_pots(dict(enumerate(hand.seats.paid)), hand.seats.live)
    )


def settle_pots(hand: Hand, *, split: bool) -> tuple[tuple[int, ...], int, tuple[PotAwarded, ...]]:
    """Return the pots, the rake, and the awards, the last side pot first (R1.7, R7).

    split: a ruling divides what nobody can be said to win.
    """
    start = hand.start
    if len(hand.seats.live) == 1:  # nobody is left to share with
        total = sum(hand.seats.paid)
        rake = rake_of(start.rake, total, start.stakes.chip)
        seat = start.seats[hand.seats.live[0]]
        return (total,), rake, (PotAwarded(0, seat, total - rake, Half.WHOLE, None),)
    pots = _pots(hand)
    rake = rake_of(start.rake, sum([pot.amount for pot in pots]), start.stakes.chip)
    hands = contenders(hand)
    rules = start.house.showdown
    order = tuple(range(len(start.seats)))
    splitting = Splitting(rules.odd_chip, rules.identical_both_ways, order, start.stakes.chip)
    awards: list[PotAwarded] = []
    for pot, taken in reversed(list(zip(pots, _rake_shares(pots, rake), strict=True))):
        rest = Pot(pot.number, pot.amount - taken, pot.seats)
        awards += _award(hand, rest, hands, splitting, split)
    return tuple([pot.amount for pot in pots]), rake, tuple(awards)


def _rake_shares(pots: tuple[Pot, ...], rake: int) -> list[int]:
    """The dealer takes the rake from the main pot; only what that does not hold comes from side pots."""
    shares = []
    for pot in pots:
        taken = min(rake, pot.amount)
        shares.append(taken)
        rake -= taken
    return shares


def _uncontested(hand: Hand, pot: Pot, position: Position, shown: Contender | None) -> PotAwarded:
    """The others gave up; if the winner has shown, his hand is told all the same."""
    seat, game = hand.start.seats[position], hand.start.game
    if shown is None:
        return PotAwarded(pot.number, seat, pot.amount, Half.WHOLE, None)
    if not game.has_high:
        return PotAwarded(pot.number, seat, pot.amount, Half.LOW, name_low(shown.cards))
    half = Half.WHOLE if game.has_low else Half.HIGH
    return PotAwarded(pot.number, seat, pot.amount, half, name_high(shown.cards))


def _award(
    hand: Hand, pot: Pot, hands: dict[Position, Contender], splitting: Splitting, split: bool
) -> list[PotAwarded]:
    numbers = hand.start.seats
    here = claimants(hand, pot)
    if len(here) == 1:
        return [_uncontested(hand, pot, here[0], hands.get(here[0]))]
    valued = {each: hands[each] for each in here if each in hands}
    if not valued and split:
        shares = split_evenly(pot.amount, here, splitting.chip)
        return [PotAwarded(pot.number, numbers[each], part, Half.WHOLE, None) for each, part in shares.items()]
    awards = []
    for share in award(Pot(pot.number, pot.amount, here), valued, hand.start.game, splitting):
        half = HALF_OF[share.side]
        name = (name_high if half is Half.HIGH else name_low)(valued[share.seat].cards)
        awards.append(PotAwarded(pot.number, numbers[share.seat], share.amount, half, name))
    return awards
