"""Where the core meets the outside: the protocols a device or a screen fulfils, and the plain records they share."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from dealer.cards import Card, SealedCard
from dealer.errors import DealerError
from dealer.observations import CameraReport, Place, ShoePosition, ShoeReport
from dealer.snapshots import TableCard, TableView


class Face(enum.Enum):
    """Which way up a card lies."""

    UP = "up"
    DOWN = "down"


class StepKind(enum.Enum):
    """What the dealer's hands do next."""

    LOAD_DECK = "load-deck"
    START_HAND = "start-hand"
    ANTES = "antes"
    BURN = "burn"
    DEAL = "deal"
    COMMUNITY = "community"
    SCRAMBLE = "scramble"
    ACT = "act"
    SHOW = "show"
    PUSH_POT = "push-pot"
    ASK = "ask"
    PAUSED = "paused"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do now; drives the dealer's screen and the simulated dealer alike.

    turn: grows with each journal entry; an entry made for an older turn is refused.
    seat: whose card or whose action.  street: 3 to 7.  face: of the card that is due.
    from_burns: the burns are shuffled too, or the community card is taken from their pile and not out of the shoe (R5).
    """

    kind: StepKind
    turn: int
    hand: int
    street: int | None = None
    seat: int | None = None
    face: Face | None = None
    from_burns: bool = False


class Shoe(Protocol):
    """A shoe on its link; reports in order and each event once (SHOE-PROTOCOL)."""

    def start(self, report: Callable[[ShoeReport], None], resume: Sequence[ShoePosition]) -> None:
        """Begin to report from another thread. resume: the last committed position of each device and boot."""

    def acknowledge(self, position: ShoePosition) -> None:
        """Everything up to this position is on disk (OSP/1 rule 2). May be called from any thread."""

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of what the camera sees, with zones and readings drawn. It shows face-up cards only."""

    jpeg: bytes
    taken: float


class Camera(Protocol):
    """A camera over the table; reports each zone that changed and came to rest."""

    def start(self, report: Callable[[CameraReport], None]) -> None:
        """Begin to report from another thread."""

    def look_again(self, place: Place) -> None:
        """Read a zone once more and report it even if nothing changed."""

    def looks(self, since: float) -> int:
        """How many pictures that were taken after this moment of the monotonic clock have been read, up to 64.

        Whoever waits for a card to be seen counts these, for a camera may be slow, and a reader behind.
        """

    def picture(self) -> Picture | None:
        """The newest picture, or None while there is none."""

    def stop(self) -> None:
        """End within a second; afterwards nothing is reported."""


class Speaker(Protocol):
    """The voice at the table."""

    def say(self, text: str, language: str, volume: int) -> None:
        """Speak soon, after what is being said; never blocks. volume: 0 to 100."""

    def stop(self) -> None:
        """Fall silent."""


class Role(enum.Enum):
    """Who looks: decides what leaves the server (dealer/access holds what each may do)."""

    VIEWER = "viewer"
    DEALER = "dealer"
    FLOOR = "floor"
    TECHNICIAN = "technician"


@dataclass(frozen=True, slots=True)
class Signature:
    """Who makes an entry; stands beside it in the journal."""

    user: str
    role: Role


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of an entry.

    turn: the turn after it.  refused: why not, in one sentence in the user's language, or None.
    rule: the number of the rule that forbids it.
    """

    turn: int
    refused: str | None = None
    rule: str | None = None


class Changes(Protocol):
    """One reader's view of what is new; a slow reader is closed, not trimmed."""

    def wait(self, seconds: float) -> TableView | None:
        """The newest view if it is newer than the last one given, else None after the time. Raises ChangesClosed."""

    def close(self) -> None:
        """Stop receiving."""


class ChangesClosed(DealerError):
    """The table has stopped, or this reader was too slow."""


