"""House files are read strictly (R9, R10)."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer.cli.house import house
from dealer.house.load import (
    DEFAULT_HOUSE,
    PROFILES,
    HouseFileError,
    find_house,
    house_from_plain,
    load_house,
    profile_text,
)
from dealer.house.plain import house_to_plain
from dealer.house.rules import (
    Ace,
    ClockStart,
    DoorRule,
    End,
    FoldWithoutBet,
    HeadsUpUncapped,
    HoleCardExposed,
    IdenticalBothWays,
    MustShow,
    OpenPair,
    ShortDeck,
    Tie,
    TimeOut,
    UnbetFirst,
)
from dealer.house.stakes import Game, Limit


def changed(name: str, dotted: str, value: object) -> dict[str, object]:
    """The values of a shipped profile with one of them set, or taken out with None."""
    values = copy.deepcopy(tomllib.loads(profile_text(name)))
    *sections, key = dotted.split("/")
    at = values
    for section in sections:
        at = at.setdefault(section, {})
    if value is None:
        del at[key]
    else:
        at[key] = value
    return values


def refusal(name: str, dotted: str, value: object) -> HouseFileError:
    with pytest.raises(HouseFileError) as told:
        house_from_plain(changed(name, dotted, value), "mine.toml", "mine")
    assert "\n" not in str(told.value)
    return told.value


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_survives_the_journal(name):
    rules = find_house(name)
    assert house_from_plain(json.loads(json.dumps(house_to_plain(rules))), name, name) == rules
    assert house_to_plain(rules) == tomllib.loads(profile_text(name))


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_can_be_copied_and_edited(name, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(profile_text(name).replace('title = "', 'title = "My '), encoding="utf-8")
    assert load_house(mine).title == "My " + find_house(name).title
    assert load_house(mine).name == "mine"


def column(key: str) -> list[object]:
    """One row of the table of R9."""
    values: list[object] = []
    for name in PROFILES:
        at: object = find_house(name)
        for part in key.split("."):
            at = getattr(at, part)
        values.append(at)
    return values


def test_the_table_of_policies():  # R9
    assert [len(games) for games in column("table.games")] == [1, 3, 1, 4, 4]
    assert [[limit.value for limit in limits] for limits in column("table.limits")] == [
        ["fixed", "spread"],
        ["fixed", "pot"],
        ["fixed"],
        ["fixed", "spread", "pot", "no"],
        ["fixed"],
    ]
    assert column("bring_in.tie") == [Tie.SUIT, Tie.SUIT, Tie.NEAREST_LEFT, Tie.SUIT, Tie.SUIT]
    assert column("deal.burn") == [True, False, False, True, True]
    assert column("action.opener_tie") == [Tie.NEAREST_LEFT] * 4 + [Tie.SUIT]
    assert column("action.open_pair") == [
        OpenPair.PAIR_HOLDER_THEN_RAISES,
        OpenPair.PAIR_HOLDER,
        OpenPair.ANYONE,
        OpenPair.ANYONE,
        OpenPair.OFF,
    ]
    assert column("action.raises") == [3, 3, 3, 4, 4]
    assert column("action.heads_up_uncapped")[3:] == [HeadsUpUncapped.ROUND, HeadsUpUncapped.LAST_TWO]
    assert [value is FoldWithoutBet.KEEP_DEALING for value in column("action.fold_without_bet")] == [
        False,
        False,
        False,
        True,
        False,
    ]
    assert column("deal.short_deck") == [
        ShortDeck.RECYCLE,
        ShortDeck.COMMUNITY,
        ShortDeck.COMMUNITY,
        ShortDeck.COUNT_PLUS_TWO,
        ShortDeck.COUNT_PLUS_TWO,
    ]
    assert column("deal.bet_after_community") == [True, False, True, True, True]
    assert column("clock.start") == [
        ClockStart.EACH,
        ClockStart.OFF,
        ClockStart.OFF,
        ClockStart.ON_CALL,
        ClockStart.ON_CALL,
    ]
    assert column("clock.time_out")[0] is TimeOut.ALL_IN
    assert column("showdown.unbet_first") == [
        UnbetFirst.FIRST_OPTION,
        UnbetFirst.OPENER,
        UnbetFirst.FIRST_OPTION,
        UnbetFirst.EARLIEST,
        UnbetFirst.OPENER,
    ]
    assert column("showdown.must_show")[2:] == [
        (MustShow.FIRST,),
        (MustShow.FIRST, MustShow.WINNER),
        (MustShow.FIRST, MustShow.WINNER, MustShow.ALL_IN),
    ]
    assert column("showdown.odd_chip") == [Tie.NEAREST_LEFT] * 3 + [Tie.SUIT] * 2
    assert column("showdown.identical_both_ways")[3:] == [IdenticalBothWays.EVEN] * 2
    assert column("errors.hole_card_exposed")[4] is HoleCardExposed.MISDEAL
    assert [dealer.value for dealer in column("table.dealer")] == ["fixed", "fixed", "rotating", "fixed", "fixed"]


@pytest.mark.parametrize(
    ("name", "game", "limit", "rule"),
    [  # R3.2
        ("finnish-cardroom", Game.STUD_HIGH, Limit.FIXED, DoorRule(End.LOWEST, Ace.HIGH)),
        ("finnish-seiska", Game.STUD_HIGH, Limit.POT, DoorRule(End.HIGHEST, Ace.HIGH)),
        ("finnish-seiska", Game.STUD_HILO, Limit.FIXED, DoorRule(End.LOWEST, Ace.HIGH)),
        ("wsop-live", Game.STUD_HILO, Limit.FIXED, DoorRule(End.HIGHEST, Ace.HIGH)),
        ("wsop-tournament", Game.STUD_HILO, Limit.FIXED, DoorRule(End.HIGHEST, Ace.LOW)),
        ("wsop-live", Game.RAZZ, Limit.POT, DoorRule(End.HIGHEST, Ace.LOW)),
        ("wsop-live", Game.STUD_HIGH, Limit.POT, DoorRule(End.LOWEST, Ace.HIGH)),
        ("wsop-live", Game.STUD_HILO_8, Limit.FIXED, DoorRule(End.LOWEST, Ace.HIGH)),
    ],
)
def test_which_door_card_brings_it_in(name, game, limit, rule):
    assert find_house(name).bring_in.door_rule(game, limit) == rule


def test_where_the_lowest_opens():  # R4.2
    assert [find_house(name).opens_low(Game.STUD_HILO) for name in PROFILES] == [False, False, False, True, True]
    assert all(find_house(name).opens_low(Game.RAZZ) for name in PROFILES)
    assert not any(find_house(name).opens_low(Game.STUD_HILO_8) for name in PROFILES)


def test_the_opener_goes_by_suit_in_high_only():  # R4.2
    action = find_house("wsop-tournament").action
    assert action.opener_tie_in(Game.STUD_HIGH) is Tie.SUIT
    assert action.opener_tie_in(Game.RAZZ) is Tie.NEAREST_LEFT


def test_open_pairs_double_in_fixed_limit_only():  # R4.3
    action = find_house("finnish-seiska").action
    assert action.open_pair_in(Game.STUD_HILO, Limit.FIXED) is OpenPair.PAIR_HOLDER
    assert action.open_pair_in(Game.STUD_HIGH, Limit.POT) is OpenPair.OFF
    assert find_house("wsop-live").action.open_pair_in(Game.STUD_HILO_8, Limit.FIXED) is OpenPair.OFF


def test_raises_are_counted_in_some_limits_only():  # R4.4
    assert find_house("wsop-live").action.raise_cap_in(Limit.SPREAD) == 4
    assert find_house("wsop-live").action.raise_cap_in(Limit.POT) is None
    assert find_house("finnish-seiska").action.raise_cap_in(Limit.POT) == 3


def test_the_door_rule_of_a_game_may_leave_the_ace_to_the_house():
    values = changed("finnish-seiska", "bring-in/pot", {"by": "highest"})
    rules = house_from_plain(values, "mine.toml", "mine")
    assert rules.bring_in.for_limit[Limit.POT] == DoorRule(End.HIGHEST, Ace.HIGH)


def test_an_unknown_key_is_refused_by_name():
    error = refusal("wsop-live", "action/raisse", 4)
    assert error.key == "action.raisse"
    assert "did you mean raises?" in error.problem


def test_a_missing_key_is_refused_with_what_it_may_be():
    error = refusal("wsop-live", "bring-in/tie", None)
    assert (error.key, error.problem) == ("bring-in.tie", "is missing; allowed: suit, nearest-left")


def test_a_missing_section_is_refused():
    assert refusal("wsop-live", "clock", None).key == "clock"


@pytest.mark.parametrize(
    ("dotted", "value", "allowed"),
    [
        ("bring-in/tie", "spade", "suit, nearest-left"),
        ("bring-in/tie", ["suit"], "suit, nearest-left"),
        ("action/raises", 5, "0, 3, 4"),
        ("action/raises", True, "0, 3, 4"),
        ("action/raises", "4", "0, 3, 4"),
        ("deal/burn", 1, "true, false"),
        ("deal/burn", "yes", "true, false"),
        ("clock/seconds", -1, "a whole number from 0 to 3600"),
        ("clock/seconds", 10**30, "a whole number from 0 to 3600"),
        ("clock/seconds", 2.5, "a whole number from 0 to 3600"),
        ("showdown/must-show", ["first", "last"], "first, winner, all-in"),
        ("showdown/must-show", "first", "first, winner, all-in"),
        ("showdown/must-show", ["first", "first"], "each at most once"),
        ("bring-in/razz", {"by": "middle"}, "lowest, highest"),
        ("table/games", [], "stud-high, stud-hilo-8, stud-hilo, razz"),
        ("table/limits", [], "fixed, spread, pot, no"),
        ("language", "sv", "en, fi, bg"),
        ("title", "", "one line of text"),
        ("title", "two\nlines", "one line of text"),
        ("table", "none", "section"),
    ],
)
def test_a_wrong_value_is_refused_with_the_allowed_ones(dotted, value, allowed):
    error = refusal("wsop-live", dotted, value)
    assert error.key is not None
    assert error.key.startswith(dotted.replace("/", "."))
    assert allowed in error.problem


@pytest.mark.parametrize(
    ("name", "dotted", "value"),
    [
        ("wsop-live", "action/open-pair-games", ["stud-high", "razz"]),  # R4.3: never in razz
        ("wsop-live", "action/open-pair-games", []),
        ("wsop-tournament", "action/open-pair-games", ["stud-high"]),
        ("wsop-live", "action/raises-in", []),
        ("wsop-tournament", "action/raises-in", ["fixed", "spread"]),  # not dealt here
        ("bulgarian-classic", "action/open-pair-games", ["stud-hilo"]),
        ("bulgarian-classic", "bring-in/razz", {"by": "highest", "ace": "low"}),
        ("finnish-cardroom", "bring-in/pot", {"by": "highest"}),
        ("finnish-cardroom", "clock/seconds", 0),
        ("finnish-cardroom", "clock/warning", 10),
        ("finnish-seiska", "clock/start", "each"),
    ],
)
def test_contradictions_are_refused(name, dotted, value):
    assert "allowed" in refusal(name, dotted, value).problem


def test_a_clock_that_is_off_may_keep_its_figures():
    assert house_from_plain(changed("wsop-live", "clock/start", "off"), "mine.toml", "mine").clock.seconds == 40


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        (b"title = ", "TOML"),
        (b"", "title: is missing"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a = " + b"9" * 6000, "TOML"),
        (b"#" * 70000, "too large"),
        (b'"\\u001b[31mkey" = 1', "no such key"),
    ],
)
def test_rubbish_is_one_clear_line(content, says, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_bytes(content)
    result = CliRunner().invoke(house, ["check", str(mine)])
    assert result.exit_code == 1
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()


def test_files_that_cannot_be_opened(tmp_path):
    for path in (tmp_path / "absent.toml", tmp_path):
        with pytest.raises(HouseFileError, match="cannot be read"):
            load_house(path)


def test_an_unknown_house_is_told_the_known_ones():
    for name in ("vegas", "a\0b", "x" * 5000):
        with pytest.raises(HouseFileError, match="wsop-live"):
            find_house(name)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.sampled_from(PROFILES),
    st.lists(st.tuples(st.integers(0, 4000), st.sampled_from(["cut", "drop", "byte"]), st.binary(max_size=3))),
)
def test_a_damaged_profile_never_gives_a_traceback(tmp_path, name, damages):
    raw = bytearray(profile_text(name).encode())
    for place, how, junk in damages:
        place %= max(len(raw), 1)
        if how == "cut":
            del raw[place:]
        elif how == "drop":
            del raw[place : place + 5]
        else:
            raw[place : place + 1] = junk
    mine = tmp_path / "mine.toml"
    mine.write_bytes(bytes(raw))
    try:
        assert load_house(mine).table.games
    except HouseFileError as error:
        assert str(error).isprintable()
        assert str(mine) in str(error)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(PROFILES), st.data())
def test_a_wrong_value_anywhere_is_named(name, data):
    values = copy.deepcopy(tomllib.loads(profile_text(name)))
    section = data.draw(st.sampled_from([key for key in values if isinstance(values[key], dict)]))
    key = data.draw(st.sampled_from(sorted(values[section])))
    junk = data.draw(plain_values)
    values[section][key] = junk
    try:
        house_from_plain(values, "mine.toml", "mine")
    except HouseFileError as error:
        assert str(error).isprintable()
        assert error.key is not None


def test_list_and_show():
    run = CliRunner()
    listed = run.invoke(house, ["list", "--json"])
    assert [json.loads(line)["name"] for line in listed.stdout.splitlines()] == list(PROFILES)
    assert DEFAULT_HOUSE in run.invoke(house, ["list"]).stdout
    shown = run.invoke(house, ["show", "finnish-seiska"])
    assert tomllib.loads(shown.stdout) == house_to_plain(find_house("finnish-seiska"))
    as_json = json.loads(run.invoke(house, ["show", "finnish-seiska", "--json"]).stdout)
    assert as_json["bring-in"]["pot"] == {"by": "highest", "ace": "high"}


def test_check_and_show_a_file(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(profile_text("wsop-live"), encoding="utf-8")
    run = CliRunner()
    assert run.invoke(house, ["check", str(mine)]).exit_code == 0
    assert json.loads(run.invoke(house, ["check", str(mine), "--json"]).stdout)["ok"] is True
    assert run.invoke(house, ["show", str(mine)]).stdout == profile_text("wsop-live")
    mine.write_text(profile_text("wsop-live").replace("raises = 4", "raises = 5"), encoding="utf-8")
    bad = run.invoke(house, ["check", str(mine), "--json"])
    assert bad.exit_code == 1
    assert json.loads(bad.stdout)["key"] == "action.raises"
    assert run.invoke(house, ["show", "nowhere"]).exit_code == 1
    assert run.invoke(house, ["show"]).exit_code == 2
    assert Path(mine).exists()
