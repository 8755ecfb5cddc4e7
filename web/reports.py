"""The floor's reports over many tables, records that differ, and hands looked up at a table far away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from dealer.access.roles import May
from dealer.ports import FarHistory, FloorBook, LookedUp, RecordAlert, ReportBy
from web.hands import MOST_NUMBER, asked_for, readable
from web.rooms import Rooms, language, needs, signed_in, words
from web.words import GAMES

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FOREVER = 1e12


@dataclass(frozen=True, slots=True)
class Gathered:
    """What only a floor of many tables has."""

    book: FloorBook
    hands: FarHistory


@dataclass(frozen=True, slots=True)
class Asked:
    """Which report is wanted. since, until: ISO dates, "" for no end; a day begins at midnight UTC."""

    by: ReportBy
    since: str
    until: str
    error: str

    @property
    def span(self) -> tuple[float, float]:
        """Seconds since 1970."""
        return _seconds(self.since, 0.0), _seconds(self.until, _FOREVER)


@dataclass(frozen=True, slots=True)
class Differs:
    """A line of the records that differ, ready to read."""

    alert: RecordAlert
    at: str
    what: str


def _seconds(date: str, otherwise: float) -> float:
    """A date or time in seconds since 1970, of UTC unless it names another zone. Raises ValueError."""
    if not date:
        return otherwise
    moment = datetime.fromisoformat(date)
    offset = moment.utcoffset() or timedelta()
    return (moment.replace(tzinfo=UTC) - _EPOCH - offset).total_seconds()


def _asked() -> Asked:
    """What the address asks for; since yesterday, unless it says otherwise."""
    given = request.args
    by = next((each for each in ReportBy if each.value == given.get("by")), ReportBy.TABLE)
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    since, until = given.get("since", yesterday), given.get("until", "")
    try:
        for date in filter(None, (since, until)):
            _seconds(date, 0.0)
    except ValueError:
        return Asked(by, "", "", words("A date is written as year, month and day, such as 2026-05-01."))
    return Asked(by, since, until, "")


def _name(by: ReportBy, of: str) -> str:
    return words(f"game {of}") if by is ReportBy.GAME and of in GAMES else of


def _differs(alert: RecordAlert) -> Differs:
    shorter = words("Its journal ends before what the floor was told.")
    other = words("Its record is not the one that the floor was told.")
    at = datetime.fromtimestamp(alert.wall).strftime("%d.%m. %H:%M")
    return Differs(alert, at, shorter if alert.kind == "shorter" else other)


def pages(rooms: Rooms, gathered: Gathered) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("reports", __name__)
    book, far = gathered.book, gathered.hands

    @blueprint.get("/reports")
    @needs(May.SEE_LOG)
    def overview() -> str:
        asked = _asked()
        lines = [] if asked.error else [(_name(asked.by, each.of), each) for each in book.report(asked.by, *asked.span)]
        alerts = [_differs(each) for each in book.alerts()]
        return render_template("reports.html", asked=asked, lines=lines, alerts=alerts, kinds=ReportBy)

    @blueprint.get("/reports.csv")
    @needs(May.SEE_LOG)
    def csv() -> Response:
        asked = _asked()
        if asked.error:
            abort(400)
        answer = Response(book.csv(asked.by, *asked.span), mimetype="text/csv")
        answer.headers["Content-Disposition"] = f'attachment; filename="{asked.by.value}.csv"'
        return answer

    @blueprint.post("/reports/differs/<int:alert>")
    @needs(May.SEE_LOG)
    def settle(alert: int) -> Response:
        if alert > MOST_NUMBER or not book.settle(alert, signed_in().user.name):
            abort(404)
        return redirect(url_for("reports.overview"))

    @blueprint.get("/reports/hands")
    @needs(May.LOOK_UP_HANDS)
    def hands() -> str:
        table = request.args.get("table", "")
        found = _find(table) if table else LookedUp((), "", "")
        lines = [readable(each, language()) for each in found.hands]
        return render_template("far_hands.html", asked=request.args, table=table, hands=lines, error=found.refused)

    def _find(table: str) -> LookedUp:
        wanted = asked_for()
        if wanted.error:
            return LookedUp((), "", wanted.error)
        return far.find(
            table,
            signed_in().user.name,
            language(),
            number=wanted.number,
            since=wanted.since,
            seat=wanted.seat,
            card=wanted.card,
        )

    @blueprint.get("/reports/hands/<table>/<int:number>")
    @needs(May.LOOK_UP_HANDS)
    def hand(table: str, number: int) -> str:
        if number > MOST_NUMBER:
            abort(404)
        found = far.text(table, signed_in().user.name, language(), number)
        if not found.text and not found.refused:
            abort(404)
        return render_template("far_hand.html", table=table, number=number, found=found)

    return blueprint
