"""How a table is set up: the floor changes what its table file says of the game; what is wrong stands at its field."""

from __future__ import annotations

import hashlib

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from dealer.access.roles import May
from dealer.ports import Reply, TableBusy
from dealer.snapshots import SetupView, TableView
from web.rooms import Rooms, language, needs, signed_in, words
from web.setup_form import STAKES, NotANumber, entry_of, field_of, games_of, label_of, levels_of, place_of, values_of
from web.wire import as_json


def fingerprint(setup: SetupView) -> str:
    """Tells one set-up from another, so that two of the floor don't undo each other's changes unseen."""
    return hashlib.sha256(as_json(setup).encode()).hexdigest()[:16]


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("setup", __name__)
    tables = rooms.tables

    def seen(table: str) -> tuple[TableView, SetupView]:
        view = tables.view(table, signed_in().user.role, language())
        if view.setup is None:
            abort(404)
        return view, view.setup

    def page(table: str, error: str = "", saved: bool = False, field: str = "", problem: str = "") -> str:
        view, setup = seen(table)
        return render_template(
            "setup.html",
            view=view,
            setup=setup,
            mark=fingerprint(setup),
            error=error,
            saved=saved,
            wrong=field,
            problem=problem,
            values=request.form.to_dict() if request.method == "POST" else values_of(setup),
            games=games_of(setup),
            levels=levels_of(setup),
            stakes=STAKES,
            label_of=lambda name: words(label_of(name)),
        )

    def about(table: str, field: str, problem: str) -> str:
        """The page with what is wrong above it and at its field."""
        where = " ".join(filter(None, (words(label_of(field)), place_of(field))))
        return page(table, f"{where}: {problem}", field=field, problem=problem)

    def entered(table: str, entry: dict[str, object], turn: int) -> Reply:
        return tables.enter(table, entry, turn, signed_in().signature, language())

    @blueprint.get("/table/<table>/setup")
    @needs(May.SEE_SETUP)
    def table(table: str) -> str:
        return page(table, saved="saved" in request.args)

    @blueprint.post("/table/<table>/setup")
    @needs(May.SET_UP)
    def change(table: str) -> Response | tuple[str, int]:
        view, setup = seen(table)
        if request.form.get("mark") != fingerprint(setup):
            return page(table, words("Somebody else has changed it meanwhile, or a hand has begun. Look again.")), 409
        try:
            entry = entry_of(request.form.to_dict(), setup)
        except NotANumber as wrong:
            return about(table, wrong.field, words("a whole number is needed")), 400
        policy = request.form.get("up-cards")
        try:
            reply = entered(table, entry, view.turn)
            if reply.refused is None and policy and policy != setup.up_cards:
                reply = entered(table, {"do": "policy", "up-cards": policy}, reply.turn)
        except TableBusy:
            return page(table, words("The table did not answer in time. Nothing was entered; try again.")), 503
        if reply.refused is not None:
            field, problem = field_of(reply.refused)
            if field:
                return about(table, field, problem), 409
            return page(table, f"{reply.refused} ({reply.rule})" if reply.rule else reply.refused), 409
        return redirect(url_for("setup.table", table=table, saved=""))

    return blueprint
