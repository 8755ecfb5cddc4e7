"""Makes frozen dataclasses quick to build; changes nothing else about them.

A frozen dataclass sets each field through `object.__setattr__`, which costs more than all the poker between two
states: 2.1 us for a record of 17 fields. Built as an unfrozen twin of the same layout that then becomes the frozen
class, it takes 0.6 us (decisions/quick-records.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import TypeVar

Record = TypeVar("Record")


def quick(record: type[Record]) -> type[Record]:
    """Let a frozen, slotted dataclass without `__post_init__` be built through an unfrozen twin.

    Raises TypeError for a class that is none.
    """
    slots = record.__dict__.get("__slots__")
    if slots is None or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} must be a slotted dataclass without __post_init__")
    known: dict[str, object] = {
        "_blank": object.__new__,
        "_twin": type(record.__name__, (), {"__slots__": slots}),
        "_record": record,
    }
    arguments = []
    for field in fields(record):  # type: ignore[arg-type]
        if field.default is MISSING:
            arguments.append(field.name)
        else:
            known[f"_default_{field.name}"] = field.default
            arguments.append(f"{field.name}=_default_{field.name}")
    body = "".join(f"    self.{name} = {name}\n" for name in slots)
    rest = f"    self = _blank(_twin)\n{body}    self.__class__ = _record\n    return self\n"
    making = f"def _make({', '.join(arguments)}):\n{rest}"
    exec(f"def __new__(cls, {', '.join(arguments)}):\n{rest}{making}{_changing(slots)}", known)
    names = tuple(slots)
    setattr(record, "__new__", known["__new__"])  # noqa: B010 - a class's own __new__ is not for type checkers to see
    record._make = staticmethod(known["_make"])  # type: ignore[attr-defined, arg-type]
    record._changed = known["_changed"]  # type: ignore[attr-defined]
    setattr(record, "__reduce__", lambda self: (record, tuple([getattr(self, name) for name in names])))  # noqa: B010
    del record.__init__
    return record


def _changing(slots: tuple[str, ...]) -> str:
    """The source of a function that copies a record with some fields changed."""
    body = "".join(f"    new.{name} = self.{name} if {name} is _blank else {name}\n" for name in slots)
    return (
        f"def _changed(self, *, {', '.join(f'{name}=_blank' for name in slots)}):\n"
        "    new = _blank(_twin)\n"
        f"{body}"
        "    new.__class__ = _record\n"
        "    return new\n"
    )


def maker(record: type[Record]) -> Callable[..., Record]:
    """Return what makes a quick record without going through its class, a fifth faster yet; for the hottest places."""
    made: Callable[..., Record] = record._make  # type: ignore[attr-defined]
    return made


def changer(record: type[Record], *names: str) -> Callable[..., Record]:
    """Return what copies a quick record with these fields changed, given in this order; for the hottest places.

    Raises TypeError for a field that the record does not have.
    """
    twin = record._changed  # type: ignore[attr-defined]
    slots = tuple(twin.__kwdefaults__)
    if not set(names) <= set(slots):
        raise TypeError(f"{record.__name__} has no field {', '.join(set(names) - set(slots))}")
    body = "".join(f"    new.{name} = {name if name in names else f'self.{name}'}\n" for name in slots)
    source = (
        f"def _changer(self, {', '.join(names)}):\n"
        "    new = _blank(_twin)\n"
        f"{body}"
        "    new.__class__ = _record\n"
        "    return new\n"
    )
    known: dict[str, Callable[..., Record]] = {}
    exec(source, twin.__globals__, known)
    return known["_changer"]


def changed(record: Record, **changes: object) -> Record:
    """Return a quick record with some fields changed; for where `dataclasses.replace` is too slow."""
    copied: Record = record._changed(**changes)  # type: ignore[attr-defined]
    return copied
