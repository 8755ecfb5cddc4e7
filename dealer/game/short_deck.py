"""What is done when cards run short on seventh street (R5); works on counts alone and sees no card."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.errors import DealerError
from dealer.game.quick import quick
from dealer.house.rules import ShortDeck


class Procedure(enum.Enum):
    """How the last card is dealt."""

    NORMAL = "normal"
    NO_BURN = "no-burn"
    RECYCLE = "recycle"
    COMMUNITY = "community"


class Source(enum.Enum):
    """Where the cards come from; the value is the word of the announcement."""

    STUB = "stub"
    BURNS = "burns"
    STUB_AND_BURNS = "stub and burns"


@quick
@dataclass(frozen=True, slots=True)
class LastCard:
    """The procedure for seventh street with the figures it follows from; told before a card is touched (R5).

    burn: whether a card is burned first, after any scramble.  scramble: `source` is shuffled before it is dealt from.
    """

    procedure: Procedure
    source: Source
    burn: bool
    scramble: bool
    seats: int
    stub: int
    burns: int


class NoCardLeft(DealerError):
    """Neither stub nor burns hold a card: only the floor can go on (R5.3)."""


def last_card(policy: ShortDeck, *, burn: bool, seats: int, stub: int, burns: int) -> LastCard:
    """Choose the procedure for seventh street.

    burn: whether the house burns before a street.  seats: how many are to be dealt, seats that folded without a bet
    and are still dealt to included (R4.7).  stub, burns: cards counted, never assumed.
    Raises NoCardLeft if not even a community card can be turned.
    """
    procedure, source, burns_first, scramble = _CHOICES[policy](burn, seats, stub, burns)
    return LastCard(procedure, source, burns_first, scramble, seats, stub, burns)


_Choice = tuple[Procedure, Source, bool, bool]


def _recycle(burn: bool, seats: int, stub: int, burns: int) -> _Choice:  # R5.1
    if stub >= seats + burn:
        return Procedure.NORMAL, Source.STUB, burn, False
    if stub == seats:
        return Procedure.NO_BURN, Source.STUB, False, False
    if stub + burns >= seats:
        return Procedure.RECYCLE, _both(stub, burns), False, True
    if burns:
        return Procedure.COMMUNITY, Source.BURNS, False, True
    _at_least_one(stub)
    return Procedure.COMMUNITY, Source.STUB, False, False


def _count_plus_two(burn: bool, seats: int, stub: int, burns: int) -> _Choice:  # R5.2
    if stub >= seats + 2:
        return Procedure.NORMAL, Source.STUB, burn, False
    if stub + burns >= seats + 2:
        return Procedure.RECYCLE, _both(stub, burns), burn, True
    if stub >= 3:
        return Procedure.COMMUNITY, Source.STUB, burn, False
    _at_least_one(stub + burns)
    # One heap, even where nothing is left of the stub: the burn and the community card both come from it.
    source = Source.STUB_AND_BURNS if burns else Source.STUB
    return Procedure.COMMUNITY, source, burn and stub + burns >= 2, True


def _community(burn: bool, seats: int, stub: int, burns: int) -> _Choice:  # R5.3
    if stub >= seats + burn:
        return Procedure.NORMAL, Source.STUB, burn, False
    if stub:
        return Procedure.COMMUNITY, Source.STUB, burn and stub >= 2, False
    _at_least_one(burns)
    return Procedure.COMMUNITY, Source.BURNS, False, True


def _both(stub: int, burns: int) -> Source:
    if not burns:
        return Source.STUB
    return Source.STUB_AND_BURNS if stub else Source.BURNS


def _at_least_one(cards: int) -> None:
    if not cards:
        raise NoCardLeft("no card is left in the stub or the burns; call the floor (R5.3)")


_CHOICES = {
    ShortDeck.RECYCLE: _recycle,
    ShortDeck.COUNT_PLUS_TWO: _count_plus_two,
    ShortDeck.COMMUNITY: _community,
}
