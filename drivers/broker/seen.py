"""What the floor has heard of one table, and which messages it believes. Knows nothing of the connection."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from dealer.ports import Role, TableEvent
from dealer.snapshots import TableView
from drivers.broker import payloads, topics
from drivers.broker.counts import Refused
from drivers.broker.gaps import Order
from drivers.broker.heads import Difference, Heads, Held, Kind
from drivers.broker.ledger import Known
from drivers.broker.payloads import (
    About,
    Attention,
    BadPayload,
    EventsTold,
    Happened,
    Head,
    OtherVersion,
    Presence,
    State,
    Status,
)
from drivers.broker.showing import Told, as_seen_by, blank, shown
from drivers.broker.topics import Address
from drivers.broker.words import Condition, say

STALE_AFTER = 25.0
"""Seconds of silence of a table that says a word every ten."""
_ASK_AGAIN = 2.0
_NEVER = float("-inf")
_SAY_AGAIN = 10

Mark = tuple[int, Condition, int, tuple[int, ...]]
"""What a view is made of; another mark, another view.

Version, condition, tens of seconds of silence while they are shown, hands in which the record differs.
"""


class Stale(Exception):
    """A message of an earlier run of the table, or older than what is known."""


class Seen:
    """One table. Its lock guards everything; `news` tells those who wait for another view.

    stored: what is on the floor's disk, or None.  refuse: counts what is not believed.
    differs: is told of a record that is not what it was.
    """

    def __init__(
        self,
        address: Address,
        stored: Known | None,
        refuse: Callable[[Refused, str], None],
        differs: Callable[[Difference], None],
    ) -> None:
        self.address = address
        self.news = threading.Condition()
        self.version = 1
        self.other_version = ""
        self.about: About | None = None
        self.status: Status | None = None
        self.head: Head | None = None
        self.attention: Attention | None = None
        self.heard = 0.0
        self._session = ""
        self._refuse = refuse
        self._differs = differs
        self._states: dict[str, State] = {}
        self._unread: dict[str, tuple[bytes, bool]] = {}
        self._stored = stored
        self._journal = ""
        self._order: Order | None = None
        self._heads = Heads("", None)
        self._hand = 0
        self._asked = _NEVER
        self._sure = False

    # what comes in; each raises Stale

    def take_other_version(self, version: str) -> None:
        """The table speaks another version of our topics, whatever it says there."""
        with self.news:
            if self.other_version != version:
                self.other_version = version
                self._heard(self.heard)

    def take_about(self, about: About, now: float) -> None:
        with self.news:
            self._believe(about.session)
            self.about = about
            self._heard(now)
            self._begin()

    def take_status(self, status: Status, now: float) -> None:
        with self.news:
            self._believe(status.session)
            changed = self.status is None or self.status.status is not status.status
            self.status = status
            self.heard = now
            if status.status is Presence.HERE:
                self._begin()
                if self._order is not None:
                    self._order.reaches(status.turn)
            if changed:
                self._heard(now)

    def take_state(self, language: str, payload: bytes, retained: bool, now: float) -> None:
        """Put a state aside. It is read only when somebody wants to see it: of many that come, the last one counts."""
        with self.news:
            self._unread[language] = (payload, retained)
            self._heard(now)

    def take_attention(self, attention: Attention | None, now: float) -> None:
        """The floor is called, or not any more (None); known before the state that shows it, which may come late."""
        with self.news:
            if attention is not None:
                self._believe(attention.session)
            self.attention = attention
            self._heard(now)

    def _settle(self) -> None:
        """Read what was put aside; what is wrong with it is counted now."""
        while self._unread:
            language, (payload, retained) = self._unread.popitem()
            topic = self.address.topic(topics.STATE, language)
            try:
                self._take_state(language, payloads.STATE.read(payload))
            except OtherVersion:
                self._refuse(Refused.OTHER_VERSION, topic)
            except BadPayload:
                self._refuse(Refused.MALFORMED, topic)
            except Stale:
                if not retained:
                    self._refuse(Refused.REPLAYED, topic)

    def _take_state(self, language: str, state: State) -> None:
        before = self._states.get(language)
        if state.session == self._session and before is not None and state.view.turn < before.view.turn:
            raise Stale
        self._believe(state.session)
        call = self.attention
        if call is not None and before is not None and before.view.floor_call_since == call.since:
            # A state has shown this call. If this one does not, it is over, and the word of that was lost.
            self.attention = call if state.view.floor_call_since == call.since else None
        self._states[language] = state

    def take_head(self, head: Head) -> None:
        with self.news:
            self._believe(head.session)
            self.head = head
            self._compare(head)

    def _compare(self, head: Head) -> None:
        if head.journal == self._journal:
            self._note(self._heads.tell(head.turn, head.hash))

    def _note(self, difference: Difference | None) -> None:
        if difference is not None:
            self._differs(difference)

    def take_event(self, happened: Happened, now: float) -> list[TableEvent]:
        """The events that may be used now, in order."""
        with self.news:
            self._believe(happened.session)
            self.heard = now
            return self._offered(happened.journal, (happened.event,))

    def take_told(self, told: EventsTold, after: int, now: float) -> list[TableEvent]:
        """The answer to a question for the events after one."""
        with self.news:
            self._believe(told.session)
            self.heard = now
            self._asked = _NEVER
            if told.journal == self._journal and told.last < after:
                self._cut(told.last)
            ready = self._offered(told.journal, told.events)
            if self._order is not None:
                self._order.reaches(told.last)
                self._sure = True
            return ready

    def take_check(self, held: Held, told: EventsTold, now: float) -> None:
        """The answer to a question for the entry of a head that is held."""
        with self.news:
            self._believe(told.session)
            self.heard = now
            if told.journal != self._journal:
                return
            if told.last < held.turn:
                self._cut(told.last)
            else:
                self._note(self._heads.check(held, told.events, now))

    def _cut(self, last: int) -> None:
        """The journal has lost entries that were taken; it goes on from where it ends now."""
        assert self._order is not None, "only a journal that is followed can become shorter"
        if last < self._order.known:
            self._note(Difference(Kind.SHORTER, self._journal, last, self._hand))
            self._order.ends(last)
            self._heads.cut(last)

    def wants_check(self, now: float) -> Held | None:
        """The head that the table should tell again, to be compared with the one that is held; mostly None."""
        with self.news:
            here = self.status is not None and self.status.status is Presence.HERE
            return self._heads.due(now) if here else None

    def wants_events(self, now: float) -> int | None:
        """After which event some are missing that were not asked for just now; None if none are.

        A new connection asks once in any case: what the broker has kept may be some seconds old.
        """
        with self.news:
            order, status = self._order, self.status
            if order is None or status is None or status.status is not Presence.HERE:
                return None
            if (self._sure and not order.missing) or now - self._asked < _ASK_AGAIN:
                return None
            self._asked = now
            return order.known

    def reset_asked(self) -> None:
        """The connection was lost, and with it what was asked."""
        with self.news:
            self._asked = _NEVER
            self._sure = False
            self._heads.reset()

    @property
    def journal(self) -> str:
        return self._journal

    @property
    def turn(self) -> int:
        """The last event taken."""
        return 0 if self._order is None else self._order.known

    def _believe(self, session: str) -> None:
        """A later run of the table replaces an earlier one; an earlier one is believed only when no run is there."""
        if session == self._session:
            return
        there = self.status is not None and self.status.status is Presence.HERE
        if session < self._session and there:
            raise Stale
        self._session = session
        self.status = None
        self.attention = None
        # Between two runs a journal may have been put back: it is asked what it ends with, and for its newest head.
        self._sure = False
        self._asked = _NEVER
        self._heads.reset()
        self._states.clear()

    def _heard(self, now: float) -> None:
        self.heard = now
        self.version += 1
        self.news.notify_all()

    def _begin(self) -> None:
        """Where the events begin: after what is on the floor's disk, or with what happens from now on."""
        if self.about is not None and self.status is not None and self.about.journal != self._journal:
            self._follow(self.about.journal, self.status.turn)

    def _follow(self, journal: str, first: int) -> None:
        new = self._journal != ""
        self._journal = journal
        stored, self._stored = self._stored, None
        held = None
        if stored is None:
            known = 0 if new else first
        elif stored.journal == journal:
            known, held = stored.last, stored.head
        else:
            known = 0
        self._order = Order(known)
        self._heads = Heads(journal, held)
        self._hand = 0 if held is None else held.hand
        if self.head is not None:
            self._compare(self.head)

    def _offered(self, journal: str, events: Sequence[TableEvent]) -> list[TableEvent]:
        if not events:
            return []
        if journal != self._journal or self._order is None:
            self._follow(journal, events[0].seq - 1)
        assert self._order is not None, "events are followed from here on"
        ready = [each for event in events for each in self._order.offer(event)]
        for event in ready:
            self._hand = event.hand
            self._note(self._heads.take(event))
        return ready

    # what is shown

    def condition(self, now: float, *, connected: bool) -> Condition:
        """How the table stands with the floor. From any thread."""
        if not connected:
            return Condition.AWAY
        # Looked at once: another run of the table takes it away at any moment.
        status = self.status
        presence = None if status is None else status.status
        if self.other_version and presence is not Presence.HERE:
            return Condition.OTHER_VERSION
        if presence is Presence.GONE:
            return Condition.GONE
        if presence is Presence.STOPPED:
            return Condition.STOPPED
        if not self._states and not self._unread:
            return Condition.UNKNOWN
        return Condition.STALE if now - self.heard > STALE_AFTER else Condition.LIVE

    def mark(self, now: float, differ: tuple[int, ...], *, connected: bool) -> Mark:
        """Changes when a view would. differ: the hands in which the record differs."""
        condition = self.condition(now, connected=connected)
        silent = int(now - self.heard) // _SAY_AGAIN if condition is Condition.STALE else 0
        return self.version, condition, silent, differ

    def view(self, role: Role, language: str, now: float, *, connected: bool, told: Told) -> TableView:
        """The table as a role may see it, in the language nearest to the one wanted."""
        with self.news:
            self._settle()
            condition = self.condition(now, connected=connected)
            own = () if self.about is None else self.about.languages
            offered = (self._states.get(each) for each in (language, *own, *self._states))
            state = next((each for each in offered if each is not None), None)
            title = "" if self.about is None else self.about.title
            seconds = int(now - self.heard)
            version = self.other_version
            call = self.attention
        view = blank(self.address, title, language) if state is None else state.view
        if call is not None and view.floor_call_since is None:
            view = replace(view, floor_call=call.reason, floor_call_since=call.since)
        why = say(language, condition, seconds=seconds, version=version)
        return as_seen_by(shown(view, self.address, condition, why, told, language), role)