class Tables(Protocol):
    """All tables that a screen can show: the one of this process, or many through a broker."""

    def ids(self) -> tuple[str, ...]:
        """The tables there are, in the order to show them."""

    def view(self, table: str, role: Role, language: str) -> TableView:
        """A whole snapshot as this role may see it. Raises UnknownTable."""

    def follow(self, table: str, role: Role, language: str) -> Changes:
        """Views from now on, as this role may see them. Raises UnknownTable."""

    def enter(self, table: str, entry: Mapping[str, object], turn: int, who: Signature, language: str) -> Reply:
        """Enter what a button or key says. entry: the `entry` of a Control of the view, completed by the screen.

        turn: the turn of the view it was made on; if the table has moved on, the entry is refused.
        Raises UnknownTable, TableBusy.
        """

    def picture(self, table: str) -> Picture | None:
        """What the camera sees now. Raises UnknownTable."""


class UnknownTable(DealerError):
    """No table of that id is here."""


class TableBusy(DealerError):
    """The table did not take an entry in time, so it was not entered and may be tried again."""


@dataclass(frozen=True, slots=True)
class HandSummary:
    """One line of the hand look-up. Holds no card that was never shown."""

    number: int
    table: str
    started: str
    game: str
    seats: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]


class History(Protocol):
    """Hands that are over."""

    def find(
        self, *, number: int | None = None, since: str | None = None, seat: int | None = None, card: Card | None = None
    ) -> Sequence[HandSummary]:
        """Hands that fit, newest first. since: ISO date or time. card: shown face up."""

    def text(self, number: int, language: str = "en") -> str:
        """A hand as text in a language; cards that nobody may know stand as `??`."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a table far away answered. text: "" if there is no such hand.  refused: why nothing, in words, or ""."""

    hands: tuple[HandSummary, ...]
    text: str
    refused: str


class FarHistory(Protocol):
    """Hands that are over, at tables far away; each table checks who asks. user: who asks, by his name."""

    def find(
        self,
        table: str,
        user: str,
        language: str,
        *,
        number: int | None = None,
        since: str | None = None,
        seat: int | None = None,
        card: Card | None = None,
    ) -> LookedUp:
        """Hands of a table that fit, newest first; as `History.find`. Raises UnknownTable."""

    def text(self, table: str, user: str, language: str, number: int) -> LookedUp:
        """A hand of a table as text; cards that nobody may know stand as `??`. Raises UnknownTable."""


class IncidentKind(enum.Enum):
    """What a trend counts."""

    MISREAD = "misread"
    IRREGULARITY = "irregularity"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that went wrong at a table, without any card. wall: seconds since 1970.

    what: in the reader's language.  shoe, deck: the device and the deck in use then, or "".
    """

    wall: float
    kind: IncidentKind
    what: str
    table: str
    shoe: str
    deck: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that the floor did. detail: its own words for why, or ""."""

    wall: float
    table: str
    hand: int
    user: str
    what: str
    detail: str


class Trends(Protocol):
    """What went wrong and what was done about it, over time. Reads the record and changes nothing."""

    def incidents(self, since: float, language: str) -> Sequence[Incident]:
        """Everything that went wrong from a moment on, oldest first."""

    def hands(self, since: float) -> Sequence[float]:
        """When each hand was over, from a moment on."""

    def log(self, language: str, most: int) -> Sequence[LogLine]:
        """The last things that the floor did, newest first."""


@dataclass(frozen=True, slots=True)
class FaultView:
    """A fault that the simulated table can have. on: it has it now. once: it happens and is over."""

    name: str
    words: str
    on: bool
    once: bool


class Simulation(Protocol):
    """The simulated table's own switches; there is none at a real table."""

    def faults(self) -> tuple[FaultView, ...]:
        """Every fault there is, in the order to show them."""

    def switch(self, fault: str, on: bool) -> None:
        """Cause a fault or end it. Raises UnknownFault."""

    def pace(self) -> float | None:
        """Seconds between two things the players do, or None when a person acts for all of them."""

    def set_pace(self, seconds: float | None) -> None:
        """Let the players play by themselves at this pace (0.05 to 10 s), or hand them to a person with None."""


class UnknownFault(DealerError):
    """The simulated table has no fault of that name."""


class Publisher(Protocol):
    """What a table tells the floor's broker; never blocks, never fails the hand."""

    def changed(self) -> None:
        """Something at the table has changed; looked up later, by another thread. Returns at once."""

    def stop(self) -> None:
        """Say that the table stopped cleanly."""


