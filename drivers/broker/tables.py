"""All tables of a broker as the floor's pages need them; finds them, follows them, rules at them."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dealer.ports import ChangesClosed, DealerError, Picture, Reply, Role, Signature, UnknownTable
from dealer.snapshots import TableView
from drivers.broker import payloads, topics
from drivers.broker.answers import AnsweredBefore, Answers, NotAsked
from drivers.broker.counts import Counts, Refused
from drivers.broker.ledger import Known, Ledger
from drivers.broker.link import Broker, Letter, Link
from drivers.broker.payloads import BadPayload, OtherVersion, Unsendable
from drivers.broker.rulings import signed
from drivers.broker.seen import Mark, Seen, Stale
from drivers.broker.showing import Told
from drivers.broker.topics import Address, Topic
from drivers.broker.words import Condition, Say, say

MOST_TABLES = 2000
_MOST_EVENTS = 64
_PATIENCE = 5.0


class Why(enum.Enum):
    """Why there is no answer."""

    NO_KEY = "no-key"
    """Who asks has nothing to sign with."""
    KEY_UNUSABLE = "key-unusable"
    """What he signs with cannot be read."""
    NOT_THERE = "not-there"
    SILENT = "silent"


class Unanswered(Exception):
    """A table that was asked, or was to be asked, has said nothing."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


_UNENTERED = {
    Why.NO_KEY: Say.NO_KEY,
    Why.KEY_UNUSABLE: Say.KEY_UNUSABLE,
    Why.NOT_THERE: Say.NOT_THERE,
    Why.SILENT: Say.NO_ANSWER,
}


