"""How a view travels to a page: strict JSON, nothing but what the records say."""

from __future__ import annotations

import enum
import json
from dataclasses import fields, is_dataclass

from dealer.snapshots import TableCard, TableView

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]


class NotPlain(TypeError):
    """A record holds something that has no place in a page."""


def plain(value: object) -> Plain:
    """Turn records, enums and tuples into what JSON knows. Raises NotPlain.

    A face-down card goes without a name whatever the record says: the last door is locked as well (DESIGN, 5).
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, TableCard):
        name = value.name if value.face_up else None
        return {"face_up": value.face_up, "name": name, "state": value.state.value, "read": value.read}
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise NotPlain(f"a {type(value).__name__} can't be sent to a page")


def as_json(value: object) -> str:
    """One line of JSON."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def floor_card(view: TableView) -> dict[str, Plain]:
    """What the floor's overview shows of a table; all from the floor's own view of it."""
    last = view.said[-1].text if view.said else ""
    answer = next((each for each in view.controls if each.entry.get("do") == "floor-done" and not each.blanks), None)
    return {
        "table": view.table,
        "turn": view.turn,
        "answer": None if answer is None else {"label": answer.label, "entry": plain(answer.entry)},
        "title": view.title,
        "game": view.game,
        "stakes": view.stakes,
        "hand": view.hand,
        "street_name": view.street_name,
        "players": sum(1 for seat in view.seats if seat.status.value not in ("empty", "sitting-out")),
        "pot": view.pot,
        "hands_an_hour": view.hands_an_hour,
        "last": last,
        "now": view.now,
        "devices": plain(view.devices),
        "floor_call": view.floor_call,
        "floor_call_since": view.floor_call_since,
        "question": view.question.title if view.question else "",
        "paused": view.paused,
    }
