"""Measures the floor with a real Mosquitto: from a table's event to the floor page's stream, with many tables."""

from __future__ import annotations

import contextlib
import http.client
import json
import multiprocessing
import os
import resource
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.cli.bench_floor_tables import Beat, generate, recorded
from dealer.errors import DealerError
from dealer.ports import Role

Figures = dict[str, object]

SIZES = (10, 100, 500)
_HANDS = 3
_WARM_UP = 3.0
_CONFIG = """listener {port} 127.0.0.1
allow_anonymous true
message_size_limit 65536
max_inflight_messages 64
max_queued_messages 10000
persistence false
log_type error
"""


class CannotMeasureFloor(DealerError):
    """Something that this measurement needs is missing, or did not come about."""


def measure_floor(seconds: float = 15.0, sizes: Sequence[int] = SIZES) -> Figures:
    """Return for each number of tables the milliseconds from event to page, and what the floor costs.

    seconds: how long each is measured.  Raises CannotMeasureFloor without a Mosquitto.
    """
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise CannotMeasureFloor("bench floor needs Mosquitto; run: sudo apt-get install mosquitto")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    beats = recorded(_HANDS)
    figures: Figures = {
        "events_a_second_and_table": 1,
        "connections": "one for each table, all in one process; no TLS, loopback",
        "state_bytes": round(statistics.mean(len(beat.state) for beat in beats)),
        "event_bytes": round(statistics.mean(len(beat.event) for beat in beats)),
        "recorded_entries": len(beats),
    }
    each = {size: _measure(program, size, beats, seconds) for size in sizes}
    figures |= {f"{size}_tables": found for size, found in each.items()}
    if len(each) > 1:
        figures["growth"] = growth(each)
    return figures


def growth(each: dict[int, Figures]) -> Figures:
    """What one more table costs, from the fewest to the most."""
    few, many = min(each), max(each)

    def more(name: str) -> float:
        first, last = each[few][name], each[many][name]
        assert isinstance(first, float | int) and isinstance(last, float | int), "these are figures"
        return (last - first) / (many - few)

    return {
        "tables": [few, many],
        "floor_kb_a_table": round(1024 * more("floor_mb"), 1),
        "floor_cpu_percent_a_table": round(more("floor_cpu_percent"), 3),
        "p99_ms_a_table": round(more("p99_ms"), 3),
    }


def _measure(program: str, size: int, beats: list[Beat], seconds: float) -> Figures:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-floor-")))
        broker = _Broker(program, folder)
        stack.callback(broker.stop)
        url = f"mqtt://127.0.0.1:{broker.port}"
        control = stack.enter_context(_tables(url, size, beats))
        floor = _Floor(folder, url)
        stack.callback(floor.stop)
        page = _Page(floor.port, floor.token)
        stack.callback(page.close)
        _until(lambda: _ask(control, "up") == size, 60.0, "not all tables connected")
        _ask(control, "play")
        _until(lambda: len(page.tables) == size, 60.0, "not all tables came to the page")
        time.sleep(min(_WARM_UP, seconds))
        figures = _steady(page, floor, seconds)
        figures |= _restart(broker, page, size)
        told = _ask(control, "rest")
        assert isinstance(told, dict), "the generator counts its events by table"
        _until(lambda: floor.taken() == told, 120.0, lambda: _missing(told, floor.taken()))
        figures["events"] = sum(told.values())
        figures["events_lost"] = 0
        return figures


