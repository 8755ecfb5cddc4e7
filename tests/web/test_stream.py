"""The event streams over a real server: snapshot first, resume, heartbeat, cap, slow readers."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time

import pytest

from dealer.ports import ChangesClosed, Role, UnknownTable
from web.hub import Hub, TooManyReaders, Topic
from web.server import serve
from web.settings import Settings


class Stream:
    """A plain client of one stream."""

    def __init__(self, server, cookie: str, path: str = "/table/1/stream", **headers: str) -> None:
        self.connection = http.client.HTTPConnection("localhost", server.port, timeout=5)
        self.connection.request("GET", path, headers={"Cookie": cookie, "Accept": "text/event-stream", **headers})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def event(self, *names: str) -> dict[str, str]:
        """The next event of one of these names, with its fields."""
        fields: dict[str, str] = {}
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line:
                key, _, value = line.partition(": ")
                fields[key] = value
            elif fields.get("event") in names:
                return fields
            else:
                fields = {}

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def cookie(gate, server):
    def cookie_of(role: Role) -> str:
        token = gate.sign_in_link(role.value, role, loopback=True)
        connection = http.client.HTTPConnection("localhost", server.port, timeout=5)
        connection.request("GET", f"/link/{token}")
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.headers["Set-Cookie"].split(";")[0]

    return cookie_of


@pytest.fixture
def stream(server, cookie):
    opened = []

    def of(role: Role = Role.DEALER, path: str = "/table/1/stream", **headers: str) -> Stream:
        opened.append(Stream(server, cookie(role), path, **headers))
        return opened[-1]

    yield of
    for each in opened:
        each.close()


def test_the_first_thing_is_a_whole_view_with_the_turn_as_its_id(stream):
    first = stream().event("view")
    assert first["id"] == "1"
    assert json.loads(first["data"])["now"] == "Start the hand"


def test_each_change_follows_and_in_between_there_is_a_heartbeat(stream, tables):
    reader = stream()
    reader.event("view")
    reader.event("beat")
    tables.go(tables.find("Seat 5: bet"))
    assert json.loads(reader.event("view")["data"])["now"] == "Seat 5: bet or check"


def test_who_comes_back_gets_what_he_missed(stream, tables):
    reader = stream()
    last = reader.event("view")["id"]
    reader.close()
    for step in (3, 4, 5):
        tables.go(step)
    again = stream(**{"Last-Event-ID": last}).event("view")
    view = json.loads(again["data"])
    assert int(again["id"]) == int(last) + 3
    assert [said["text"] for said in view["said"]][-3:] == [tables.steps[n].now for n in (3, 4, 5)]


def test_beyond_the_cap_the_answer_is_503_and_a_place_that_is_left_is_free_again(stream, app):
    readers = [stream() for _ in range(8)]
    for reader in readers:
        reader.event("view")
    assert stream().status == 503
    readers[0].close()
    until = time.monotonic() + 5
    while app.extensions["hub"].readers > 7 and time.monotonic() < until:
        time.sleep(0.02)
    assert stream().status == 200


def test_a_stream_ends_with_its_session(stream, gate):
    reader = stream()
    reader.event("view")
    gate.remove_user("dealer")
    assert reader.event("ended")["data"] == '"signed-out"'


def test_the_floor_gets_a_card_for_each_table(stream, tables):
    tables.names = ("1", "2")
    reader = stream(Role.FLOOR, "/floor/stream")
    assert json.loads(reader.event("tables")["data"]) == ["1", "2"]
    seen = {json.loads(reader.event("card")["data"])["table"] for _ in range(2)}
    assert seen == {"1", "2"}
    tables.names = ("1", "2", "3")
    assert json.loads(reader.event("tables")["data"]) == ["1", "2", "3"]


def test_a_client_that_does_not_read_slows_nobody_down(server, cookie, stream, tables):
    sleepers = []
    for _ in range(3):
        raw = socket.create_connection(("localhost", server.port))
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.sendall(
            f"GET /table/1/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie(Role.DEALER)}\r\n\r\n".encode()
        )
        sleepers.append(raw)
    reader = stream()
    reader.event("view")
    begun = time.monotonic()
    for n in range(200):
        tables.go(n % 11)
    last = tables.turn
    while int(reader.event("view")["id"]) < last:
        pass
    assert time.monotonic() - begun < 5
    for raw in sleepers:
        raw.close()


def test_views_are_encoded_once_for_all_who_look(tables, monkeypatch):
    encoded = []
    monkeypatch.setattr("web.hub.as_json", lambda view: encoded.append(view) or "{}")
    hub = Hub(tables, 64)
    readers = [hub.reader() for _ in range(60)]
    topic = Topic("1", Role.DEALER, "en")
    for reader in readers:
        assert [frame.text for frame in reader.wait([topic], 5)] == ["{}"]
    assert len(encoded) == 1
    tables.stop()
    hub.stop()


def test_a_hub_follows_only_what_somebody_looks_at(tables):
    now = [0.0]
    hub = Hub(tables, 2, clock=lambda: now[0])
    reader = hub.reader()
    topic = Topic("1", Role.DEALER, "en")
    reader.wait([topic], 5)
    now[0] = 10.0
    until = time.monotonic() + 5
    while hub.following() and time.monotonic() < until:
        time.sleep(0.02)
    assert hub.following() == 0
    assert len(reader.wait([topic], 5)) == 1
    with pytest.raises(UnknownTable):
        reader.wait([Topic("9", Role.DEALER, "en")], 5)
    hub.reader()
    with pytest.raises(TooManyReaders):
        hub.reader()
    tables.stop()
    with pytest.raises(ChangesClosed):
        while True:
            reader.wait([topic], 5)
    hub.stop()


def test_a_view_that_fails_ends_its_stream_and_the_page_begins_anew(tables, mocker, caplog):
    hub = Hub(tables, 2)
    reader = hub.reader()
    topic = Topic("1", Role.DEALER, "en")
    shown = threading.Event()

    def fails(_: float) -> None:
        shown.wait(5)
        raise RuntimeError("a fault of ours")

    changes = mocker.Mock(wait=fails)
    mocker.patch.object(tables, "follow", return_value=changes)
    assert reader.wait([topic], 5)
    shown.set()
    with pytest.raises(ChangesClosed):
        reader.wait([topic], 5)
    assert changes.close.called
    assert "could not be shown" in caplog.text
    mocker.stopall()
    assert reader.wait([topic], 5)
    reader.close()
    hub.stop()


def test_after_a_restart_of_the_server_the_session_still_counts(server, cookie, app, stream):
    mine = cookie(Role.DEALER)
    again = serve(app, Settings(heartbeat=0.2), "127.0.0.1", 0)
    connection = http.client.HTTPConnection("localhost", again.port, timeout=5)
    connection.request("GET", "/table/1", headers={"Cookie": mine})
    assert connection.getresponse().status == 200
    connection.close()
    again.stop()
