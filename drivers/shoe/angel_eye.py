"""The frames of an Angel Eye II-EX baccarat shoe, received only (SHOE-PROTOCOL, `angel-eye`).

It prints no tag: the shoe reads the card's own code, so here a frame says which card it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dealer.cards import Card, Rank, Suit
from dealer.observations import Tag
from drivers.shoe.codec import Dropped, Fault, Found, Scanner

BAUD = 4800
CARD_CODE = "K:"
"""The kind of tag that stands for a card's own code: `K:8s`."""

_STX, _ENQ, _ETX = 0x02, 0x05, 0x03
_LONGEST = 24
_LAST_END = _LONGEST - 2
_CHECK = re.compile(rb"[0-9A-F]{2}\Z")
_SUITS = {1: Suit.DIAMONDS, 2: Suit.CLUBS, 3: Suit.SPADES, 4: Suit.HEARTS}


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """`D` a card left the shoe, `d` outside a game. tag: None when the code means no card."""

    seq: int
    in_game: bool
    tag: Tag | None


@dataclass(frozen=True, slots=True)
class ErrorShown:
    """`E` an error came up, `e` it went away: 1 unreadable, 2 overdraw, 4 and 5 reverse, 6 card code, 7 time-out."""

    seq: int
    code: int
    on: bool


@dataclass(frozen=True, slots=True)
class Locked:
    """`L`: the shoe was locked or unlocked."""

    seq: int
    locked: bool


@dataclass(frozen=True, slots=True)
class Other:
    """Anything else, such as a baccarat result (`G`) or a cut card (`C`)."""

    seq: int
    letter: str
    data: bytes = field(default=b"", repr=False)


Frame = CardDrawn | ErrorShown | Locked | Other
Heard = Frame | Dropped


def encode(seq: int, letter: str, data: bytes = b"") -> bytes:
    """The shoe's side: one frame. data: payload bytes, bit 7 is set here. seq: 0 to 9."""
    body = str(seq).encode() + letter.encode() + bytes(byte | 0x80 for byte in data) + bytes((_ETX,))
    return bytes((_ENQ,)) + body + _bcc(body)


def card_byte(card: Card) -> int:
    """The code of a card, bit 7 clear: suit in bits 6-4, rank in bits 3-0."""
    suit = next(code for code, known in _SUITS.items() if known is card.suit)
    return suit << 4 | card.rank.low


def card_of(code: int) -> Card | None:
    """The card of a code; None when it means no card."""
    suit, low = _SUITS.get(code >> 4 & 0x07), code & 0x0F
    if suit is None or not 1 <= low <= 13:
        return None
    return Card(Rank.ACE if low == 1 else Rank(low), suit)


class Decoder:
    """Bytes in, frames out; the three copies of a frame come out once. Holds at most one frame."""

    def __init__(self) -> None:
        self._scanner: Scanner[Frame] = Scanner(bytes((_ENQ,)), _LONGEST, _take)
        self._to_shoe: Scanner[None] = Scanner(bytes((_STX,)), _LONGEST, _take_command)
        self._last: Frame | None = None
        self.faults = self._scanner.faults
        self.repeats = 0

    @property
    def held(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return max(self._scanner.held, self._to_shoe.held)

    @property
    def ignored(self) -> int:
        """How many commands on their way to the shoe were heard, as in a recording of both directions."""
        return self._to_shoe.accepted

    def reset(self) -> None:
        """Forget an unfinished frame; what was last heard is kept, so that a copy of it is still known as one."""
        self._scanner.reset()
        self._to_shoe.reset()

    def feed(self, data: bytes) -> list[Heard]:
        """Take the next bytes, return what they complete."""
        heard: list[Heard] = []
        self._to_shoe.feed(data)
        for frame in self._scanner.feed(data):
            if isinstance(frame, Dropped):
                heard.append(frame)
            elif frame == self._last:
                self.repeats += 1
            else:
                self._last = frame
                heard.append(frame)
        return heard


def _bcc(body: bytes) -> bytes:
    check = 0
    for byte in body:
        check ^= byte
    return b"%02X" % check


def _take(data: bytes, at: int) -> Found[Frame] | Fault | None:
    end = data.find(_ETX, at + 1, at + _LAST_END)
    again = data.find(_ENQ, at + 1, end if end >= 0 else at + _LAST_END)
    if again >= 0:
        return Fault.CUT
    if end < 0 or len(data) < end + 3:
        return None
    body, check = data[at + 1 : end + 1], data[end + 1 : end + 3]
    if not _CHECK.match(check) or _bcc(body) != check:
        return Fault.CRC
    frame = _frame(body[:-1])
    return Fault.FORM if frame is None else Found(frame, end + 3 - at)


def _take_command(data: bytes, at: int) -> Found[None] | Fault | None:
    """A command of the host: its check begins at the STX."""
    end = data.find(_ETX, at + 1, at + _LAST_END)
    if end < 0 or len(data) < end + 3:
        return None
    return Found(None, end + 3 - at) if _bcc(data[at : end + 1]) == data[end + 1 : end + 3] else Fault.CRC


def _frame(body: bytes) -> Frame | None:
    seq, letter, data = body[:1], body[1:2], body[2:]
    if not seq.isdigit() or not letter.isalpha():
        return None
    number = int(seq)
    match letter:
        case b"D" | b"d":
            if len(data) < 2:
                return None
            card = card_of(data[1])
            return CardDrawn(number, letter == b"D", Tag(f"{CARD_CODE}{card}") if card else None)
        case b"E" | b"e":
            return ErrorShown(number, data[0] & 0x3F, letter == b"E") if data else None
        case b"L":
            return Locked(number, bool(data[0] & 0x01)) if data else None
    return Other(number, letter.decode("ascii"), data)
