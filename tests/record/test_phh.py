"""Hands in the Poker Hand History format are read, or refused in one clear line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer.cards import Card
from dealer.cli.replay import replay
from dealer.game.rake import FixedRake, NoRake
from dealer.house.load import find_house
from dealer.house.stakes import Game, Limit, Spread
from dealer.record.feed import feed
from dealer.record.phh import ActionKind, PhhError, parse_phh, read_hands

HAND = """
variant = "F7S"
antes = [1, 1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
actions = ["d dh p1 ????3c", "d dh p2 ????Kd", "d dh p3 ????2c  # the low card", "", "p3 pb", "p1 cbr 4.0", "p2 cc",
  "p3 f"]
"""


def test_a_hand_is_read():
    hand = parse_phh(HAND, "a.phh")
    assert (hand.game, hand.limit, hand.stacks, hand.rake, hand.house) == (
        Game.STUD_HIGH,
        Limit.FIXED,
        (100, 100, 100),
        NoRake(),
        None,
    )
    assert [action.kind for action in hand.actions[2:6]] == [
        ActionKind.DEAL_HOLE,
        ActionKind.BRING_IN,
        ActionKind.WAGER,
        ActionKind.CHECK_CALL,
    ]
    assert hand.actions[2].cards == (None, None, Card.parse("2c"))
    assert hand.actions[2].text == "d dh p3 ????2c"
    assert hand.actions[4].to == 4


def test_user_fields():
    text = HAND.replace('"F7S"', '"F7S/8"') + '_game = "stud-hilo"\n_limit = "spread"\n_spread = [1, 5]\n_rake = 3\n'
    hand = parse_phh(text + '_house = "wsop-tournament"\n', "a.phh")
    assert (hand.game, hand.limit, hand.spread, hand.rake, hand.house) == (
        Game.STUD_HILO,
        Limit.SPREAD,
        Spread(1, 5),
        FixedRake(3),
        "wsop-tournament",
    )
    assert hand.stakes(find_house("wsop-live")).big_bet == 5


@pytest.mark.parametrize(("variant", "game"), [("F7S", "STUD_HIGH"), ("F7S/8", "STUD_HILO_8"), ("FR", "RAZZ")])
def test_variants(variant, game):
    assert parse_phh(HAND.replace('"F7S"', f'"{variant}"'), "a.phh").game is Game[game]


def test_a_short_stack_may_be_written_with_the_ante_it_has():
    text = HAND.replace("[1, 1, 1]", "[5, 5, 3]").replace("[100, 100, 100]", "[100, 100, 3]")
    assert parse_phh(text, "a.phh").amounts["ante"] == 5


def test_ways_to_put_a_hand_down():
    hand = parse_phh(HAND.replace('"p3 f"', '"p3 f", "p1 sm", "p1 sm -", "p1 sm 2d3d", "d db 9h"'), "a.phh")
    assert [action.kind for action in hand.actions[-4:]] == [
        ActionKind.MUCK,
        ActionKind.SHOW,
        ActionKind.SHOW,
        ActionKind.DEAL_BOARD,
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"F7S"', '"NT"', "variant: is not a stud game"),
        ('"F7S"', "7", "variant"),
        ("antes = [1, 1, 1]", "", "antes: is missing"),
        ("[1, 1, 1]", "[1, 1]", "antes: has 2 entries for 3 players"),
        ("[1, 1, 1]", "[1, 2, 1]", "one ante for all"),
        ("[1, 1, 1]", "1", "antes: must be a list"),
        ("[100, 100, 100]", "[100, -5, 100]", "starting_stacks[2]: must be 1 chips or more"),
        ("[100, 100, 100]", "[100, 0, 100]", "starting_stacks[2]"),
        ("[100, 100, 100]", "[100, 1.5, 100]", "starting_stacks[2]: must be whole chips"),
        ("[100, 100, 100]", "[100, inf, 100]", "starting_stacks[2]: must be whole chips"),
        ("[100, 100, 100]", "[100, true, 100]", "starting_stacks[2]: must be whole chips"),
        ("[100, 100, 100]", "[100, 99999999999999999999, 100]", "too large"),
        ("[100, 100, 100]", "[100]", "1 players"),
        ("[100, 100, 100]", str([100] * 10), "10 players; stud is dealt to 2 to 8"),
        ("small_bet = 4", "", "small_bet: is missing"),
        ('"p3 pb"', '"p3 dance"', "is not an action of stud"),
        ('"p3 pb"', '"p4 pb"', "no player of this hand; allowed: p1 to p3"),
        ('"p3 pb"', '"p0 pb"', "no player of this hand"),
        ('"p3 pb"', '"p3 cbr -4"', "whole chips"),
        ('"p3 pb"', '"p3 cbr 4.5"', "whole chips"),
        ('"p3 pb"', '"p3 cbr 9999999999999999999"', "whole chips"),
        ('"p3 pb"', "5", "must be a text"),
        ('"d dh p2 ????Kd"', '"d dh p2 ????3c"', "actions[2]: deals a card that was dealt before"),
        ('"d dh p2 ????Kd"', '"d dh p2 KdKd??"', "names one card twice"),
        ('"d dh p2 ????Kd"', '"d dh p2 ????Kx"', "a card must be written as"),
        ('"d dh p2 ????Kd"', '"d dh p2 ????K"', "two characters each"),
        ('"d dh p2 ????Kd"', '"d db"', "is not an action of stud"),
        ("bring_in = 2", '_limit = "big"', "_limit: is not allowed; allowed: fixed, spread, pot, no"),
        ("bring_in = 2", '_limit = "spread"', "_spread: is missing"),
        ("bring_in = 2", '_limit = "spread"\n_spread = [5, 1]', "_spread: must be"),
        ("bring_in = 2", '_game = "omaha"', "_game"),
        ("bring_in = 2", "_rake = -1", "_rake"),
        ("bring_in = 2", "_house = 3", "_house: must be a text"),
        ("[1, 1, 1]", "[1, 1, 1", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_by_field(old, new, says):
    assert old in HAND
    with pytest.raises(PhhError) as told:
        parse_phh(HAND.replace(old, new), "a.phh")
    assert says in str(told.value)
    assert str(told.value).startswith("a.phh: ")
    assert str(told.value).isprintable()


def test_a_card_dealt_twice_is_not_named():  # it may lie face down
    with pytest.raises(PhhError) as told:
        parse_phh(HAND.replace("????Kd", "??3cKd"), "a.phh")
    assert "3c" not in str(told.value)


def test_a_big_bet_left_out_is_twice_the_small_one():  # R2.3
    hand = parse_phh(HAND.replace("big_bet = 8", ""), "a.phh")
    assert hand.stakes(find_house("wsop-live")).big_bet == 8


def test_stakes_that_the_house_cannot_complete():
    hand = parse_phh(HAND.replace("bring_in = 2", ""), "a.phh")
    assert hand.stakes(find_house("finnish-cardroom")).bring_in == 2  # R2.3
    with pytest.raises(PhhError, match="bring_in: must be given"):
        hand.stakes(find_house("wsop-live"))
    with pytest.raises(PhhError, match="big_bet"):
        parse_phh(HAND.replace("big_bet = 8", "big_bet = 3"), "a.phh").stakes(find_house("wsop-live"))


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"\x00", b"[" * 9000, b"a = " + b"[" * 9000, b"x" * 2_000_000])
def test_rubbish_is_one_line(raw, tmp_path):
    path = tmp_path / "a.phh"
    path.write_bytes(raw)
    result = CliRunner().invoke(replay, [str(path), "--json"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()


def test_a_file_that_is_not_there(tmp_path):
    for path in (tmp_path / "none.phh", tmp_path, Path("a\0b")):
        with pytest.raises(PhhError, match="cannot be read"):
            read_hands(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["cut", "drop", "byte"]), st.binary(max_size=3))))
def test_a_damaged_hand_never_gives_a_traceback(tmp_path, damages):
    raw = bytearray(HAND.encode())
    for place, how, junk in damages:
        place %= max(len(raw), 1)
        if how == "cut":
            del raw[place:]
        elif how == "drop":
            del raw[place : place + 4]
        else:
            raw[place : place + 1] = junk
    path = tmp_path / "a.phh"
    path.write_bytes(bytes(raw))
    result = CliRunner().invoke(replay, [str(path)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.stderr.count("\n") == (1 if result.stderr else 0)


actions = st.lists(
    st.one_of(
        st.builds("p{} {}".format, st.integers(0, 4), st.sampled_from(["pb", "cc", "f", "sm", "sm -", "sm 2c3d"])),
        st.builds("p{} cbr {}".format, st.integers(1, 3), st.integers(0, 200)),
        st.builds(
            "d dh p{} {}".format, st.integers(1, 3), st.sampled_from(["????", "????4h", "5s", "??", "6c7c8c", "9d9h9s"])
        ),
        st.just("d db Td"),
    ),
    max_size=12,
)


@given(actions)
def test_any_actions_are_played_or_refused(more):
    text = HAND.replace('"p3 f"]', '"p3 f", ' + ", ".join(json.dumps(action) for action in more) + "]")
    try:
        hand = parse_phh(text, "a.phh")
    except PhhError as error:
        assert str(error).isprintable()
        return
    for step in feed(hand, find_house("wsop-live")):
        assert step is not None


def test_a_collection_is_read_in_its_order_and_a_mistake_in_it_is_placed(tmp_path):
    file = tmp_path / "two.phhs"
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND}")
    assert [hand.source for hand in read_hands(file)] == [f"{file}[1]", f"{file}[2]"]
    assert read_hands(file)[0].actions == parse_phh(HAND, "a.phh").actions
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND.replace('F7S', 'NT')}")
    with pytest.raises(PhhError, match=r"two\.phhs\[2\]: variant"):
        read_hands(file)
    file.write_text(HAND)
    assert len(read_hands(file)) == 1
