"""What went wrong at a table over time and what the floor did about it, read from its journal without any card."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dealer.announce.phrases import TONGUES
from dealer.game.irregularities import IrregularityKind
from dealer.house.rules import Language
from dealer.observations import Health
from dealer.ports import Incident, IncidentKind, LogLine, Role
from dealer.record.journal import typed
from dealer.record.keeping import reading
from dealer.sensing.records import QuestionKind, Witness
from dealer.wording.say import language_of, say
from dealer.wording.texts import Text

_MOST = 20_000
_WORDLESS = frozenset({Health.OK.value, Health.LINKING.value, Health.NONE.value})
"""How a device is when nothing is wrong with it."""
_DETAILS: Mapping[str, str] = {
    "SeatChanged": "why",
    "FloorAnswered": "note",
    "Paused": "reason",
    "HandOpened": "why",
    "Ruled": "by",
    "ChipsTakenBack": "by",
}
"""Where the floor's own words stand in an event."""

# The first hand in the span finds the first entry by an index; entries have none by time.
_SINCE = "turn >= (SELECT coalesce(min(turn), 0) FROM entry WHERE hand >= ?)"
_EVENTS = f"""
SELECT entry.turn, entry.wall, event.value
FROM entry, json_each(entry.body) AS event
WHERE {_SINCE} AND entry.wall >= ? AND (
    entry.body LIKE '%"QuestionAsked"%' OR entry.body LIKE '%"IrregularityReported"%'
    OR entry.body LIKE '%"DeviceChanged"%' OR entry.body LIKE '%"DeckPrepared"%'
)
ORDER BY entry.turn LIMIT {_MOST}
"""
_DECK_BEFORE = """
SELECT body FROM entry WHERE turn < ? AND body LIKE '%"DeckPrepared"%' ORDER BY turn DESC LIMIT 1
"""
_SHOE_AT = "SELECT shoe FROM entry WHERE turn <= ? AND shoe IS NOT NULL ORDER BY turn DESC LIMIT 1"
_FLOOR = "SELECT wall, hand, user, what, body FROM entry WHERE role = ? ORDER BY turn DESC LIMIT ?"

_MISREADS: Mapping[QuestionKind, Text | IrregularityKind] = {
    QuestionKind.DISAGREE: IrregularityKind.SENSORS_DISAGREE,
    QuestionKind.CONTRADICTED: Text.MISREAD_CONTRADICTED,
    QuestionKind.UNREAD: IrregularityKind.UNREAD_CARD,
    QuestionKind.NOT_SEEN: Text.MISREAD_NOT_SEEN,
    QuestionKind.NOT_OUT: Text.MISREAD_NOT_OUT,
    QuestionKind.TWO_FACES: Text.MISREAD_TWO_FACES,
    QuestionKind.TWO_CARDS: IrregularityKind.TWO_CARDS,
    QuestionKind.DECK_FAULT: Text.MISREAD_DECK_FAULT,
    QuestionKind.EARLY: Text.MISREAD_EARLY,
    QuestionKind.WRONG_SEAT: IrregularityKind.WRONG_SEAT,
    QuestionKind.EXPOSED: IrregularityKind.HOLE_CARD_EXPOSED,
    QuestionKind.SEVENTH_UP: IrregularityKind.SEVENTH_FACE_UP,
    QuestionKind.TWO_BURNS: IrregularityKind.DOUBLE_BURN,
    QuestionKind.STUB_COUNT: Text.MISREAD_STUB_COUNT,
    QuestionKind.LATE: Text.MISREAD_LATE,
    QuestionKind.CAME_BACK: Text.MISREAD_CAME_BACK,
    QuestionKind.TABLED: Text.MISREAD_TABLED,
}
_OF_PLAY = frozenset({QuestionKind.WRONG_SEAT, QuestionKind.EXPOSED, QuestionKind.SEVENTH_UP, QuestionKind.TWO_BURNS})
"""Questions about what hands did rather than about what a sensor read."""


