"""What the floor may know of a journal's entries: read while it is written to, with nothing that lies face down."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dealer.announce.lines import line
from dealer.desk.state import DeskEvent
from dealer.desk.telling import announcements
from dealer.game.errors import IllegalAction
from dealer.game.events import IrregularityReported, Ruled, Undone
from dealer.game.timeline import Timeline, follow, start
from dealer.ports import HandOver, Mark, MarkKind, Role, TableEvent
from dealer.record.codec import NotReadable
from dealer.record.journal import JournalDamaged, Row, row_of, typed
from dealer.record.keeping import reading
from dealer.record.recovery import EVENTS
from dealer.sensing.records import QuestionAsked, QuestionKind
from dealer.table.events import FloorAnswered, FloorCalled, HandBegan, HandClosed, HandHappened, Paused, Resumed
from dealer.table.state import FloorCall

MISREADS = frozenset(
    {
        QuestionKind.DISAGREE,
        QuestionKind.CONTRADICTED,
        QuestionKind.UNREAD,
        QuestionKind.NOT_SEEN,
        QuestionKind.NOT_OUT,
        QuestionKind.TWO_FACES,
    }
)
"""Questions that a sensor's mistake leads to, as far as a table can tell; the others are the dealing's own."""
_NAME_DIGITS = 32
_KEPT = 4


@dataclass(frozen=True, slots=True)
class _At:
    """What has to be known before the next entry.

    dealer: the last who entered something as dealer.  known: the wall clock at the first entry that was read.
    called: since when the floor is called, None if it is not, or was before that.
    """

    timeline: Timeline | None = None
    began: HandBegan | None = None
    dealer: str = ""
    known: float | None = None
    called: float | None = None

    def is_new(self, call: FloorCall) -> bool:
        """Whether it is no repetition of a call that is still open: that keeps the time of the first one."""
        return call.since != self.called and (self.known is None or call.since >= self.known)


class JournalRecord:
    """Fulfils `dealer.ports.TableRecord` from a journal. For one thread at a time.

    Reading from any entry on costs at most the entries of its hand besides: a hand's record begins with its start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: OrderedDict[int, _At] = OrderedDict()
        self._name = ""

    def name(self) -> str:
        """The beginning of the first entry's hash. Raises JournalError."""
        if not self._name:
            with typed(self._path), reading(self._path) as db:
                row = db.execute("SELECT hash FROM entry WHERE turn = 1").fetchone()
            self._name = "" if row is None else row[0].hex()[:_NAME_DIGITS]
        return self._name

    def last(self) -> int:
        """The turn of the last entry. Raises JournalError."""
        with typed(self._path), reading(self._path) as db:
            return int(db.execute("SELECT coalesce(max(turn), 0) FROM entry").fetchone()[0])

    def events(self, after: int, most: int) -> Sequence[TableEvent]:
        """The entries after a turn, oldest first. Raises JournalError, JournalDamaged."""
        with typed(self._path), reading(self._path) as db:
            db.execute("BEGIN")
            found = db.execute("SELECT * FROM entry WHERE turn > ? ORDER BY turn LIMIT ?", (after, most))
            rows = list(map(row_of, found))
            at = self._known.get(after)
            if at is None and rows:
                of_hand = "SELECT * FROM entry WHERE turn <= ? AND hand = (SELECT hand FROM entry WHERE turn = ?)"
                before = map(row_of, db.execute(f"{of_hand} ORDER BY turn", (after, after)))
                at = self._after(before)
        events = []
        for row in rows:
            assert at is not None, "there is a state before every entry that was found"
            at, event = self._told(at, row)
            events.append(event)
        if at is not None:
            self._keep(rows[-1].turn if rows else after, at)
        return events

    def _keep(self, turn: int, at: _At) -> None:
        self._known[turn] = at
        self._known.move_to_end(turn)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def _after(self, rows: Iterator[Row]) -> _At:
        at = _At()
        for row in rows:
            at, _ = self._told(at, row)
        return at

    def _told(self, at: _At, row: Row) -> tuple[_At, TableEvent]:
        """What is known after an entry, and what the floor is told of it."""
        try:
            entry = EVENTS.read(row.body)
            lines = (line(each) for each in announcements(at.timeline, entry))
            say = tuple(each for each in lines if each is not None)
            after = _following(at, entry)
        except (NotReadable, IllegalAction, ValueError, IndexError, AssertionError):
            raise JournalDamaged(self._path, "this entry cannot be read back", row.turn) from None
        if row.role == Role.DEALER.value:
            after = replace(after, dealer=row.user)
        if after.known is None:
            after = replace(after, known=row.wall)
        event = TableEvent(
            seq=row.turn,
            hand=row.hand,
            wall=row.wall,
            user=row.user,
            role=row.role,
            what=row.what,
            say=say,
            marks=tuple(_marks(at, entry)),
            over=_over(after, entry, row),
        )
        return after, event


def _following(at: _At, entry: Sequence[DeskEvent]) -> _At:
    for event in entry:
        match event:
            case HandBegan(started=started):
                at = replace(at, timeline=start(started), began=event, dealer="")
            case HandHappened(events=happened):
                timeline = at.timeline
                for inner in happened:
                    timeline = None if timeline is None else follow(timeline, inner)
                at = replace(at, timeline=timeline)
            case HandClosed():
                at = replace(at, timeline=None)
            case FloorCalled(call):
                at = replace(at, called=call.since)
            case FloorAnswered():
                at = replace(at, called=None)
    return at


def _marks(at: _At, entry: Sequence[DeskEvent]) -> Iterator[Mark]:
    for event in entry:
        match event:
            case HandBegan(started=started):
                yield Mark(MarkKind.HAND_BEGAN, started.game.value)
            case QuestionAsked(asked=asked) if asked.kind in MISREADS:
                yield Mark(MarkKind.MISREAD, asked.kind.value)
            case FloorCalled(call) if at.is_new(call):
                yield Mark(MarkKind.FLOOR_CALLED)
            case FloorAnswered():
                yield Mark(MarkKind.FLOOR_DONE)
            case Paused():
                yield Mark(MarkKind.PAUSED)
            case Resumed():
                yield Mark(MarkKind.RESUMED)
            case HandHappened(events=happened):
                for inner in happened:
                    match inner:
                        case IrregularityReported(kind=kind):
                            yield Mark(MarkKind.IRREGULARITY, kind.value)
                        case Ruled(choice=choice):
                            yield Mark(MarkKind.RULING, choice.value)
                        case Undone():
                            yield Mark(MarkKind.UNDONE)


def _over(at: _At, entry: Sequence[DeskEvent], row: Row) -> HandOver | None:
    closed = next((event for event in entry if isinstance(event, HandClosed)), None)
    if closed is None or at.began is None:
        return None
    began = at.began
    return HandOver(
        game=began.started.game.value,
        dealer=at.dealer,
        seats=len(began.started.seats),
        began=began.at,
        rake=closed.rake,
        void=closed.again,
        head=row.hash.hex(),
    )
