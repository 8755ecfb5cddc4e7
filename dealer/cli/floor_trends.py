"""What went wrong at all tables of a floor over time and what the floor did about it, from what it has gathered."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from dealer.floor.store import FloorStoreError
from dealer.game.irregularities import IrregularityKind
from dealer.ports import Incident, IncidentKind, LogLine, MarkKind
from dealer.record.trends import done_words, words_of
from dealer.sensing.records import QuestionKind

_MOST = 20_000
_KINDS = {MarkKind.MISREAD.value: IncidentKind.MISREAD, MarkKind.IRREGULARITY.value: IncidentKind.IRREGULARITY}
_INCIDENTS = (
    "SELECT room, name, wall, kind, detail FROM mark WHERE wall >= ? AND kind IN (?, ?) ORDER BY wall DESC LIMIT ?"
)


class FloorTrends:
    """Fulfils `dealer.ports.Trends` from the floor's file. Tables do not tell of their devices, shoes and decks."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def incidents(self, since: float, language: str) -> Sequence[Incident]:
        """Misreads and irregularities from a moment on, oldest first, the last 20,000. Raises FloorStoreError."""
        rows = self._rows(_INCIDENTS, (since, *_KINDS, _MOST))
        return [
            Incident(float(wall), _KINDS[kind], _words(kind, detail, language), f"{room}.{name}", "", "")
            for room, name, wall, kind, detail in reversed(rows)
        ]

    def hands(self, since: float) -> Sequence[float]:
        """When each hand was over, from a moment on. Raises FloorStoreError."""
        return [
            float(ended) for (ended,) in self._rows("SELECT ended FROM hand WHERE ended >= ? ORDER BY ended", (since,))
        ]

    def log(self, language: str, most: int) -> Sequence[LogLine]:
        """The last things that the floor did at any table, newest first. Raises FloorStoreError."""
        rows = self._rows(
            "SELECT wall, room, name, hand, user, what FROM done ORDER BY wall DESC, seq DESC LIMIT ?", (most,)
        )
        return [
            LogLine(float(wall), f"{room}.{name}", int(hand), user, done_words(what, language), "")
            for wall, room, name, hand, user, what in rows
        ]

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[str, ...]]:
        try:
            with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)) as db:
                return db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise FloorStoreError(f"{self._path}: cannot be read ({error})") from None


def _words(kind: str, detail: str, language: str) -> str:
    """A table of another version may know kinds that are not known here."""
    try:
        return words_of(QuestionKind(detail) if kind == MarkKind.MISREAD.value else IrregularityKind(detail), language)
    except (ValueError, KeyError):
        return detail