class JournalTrends:
    """Fulfils `dealer.ports.Trends` from a journal, also while it is written to; from any thread."""

    def __init__(self, path: Path, table: str) -> None:
        self._path = path
        self._table = table

    def incidents(self, since: float, language: str) -> Sequence[Incident]:
        """Everything that went wrong from a moment on, oldest first, 20,000 at most. Raises JournalError."""
        tongue = language_of(language)
        found: list[Incident] = []
        with typed(self._path), reading(self._path) as db:
            first = _first_hand(db, since)
            rows = db.execute(_EVENTS, (first, since)).fetchall()
            deck = _deck_before(db, rows[0][0]) if rows else ""
            for turn, wall, text in rows:
                event = json.loads(text)
                if event["is"] == "DeckPrepared":
                    deck = str(event["deck"]["name"])
                    continue
                for kind, what in _told(event, tongue):
                    found.append(Incident(wall, kind, what, self._table, _shoe_at(db, turn), deck))
        return found

    def hands(self, since: float) -> Sequence[float]:
        """When each hand was over, from a moment on. Raises JournalError."""
        with typed(self._path), reading(self._path) as db:
            rows = db.execute("SELECT wall FROM hand WHERE wall >= ? ORDER BY wall", (since,)).fetchall()
        return [float(wall) for (wall,) in rows]

    def log(self, language: str, most: int) -> Sequence[LogLine]:
        """The last things that the floor did, newest first. Raises JournalError."""
        tongue = language_of(language)
        with typed(self._path), reading(self._path) as db:
            rows = db.execute(_FLOOR, (Role.FLOOR.value, most)).fetchall()
        return [
            LogLine(wall, self._table, hand, user, _done(what, tongue), _detail(json.loads(body), user))
            for wall, hand, user, what, body in rows
        ]


def words_of(kind: QuestionKind | IrregularityKind, language: str) -> str:
    """What went wrong, in a language."""
    return _words(_MISREADS[kind] if isinstance(kind, QuestionKind) else kind, language_of(language))


def done_words(what: str, language: str) -> str:
    """What the floor did, by the entry's word, in a language."""
    return _done(what, language_of(language))


def _first_hand(db: sqlite3.Connection, since: float) -> int:
    """The hand before the first that was over in the span: its entries may belong to it."""
    row = db.execute("SELECT min(number) FROM hand WHERE wall >= ?", (since,)).fetchone()
    last = db.execute("SELECT max(hand) FROM entry").fetchone()[0] or 0
    return max(0, (last if row[0] is None else row[0]) - 1)


def _deck_before(db: sqlite3.Connection, turn: int) -> str:
    row = db.execute(_DECK_BEFORE, (turn,)).fetchone()
    decks = [] if row is None else [event for event in json.loads(row[0]) if event["is"] == "DeckPrepared"]
    return str(decks[-1]["deck"]["name"]) if decks else ""


def _shoe_at(db: sqlite3.Connection, turn: int) -> str:
    row = db.execute(_SHOE_AT, (turn,)).fetchone()
    return "" if row is None else str(row[0]).split(",")[0]


def _told(event: Mapping[str, object], tongue: Language) -> list[tuple[IncidentKind, str]]:
    """What an event tells of; only kinds and names are read, never a card."""
    match event:
        case {"is": "QuestionAsked", "asked": {"readings": [{"witness": Witness.PERSON.value}, *_]}}:
            # Whoever entered a card mistook it, or was asked to look twice; no sensor disagreed with the other.
            return []
        case {"is": "QuestionAsked", "asked": {"kind": QuestionKind.TAKEN_BACK.value}}:
            # A person took an entry back; neither the shoe nor the deck has misread anything.
            return []
        case {"is": "QuestionAsked", "asked": {"kind": str(kind)}}:
            asked = QuestionKind(kind)
            of = IncidentKind.IRREGULARITY if asked in _OF_PLAY else IncidentKind.MISREAD
            return [(of, _words(_MISREADS[asked], tongue))]
        case {"is": "DeviceChanged", "device": str(device), "health": str(health)} if health not in _WORDLESS:
            name = say(tongue, Text[device.upper()])
            return [(IncidentKind.DEVICE, f"{name}: {say(tongue, Text[f'HEALTH_{Health(health).name}'])}")]
        case {"is": "HandHappened", "events": list(events)}:
            kinds = [each["kind"] for each in events if each["is"] == "IrregularityReported"]
            return [(IncidentKind.IRREGULARITY, _words(IrregularityKind(kind), tongue)) for kind in kinds]
        case _:
            return []


def _words(what: Text | IrregularityKind, tongue: Language) -> str:
    return say(tongue, what) if isinstance(what, Text) else TONGUES[tongue].kinds[what]


def _done(what: str, tongue: Language) -> str:
    name = f"LOG_{what.upper().replace('-', '_')}"
    return say(tongue, Text[name] if name in Text.__members__ else Text.LOG_OTHER)


def _detail(events: object, user: str) -> str:
    """The floor's own words in an entry; its name stands beside them already."""
    for event in _each(events):
        value = event.get(_DETAILS.get(str(event.get("is")), ""))
        words = value.removeprefix(f"{user}: ").strip() if isinstance(value, str) else ""
        if words and words != user:
            return words
    return ""


def _each(events: object) -> Iterator[Mapping[str, object]]:
    """The events of an entry, and those within a hand."""
    for event in events if isinstance(events, list) else []:
        yield event
        yield from _each(event.get("events"))
