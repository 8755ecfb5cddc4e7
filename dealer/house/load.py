"""Reads a house file into HouseRules, and refuses what it does not understand by its dotted name (R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from dealer.house.rules import (
    Ace,
    ActionRules,
    AllInLowCard,
    BringInRules,
    ClockRules,
    ClockStart,
    DealerSeat,
    DealRules,
    DoorRule,
    End,
    ErrorRules,
    FoldWithoutBet,
    HeadsUpUncapped,
    HoleCardExposed,
    HouseRules,
    IdenticalBothWays,
    Language,
    MisdealWindow,
    MustShow,
    OpenerBy,
    OpenPair,
    ShortDeck,
    ShortRaise,
    ShowdownRules,
    TableRules,
    Tie,
    TimeOut,
    UnbetFirst,
)
from dealer.house.stakes import BringInDefault, Game, Limit
from dealer.house.strict import FileRefused, Section, parse_toml, read_text, shown, shown_path, words

PROFILES = ("finnish-cardroom", "finnish-seiska", "bulgarian-classic", "wsop-live", "wsop-tournament")
"""The shipped profiles (R9), in the order of the table there."""

DEFAULT_HOUSE = "wsop-live"

_MOST_SECONDS = 3600


class HouseFileError(FileRefused):
    """A house file is refused (see FileRefused)."""


def find_house(name_or_file: str) -> HouseRules:
    """Return a shipped profile by its name, or the house in a file. Raises HouseFileError."""
    if name_or_file in PROFILES:
        return house_from_plain(
            parse_toml(profile_text(name_or_file), name_or_file, HouseFileError), name_or_file, name_or_file
        )
    path = Path(name_or_file)
    try:
        known = path.exists()
    except (OSError, ValueError):
        known = False
    if not known:
        raise HouseFileError(
            shown(name_or_file, quote=False),
            None,
            f"no such house or file; the shipped houses are {', '.join(PROFILES)}",
        )
    return load_house(path)


def profile_text(name: str) -> str:
    """Return a shipped profile as a cardroom may copy it. Raises HouseFileError for a name that is not shipped."""
    if name not in PROFILES:
        raise HouseFileError(
            shown(name, quote=False), None, f"no such house; the shipped houses are {', '.join(PROFILES)}"
        )
    return resources.files("dealer.house").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")


def load_house(path: Path) -> HouseRules:
    """Read a house file; the house is named after it. Raises HouseFileError."""
    source = shown_path(path)
    return house_from_plain(parse_toml(read_text(path, HouseFileError), source, HouseFileError), source, path.stem)


def house_from_plain(values: Mapping[str, object], source: str, name: str) -> HouseRules:
    """Make HouseRules of nested mappings shaped like a house file (R10). Raises HouseFileError."""
    top = Section(source, "", values, _TOP_KEYS, HouseFileError)
    rules = HouseRules(
        name=name,
        title=top.text("title"),
        language=top.choice("language", Language),
        table=_table(top.section("table", _TABLE_KEYS)),
        bring_in=_bring_in(top.section("bring-in", _BRING_IN_KEYS)),
        action=_action(top.section("action", _ACTION_KEYS)),
        deal=_deal(top.section("deal", _DEAL_KEYS)),
        clock=_clock(top.section("clock", _CLOCK_KEYS)),
        showdown=_showdown(top.section("showdown", _SHOWDOWN_KEYS)),
        errors=_errors(top.section("errors", _ERRORS_KEYS)),
    )
    _check_whole(rules, source)
    return rules


_TOP_KEYS = ("title", "language", "table", "bring-in", "action", "deal", "clock", "showdown", "errors")
_TABLE_KEYS = ("dealer", "games", "limits")
_DOOR_KEYS = ("by", "ace")
_BRING_IN_KEYS = (
    *_DOOR_KEYS,
    "tie",
    "default",
    "all-in-low-card",
    "completion-counts",
    *(game.value for game in Game),
    *(limit.value for limit in Limit),
)
_ACTION_KEYS = (
    "opener",
    "opener-tie",
    "fold-without-bet",
    "short-raise",
    "open-pair",
    "open-pair-games",
    "open-pair-small-raise",
    "raises",
    "raises-in",
    "heads-up-uncapped",
)
_DEAL_KEYS = ("burn", "short-deck", "bet-after-community", "community-opens")
_CLOCK_KEYS = ("start", "seconds", "warning", "time-out")
_SHOWDOWN_KEYS = ("unbet-first", "must-show", "odd-chip", "identical-both-ways", "mucked-on-request")
_ERRORS_KEYS = ("hole-card-exposed", "misdeal-window")


def _table(at: Section) -> TableRules:
    games, limits = at.choices("games", Game), at.choices("limits", Limit)
    if not games:
        raise at.refuse("games", f"must not be empty; allowed: {words(Game)}")
    if not limits:
        raise at.refuse("limits", f"must not be empty; allowed: {words(Limit)}")
    return TableRules(at.choice("dealer", DealerSeat), games, limits)


def _bring_in(at: Section) -> BringInRules:
    ace = at.choice("ace", Ace)
    return BringInRules(
        by=at.choice("by", End),
        ace=ace,
        tie=at.choice("tie", Tie),
        default=at.choice("default", BringInDefault),
        all_in_low_card=at.choice("all-in-low-card", AllInLowCard),
        completion_counts=at.flag("completion-counts"),
        for_game={game: _door(at.section(game.value, _DOOR_KEYS), ace) for game in Game if at.has(game.value)},
        for_limit={limit: _door(at.section(limit.value, _DOOR_KEYS), ace) for limit in Limit if at.has(limit.value)},
    )


def _door(at: Section, ace: Ace) -> DoorRule:
    return DoorRule(at.choice("by", End), at.choice("ace", Ace) if at.has("ace") else ace)


def _action(at: Section) -> ActionRules:
    rules = ActionRules(
        opener=at.choice("opener", OpenerBy),
        opener_tie=at.choice("opener-tie", Tie),
        fold_without_bet=at.choice("fold-without-bet", FoldWithoutBet),
        short_raise=at.choice("short-raise", ShortRaise),
        open_pair=at.choice("open-pair", OpenPair),
        open_pair_games=at.choices("open-pair-games", Game),
        open_pair_small_raise=at.flag("open-pair-small-raise"),
        raises=at.number_of("raises", (0, 3, 4)),
        raises_in=at.choices("raises-in", Limit),
        heads_up_uncapped=at.choice("heads-up-uncapped", HeadsUpUncapped),
    )
    if Game.RAZZ in rules.open_pair_games:
        raise at.refuse(
            "open-pair-games", "razz has no open-pair bet (R4.3); allowed: stud-high, stud-hilo-8, stud-hilo"
        )
    if rules.open_pair is OpenPair.OFF and rules.open_pair_games:
        raise at.refuse("open-pair-games", "contradicts action.open-pair = off; allowed: an empty list")
    if rules.open_pair is not OpenPair.OFF and not rules.open_pair_games:
        raise at.refuse(
            "open-pair-games",
            f"must not be empty with action.open-pair = {rules.open_pair.value}; "
            "allowed: stud-high, stud-hilo-8, stud-hilo, or open-pair = off",
        )
    if rules.raises and not rules.raises_in:
        raise at.refuse("raises-in", f"must not be empty with a cap; allowed: {words(Limit)}, or raises = 0")
    return rules


def _deal(at: Section) -> DealRules:
    return DealRules(
        burn=at.flag("burn"),
        short_deck=at.choice("short-deck", ShortDeck),
        bet_after_community=at.flag("bet-after-community"),
        community_opens=at.flag("community-opens"),
    )


def _clock(at: Section) -> ClockRules:
    rules = ClockRules(
        start=at.choice("start", ClockStart),
        seconds=at.whole("seconds", 0, _MOST_SECONDS),
        warning=at.whole("warning", 0, _MOST_SECONDS),
        time_out=at.choice("time-out", TimeOut),
    )
    if rules.start is not ClockStart.OFF and rules.seconds == 0:
        raise at.refuse(
            "seconds", f"must be 1 or more with clock.start = {rules.start.value}; allowed: 1 to {_MOST_SECONDS}"
        )
    if rules.warning > rules.seconds or (rules.warning == rules.seconds and rules.seconds):
        raise at.refuse("warning", f"must come before the end; allowed: 0 to {max(rules.seconds - 1, 0)}")
    return rules


def _showdown(at: Section) -> ShowdownRules:
    return ShowdownRules(
        unbet_first=at.choice("unbet-first", UnbetFirst),
        must_show=at.choices("must-show", MustShow),
        odd_chip=at.choice("odd-chip", Tie),
        identical_both_ways=at.choice("identical-both-ways", IdenticalBothWays),
        mucked_on_request=at.flag("mucked-on-request"),
    )


def _errors(at: Section) -> ErrorRules:
    return ErrorRules(
        hole_card_exposed=at.choice("hole-card-exposed", HoleCardExposed),
        misdeal_window=at.choice("misdeal-window", MisdealWindow),
    )


def _check_whole(rules: HouseRules, source: str) -> None:
    """Refuse a rule for a game or a limit that the house does not deal: it would never hold."""
    games, limits = rules.table.games, rules.table.limits
    uses: list[tuple[str, Game | Limit]] = [
        *((f"bring-in.{game.value}", game) for game in rules.bring_in.for_game),
        *((f"bring-in.{limit.value}", limit) for limit in rules.bring_in.for_limit),
        *(("action.open-pair-games", game) for game in rules.action.open_pair_games),
        *(("action.raises-in", limit) for limit in rules.action.raises_in),
    ]
    for key, named in uses:
        dealt: Sequence[Game | Limit] = games if isinstance(named, Game) else limits
        if named not in dealt:
            kind = "games" if isinstance(named, Game) else "limits"
            words = ", ".join(each.value for each in dealt)
            raise HouseFileError(source, key, f"names {named.value}, which is not in table.{kind}; allowed: {words}")
