"""What a seat may do with its chips in spread, pot and no limit (R3.4, R3.6, R4.6)."""

from __future__ import annotations

from dealer.game import commands as game
from dealer.house.stakes import Limit


def test_spread_opens_from_the_bring_in_to_the_maximum(table):  # R3.4, source 000
    played = table(3, spread=(1, 5), bring_in=1).deals_doors("2c", "9d", "Kh")
    assert (played.can, played.options.bet_to) == ({"bring-in", "bet"}, (2, 5))
    played.acts("bring-in")
    assert played.options.raise_to == (2, 6)


def test_spread_raise_is_at_least_the_last_one(table):  # R3.6, WL 128
    played = table(3, spread=(1, 5), bring_in=1).deals_doors("2c", "9d", "Kh").acts("bet 3")
    assert played.options.raise_to == (6, 8)
    played.acts("raise 8")
    assert played.options.raise_to == (13, 13)
    assert played.refuses(game.Wager(3, 12)) == "R3.6"
    assert played.refuses(game.Wager(3, 14)) == "R2.2"


def test_pot_limit(table):  # R2.2, R3.4, R3.6
    played = table(4, house="finnish-seiska", limit=Limit.POT).deals_doors("2c", "9d", "Kh", "7s")
    assert (played.turn, played.options.bet_to) == (3, (3, 4))  # the antes are the pot
    played.acts("bring-in")
    assert played.options.raise_to == (4, 10)  # 4 antes and the bring-in, called: 8 more than 2
    played.acts("raise 10")
    assert played.options.raise_to == (18, 36)


def test_no_limit(table):  # R3.6, R4.6, WL 128, 170
    played = table(3, limit=Limit.NO_LIMIT, stacks=(201, 13, 201)).deals_doors("2c", "9d", "Kh")
    assert played.options.bet_to == (3, 200)
    played.acts("bet 10")
    assert played.options.raise_to == (12, 12)  # all he has
    played.acts("raise 12")
    assert played.options.raise_to == (22, 200)
    played.acts("call")
    assert (played.turn, played.can) == (1, {"fold", "call"})  # only a full raise reopens


def test_no_limit_short_raises_add_up(table):  # R4.6, WL 173
    played = table(4, limit=Limit.NO_LIMIT, stacks=(301, 16, 22, 301)).deals_doors("2c", "9d", "Kh", "Qs")
    played.acts("bet 10", "raise 15", "raise 21", "call")
    assert (played.turn, "raise" in played.can) == (1, True)
    assert played.options.raise_to[0] == 31
