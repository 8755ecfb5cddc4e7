"""The floor's overview: every table at a glance, those that wait first."""

from __future__ import annotations

from flask import Blueprint, render_template

from dealer.access.roles import May
from web.rooms import Rooms, needs


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("floor", __name__)

    @blueprint.get("/floor")
    @needs(May.SEE_FLOOR)
    def overview() -> str:
        return render_template("floor.html")

    return blueprint
