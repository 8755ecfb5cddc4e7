"""Signing in and out: by PIN or password, by one-time link, at the first start, at the change of dealers."""

from __future__ import annotations

import math
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from dealer.access.gate import (
    BadName,
    LinkRefused,
    LockedOut,
    NotLocal,
    Purpose,
    WeakSecret,
    WrongSecret,
)
from dealer.access.secrets import Weakness
from dealer.access.store import NameTaken
from web.rooms import Rooms, home, language, let_in, signed_in, who, words
from web.words import chosen

_WEAK = {
    Weakness.TOO_SHORT: "A PIN has at least 6 digits, a password at least 10 letters.",
    Weakness.TOO_LONG: "That is too long.",
    Weakness.TOO_SIMPLE: "That is too easy to guess. Choose another.",
}

NEW_LINK = "The floor makes a new one under Users; where nobody can sign in, the program prints one when it starts."


def weak_words(why: Weakness) -> str:
    """What is wrong with a new PIN or password, in words."""
    return words(_WEAK[why])


def here_only(path: str | None) -> str | None:
    """A path of this server, or None: nobody is sent elsewhere after signing in."""
    if not path or not path.startswith("/") or path.startswith("//") or "\\" in path or "\n" in path:
        return None
    return path


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("auth", __name__)
    gate = rooms.gate

    @blueprint.context_processor
    def said_on_its_pages() -> dict[str, str]:
        return {"new_link": words(NEW_LINK)}

    def address() -> str:
        return request.remote_addr or ""

    @blueprint.get("/")
    def start() -> Response:
        found = who()
        # What the table's own screen says of itself has to reach the page that it lands on.
        kiosk = request.args.get("kiosk")
        here = home(rooms, found.user.role) if found else url_for("auth.sign_in")
        return redirect(here if kiosk is None else f"{here}?{urlencode({'kiosk': kiosk})}")

    @blueprint.get("/sign-in")
    def sign_in() -> str:
        return render_template("sign_in.html", next=here_only(request.args.get("next")) or "", name="", error="")

    @blueprint.post("/sign-in")
    def do_sign_in() -> Response | tuple[str, int]:
        name = request.form.get("name", "")[:80]
        goal = here_only(request.form.get("next"))
        try:
            found = gate.sign_in(name, request.form.get("secret", ""), address())
        except LockedOut as locked:
            error, code = words("Too many wrong tries. Wait %(seconds)s s.", seconds=math.ceil(locked.wait)), 429
        except WrongSecret as wrong:
            error, code = words("Name and PIN don't belong together."), 401
            if wrong.wait:
                error += " " + words("Wait %(seconds)s s.", seconds=math.ceil(wrong.wait))
        else:
            let_in(found)
            return redirect(goal or home(rooms, found.user.role))
        return render_template("sign_in.html", next=goal or "", name=name, error=error), code

    @blueprint.post("/sign-out")
    def sign_out() -> Response | str:
        found = who()
        goal = here_only(request.form.get("next"))
        # Whoever has no PIN yet can't come back by himself.
        if found is not None and not found.user.has_secret and request.form.get("sure") != "yes":
            return render_template("sign_out.html", next=goal or "")
        if found is not None:
            gate.sign_out(found.token)
        kept = language()
        session.clear()
        session["language"] = kept
        return redirect(url_for("auth.sign_in", next=goal))

    @blueprint.post("/language")
    def set_language() -> Response:
        wanted = chosen(request.form.get("language"), language())
        session["language"] = wanted
        found = who()
        if found is not None:
            gate.set_language(found.user.name, wanted)
        return redirect(here_only(request.form.get("next")) or url_for("auth.start"))

    @blueprint.get("/link/<token>")
    def link(token: str) -> Response | str | tuple[str, int]:
        try:
            purpose, name = gate.look_at_link(token, address())
            if purpose is not Purpose.SIGN_IN:
                return render_template("choose_secret.html", token=token, name=name, first=not name, error="")
            # Mail programs and chats look at links before people do; looking uses nothing up.
            if request.method == "HEAD":
                return ""
            found = gate.follow_link(token, address())
        except LinkRefused as refused:
            return _refused_link(refused)
        let_in(found)
        return redirect(home(rooms, found.user.role))

    @blueprint.post("/link/<token>")
    def choose(token: str) -> Response | tuple[str, int]:
        name, secret = request.form.get("name", "")[:80], request.form.get("secret", "")
        try:
            owner = gate.look_at_link(token, address())[1]
            if secret != request.form.get("again", ""):
                error = words("The two are not alike.")
            else:
                found = gate.choose_secret(token, address(), name, secret, language())
                let_in(found)
                return redirect(home(rooms, found.user.role))
        except LinkRefused as refused:
            return _refused_link(refused)
        except WeakSecret as weak:
            error = weak_words(weak.why)
        except BadName:
            error = words("A name has 1 to 40 letters, digits, spaces, dots or hyphens.")
        except NameTaken:
            error = words("There is an account of that name already.")
        shown = owner or name
        return render_template("choose_secret.html", token=token, name=shown, first=not owner, error=error), 400

    @blueprint.get("/no-table")
    def no_table() -> str:
        signed_in()
        return render_template("message.html", title=words("No table"), text=words("No table is open yet."))

    return blueprint


def _refused_link(refused: LinkRefused) -> tuple[str, int]:
    local = isinstance(refused, NotLocal)
    text = (
        words("This link counts only on the machine that printed it. Open it there.")
        if local
        else words("This link was used already or is too old.") + " " + words(NEW_LINK)
    )
    return render_template("message.html", title=words("The link does not open"), text=text), 403 if local else 410
