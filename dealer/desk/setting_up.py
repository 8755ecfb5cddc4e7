"""How the floor sets a table up anew: what a screen posts, read as strictly as a table file (R1.7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dealer.desk.entries import Fields
from dealer.desk.placing import do
from dealer.desk.world import Draft, World
from dealer.house.load import PROFILES
from dealer.ports import Signature
from dealer.table.commands import ChangeSetup
from dealer.table.file import TableFileError, table_from_plain
from dealer.table.state import Setup

_AMOUNTS = ("ante", "bring-in", "small-bet", "big-bet", "chip")


def enter_setup(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """House, games, stakes, seats, buy-in and decks change, between hands; everything else stays as it is.

    Raises TableFileError, which names the key that is refused, or IllegalAction.
    """
    del who, world
    now = draft.desk.table.setup
    plain: dict[str, object] = {"table": now.table, "house": fields.text("house")}
    kept = plain["house"] == now.house.name
    if kept and now.house.name not in PROFILES:
        # A house file of its own stands on the table's computer; what was read of it is kept below.
        plain["house"] = PROFILES[0]
    elif not kept and plain["house"] not in PROFILES:
        raise TableFileError("the set-up", "house", f"one of {', '.join(PROFILES)} is needed")
    stakes: dict[str, object] = {"limit": fields.text("limit")}
    for name in _AMOUNTS:
        amount = fields.number_or(name, None)
        if amount is not None:
            stakes[name] = amount
    if (spread := fields.list_or_none("spread")) is not None:
        stakes["spread"] = spread
    plain |= {
        "stakes": stakes,
        "seats": fields.number("seats"),
        "min-buy-in": fields.number("min-buy-in"),
        "decks": fields.list_or_none("decks") or list(now.decks),
        "rotation": [{"game": game} for game in fields.list_or_none("games") or ()],
    }
    fields.done()
    do(draft, ChangeSetup(_merged(now, table_from_plain(plain, "the set-up", Path()).setup, kept=kept)))


def _merged(now: Setup, read: Setup, *, kept: bool) -> Setup:
    """What the screen does not show stays: rake, levels, the length of an orbit, the house where it is the same."""
    return replace(
        now,
        house=now.house if kept else read.house,
        seats=read.seats,
        rotation=read.rotation,
        min_buy_in=read.min_buy_in,
        decks=read.decks,
    )