class MarkKind(enum.Enum):
    """What an entry means to the floor's reports."""

    HAND_BEGAN = "hand-began"
    MISREAD = "misread"
    IRREGULARITY = "irregularity"
    RULING = "ruling"
    UNDONE = "undone"
    FLOOR_CALLED = "floor-called"
    FLOOR_DONE = "floor-done"
    PAUSED = "paused"
    RESUMED = "resumed"


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that an entry means to the reports. detail: one word, such as the kind of an irregularity."""

    kind: MarkKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that is over, for the reports. began: seconds since 1970.  dealer: who dealt last.  rake: chips.

    void: called off, to be dealt again.  head: the hash of the journal's entry that ended it.
    """

    game: str
    dealer: str
    seats: int
    began: float
    rake: int
    void: bool
    head: str


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One entry of a table's journal, as the floor may know it: nothing in it tells of a card that lies face down.

    seq: the turn of the entry, 1 and up without a gap.  wall: seconds since 1970.  what: one word for the entry.
    say: what was announced, as the JSON lines of `dealer run --json`.
    """

    seq: int
    hand: int
    wall: float
    user: str
    role: str
    what: str
    say: tuple[dict[str, object], ...]
    marks: tuple[Mark, ...]
    over: HandOver | None


class TableRecord(Protocol):
    """A table's journal as the floor may read it, also while it is written to."""

    def name(self) -> str:
        """What tells this journal from every other, also from a new one of the same table; "" while it is empty."""

    def last(self) -> int:
        """The turn of the last entry; 0 while there is none."""

    def events(self, after: int, most: int) -> Sequence[TableEvent]:
        """The entries after a turn, oldest first, so many at most."""


class ReportBy(enum.Enum):
    """What a line of the floor's report is of. A shift is one dealer at one table until he is away for an hour."""

    TABLE = "table"
    GAME = "game"
    SHIFT = "shift"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line. began, ended: ISO times (UTC).  hours: of playing time.  rake: chips.  hands: also those called off."""

    of: str
    began: str
    ended: str
    hands: int
    void: int
    hours: float
    hands_an_hour: float
    misreads: int
    irregularities: int
    rulings: int
    floor_calls: int
    rake: int


@dataclass(frozen=True, slots=True)
class RecordAlert:
    """A table's record that is not what the floor was told before.

    hand: in which it shows, 0 if that is not known.  turn: of the entry.  kind: one word.  wall: seconds since 1970.
    settled, settled_by: when and by whom it was looked into, None and "" while it is open.
    """

    id: int
    table: str
    hand: int
    turn: int
    kind: str
    wall: float
    settled: float | None
    settled_by: str


class FloorBook(Protocol):
    """What the floor has gathered of its tables. From any thread."""

    def report(self, by: ReportBy, since: float, until: float) -> Sequence[ReportLine]:
        """The lines of a time. since, until: seconds since 1970. Raises DealerError."""

    def csv(self, by: ReportBy, since: float, until: float) -> str:
        """The same lines as CSV with a head. Raises DealerError."""

    def alerts(self) -> Sequence[RecordAlert]:
        """Records that differ, those that nobody has looked into first. Raises DealerError."""

    def settle(self, alert: int, user: str) -> bool:
        """Somebody has looked into it. False if there is none of this number that is open. Raises DealerError."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """Somebody whose rulings a table takes from afar. key: his public Ed25519 key, 32 bytes."""

    role: Role
    key: bytes


__all__ = [
    "Camera",
    "Changes",
    "ChangesClosed",
    "DealerError",
    "Face",
    "FarHistory",
    "FaultView",
    "FloorBook",
    "HandOver",
    "HandSummary",
    "History",
    "Incident",
    "IncidentKind",
    "LogLine",
    "LookedUp",
    "Mark",
    "MarkKind",
    "NextStep",
    "Picture",
    "Publisher",
    "RecordAlert",
    "Reply",
    "ReportBy",
    "ReportLine",
    "Role",
    "Ruler",
    "SealedCard",
    "Shoe",
    "Signature",
    "Simulation",
    "Speaker",
    "StepKind",
    "TableBusy",
    "TableCard",
    "TableEvent",
    "TableRecord",
    "TableView",
    "Tables",
    "Trends",
    "UnknownFault",
    "UnknownTable",
]
