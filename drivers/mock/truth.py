"""What is physically so at the simulated table, and how it outlives a killed program. Decides nothing."""

from __future__ import annotations

import contextlib
import enum
import json
import os
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dealer.cards import DECK, Card
from dealer.errors import DealerError
from dealer.observations import Place, Tag, Zone
from drivers.mock.firmware import Kept, ShoeMemory

_FORM = 1


class TruthDamaged(DealerError):
    """The file with the simulated table's state cannot be used. Says which, why, and what to do."""


class Colour(enum.Enum):
    """What a card's back shows: the house's deck, or another one."""

    HOUSE = "house"
    OTHER = "other"


class Decks:
    """Which tag is which card: the registered deck, and another one of the same faces that nobody registered."""

    def __init__(self, seed: int) -> None:
        source = random.Random(f"{seed}/tags")
        ids: set[str] = set()
        while len(ids) < 2 * len(DECK):
            ids.add(f"A:04{source.getrandbits(48):012X}")
        shuffled = sorted(ids)
        source.shuffle(shuffled)
        self.registered: Mapping[Tag, Card] = {Tag(text): card for text, card in zip(shuffled, DECK, strict=False)}
        self._house = tuple(shuffled[: len(DECK)])
        self._other = tuple(shuffled[len(DECK) :])
        self._index = {text: i % len(DECK) for i, text in enumerate(shuffled)}
        self._strange = frozenset(self._other)

    def card(self, tag: str) -> Card:
        """What is printed on the card with this tag."""
        return DECK[self._index[tag]]

    def colour(self, tag: str) -> Colour:
        return Colour.OTHER if tag in self._strange else Colour.HOUSE

    def tag(self, card: Card, colour: Colour = Colour.HOUSE) -> str:
        """The tag of a card of one of the two decks."""
        return (self._house if colour is Colour.HOUSE else self._other)[card.index]

    def in_other_colour(self, tag: str, colour: Colour) -> str:
        """The tag that the same face has in the given deck."""
        return self.tag(self.card(tag), colour)


