"""Misreads, irregularities and device faults over time, by table, shoe and deck; and what the floor did about them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, render_template, request

from dealer.access.roles import May
from dealer.ports import Incident, IncidentKind, LogLine, Trends
from web.plots import Column, Plot, columns
from web.rooms import Rooms, language, needs

KINDS = (IncidentKind.MISREAD, IncidentKind.IRREGULARITY, IncidentKind.DEVICE)
"""The kinds in the order in which they are stacked."""
LOG_LINES = 100


@dataclass(frozen=True, slots=True)
class Span:
    """How far back a page looks. seconds: of one column.  label: the words under it (strftime), or "" for none."""

    name: str
    columns: int
    seconds: int
    label: str
    every: int


SPANS = (Span("day", 24, 3600, "%H", 3), Span("fortnight", 14, 86400, "%d.%m.", 2))


@dataclass(frozen=True, slots=True)
class Group:
    """Everything that went wrong with one table, shoe or deck. worst: what it was most often, with how often."""

    name: str
    plot: Plot
    counts: tuple[int, ...]
    worst: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """One line of the floor's log, ready to read."""

    at: str
    line: LogLine


def grouped(incidents: Sequence[Incident], of: Callable[[Incident], str], span: Span, now: float) -> list[Group]:
    """One group for each name that `of` finds, the one with most first; incidents without a name stand in none."""
    names = Counter(name for incident in incidents if (name := of(incident)))
    return [
        _group(name, [each for each in incidents if of(each) == name], span, now) for name, _ in names.most_common()
    ]


def _group(name: str, incidents: Sequence[Incident], span: Span, now: float) -> Group:
    begin = now - span.columns * span.seconds
    counts = [[0] * len(KINDS) for _ in range(span.columns)]
    for incident in incidents:
        place = int((incident.wall - begin) // span.seconds)
        if 0 <= place < span.columns:
            counts[place][KINDS.index(incident.kind)] += 1
    data = [
        Column(
            datetime.fromtimestamp(begin + (place + 1) * span.seconds).strftime(span.label)
            if place % span.every == span.every - 1
            else "",
            tuple(row),
        )
        for place, row in enumerate(counts)
    ]
    totals = tuple(sum(row[kind] for row in counts) for kind in range(len(KINDS)))
    worst = Counter(incident.what for incident in incidents).most_common(6)
    return Group(name, columns(data), totals, tuple(worst))


def log_lines(trends: Trends, reads: str, most: int = LOG_LINES) -> list[Done]:
    """What the floor did, newest first."""
    return [Done(datetime.fromtimestamp(line.wall).strftime("%d.%m. %H:%M"), line) for line in trends.log(reads, most)]


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("trends", __name__)

    @blueprint.get("/trends")
    @needs(May.SEE_DEVICES)
    def overview() -> str:
        span = next((each for each in SPANS if each.name == request.args.get("span")), SPANS[0])
        if rooms.trends is None:
            return render_template("trends.html", kept=False, spans=SPANS, span=span)
        now = time.time()
        since = now - span.columns * span.seconds
        found = rooms.trends.incidents(since, language())
        return render_template(
            "trends.html",
            kept=True,
            spans=SPANS,
            span=span,
            hands=len(rooms.trends.hands(since)),
            total=len(found),
            by_table=grouped(found, lambda each: each.table, span, now),
            by_shoe=grouped(found, lambda each: each.shoe, span, now),
            by_deck=grouped(found, lambda each: each.deck, span, now),
        )

    @blueprint.get("/log")
    @needs(May.SEE_LOG)
    def log() -> str:
        lines = [] if rooms.trends is None else log_lines(rooms.trends, language())
        return render_template("log.html", lines=lines)

    return blueprint
