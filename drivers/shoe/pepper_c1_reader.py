"""How a Pepper C1 is asked, over and over, which tags lie in its field (SHOE-PROTOCOL, `pepper-c1`). Pure.

An answer counts only if it bears the number of the command that was sent last: what the reader still had to say from
before is dropped. Tags that it names on its own, once somebody has set it up so, are taken too.
"""

from __future__ import annotations

from dealer.observations import Health, Tag
from drivers.shoe import pepper_c1
from drivers.shoe.codec import Dropped
from drivers.shoe.pepper_c1 import Command
from drivers.shoe.polled import Asking, PolledReader
from drivers.shoe.teller import Teller

QUIET = 0.25
"""Seconds without a tag after which a card has passed."""
POLL_EVERY = 0.02
ANSWER_WITHIN = 0.5
_MOST_TAGS = 5
_SETUP = ((Command.DUMMY, ()), (Command.SET_POLLING, (0,)))


def pepper_c1_reader(teller: Teller, antenna: int | None = None) -> PolledReader:
    """A Pepper C1 at the shoe's mouth. antenna: 1 to 8 on a reader with several, else None."""
    asking = Asking(teller, QUIET)
    return PolledReader(asking, _Talk(asking, antenna))


class _Talk:
    def __init__(self, asking: Asking, antenna: int | None) -> None:
        self._asking = asking
        self._decoder = pepper_c1.Decoder()
        self._setup: tuple[tuple[Command, tuple[int, ...]], ...] = _SETUP
        if antenna is not None:
            self._setup += ((Command.SET_ACTIVE_ANTENNA, (antenna,)),)
        self._step = 0
        self._count = 0
        self._found: list[Tag] = []
        self._index = 0
        self._asked: Command | None = None

    @property
    def damaged(self) -> int:
        return self._decoder.faults.total()

    def begin(self, now: float) -> None:
        self._decoder.reset()
        self._step = 0
        self._count = self._index = 0
        self.go_on(now)

    def go_on(self, now: float) -> None:
        if self._step < len(self._setup):
            command, data = self._setup[self._step]
            self._ask(now, command, *data)
        elif self._index < self._count:
            self._ask(now, Command.GET_UID, self._index)
        else:
            self._ask(now, Command.GET_TAG_COUNT)

    def heard(self, data: bytes, now: float) -> None:
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Dropped):
                self._frame(frame, now)

    def _ask(self, now: float, command: Command, *data: int) -> None:
        self._asked = command
        self._asking.asks(pepper_c1.ask(command, *data), ANSWER_WITHIN, now)

    def missed(self) -> None:
        self._asking.teller.away(Health.SILENT, "the reader does not answer; look at its cable")

    def _frame(self, frame: pepper_c1.Frame, now: float) -> None:
        match frame:
            case pepper_c1.TagSeen(tag, False):
                self._asking.passage.see((tag,), 1, now)
            case pepper_c1.TagSeen(tag, True) if self._asked is Command.GET_UID:
                self._found.append(tag)
                self._named(now)
            case pepper_c1.Failure(Command.GET_UID, _) if self._asked is Command.GET_UID:
                self._named(now)
            case pepper_c1.Reply(Command.GET_TAG_COUNT, data) if self._asked is Command.GET_TAG_COUNT and data:
                self._count, self._index, self._found = min(data[0], _MOST_TAGS), 0, []
                self._answered(now, at=now if self._count else now + POLL_EVERY)
                self._asking.sees((), self._count, now)
            case pepper_c1.Reply(command, _) | pepper_c1.Failure(command, _) if (
                command == self._asked and self._step < len(self._setup)
            ):
                self._step += 1
                self._answered(now, at=now)
            case pepper_c1.Failure(command, _) if command == self._asked:
                self._answered(now, at=now + POLL_EVERY)
            case _:
                pass

    def _named(self, now: float) -> None:
        """One id was read, or could not be: the card moved on."""
        self._index += 1
        if self._index < self._count:
            self._answered(now, at=now)
            return
        self._asking.passage.see(self._found, self._count, now)
        self._count = self._index = 0
        self._answered(now, at=now + POLL_EVERY)

    def _answered(self, now: float, at: float) -> None:
        self._asked = None
        self._asking.answered(now, at)
