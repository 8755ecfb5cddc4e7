"""How a table is set up, as the floor looks at it and changes it."""

from __future__ import annotations

from itertools import pairwise

from dealer.desk.moment import Moment
from dealer.game.rake import FixedRake, NoRake, PercentRake, Rake, StepRake
from dealer.house.load import PROFILES
from dealer.house.rules import ClockStart, TimeOut
from dealer.house.stakes import Game, Limit, Stakes
from dealer.snapshots import ClockRulesView, LevelView, PlanView, RakeView, SetupView, StakesView
from dealer.table.file import RakeKind, UpCardPolicy
from dealer.table.state import Level, Setup
from dealer.views.voice import Voice

_LAST_LEVEL = 20
"""Minutes to show for a schedule of one level: it is played for as long as there is nobody who won."""


def setup_view(moment: Moment, equipment: tuple[tuple[str, str], ...], voice: Voice) -> SetupView:
    """Return the set-up in the words of the table file. equipment: what the table is connected to."""
    table = moment.desk.table
    setup = table.setup
    stakes = setup.rotation[0].stakes
    rules = setup.house.clock
    charge = setup.time_charge
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
        rotation=_rotation(setup),
        orbit=setup.orbit,
        rake_now=_rake_view(setup.rake),
        rake_kinds=tuple(kind.value for kind in RakeKind),
        time_charge=None if charge is None else (charge.amount, charge.minutes),
        schedule=_schedule(setup.levels),
        clock=ClockRulesView(rules.start.value, rules.seconds, rules.warning, rules.time_out.value),
        clock_starts=tuple(start.value for start in ClockStart),
        time_outs=tuple(end.value for end in TimeOut),
    )


def _stakes(stakes: Stakes) -> StakesView:
    return StakesView(
        limit=stakes.limit.value,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        spread=None if stakes.spread is None else (stakes.spread.low, stakes.spread.high),
        chip=stakes.chip,
    )


def _rotation(setup: Setup) -> tuple[PlanView, ...]:
    """The games; the stakes of the first are the table's."""
    table = setup.rotation[0].stakes
    return tuple(
        PlanView(plan.game.value, None if plan.stakes == table else _stakes(plan.stakes)) for plan in setup.rotation
    )


def _schedule(levels: tuple[Level, ...]) -> tuple[LevelView, ...]:
    """The levels with how long each lasts; the last one, which has no end, as long as the one before."""
    lengths = [round((after.starts - level.starts) / 60) for level, after in pairwise(levels)]
    lengths.append(lengths[-1] if lengths else _LAST_LEVEL)
    return tuple(LevelView(minutes, _stakes(level.stakes)) for minutes, level in zip(lengths, levels, strict=False))


def _rake_view(rake: Rake) -> RakeView:
    match rake:
        case NoRake():
            return RakeView(RakeKind.NONE.value)
        case PercentRake(per_mille, cap):
            return RakeView(RakeKind.PERCENT.value, per_mille=per_mille, cap=cap)
        case StepRake(steps):
            return RakeView(RakeKind.STEPS.value, steps=tuple(each for pair in steps for each in pair))
        case FixedRake(amount):
            return RakeView(RakeKind.FIXED.value, amount=amount)


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
