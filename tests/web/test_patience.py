"""Clients that take their time, on purpose or not."""

from __future__ import annotations

import socket

import pytest

from web.patience import ASK_SECONDS, CROWD, Patience


class Clock:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clients():
    """Connections of which one end is kept, to see whether the other was broken off."""
    pairs = []

    def connect():
        pairs.append(socket.socketpair())
        pairs[-1][0].setblocking(False)
        return pairs[-1]

    yield connect
    for pair in pairs:
        for end in pair:
            end.close()


def broken(end: socket.socket) -> bool:
    try:
        return end.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_request_that_drips_is_broken_off_in_the_end(clients):
    clock = Clock()
    patience, (ours, theirs) = Patience(clock), clients()
    with patience.with_one(theirs, "10.0.0.9"):
        clock.seconds += ASK_SECONDS
        assert patience.look() == 0
        clock.seconds += 0.1
        assert patience.look() == 1
    assert broken(ours)


def test_a_request_that_was_read_is_left_alone(clients):
    clock = Clock()
    patience, (ours, theirs) = Patience(clock), clients()
    with patience.with_one(theirs, "10.0.0.9"):
        clock.seconds += 1
    clock.seconds += 60
    assert patience.look() == 0
    assert not broken(ours)


def test_of_a_crowd_from_one_address_the_oldest_go(clients):
    clock = Clock()
    patience = Patience(clock)
    crowd = [clients() for _ in range(CROWD + 3)]
    honest = clients()
    watched = [patience.with_one(theirs, "10.0.0.9") for _, theirs in crowd]
    for number, each in enumerate(watched):
        clock.seconds = 100.0 + 0.01 * number
        each.__enter__()
    with patience.with_one(honest[1], "10.0.0.7"):
        clock.seconds += 1.5
        assert patience.look() == 3
    assert [broken(ours) for ours, _ in crowd] == [True] * 3 + [False] * CROWD
    assert not broken(honest[0])
    for each in watched:
        each.__exit__(None, None, None)


def test_pages_open_while_many_clients_drip(server, gate):
    """More connections than there are threads send the start of a request and then nothing."""
    import http.client

    host, port = "127.0.0.1", server.port
    drips = []
    for _ in range(100):
        drip = socket.create_connection((host, port), timeout=5)
        drip.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        drips.append(drip)
    page = http.client.HTTPConnection(host, port, timeout=20)
    page.request("GET", "/sign-in", headers={"Host": "localhost"})
    assert page.getresponse().status == 200
    page.close()
    for drip in drips:
        drip.close()
