"""Who gets the newest view of which table: one follower a table, role and language, and any number of readers.

A reader holds nothing but the number of the last frame he took, so a slow one costs the others nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dealer.ports import Changes, ChangesClosed, Role, Tables, UnknownTable
from dealer.snapshots import TableView
from web.wire import as_json, floor_card

_IDLE_SECONDS = 5.0
_LOG = logging.getLogger(__name__)


class Topic(NamedTuple):
    """What is followed: a table as one role may see it, in one language; a tuple, since very many are looked up."""

    table: str
    role: Role
    language: str


@dataclass(frozen=True)
class Frame:
    """A view. number: grows over all topics."""

    topic: Topic
    number: int
    view: TableView

    @cached_property
    def text(self) -> str:
        """The view, encoded once for all its readers, and only if one of them wants all of it."""
        return as_json(self.view)

    @cached_property
    def card(self) -> str:
        """The table's card on the floor's overview, encoded once as well."""
        return as_json(floor_card(self.view))


class TooManyReaders(Exception):
    """The cap on streams is reached."""


class Reader:
    """One open stream."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seen: dict[Topic, int] = {}
        self._open = True

    def wait(self, topics: Sequence[Topic], seconds: float) -> list[Frame]:
        """Frames of these topics that are newer than those taken, soon; empty after the time.

        Raises UnknownTable, ChangesClosed if all of the topics' tables have stopped.
        """
        return self._hub.wait(topics, self._seen, seconds)

    def close(self) -> None:
        """Give the place free; a second call does nothing."""
        if self._open:
            self._open = False
            self._hub.leave()


class Hub:
    """Follows the tables that somebody looks at. cap: how many readers there may be.  clock: monotonic seconds."""

    def __init__(self, tables: Tables, cap: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tables = tables
        self._cap = cap
        # Re-entrant (the default): _forget is called with and without it.
        self._news = threading.Condition()
        self._frames: dict[Topic, Frame] = {}
        self._followers: dict[Topic, threading.Thread] = {}
        self._wanted: dict[Topic, float] = {}
        self._number = 0
        self._readers = 0
        self._stopped = False

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return self._readers

    def following(self) -> int:
        """How many topics are followed."""
        with self._news:
            return len(self._followers)

    def reader(self) -> Reader:
        """A place for one more stream. Raises TooManyReaders."""
        with self._news:
            if self._readers >= self._cap:
                raise TooManyReaders(f"{self._cap} pages are open; close one or raise the cap")
            self._readers += 1
        return Reader(self)

    def leave(self) -> None:
        """A stream has ended."""
        with self._news:
            self._readers -= 1

    def stop(self) -> None:
        """End every follower and wake every reader; they get ChangesClosed."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
            followers = list(self._followers.values())
        for follower in followers:
            follower.join(2)

    def wait(self, topics: Sequence[Topic], seen: dict[Topic, int], seconds: float) -> list[Frame]:
        """See Reader.wait; seen is brought up to date."""
        self._follow(topics)

        def news() -> list[Frame]:
            frames = (self._frames.get(topic) for topic in topics)
            return [frame for frame in frames if frame is not None and frame.number > seen.get(frame.topic, 0)]

        def gone() -> bool:
            return bool(topics) and not any(topic in self._followers for topic in topics)

        with self._news:
            self._news.wait_for(lambda: bool(news()) or self._stopped or gone(), seconds)
            fresh = news()
            if self._stopped or (gone() and not fresh):
                raise ChangesClosed("the table has been stopped")
        for frame in fresh:
            seen[frame.topic] = frame.number
        return fresh

    def _follow(self, topics: Sequence[Topic]) -> None:
        now = self._clock()
        with self._news:
            self._wanted.update(dict.fromkeys(topics, now))
            new = [] if self._stopped else [topic for topic in topics if topic not in self._followers]
        for topic in new:
            self._begin(topic)

    def _begin(self, topic: Topic) -> None:
        with self._news:
            if topic in self._followers:
                return
            changes = self._tables.follow(topic.table, topic.role, topic.language)
            first = self._tables.view(topic.table, topic.role, topic.language)
            self._put(topic, first)
            thread = threading.Thread(
                target=self._run, args=(topic, changes), name=f"follow {topic.table} {topic.role.value}", daemon=True
            )
            self._followers[topic] = thread
            # Still within the lock: `stop` waits for every follower that it finds, and one can't wait for what
            # has not begun.
            thread.start()

    def _put(self, topic: Topic, view: TableView) -> None:
        with self._news:
            self._number += 1
            self._frames[topic] = Frame(topic, self._number, view)
            self._news.notify_all()

    def _run(self, topic: Topic, changes: Changes) -> None:
        try:
            while not self._done_with(topic):
                view = changes.wait(0.5)
                if view is not None:
                    self._put(topic, view)
        except (ChangesClosed, UnknownTable):
            pass
        except Exception:  # noqa: BLE001 - of one view; the page begins anew
            _LOG.exception("a view of table %s could not be shown", topic.table)
        finally:
            changes.close()
            # A topic that nobody follows any more must not look as if it stood still.
            with self._news:
                if self._followers.get(topic) is threading.current_thread():
                    self._forget(topic)

    def _done_with(self, topic: Topic) -> bool:
        with self._news:
            if self._clock() - self._wanted[topic] < _IDLE_SECONDS and not self._stopped:
                return False
            self._forget(topic)
            return True

    def _forget(self, topic: Topic) -> None:
        with self._news:
            self._followers.pop(topic, None)
            self._frames.pop(topic, None)
            self._news.notify_all()
