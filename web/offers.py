"""Whether a page may post this entry: only what its own view offers, filled in where the view leaves it open."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.cards import Card, NotACard
from dealer.snapshots import Control, TableView

MOST_KEYS = 12
LONGEST_TEXT = 300


class BadEntry(ValueError):
    """What was posted is no entry at all."""


def read_entry(body: object) -> tuple[dict[str, object], int]:
    """Take entry and turn out of a posted body. Raises BadEntry."""
    if not isinstance(body, dict):
        raise BadEntry("an entry is an object with entry and turn")
    entry, turn = body.get("entry"), body.get("turn")
    if not isinstance(entry, dict) or isinstance(turn, bool) or not isinstance(turn, int):
        raise BadEntry("an entry is an object with entry and turn")
    if len(entry) > MOST_KEYS or not isinstance(entry.get("do"), str):
        raise BadEntry("an entry says what to do and little else")
    for value in entry.values():
        if not (value is None or isinstance(value, bool | int | str)) or (
            isinstance(value, str) and len(value) > LONGEST_TEXT
        ):
            raise BadEntry("the values of an entry are short texts and whole numbers")
    return dict(entry), turn


def _filled_in(control: Control, entry: Mapping[str, object]) -> bool:
    """Whether the entry is this button's, with its open places filled.

    Open are: the amount `to` of a control with amounts, what stands as null, and a reason that may always be given.
    """
    if set(entry) - {"reason"} != set(control.entry) - {"reason"}:
        return False
    for key, value in control.entry.items():
        given = entry.get(key)
        if key == "to" and control.amounts is not None:
            least, most = control.amounts
            if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
                return False
        elif value is not None and key != "reason" and given != value:
            return False
    return isinstance(entry.get("reason", ""), str)


def _is_card_by_hand(view: TableView, entry: Mapping[str, object]) -> bool:
    if set(entry) != {"do", "card"} or entry["do"] != "card":
        return False
    in_question = view.question is not None and view.question.card_wanted
    if not view.card_wanted and not in_question:
        return False
    if entry["card"] is None:
        return view.card_wanted == "down" or in_question
    try:
        return isinstance(entry["card"], str) and str(Card.parse(entry["card"])) == entry["card"]
    except NotACard:
        return False


def offered(view: TableView, entry: Mapping[str, object]) -> bool:
    """Tell whether this view, made for the reader's role, offers the entry."""
    choices = view.question.choices if view.question is not None else ()
    return any(_filled_in(control, entry) for control in (*view.controls, *choices)) or _is_card_by_hand(view, entry)
