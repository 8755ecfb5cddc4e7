"""What a table says at the broker and when; it never waits for it, and tells what was missed from its journal."""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dealer.observations import DeviceKind, DeviceState, Health
from dealer.ports import DealerError, Role, Ruler, Signature, TableBusy, TableEvent, TableRecord, Tables
from drivers.broker import payloads, topics
from drivers.broker.archive import Archive
from drivers.broker.counts import Counts, Refused
from drivers.broker.link import Broker, Letter, Link
from drivers.broker.payloads import BadPayload, OtherVersion, Presence
from drivers.broker.rulings import Forged, Judge, Replayed, RulersUnknown, Signed
from drivers.broker.topics import Address
from drivers.broker.words import Say, say

_LOG = logging.getLogger(__name__)
BEAT = 10.0
"""Seconds between two signs of life."""
_BATCH = 64
_MOST_ASKED = 64
_AGAIN = 0.5
_LONGEST_CORRELATION = 64
_MOST_HEARD = 4096
_ROOM = 4096
"""Bytes that are left free of the largest message when events are packed into one."""


@dataclass(frozen=True, slots=True)
class Name:
    """How a table is called at the broker.

    table: as it is called here.  version: of the program.  languages: in which its state is published.
    """

    address: Address
    table: str
    title: str
    version: str
    languages: Sequence[str]


def new_session(wall: float) -> str:
    """A name for one run of the program; a later run's sorts after it."""
    return f"{int(wall * 1000):013x}-{secrets.token_hex(4)}"


def _words(trouble: DealerError, language: str) -> str:
    """Why a request from afar is not carried out, in the asker's language.

    What has no words there is for this machine's log alone: it may name a file.
    """
    match trouble:
        case Forged():
            return say(language, Say.NOT_SIGNED)
        case Replayed():
            return say(language, Say.NOT_NOW)
        case TableBusy():
            return say(language, Say.BUSY)
        case RulersUnknown():
            _LOG.warning("nobody can rule from afar: %s", trouble)
            return say(language, Say.NO_RULERS)
        case _:
            _LOG.warning("a request of the floor cannot be answered: %s", trouble)
            return say(language, Say.TROUBLE)


def _nobody(state: DeviceState) -> None:
    """Whoever listens to no reports."""


