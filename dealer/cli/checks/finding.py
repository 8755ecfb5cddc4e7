"""What a check found, in words for a person and with the command that mends it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class State(enum.Enum):
    """How it is: fine, worth knowing, or wrong."""

    FINE = "fine"
    NOTE = "note"
    WRONG = "wrong"


class Area(enum.Enum):
    """Which part of a table."""

    PROGRAM = "program"
    MACHINE = "machine"
    FILES = "files"
    DEVICES = "devices"
    PAGES = "pages"
    SCREEN = "screen and voice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    words: how it is; holds no key, tag, card or name of a person.  mend: the exact command to type, or "".
    """

    area: Area
    name: str
    state: State
    words: str
    mend: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the table cannot be trusted until it is mended."""
        return self.state is State.WRONG

    def plain(self) -> dict[str, str]:
        """As it stands in JSON."""
        return {
            "area": self.area.value,
            "name": self.name,
            "state": self.state.value,
            "what": self.words,
            "mend": self.mend,
        }
