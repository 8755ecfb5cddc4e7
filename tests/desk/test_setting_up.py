"""The floor sets a table up anew: strictly, between hands, signed."""

from __future__ import annotations

import pytest

from dealer.house.stakes import Game, Limit
from dealer.ports import Reply, Role

SETUP: dict[str, object] = {
    "do": "setup",
    "house": "wsop-live",
    "seats": 6,
    "min-buy-in": 80,
    "limit": "fixed",
    "ante": 2,
    "bring-in": 3,
    "small-bet": 10,
    "big-bet": 20,
    "games": ["stud-high", "razz"],
    "decks": ["red", "blue"],
}


def sets_up(room, role: Role = Role.FLOOR, **changes: object) -> Reply:
    who = room.floor if role is Role.FLOOR else room.dealer
    return room.controller.enter_now({**SETUP, **changes}, room.desk.turn, who)


def test_house_games_stakes_seats_and_decks_change_between_hands(room):  # R1.7
    room = room().open(1, 2)
    assert sets_up(room).refused is None
    setup = room.desk.table.setup
    assert [plan.game for plan in setup.rotation] == [Game.STUD_HIGH, Game.RAZZ]
    assert (setup.seats, setup.min_buy_in, setup.decks) == (6, 80, ("red", "blue"))
    assert setup.rotation[1].stakes.big_bet == 20
    shown = room.view(Role.FLOOR).setup
    assert shown is not None
    assert (shown.games, shown.ante, shown.free) == (("stud-high", "razz"), 2, True)
    assert room.crash().desk.table.setup == setup
    assert b"felix" in room.journal_bytes()


def test_only_the_floor_and_the_technician_see_it_and_only_the_floor_changes_it(room):
    room = room().open(1, 2)
    assert room.view(Role.DEALER).setup is None
    assert room.view(Role.TECHNICIAN).setup is not None
    refused = sets_up(room, Role.DEALER)
    assert refused.rule == "R8"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"house": "no-such-house"}, "house"),
        ({"seats": 9}, "seats"),
        ({"seats": "six"}, "seats"),
        ({"limit": "sky"}, "limit"),
        ({"small-bet": 30}, "bet"),
        ({"games": ["hold-em"]}, "game"),
        ({"games": []}, "rotation"),
        ({"decks": ["red", "red"]}, "decks"),
        ({"colour": "red"}, "colour"),
        ({"ante": -1}, "ante"),
    ],
)
def test_a_wrong_value_is_refused_by_its_key_and_nothing_changes(room, changes, key):
    room = room().open(1, 2)
    before = room.desk
    refused = sets_up(room, **changes).refused
    assert refused is not None
    assert key in refused
    assert "\n" not in refused
    assert room.desk == before


def test_not_during_a_hand_and_not_under_somebody_who_sits(room):  # R1.1, R1.4
    room = room().open(1, 8)
    assert sets_up(room).rule == "R1.1"
    room.starts_hand()
    assert sets_up(room, seats=8).rule == "R1.4"


def test_what_the_screen_does_not_show_stays(room):
    room = room(house="finnish-cardroom").open(1, 2)
    before = room.desk.table.setup
    assert sets_up(room, house="finnish-cardroom", limit="fixed", games=["stud-high"]).refused is None
    after = room.desk.table.setup
    assert (after.house, after.rake, after.orbit, after.levels) == (
        before.house,
        before.rake,
        before.orbit,
        before.levels,
    )
    assert after.rotation[0].stakes.limit is Limit.FIXED
