"""The floor sets a table up anew: strictly, between hands, signed."""

from __future__ import annotations

import pytest

from dealer.game.rake import NoRake, PercentRake
from dealer.house.rules import ClockStart
from dealer.house.stakes import Game, Limit
from dealer.ports import Reply, Role
from dealer.table.state import TimeCharge

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


MORE: dict[str, object] = {
    "rotation": ["game=stud-high", "game=razz limit=fixed ante=1 bring-in=2 small-bet=6 big-bet=12 chip=1"],
    "orbit": 8,
    "rake": "kind=percent per-mille=50 cap=4",
    "time-charge": "amount=10 minutes=30",
    "levels": ["minutes=20 ante=1 bring-in=2 small-bet=4 big-bet=8", "minutes=30 ante=2 small-bet=8 bring-in=4"],
    "clock": "start=each seconds=30 warning=5 time-out=fold",
}


def test_rake_time_charge_orbit_levels_and_clock_change_as_in_a_table_file(room):  # R1.7, R2.1, R6.1, R10
    room = room().open(1, 2)
    assert sets_up(room, games=None, **MORE).refused is None
    setup = room.desk.table.setup
    assert setup.rotation[1].stakes.big_bet == 12
    assert (setup.orbit, setup.rake, setup.time_charge) == (8, PercentRake(50, 4), TimeCharge(10, 30))
    assert [(level.starts, level.stakes.big_bet) for level in setup.levels] == [(0.0, 8), (1200.0, 16)]
    assert (setup.house.clock.start, setup.house.clock.seconds) == (ClockStart.EACH, 30)
    shown = room.view(Role.FLOOR).setup
    assert shown is not None
    assert (shown.orbit, shown.time_charge, shown.rake_now.cap) == (8, (10, 30), 4)
    assert [level.minutes for level in shown.schedule] == [20, 20]  # the last one has no end
    assert shown.rotation[0].own is None
    assert shown.rotation[1].own is not None
    assert room.crash().desk.table.setup == setup


def test_what_is_posted_empty_is_taken_away_and_what_is_not_posted_stays(room):
    room = room().open(1, 2)
    assert sets_up(room, games=None, **MORE).refused is None
    assert sets_up(room).refused is None
    setup = room.desk.table.setup
    assert (setup.rake, setup.orbit, len(setup.levels)) == (PercentRake(50, 4), 8, 2)
    assert sets_up(room, rake="", levels=[], **{"time-charge": "", "orbit": 0}).refused is None
    setup = room.desk.table.setup
    assert (setup.rake, setup.levels, setup.time_charge, setup.orbit) == (NoRake(), (), None, 0)
    assert setup.house.clock.seconds == 30


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"rake": "kind=tenth"}, "rake.kind"),
        ({"rake": "kind=percent per-mille=many"}, "rake.per-mille"),
        ({"rake": "kind=steps steps=20,1,40"}, "rake.steps"),
        ({"rake": "percent"}, "rake: cannot be read as name=value"),
        (
            {"rake": "kind=\u041f\u0420\u041e"},
            'rake.kind: "\u041f\u0420\u041e" is not allowed; allowed: none, percent, steps, fixed',
        ),
        ({"rake": "kind=?"}, 'rake.kind: "?" is not allowed; allowed: none, percent, steps, fixed'),
        ({"rake": "kind=1,2"}, "rake.kind: a list is not allowed; allowed: none, percent, steps, fixed"),
        ({"rake": "kind=none kind=fixed"}, "rake: cannot be read"),
        ({"time-charge": "amount=0 minutes=30"}, "time-charge.amount"),
        ({"levels": ["minutes=20 ante=1 bring-in=2 small-bet=4", "minutes=0 ante=1"]}, "levels[2]"),
        ({"levels": [20]}, "levels[1]"),
        ({"clock": "start=each seconds=10 warning=10 time-out=fold"}, "clock.warning"),
        ({"rotation": ["game=stud-high", "game=razz ante=x"]}, "rotation[2].ante"),
        ({"orbit": 5000}, "orbit"),
    ],
)
def test_each_wrong_figure_is_refused_by_its_own_key(room, changes, refused):
    room = room().open(1, 2)
    before = room.desk
    assert str(sets_up(room, **changes).refused).startswith(refused)
    assert room.desk == before
