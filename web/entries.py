"""Whether what a page posts is an entry at all. Whether it is allowed, the table says."""

from __future__ import annotations

MOST_KEYS = 16
LONGEST_TEXT = 300
MOST_ITEMS = 52
LARGEST = 10**12
"""No turn, seat or amount of chips comes near it, and a table takes no larger number."""


class BadEntry(ValueError):
    """What was posted is no entry."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def _is_small(value: object) -> bool:
    if isinstance(value, list):
        return (
            len(value) <= MOST_ITEMS
            and not any(isinstance(each, list) for each in value)
            and all(_is_small(each) for each in value)
        )
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return value is None or isinstance(value, bool) or _is_whole(value)


def read_entry(body: object) -> tuple[dict[str, object], int]:
    """Take entry and turn out of a posted body. Raises BadEntry."""
    if not isinstance(body, dict):
        raise BadEntry("an entry is an object with entry and turn")
    entry, turn = body.get("entry"), body.get("turn")
    if not isinstance(entry, dict) or not isinstance(turn, int) or not _is_whole(turn):
        raise BadEntry("an entry is an object with entry and turn")
    if len(entry) > MOST_KEYS or not isinstance(entry.get("do"), str):
        raise BadEntry("an entry says what to do and little else")
    if not all(_is_small(value) for value in entry.values()):
        raise BadEntry("the values of an entry are short texts, whole numbers and lists of them")
    return dict(entry), turn
