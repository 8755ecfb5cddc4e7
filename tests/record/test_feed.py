"""`dealer replay`: the lines that other programs read, and what the rules refuse."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealer.cli.replay import replay
from dealer.house.load import profile_text

HEAD = {
    "variant": "F7S",
    "antes": [1, 1, 1],
    "bring_in": 2,
    "small_bet": 4,
    "big_bet": 8,
    "starting_stacks": [100, 100, 100],
}
THIRD = ["d dh p1 ????3c", "d dh p2 ????Kd", "d dh p3 ????2c"]


@pytest.fixture
def told(tmp_path):
    """Replay actions and return the JSON lines; the exit code must fit them."""

    def tell(actions: list[str], **fields: object) -> list[dict]:
        path = tmp_path / "hand.phh"
        values = HEAD | fields | {"actions": actions}
        path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items()))
        result = CliRunner().invoke(replay, [str(path), "--json"])
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        refused = bool(lines) and lines[-1]["say"] == "refused"
        assert (result.exit_code, result.stderr) == (int(refused), "")
        return lines

    return tell


def test_what_is_due_is_said_before_any_card(told):
    assert told([]) == [{"say": "deal", "street": 3, "burn": False, "face": "down down up", "seats": [1, 2, 3]}]  # R3.1


def test_the_bring_in_and_who_acts(told):  # R3.2, R3.6
    lines = told([*THIRD, "p3 pb"])
    assert lines[1:] == [
        {"say": "bring-in", "seat": 3, "card": "2c", "amount": 2, "full_bet": 4},
        {
            "say": "act",
            "street": 3,
            "seat": 1,
            "showing": "three high",
            "to_call": 2,
            "can": ["fold", "call", "complete"],
            "bet_to": [],
            "raise_to": [4],
            "raises_left": 4,
        },
    ]


def test_an_open_pair_may_bet_double(told):  # R4.3, WL 220
    lines = told([*THIRD, "p3 pb", "p1 cc", "p2 cc", "d dh p1 9h", "d dh p2 9c", "d dh p3 2d"])
    assert lines[-2] == {"say": "deal", "street": 4, "burn": True, "face": "up", "seats": [1, 2, 3]}
    assert lines[-1]["showing"] == "pair of twos"
    assert (lines[-1]["seat"], lines[-1]["can"], lines[-1]["bet_to"]) == (3, ["fold", "check", "bet"], [4, 8])


def test_an_uncalled_bet_goes_back_and_the_pot_is_pushed(told):  # R7.1, R7.2
    lines = told([*THIRD, "p3 pb", "p1 cbr 4", "p2 f", "p3 f"])
    assert lines[-2:] == [
        {"say": "return", "seat": 1, "amount": 2},
        {"say": "award", "pot": 0, "seat": 1, "amount": 7, "side": "high", "hand": None},
    ]


def test_refusals_name_the_rule(told):
    assert told([*THIRD, "p1 pb"])[-1]["rule"] == "R3.2"
    assert told([*THIRD, "p3 pb", "p1 cbr 6"])[-1]["action"] == "p1 cbr 6"
    assert told([*THIRD, "p3 pb", "p2 f"])[-1] == {
        "say": "refused",
        "action": "p2 f",
        "rule": "R8",
        "why": "seat 1 acts before seat 2; this is out of turn (WL 132)",
    }
    assert told(["p3 pb"])[-1]["say"] == "refused"
    assert told([*THIRD, "d dh p1 9h"])[-1]["say"] == "refused"
    assert told([*THIRD[:1], "d dh p1 9h"])[-1]["rule"] == "R4.1"
    assert told([*THIRD, "d db 9h"])[-1]["say"] == "refused"
    assert told([*THIRD, "p3 pb", "p1 f", "p2 f", "p3 cc"])[-1]["rule"] == "R7.2"


def test_a_house_that_does_not_deal_the_game(told):  # R2.1
    line = told(THIRD, variant="FR", _house="finnish-cardroom")[-1]
    assert (line["say"], line["rule"]) == ("refused", "R2.1")


def eight_to_the_end(told, **fields: object) -> list[dict]:
    """Eight players call everything up to the seventh street."""
    deck = iter(f"{rank}{suit}" for rank in "3456789TJQKA" for suit in "cdhs")
    actions = [f"d dh p{seat} ????{'2c' if seat == 1 else next(deck)}" for seat in range(1, 9)]
    actions += ["p1 pb", *(f"p{seat} cc" for seat in range(2, 9))]
    for _ in range(3):
        actions += [f"d dh p{seat} {next(deck)}" for seat in range(1, 9)]
        lines = told(actions, antes=[1] * 8, starting_stacks=[100] * 8, **fields)
        opener = lines[-1]["seat"]
        actions += [f"p{(opener - 1 + step) % 8 + 1} cc" for step in range(8)]
    return told([*actions, "d db As"], antes=[1] * 8, starting_stacks=[100] * 8, **fields)


@pytest.mark.parametrize(
    ("house", "short_deck", "burn"),
    [
        ("finnish-cardroom", {"stub": 1, "burns": 3, "procedure": "community", "from": "burns"}, False),  # R5.1
        ("wsop-live", {"stub": 1, "burns": 3, "procedure": "community", "from": "stub and burns"}, True),  # R5.2
        ("bulgarian-classic", {"stub": 4, "burns": 0, "procedure": "community", "from": "stub"}, False),  # R5.3
    ],
)
def test_eight_players_to_the_end(told, house, short_deck, burn):
    lines = eight_to_the_end(told, _house=house)
    start = next(place for place, line in enumerate(lines) if line["say"] == "short-deck")
    assert lines[start] == {"say": "short-deck", "street": 7, "seats": 8, **short_deck}
    assert lines[start + 1] == {"say": "deal", "street": 7, "burn": burn, "face": "up", "seats": []}
    assert lines[start + 2]["say"] == "act"


def test_no_betting_after_the_community_card(told):  # R5.5, 001
    lines = eight_to_the_end(told, _house="finnish-seiska")
    assert lines[-1]["say"] == "show"


def test_a_community_card_is_not_dealt_to_a_seat(told):  # R5.4
    lines = told([*THIRD, "p3 pb", "p1 cc", "p2 cc", "d db 9h"])
    assert (lines[-1]["say"], lines[-1]["rule"]) == ("refused", "R5")


SHOWDOWN = [
    *THIRD,
    *("p3 pb", "p1 cc", "p2 f"),
    *("d dh p1 3d", "d dh p3 9c", "p1 cc", "p3 cc"),
    *("d dh p1 9d", "d dh p3 9h", "p3 cc", "p1 cc"),
    *("d dh p1 9s", "d dh p3 Th", "p1 cc", "p3 cc"),
    *("d dh p1 ??", "d dh p3 ??", "p1 cbr 8", "p3 cc"),
]


def test_hands_are_put_down_in_the_order_announced(told):  # R7.3, R7.4
    lines = told([*SHOWDOWN, "p1 sm 3s3h2d", "p3 sm"])
    assert lines[-3:] == [
        {"say": "show", "seat": 1, "must": True},
        {"say": "show", "seat": 3, "must": False},
        {"say": "award", "pot": 0, "seat": 1, "amount": 23, "side": "high", "hand": "four threes"},
    ]
    assert told([*SHOWDOWN, "p3 sm"])[-1]["rule"] == "R7.3"
    assert told([*SHOWDOWN, "p1 sm"])[-1]["rule"] == "R7.4"


def test_the_best_hand_is_named(told):  # R7.5
    lines = told([*SHOWDOWN, "p1 sm 3s3h2d", "p3 sm AcAdAh"])
    assert lines[-1]["hand"] == "four threes"
    lines = told([*SHOWDOWN, "p1 sm 2h2d4s", "p3 sm 3c9cTc2c9hTh"])
    assert lines[-1]["say"] == "refused"


def test_what_is_shown_must_be_what_was_dealt(told):
    dealt = ["d dh p1 KcKh3c", *SHOWDOWN[1:]]
    assert told([*dealt, "p1 sm QcQh2d"])[-1]["rule"] == "R8"
    assert told([*dealt, "p1 sm KhKc2d"])[-1]["say"] == "show"
    assert told([*dealt, "p1 sm -", "p3 sm"])[-1]["seat"] == 1
    assert told([*SHOWDOWN, "p1 sm 2h3h4h5h"])[-1]["rule"] == "R7.3"


def test_a_folded_seat_that_is_dealt_to_needs_no_line(told):  # R4.7, WL 222
    fourth = [*THIRD, "p3 pb", "p1 cc", "p2 cc", "d dh p1 3d", "d dh p2 Kh", "d dh p3 9c", "p2 cc", "p3 f", "p1 cc"]
    fifth = ["d dh p1 4d", "d dh p2 4h"]
    assert told([*fourth, *fifth])[-1]["say"] == "act"
    assert told([*fourth, *fifth, "d dh p3 5h"])[-1]["say"] == "act"
    assert told([*fourth, "d dh p1 4d", "d dh p2 4h", "p2 cbr 8"])[-1]["to_call"] == 8


def test_several_files_carry_their_names(tmp_path):
    for name in ("a.phh", "b.phh"):
        text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in (HEAD | {"actions": THIRD}).items())
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / "a.phh"), str(tmp_path / "none.phh"), str(tmp_path / "b.phh")]
    result = CliRunner().invoke(replay, [*paths, "--json"])
    assert result.exit_code == 1
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [paths[0]] * 2 + [paths[2]] * 2
    assert "none.phh: cannot be read" in result.stderr


def test_the_house_may_stand_beside_the_hand(tmp_path):
    (tmp_path / "mine.toml").write_text(profile_text("bulgarian-classic"), encoding="utf-8")
    values = HEAD | {"actions": THIRD, "_house": "mine.toml"}
    path = tmp_path / "a.phh"
    path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items()))
    told = CliRunner().invoke(replay, [str(path)])
    assert told.stdout.splitlines()[-1] == "Място 3 влиза с 2 или отваря с 4: двойка спатия, най-ниска карта."
    told = CliRunner().invoke(replay, [str(path), "--house", "finnish-cardroom"])
    assert "ristikakkonen" in told.stdout
    told = CliRunner().invoke(replay, [str(path), "--house", "vegas"])
    assert (told.exit_code, told.stderr.count("\n")) == (1, 1)


def test_people_read_what_was_done_as_well_as_what_is_announced(tmp_path):
    actions = [*THIRD, "p3 pb", "p1 cc", "p2 f", "d dh p1 3d", "d dh p3 2h", "p1 cc"]
    path = tmp_path / "a.phh"
    path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in (HEAD | {"actions": actions}).items()))
    lines = CliRunner().invoke(replay, [str(path)]).stdout.splitlines()
    done = ["Seat 1 calls 2.", "Seat 2 folds.", "A card is burned.", "Seat 1: ?? ?? 3c 3d", "Seat 1 checks."]
    assert [line for line in lines if line in done] == done
    assert len(lines) == len(set(lines)), "nothing is told twice"


def test_usage():
    assert CliRunner().invoke(replay, []).exit_code == 2