class TablePublisher:
    """Fulfils `dealer.ports.Publisher`. Works in one thread of its own, beside the connection's."""

    def __init__(
        self,
        broker: Broker,
        name: Name,
        tables: Tables,
        record: TableRecord,
        rulers: Callable[[], Mapping[str, Ruler]],
        wall: Callable[[], float] = time.time,
        report: Callable[[DeviceState], None] = _nobody,
        archive: Archive | None = None,
    ) -> None:
        """tables: the one table's.  rulers: who may rule from afar.  report: is told when the broker comes or goes.
        archive: the hands that may be looked up from afar.

        Raises BrokerAddressError, JournalError.
        """
        self._report = report
        self._archive = archive
        self._name = name
        self._tables = tables
        self._record = record
        self._wall = wall
        self._started = wall()
        self._session = new_session(self._started)
        self._judge = Judge("/".join((name.address.room, name.address.table)), rulers, self._started)
        self.counts = Counts(f"table {name.address.id}")
        self._wake = threading.Event()
        self._heard: OrderedDict[bytes, None] = OrderedDict()
        self._asked: queue.Queue[Letter] = queue.Queue(_MOST_ASKED)
        self._sent = record.last()
        self._states: dict[str, bytes] = {}
        self._called = ""
        self._times = 0
        self._away = False
        self._beat = 0.0
        self._stopping = False
        will = payloads.STATUS.write(payloads.Status(self._session, Presence.GONE, self._sent, self._started, {}))
        self._link = Link(
            broker,
            [name.address.topic(topics.REQUEST)],
            self._take,
            self._wake.set,
            Letter(name.address.topic(topics.STATUS), will, retain=True),
        )
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        """Begin; returns at once, also when the broker is away."""
        self._link.start()
        self._thread.start()

    def changed(self) -> None:
        """Something at the table has changed. Returns at once."""
        self._wake.set()

    def cut(self, *, off: bool) -> None:
        """Lose the broker, or find it again; the simulated table's fault."""
        self._link.cut(off=off)

    def stop(self) -> None:
        """Say what is left to say and that the table stopped cleanly, within about two seconds."""
        self._stopping = True
        self._wake.set()
        self._thread.join(2.0)
        self._link.stop(self._status(Presence.STOPPED))

    def _take(self, letter: Letter) -> None:
        """In the connection's thread: only put aside."""
        if len(letter.payload) > payloads.LARGEST_REQUEST:
            self.counts.refuse(Refused.OVERSIZED, letter.topic)
            return
        try:
            self._asked.put_nowait(letter)
        except queue.Full:
            self.counts.refuse(Refused.BUSY, letter.topic)
        self._wake.set()

    def _run(self) -> None:
        while True:
            self._wake.wait(self._patience())
            self._wake.clear()
            try:
                self._work()
            except DealerError as trouble:
                # The journal is on a full disk, say; the table itself tells people. What is not sent yet comes later.
                _LOG.info("nothing can be told to the broker now: %s", trouble)
                time.sleep(_AGAIN)
            except Exception as unexpected:  # noqa: BLE001 - no message may end the thread; its text is left out
                _LOG.error("something could not be told to the broker: %s", type(unexpected).__name__)
                time.sleep(_AGAIN)
                if not self._asked.empty():
                    self._wake.set()
            if self._stopping:
                return

    def _patience(self) -> float:
        return max(0.05, self._beat - time.monotonic()) if self._link.up else BEAT

    def _work(self) -> None:
        if not self._link.up:
            self._note_away()
            return
        if self._link.times != self._times:
            self._times = self._link.times
            self._greet()
        while not self._asked.empty():
            self._answer(self._asked.get_nowait())
        self._tell_events()
        self._tell_state()
        if time.monotonic() >= self._beat:
            self._say_here()

    def _note_away(self) -> None:
        if not self._away and self._link.trouble:
            self._away = True
            _LOG.warning(
                "the floor's broker is away (%s); the table plays on, the floor hears later", self._link.trouble
            )
            detail = f"the floor does not hear this table; call by voice ({self._link.trouble})"
            self._report(DeviceState(DeviceKind.BROKER, Health.GONE, detail))

    def _greet(self) -> None:
        """The connection is new: say everything that is kept at the broker once more."""
        if self._away:
            missed = self._record.last() - self._sent
            _LOG.warning("the floor's broker is back; %s entries that it missed are told from the journal", missed)
        self._away = False
        self._report(DeviceState(DeviceKind.BROKER, Health.OK, "the floor hears this table"))
        about = payloads.About(
            session=self._session,
            version=self._name.version,
            title=self._name.title,
            languages=tuple(self._name.languages),
            journal=self._record.name(),
            since=self._started,
        )
        self._send(topics.ABOUT, payloads.ABOUT.write(about), retain=True, sure=True)
        self._states.clear()
        self._called = "?"
        self._say_here()

    def _say_here(self) -> None:
        self._beat = time.monotonic() + BEAT
        self._link.send(self._status(Presence.HERE))

    def _status(self, presence: Presence) -> Letter:
        status = payloads.Status(self._session, presence, self._sent, self._wall(), self.counts.all())
        return Letter(self._name.address.topic(topics.STATUS), payloads.STATUS.write(status), retain=True)

    def _send(self, kind: str, payload: bytes, *, retain: bool = False, sure: bool = False) -> bool:
        return self._link.send(Letter(self._name.address.topic(kind), payload, retain, sure))

    def _tell_events(self) -> None:
        """Every entry since the last that was sent, from the journal, as fast as the broker takes them."""
        while (room := self._link.room) > 0:
            events = self._record.events(self._sent, min(_BATCH, room))
            if not events:
                return
            for event in events:
                message = payloads.Happened(self._session, self._record.name(), event)
                if not self._send(topics.EVENT, payloads.HAPPENED.write(message), sure=True):
                    return
                self._sent = event.seq
                if event.over is not None:
                    self._tell_head(event)

    def _tell_head(self, event: TableEvent) -> None:
        assert event.over is not None, "the head is told when a hand is over"
        head = payloads.Head(self._session, self._record.name(), event.seq, event.hand, event.over.head)
        self._send(topics.HEAD, payloads.HEAD.write(head), retain=True, sure=True)

    def _tell_state(self) -> None:
        """The newest view in each language, if it is another than before; those in between are left out."""
        for language in self._name.languages:
            view = self._tables.view(self._name.table, Role.FLOOR, language)
            if language == self._name.languages[0]:
                # Before the state: it is small, and sent for certain.
                self._call(view.floor_call, view.floor_call_since)
            payload = payloads.STATE.write(payloads.State(self._session, view))
            if self._states.get(language) != payload and self._send(f"{topics.STATE}/{language}", payload, retain=True):
                self._states[language] = payload

    def _call(self, reason: str, since: float | None) -> None:
        called = "" if since is None else f"{since} {reason}"
        if called == self._called:
            return
        attention = b"" if since is None else payloads.ATTENTION.write(payloads.Attention(self._session, reason, since))
        if self._send(topics.ATTENTION, attention, retain=True, sure=True):
            self._called = called

    def _answer(self, letter: Letter) -> None:
        """Answer a request; one that does not say where to, or has no number of its own, is none."""
        address = self._name.address
        to = topics.parse(letter.reply_to)
        if to is None or to.address != address or to.kind != topics.REPLY or len(to.rest) != 1 or letter.retain:
            self.counts.refuse(Refused.MALFORMED, letter.topic)
            return
        if not 1 <= len(letter.correlation) <= _LONGEST_CORRELATION:
            self.counts.refuse(Refused.MALFORMED, letter.topic)
            return
        if letter.correlation in self._heard:
            # Requests are sent at most once, so the broker never brings one twice by itself.
            self.counts.refuse(Refused.REPLAYED, letter.topic)
            return
        self._heard[letter.correlation] = None
        while len(self._heard) > _MOST_HEARD:
            self._heard.popitem(last=False)
        try:
            payload = self._reply(letter.payload)
        except OtherVersion:
            self.counts.refuse(Refused.OTHER_VERSION, letter.topic)
        except BadPayload:
            self.counts.refuse(Refused.MALFORMED, letter.topic)
        else:
            self._link.send(Letter(letter.reply_to, payload, correlation=letter.correlation))

    def _reply(self, payload: bytes) -> bytes:
        match payloads.ask_of(payload):
            case "events":
                return self._events_reply(payloads.EVENTS_ASKED.read(payload))
            case "enter":
                return payloads.ANSWER.write(self._rule(payloads.RULING_ASKED.read(payload)))
            case "hands":
                return payloads.HANDS_TOLD.write(self._find(payloads.HANDS_ASKED.read(payload)))
            case "hand":
                return payloads.HAND_TOLD.write(self._text(payloads.HAND_ASKED.read(payload)))
            case _:
                raise BadPayload("the message asks nothing that is known here")

    def _events_reply(self, asked: payloads.EventsAsked) -> bytes:
        """As many of the events as fit into one message; the asker asks again for the rest."""
        if asked.after < 0 or not 1 <= asked.most <= 1000:
            raise BadPayload("after: 0 or more, most: 1 to 1000")
        events = tuple(self._record.events(asked.after, min(asked.most, _BATCH)))
        last = self._record.last()
        while True:
            told = payloads.EventsTold(self._session, self._record.name(), last, events)
            payload = payloads.EVENTS_TOLD.write(told)
            if len(payload) <= payloads.LARGEST - _ROOM or len(events) <= 1:
                return payload
            events = events[: len(events) // 2]

    def _rule(self, asked: payloads.RulingAsked) -> payloads.Answer:
        """Check who rules, and enter it as if he stood at the table: the table's own rules decide."""
        try:
            who = self._who(asked)
            reply = self._tables.enter(self._name.table, asked.entry, asked.turn, who, asked.language)
        except DealerError as trouble:
            return payloads.Answer(self._sent, _words(trouble, asked.language), None)
        return payloads.Answer(reply.turn, reply.refused, reply.rule)

    def _find(self, asked: payloads.HandsAsked) -> payloads.HandsTold:
        try:
            who = self._who(asked)
            if self._archive is None:
                return payloads.HandsTold((), say(asked.language, Say.KEEPS_NONE))
            return self._archive.find(asked, who)
        except BadPayload:
            raise
        except DealerError as trouble:
            return payloads.HandsTold((), _words(trouble, asked.language))

    def _text(self, asked: payloads.HandAsked) -> payloads.HandTold:
        try:
            who = self._who(asked)
            if self._archive is None:
                return payloads.HandTold(None, say(asked.language, Say.KEEPS_NONE))
            return self._archive.text(asked, who)
        except DealerError as trouble:
            return payloads.HandTold(None, _words(trouble, asked.language))

    def _who(self, asked: Signed) -> Signature:
        """Whose request it is. Raises RulersUnknown, Forged, Replayed; the last two are counted."""
        topic = self._name.address.topic(topics.REQUEST)
        try:
            return self._judge.signature(asked, self._wall())
        except Forged:
            self.counts.refuse(Refused.FORGED, topic)
            raise
        except Replayed:
            self.counts.refuse(Refused.REPLAYED, topic)
            raise
