"""Measures the pages under load: from the last byte of the shoe's event to the text, with many streams held open."""

from __future__ import annotations

import http.client
import selectors
import socket
import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dealer.cli.assemble import RunningTable
from dealer.cli.bench_latency import ARGUMENTS, WATCH, CannotMeasure, Figures, figures, find_browser, probed_table
from dealer.cli.mock import example_table
from dealer.cli.probe import Probe
from dealer.ports import Role

if TYPE_CHECKING:
    from playwright.sync_api import Page

FURTHER = (0, 20, 57)
"""How many streams a plain client holds besides the three pages; the last makes sixty in all."""
_TABLE = "bench"
_PAGES = ((Role.DEALER, f"/table/{_TABLE}"), (Role.FLOOR, "/floor"), (Role.VIEWER, f"/wall/{_TABLE}"))
_SEATS = 6
"""So few that the deck never runs short: each card comes out of the shoe, where the probe is."""
_SETTLE = 2.0
_DEALING = 60.0


class PlainClient:
    """Holds event streams open and reads them, as so many further pages would, without drawing anything."""

    def __init__(self, link: str) -> None:
        """link: a sign-in link, good once. Raises CannotMeasure if it is not taken."""
        parts = urlsplit(link)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        connection = http.client.HTTPConnection(self._host, self._port, timeout=5)
        connection.request("GET", parts.path)
        cookie = connection.getresponse().headers["Set-Cookie"]
        connection.close()
        if cookie is None:
            raise CannotMeasure("the plain client could not sign in; run it again")
        self._cookie = cookie.split(";")[0]
        self._sockets: list[socket.socket] = []
        self._ready = selectors.DefaultSelector()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._read, name="plain-client", daemon=True)
        self.read = 0
        self.closed = 0

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def hold(self, count: int) -> None:
        """Open streams until there are so many."""
        request = (
            f"GET /table/{_TABLE}/stream HTTP/1.1\r\nHost: localhost:{self._port}\r\nCookie: {self._cookie}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        ).encode()
        while len(self._sockets) < count:
            opened = socket.create_connection((self._host, self._port), timeout=5)
            opened.sendall(request)
            self._sockets.append(opened)
            self._ready.register(opened, selectors.EVENT_READ)

    def stop(self) -> None:
        """Close every stream."""
        self._done.set()
        self._thread.join(2.0)
        for opened in self._sockets:
            opened.close()
        self._ready.close()

    def _read(self) -> None:
        while not self._done.is_set():
            # A selector without sockets returns at once on some systems; it must not spin.
            if not self._sockets:
                self._done.wait(0.1)
                continue
            for key, _ in self._ready.select(0.2):
                got = len(key.fileobj.recv(65536))  # type: ignore[union-attr]
                self.read += got
                if not got:
                    self.closed += 1
                    self._ready.unregister(key.fileobj)


def measure_web(seconds: float = 30.0) -> Figures:
    """Return milliseconds from byte to text over three real pages, with 0, 20 and 57 further streams.

    seconds: how long each is measured.  Raises CannotMeasure without playwright or a Chromium.
    """
    browser = find_browser()
    plain = example_table(_SEATS, "wsop-live") | {"table": _TABLE, "sensing": {"up-card": "shoe"}}
    with probed_table(plain) as (table, probe):
        return _measured(table, probe, browser, seconds)


def _measured(table: RunningTable, probe: Probe, browser: str, seconds: float) -> Figures:
    from playwright.sync_api import sync_playwright

    client = PlainClient(table.sign_in_link(Role.DEALER))
    client.start()
    found: Figures = {}
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser, args=list(ARGUMENTS))
            pages = [_opened(chromium.new_context().new_page(), table, role, path) for role, path in _PAGES]
            table.start(threading.Event())
            _first_card(probe)
            for further in FURTHER:
                client.hold(further)
                time.sleep(_SETTLE)
                found[f"three_pages_and_{further}_streams_ms"] = _stretch(pages, probe, seconds)
            found["streams_lost"] = client.closed
            chromium.close()
    finally:
        client.stop()
    return found


def _first_card(probe: Probe) -> None:
    """Wait until the table deals: its devices have to find each other first. Raises CannotMeasure."""
    end = time.monotonic() + _DEALING
    while not probe.sent:
        if time.monotonic() > end:
            raise CannotMeasure("the simulated table does not deal; run it again with nothing else on the machine")
        time.sleep(0.1)


def _opened(page: Page, table: RunningTable, role: Role, path: str) -> Page:
    link = table.sign_in_link(role)
    page.goto(link)
    page.goto(link[: link.index("/link/")] + path)
    page.wait_for_selector("main")
    page.evaluate(WATCH)
    return page


def _stretch(pages: list[Page], probe: Probe, seconds: float) -> Figures:
    """The waits of each page, while all of them are open."""
    begin = time.time()
    for page in pages:
        page.evaluate("() => { window.changes.length = 0; }")
    time.sleep(seconds)
    # What left the shoe at the very end may not have reached the pages.
    sent = sorted(moment for moment in list(probe.sent.values()) if begin <= moment < time.time() - 1.0)
    changes: list[list[float]] = [page.evaluate("() => window.changes") for page in pages]
    return {path.split("/")[1]: figures(sent, own) for (_, path), own in zip(_PAGES, changes, strict=True)}
