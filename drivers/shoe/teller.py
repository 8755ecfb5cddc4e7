"""The reports of a reader that numbers nothing itself: positions, health said once, alerts. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from dealer.observations import (
    AlertKind,
    CardOut,
    CardUnread,
    DeviceKind,
    DeviceState,
    Health,
    ShoeAlert,
    ShoeCode,
    ShoeNotice,
    ShoePosition,
    ShoeReport,
    Tag,
    TwoCards,
)
from drivers.shoe.passage import Passage, Passed, Rests
from drivers.shoe.protocols import ShoeProtocol


def device_id(protocol: ShoeProtocol, port: str) -> str:
    """A name of at most 16 characters for the reader on a port; the same each time."""
    return f"{protocol.value}-{hashlib.sha256(port.encode()).hexdigest()[:6]}"


class Teller:
    """Makes reports with numbers of its own.

    device: as of `device_id`.  boot: 8 hex digits, new for each process: such a reader keeps nothing while nobody
    listens, so each beginning is an alert (OSP/1 rule 3).  resume: what is on disk.
    """

    def __init__(self, device: str, boot: str, resume: Sequence[ShoePosition]) -> None:
        self._device = device
        self._boot = boot
        self._seq = 0
        self._seen_before = any(position.device == device for position in resume)
        self._deaf = False
        self._begun = False
        self._health: Health | None = None
        self._reports: list[ShoeReport] = []

    def take(self) -> tuple[ShoeReport, ...]:
        """The reports since the last call."""
        reports, self._reports = self._reports, []
        return tuple(reports)

    def linking(self) -> None:
        """The port is open; the reader has not answered yet."""
        if self._health is None:
            self._become(Health.LINKING, "the port is open; the reader is being set up")

    def well(self, detail: str) -> None:
        """The reader answers, or can be taken to listen."""
        if not self._begun:
            self._begun = True
            kind = AlertKind.NEW_BOOT if self._seen_before else AlertKind.FIRST_CONTACT
            self._alert(kind, "this reader keeps nothing while nobody listens; count the stub")
        elif self._deaf:
            self._alert(AlertKind.LOST_EVENTS, "cards may have passed while the reader was away; count the stub")
        self._deaf = False
        self._become(Health.OK, detail)

    def away(self, health: Health, detail: str) -> None:
        """The port is gone (GONE) or the reader does not answer (SILENT)."""
        self._deaf = True
        self._become(health, detail)

    def watch(self, passage: Passage, now: float) -> None:
        """Report what a passage has to tell."""
        while (news := passage.tick(now)) is not None:
            self.passed(news)

    def passed(self, news: Passed | Rests | None) -> None:
        """Report one thing that a passage told."""
        match news:
            case Rests(ms):
                self.notice(ShoeCode.JAM, f"for {ms} ms")
            case Passed(tags, True, ms, _):
                self._reports.append(TwoCards(self._next(), tags, ms))
            case Passed((tag,), False, ms, reads):
                self.card(tag, ms, reads)
            case Passed(_, _, ms, _):
                self.unread(ms)

    def card(self, tag: Tag, ms: int, reads: int) -> None:
        """A card left."""
        self._reports.append(CardOut(self._next(), tag, ms, reads))

    def unread(self, ms: int) -> None:
        """A card left and could not be read."""
        self._reports.append(CardUnread(self._next(), ms))

    def notice(self, code: ShoeCode, detail: str) -> None:
        """Something other than a card."""
        self._reports.append(ShoeNotice(self._next(), code, detail))

    def lost(self, detail: str) -> None:
        """The reader itself shows that something is missing."""
        self._alert(AlertKind.LOST_EVENTS, detail)

    def _next(self) -> ShoePosition:
        self._seq += 1
        return ShoePosition(self._device, self._boot, self._seq)

    def _alert(self, kind: AlertKind, detail: str) -> None:
        self._reports.append(ShoeAlert(kind, ShoePosition(self._device, self._boot, self._seq), None, detail))

    def _become(self, health: Health, detail: str) -> None:
        if health is not self._health:
            self._health = health
            self._reports.append(DeviceState(DeviceKind.SHOE, health, detail))
