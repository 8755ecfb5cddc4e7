"""What the floor reports of the hands it has gathered: by table, by game or by dealer's shift."""

from __future__ import annotations

import csv
import io
import shlex
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from dealer.floor.store import FloorStoreError, check
from dealer.ports import MarkKind, ReportBy, ReportLine

BREAK = 600.0
"""Seconds between two hands of a table from which on the time between them is no playing time."""
FOREVER = 1e12
"""A moment after every other, in seconds since 1970."""
SHIFT_BREAK = 3600.0
"""Seconds after which the same dealer at the same table begins another shift."""


@dataclass(frozen=True, slots=True)
class _Hand:
    room: str
    name: str
    game: str
    dealer: str
    began: float
    ended: float
    rake: int
    void: bool
    played: float
    """Seconds of playing time: from the end of the hand before, or from its own beginning after a break."""
    shift: str


@dataclass(slots=True)
class _Sum:
    began: float
    ended: float
    hands: int = 0
    void: int = 0
    played: float = 0.0
    rake: int = 0
    marks: dict[str, int] | None = None


def report(path: Path, by: ReportBy, since: float = 0.0, until: float = FOREVER) -> list[ReportLine]:
    """The lines of a time. since, until: seconds since 1970. Raises FloorStoreError."""
    if not path.is_file():
        raise nothing_gathered(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
            check(db, path)
            hands = _hands(db, since, until)
            marks = db.execute(
                "SELECT room, name, wall, kind, game, dealer FROM mark WHERE wall BETWEEN ? AND ?", (since, until)
            ).fetchall()
    except sqlite3.Error as error:
        raise FloorStoreError(f"{path}: cannot be read ({error})") from None
    return _lines(by, hands, marks)


def nothing_gathered(path: Path) -> FloorStoreError:
    """What to do where a floor has no file yet. path: of the file that it would have."""
    folder = shlex.quote(str(path.parent.parent))
    return FloorStoreError(f"{path}: nothing was gathered here yet; run: dealer floor --state {folder}")


def _hands(db: sqlite3.Connection, since: float, until: float) -> list[_Hand]:
    rows = db.execute(
        "SELECT room, name, game, dealer, began, ended, rake, void FROM hand WHERE ended BETWEEN ? AND ? "
        "ORDER BY room, name, ended",
        (since, until),
    )
    hands: list[_Hand] = []
    for room, name, game, dealer, began, ended, rake, void in rows:
        before = hands[-1] if hands and (hands[-1].room, hands[-1].name) == (room, name) else None
        gap = began - before.ended if before is not None else BREAK
        played = max(0.0, ended - (before.ended if before is not None and 0 <= gap < BREAK else began))
        goes_on = before is not None and before.dealer == dealer and gap < SHIFT_BREAK
        shift = before.shift if before is not None and goes_on else f"{dealer or '-'} {room}.{name} {_time(began)}"
        hands.append(_Hand(room, name, game, dealer, began, ended, rake, bool(void), played, shift))
    return hands


def _lines(
    by: ReportBy, hands: Sequence[_Hand], marks: Iterable[tuple[str, str, float, str, str, str]]
) -> list[ReportLine]:
    key: Callable[[_Hand], str] = {
        ReportBy.TABLE: lambda hand: f"{hand.room}.{hand.name}",
        ReportBy.GAME: lambda hand: hand.game,
        ReportBy.SHIFT: lambda hand: hand.shift,
    }[by]
    sums: dict[str, _Sum] = {}
    for hand in hands:
        at = sums.setdefault(key(hand), _Sum(hand.began, hand.ended))
        at.began, at.ended = min(at.began, hand.began), max(at.ended, hand.ended)
        at.hands += 1
        at.void += hand.void
        at.played += hand.played
        at.rake += hand.rake
    ended = _by_table(hands)
    for room, name, wall, kind, game, dealer in marks:
        of = {ReportBy.TABLE: f"{room}.{name}", ReportBy.GAME: game or "-"}.get(by) or _shift(
            ended, room, name, wall, dealer
        )
        at = sums.setdefault(of, _Sum(wall, wall))
        at.marks = at.marks or {}
        at.marks[kind] = at.marks.get(kind, 0) + 1
    return [_line(of, at) for of, at in sorted(sums.items())]


_Ended = dict[tuple[str, str], tuple[list[float], list[str]]]
"""When the hands of each table were over, in order, and of which shift each was."""


def _by_table(hands: Sequence[_Hand]) -> _Ended:
    found: _Ended = {}
    for hand in hands:
        times, shifts = found.setdefault((hand.room, hand.name), ([], []))
        times.append(hand.ended)
        shifts.append(hand.shift)
    return found


def _shift(ended: _Ended, room: str, name: str, wall: float, dealer: str) -> str:
    """The shift in which something happened: that of the hand that ended next at this table, or of the last."""
    times, shifts = ended.get((room, name), ([], []))
    if not times:
        return f"{dealer or '-'} {room}.{name}"
    return shifts[min(bisect_left(times, wall), len(times) - 1)]


def _line(of: str, at: _Sum) -> ReportLine:
    marks = at.marks or {}
    hours = at.played / 3600
    return ReportLine(
        of=of,
        began=_time(at.began),
        ended=_time(at.ended),
        hands=at.hands,
        void=at.void,
        hours=round(hours, 3),
        hands_an_hour=round(at.hands / hours, 1) if hours else 0.0,
        misreads=marks.get(MarkKind.MISREAD.value, 0),
        irregularities=marks.get(MarkKind.IRREGULARITY.value, 0),
        rulings=marks.get(MarkKind.RULING.value, 0),
        floor_calls=marks.get(MarkKind.FLOOR_CALLED.value, 0),
        rake=at.rake,
    )


def _time(wall: float) -> str:
    return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


COLUMNS = tuple(each.name for each in fields(ReportLine))


def as_csv(by: ReportBy, lines: Iterable[ReportLine]) -> str:
    """The lines as CSV with a head; a name that a spreadsheet would take for a formula is made harmless."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((by.value, *COLUMNS[1:]))
    for line in lines:
        first = f"'{line.of}" if line.of[:1] in "=+-@\t\r" and line.of != "-" else line.of
        writer.writerow((first, *(getattr(line, name) for name in COLUMNS[1:])))
    return out.getvalue()
