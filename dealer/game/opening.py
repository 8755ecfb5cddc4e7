"""Who opens the betting of a round (R3.2, R3.3, R3.7, R4.2). Knows nothing of chips."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dealer.cards import DECK, Card
from dealer.game.ranking import Showing, showing_high, showing_low
from dealer.house.rules import Ace, DoorRule, End, HouseRules, OpenerBy, Tie
from dealer.house.stakes import Game

# Looking a member up in its enum costs fifteen times as much as a name of the module.
_LOWEST, _ACE_LOW, _BY_SUIT, _BY_CARD = End.LOWEST, Ace.LOW, Tie.SUIT, OpenerBy.CARD
_NO_SUIT = (0, 0)
_COUNTS = tuple([1 << 3 * (card.index >> 2) for card in DECK])
"""One card of a rank, in a number with three bits for each rank; by Card.index."""
UpCards = Sequence[tuple[Card | None, ...]]
"""What lies face up, by position; None is a card that nobody knows."""


def bring_in_position(doors: Sequence[Card | None], among: Sequence[int], rule: DoorRule, tie: Tie) -> int:
    """Return the position that must bring it in (R3.2, R3.3).

    doors: the door card by position.  among: who can be asked, clockwise from the dealer's left.
    A door card that nobody knows takes no part; if none is known, the nearest seat is named.
    """
    sign = 1 if rule.by is _LOWEST else -1
    shift = 4 if rule.ace is _ACE_LOW else 0  # the aces are the last four of the deck, and then the first
    by_suit = tie is _BY_SUIT
    best: int | None = None
    found = among[0]
    for position in among:
        card = doors[position]
        if card is None:
            continue
        place = (card.index + shift) % 52
        weight = sign * (place if by_suit else place >> 2)
        if best is None or weight < best:
            best, found = weight, position
    return found


def opener_position(up: UpCards, among: Sequence[int], house: HouseRules, game: Game) -> int:
    """Return the position that acts first from fourth street on (R4.2).

    among: the live positions, clockwise from the dealer's left.  A seat with a card that nobody knows takes no part;
    if no seat is known, the nearest is named.
    """
    low = house.opens_low(game)
    by_card = house.action.opener is _BY_CARD
    by_suit = house.action.opener_tie_in(game) is _BY_SUIT
    best: tuple[Showing, tuple[int, int]] | None = None
    found = among[0]
    for position in among:
        key = 0
        for card in up[position]:
            if card is None:
                key = 0
                break
            key += _COUNTS[card.index]
        if not key:
            continue
        value = _showing(key, low, by_card)
        if best is None or value >= best[0]:
            suit = _highest(up[position]) if by_suit else _NO_SUIT
            if best is None or (value, suit) > best:
                best, found = (value, suit), position
    return found


def _highest(cards: tuple[Card | None, ...]) -> tuple[int, int]:
    return max([(int(card.rank), int(card.suit)) for card in cards if card is not None])


def pair_holders(up: UpCards, among: Sequence[int]) -> tuple[int, ...]:
    """Return who shows a pair on fourth street (R4.3)."""
    return tuple([each for each in among if _is_pair(up[each])])


def _is_pair(cards: tuple[Card | None, ...]) -> bool:
    seen = 0
    for card in cards:
        if card is not None:
            one = _COUNTS[card.index]
            if seen & one:
                return True
            seen |= one
    return False


@lru_cache(maxsize=8192)
def _showing(key: int, low: bool, by_card: bool) -> Showing:
    """What ranks are worth; suits do not matter here, and neither does the order. key: how many there are of each."""
    cards = [DECK[rank * 4] for rank in range(13) for _ in range(key >> 3 * rank & 7)]
    if by_card:
        return (-min(card.rank.low for card in cards),) if low else (max(int(card.rank) for card in cards),)
    return showing_low(cards) if low else showing_high(cards)
