"""What a run of one table is asked to be; made by the command line and by the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dealer.table.file import TableFile
from drivers.mock.script import Script


def direct(port: str) -> str:
    """No probe: the driver opens the shoe's own port."""
    return port


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for.

    seed, pace: of a simulated table; pace None: a person acts for the players.
    as_it_was: the pace counts only where the simulated table was not played before.  port: 0 takes a free one.
    state: the folder that holds all tables, or None for the user's own.  hands: stop after so many.
    playback: a recording that stands for the shoe.  source: the name of the table file, "" where none was given.
    given: what was said on the command line or in a script instead of one, by its option.
    probe: puts something between a simulated shoe and its driver, and returns the port to open instead.
    """

    file: TableFile
    mock: bool
    script: Script
    seed: int
    pace: float | None
    host: str
    port: int
    state: Path | None
    hands: int | None
    as_json: bool
    playback: Path | None = None
    probe: Callable[[str], str] = direct
    as_it_was: bool = False
    source: str = ""
    given: Mapping[str, object] = field(default_factory=dict)
