"""Driver and firmware against all that can go wrong on the way: is each card told once, in order, or an alert given?

Three processes: this one moves the cards and does the harm, `shoe-host` runs the firmware, and a controller runs the
driver, commits each event with its position and then acknowledges it; that one is killed with SIGKILL. All keep one
clock that runs faster than the wall's.

    python -m hardware.shoe.fault_run [--long] [--json]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dealer.observations import (
    CardOut,
    CardReturned,
    CardUnread,
    DeviceState,
    ShoeAlert,
    ShoeNotice,
    ShoePosition,
    ShoeReport,
    TwoCards,
)
from drivers.link import Link, LinkNews
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.host import Host
from hardware.shoe.device import ShoeProcess, build

BATCH = 20
"""Cards that are put before the shoe at once; something befalls it while they pass."""

_SETTLE = 60.0
_TABLES = """
    create table told (id integer primary key, kind text not null, text text not null,
                       device text, boot text, seq integer, unique (device, boot, seq))
"""


# ---- the controller: a process of its own, for it is killed ----


class _FastLink:
    """A link whose waits are as much shorter as the clock is faster."""

    def __init__(self, link: Link, scale: float) -> None:
        self._link, self._scale = link, scale
        self.write, self.wake, self.reopen, self.close = link.write, link.wake, link.reopen, link.close

    @property
    def name(self) -> str:
        return self._link.name

    def poll(self, seconds: float) -> LinkNews | None:
        return self._link.poll(seconds / self._scale)


def control(port: str, database: Path, scale: float, key: bytes | None) -> None:
    """Run the driver until stdin closes: commit each report, then acknowledge it (OSP/1 rule 2)."""
    begun = time.monotonic()

    def now() -> float:
        return (time.monotonic() - begun) * scale

    journal = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
    journal.execute("pragma synchronous=full")
    rows = journal.execute("select device, boot, max(seq) from told where seq is not null group by device, boot")
    resume = [ShoePosition(*row) for row in rows]
    driver = ShoeDriver(
        _FastLink(Link(port, now=now), scale), lambda known: Host("CTRL01", known, key=key, mode="PLAY"), now=now
    )

    def report(what: ShoeReport) -> None:
        kind, text, position = _written(what)
        place = (None, None, None) if position is None else (position.device, position.boot, position.seq)
        journal.execute("insert into told (kind, text, device, boot, seq) values (?, ?, ?, ?, ?)", (kind, text, *place))
        if position is not None:
            driver.acknowledge(position)

    driver.start(report, resume)
    sys.stdin.read()
    driver.stop()


def _written(what: ShoeReport) -> tuple[str, str, ShoePosition | None]:
    """How a report is kept here: its kind, its card, and its position if it is an event."""
    match what:
        case CardOut(position, tag, _, _):
            return "out", tag.text, position
        case CardUnread(position, _):
            return "unread", "", position
        case TwoCards(position, tags, _):
            return "two", "+".join(sorted(tag.text for tag in tags)), position
        case CardReturned(position, tag):
            return "returned", tag.text, position
        case ShoeNotice(position, code, detail):
            return "notice", f"{code.value} {detail}", position
        case ShoeAlert(kind, _, _, detail):
            return "alert", f"{kind.value}: {detail}", None
        case DeviceState(_, health, detail):
            return "state", f"{health.value}: {detail}", None


class _Controller:
    """The controller's process: started, killed, started again."""

    def __init__(self, port: str, folder: Path, scale: float, key: Path | None) -> None:
        options = [port, str(folder / "journal.sqlite"), str(scale), str(key or "")]
        self._command = [sys.executable, "-m", "hardware.shoe.fault_run", "--controller", *options]
        with contextlib.closing(sqlite3.connect(folder / "journal.sqlite")) as journal:
            journal.execute("pragma journal_mode=wal")
            journal.execute(_TABLES)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, cwd=Path(__file__).parents[2])

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def stop(self) -> None:
        self._process.communicate()


# ---- what is done to them ----


@dataclass(frozen=True, slots=True)
class Plan:
    """One run.

    rates: of bytes dropped, of those corrupted and of those repeated, each; they take turns.  every: batches to a harm.
    scale: how much faster than the wall's the clock runs; a controller takes a second of the wall's to start.
    pause: ms from one card to the next, beyond the 90 to come and go and its time in the beam; dealers take some 500.
    """

    name: str
    cards: int
    rates: tuple[float, ...]
    harms: tuple[str, ...] = ()
    every: int = 2
    pause: int = 0
    scale: float = 20.0
    volatile: bool = False
    signed: bool = False
    seed: int = 1


