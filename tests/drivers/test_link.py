"""A link whose port is torn down beneath it: pseudo-terminals, sockets, and ports that raise what pyserial raises."""

from __future__ import annotations

import contextlib
import itertools
import os
import pty
import socket
import termios
import threading
import time
import tty
from dataclasses import dataclass

import pytest
import serial
import serial.rfc2217

from drivers import link as links
from drivers.link import Cause, Link, Lost, Opened, PortNameError


class Cable:
    """A pseudo-terminal behind a name that stays while the terminal comes and goes, as by-id names do."""

    def __init__(self, folder):
        self.name = folder / "by-id"
        self.far = -1
        self._near = -1

    def plug(self):
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        self.name.symlink_to(os.ttyname(self._near))
        os.close(self._near)

    def pull(self):
        self.name.unlink()
        os.close(self.far)
        self.far = -1


@pytest.fixture
def cable(tmp_path):
    cable = Cable(tmp_path)
    yield cable
    if cable.far >= 0:
        os.close(cable.far)


@pytest.fixture
def opened():
    with contextlib.ExitStack() as stack:

        def make(name, **more):
            link = Link(str(name), **more)
            stack.callback(link.close)
            return link

        yield make


def news(link, kind, seconds=3.0):
    """The next news of one kind; anything else on the way is a failure."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = link.poll(0.2)
        if found is not None:
            assert isinstance(found, kind), found
            return found
    raise AssertionError(f"no {kind.__name__}")


def test_bytes_go_both_ways(cable, opened):
    cable.plug()
    link = opened(cable.name)
    assert news(link, Opened) == Opened(str(cable.name))
    os.write(cable.far, b"$A\r\n\x00\x03\xff")
    assert news(link, bytes) == b"$A\r\n\x00\x03\xff"
    link.write(b"\r\n\x13\x11")
    assert os.read(cable.far, 10) == b"\r\n\x13\x11"


def test_a_byte_is_there_within_five_milliseconds(cable, opened):
    cable.plug()
    link = opened(cable.name)
    news(link, Opened)
    took = []
    for _ in range(20):
        sent = []

        def send():
            time.sleep(0.005)
            sent.append(time.monotonic())  # noqa: B023 - used before the next round
            os.write(cable.far, b"x")

        thread = threading.Thread(target=send)
        thread.start()
        news(link, bytes)
        took.append(time.monotonic() - sent[0])
        thread.join()
    assert sorted(took)[5] < 0.005


def test_a_pulled_cable_is_told_once_and_its_return_once(cable, opened):
    cable.plug()
    link = opened(cable.name)
    news(link, Opened)
    cable.pull()
    lost = news(link, Lost)
    assert str(cable.name) in lost.detail
    assert [link.poll(0.05) for _ in range(10)] == [None] * 10
    cable.plug()
    news(link, Opened)
    os.write(cable.far, b"back")
    assert news(link, bytes) == b"back"


def test_a_cable_pulled_while_nobody_reads_is_noticed_by_writing(cable, opened):
    cable.plug()
    link = opened(cable.name)
    news(link, Opened)
    cable.pull()
    link.write(b"hello")
    news(link, Lost)


def test_a_port_that_is_not_there_yet_is_told_once(cable, opened):
    link = opened(cable.name)
    assert news(link, Lost).cause is Cause.NOT_THERE
    assert link.poll(0.1) is None
    cable.plug()
    news(link, Opened)


def test_a_port_in_use_is_busy(cable, opened):
    cable.plug()
    first, second = opened(cable.name), opened(cable.name)
    news(first, Opened)
    lost = news(second, Lost)
    assert lost.cause is Cause.BUSY
    assert "close that program" in lost.detail
    first.close()
    news(second, Opened)


def test_a_file_is_no_port(tmp_path, opened):
    file = tmp_path / "notes.txt"
    file.write_text("x")
    assert news(opened(file), Lost).cause is Cause.NOT_A_PORT


def test_a_port_of_others_is_forbidden(monkeypatch, opened):
    def refuse(*_):
        raise serial.SerialException(13, "could not open port")

    monkeypatch.setattr(links, "_opened", refuse)
    lost = news(opened("/dev/null"), Lost)
    assert lost.cause is Cause.FORBIDDEN
    assert "dialout" in lost.detail


@pytest.mark.parametrize("name", ["", "ttyUSB0", "usb:12:34", "socket://host", "http://host:80", "loop://", "COM3"])
def test_what_is_no_port_says_how_ports_are_named(name):
    with pytest.raises(PortNameError, match="by-id"):
        Link(name)


@dataclass
class Listed:
    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x000A
    serial_number: str | None = None


def test_a_usb_shoe_is_found_by_number_under_whichever_name(cable, opened, tmp_path):
    cable.plug()
    plugged = [Listed("/dev/ttyS0", None, None), Listed(str(cable.name), serial_number="7F3A")]
    link = opened("usb:2e8a:000A:7F3A", ports=lambda: plugged)
    assert news(link, Opened).path == str(cable.name)
    elsewhere = tmp_path / "renamed"
    cable.pull()
    news(link, Lost)
    cable.name = elsewhere
    cable.plug()
    plugged[1] = Listed(str(elsewhere), serial_number="7F3A")
    assert news(link, Opened).path == str(elsewhere)


def test_two_alike_usb_shoes_need_the_serial_number(opened):
    link = opened("usb:2e8a:000a", ports=lambda: [Listed("/dev/ttyACM0"), Listed("/dev/ttyACM1")])
    lost = news(link, Lost)
    assert lost.cause is Cause.AMBIGUOUS
    assert "ttyACM0 and /dev/ttyACM1" in lost.detail


def test_retries_come_further_and_further_apart(opened):
    clock = [0.0]
    tries = []

    def ports():
        tries.append(clock[0])
        return []

    link = opened("usb:2e8a:000a", ports=ports, now=lambda: clock[0])
    for _ in range(2000):
        link.poll(0)
        clock[0] += 0.01
    gaps = [after - before for before, after in itertools.pairwise(tries)]
    assert gaps[0] < 0.1
    assert all(after >= before - 0.011 for before, after in itertools.pairwise(gaps))
    assert 1.9 < gaps[-1] < 2.1


class Dying:
    """A port that fails in one of the ways that pyserial has."""

    in_waiting = 0

    def __init__(self, error, far):
        self._error = error
        self._far = far

    def fileno(self):
        return self._far

    def read(self, size, /):
        raise self._error

    def write(self, data, /):
        raise self._error

    def close(self):
        raise self._error

    def set_low_latency_mode(self, on, /):
        raise self._error


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(5, "Input/output error"),
        termios.error(5, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        serial.PortNotOpenError(),
        serial.SerialTimeoutException("Write timeout"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_way_in_which_pyserial_fails_is_one_loss(monkeypatch, opened, error):
    ready, far = os.pipe()
    os.write(far, b"x")
    monkeypatch.setattr(links, "_opened", lambda *_: Dying(error, ready))
    try:
        for fail in (lambda link: None, lambda link: link.write(b"x")):
            link = opened("/dev/null")
            news(link, Opened)
            fail(link)
            assert news(link, Lost).detail
    finally:
        os.close(ready)
        os.close(far)


def test_a_waiting_poll_is_woken_and_closing_takes_no_time(cable, opened):
    cable.plug()
    link = opened(cable.name)
    news(link, Opened)
    threading.Timer(0.05, link.wake).start()
    began = time.monotonic()
    assert link.poll(10) is None
    link.close()
    link.close()
    assert link.poll(10) is None
    link.wake()
    assert time.monotonic() - began < 1


def test_a_socket_is_a_port(opened):
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = opened(f"socket://127.0.0.1:{server.getsockname()[1]}")
        news(link, Opened)
        far, _ = server.accept()
        with far:
            far.sendall(b"over the wire")
            assert news(link, bytes) == b"over the wire"
            link.write(b"ack")
            assert far.recv(10) == b"ack"
        news(link, Lost)


def test_a_connection_whose_far_end_vanished_is_opened_anew(opened):
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = opened(f"socket://127.0.0.1:{server.getsockname()[1]}")
        link.reopen()
        news(link, Opened)
        first, _ = server.accept()
        link.reopen()
        news(link, Opened)
        second, _ = server.accept()
        with first, second:
            second.sendall(b"here")
            assert news(link, bytes) == b"here"


def test_a_socket_that_nobody_answers_is_not_there(opened):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert news(opened(f"socket://127.0.0.1:{port}"), Lost).cause is Cause.NOT_THERE


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_a_port_of_another_machine(opened):
    """An rfc2217 server over a loop: what the link writes comes back to it."""
    loop = serial.serial_for_url("loop://", timeout=0)
    done = threading.Event()

    def serve(server):
        far, _ = server.accept()
        manager = serial.rfc2217.PortManager(loop, Connection(far))
        far.settimeout(0.02)
        while not done.is_set():
            with contextlib.suppress(TimeoutError):
                data = far.recv(1024)
                if not data:
                    break
                loop.write(b"".join(manager.filter(data)))
            back = loop.read(1024)
            if back:
                far.sendall(b"".join(manager.escape(back)))
        far.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=(server,))
        thread.start()
        link = opened(f"rfc2217://127.0.0.1:{server.getsockname()[1]}")
        news(link, Opened, seconds=5)
        link.write(b"$Q\xff\r\n")
        came = b""
        while len(came) < 5:
            came += news(link, bytes)
        assert came == b"$Q\xff\r\n"
        done.set()
        news(link, Lost)
        thread.join()


@dataclass
class Connection:
    far: socket.socket

    def write(self, data):
        self.far.sendall(data)
