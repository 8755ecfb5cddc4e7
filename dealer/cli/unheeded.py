"""What is asked of a start and does not count, because a table that was played before goes on as it is."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dealer.cli.wanted import Wanted
from dealer.record.kept import Kept, differing


def as_kept(wanted: Wanted, kept: Kept | None) -> Wanted:
    """What is really run: the set-up is the journal's wherever there is one."""
    return wanted if kept is None else replace(wanted, file=replace(wanted.file, setup=kept.setup))


def unheeded(wanted: Wanted, kept: Kept | None, seed: int | None, journal: Path) -> tuple[str, ...]:
    """Say what was asked for and does not apply, in one line; nothing where all applies.

    seed: what the simulated cards are shuffled by, None where they are real.
    """
    file = wanted.file
    keys = () if kept is None else differing(file.setup, file.up_cards, file.players, kept)
    if wanted.source:
        return (f"{wanted.source}: {file_differs(keys)}: {anew(journal)}",) if keys else ()
    lost = [f"{key} {value}" for key, value in wanted.given.items() if key in keys or (key == "seed" and value != seed)]
    if not lost:
        return ()
    return (
        f"The simulated table that was kept goes on; these do not apply to it: {', '.join(lost)}. "
        "For another table add --state DIR, a folder of its own.",
    )


def file_differs(keys: Sequence[str]) -> str:
    """Say which keys of a table file the journal answers otherwise, and the two ways to what the file says."""
    return (
        f"{', '.join(keys)}: the journal says another thing, and it counts after the first start; change it on the "
        "table's page (menu, Set up the table), or stop the table and open it anew"
    )


def anew(journal: Path) -> str:
    """The command that puts a journal away, so that its table opens from its file again."""
    numbered = (journal.with_name(f"retired-{number}.sqlite") for number in range(1, 10_000))
    free = next(path for path in numbered if not path.exists())
    return f"dealer journal retire {shlex.quote(str(journal))} {shlex.quote(str(free))}"
