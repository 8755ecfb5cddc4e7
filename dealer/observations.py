"""What a sensor reports: which card or tag, where, how sure, when. Decides nothing."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dealer.cards import Card


class DeviceKind(enum.Enum):
    """What a table is connected to: its two sensors, its voice, and the broker through which the floor hears it."""

    SHOE = "shoe"
    CAMERA = "camera"
    VOICE = "voice"
    BROKER = "broker"


class Health(enum.Enum):
    """How a device is; shown in words on the dealer's screen."""

    OK = "ok"
    LINKING = "linking"
    SILENT = "silent"
    GONE = "gone"
    STALE = "stale"
    DARK = "dark"
    BLURRED = "blurred"
    MOVED = "moved"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class DeviceState:
    """A device changed its health. Reported once for each change, never repeated.

    detail: one line for people, with the port and the cause; holds no card and no tag.
    """

    device: DeviceKind
    health: Health
    detail: str


@dataclass(frozen=True, slots=True)
class Tag:
    """The id in a card's chip, such as `A:04416D412B0289` (SHOE-PROTOCOL, OSP/1). Never logged."""

    text: str

    def __str__(self) -> str:
        return "tag"

    def __repr__(self) -> str:
        return "Tag(...)"


@dataclass(frozen=True, slots=True)
class ShoePosition:
    """Which event of which shoe this is: the key under which it is committed once (OSP/1 rule 2).

    boot: 8 hex digits, new at each cold start.  seq: 1 and up, without a gap, within a boot.
    """

    device: str
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card left the shoe and exactly one tag was read (OSP/1 `CO`)."""

    position: ShoePosition
    tag: Tag
    beam_ms: int
    reads: int


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A card left the shoe and no tag was read (OSP/1 `NT`)."""

    position: ShoePosition
    beam_ms: int


@dataclass(frozen=True, slots=True)
class TwoCards:
    """Two tags passed the mouth at once (OSP/1 `TT`); which came first is not known."""

    position: ShoePosition
    tags: tuple[Tag, ...]
    beam_ms: int


@dataclass(frozen=True, slots=True)
class CardReturned:
    """A card was pushed back into the shoe (OSP/1 `CR`)."""

    position: ShoePosition
    tag: Tag


class ShoeCode(enum.Enum):
    """What a shoe reports besides cards."""

    JAM = "JM"
    EMPTY = "EM"
    LID_OPEN = "LO"
    LID_CLOSED = "LC"
    READER_ERROR = "RE"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class ShoeNotice:
    """Something other than a card (OSP/1 `JM EM LO LC RE`, or a code of a later version)."""

    position: ShoePosition
    code: ShoeCode
    detail: str


class AlertKind(enum.Enum):
    """Why the order of the cards can no longer be vouched for (OSP/1 rule 3)."""

    FIRST_CONTACT = "first-contact"
    NEW_BOOT = "new-boot"
    LOST_EVENTS = "lost-events"
    BEAM_COUNT = "beam-count"


@dataclass(frozen=True, slots=True)
class ShoeAlert:
    """The shoe's events may have a hole; a running deal pauses until the stub is counted.

    position: the position after which events are missing; seq 0 when none was ever seen of this boot.
    missing: how many events are known to be lost, or None when nobody can tell.
    """

    kind: AlertKind
    position: ShoePosition
    missing: int | None
    detail: str


ShoeReport = CardOut | CardUnread | TwoCards | CardReturned | ShoeNotice | ShoeAlert | DeviceState


class Zone(enum.Enum):
    """Where on the table a card lies."""

    SEAT = "seat"
    COMMUNITY = "community"
    BURN = "burn"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, with its seat (1 to 8) when it is a seat's."""

    zone: Zone
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """One identity that a reading may have, with its probability (0 to 1)."""

    card: Card
    confidence: float


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that lies face up (or a back) in the camera's picture, stable over several frames.

    track: stays the same while the card lies or is moved.  order: its place in the seat's row, from 0.
    card: the committed reading, or None when unsure; guesses are then the best ones, likeliest first.
    corners: four (x, y) in pixels of the camera's picture, clockwise from the index corner.
    """

    track: int
    place: Place
    order: int
    card: Card | None
    face_up: bool
    confidence: float
    guesses: tuple[Guess, ...]
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """All cards that lie in one zone, sent when that zone has changed and come to rest.

    frame: the number of the picture.  taken: seconds of the monotonic clock when it was taken.
    """

    place: Place
    seen: tuple[SeenCard, ...]
    frame: int
    taken: float


CameraReport = ZoneReading | DeviceState
Observation = ShoeReport | CameraReport
