"""How a table is set up, as the floor looks at it and changes it."""

from __future__ import annotations

from dealer.desk.moment import Moment
from dealer.game.rake import FixedRake, NoRake, PercentRake, Rake, StepRake
from dealer.house.load import PROFILES
from dealer.house.stakes import Game, Limit
from dealer.snapshots import SetupView
from dealer.table.file import UpCardPolicy
from dealer.views.voice import Voice


def setup_view(moment: Moment, equipment: tuple[tuple[str, str], ...], voice: Voice) -> SetupView:
    """Return the set-up in the words of the table file. equipment: what the table is connected to."""
    table = moment.desk.table
    setup = table.setup
    stakes = setup.rotation[0].stakes
    return SetupView(
        house=setup.house.name,
        houses=tuple(dict.fromkeys((setup.house.name, *PROFILES))),
        seats=setup.seats,
        games=tuple(plan.game.value for plan in setup.rotation),
        all_games=tuple((game.value, voice.game(game)) for game in Game),
        limit=stakes.limit.value,
        limits=tuple(limit.value for limit in Limit),
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        spread=None if stakes.spread is None else (stakes.spread.low, stakes.spread.high),
        chip=stakes.chip,
        min_buy_in=setup.min_buy_in,
        decks=setup.decks,
        rake=_rake(setup.rake),
        levels=len(setup.levels),
        up_cards=moment.desk.sensing.policy.value,
        up_cards_choices=tuple(policy.value for policy in UpCardPolicy),
        equipment=equipment,
        free=table.hand is None,
    )


def _rake(rake: Rake) -> str:
    match rake:
        case NoRake():
            return "none"
        case PercentRake(per_mille, cap):
            return f"percent {per_mille / 10:g} %" + ("" if cap is None else f", cap {cap}")
        case StepRake(steps):
            return "steps " + ", ".join(f"{pot}: {taken}" for pot, taken in steps)
        case FixedRake(amount):
            return f"fixed {amount}"
