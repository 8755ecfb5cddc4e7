"""How a record becomes JSON and comes back: strictly, so that what the journal cannot say is an error and no guess."""

from __future__ import annotations

import enum
import json
import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Generic, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from dealer.cards import Card, NotACard, SealedCard
from dealer.errors import DealerError

T = TypeVar("T")
_TAG = "is"
_VALUE = "="


_UNREADABLE = (
    BaseValidationError,
    ForbiddenExtraKeysError,
    NotACard,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)


class NotReadable(DealerError):
    """Stored text is not a record of the kind that was looked for: damaged, or of another version."""


class Codec(Generic[T]):
    """Turns one kind of record, or a union of several, into JSON text and back.

    Each member of a union carries its class name, so a record means the same wherever it stands.
    """

    def __init__(self, kind: object) -> None:
        self._kind = kind
        self._converter = _converter()

    def write(self, record: T) -> str:
        """Return the record as compact JSON with a stable order of keys."""
        plain = self._converter.unstructure(record, unstructure_as=self._kind)
        return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)

    def read(self, text: str) -> T:
        """Return the record that the text holds. Raises NotReadable, which repeats nothing of the text."""
        try:
            plain = json.loads(text)
            return cast(T, self._converter.structure(plain, cast(Any, self._kind)))
        except _UNREADABLE:
            name = getattr(self._kind, "__name__", "record")
            raise NotReadable(f"stored text is not a readable {name}; it is damaged or of another version") from None


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for plain in (str, bool, int):
        converter.register_structure_hook(plain, _exactly(plain))
    converter.register_structure_hook(float, _number)
    # An IntEnum is an int to cattrs; without this a rank would come back as a bare number.
    converter.register_structure_hook(enum.IntEnum, lambda value, kind: kind(value))
    converter.register_unstructure_hook(Card, str)
    converter.register_structure_hook(Card, lambda text, _: Card.parse(text))
    converter.register_unstructure_hook(SealedCard, lambda sealed: sealed.token)
    converter.register_structure_hook(SealedCard, lambda text, _: SealedCard(_exactly(str)(text, str)))
    converter.register_unstructure_hook_factory(_is_union, lambda kind: _union_writer(converter, kind))
    converter.register_structure_hook_factory(_is_union, lambda kind: _union_reader(converter, kind))
    converter.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_reader(converter, kind))
    converter.register_structure_hook_factory(_is_named_tuple, lambda kind: _named_tuple_reader(converter, kind))
    converter.register_unstructure_hook_factory(_is_mapping, lambda kind: _mapping_writer(converter, kind))
    converter.register_structure_hook_factory(_is_mapping, lambda kind: _mapping_reader(converter, kind))
    return converter


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    """JSON tells text, whole numbers and truth apart; so do we."""

    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"not a {kind.__name__}")
        return value

    return read


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise TypeError("not a number")
    return float(value)


def _members(kind: Any) -> tuple[type, ...]:
    return tuple(member for member in get_args(kind) if member is not types.NoneType)


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType) and len(_members(kind)) > 1


def _union_writer(converter: Converter, kind: Any) -> Callable[[Any], Any]:
    members = set(_members(kind))

    def write(record: Any) -> Any:
        if record is None:
            return None
        if type(record) not in members:
            raise TypeError(f"{type(record).__name__} does not belong to this union")
        plain = converter.unstructure(record, unstructure_as=type(record))
        if is_dataclass(record) and isinstance(plain, dict):
            return {_TAG: type(record).__name__, **plain}
        return {_TAG: type(record).__name__, _VALUE: plain}

    return write


def _union_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    by_name = {member.__name__: member for member in _members(kind)}
    may_be_none = types.NoneType in get_args(kind)

    def read(plain: Any, _: Any) -> Any:
        if plain is None and may_be_none:
            return None
        rest = dict(plain)
        member = by_name[rest.pop(_TAG)]
        return converter.structure(rest[_VALUE] if rest.keys() == {_VALUE} else rest, member)

    return read


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _tuple_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """A list, of one kind and any length or of given kinds and this length."""
    kinds = get_args(kind)

    def read(values: Any, _: Any) -> Any:
        if type(values) is not list:
            raise TypeError("not a list")
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            return tuple([converter.structure(value, kinds[0]) for value in values])
        return tuple([converter.structure(value, each) for value, each in zip(values, kinds, strict=True)])

    return read


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _named_tuple_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """The kinds of its fields stand as text in the class, which nothing but the class itself can look up."""
    kinds = tuple(get_type_hints(kind).values())
    read = _tuple_reader(converter, tuple[kinds])  # type: ignore[valid-type]
    return lambda values, _: kind(*read(values, None))


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _mapping_writer(converter: Converter, kind: Any) -> Callable[[Any], Any]:
    """Keys that are no text stand as pairs, since JSON knows no other keys."""
    key, value = get_args(kind)

    def write(mapping: Any) -> Any:
        return [
            [converter.unstructure(k, unstructure_as=key), converter.unstructure(v, unstructure_as=value)]
            for k, v in mapping.items()
        ]

    return write


def _mapping_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    key, value = get_args(kind)

    def read(pairs: Any, _: Any) -> Any:
        return {converter.structure(k, key): converter.structure(v, value) for k, v in pairs}

    return read


__all__ = ["Codec", "NotReadable"]