def _steady(page: _Page, floor: _Floor, seconds: float) -> Figures:
    page.begin()
    cpu = floor.cpu()
    begun = time.monotonic()
    time.sleep(seconds)
    # On a very busy machine it takes longer until there is anything to measure.
    _until(lambda: len(page.waits()) > 1, 60.0, "nothing came to the page")
    past = time.monotonic() - begun
    waits = page.waits()
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    used = floor.cpu() - cpu
    return {
        "cards": len(waits),
        "cards_a_second": round(len(waits) / past, 1),
        "median_ms": round(1000 * cuts[49], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "max_ms": round(1000 * max(waits), 1),
        "floor_cpu_percent": round(100 * used / past, 1),
        "floor_cpu_ms_a_card": round(1000 * used / len(waits), 2),
        "floor_mb": round(floor.megabytes(), 1),
        "load": round(os.getloadavg()[0], 1),
    }


def _restart(broker: _Broker, page: _Page, size: int) -> Figures:
    """Kill the broker, start it again, and wait until every table has shown something new."""
    broker.stop()
    time.sleep(1.0)
    again = time.time()
    begun = time.monotonic()
    broker.start()
    _until(lambda: page.newer(again) == size, 60.0, lambda: f"only {page.newer(again)} of {size} tables came back")
    return {"all_back_after_restart_s": round(time.monotonic() - begun, 1)}


def _missing(told: dict[str, int], taken: dict[str, int]) -> str:
    lost = sum(count - taken.get(table, 0) for table, count in told.items())
    return f"{lost} events are missing at the floor"


class _Broker:
    """A Mosquitto of our own."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self.port = _free_port()
        self._config = folder / "mosquitto.conf"
        user = "user root\n" if os.geteuid() == 0 else ""
        self._config.write_text(_CONFIG.format(port=self.port) + user)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [self._program, "-c", str(self._config)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _until(lambda: _answers(self.port), 10.0, "Mosquitto did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(5.0)
            self._process = None


class _Floor:
    """`dealer floor` as a process of its own, with an account to look at its page."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder / "floor"
        self._folder.mkdir()
        store = Store(self._folder / "users.sqlite")
        gate = Gate(store, Argon2Hasher(), time.time)
        self.token = gate.sign_in_link("bench", Role.FLOOR, loopback=True)
        store.close()
        self.port = _free_port()
        command = [sys.executable, "-m", "dealer", "floor", "--broker", url, "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--state", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _until(lambda: _answers(self.port), 30.0, "the floor did not start")

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """What it holds of the memory now."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def taken(self) -> dict[str, int]:
        """How many events of each table it has written down, where they are without a gap and each once."""
        with contextlib.closing(sqlite3.connect(f"file:{self._folder / 'floor.sqlite'}?mode=ro", uri=True)) as db:
            rows = db.execute("SELECT room, name, seq, taken FROM seen").fetchall()
        return {f"{room}/{name}": seq for room, name, seq, taken in rows if taken <= seq}

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5.0)


class _Page:
    """Reads the stream of the floor's page, as a browser would."""

    def __init__(self, port: int, token: str) -> None:
        self.tables: dict[str, float] = {}
        self._waits: list[float] = []
        connection = http.client.HTTPConnection("localhost", port, timeout=30)
        connection.request("GET", f"/link/{token}")
        answer = connection.getresponse()
        answer.read()
        connection.close()
        cookie = (answer.headers["Set-Cookie"] or "").split(";")[0]
        self._connection = http.client.HTTPConnection("localhost", port, timeout=30)
        self._connection.request("GET", "/floor/stream", headers={"Cookie": cookie, "Accept": "text/event-stream"})
        self._socket = self._connection.sock
        self._answer = self._connection.getresponse()
        if self._answer.status != 200:
            raise CannotMeasureFloor(f"the floor's page answers {self._answer.status}")
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        name = ""
        with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            while not self._closed:
                line = self._answer.readline()
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: ") and name == "card":
                    self._card(json.loads(line[6:]), time.time())
                elif not line:
                    return

    def _card(self, card: dict[str, object], now: float) -> None:
        sent = card["floor_call_since"]
        if isinstance(sent, float) and self.tables.get(str(card["table"])) != sent:
            self.tables[str(card["table"])] = sent
            self._waits.append(now - sent)

    def begin(self) -> None:
        """Forget what was measured so far."""
        self._waits = []

    def waits(self) -> list[float]:
        """Seconds from event to page since `begin`."""
        return list(self._waits)

    def newer(self, moment: float) -> int:
        """How many tables have shown something that was sent after a moment."""
        return sum(sent > moment for sent in list(self.tables.values()))

    def close(self) -> None:
        self._closed = True
        with contextlib.suppress(OSError, AttributeError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5.0)
        self._answer.close()
        self._connection.close()


@contextmanager
def _tables(url: str, size: int, beats: list[Beat]) -> Iterator[Connection]:
    """The generator in a process of its own, so that it does not count as the floor's or the page's."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=generate, args=(url, size, beats, theirs), daemon=True)
    process.start()
    try:
        yield ours
    finally:
        with contextlib.suppress(OSError):
            ours.send("stop")
        process.join(5.0)
        if process.is_alive():
            process.kill()


def _ask(control: Connection, what: str) -> object:
    try:
        control.send(what)
        if not control.poll(30.0):
            raise CannotMeasureFloor("the generator of events does not answer")
        answer: object = control.recv()
    except (OSError, EOFError):
        raise CannotMeasureFloor("the generator of events has ended") from None
    return answer


def _until(true: Callable[[], bool], seconds: float, problem: str | Callable[[], str]) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise CannotMeasureFloor(problem if isinstance(problem, str) else problem())
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
