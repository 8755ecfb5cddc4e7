"""All that is wrong with a house file at once, where loading it tells the first thing."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path

from dealer.house.load import DEFAULT_HOUSE, HouseFileError, house_from_plain, profile_text
from dealer.house.strict import parse_toml, read_text, shown_path

_MOST = 40

Plain = dict[str, object]


def house_mistakes(path: Path) -> tuple[HouseFileError, ...]:
    """What a house file is refused for, each key once; nothing for one that can be used.

    Each mistake is put right as the default house has it, and the file is read again. What is refused only then, by a
    rule between two keys, may follow from that, and is left for the next check.
    """
    source = shown_path(path)
    try:
        values = parse_toml(read_text(path, HouseFileError), source, HouseFileError)
    except HouseFileError as unreadable:
        return (unreadable,)
    defaults = parse_toml(profile_text(DEFAULT_HOUSE), DEFAULT_HOUSE)
    asked, found = copy.deepcopy(values), list[HouseFileError]()
    for number in range(_MOST if values else 1):
        try:
            house_from_plain(values, source, path.stem)
        except HouseFileError as refused:
            if number == 0 or _is_wrong_alone(refused, asked, defaults):
                found.append(refused)
            if refused.key is None or not _taken_over(values, defaults, refused.key):
                break
        else:
            break
    return tuple(found)


def _is_wrong_alone(refused: HouseFileError, asked: Plain, defaults: Plain) -> bool:
    """Whether the key would be refused in the default house too."""
    alone = copy.deepcopy(defaults)
    if refused.key is None or not _taken_over(alone, asked, refused.key):
        return False
    try:
        house_from_plain(alone, refused.source, "alone")
    except HouseFileError as again:
        return again.key == refused.key
    return False


def _taken_over(values: Plain, others: Plain, key: str) -> bool:
    """Make a key as it stands in other values, absent where it is absent there. Returns whether that changed it."""
    *path, last = key.split(".")
    at, there = values, others
    for step in path:
        if not isinstance(inner := at.get(step), dict):
            return False
        at = inner
        theirs = there.get(step)
        there = dict(theirs) if isinstance(theirs, Mapping) else {}
    before = repr(at.get(last))
    if last in there:
        at[last] = copy.deepcopy(there[last])
    else:
        at.pop(last, None)
    # By how it is written: 1 and true are equal.
    return before != repr(at.get(last))
