"""How the floor sets a table up anew: what a screen posts, read as strictly as a table file (R1.7).

What has several figures is posted as one line of `name=value`, with the names of the table file, such as
`kind=percent per-mille=50 cap=4`; a level and a game of the rotation are one line each.
"""

from __future__ import annotations

import re
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
from dealer.wording.entries import SET_UP

_AMOUNTS = ("ante", "bring-in", "small-bet", "big-bet", "chip")
_SECTIONS = ("rake", "time-charge", "clock")
_LONGEST_LINE = 300
_FIGURE = re.compile(r"[0-9]{1,12}")
_FIGURES = re.compile(r"[0-9]{1,12}(,[0-9]{1,12})+")


def enter_setup(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """What a table file says of the game changes, between hands; what is not posted stays as it is.

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
        raise TableFileError(SET_UP, "house", f"one of {', '.join(PROFILES)} is needed")
    plain |= {
        "stakes": _stakes(fields),
        "seats": fields.number("seats"),
        "min-buy-in": fields.number("min-buy-in"),
        "decks": fields.list_or_none("decks") or list(now.decks),
        "rotation": _rotation(fields),
    }
    posted = _more(fields, plain)
    fields.done()
    read = table_from_plain(plain, SET_UP, Path()).setup
    do(draft, ChangeSetup(_merged(now, read, kept=kept, posted=posted)))


def _stakes(fields: Fields) -> dict[str, object]:
    stakes: dict[str, object] = {"limit": fields.text("limit")}
    for name in _AMOUNTS:
        amount = fields.number_or(name, None)
        if amount is not None:
            stakes[name] = amount
    if (spread := fields.list_or_none("spread")) is not None:
        stakes["spread"] = spread
    return stakes


def _rotation(fields: Fields) -> list[object]:
    """The games, each with stakes of its own if it has any; or by name alone."""
    names, rows = fields.list_or_none("games"), fields.list_or_none("rotation")
    if rows is not None:
        return [_line(f"rotation[{place}]", row) for place, row in enumerate(rows, start=1)]
    return [{"game": game} for game in names or ()]


def _more(fields: Fields, plain: dict[str, object]) -> frozenset[str]:
    """Add what else was posted; return its keys. An empty line or list takes the thing away."""
    posted = set()
    orbit = fields.number_or("orbit", None)
    if orbit is not None:
        plain["orbit"] = orbit
        posted.add("orbit")
    levels = fields.list_or_none("levels")
    if levels is not None:
        posted.add("levels")
    if levels:
        plain["levels"] = [_line(f"levels[{place}]", row) for place, row in enumerate(levels, start=1)]
    for name in _SECTIONS:
        line = fields.text_or_none(name)
        if line:
            plain[name] = _line(name, line)
        if line or (line is not None and name != "clock"):
            posted.add(name)
    return frozenset(posted)


def _line(key: str, line: object) -> dict[str, object]:
    """Read `name=value name=value`; a value is a word, a whole number, or several with commas between."""
    if not isinstance(line, str) or len(line) > _LONGEST_LINE:
        raise TableFileError(SET_UP, key, "cannot be read as name=value")
    found: dict[str, object] = {}
    for part in line.split():
        name, sign, value = part.partition("=")
        if not (name and sign and value) or name in found:
            raise TableFileError(SET_UP, key, "cannot be read as name=value")
        found[name] = _value(value)
    return found


def _value(text: str) -> object:
    if _FIGURE.fullmatch(text):
        return int(text)
    if _FIGURES.fullmatch(text):
        return [int(each) for each in text.split(",")]
    return text


def _merged(now: Setup, read: Setup, *, kept: bool, posted: frozenset[str]) -> Setup:
    """What was not posted stays, and the house where it is the same; only its clock may be another."""
    house = now.house if kept else read.house
    return replace(
        now,
        house=replace(house, clock=read.house.clock) if "clock" in posted else house,
        seats=read.seats,
        rotation=read.rotation,
        min_buy_in=read.min_buy_in,
        decks=read.decks,
        orbit=read.orbit if "orbit" in posted else now.orbit,
        levels=read.levels if "levels" in posted else now.levels,
        rake=read.rake if "rake" in posted else now.rake,
        time_charge=read.time_charge if "time-charge" in posted else now.time_charge,
    )
