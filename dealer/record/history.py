"""Hands that are over: found again and told as text; a seal comes off only where that is on record."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Sequence
from pathlib import Path

from dealer.cards import Card
from dealer.desk.state import DeskEvent
from dealer.errors import DealerError
from dealer.game.events import Event
from dealer.game.state import Hand
from dealer.house.rules import Language
from dealer.ports import HandSummary
from dealer.record.besides import besides
from dealer.record.codec import NotReadable
from dealer.record.journal import HandLine, JournalDamaged, JournalError, listed, typed
from dealer.record.keeping import reading, rows_of_hand
from dealer.record.recovery import EVENTS
from dealer.record.standing import standing
from dealer.record.text_history import history_text
from dealer.sealing import Sealer
from dealer.sensing.records import HandOpened
from dealer.table.events import HandBegan, HandHappened
from dealer.wording.hand_texts import Tale, tell
from dealer.wording.say import language_of

_EPOCH = datetime.datetime(1970, 1, 1)
_MOST = 200
_MOST_NUMBER = 2**63 - 1
"""The greatest number that the journal can look for."""
_BEGAN = "coalesce((SELECT wall FROM entry WHERE entry.hand = hand.number ORDER BY turn LIMIT 1), wall)"
"""When a hand began: its first entry, which stays the same if a misdeal is dealt again."""


class NoSuchHand(DealerError):
    """The journal has no hand of that number."""


def hand_line(hand: Hand, wall: float) -> HandLine:
    """What the look-up holds of a hand that is over: nothing that was never face up."""
    seats = hand.start.seats
    up = [card for row in (*hand.cards.up, hand.cards.community) for card in row if card is not None]
    shown = [] if hand.showdown is None else [card for row in hand.showdown.shown for card in row or () if card]
    winners = tuple(seat for seat, won in zip(seats, hand.won, strict=True) if won)
    return HandLine(
        number=hand.start.number,
        wall=wall,
        game=hand.start.game.value,
        seats=seats,
        pot=sum(hand.won) + hand.raked,
        winners=winners,
        cards=tuple(dict.fromkeys([*up, *shown])),
    )


class JournalHistory:
    """Fulfils `dealer.ports.History` from a journal, also while it is written to; from any thread."""

    def __init__(self, path: Path, table: str, sealer: Sealer) -> None:
        self._path = path
        self._table = table
        self._sealer = sealer

    def find(
        self, *, number: int | None = None, since: str | None = None, seat: int | None = None, card: Card | None = None
    ) -> Sequence[HandSummary]:
        """Hands that fit, newest first, 200 at most. Raises JournalError, also for a time that is none."""
        where, values = _asked(number, since)
        if seat is not None:
            where.append("instr(seats, ?)")
            values.append(listed([seat]))
        if card is not None:
            where.append("instr(cards, ?)")
            values.append(listed([card]))
        query = f"SELECT *, {_BEGAN} FROM hand WHERE {' AND '.join(where)} ORDER BY number DESC LIMIT {_MOST}"
        with typed(self._path), reading(self._path) as db:
            rows = db.execute(query, values).fetchall()
        return [self._summary(*row) for row in rows]

    def numbers(
        self, *, number: int | None = None, since: str | None = None, until: str | None = None
    ) -> Sequence[int]:
        """All hands that fit, however many, oldest first. Raises JournalError, also for a time that is none."""
        where, values = _asked(number, since, until)
        with typed(self._path), reading(self._path) as db:
            rows = db.execute(f"SELECT number FROM hand WHERE {' AND '.join(where)} ORDER BY number", values).fetchall()
        return [row[0] for row in rows]

    def text(self, number: int, language: str = "en") -> str:
        """A hand as text in a language; cards that nobody may know stand as `??`. Raises NoSuchHand, JournalError."""
        entries = self._entries(number)
        events = _of_the_hand(entries)
        if not events:
            raise NoSuchHand(f"there is no hand {number} in this journal")
        opened = [e for _, entry in entries for e in entry if isinstance(e, HandOpened) and e.hand == number]
        tongue = language_of(language)
        more = "".join(f"{line}\n" for line in besides(entries, tongue))
        return history_text(events, tongue) + more + "".join(self._opened(events, each, tongue) for each in opened)

    def events(self, number: int) -> tuple[Event, ...]:
        """The hand's own record, the start first, for exports. Raises NoSuchHand, JournalError."""
        events = _of_the_hand(self._entries(number))
        if not events:
            raise NoSuchHand(f"there is no hand {number} in this journal")
        return tuple(events)

    def _entries(self, number: int) -> list[tuple[str, tuple[DeskEvent, ...]]]:
        """What was entered in a hand, each entry with who made it."""
        entries: list[tuple[str, tuple[DeskEvent, ...]]] = []
        for row in rows_of_hand(self._path, min(number, _MOST_NUMBER)):
            try:
                entries.append((row.user, EVENTS.read(row.body)))
            except NotReadable as problem:
                raise JournalDamaged(self._path, str(problem), row.turn) from None
        return entries

    def _opened(self, events: Sequence[Event], opened: HandOpened, tongue: Language) -> str:
        """One line for a hand whose seals may come off."""
        hand = [step.after for step in standing(events)][-1]
        if opened.seat not in hand.start.seats:
            return ""
        cards = [None if sealed is None else self._sealer.open(sealed) for sealed in hand.down(opened.seat)]
        names = " ".join("??" if card is None else str(card) for card in cards)
        return tell(tongue, Tale.OPENED, seat=opened.seat, cards=names, who=opened.by, why=opened.why) + "\n"

    def _summary(
        self, number: int, ended: float, game: str, seats: str, pot: int, winners: str, cards: str, began: float
    ) -> HandSummary:
        del ended, cards
        started = datetime.datetime.fromtimestamp(began, datetime.UTC).isoformat(timespec="seconds")
        return HandSummary(number, self._table, started, game, _numbers(seats), pot, _numbers(winners))


def _of_the_hand(entries: Sequence[tuple[str, Sequence[DeskEvent]]]) -> list[Event]:
    """The hand's own record, the start first."""
    events: list[Event] = []
    for _, entry in entries:
        for event in entry:
            match event:
                case HandBegan(started=started):
                    events.append(started)
                case HandHappened(events=happened):
                    events += happened
    return events


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each)


def _asked(number: int | None, since: str | None, until: str | None = None) -> tuple[list[str], list[object]]:
    """The conditions of a look-up with their values. Raises JournalError."""
    where, values = ["1"], list[object]()
    if number is not None:
        where.append("number = ?")
        values.append(min(number, _MOST_NUMBER))
    if since is not None:
        where.append("wall >= ?")
        values.append(seconds_of(since))
    if until is not None:
        where.append("wall < ?")
        values.append(seconds_of(until))
    return where, values


def seconds_of(text: str, zone: datetime.tzinfo | None = None) -> float:
    """A date or time as ISO 8601 has it in seconds since 1970. Raises JournalError.

    zone: of a time that names none itself; None: this machine's.
    """
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise JournalError(f"{text!r} is no date or time; write it like 2026-05-01 or 2026-05-01T20:00") from None
    if moment.tzinfo is None and zone is None:
        with contextlib.suppress(ValueError, OverflowError):
            return moment.timestamp()
    # The first and the last day of the calendar are days everywhere, also where another zone's clock has none for them.
    offset = moment.replace(tzinfo=moment.tzinfo or zone).utcoffset() or datetime.timedelta()
    return (moment.replace(tzinfo=None) - _EPOCH - offset).total_seconds()
