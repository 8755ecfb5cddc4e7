"""What to type for this program here: `dealer` where it is installed, the start script of a clone, or the service's."""

from __future__ import annotations

import getpass
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dealer.cli.manifest import ROOT
from dealer.errors import DealerError

VARIABLE = "STUD_COMMAND"
"""Where the start script says how it was called."""
SERVICE_USER = "stud-dealer"
"""The user of the installed service, and the wrapper that runs a command as he (hardware/install.md)."""

# In words a command stands after a colon, in backticks, or behind another; "the dealer deals" is none.
_NAMED = re.compile(r"(^|: |`|&& )dealer (?=[a-z])")

_OF_TABLE = re.compile(r"(dealer (\w+)[^;`&]*? --table )FILE\b")
_OF_USERS = re.compile(r"dealer user [a-z]+ [^;`&#]*[^;`&# ]")
_KEEPING = frozenset({"run", "deck", "record", "doctor"})
"""The commands that take a table file and the folder of all tables."""


def called() -> str:
    """The name under which this run was called, for its own usage lines and messages."""
    return shlex.quote(os.environ.get(VARIABLE) or "dealer")


def command_name() -> str:
    """What can be typed: the name where that is found, else the script that starts the program."""
    if getpass.getuser() == SERVICE_USER and shutil.which(SERVICE_USER):
        return SERVICE_USER
    if os.environ.get(VARIABLE):
        return called()
    if shutil.which("dealer"):
        return "dealer"
    script = ROOT / "start"
    return shlex.quote(str(script)) if script.exists() else f"{shlex.quote(sys.executable)} -m dealer"


def complete(text: str, table: Path | None, state: Path | None) -> str:
    """A text for people whose commands say of which table, and in which folder, as they were said this time."""

    def of_table(found: re.Match[str]) -> str:
        file = "FILE" if table is None else shlex.quote(str(table))
        return f"{found[1]}{file}{kept if found[2] in _KEEPING else ''}"

    kept = "" if state is None else f" --state {shlex.quote(str(state))}"
    return _OF_USERS.sub(lambda found: found[0] + kept, _OF_TABLE.sub(of_table, text))


@contextmanager
def advice(table: Path | None, state: Path | None) -> Iterator[None]:
    """Complete the commands in whatever is refused meanwhile, so that they can be typed as they stand."""
    try:
        yield
    except DealerError as refused:
        refused.args = (complete(str(refused), table, state),)
        raise


def as_typed(text: str, name: str | None = None) -> str:
    """A text for people with the commands in it as they can be typed. name: of the program, else as it was called."""
    return _NAMED.sub(lambda found: f"{found[1]}{called() if name is None else name} ", text)