@dataclass(slots=True)
class Result:
    """What came of a run. silent: cards lost, doubled or out of order without an alert; this alone must be 0."""

    name: str
    cards: int
    harmed: int = 0
    told: int = 0
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    alerts: int = 0
    silent: int = 0
    seconds: float = 0.0
    harms: dict[str, int] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Card:
    """What was put before the shoe: a kind as the controller writes it, and the text it should have."""

    kind: str
    text: str


def _cards(count: int, dice: random.Random) -> list[tuple[str, Card]]:
    """Control commands and what should be told of each. Every tag is used once, so that order can be checked."""
    tags = [f"A:04{number:012X}" for number in range(2 * count)]
    cards = []
    for number in range(count):
        first, second = tags[2 * number], tags[2 * number + 1]
        roll = dice.random()
        if roll < 0.02:
            cards.append((f"unread {dice.randint(60, 400)}", Card("unread", "")))
        elif roll < 0.03:
            cards.append((f"two {first} {second}", Card("two", f"{first}+{second}")))
        elif roll < 0.04:
            cards.append((f"return {first}", Card("returned", first)))
        else:
            cards.append((f"card {first} {dice.randint(60, 400)}", Card("out", first)))
    return cards


def _harm(kind: str, shoe: ShoeProcess, controller: _Controller, dice: random.Random, scale: float) -> None:
    match kind:
        case "cable":
            shoe.tell("unplug")
            time.sleep(dice.uniform(0.2, 4) / scale)
            shoe.tell("plug")
        case "reset":
            shoe.tell("reset")
        case "power":
            shoe.tell(f"power-cut {dice.randint(1, 200)}")
        case "tear":
            shoe.tell(f"tear {dice.randint(0, 400)}")
        case "kill":
            controller.kill()
            time.sleep(dice.uniform(0, 1) / scale)
            controller.start()
        case "restart":
            controller.stop()
            controller.start()


def run(plan: Plan, program: Path, progress: Callable[[int], None] = lambda done: None) -> Result:
    """Do one run in a folder of its own and judge it."""
    dice = random.Random(plan.seed)
    result = Result(plan.name, plan.cards)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        key = folder / "key" if plan.signed else None
        options = ["--link", str(folder / "shoe"), "--scale", str(plan.scale), "--seed", str(plan.seed)]
        options += ["--volatile"] if plan.volatile else ["--nvm", str(folder / "ring")]
        if key is not None:
            key.write_bytes(dice.randbytes(32))
            options += ["--key-file", str(key)]
        shoe = stack.enter_context(ShoeProcess(program, options))
        controller = _Controller(str(folder / "shoe"), folder, plan.scale, key)
        stack.callback(controller.stop)
        cards = _cards(plan.cards, dice)
        for number, at in enumerate(range(0, len(cards), BATCH)):
            rate = plan.rates[number % len(plan.rates)]
            for fault in ("drop", "corrupt", "repeat"):
                shoe.tell(f"{fault} {rate}")
            for command, _ in cards[at : at + BATCH]:
                shoe.tell(command)
                if plan.pause:
                    shoe.tell(f"pause {plan.pause}")
            if plan.harms and number % plan.every == plan.every - 1:
                kind = dice.choice(plan.harms)
                time.sleep(dice.uniform(0, 3) / plan.scale)
                _harm(kind, shoe, controller, dice, plan.scale)
                result.harms[kind] = result.harms.get(kind, 0) + 1
            shoe.tell("wait")
            progress(min(at + BATCH, len(cards)))
        _settle(shoe, plan.scale)
        result.harmed = int(shoe.stats()["harmed"])
        controller.stop()
        with contextlib.closing(sqlite3.connect(folder / "journal.sqlite")) as journal:
            rows = journal.execute("select kind, text from told order by id").fetchall()
    judge(result, [card for _, card in cards], rows)
    result.seconds = round(time.monotonic() - begun, 1)
    return result


def _settle(shoe: ShoeProcess, scale: float) -> None:
    """The line is clean again; wait until everything is acknowledged."""
    for fault in ("drop", "corrupt", "repeat"):
        shoe.tell(f"{fault} 0")
    until = time.monotonic() + max(_SETTLE / scale, 5.0)
    while time.monotonic() < until:
        stats = shoe.stats()
        if stats["first"] == stats["next"]:
            break
        time.sleep(0.02)
    time.sleep(2.5 / scale)  # two heartbeats, with which the beams are compared


