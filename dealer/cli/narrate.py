"""Prints what is announced, as the JSON lines that other programs read (DESIGN, stable interfaces)."""

from __future__ import annotations

import json
from collections.abc import Callable

from dealer.announce.lines import line
from dealer.desk.moment import Moment


class Narrator:
    """Follows a table and prints each announcement once; what was told before this run is not told again."""

    def __init__(self, print_line: Callable[[str], None]) -> None:
        self._print = print_line
        self._last: int | None = None

    def follow(self, moment: Moment) -> None:
        """The table has changed."""
        last = moment.resumed if self._last is None else self._last
        for entry in moment.recent:
            if entry.turn <= last:
                continue
            for told in entry.told:
                fields = line(told.announcement)
                if fields is not None:
                    self._print(json.dumps({"id": told.id, "hand_number": entry.after.table.number, **fields}))
        self._last = moment.desk.turn
