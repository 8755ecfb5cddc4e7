"""How records and JSON become each other, strictly: nothing is guessed, and a card that lies face down has no name."""

from __future__ import annotations

import marshal
import types
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, Union, get_args, get_origin

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from dealer.cards import DECK
from dealer.snapshots import CardState, Control, SetupView, TableCard

_DEEPEST = 4
_LARGEST_WHOLE = 2**63
"""What no disk can keep any more; a number of ours is nowhere near."""
_LARGEST = 1e11
"""Seconds that are still a date: the year 5138."""
_MOST_REMEMBERED = 4096

UNREADABLE = (
    BaseValidationError,
    ForbiddenExtraKeysError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)


def no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _text(value: Any, _: Any) -> str:
    """JSON tells text, whole numbers and truth apart; so do we. Half a letter, which JSON can write, is no text."""
    if type(value) is not str:
        raise TypeError("not a text")
    if not value.isascii():
        value.encode()
    return value


def _truth(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise TypeError("neither true nor false")
    return value


def _whole(value: Any, _: Any) -> int:
    if type(value) is not int or not -_LARGEST_WHOLE <= value < _LARGEST_WHOLE:
        raise TypeError("not a whole number")
    return value


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not -_LARGEST < value < _LARGEST:
        raise TypeError("not a number")
    return float(value)


def _plain(value: Any, _: Any) -> Any:
    """A value inside an entry or an announcement: anything of JSON that is not nested deeply."""
    _check_plain(value, _DEEPEST)
    return value


def _check_plain(value: object, levels: int) -> None:
    if levels < 0:
        raise TypeError("nested too deeply")
    if isinstance(value, list):
        for each in value:
            _check_plain(each, levels - 1)
    elif isinstance(value, dict):
        for each in value.values():
            _check_plain(each, levels - 1)
    elif isinstance(value, int):
        _whole(int(value), int)
    elif isinstance(value, float):
        _number(value, float)
    elif not (value is None or isinstance(value, str)):
        raise TypeError("not JSON")


def _card_out(card: TableCard) -> dict[str, object]:
    """The last door is locked as well: a card that lies face down leaves without a name whatever the record says."""
    name = card.name if card.face_up else None
    return {"face_up": card.face_up, "name": name, "state": card.state.value, "read": card.read}


@cache
def _card(face_up: bool, name: str | None, state: CardState, read: bool) -> TableCard:
    """There are few different cards and very many messages: each is made once."""
    return TableCard(face_up, name, state, read)


_STATES = {state.value: state for state in CardState}
_NAMES = frozenset(str(card) for card in DECK)


def _card_in(plain: Any, _: Any) -> TableCard:
    if plain.keys() != {"face_up", "name", "state", "read"}:
        raise TypeError("not the fields of a card")
    face_up, name, read = plain["face_up"], plain["name"], plain["read"]
    if type(face_up) is not bool or type(read) is not bool or not (name is None or (face_up and name in _NAMES)):
        raise TypeError("not a card")
    return _card(face_up, name, _STATES[plain["state"]], read)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) in (tuple,)


def _tuple_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """A list of JSON and nothing else; `tuple` itself would take a text letter by letter."""
    members = get_args(kind)
    if len(members) == 2 and members[1] is Ellipsis:
        member = members[0]
        read_one = converter.get_structure_hook(member)

        def read(value: Any, _: Any) -> Any:
            if type(value) is not list:
                raise TypeError("not a list")
            return tuple([read_one(each, member) for each in value])

        return read

    def read_each(value: Any, _: Any) -> Any:
        if type(value) is not list or len(value) != len(members):
            raise TypeError("not a list of this length")
        return tuple(converter.structure(each, member) for each, member in zip(value, members, strict=True))

    return read_each


def _is_word_or_number(kind: Any) -> bool:
    members = get_args(kind)
    return (
        get_origin(kind) in (types.UnionType, Union) and bool(members) and all(each in (int, str) for each in members)
    )


def _word_or_number_reader(kind: Any) -> Callable[[Any, Any], Any]:
    members = get_args(kind)

    def read(value: Any, _: Any) -> Any:
        if type(value) not in members:
            raise TypeError("neither a text nor a whole number")
        return value

    return read


def _remembering(read: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The same value is read once: what may be pressed is most of a state, and hardly changes from one to the next.

    What is remembered is shared, so nobody may change it.
    """
    known: OrderedDict[bytes, Any] = OrderedDict()

    def remembered(value: Any, kind: Any) -> Any:
        # Version 2 writes equal values alike, and tells 1, 1.0 and true apart.
        key = marshal.dumps(value, 2)
        found = known.get(key)
        if found is None:
            found = known[key] = read(value, kind)
            if len(known) > _MOST_REMEMBERED:
                known.popitem(last=False)
        return found

    return remembered


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(bool, _truth)
    converter.register_structure_hook(int, _whole)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda kind: kind is object, _plain)
    converter.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_reader(converter, kind))
    converter.register_structure_hook_factory(_is_word_or_number, _word_or_number_reader)
    converter.register_structure_hook(TableCard, _card_in)
    converter.register_unstructure_hook(TableCard, _card_out)
    for large in (Control, SetupView):
        converter.register_structure_hook(large, _remembering(converter.get_structure_hook(large)))
    return converter


CONVERTER = _converter()
