"""Measures how fast hands are played, beside PokerKit in the same run where it is installed. Changes nothing."""

from __future__ import annotations

import gc
import importlib.metadata
import statistics
import warnings
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time

from dealer.game.commands import BringIn, Burn, Call, Check, DealRound, Fold, Wager
from dealer.game.due import ShowDue
from dealer.game.events import HandStarted
from dealer.game.hand import begin, play
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.stakes import Game, Limit, Stakes
from dealer.selfplay import Pack, Style, next_command, play_hand

Figures = dict[str, "float | str | Figures"]
PlayOne = Callable[[Random, Style], None]

SEATS = 8
STACK = 10_000
HOUSE = "wsop-live"
STAKES = Stakes(Limit.FIXED, ante=1, bring_in=2, small_bet=4, big_bet=8)
BETTING = (Fold, Check, Call, BringIn, Wager)
DEALING = (Burn, DealRound)


def measure_engine(seconds: float = 2.0) -> Figures:
    """Return hands a second by policy, eight-handed, and how long single steps take in milliseconds.

    seconds: how long each policy is played by each engine.
    """
    with warnings.catch_warnings():
        # PokerKit warns when it deals folded cards again, which it does where the deck runs short.
        warnings.simplefilter("ignore", UserWarning)
        return _measured(seconds)


def _measured(seconds: float) -> Figures:
    ours, theirs = _our_hand(), _pokerkit_hand()
    gc.collect()
    gc.freeze()  # what was imported is no garbage, and would be looked through again and again
    figures: Figures = {"seats": SEATS, "house": HOUSE, "pokerkit": _pokerkit_version() or "not installed"}
    for style in Style:
        # In turns, so that whatever else the machine does falls on both alike.
        rounds = 4
        ours_rate = theirs_rate = 0.0
        random = Random(style.value)
        for _ in range(rounds):
            ours_rate += _rate(ours, random, style, seconds / rounds) / rounds
            if theirs is not None:
                theirs_rate += _rate(theirs, random, style, seconds / rounds) / rounds
        line: Figures = {"hands_per_second": round(ours_rate, 1)}
        if theirs is not None:
            line["pokerkit_hands_per_second"] = round(theirs_rate, 1)
            line["times"] = round(ours_rate / theirs_rate, 1)
        figures[style.value] = line
    return figures | _latencies(seconds)


def _our_hand() -> PlayOne:
    start = _start()

    def play_one(random: Random, style: Style) -> None:
        play_hand(start, style, random)

    return play_one


def _start() -> HandStarted:
    return HandStarted(1, Game.STUD_HIGH, STAKES, find_house(HOUSE), tuple(range(1, SEATS + 1)), (STACK,) * SEATS)


def _rate(play_one: PlayOne, random: Random, style: Style, seconds: float) -> float:
    """Hands in a second of processor time: what other programs take of the machine does not count."""
    count, begun = 0, process_time()
    while True:
        play_one(random, style)
        count += 1
        past = process_time() - begun
        if past >= seconds:
            return count / past


def _latencies(seconds: float) -> Figures:
    """How long one decision with its consequence takes, and a whole showdown from the first hand shown to the award."""
    random, start = Random("latencies"), _start()
    decisions: list[float] = []
    deals: list[float] = []
    showdowns: list[float] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        style = random.choice(tuple(Style))
        hand, pack, showdown = begin(start), Pack.shuffled(random), 0.0
        while not hand.over:
            command = next_command(hand, pack, style, random)
            shows = isinstance(hand.due, ShowDue) or hand.showdown is not None
            begun = perf_counter()
            hand = _after(hand, command)
            past = perf_counter() - begun
            showdown += past if shows else 0.0
            if isinstance(command, BETTING):
                decisions.append(past)
            elif isinstance(command, DEALING):
                deals.append(past)
        if hand.showdown is not None:
            showdowns.append(showdown)
    return {
        "decision_ms": _spread(decisions),
        "deal_ms": _spread(deals),
        "showdown_ms": _spread(showdowns),
    }


def _after(hand: Hand, command: object) -> Hand:
    return play(hand, command)[0]  # type: ignore[arg-type]


def _spread(times: list[float]) -> Figures:
    cuts = statistics.quantiles(times, n=100)
    return {"median": round(cuts[49] * 1000, 4), "p99": round(cuts[98] * 1000, 4), "count": len(times)}


def _pokerkit_version() -> str:
    """Which PokerKit is measured beside, "" for none."""
    try:
        return importlib.metadata.version("pokerkit")
    except importlib.metadata.PackageNotFoundError:
        return ""


def _pokerkit_hand() -> PlayOne | None:
    """A whole hand of PokerKit under the same policies, or None where it is not installed."""
    if not _pokerkit_version():
        return None
    import pokerkit

    automatic = tuple(pokerkit.Automation)

    def play_one(random: Random, style: Style) -> None:
        state = pokerkit.FixedLimitSevenCardStud.create_state(
            automatic,
            True,  # noqa: FBT003 - PokerKit's own order of arguments
            STAKES.ante,
            STAKES.bring_in,
            STAKES.small_bet,
            STAKES.big_bet,
            STACK,
            SEATS,
        )
        while state.status:
            quiet = state.post_bring_in if state.can_post_bring_in() else state.check_or_call
            if style is Style.SHOWDOWN or (style is Style.CALL_HEAVY and random.random() < 0.9):
                quiet()
                continue
            legal: list[Callable[[], object]] = [quiet]
            if state.can_fold():
                legal.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            legal[int(random.random() * len(legal))]()

    return play_one
