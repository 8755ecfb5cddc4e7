"""What every page may reach, and how a page is guarded: who asks, may he, in which language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from flask import abort, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from dealer.access.gate import Gate, Session
from dealer.access.roles import May, may
from dealer.ports import History, Role, Simulation, Tables, Trends
from web.hub import Hub
from web.settings import Settings
from web.words import chosen, say

Args = ParamSpec("Args")
View = Callable[Args, Response | str | tuple[Response | str, int]]


@dataclass(frozen=True, slots=True)
class Rooms:
    """The parts behind the pages, given by the composition root."""

    tables: Tables
    gate: Gate
    hub: Hub
    settings: Settings
    simulation: Simulation | None
    history: History | None
    trends: Trends | None


def who() -> Session | None:
    """Who asks, as found out once a request."""
    found = g.get("who")
    return found if isinstance(found, Session) else None


def signed_in() -> Session:
    """Who asks, on a page that only somebody signed in can reach."""
    found = who()
    if found is None:
        abort(401)
    return found


def language() -> str:
    """The language of this request; English for one that was refused before anybody was recognised."""
    return str(g.get("language", "en"))


def words(text: str, **values: object) -> str:
    """A sentence in the language of this request."""
    return say(language(), text, **values)


def recognise(rooms: Rooms) -> None:
    """Find out who asks and in which language he reads."""
    token = session.get("token")
    found = rooms.gate.session(token) if isinstance(token, str) else None
    if found is None and token is not None:
        session.pop("token", None)
    g.who = found
    browser = request.accept_languages.best_match(["en", "fi", "bg"])
    fallback = chosen(browser, rooms.settings.language)
    remembered = session.get("language")
    own = found.user.language if found else remembered if isinstance(remembered, str) else None
    g.language = chosen(own, fallback)


def let_in(found: Session) -> None:
    """Make the browser the holder of this session; whatever it held before is dropped."""
    session.clear()
    session.permanent = True
    session["token"] = found.token
    session["language"] = found.user.language


def wants_json() -> bool:
    """Whether the answer is for a script rather than for somebody who reads."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json", "text/event-stream"])
    return best not in (None, "text/html") or request.is_json


def needs(what: May) -> Callable[[View[Args]], View[Args]]:
    """Let only those in who may do it: others get 403, and people who have not signed in the sign-in page."""

    def guard(page: View[Args]) -> View[Args]:
        @wraps(page)
        def guarded(*args: Args.args, **kwargs: Args.kwargs) -> Response | str | tuple[Response | str, int]:
            found = who()
            if found is None:
                if request.method == "GET" and not wants_json():
                    return redirect(url_for("auth.sign_in", next=request.path))
                abort(401)
            if not may(found.user.role, what):
                abort(403)
            return page(*args, **kwargs)

        return guarded

    return guard


def home(rooms: Rooms, role: Role) -> str:
    """Where somebody of this role begins."""
    tables = rooms.tables.ids()
    if role is Role.FLOOR:
        return url_for("floor.overview")
    if role is Role.TECHNICIAN:
        return url_for("technician.devices")
    if not tables:
        return url_for("auth.no_table")
    return url_for("wall.wall" if role is Role.VIEWER else "dealer.table", table=tables[0])
