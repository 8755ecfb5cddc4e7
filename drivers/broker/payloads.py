"""What a table and the floor say to each other, as records; how they become JSON and come back, strictly.

The schemas stand in `hardware/floor/schemas`. The name of a card that lies face down has no place in any of them.
"""

from __future__ import annotations

import enum
import json
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar, Union, get_args, get_origin

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from dealer.cards import DECK
from dealer.ports import DealerError, HandSummary, TableEvent
from dealer.snapshots import CardState, TableCard, TableView
from drivers.broker.topics import VERSION

T = TypeVar("T")
LARGEST = 64 * 1024
"""Bytes of a message; a larger one is not even looked at."""
LARGEST_REQUEST = 8 * 1024
_DEEPEST = 4


class BadPayload(DealerError):
    """A message is none of ours: not JSON, a field is missing, unknown or of the wrong kind. Repeats nothing of it."""


class OtherVersion(BadPayload):
    """A message of another version of these payloads."""


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
        self._converter = _CONVERTER

    def write(self, record: T) -> bytes:
        """Compact JSON with the version in front."""
        plain = {"v": VERSION, **self._converter.unstructure(record, self._kind)}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()

    def read(self, payload: bytes) -> T:
        """Take a payload. Raises BadPayload, OtherVersion."""
        if len(payload) > self._largest:
            raise BadPayload("the message is too large")
        try:
            plain = json.loads(payload, parse_constant=_no_constant)
            if not isinstance(plain, dict):
                raise BadPayload("the message is no object")
            version = plain.pop("v", None)
            if version != VERSION or type(version) is not int:
                raise OtherVersion("the message is of another version")
            return self._converter.structure(plain, self._kind)
        except _UNREADABLE:
            raise BadPayload(f"the message is no {self._kind.__name__}") from None


def ask_of(payload: bytes) -> str:
    """What a request asks, before it is looked at closely. Raises BadPayload."""
    if len(payload) > LARGEST_REQUEST:
        raise BadPayload("the message is too large")
    try:
        plain = json.loads(payload, parse_constant=_no_constant)
    except _UNREADABLE:
        raise BadPayload("the message is no JSON") from None
    return str(plain.get("ask")) if isinstance(plain, dict) else ""


_UNREADABLE = (
    BaseValidationError,
    ForbiddenExtraKeysError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    """JSON tells text, whole numbers and truth apart; so do we."""

    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"not a {kind.__name__}")
        return value

    return read


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError("not a number")
    return float(value)


def _plain(value: Any, _: Any) -> Any:
    """A value inside an entry or an announcement: anything of JSON that is not nested deeply."""
    _check_plain(value, _DEEPEST)
    return value


def _check_plain(value: object, levels: int) -> None:
    if levels < 0:
        raise TypeError("nested too deeply")
    if isinstance(value, list):
        for each in value:
            _check_plain(each, levels - 1)
    elif isinstance(value, dict):
        for each in value.values():
            _check_plain(each, levels - 1)
    elif not (value is None or isinstance(value, str | bool | int | float)):
        raise TypeError("not JSON")


def _card_out(card: TableCard) -> dict[str, object]:
    """The last door is locked as well: a card that lies face down leaves without a name whatever the record says."""
    name = card.name if card.face_up else None
    return {"face_up": card.face_up, "name": name, "state": card.state.value, "read": card.read}


@cache
def _card(face_up: bool, name: str | None, state: CardState, read: bool) -> TableCard:
    """There are few different cards and very many messages: each is made once."""
    return TableCard(face_up, name, state, read)


_STATES = {state.value: state for state in CardState}
_NAMES = frozenset(str(card) for card in DECK)


def _card_in(plain: Any, _: Any) -> TableCard:
    if plain.keys() != {"face_up", "name", "state", "read"}:
        raise TypeError("not the fields of a card")
    face_up, name, read = plain["face_up"], plain["name"], plain["read"]
    if type(face_up) is not bool or type(read) is not bool or not (name is None or (face_up and name in _NAMES)):
        raise TypeError("not a card")
    return _card(face_up, name, _STATES[plain["state"]], read)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) in (tuple,)


def _tuple_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """A list of JSON and nothing else; `tuple` itself would take a text letter by letter."""
    members = get_args(kind)
    if len(members) == 2 and members[1] is Ellipsis:
        member = members[0]
        read_one = converter.get_structure_hook(member)

        def read(value: Any, _: Any) -> Any:
            if type(value) is not list:
                raise TypeError("not a list")
            return tuple([read_one(each, member) for each in value])

        return read

    def read_each(value: Any, _: Any) -> Any:
        if type(value) is not list or len(value) != len(members):
            raise TypeError("not a list of this length")
        return tuple(converter.structure(each, member) for each, member in zip(value, members, strict=True))

    return read_each


def _is_word_or_number(kind: Any) -> bool:
    members = get_args(kind)
    return (
        get_origin(kind) in (types.UnionType, Union) and bool(members) and all(each in (int, str) for each in members)
    )


def _word_or_number_reader(kind: Any) -> Callable[[Any, Any], Any]:
    members = get_args(kind)

    def read(value: Any, _: Any) -> Any:
        if type(value) not in members:
            raise TypeError("neither a text nor a whole number")
        return value

    return read


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (str, bool, int):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda kind: kind is object, _plain)
    converter.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_reader(converter, kind))
    converter.register_structure_hook_factory(_is_word_or_number, _word_or_number_reader)
    converter.register_structure_hook(TableCard, _card_in)
    converter.register_unstructure_hook(TableCard, _card_out)
    return converter


_CONVERTER = _converter()

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