@dataclass(frozen=True, slots=True)
class Laid:
    """One card on the felt. number: grows with each card that is laid.  tag: never shown.

    order: its place in the seat's row.  turned: head down.  dx, dy: millimetres off its place.  angle: degrees askew.
    """

    number: int
    tag: str = field(repr=False)
    place: Place
    order: int
    face_up: bool
    turned: bool = False
    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class StepKey:
    """Which card step it was; two with the same key are one and the same card due."""

    hand: int
    kind: str
    street: int | None
    seat: int | None
    face: str | None


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything physical. stub: tags in the shoe, next first.  mucked: cards gathered, each with its last place.

    loads: how often a deck was loaded.  shuffles: how often anything was shuffled.  done: the card steps of this hand
    that the dealer has carried out, in order.  cues: the lines of the script that have been played.
    slip: number of the first card that may lie wrong, 0 if none does.  held_up: the controller has stopped the deal
    since.  strays: cards out of the shoe that have no place yet, in the order in which they were drawn.
    pace: seconds between two things that happen, None before anybody said.  by_person: a person plays the players.
    """

    seed: int
    stub: tuple[str, ...] = field(repr=False)
    memory: ShoeMemory = field(repr=False)
    laid: tuple[Laid, ...] = ()
    mucked: tuple[Laid, ...] = field(default=(), repr=False)
    lid_open: bool = False
    loads: int = 0
    shuffles: int = 0
    next_number: int = 1
    done: tuple[StepKey, ...] = ()
    cues: tuple[int, ...] = ()
    slip: int = 0
    held_up: bool = False
    strays: tuple[int, ...] = ()
    pace: float | None = None
    by_person: bool = False

    def at(self, place: Place) -> tuple[Laid, ...]:
        """The cards at a place, in the order of their row."""
        return tuple(sorted((laid for laid in self.laid if laid.place == place), key=lambda laid: laid.order))

    def with_card(self, card: Laid) -> Truth:
        """The same with this card changed, or laid if it is new."""
        if any(laid.number == card.number for laid in self.laid):
            return replace(self, laid=tuple(card if laid.number == card.number else laid for laid in self.laid))
        return replace(self, laid=(*self.laid, card), next_number=max(self.next_number, card.number + 1))

    def without(self, number: int) -> Truth:
        """The same with a card taken off the felt."""
        return replace(self, laid=tuple(laid for laid in self.laid if laid.number != number))


class TruthStore:
    """Holds the newest truth; one thread changes it, any may read it.

    path: the file that it is kept in, or None.  A change is in the file before `put` returns, so that a killed program
    finds its table as it was. Where the disk is full the table goes on, and the file is behind until there is room.
    Raises TruthDamaged if the file cannot be made at all.
    """

    def __init__(self, truth: Truth, path: Path | None) -> None:
        self.truth = truth
        self._path = path
        self._watchers: list[Callable[[], None]] = []
        try:
            self._write()
        except OSError as error:
            raise TruthDamaged(f"{path}: the simulated table's state cannot be kept there: {error.strerror}") from error

    def watch(self, changed: Callable[[], None]) -> None:
        """Call after each change, on the thread that made it."""
        self._watchers.append(changed)

    def put(self, truth: Truth) -> None:
        """Make this the truth."""
        self.truth = truth
        with contextlib.suppress(OSError):
            self._write()
        for changed in self._watchers:
            changed()

    def _write(self) -> None:
        if self._path is None:
            return
        fresh = self._path.with_suffix(".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(dump(self.truth))
        fresh.replace(self._path)


def dump(truth: Truth) -> str:
    """The truth as text: tags only, never the name of a card."""
    memory = truth.memory
    return json.dumps(
        {
            "form": _FORM,
            "seed": truth.seed,
            "stub": truth.stub,
            "laid": [_laid_out(laid) for laid in truth.laid],
            "mucked": [_laid_out(laid) for laid in truth.mucked],
            "lid_open": truth.lid_open,
            "loads": truth.loads,
            "shuffles": truth.shuffles,
            "next_number": truth.next_number,
            "done": [_key_out(key) for key in truth.done],
            "slip": truth.slip,
            "held_up": truth.held_up,
            "strays": truth.strays,
            "cues": truth.cues,
            "pace": truth.pace,
            "by_person": truth.by_person,
            "device": memory.device,
            "boot": memory.boot,
            "next": memory.next,
            "ring": [(kept.seq, kept.ms, kept.code, kept.fields) for kept in memory.ring],
            "beams": memory.beams,
            "uptime": memory.uptime,
        }
    )


def load(path: Path) -> Truth | None:
    """The truth that a file holds, or None if there is no file. Raises TruthDamaged."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TruthDamaged(f"{path}: the simulated table's state cannot be read: {error.strerror}") from error
    with contextlib.suppress(KeyError, TypeError, ValueError, RecursionError):
        data = json.loads(text)
        if data["form"] == _FORM:
            return Truth(
                seed=int(data["seed"]),
                stub=tuple(data["stub"]),
                memory=ShoeMemory(
                    device=data["device"],
                    boot=data["boot"],
                    next=data["next"],
                    ring=tuple(Kept(seq, ms, code, tuple(fields)) for seq, ms, code, fields in data["ring"]),
                    beams=data["beams"],
                    uptime=data["uptime"],
                ),
                laid=tuple(_laid_in(laid) for laid in data["laid"]),
                mucked=tuple(_laid_in(laid) for laid in data["mucked"]),
                lid_open=bool(data["lid_open"]),
                loads=int(data["loads"]),
                shuffles=int(data["shuffles"]),
                next_number=int(data["next_number"]),
                done=tuple(StepKey(*key) for key in data["done"]),
                slip=int(data["slip"]),
                held_up=bool(data["held_up"]),
                strays=tuple(data["strays"]),
                cues=tuple(data["cues"]),
                pace=None if data.get("pace") is None else float(data["pace"]),
                by_person=bool(data.get("by_person")),
            )
    raise TruthDamaged(f"{path}: this is not the state of a simulated table; delete it to begin with a fresh deck")


def _key_out(key: StepKey) -> list[object]:
    return [key.hand, key.kind, key.street, key.seat, key.face]


def _laid_out(laid: Laid) -> list[object]:
    return [
        laid.number,
        laid.tag,
        laid.place.zone.value,
        laid.place.seat,
        laid.order,
        laid.face_up,
        laid.turned,
        laid.dx,
        laid.dy,
        laid.angle,
    ]


def _laid_in(fields: list[Any]) -> Laid:
    number, tag, zone, seat, *how = fields
    return Laid(number, tag, Place(Zone(zone), seat), *how)
