"""The host's end of OSP/1: which events are new, which are missing, and whether the shoe is alive (OSP/1 rules 1 to 6).

Pure: bytes and times in, bytes and reports out. It reports an event once and acknowledges it when told it is on disk.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.observations import (
    AlertKind,
    CardOut,
    CardReturned,
    CardUnread,
    DeviceKind,
    DeviceState,
    Health,
    ShoeAlert,
    ShoeCode,
    ShoeNotice,
    ShoePosition,
    ShoeReport,
    TwoCards,
)
from drivers.shoe import osp
from drivers.shoe.beams import BeamWatch
from drivers.shoe.device import Output
from drivers.shoe.repeat import Repeat

SILENT_AFTER = 2.5
"""Seconds without a line after which the link is down (rule 4)."""

_FIRST_RETRY, _LAST_RETRY = 0.25, 2.0
_REFUSAL_REST = 0.05
_AGAIN_REST = 0.1
_OVERDUE = 0.4
_COMMAND_TRIES = 8
_POWER_UP = "PU"
_REFUSALS = {
    osp.Fault.CRC: osp.Refused.CRC,
    osp.Fault.CUT: osp.Refused.CRC,
    osp.Fault.LONG: osp.Refused.LONG,
    osp.Fault.FORM: osp.Refused.FORM,
}


@dataclass(frozen=True, slots=True)
class _Ring:
    """One shoe since one cold start: what it was heard to say, and what of it is on disk."""

    device: str
    boot: str
    told: int
    on_disk: int

    @property
    def key(self) -> tuple[str, str]:
        return self.device, self.boot

    def at(self, seq: int) -> ShoePosition:
        return ShoePosition(self.device, self.boot, seq)


class Host:
    """One controller's talk with the shoe on one link.

    controller: our id in the hello, of which ASCII letters and digits are kept.
    resume: the last committed position of each device and boot (rule 2).
    key: shared at pairing, when lines are signed (rule 5).  mode: `PLAY` at the table, `REG` to register a deck.
    """

    def __init__(
        self,
        controller: str,
        resume: Sequence[ShoePosition] = (),
        *,
        key: bytes | None = None,
        mode: str = "PLAY",
    ) -> None:
        self._decoder = osp.Decoder(key)
        self._key = key
        self._hello = osp.Query(osp.VERSION, osp.VERSION, _written(controller))
        self._rings: dict[tuple[str, str], _Ring] = {}
        for position in resume:
            ring = _Ring(position.device, position.boot, position.seq, position.seq)
            if ring.key not in self._rings or self._rings[ring.key].told < ring.told:
                self._rings[ring.key] = ring
        self._ring: _Ring | None = None
        self._open = False
        self._health: Health | None = None
        self._life = -math.inf
        self._ask_hello = Repeat(_FIRST_RETRY, _LAST_RETRY)
        self._ask_events = Repeat(_FIRST_RETRY, _LAST_RETRY)
        self._last_again = (0, -math.inf)
        self._last_refusal = -math.inf
        self._last_event = -math.inf
        self._beams = BeamWatch()
        self._mode = osp.Command(0, "MODE", (mode,))
        self._ask_mode = Repeat(_FIRST_RETRY, _LAST_RETRY, _COMMAND_TRIES)
        self._ack_owed = False
        self._lines: list[osp.Line] = []
        self._reports: list[ShoeReport] = []

    # What happens to it

    @property
    def damaged(self) -> int:
        """How many frames were dropped so far."""
        return self._decoder.faults.total()

    @property
    def silent(self) -> bool:
        """Whether the port is open and nothing is heard."""
        return self._open and self._health is Health.SILENT

    def opened(self, now: float) -> None:
        """The port is open; the shoe is asked who it is."""
        self._open = True
        self._decoder.reset()
        self._life = now
        if self._health is None:
            self._become(Health.LINKING, "the port is open; the shoe has been asked who it is")
        self._ask_events.stop()
        self._ask_mode.stop()
        self._ask_hello.begin(now)

    def lost(self, detail: str, now: float) -> None:
        """The port is gone. detail: why, with the port."""
        self._open = False
        for repeat in (self._ask_hello, self._ask_events, self._ask_mode):
            repeat.stop()
        self._become(Health.GONE, detail)

    def heard(self, data: bytes, now: float) -> None:
        """Bytes came in."""
        for line in self._decoder.feed(data):
            if isinstance(line, osp.Dropped):
                self._refuse(line.fault, now)
            else:
                self._line(line, now)

    def acknowledge(self, position: ShoePosition, now: float) -> None:
        """Everything up to this position is on disk (rule 2)."""
        ring = self._rings.get((position.device, position.boot))
        if ring is None or position.seq <= ring.on_disk:
            return
        self._keep(replace(ring, on_disk=position.seq, told=max(ring.told, position.seq)))
        self._ack_owed = True

    def tick(self, now: float) -> None:
        """Time has passed; call no later than `due`."""
        if not self._open:
            return
        if now - self._life >= SILENT_AFTER and self._health is not Health.SILENT:
            self._become(Health.SILENT, f"nothing heard from the shoe for {SILENT_AFTER} seconds; look at its power")
            self._ask_hello.begin(now)
        if self._ask_hello.due(now):
            self._lines.append(self._hello)
        if self._ask_events.due(now) and self._ring is not None:
            self._again(self._ring, now)
            if self._ask_events.tries > 2:
                self._lines.append(self._hello)
        if self._ask_mode.due(now):
            self._lines.append(self._mode)

    def due(self) -> float:
        """When `tick` has something to do at the latest; infinity when only news can change anything."""
        if not self._open:
            return math.inf
        silence = math.inf if self._health is Health.SILENT else self._life + SILENT_AFTER
        return min(silence, self._ask_hello.at, self._ask_events.at, self._ask_mode.at)

    def take(self) -> Output:
        """What is to be sent and reported since the last call, in order."""
        if self._ack_owed and self._ring is not None and self._open:
            if self._ring.on_disk > 0:
                self._lines.append(osp.Ack(self._ring.boot, self._ring.on_disk))
            self._ack_owed = False
        lines, self._lines = self._lines, []
        reports, self._reports = self._reports, []
        wire = b"".join(osp.encode(line, self._key) for line in lines) if self._open else b""
        return Output(wire, tuple(reports))

    # What the shoe says

    def _line(self, line: osp.Line, now: float) -> None:
        match line:
            case osp.Hello():
                self._life = now
                self._greet(line, now)
            case osp.Event():
                self._life = now
                self._event(line, now)
            case osp.Heartbeat():
                self._life = now
                self._heartbeat(line, now)
            case osp.Result(n, ok, _):
                self._life = now
                if n == self._mode.n:
                    self._ask_mode.stop()
                    if not ok:
                        self._become(Health.STALE, "the shoe refuses its mode; update its firmware")
            case osp.Refusal(osp.Refused.VERSION):
                self._become(Health.STALE, "the shoe does not speak OSP/1; update its firmware or the controller")
            case osp.Refusal():
                self._life = now
                self._ack_owed = True
            case _:
                pass

    def _greet(self, hello: osp.Hello, now: float) -> None:
        if hello.version != osp.VERSION:
            self._ring = None
            self._lines.append(osp.Refusal(osp.Refused.VERSION))
            self._become(Health.STALE, f"the shoe speaks OSP/{hello.version}, the controller OSP/{osp.VERSION}")
            return
        self._ask_hello.stop()
        ring = self._ring_of(hello)
        self._mode = replace(self._mode, n=self._mode.n + 1)
        self._ask_mode.begin(now)
        if hello.first > ring.told + 1:
            missing = hello.first - ring.told - 1
            self._alert(AlertKind.LOST_EVENTS, ring.at(ring.told), missing, "the shoe no longer has these events")
            ring = replace(ring, told=hello.first - 1)
            self._keep(ring)
            # The beams of the lost events are no second hole.
            self._beams = BeamWatch()
        elif hello.next <= ring.told:
            self._went_back(ring)
            return
        self._ask_events.stop()
        self._ack_owed = ring.on_disk >= hello.first
        self._alive(f"{hello.device}, firmware {hello.firmware}")

    def _went_back(self, ring: _Ring) -> None:
        """The shoe would give numbers a second time: its events could not be told from those that are known."""
        why = "the shoe's count went back; take its power away until it begins anew"
        if self._health is not Health.STALE:
            self._alert(AlertKind.LOST_EVENTS, ring.at(ring.told), None, why)
        self._become(Health.STALE, why)

    def _ring_of(self, hello: osp.Hello) -> _Ring:
        """The ring that the shoe speaks of, known or new; a new one is an alert (rule 3)."""
        key = (hello.device, hello.boot)
        if self._ring is not None and self._ring.key == key:
            return self._ring
        before, known = self._ring, self._rings.get(key)
        swapped = before is not None and before.device != hello.device
        if known is None:
            again = any(device == hello.device for device, _ in self._rings)
            known = _Ring(hello.device, hello.boot, hello.first - 1, 0)
            kind = AlertKind.NEW_BOOT if again else AlertKind.FIRST_CONTACT
            why = "the shoe began anew; what it had not told is lost" if again else "this shoe was never seen here"
            self._alert(kind, known.at(0), None, why)
        elif swapped:
            self._alert(AlertKind.FIRST_CONTACT, known.at(known.told), None, "another shoe was connected")
        self._keep(known)
        self._ring = known
        self._beams = BeamWatch()
        return known

    def _event(self, event: osp.Event, now: float) -> None:
        ring = self._ring
        if ring is None or event.boot != ring.boot:
            self._who(now)
            return
        self._last_event = now
        self._alive("")
        if event.seq <= ring.told:
            self._ack_owed = self._ack_owed or event.seq <= ring.on_disk
            return
        if event.seq > ring.told + 1:
            if not self._ask_events.running:
                self._ask_events.begin(now + _FIRST_RETRY)
            self._again(ring, now)
            return
        ring = replace(ring, told=event.seq)
        self._keep(ring)
        self._ask_events.stop()
        self._tell(event, ring.at(event.seq))

    def _tell(self, event: osp.Event, position: ShoePosition) -> None:
        match osp.meaning(event):
            case osp.OneCard(tag, beam_ms, reads):
                self._beams.card(beam_ms)
                self._reports.append(CardOut(position, tag, beam_ms, reads))
            case osp.NoTag(beam_ms):
                self._beams.card(beam_ms)
                self._reports.append(CardUnread(position, beam_ms))
            case osp.TwoTags(tags, beam_ms):
                self._beams.card(beam_ms)
                self._reports.append(TwoCards(position, tags, beam_ms))
            case osp.PushedBack(tag):
                self._beams.card(1)
                self._reports.append(CardReturned(position, tag))
            case osp.Garbled(code):
                self._beams.card(1)
                self._doubt(position, f"an event {code} came that tells no card; a card moved")
                self._reports.append(ShoeNotice(position, ShoeCode.UNKNOWN, code))
            case osp.Other(code, fields):
                if code == _POWER_UP:
                    self._doubt(position, "the shoe was without power; cards may have left unseen")
                self._reports.append(ShoeNotice(position, _code(code), _detail(code, fields)))

    def _doubt(self, position: ShoePosition, detail: str) -> None:
        """An alert that an event brings stands before the event: once that is on disk, nobody would say it again."""
        self._alert(AlertKind.LOST_EVENTS, replace(position, seq=position.seq - 1), None, detail)

    def _heartbeat(self, beat: osp.Heartbeat, now: float) -> None:
        ring = self._ring
        if ring is None or beat.boot != ring.boot or beat.next <= ring.told:
            self._who(now)
            return
        if beat.state is osp.ShoeState.ERR:
            self._become(Health.STALE, "the shoe reports that its reader or its memory fails; check it")
        else:
            self._alive("", well=True)
        if beat.next > ring.told + 1:
            if now - self._last_event >= _OVERDUE and not self._ask_events.running:
                self._ask_events.begin(now)
            return
        unseen = self._beams.beat(beat.beams)
        if unseen:
            self._alert(
                AlertKind.BEAM_COUNT, ring.at(ring.told), unseen, "the beam was broken more often than cards were told"
            )

    # What is done about it

    def _keep(self, ring: _Ring) -> None:
        self._rings[ring.key] = ring
        if self._ring is not None and self._ring.key == ring.key:
            self._ring = ring

    def _who(self, now: float) -> None:
        """Something is said by a shoe that has not said who it is (rule 4)."""
        if not self._ask_hello.running:
            self._ask_hello.begin(now)

    def _again(self, ring: _Ring, now: float) -> None:
        wanted = ring.told + 1
        asked, when = self._last_again
        if asked == wanted and now - when < _AGAIN_REST:
            return
        self._last_again = (wanted, now)
        self._lines.append(osp.Again(ring.boot, wanted))

    def _refuse(self, fault: osp.Fault, now: float) -> None:
        why = _REFUSALS.get(fault)
        if why is None or now - self._last_refusal < _REFUSAL_REST:
            return
        self._last_refusal = now
        self._lines.append(osp.Refusal(why))

    def _alive(self, detail: str, *, well: bool = False) -> None:
        if self._health is Health.STALE and not well:
            return
        self._become(Health.OK, detail or "the shoe answers")

    def _become(self, health: Health, detail: str) -> None:
        if health is not self._health:
            self._health = health
            self._reports.append(DeviceState(DeviceKind.SHOE, health, detail))

    def _alert(self, kind: AlertKind, position: ShoePosition, missing: int | None, detail: str) -> None:
        self._reports.append(ShoeAlert(kind, position, missing, detail))


def _written(controller: str) -> str:
    """A controller's id as a line can hold it: a table may be called by any letters, a line is ASCII."""
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in controller[:16])
    return kept or "CONTROLLER"


def _code(code: str) -> ShoeCode:
    try:
        return ShoeCode(code)
    except ValueError:
        return ShoeCode.UNKNOWN


def _detail(code: str, fields: Sequence[str]) -> str:
    """What a notice says in one line. A field that could be a tag is left out: details are logged."""
    harmless = [text for text in fields if ":" not in text and len(text) < 8]
    known = _code(code)
    if known is ShoeCode.JAM:
        return f"for {fields[0]} ms" if harmless else ""
    return " ".join(harmless if known is not ShoeCode.UNKNOWN else [code, *harmless])
