"""What a script for the simulated table says: the order of the cards, and which fault comes when.

seed = 7
seats = 4
pace = 0.5                       # seconds, or "person" when a person acts for the players
decks = ["2c 3d 4h", "As Ks"]    # the first cards of the first, second, ... deck; the seed shuffles the rest

[[faults]]
fault = "unplug-shoe"
at = "hand 1, street 4, seat 3"  # when that card is due; also: street 5, burn | community | scramble | act | show
seconds = 3                      # or: until = "street 4, seat 4"

[[faults]]
fault = "unread-card"
after_card = 17                  # cards that have left the shoe since the beginning
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dealer.cards import Card, NotACard, parse_cards
from dealer.errors import DealerError
from dealer.ports import NextStep, StepKind, UnknownFault
from drivers.mock.faults import KINDS, Fault, named

_KINDS = {kind.value: kind for kind in StepKind}
_KEYS = ("seed", "seats", "pace", "deck", "decks", "faults")
_FIGURE = re.compile(r"[0-9]{1,9}")
_FAULT_KEYS = ("fault", "at", "after_card", "until", "seconds")


class ScriptError(DealerError):
    """A script cannot be played: which file, which key, what is allowed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step to wait for; what is None may be anything."""

    hand: int | None = None
    street: int | None = None
    seat: int | None = None
    kind: StepKind | None = None

    def fits(self, step: NextStep) -> bool:
        wanted = (self.hand, self.street, self.seat, self.kind)
        given = (step.hand, step.street, step.seat, step.kind)
        return all(want is None or want == got for want, got in zip(wanted, given, strict=True))


@dataclass(frozen=True, slots=True)
class Cue:
    """One fault of the script. Begins at a step or after a card; ends at a step, after seconds, or by hand."""

    fault: Fault
    at: Moment | None = None
    after_card: int | None = None
    until: Moment | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script. pace: seconds between two things that happen, or None when a person acts for the players."""

    seed: int | None = None
    seats: int | None = None
    pace: float | None = None
    by_person: bool = False
    decks: tuple[tuple[Card, ...], ...] = ()
    cues: tuple[Cue, ...] = ()


def load_script(path: Path) -> Script:
    """Read a script from a file. Raises ScriptError."""
    try:
        return parse_script(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise ScriptError(f"{path}: the script cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: the script is not UTF-8 text") from error


def parse_script(text: str, name: str) -> Script:
    """Read a script. name: what to call it in an error. Raises ScriptError."""
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise ScriptError(f"{name}: the script is nested too deeply") from error
    except ValueError as error:
        # Not only what TOML forbids: a number of thousands of digits is more than is converted.
        raise ScriptError(f"{name}: not TOML: {error}") from error
    reader = _Reader(name)
    reader.check_keys(data, _KEYS, "")
    pace = data.get("pace")
    by_person = pace == "person"
    seats = reader.whole(data, "seats", "", 2, 8)
    return Script(
        seed=reader.whole(data, "seed", "", 0, 2**63 - 1),
        seats=seats,
        pace=None if by_person else reader.number(data, "pace", "", 0.01, 10.0),
        by_person=by_person,
        decks=reader.decks(data),
        cues=reader.cues(data, seats or 8),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values out of the file's tables and names the key in every complaint."""

    name: str

    def fail(self, key: str, why: str) -> ScriptError:
        return ScriptError(f"{self.name}: {key}: {why}")

    def check_keys(self, table: Mapping[str, object], allowed: tuple[str, ...], prefix: str) -> None:
        for key in table:
            if key not in allowed:
                raise self.fail(prefix + key, f"unknown; the keys are {', '.join(allowed)}")

    def whole(self, table: Mapping[str, object], key: str, prefix: str, least: int, most: int) -> int | None:
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(prefix + key, f"must be a whole number from {least} to {most}")
        return value

    def number(self, table: Mapping[str, object], key: str, prefix: str, least: float, most: float) -> float | None:
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            extra = ' or "person"' if key == "pace" else ""
            raise self.fail(prefix + key, f"must be a number from {least:g} to {most:g}{extra}")
        return float(value)

    def decks(self, data: Mapping[str, object]) -> tuple[tuple[Card, ...], ...]:
        if "deck" in data and "decks" in data:
            raise self.fail("deck", "write either deck or decks")
        given = data.get("decks", [data["deck"]] if "deck" in data else [])
        if not isinstance(given, list):
            raise self.fail("decks", "must be a list of texts such as ['2c 3d', 'As Ks']")
        decks = []
        for number, text in enumerate(given, 1):
            key = "deck" if "deck" in data else f"decks[{number}]"
            if not isinstance(text, str):
                raise self.fail(key, "must be a text such as '2c 3d 4h'")
            try:
                cards = parse_cards(text)
            except NotACard as error:
                raise self.fail(key, str(error)) from error
            twice = {str(card) for card in cards if cards.count(card) > 1}
            if twice:
                raise self.fail(key, f"{', '.join(sorted(twice))} stands there twice")
            decks.append(cards)
        return tuple(decks)

    def cues(self, data: Mapping[str, object], seats: int) -> tuple[Cue, ...]:
        given = data.get("faults", [])
        if not isinstance(given, list):
            raise self.fail("faults", "must be written as [[faults]] tables")
        return tuple(self.cue(table, number, seats) for number, table in enumerate(given, 1))

    def cue(self, table: object, number: int, seats: int) -> Cue:
        prefix = f"faults[{number}]."
        if not isinstance(table, dict):
            raise self.fail(prefix[:-1], "must be a table with fault and at or after_card")
        self.check_keys(table, _FAULT_KEYS, prefix)
        try:
            fault = named(str(table.get("fault", "")))
        except UnknownFault as error:
            raise self.fail(prefix + "fault", str(error)) from error
        if ("at" in table) == ("after_card" in table):
            raise self.fail(prefix + "at", "give exactly one of at and after_card")
        if "until" in table and "seconds" in table:
            raise self.fail(prefix + "until", "give at most one of until and seconds")
        if KINDS[fault].once and ("until" in table or "seconds" in table):
            raise self.fail(prefix + "until", f"{fault.value} happens once and needs no end")
        return Cue(
            fault,
            at=self.moment(table, "at", prefix, seats),
            after_card=self.whole(table, "after_card", prefix, 0, 10**9),
            until=self.moment(table, "until", prefix, seats),
            seconds=self.number(table, "seconds", prefix, 0.01, 3600.0),
        )

    def moment(self, table: Mapping[str, object], key: str, prefix: str, seats: int) -> Moment | None:
        text = table.get(key)
        if text is None:
            return None
        hand = street = seat = kind = None
        for part in str(text).split(","):
            word, _, value = part.strip().partition(" ")
            figure = int(value) if _FIGURE.fullmatch(value.strip()) else None
            if word == "hand" and figure is not None and figure >= 1:
                hand = figure
            elif word == "street" and figure is not None and 3 <= figure <= 7:
                street = figure
            elif word == "seat" and figure is not None and 1 <= figure <= seats:
                seat = figure
            elif not value and word in _KINDS:
                kind = _KINDS[word]
            else:
                allowed = f"hand N, street 3 to 7, seat 1 to {seats}, {', '.join(_KINDS)}"
                raise self.fail(prefix + key, f"{part.strip()!r} is none of: {allowed}")
        if seat is not None and kind is None:
            kind = StepKind.DEAL
        return Moment(hand, street, seat, kind)
