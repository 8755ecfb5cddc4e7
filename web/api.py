"""What scripts ask and post: views as JSON, entries, the camera's picture, the simulated table's switches."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from dealer.access.roles import May
from dealer.ports import Simulation, TableBusy, UnknownFault
from web.entries import BadEntry, read_entry
from web.rooms import Rooms, language, needs, signed_in, words
from web.wire import as_json, plain

SLOWEST, FASTEST = 10.0, 0.05


def _posted() -> object:
    if not request.is_json:
        raise BadRequest("post JSON")
    try:
        posted: object = request.get_json()
    except RecursionError:
        # A few kilobytes of brackets are deeper than the parser goes.
        raise BadRequest("that is nested too deeply") from None
    return posted


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("api", __name__)
    tables = rooms.tables

    def state_of(world: Simulation) -> Response:
        return jsonify(faults=plain(world.faults()), pace=world.pace())

    def simulation() -> Simulation:
        if rooms.simulation is None:
            abort(404)
        return rooms.simulation

    @blueprint.get("/tables")
    @needs(May.SEE_TABLE)
    def ids() -> Response:
        return jsonify(tables=list(tables.ids()))

    @blueprint.get("/table/<table>/view")
    @needs(May.SEE_TABLE)
    def view(table: str) -> Response:
        return Response(as_json(tables.view(table, signed_in().user.role, language())), mimetype="application/json")

    @blueprint.post("/table/<table>/entry")
    @needs(May.ENTER)
    def enter(table: str) -> Response | tuple[Response, int]:
        try:
            entry, turn = read_entry(_posted())
        except BadEntry as bad:
            raise BadRequest(str(bad)) from bad
        session = signed_in()
        try:
            reply = tables.enter(table, entry, turn, session.signature, language())
        except TableBusy:
            busy = words("The table did not answer in time. Nothing was entered; try again.")
            return jsonify(turn=turn, refused=busy, rule=None), 503
        body = jsonify(turn=reply.turn, refused=reply.refused, rule=reply.rule)
        return body, 200 if reply.refused is None else 409

    @blueprint.get("/table/<table>/picture.jpg")
    @needs(May.SEE_PICTURE)
    def picture(table: str) -> Response:
        found = tables.picture(table)
        if found is None:
            abort(404)
        return Response(found.jpeg, mimetype="image/jpeg")

    @blueprint.get("/simulation/state")
    @needs(May.SIMULATE)
    def state() -> Response:
        return state_of(simulation())

    @blueprint.post("/simulation/fault")
    @needs(May.SIMULATE)
    def fault() -> Response:
        world, posted = simulation(), _posted()
        if not isinstance(posted, dict) or not isinstance(posted.get("on"), bool):
            raise BadRequest("name the fault and say on or off")
        try:
            world.switch(str(posted.get("fault")), posted["on"])
        except UnknownFault:
            abort(404)
        return state_of(world)

    @blueprint.post("/simulation/pace")
    @needs(May.SIMULATE)
    def pace() -> Response:
        world, posted = simulation(), _posted()
        seconds = posted.get("seconds") if isinstance(posted, dict) else True
        if isinstance(seconds, bool) or not isinstance(seconds, int | float | None):
            raise BadRequest("seconds is a number, or null for a person")
        if seconds is not None and not FASTEST <= seconds <= SLOWEST:
            raise BadRequest("the pace is from 0.05 to 10 seconds")
        world.set_pace(None if seconds is None else float(seconds))
        return state_of(world)

    return blueprint
