"""The dealer's page; the floor and the technician open the same page with their own verbs."""

from __future__ import annotations

from flask import Blueprint, render_template

from dealer.access.roles import May
from dealer.ports import UnknownTable
from web.rooms import Rooms, needs, signed_in

PLACES: tuple[tuple[str, str], ...] = (
    ("fold", "F"),
    ("check", "C"),
    ("call", "L"),
    ("bet", "B"),
    ("raise", "R"),
    ("complete", "K"),
    ("next", "N"),
    ("muck", "M"),
    ("bring-in", "I"),
    ("all-in", "A"),
    ("bet-big", "D"),
    ("raise-big", "T"),
    ("show", "S"),
    ("clock", "O"),
)
"""The words in their places, row by row, for ever. The key is the one that stands there when the view names none."""


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("dealer", __name__)

    @blueprint.get("/table/<table>")
    @needs(May.SEE_TABLE)
    def table(table: str) -> str:
        if table not in rooms.tables.ids():
            raise UnknownTable(table)
        return render_template("table.html", table=table, places=PLACES, role=signed_in().user.role)

    return blueprint
