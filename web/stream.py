"""The event streams: a whole snapshot first, then each newer one, and a heartbeat in between."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from dealer.access.gate import Session
from dealer.access.roles import May, may
from dealer.ports import ChangesClosed, Role, UnknownTable
from web.hub import Frame, Reader, TooManyReaders, Topic
from web.rooms import Rooms, language, needs, signed_in

_RETRY_MS = 1000
_GATHER_EACH, _GATHER_MOST = 0.0001, 0.05
"""Seconds for each table that a stream follows besides the first, in which changes are gathered: 50 ms for 500."""


def event(name: str, data: str, number: int | None = None) -> bytes:
    """One server-sent event. number: its id, from which a page resumes."""
    identity = "" if number is None else f"id: {number}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n".encode()


def table_event(frame: Frame) -> bytes:
    """A table's view; its id is the turn, and being whole it needs nothing that went before."""
    return event("view", frame.text, frame.view.turn)


def floor_event(frame: Frame) -> bytes:
    """A table's card on the floor's overview."""
    return event("card", frame.card, frame.number)


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("stream", __name__)

    def still_may(session: Session, what: May) -> bool:
        now = rooms.gate.session(session.token)
        return now is not None and now.user.role is session.user.role and may(now.user.role, what)

    def events(
        reader: Reader,
        topics: Callable[[], Sequence[Topic]],
        written: Callable[[Frame], bytes],
        allowed: Callable[[], bool],
    ) -> Iterator[bytes]:
        try:
            yield f"retry: {_RETRY_MS}\n\n".encode()
            known: Sequence[Topic] = ()
            while allowed():
                wanted = topics()
                if wanted != known:
                    known = wanted
                    yield event("tables", json.dumps([topic.table for topic in wanted]))
                fresh = reader.wait(known, rooms.settings.heartbeat)
                yield b"".join(written(frame) for frame in fresh) or event("beat", "{}")
                # Looking through very many tables for each change of one costs more than it tells.
                time.sleep(min(_GATHER_MOST, _GATHER_EACH * max(0, len(known) - 1)))
            yield event("ended", '"signed-out"')
        except (ChangesClosed, UnknownTable):
            yield event("ended", '"stopped"')
        finally:
            # Runs also when the client is gone: the server closes the iterator.
            reader.close()

    def answer(
        what: May, topics: Callable[[Session, str], Sequence[Topic]], written: Callable[[Frame], bytes]
    ) -> Response:
        session = signed_in()
        try:
            reader = rooms.hub.reader()
        except TooManyReaders:
            abort(503)
        reads = language()
        body = events(reader, lambda: topics(session, reads), written, lambda: still_may(session, what))
        response = Response(body, mimetype="text/event-stream")
        response.call_on_close(reader.close)
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def one(table: str, role: Role | None = None) -> Callable[[Session, str], Sequence[Topic]]:
        if table not in rooms.tables.ids():
            raise UnknownTable(table)
        return lambda session, reads: (Topic(table, role or session.user.role, reads),)

    @blueprint.get("/table/<table>/stream")
    @needs(May.SEE_TABLE)
    def table_stream(table: str) -> Response:
        return answer(May.SEE_TABLE, one(table), table_event)

    @blueprint.get("/wall/<table>/stream")
    @needs(May.SEE_WALL)
    def wall_stream(table: str) -> Response:
        # Whoever looks: the wall shows what the rail may see.
        return answer(May.SEE_WALL, one(table, Role.VIEWER), table_event)

    @blueprint.get("/floor/stream")
    @needs(May.SEE_FLOOR)
    def floor_stream() -> Response:
        def all_tables(session: Session, reads: str) -> Sequence[Topic]:
            return tuple(Topic(table, session.user.role, reads) for table in rooms.tables.ids())

        return answer(May.SEE_FLOOR, all_tables, floor_event)

    return blueprint
