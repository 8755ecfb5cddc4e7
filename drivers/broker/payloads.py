"""What a table and the floor say to each other, as records; how they become JSON and come back, strictly.

The schemas stand in `hardware/floor/schemas`. The name of a card that lies face down has no place in any of them.
"""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Generic, TypeVar

from dealer.ports import DealerError, HandSummary, TableEvent
from dealer.snapshots import TableView
from drivers.broker.strict import CONVERTER, UNREADABLE, no_constant
from drivers.broker.topics import VERSION

T = TypeVar("T")
LARGEST = 64 * 1024
"""Bytes of a message; a larger one is not even looked at."""
LARGEST_REQUEST = 8 * 1024


class BadPayload(DealerError):
    """A message is none of ours: not JSON, a field is missing, unknown or of the wrong kind. Repeats nothing of it."""


class OtherVersion(BadPayload):
    """A message of another version of these payloads."""


class Unsendable(BadPayload):
    """A message of our own that the other side would not take, and so would never answer."""


class Presence(enum.Enum):
    """Whether a table is there, as its status says."""

    HERE = "here"
    STOPPED = "stopped"
    """It said goodbye."""
    GONE = "gone"
    """The broker says so: the table's last will."""


@dataclass(frozen=True, slots=True)
class About:
    """`about`, retained: how a table is discovered.

    session: one run of the program; a later one sorts after an earlier one.  version: of the program.
    languages: in which its state is published, the first one always.  since: seconds since 1970.
    """

    session: str
    version: str
    title: str
    languages: tuple[str, ...]
    journal: str
    since: float


@dataclass(frozen=True, slots=True)
class Status:
    """`status`, retained, said again every few seconds. turn: the last entry of the journal.  at: seconds since 1970.

    refused: how many messages the table has refused in this session, by reason.
    """

    session: str
    status: Presence
    turn: int
    at: float
    refused: dict[str, int]


@dataclass(frozen=True, slots=True)
class State:
    """`state/LANGUAGE`, retained: the floor's view of the table."""

    session: str
    view: TableView


@dataclass(frozen=True, slots=True)
class Attention:
    """`attention`, retained while the floor is called; then taken away with an empty message."""

    session: str
    reason: str
    since: float


@dataclass(frozen=True, slots=True)
class Happened:
    """`event`: one entry of the journal."""

    session: str
    journal: str
    event: TableEvent


@dataclass(frozen=True, slots=True)
class Head:
    """`head`, retained: the hash of the journal after a hand, to be compared with the journal later."""

    session: str
    journal: str
    turn: int
    hand: int
    hash: str


@dataclass(frozen=True, slots=True)
class EventsAsked:
    """A request: the events after a turn. ask: `events`."""

    ask: str
    after: int
    most: int


@dataclass(frozen=True, slots=True)
class EventsTold:
    """Its reply. last: the last entry that there is."""

    session: str
    journal: str
    last: int
    events: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class RulingAsked:
    """A request: enter this at the table. ask: `enter`.

    table: `ROOM/TABLE`.  turn: of the view it was made on.  nonce: never used twice.  at: seconds since 1970.
    signature: Ed25519 over all other fields (`drivers.broker.rulings`), in hexadecimal.
    """

    ask: str
    table: str
    user: str
    entry: dict[str, object]
    turn: int
    language: str
    nonce: str
    at: float
    signature: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Its reply. refused: why not, in the asker's language, or None.  rule: which rule forbids it."""

    turn: int
    refused: str | None
    rule: str | None


@dataclass(frozen=True, slots=True)
class HandsAsked:
    """A request: which hands that are over fit. ask: `hands`.  The rest as in a ruling; `card` was shown face up."""

    ask: str
    table: str
    user: str
    number: int | None
    since: str | None
    seat: int | None
    card: str | None
    language: str
    nonce: str
    at: float
    signature: str


@dataclass(frozen=True, slots=True)
class HandsTold:
    """Its reply: the newest first, as many as fit. refused: why none are told, in the asker's language, or None."""

    hands: tuple[HandSummary, ...]
    refused: str | None


@dataclass(frozen=True, slots=True)
class HandAsked:
    """A request: one hand that is over, as text. ask: `hand`.  The rest as in a ruling."""

    ask: str
    table: str
    user: str
    number: int
    language: str
    nonce: str
    at: float
    signature: str


@dataclass(frozen=True, slots=True)
class HandTold:
    """Its reply. text: None if there is no such hand.  refused: why it is not told, or None."""

    text: str | None
    refused: str | None


class Codec(Generic[T]):
    """One kind of payload. largest: bytes."""

    def __init__(self, kind: type[T], largest: int = LARGEST) -> None:
        self._kind = kind
        self._largest = largest
        self._converter = CONVERTER

    def write(self, record: T) -> bytes:
        """Compact JSON with the version in front."""
        plain = {"v": VERSION, **self._converter.unstructure(record, self._kind)}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()

    def request(self, record: T) -> bytes:
        """What `write` makes, if the other side will take it. Raises Unsendable."""
        try:
            payload = self.write(record)
            self.read(payload)
        except (BadPayload, *UNREADABLE):
            raise Unsendable(f"this cannot be sent as a {self._kind.__name__}") from None
        return payload

    def read(self, payload: bytes) -> T:
        """Take a payload. Raises BadPayload, OtherVersion."""
        if len(payload) > self._largest:
            raise BadPayload("the message is too large")
        try:
            plain = json.loads(payload, parse_constant=no_constant)
            if not isinstance(plain, dict):
                raise BadPayload("the message is no object")
            version = plain.pop("v", None)
            if version != VERSION or type(version) is not int:
                raise OtherVersion("the message is of another version")
            return self._converter.structure(plain, self._kind)
        except UNREADABLE:
            raise BadPayload(f"the message is no {self._kind.__name__}") from None


def ask_of(payload: bytes) -> str:
    """What a request asks, before it is looked at closely. Raises BadPayload."""
    if len(payload) > LARGEST_REQUEST:
        raise BadPayload("the message is too large")
    try:
        plain = json.loads(payload, parse_constant=no_constant)
    except UNREADABLE:
        raise BadPayload("the message is no JSON") from None
    return str(plain.get("ask")) if isinstance(plain, dict) else ""


ABOUT = Codec(About)
STATUS = Codec(Status)
STATE = Codec(State)
ATTENTION = Codec(Attention)
HAPPENED = Codec(Happened)
HEAD = Codec(Head)
EVENTS_ASKED = Codec(EventsAsked, LARGEST_REQUEST)
EVENTS_TOLD = Codec(EventsTold)
RULING_ASKED = Codec(RulingAsked, LARGEST_REQUEST)
ANSWER = Codec(Answer, LARGEST_REQUEST)
HANDS_ASKED = Codec(HandsAsked, LARGEST_REQUEST)
HANDS_TOLD = Codec(HandsTold)
HAND_ASKED = Codec(HandAsked, LARGEST_REQUEST)
HAND_TOLD = Codec(HandTold)
