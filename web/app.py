"""Puts the pages together: one Flask application over the ports it is given."""

from __future__ import annotations

import secrets
from datetime import timedelta
from http import HTTPStatus

from flask import Flask, current_app, jsonify, render_template, request
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response

from dealer.access.gate import SESSION_HOURS, Gate
from dealer.access.roles import May, may
from dealer.ports import History, Role, Simulation, Tables, Trends, UnknownTable
from web import api, auth, dealer, floor, hands, reports, setup, stream, technician, trust, users, wall
from web import trends as trends_pages
from web.hub import Hub
from web.rooms import Rooms, home, language, recognise, wants_json, who, words
from web.settings import LANGUAGES, Settings
from web.words import script_words

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: over TLS the check of forms needs the referrer of its own site.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)",
}


def create_app(
    tables: Tables,
    gate: Gate,
    settings: Settings | None = None,
    simulation: Simulation | None = None,
    history: History | None = None,
    trends: Trends | None = None,
    gathered: reports.Gathered | None = None,
) -> Flask:
    """Build the application. simulation: only at a simulated table.  history, trends: None where no record is kept.

    gathered: only at a floor of many tables.
    """
    settings = settings or Settings()
    hub = Hub(tables, settings.streams)
    rooms = Rooms(tables, gate, hub, settings, simulation, history, trends)
    app = Flask("web", static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=gate.cookie_key(),
        TRUSTED_HOSTS=list(settings.hosts),
        MAX_CONTENT_LENGTH=settings.body,
        MAX_FORM_MEMORY_SIZE=settings.body,
        SESSION_COOKIE_NAME="stud",
        SESSION_COOKIE_SECURE=settings.secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(hours=SESSION_HOURS),
        # The session ends on the server; the token of a form lives as long as it.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.extensions["hub"] = hub
    app.jinja_options = {"extensions": ["jinja2.ext.i18n"], "autoescape": True}

    @app.before_request
    def _recognise() -> None:
        recognise(rooms)

    # After that: a post without its token is refused in the reader's language.
    CSRFProtect(app)

    @app.after_request
    def _headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        # Under the local authority a name such as localhost may serve plain pages on other ports; it is not pinned.
        if settings.secure and settings.authority is None:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        no_copy = request.endpoint != "static"
        response.headers.setdefault("Cache-Control", "no-store" if no_copy else "no-cache")
        return response

    @app.context_processor
    def _common() -> dict[str, object]:
        found = who()
        return {
            "_": words,
            "csrf": generate_csrf,
            "language": language(),
            "languages": LANGUAGES,
            "me": found.user if found else None,
            "may": lambda what: may(found.user.role if found else None, May(what)),
            "home": home(rooms, found.user.role) if found else "",
            "mock": simulation is not None,
            "gathers": gathered is not None,
            "authority": settings.authority is not None,
            "tables": tables.ids(),
            "words": script_words(language()),
            "Role": Role,
        }

    app.register_error_handler(HTTPException, _refusal)
    app.register_error_handler(CSRFError, _refusal)
    app.register_error_handler(UnknownTable, _unknown_table)
    app.register_error_handler(Exception, _broken)
    for pages in (auth, trust, dealer, floor, wall, technician, users, hands, setup, trends_pages, stream, api):
        app.register_blueprint(pages.pages(rooms))
    if gathered is not None:
        app.register_blueprint(reports.pages(rooms, gathered))
    return app


def _refusal(error: Exception) -> Response | tuple[Response | str, int]:
    if not isinstance(error, HTTPException):
        return _broken(error)
    if error.response is not None:
        return error.get_response()
    if isinstance(error, SecurityError):
        # Asked for under a name that is not ours: there are no links to draw a page with.
        return Response(words(_TEXTS[400]) + "\n", 400, mimetype="text/plain")
    return _page(error.code or 500)


def _unknown_table(error: Exception) -> tuple[Response | str, int]:
    return _page(404)


def _broken(error: Exception) -> tuple[Response | str, int]:
    # The number ties what somebody reads to what the log holds; the error's own text stays in the log.
    number = secrets.token_hex(3)
    current_app.logger.error("page %s failed, number %s: %s", request.path, number, type(error).__name__)
    return _page(500, number)


def _page(code: int, number: str = "") -> tuple[Response | str, int]:
    text = words(_TEXTS.get(code, _TEXTS[500]))
    if wants_json():
        return jsonify(error=text, number=number), code
    return render_template("error.html", code=code, phrase=HTTPStatus(code).phrase, text=text, number=number), code


_TEXTS = {
    400: "The request was not complete or came from another page. Go back and try again.",
    401: "Sign in first.",
    403: "Your role may not do that. Ask the floor.",
    404: "There is no such page or table.",
    405: "That can't be done here.",
    413: "That is too much at once.",
    429: "Too many tries. Wait a moment.",
    500: "Something broke here. The table goes on; try again, and tell the technician the number.",
    503: "Too many pages are open. Close one and try again.",
}
