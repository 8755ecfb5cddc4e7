"""The wall: what players and rail may see of a table, huge and without anything to press."""

from __future__ import annotations

from flask import Blueprint, render_template

from dealer.access.roles import May
from dealer.ports import UnknownTable
from web.rooms import Rooms, needs


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("wall", __name__)

    @blueprint.get("/wall/<table>")
    @needs(May.SEE_WALL)
    def wall(table: str) -> str:
        if table not in rooms.tables.ids():
            raise UnknownTable(table)
        return render_template("wall.html", table=table)

    return blueprint
