"""Prints what is announced, as the JSON lines that other programs read (DESIGN, stable interfaces)."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

import click

from dealer.announce.lines import line
from dealer.desk.moment import Moment

_LAST_LINES = 1.0
"""Seconds for what is still to be printed when the table stops."""


class Narrator:
    """Follows a table and prints each announcement once; what was told before this run is not told again.

    It prints from a thread of its own: who reads slowly, or no more, must not hold up the table.
    """

    def __init__(self, print_line: Callable[[str], None], unread: Callable[[OSError], None]) -> None:
        """unread: called once, when nothing can be printed any more; the table goes on."""
        self._print = print_line
        self._unread = unread
        self._last: int | None = None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="narrator", daemon=True)
        self._thread.start()

    def follow(self, moment: Moment) -> None:
        """The table has changed; returns at once."""
        last = moment.resumed if self._last is None else self._last
        for entry in moment.recent:
            if entry.turn <= last:
                continue
            for told in entry.told:
                fields = line(told.announcement)
                if fields is not None:
                    self._lines.put(json.dumps({"id": told.id, "hand_number": entry.after.table.number, **fields}))
        self._last = moment.desk.turn

    def stop(self) -> None:
        """Print what is left, if somebody reads it, and end."""
        self._lines.put(None)
        self._thread.join(_LAST_LINES)

    def _run(self) -> None:
        read = True
        while (text := self._lines.get()) is not None:
            # What comes after the end of its readers is dropped, so that it fills no memory.
            if not read:
                continue
            try:
                self._print(text)
            except OSError as error:
                read = False
                self._unread(error)


def nobody_reads(error: OSError) -> None:
    """Say that the announcements go nowhere, and lead standard output away so that nothing fails at its end either."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    click.echo(f"dealer: the announcements cannot be printed ({error.strerror}); the table goes on", err=True)
