"""How a table is set up: house, games, stakes, seats, buy-in, decks, whose word a card takes. The floor changes it."""

from __future__ import annotations

import hashlib

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from dealer.access.roles import May
from dealer.ports import Reply, TableBusy, TableView
from dealer.snapshots import SetupView
from web.rooms import Rooms, language, needs, signed_in, words
from web.wire import as_json

AMOUNTS = ("seats", "min-buy-in", "ante", "bring-in", "small-bet", "big-bet", "chip")
_MOST_DIGITS = 9


class NotANumber(ValueError):
    """A field that needs a whole number holds something else."""


def fingerprint(setup: SetupView) -> str:
    """Tells one set-up from another, so that two of the floor don't undo each other's changes unseen."""
    return hashlib.sha256(as_json(setup).encode()).hexdigest()[:16]


def _whole(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise NotANumber(text)
    return int(text)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def entry_of() -> dict[str, object]:
    """What the posted form asks for, as an entry. Raises NotANumber with the field's name."""
    form = request.form
    entry: dict[str, object] = {"do": "setup", "house": form.get("house", ""), "limit": form.get("limit", "")}
    for name in AMOUNTS:
        try:
            entry[name] = _whole(form.get(name, ""))
        except NotANumber:
            raise NotANumber(name) from None
    if form.get("limit") == "spread":
        try:
            entry["spread"] = [_whole(form.get("spread-low", "")), _whole(form.get("spread-high", ""))]
        except NotANumber:
            raise NotANumber("spread") from None
        del entry["small-bet"], entry["big-bet"]
    entry["games"] = [game for game in form.getlist("games") if game][:8]
    entry["decks"] = _names(form.get("decks", ""))[:8]
    return entry


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("setup", __name__)
    tables = rooms.tables

    def seen(table: str) -> tuple[TableView, SetupView]:
        view = tables.view(table, signed_in().user.role, language())
        if view.setup is None:
            abort(404)
        return view, view.setup

    def page(table: str, error: str = "", saved: bool = False) -> str:
        view, setup = seen(table)
        return render_template(
            "setup.html", view=view, setup=setup, mark=fingerprint(setup), error=error, saved=saved, form=request.form
        )

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
            entry = entry_of()
        except NotANumber as wrong:
            return page(table, words("%(field)s: a whole number is needed.", field=str(wrong))), 400
        policy = request.form.get("up-cards")
        try:
            reply = entered(table, entry, view.turn)
            if reply.refused is None and policy and policy != setup.up_cards:
                reply = entered(table, {"do": "policy", "up-cards": policy}, reply.turn)
        except TableBusy:
            return page(table, words("The table did not answer in time. Nothing was entered; try again.")), 503
        if reply.refused is not None:
            return page(table, f"{reply.refused} ({reply.rule})" if reply.rule else reply.refused), 409
        return redirect(url_for("setup.table", table=table, saved=""))

    return blueprint
