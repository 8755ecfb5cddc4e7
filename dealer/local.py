"""The one table of this process, as screens, the voice, the broker and the simulated dealer see it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from dealer.controller import Controller
from dealer.desk.moment import Moment
from dealer.desk.steps import next_step
from dealer.ports import (
    Camera,
    ChangesClosed,
    NextStep,
    Picture,
    Publisher,
    Reply,
    Role,
    Signature,
    Speaker,
    UnknownTable,
)
from dealer.snapshots import TableView
from dealer.views import Sign, view
from dealer.views.now import now
from dealer.views.questions import open_question
from dealer.views.voice import voice


class LocalTables:
    """Fulfils `dealer.ports.Tables` for one controller.

    A view is made when somebody wants it, once for each role and language, and not in the controller's thread: pages
    that are slow or many cost the table nothing.
    """

    def __init__(self, controller: Controller, sign: Sign, camera: Camera | None = None) -> None:
        """To be made before the controller is started."""
        self._controller = controller
        self._sign = sign
        self._camera = camera
        self._news = threading.Condition()
        self._views: dict[tuple[Role, str], tuple[int, TableView]] = {}
        self._closed = False
        controller.listen(self._changed)

    def ids(self) -> tuple[str, ...]:
        """The one table."""
        return (self._controller.table,)

    def view(self, table: str, role: Role, language: str) -> TableView:
        """A whole snapshot as this role may see it. Raises UnknownTable."""
        self._known(table)
        return self._view(self._controller.moment, role, language)

    def follow(self, table: str, role: Role, language: str) -> LocalChanges:
        """Views from now on. Raises UnknownTable."""
        self._known(table)
        return LocalChanges(self, role, language)

    def enter(self, table: str, entry: Mapping[str, object], turn: int, who: Signature, language: str) -> Reply:
        """Enter what a button or key says. Raises UnknownTable, ControllerBusy."""
        self._known(table)
        return self._controller.enter(entry, turn, who, language)

    def picture(self, table: str) -> Picture | None:
        """What the camera sees now. Raises UnknownTable."""
        self._known(table)
        return None if self._camera is None else self._camera.picture()

    def close(self) -> None:
        """The table has stopped: everybody who follows it is told."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def newer(self, than: int, role: Role, language: str, seconds: float) -> tuple[int, TableView] | None:
        """Wait for a view that is newer than a version; None when the time is over. Raises ChangesClosed."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._controller.moment.version > than, seconds)
            if self._closed:
                raise ChangesClosed("the table has stopped")
        moment = self._controller.moment
        if moment.version <= than:
            return None
        return moment.version, self._view(moment, role, language)

    def _known(self, table: str) -> None:
        if table != self._controller.table:
            raise UnknownTable(f"there is no table {table[:40]!r} here")

    def _changed(self, moment: Moment) -> None:
        with self._news:
            self._news.notify_all()

    def _view(self, moment: Moment, role: Role, language: str) -> TableView:
        key = (role, language)
        known = self._views.get(key)
        if known is not None and known[0] >= moment.version and moment.desk.table.clock is None:
            return known[1]
        made = view(replace(moment, wall=self._controller.wall()), self._sign, role, language)
        self._views[key] = (moment.version, made)
        return made


class LocalChanges:
    """Fulfils `dealer.ports.Changes`: the newest view whenever there is a newer one; none is kept for a slow reader."""

    def __init__(self, tables: LocalTables, role: Role, language: str) -> None:
        self._tables = tables
        self._role = role
        self._language = language
        self._version = 0
        self._closed = False

    def wait(self, seconds: float) -> TableView | None:
        """The newest view if it is newer than the last one given. Raises ChangesClosed."""
        if self._closed:
            raise ChangesClosed("this reader was closed")
        newer = self._tables.newer(self._version, self._role, self._language, seconds)
        if newer is None:
            return None
        self._version = newer[0]
        return newer[1]

    def close(self) -> None:
        """Stop receiving."""
        self._closed = True


def speak(controller: Controller, speaker: Speaker, language: str, volume: int) -> None:
    """Let a voice say what is announced; what was announced before this run began is not said again.

    When the program starts again in the middle of a hand it says once what is due. To be called before the start.
    """
    tongue = voice(language)
    last = controller.moment.desk.turn
    begun = False
    asked = ""

    def listen(moment: Moment) -> None:
        nonlocal last, begun, asked
        if not begun:
            begun = True
            if moment.desk.hand is not None:
                speaker.say(now(moment, tongue), language, volume)
            return
        for entry in moment.recent:
            if entry.turn > last:
                for told in entry.told:
                    speaker.say(tongue.spoken(told.announcement), language, volume)
        question = open_question(moment, tongue)
        if question is not None and moment.desk.sensing.question is not None and question.id != asked:
            speaker.say(tongue.aloud(question.title), language, volume)
        asked = "" if question is None else question.id
        last = max(last, moment.desk.turn)

    controller.listen(listen)


def publish(controller: Controller, publisher: Publisher) -> None:
    """Let a broker hear of each change; it looks for itself, in its own time. To be called before the start."""
    controller.listen(lambda moment: publisher.changed())


def follow_steps(controller: Controller, sign: Sign, follow: Callable[[NextStep, TableView], None]) -> None:
    """Let somebody follow each next step with the dealer's view; the simulated dealer does. Before the start."""
    controller.listen(lambda moment: follow(next_step(moment.desk), view(moment, sign, Role.DEALER, "en")))
