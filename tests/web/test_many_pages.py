"""Sixty pages on one table, one of them asleep: the controller does not notice, and the others miss nothing."""

from __future__ import annotations

import http.client
import json
import selectors
import socket
import statistics
import time

import pytest

from dealer.local import LocalTables
from dealer.ports import Role
from dealer.views import Sign
from web.app import create_app
from web.server import serve
from web.settings import Settings

PAGES = 60
ENTRIES = 30
MEDIAN_MS, WORST_MS = 100.0, 1500.0
"""Far above what is measured on a quiet machine (a few milliseconds), since tests share theirs."""


class Pages:
    """Plain clients of one stream; all but the sleepers read what comes."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reading: dict[socket.socket, bytes] = {}
        self.asleep: list[socket.socket] = []
        self.ready = selectors.DefaultSelector()

    def open(self, sleeps: bool = False) -> None:
        page = socket.socket()
        if sleeps:
            page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        page.settimeout(10)
        page.connect(("127.0.0.1", self.port))
        head = f"GET /table/one/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n"
        page.sendall((head + "Accept: text/event-stream\r\n\r\n").encode())
        if sleeps:
            self.asleep.append(page)
        else:
            self.reading[page] = b""
            self.ready.register(page, selectors.EVENT_READ)

    def read(self, seconds: float) -> None:
        for key, _ in self.ready.select(seconds):
            page = key.fileobj
            assert isinstance(page, socket.socket)
            self.reading[page] = (self.reading[page] + page.recv(262144))[-60_000:]

    def turns(self) -> set[int]:
        """The newest turn that each page was told of."""
        return {_newest(text) for text in self.reading.values()}

    def until(self, turn: int, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self.turns() != {turn} and time.monotonic() < end:
            self.read(0.1)

    def close(self) -> None:
        for page in (*self.reading, *self.asleep):
            page.close()
        self.ready.close()


def _newest(text: bytes) -> int:
    found = [line for line in text.split(b"\n") if line.startswith(b"id: ")]
    return int(found[-1][4:]) if found else 0


@pytest.fixture
def table(room, gate):
    """A real controller behind a real server, and a cookie of its dealer."""
    opened = room().open(1, 2, 3)
    tables = LocalTables(opened.controller, Sign("Table one"))
    settings = Settings(streams=PAGES, heartbeat=0.5)
    app = create_app(tables, gate, settings)
    running = serve(app, settings, "127.0.0.1", 0)
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    connection = http.client.HTTPConnection("localhost", running.port, timeout=5)
    connection.request("GET", f"/link/{token}")
    cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
    connection.close()
    yield opened, running, cookie
    tables.close()
    running.stop()


def entries_take(opened, pages: Pages | None = None) -> list[float]:
    """Milliseconds that each entry takes, on disk and told; the table is paused and goes on again."""
    took = []
    for number in range(ENTRIES):
        begun = time.perf_counter()
        reply = opened.tries("resume" if number % 2 else "pause", **({} if number % 2 else {"reason": "a test"}))
        took.append(1000 * (time.perf_counter() - begun))
        assert reply.refused is None
        if pages is not None:
            pages.read(0.02)
    return took


def test_sixty_pages_and_a_sleeping_one_do_not_slow_the_controller(table):
    opened, running, cookie = table
    entries_take(opened)
    pages = Pages(running.port, cookie)
    try:
        pages.open(sleeps=True)
        for _ in range(PAGES - 1):
            pages.open()
        pages.until(opened.desk.turn, 20)
        assert pages.turns() == {opened.desk.turn}
        took = entries_take(opened, pages)
        assert statistics.median(took) < MEDIAN_MS
        assert max(took) < WORST_MS
        pages.until(opened.desk.turn, 20)
        assert pages.turns() == {opened.desk.turn}
        connection = http.client.HTTPConnection("localhost", running.port, timeout=10)
        connection.request("GET", "/table/one/stream", headers={"Cookie": cookie, "Accept": "text/event-stream"})
        refused = connection.getresponse()
        assert refused.status == 503
        assert json.loads(refused.read())["error"]
        connection.close()
    finally:
        pages.close()
