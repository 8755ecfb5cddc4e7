"""The connection to a broker, without one."""

from __future__ import annotations

import socket

from drivers.broker.link import Broker, Link


def test_nothing_stays_open_after_the_end() -> None:
    """What is left to the garbage collector is closed at any time and in any order."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        link = Link(Broker(f"mqtt://127.0.0.1:{nobody.getsockname()[1]}", "one"), [], print, lambda: None)
        link.start()
        link.stop()
    client = link._client
    assert [client.socket(), client._sockpairR, client._sockpairW] == [None] * 3
