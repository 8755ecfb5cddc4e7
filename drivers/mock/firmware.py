"""What the shoe's microcontroller does: keep events, send them until they are acknowledged, answer (OSP/1). No I/O."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dealer.observations import Tag
from drivers.shoe import osp

WINDOW = 8
FIRST_WAIT = 0.25
LONGEST_WAIT = 2.0
HEARTBEAT = 1.0
RING = 256
FIRMWARE = "mock1.0.0"


@dataclass(frozen=True, slots=True)
class Kept:
    """One event in the ring, as it will be sent."""

    seq: int
    ms: int
    code: str
    fields: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShoeMemory:
    """What outlives a power cut. first: oldest event kept; next: number of the event to come; uptime: milliseconds."""

    device: str
    boot: str
    next: int = 1
    ring: tuple[Kept, ...] = ()
    beams: int = 0
    uptime: int = 0

    @property
    def first(self) -> int:
        return self.ring[0].seq if self.ring else self.next


def record(memory: ShoeMemory, uptime: int, code: str, fields: tuple[str, ...], beams: int = 0) -> ShoeMemory:
    """Put an event into the ring; the oldest falls out when it is full (rule 6)."""
    kept = Kept(memory.next, uptime % 2**32, code, fields)
    return replace(
        memory,
        next=memory.next + 1,
        ring=(*memory.ring, kept)[-RING:],
        beams=memory.beams + beams,
        uptime=uptime,
    )


def card_out(memory: ShoeMemory, uptime: int, tag: Tag, beam_ms: int, reads: int) -> ShoeMemory:
    """A card left and was read."""
    return _recorded(memory, uptime, osp.card_out(memory.boot, memory.next, uptime, tag, beam_ms, reads), 1)


def no_tag(memory: ShoeMemory, uptime: int, beam_ms: int) -> ShoeMemory:
    """A card left and was not read."""
    return _recorded(memory, uptime, osp.no_tag(memory.boot, memory.next, uptime, beam_ms), 1)


def two_tags(memory: ShoeMemory, uptime: int, tags: tuple[Tag, ...], beam_ms: int) -> ShoeMemory:
    """Two cards left in one passage."""
    return _recorded(memory, uptime, osp.two_tags(memory.boot, memory.next, uptime, tags, beam_ms), 1)


def pushed_back(memory: ShoeMemory, uptime: int, tag: Tag, beam_ms: int) -> ShoeMemory:
    """A card was put back through the mouth."""
    return _recorded(memory, uptime, osp.pushed_back(memory.boot, memory.next, uptime, tag, beam_ms), 1)


def _recorded(memory: ShoeMemory, uptime: int, event: osp.Event, beams: int) -> ShoeMemory:
    return record(memory, uptime, event.code, event.fields, beams)


class Firmware:
    """The device's side of OSP/1.

    read, keep: the memory that outlives a power cut, and the way to change it.  send: bytes to the line.
    uptime: milliseconds since the boot.  Times are seconds of one clock that never goes back.
    """

    def __init__(
        self,
        read: Callable[[], ShoeMemory],
        keep: Callable[[ShoeMemory], None],
        send: Callable[[bytes], None],
        uptime: Callable[[], int],
        key: bytes | None = None,
    ) -> None:
        self._read = read
        self._keep = keep
        self._send = send
        self._uptime = uptime
        self._key = key
        self._decoder = osp.Decoder(key)
        self._sent = 0
        self._resend_at: float | None = None
        self._wait = FIRST_WAIT
        self._beat_at = 0.0
        self.trouble = False
        self.light = False
        self.mode = "PLAY"

    def due(self) -> float:
        """When `tick` is to be called next, if nothing else happens."""
        return self._beat_at if self._resend_at is None else min(self._beat_at, self._resend_at)

    def started(self) -> None:
        """The line is new or the processor began again: whatever was sent before is not known to have arrived."""
        self._decoder.reset()
        self._sent = self._read().first - 1
        self._wait = FIRST_WAIT
        self._resend_at = None

    def tick(self, now: float) -> None:
        """Send what is new, what was not acknowledged in time, and a heartbeat each second."""
        memory = self._read()
        if self._resend_at is not None and now >= self._resend_at and memory.ring:
            self._sent = memory.first - 1
            self._wait = min(self._wait * 2, LONGEST_WAIT)
            self._resend_at = None
        self._push(now)
        if now >= self._beat_at:
            self._beat_at = now + HEARTBEAT
            state = osp.ShoeState.RING if len(memory.ring) * 2 > RING else osp.ShoeState.OK
            if self.trouble:
                state = osp.ShoeState.ERR
            self._say(osp.Heartbeat(memory.boot, memory.next, self._uptime() % 2**32, state, memory.beams))

    def feed(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        for heard in self._decoder.feed(data):
            self._hear(heard, now)

    def _hear(self, heard: osp.Heard, now: float) -> None:
        memory = self._read()
        match heard:
            case osp.Query(low, high, _):
                if not low <= osp.VERSION <= high:
                    self._say(osp.Refusal(osp.Refused.VERSION))
                    return
                hello = osp.Hello(osp.VERSION, memory.device, memory.boot, FIRMWARE, memory.first, memory.next)
                self._say(hello)
                self._sent = memory.first - 1
                self._wait = FIRST_WAIT
                self._resend_at = None
                self._push(now)
            case osp.Ack(boot, seq) if boot == memory.boot and memory.first <= seq < memory.next:
                self._keep(replace(memory, ring=tuple(kept for kept in memory.ring if kept.seq > seq)))
                self._sent = max(self._sent, seq)
                self._wait = FIRST_WAIT
                self._resend_at = None
                self._push(now)
            case osp.Again(boot, seq) if boot == memory.boot:
                self._sent = max(seq, memory.first) - 1
                self._push(now)
            case osp.Command():
                self._obey(heard)
            case osp.Dropped(fault) if fault.value in osp.Refused.__members__:
                self._say(osp.Refusal(osp.Refused(fault.value)))
            case _:
                return

    def _obey(self, command: osp.Command) -> None:
        match command.name, command.args:
            case "MODE", (("PLAY" | "REG") as mode,):
                self.mode = mode
            case "LIGHT", (("on" | "off") as word,):
                self.light = word == "on"
            case "PING", ():
                pass
            case "RESET", ():
                self.started()
            case _:
                self._say(osp.Result(command.n, ok=False, fields=("UNKNOWN",)))
                return
        self._say(osp.Result(command.n, ok=True))

    def _push(self, now: float) -> None:
        """Send what has not been sent, as far as the window reaches."""
        memory = self._read()
        last = memory.first + WINDOW - 1
        for kept in memory.ring:
            if self._sent < kept.seq <= last:
                self._say(osp.Event(memory.boot, kept.seq, kept.ms, kept.code, kept.fields))
                self._sent = kept.seq
        if not memory.ring:
            self._resend_at = None
        elif self._resend_at is None:
            self._resend_at = now + self._wait

    def _say(self, line: osp.Line) -> None:
        self._send(osp.encode(line, self._key))