def judge(result: Result, cards: Sequence[Card], rows: Sequence[tuple[str, str]]) -> None:
    """Compare what was told with what was put there, from one card whose tag was read to the next.

    Between two such cards the rest must agree, or an alert must stand there. The alert may come with the very next
    row: a shoe that lost events says so before the first that it still has.
    """
    number = {card.text: index for index, card in enumerate(cards) if card.text}
    seen: set[str] = set()
    last, between, alerted, notes = -1, list[Card](), False, list[str]()
    for kind, text in [*rows, ("end", "")]:
        if kind == "alert":
            result.alerts += 1
            alerted = True
        if kind in ("state", "notice", "alert"):
            notes.append(text)
            continue
        result.told += kind != "end"
        if kind == "unread":
            between.append(Card(kind, ""))
            continue
        at = len(cards) if kind == "end" else number.get(text, -1)
        if kind != "end" and (text in seen or at < 0 or cards[at].kind != kind):
            result.doubled += text in seen
            _blame(result, alerted, f"{kind} told twice, or never there (row of card {at})")
        elif at <= last:
            result.disordered += 1
            _blame(result, alerted, f"card {at} came after card {last}")
        else:
            expected = list(cards[last + 1 : at])
            if between != expected:
                result.lost += max(len(expected) - len(between), 0)
                why = f"{len(between)} told between cards {last} and {at}, not {len(expected)}; notes there: {notes}"
                _blame(result, alerted, why)
            last, between, alerted, notes = at, [], False, []
        seen.add(text)


def _blame(result: Result, alerted: bool, why: str) -> None:
    if not alerted:
        result.silent += 1
        result.why.append(why)


# ---- the runs ----

ALIVE = ("cable", "reset", "kill", "restart")
ALL_HARMS = (*ALIVE, "power", "tear")

SHORT = (
    Plan("quiet line", 60, (0.0,)),
    Plan("0.1 to 0.5 %, all harms", 260, (0.001, 0.003, 0.005), ALL_HARMS, every=1, seed=2),
    Plan("1 %, cable and kill", 60, (0.01,), ("cable", "kill"), pause=500, seed=3),
    Plan("ring in RAM, power", 80, (0.002,), ("power",), volatile=True, seed=4),
)

LONG = (
    Plan("quiet line", 500, (0.0,)),
    Plan("0.1 to 0.5 %", 2000, (0.001, 0.002, 0.003, 0.004, 0.005), seed=5),
    Plan("0.1 to 0.5 %, no power cut", 3500, (0.001, 0.003, 0.005), ALIVE, scale=8, seed=6),
    Plan("0.1 to 0.5 %, all harms", 3500, (0.001, 0.003, 0.005), ALL_HARMS, scale=8, seed=7),
    Plan("0.1 to 0.5 %, all harms, signed", 1000, (0.001, 0.003, 0.005), ALL_HARMS, scale=8, signed=True, seed=8),
    Plan("1 %, no power cut", 500, (0.01,), ALIVE, scale=10, pause=500, seed=9),
    Plan("ring in RAM, power and reset", 500, (0.002,), ("power", "reset"), volatile=True, seed=10),
)


def table(results: Sequence[Result]) -> str:
    """The results for people."""
    heads = ("run", "cards", "bytes harmed", "told", "lost", "doubled", "disordered", "alerts", "without alert", "s")
    lines: list[tuple[str, ...]] = [heads]
    for r in results:
        figures = (r.cards, r.harmed, r.told, r.lost, r.doubled, r.disordered, r.alerts, r.silent, r.seconds)
        lines.append((r.name, *map(str, figures)))
    wide = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    rows = ["  ".join([line[0].ljust(wide[0]), *map(str.rjust, line[1:], wide[1:])]) for line in lines]
    harms = [f"{r.name}: {', '.join(f'{kind} {n}' for kind, n in sorted(r.harms.items()))}" for r in results if r.harms]
    return "\n".join([*rows, "", *harms, *(f"{r.name}: {why}" for r in results for why in r.why)])


def main(arguments: Sequence[str]) -> int:
    """Run all plans; 0 if no card went wrong without an alert, 1 otherwise."""
    if arguments[:1] == ["--controller"]:
        port, database, scale, key = arguments[1:]
        control(port, Path(database), float(scale), Path(key).read_bytes() if key else None)
        return 0
    options = argparse.ArgumentParser(prog="fault_run", description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--long", action="store_true", help="11,500 cards, some minutes; else a short run as in CI")
    options.add_argument("--json", action="store_true", help="one JSON line a run")
    chosen = options.parse_args(arguments)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        build("host", Path(folder))
        for plan in LONG if chosen.long else SHORT:
            results.append(run(plan, Path(folder) / "shoe-host"))
            if chosen.json:
                sys.stdout.write(json.dumps(asdict(results[-1])) + "\n")
                sys.stdout.flush()
    if not chosen.json:
        sys.stdout.write(table(results) + "\n")
    return 1 if any(result.silent for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
