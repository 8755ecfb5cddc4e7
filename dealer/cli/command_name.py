"""What to type for this program here: `dealer` where it is installed, the start script of a clone, or the service's."""

from __future__ import annotations

import getpass
import os
import re
import shlex
import shutil
import sys

from dealer.cli.manifest import ROOT

VARIABLE = "STUD_COMMAND"
"""Where the start script says how it was called."""
SERVICE_USER = "stud-dealer"
"""The user of the installed service, and the wrapper that runs a command as he (hardware/install.md)."""

# In words a command stands after a colon, in backticks, or behind another; "the dealer deals" is none.
_NAMED = re.compile(r"(^|: |`|&& )dealer (?=[a-z])")


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


def as_typed(text: str, name: str | None = None) -> str:
    """A text for people with the commands in it as they can be typed. name: of the program, else as it was called."""
    return _NAMED.sub(lambda found: f"{found[1]}{called() if name is None else name} ", text)
