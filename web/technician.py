"""The technician's page: the devices of every table, and at a simulated table the switches of its world."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, render_template

from dealer.access.roles import May
from web.fault_words import fault_words, missing_words, news_words
from web.rooms import Rooms, language, needs, signed_in


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("technician", __name__)

    @blueprint.get("/devices")
    @needs(May.SEE_DEVICES)
    def devices() -> str:
        role = signed_in().user.role
        views = [rooms.tables.view(table, role, language()) for table in rooms.tables.ids()]
        return render_template("devices.html", views=views)

    @blueprint.get("/simulation")
    @needs(May.SIMULATE)
    def simulation() -> str:
        if rooms.simulation is None:
            abort(404)
        said = language()
        faults = [replace(each, words=fault_words(said, each.name, each.words)) for each in rooms.simulation.faults()]
        missing = {each.name: missing_words(said, each.name) for each in faults if each.missing}
        pace = rooms.simulation.pace()
        return render_template("simulation.html", faults=faults, missing=missing, news=news_words(said), pace=pace)

    return blueprint
