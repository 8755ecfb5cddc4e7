"""Reads the values of a TOML table strictly: what is unknown, missing or impossible is refused by its dotted name."""

from __future__ import annotations

import difflib
import enum
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from dealer.errors import DealerError

_MOST_BYTES = 64 * 1024
_LONGEST_ADDRESS = 4096
_E = TypeVar("_E", bound=enum.Enum)


class FileRefused(DealerError):
    """A file is refused: which file, which key by its dotted name, and what would be allowed; one line."""

    def __init__(self, source: str, key: str | None, problem: str) -> None:
        where = f"{source}: {key}" if key else source
        super().__init__(f"{where}: {problem}")
        self.source = source
        self.key = key
        self.problem = problem


def read_text(path: Path, error: type[FileRefused] = FileRefused) -> str:
    """Return the text of a small file. Raises the error if it cannot be read, is too large or is not text."""
    source = shown_path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as cause:
        reason = cause.strerror if isinstance(cause, OSError) and cause.strerror else "not a usable file name"
        raise error(source, None, f"cannot be read: {reason}") from cause
    if len(raw) > _MOST_BYTES:
        raise error(source, None, f"is too large ({_MOST_BYTES // 1024} KiB at most)")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as cause:
        raise error(source, None, f"is not UTF-8 text (byte {cause.start})") from cause


def parse_toml(text: str, source: str, error: type[FileRefused] = FileRefused) -> dict[str, object]:
    """Return the values of a TOML text. Raises the error, with the line, if it is not one."""
    try:
        return tomllib.loads(text)
    except RecursionError as cause:
        raise error(source, None, "is nested too deeply") from cause
    except ValueError as cause:
        raise error(source, None, f"is not valid TOML: {shown(str(cause), quote=False)}") from cause


class Section:
    """One table of the file: hands out its values by key and refuses all others by their dotted name."""

    def __init__(
        self,
        source: str,
        path: str,
        values: Mapping[str, object],
        known: Sequence[str],
        error: type[FileRefused] = FileRefused,
    ) -> None:
        self._error = error
        self._source = source
        self._path = path
        self._values = values
        for key in values:
            if key not in known:
                raise self.refuse(shown(key, quote=False), f"no such key; {_did_you_mean(key, known)}")

    def refuse(self, key: str, problem: str) -> FileRefused:
        return self._error(self._source, self._dotted(key), problem)

    def has(self, key: str) -> bool:
        return key in self._values

    def section(self, key: str, known: Sequence[str]) -> Section:
        value = self._value(key, "a section of its own")
        if not isinstance(value, Mapping):
            raise self.refuse(key, f"must be a section [{self._dotted(key)}], not {shown(value)}")
        return Section(self._source, self._dotted(key), value, known, self._error)

    def text(self, key: str) -> str:
        """A line that people read, such as a name."""
        return self._line(key, 80)

    def address(self, key: str) -> str:
        """A line that says where something is: a file, a device, a server. It is as long as it has to be."""
        return self._line(key, _LONGEST_ADDRESS)

    def _line(self, key: str, most: int) -> str:
        value = self._value(key, "a line of text")
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > most:
            raise self.refuse(key, f"must be one line of text of 1 to {most} characters, not {shown(value)}")
        return value

    def sections(self, key: str, known: Sequence[str]) -> tuple[Section, ...]:
        """The sections of an array `[[key]]`, each as strict as a section; refused by `key[1]`, `key[2]` and so on."""
        value = self._value(key, f"one or more [[{self._dotted(key)}]]")
        if not isinstance(value, list) or not value or not all(isinstance(each, Mapping) for each in value):
            raise self.refuse(key, f"must be one or more [[{self._dotted(key)}]], not {shown(value)}")
        return tuple(
            Section(self._source, f"{self._dotted(key)}[{place}]", each, known, self._error)
            for place, each in enumerate(value, start=1)
        )

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key, "a list of names")
        if not isinstance(value, list) or not all(
            isinstance(each, str) and each.strip() and each.isprintable() and len(each) <= 80 for each in value
        ):
            raise self.refuse(key, "must be a list of names of 1 to 80 characters")
        return tuple(value)

    def numbers(self, key: str, count: int | None, most: int) -> tuple[int, ...]:
        """A list of whole numbers from 0; count: how many, or None for any number of them."""
        wanted = "whole numbers" if count is None else f"{count} whole numbers"
        value = self._value(key, f"a list of {wanted}")
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise self.refuse(key, f"must be a list of {wanted}, not {shown(value)}")
        if not all(type(each) is int and 0 <= each <= most for each in value):
            raise self.refuse(key, f"must be a list of {wanted} from 0 to {most}")
        return tuple(value)

    def flag(self, key: str) -> bool:
        value = self._value(key, "true, false")
        if not isinstance(value, bool):
            raise self.refuse(key, f"{shown(value)} is not allowed; allowed: true, false")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        allowed = f"a whole number from {least} to {most}"
        value = self._value(key, allowed)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.refuse(key, f"{shown(value)} is not allowed; allowed: {allowed}")
        return value

    def number_of(self, key: str, allowed: Sequence[int]) -> int:
        words = ", ".join(str(number) for number in allowed)
        value = self._value(key, words)
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            raise self.refuse(key, f"{shown(value)} is not allowed; allowed: {words}")
        return value

    def choice(self, key: str, kind: type[_E]) -> _E:
        return self._member(key, self._value(key, words(kind)), kind)

    def choices(self, key: str, kind: type[_E]) -> tuple[_E, ...]:
        value = self._value(key, f"a list of {words(kind)}")
        if not isinstance(value, list):
            raise self.refuse(key, f"must be a list, not {shown(value)}; allowed in it: {words(kind)}")
        members = tuple(self._member(key, each, kind) for each in value)
        for member in members:
            if members.count(member) > 1:
                raise self.refuse(key, f"{member.value} stands in the list twice; allowed: each at most once")
        return members

    def _member(self, key: str, value: object, kind: type[_E]) -> _E:
        for member in kind:
            if member.value == value:
                return member
        raise self.refuse(key, f"{shown(value)} is not allowed; allowed: {words(kind)}")

    def _value(self, key: str, allowed: str) -> object:
        if key not in self._values:
            raise self.refuse(key, f"is missing; allowed: {allowed}")
        return self._values[key]

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def words(kind: type[enum.Enum]) -> str:
    """The words of an enum, as an error lists them."""
    return ", ".join(str(member.value) for member in kind)


def _did_you_mean(key: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"did you mean {close[0]}?" if close else f"allowed: {', '.join(known)}"


def shown_path(path: Path) -> str:
    """A file's name as it may stand in one line of an error: whole, since somebody has to find the file."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(path))


def shown(value: object, *, quote: bool = True) -> str:
    """A value as it may stand in one line of an error: printable and short."""
    if isinstance(value, Mapping):
        return "a section"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a huge number"
    text = "".join(letter if letter.isprintable() else "?" for letter in str(value))
    text = text if len(text) <= 80 else text[:77] + "..."
    return f'"{text}"' if quote and isinstance(value, str) else text
