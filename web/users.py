"""Accounts: who there is, new ones, new PINs, links for walls. For the floor only."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from dealer.access.gate import BadName, WeakSecret
from dealer.access.roles import May
from dealer.access.store import NameTaken, User
from dealer.ports import Role
from web.auth import weak_words
from web.rooms import Rooms, language, needs, signed_in, words
from web.words import chosen


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("users", __name__)
    gate = rooms.gate

    def page(error: str = "", link: str = "", whose: str = "") -> str:
        return render_template("users.html", users=gate.users(), error=error, link=link, whose=whose, roles=list(Role))

    def account(name: str) -> User:
        found = next((user for user in gate.users() if user.name == name), None)
        return found or abort(404)

    @blueprint.get("/users")
    @needs(May.MANAGE_USERS)
    def everyone() -> str:
        return page()

    @blueprint.post("/users")
    @needs(May.MANAGE_USERS)
    def add() -> Response | str | tuple[str, int]:
        form = request.form
        try:
            role = Role(form.get("role", ""))
        except ValueError:
            abort(400)
        try:
            secret = form.get("secret") or None
            user = gate.add_user(form.get("name", "")[:80], role, secret, chosen(form.get("language"), language()))
        except WeakSecret as weak:
            return page(weak_words(weak.why)), 400
        except BadName:
            return page(words("A name has 1 to 40 letters, digits, spaces, dots or hyphens.")), 400
        except NameTaken:
            return page(words("There is an account of that name already.")), 400
        if secret is not None:
            return redirect(url_for("users.everyone"))
        return link_for(user)

    def link_for(user: User) -> str:
        if user.role is Role.VIEWER:
            token = gate.sign_in_link(user.name, user.role, loopback=False)
        else:
            token = gate.new_secret_link(user.name)
        return page(link=url_for("auth.link", token=token, _external=True), whose=user.name)

    @blueprint.post("/users/<name>/link")
    @needs(May.MANAGE_USERS)
    def link(name: str) -> str:
        return link_for(account(name))

    @blueprint.post("/users/<name>/remove")
    @needs(May.MANAGE_USERS)
    def remove(name: str) -> Response | tuple[str, int]:
        if account(name).name == signed_in().user.name:
            return page(words("You can't remove yourself.")), 400
        gate.remove_user(name)
        return redirect(url_for("users.everyone"))

    return blueprint