class BrokerTables:
    """Fulfils `dealer.ports.Tables` for every table that a broker knows."""

    def __init__(
        self,
        broker: Broker,
        ledger: Ledger,
        stored: Mapping[Address, Known],
        key_of: Callable[[str], Ed25519PrivateKey | None],
        wall: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        make_key: Callable[[str], str] = "dealer floor ruler {}".format,
    ) -> None:
        """stored: what `ledger` has kept of each table before.

        key_of: what a user of the floor signs his rulings with, or None.  clock: monotonic seconds.
        make_key: the command that makes such a key for a user, for whoever reads that there is none.
        Raises BrokerAddressError.
        """
        self._ledger = ledger
        self.make_key = make_key
        self._stored = dict(stored)
        self._key_of = key_of
        self._wall = wall
        self._clock = clock
        self._floor = broker.client
        self._seen: dict[Address, Seen] = {}
        self._by_id: dict[str, Seen] = {}
        self._answers = Answers()
        self._lock = threading.Lock()
        self._closed = False
        self.counts = Counts("floor")
        mine = f"{topics.ROOT}/{topics.VERSION}/+/+"
        self._link = Link(
            broker,
            [
                f"{topics.ROOT}/+/+/+/{topics.ABOUT}",
                f"{topics.ROOT}/+/+/+/{topics.STATUS}",
                f"{mine}/{topics.ATTENTION}",
                f"{mine}/{topics.STATE}/+",
                f"{mine}/{topics.HEAD}",
                f"{mine}/{topics.EVENT}",
                f"{mine}/{topics.REPLY}/{self._floor}",
            ],
            self._take,
            self._turned,
        )

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._link.start()

    def stop(self) -> None:
        """End; everybody who follows a table is told."""
        self._closed = True
        self._link.stop()
        self._wake_all()

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._link.up

    @property
    def trouble(self) -> str:
        """Why it is not, in the broker's words."""
        return self._link.trouble

    # Tables

    def ids(self) -> tuple[str, ...]:
        """All tables that are known, by room and name."""
        with self._lock:
            return tuple(sorted(self._by_id))

    def view(self, table: str, role: Role, language: str) -> TableView:
        """A whole snapshot as this role may see it. Raises UnknownTable."""
        return self._view(self._known(table), role, language)

    def follow(self, table: str, role: Role, language: str) -> BrokerChanges:
        """Views from now on. Raises UnknownTable."""
        return BrokerChanges(self, self._known(table), role, language)

    def picture(self, table: str) -> Picture | None:
        """Pictures do not travel over the broker. Raises UnknownTable."""
        self._known(table)
        return None

    def enter(self, table: str, entry: Mapping[str, object], turn: int, who: Signature, language: str) -> Reply:
        """Send a ruling to its table and wait for the answer. Raises UnknownTable."""

        def write(key: Ed25519PrivateKey, name: str) -> bytes:
            return payloads.RULING_ASKED.request(signed(key, name, who.user, entry, turn, language, self._wall()))

        try:
            told = payloads.ANSWER.read(self.ask(table, who.user, write))
        except Unanswered as unanswered:
            return Reply(
                turn, say(language, _UNENTERED[unanswered.why], user=who.user, command=self.make_key(who.user))
            )
        except Unsendable:
            # Half a letter, say, which JSON can write and a page can post; or a number that no table takes.
            return Reply(turn, say(language, Say.NO_MESSAGE))
        except BadPayload:
            return Reply(turn, say(language, Say.NO_ANSWER))
        return Reply(told.turn, told.refused, told.rule)

    def ask(self, table: str, user: str, write: Callable[[Ed25519PrivateKey, str], bytes]) -> bytes:
        """Ask a table for something that a user signs, and wait for the answer.

        write: makes the request with his key and the table's name, `ROOM/TABLE`.  Raises UnknownTable, Unanswered.
        """
        seen = self._known(table)
        try:
            key = self._key_of(user)
        except DealerError:
            # It names a file of this machine; the command that is told instead says the same to whoever runs it.
            raise Unanswered(Why.KEY_UNUSABLE) from None
        if key is None:
            raise Unanswered(Why.NO_KEY)
        if seen.condition(self._clock(), connected=self._link.up) not in (Condition.LIVE, Condition.STALE):
            raise Unanswered(Why.NOT_THERE)
        answer: Future[bytes] = Future()
        correlation = self._answers.expect(seen.address, answer.set_result)
        try:
            payload = write(key, "/".join((seen.address.room, seen.address.table)))
            if not self._ask(seen.address, payload, correlation):
                raise Unanswered(Why.NOT_THERE)
            return answer.result(_PATIENCE)
        except NoAnswer:
            raise Unanswered(Why.SILENT) from None
        finally:
            self._answers.give_up(correlation)

    def newest(self, seen: Seen, role: Role, language: str, than: Mark, seconds: float) -> _Newest:
        """Wait for a view that differs from the one of a mark. Raises ChangesClosed."""

        def mark() -> Mark:
            differ = self._ledger.open(seen.address)
            return seen.mark(self._clock(), differ, connected=self._link.up)

        with seen.news:
            seen.news.wait_for(lambda: self._closed or mark() != than, seconds)
            now = mark()
        if self._closed:
            raise ChangesClosed("the floor has stopped")
        return (now, self._view(seen, role, language)) if now != than else None

    def _view(self, seen: Seen, role: Role, language: str) -> TableView:
        # Looked at once: another run of the table takes it away at any moment.
        status = seen.status
        there = {} if status is None else status.refused
        here = self.counts.on(seen.address.room, seen.address.table)
        detail = " · ".join(
            say(language, what, counts=", ".join(f"{why} {count}" for why, count in counts.items()))
            for what, counts in ((Say.REFUSED, there), (Say.REFUSED_HERE, here))
            if counts
        )
        differ = ", ".join(str(hand or "?") for hand in self._ledger.open(seen.address))
        alarm = say(language, Say.DIFFERS, hands=differ) if differ else ""
        return seen.view(role, language, self._clock(), connected=self._link.up, told=Told(detail, alarm))

    def _known(self, table: str) -> Seen:
        with self._lock:
            seen = self._by_id.get(table)
        if seen is None:
            raise UnknownTable(f"there is no table {table[:60]!r} at this broker")
        return seen

    # the connection's thread

    def _turned(self) -> None:
        if not self._link.up:
            for seen in list(self._seen.values()):
                seen.reset_asked()
        self._wake_all()

    def _wake_all(self) -> None:
        for seen in list(self._seen.values()):
            with seen.news:
                seen.news.notify_all()

    def _take(self, letter: Letter) -> None:
        topic = topics.parse(letter.topic)
        if topic is None:
            self.counts.refuse(Refused.MALFORMED, letter.topic)
            return
        if len(letter.payload) > payloads.LARGEST:
            self.counts.refuse(Refused.OVERSIZED, letter.topic)
            return
        if not letter.payload:
            self._take_away(topic)
            return
        seen = self._place(topic.address, letter.topic)
        if seen is None:
            return
        if topic.version != str(topics.VERSION):
            seen.take_other_version(topic.version)
            return
        try:
            self._read(topic, letter, seen)
        except OtherVersion:
            self.counts.refuse(Refused.OTHER_VERSION, letter.topic)
        except BadPayload:
            self.counts.refuse(Refused.MALFORMED, letter.topic)
        except NotAsked:
            self.counts.refuse(Refused.FORGED, letter.topic)
        except AnsweredBefore:
            self.counts.refuse(Refused.REPLAYED, letter.topic)
        except Stale:
            # What a broker has kept of an earlier run is old, and nobody's attempt at anything.
            if not letter.retain:
                self.counts.refuse(Refused.REPLAYED, letter.topic)

    def _read(self, topic: Topic, letter: Letter, seen: Seen) -> None:
        now = self._clock()
        match topic.kind, topic.rest:
            case topics.ABOUT, ():
                seen.take_about(payloads.ABOUT.read(letter.payload), now)
            case topics.STATUS, ():
                seen.take_status(payloads.STATUS.read(letter.payload), now)
            case topics.ATTENTION, ():
                seen.take_attention(payloads.ATTENTION.read(letter.payload), now)
            case topics.STATE, (language,):
                seen.take_state(language, letter.payload, letter.retain, now)
            case topics.HEAD, ():
                seen.take_head(payloads.HEAD.read(letter.payload))
            case topics.EVENT, ():
                for event in seen.take_event(payloads.HAPPENED.read(letter.payload), now):
                    self._ledger.keep(seen.address, seen.journal, event)
            case topics.REPLY, (_,):
                self._answers.take(letter.correlation, seen.address, letter.payload)
            case _:
                raise BadPayload("no such topic")
        self._fill_gap(seen, now)
        self._check_head(seen, now)

    def _fill_gap(self, seen: Seen, now: float) -> None:
        """Ask the table for what is missing, if anything is; on its answer for the rest."""
        missing_after = seen.wants_events(now)
        if missing_after is None:
            return

        def take(payload: bytes) -> None:
            for event in seen.take_told(payloads.EVENTS_TOLD.read(payload), missing_after, self._clock()):
                self._ledger.keep(seen.address, seen.journal, event)

        asked = payloads.EventsAsked("events", missing_after, _MOST_EVENTS)
        self._ask(seen.address, payloads.EVENTS_ASKED.write(asked), self._answers.expect(seen.address, take))

    def _check_head(self, seen: Seen, now: float) -> None:
        """Ask the table for the entry of the newest head that is held, if it is time to compare them."""
        held = seen.wants_check(now)
        if held is None:
            return

        def take(payload: bytes) -> None:
            seen.take_check(held, payloads.EVENTS_TOLD.read(payload), self._clock())

        asked = payloads.EventsAsked("events", held.turn - 1, 1)
        self._ask(seen.address, payloads.EVENTS_ASKED.write(asked), self._answers.expect(seen.address, take))

    def _ask(self, address: Address, payload: bytes, correlation: bytes) -> bool:
        reply_to = address.topic(topics.REPLY, self._floor)
        return self._link.send(
            Letter(address.topic(topics.REQUEST), payload, reply_to=reply_to, correlation=correlation)
        )

    def _place(self, address: Address, topic: str) -> Seen | None:
        seen = self._seen.get(address)
        if seen is not None:
            return seen
        if len(self._seen) >= MOST_TABLES:
            self.counts.refuse(Refused.BUSY, topic)
            return None
        seen = Seen(
            address, self._stored.get(address), self.counts.refuse, lambda each: self._ledger.differs(address, each)
        )
        with self._lock:
            self._seen[address] = self._by_id[address.id] = seen
        return seen

    def _take_away(self, topic: Topic) -> None:
        """What was kept at the broker is taken away: a call is over, or a table is to be forgotten."""
        if topic.kind == topics.ATTENTION:
            known = self._seen.get(topic.address)
            if known is not None:
                known.take_attention(None, self._clock())
        if topic.kind != topics.ABOUT:
            return
        with self._lock:
            seen = self._seen.pop(topic.address, None)
            self._by_id.pop(topic.address.id, None)
        if seen is not None:
            with seen.news:
                seen.news.notify_all()


_Newest = tuple[Mark, TableView] | None


class BrokerChanges:
    """Fulfils `dealer.ports.Changes`: the newest view whenever there is another one."""

    def __init__(self, tables: BrokerTables, seen: Seen, role: Role, language: str) -> None:
        self._tables = tables
        self._seen = seen
        self._role = role
        self._language = language
        self._mark: Mark = (0, Condition.UNKNOWN, 0, ())
        self._closed = False

    def wait(self, seconds: float) -> TableView | None:
        """The newest view if it is newer than the last one given. Raises ChangesClosed, UnknownTable."""
        if self._closed:
            raise ChangesClosed("this reader was closed")
        newest = self._tables.newest(self._seen, self._role, self._language, self._mark, seconds)
        if newest is None:
            return None
        self._mark = newest[0]
        return newest[1]

    def close(self) -> None:
        """Stop receiving."""
        self._closed = True
