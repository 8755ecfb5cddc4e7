"""Reads where places and markers lie on a table, in millimetres, from a plan file. Knows no camera."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dealer.observations import Place, Zone
from drivers.camera.errors import PlanRefused
from drivers.camera.zones import Point, ZoneShape

PLANS = Path(__file__).parent / "layouts"
"""The plans that come with the program."""
VERSION = 1
MOST_MARKERS = 6
"""As many as one printed sheet holds."""

_KEYS = {
    *("version", "name", "view", "card", "seat-zone", "community-zone", "burn-zone"),
    *("marker-side", "markers", "community", "burn", "seats"),
}


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table as it was measured with a ruler, in millimetres.

    markers: the middle of each ArUco marker (4x4_50), by its number.  marker_side: of the black square.
    zones: polygons, clockwise as the player sees them, from the left end of his row.  view: what the camera must see.
    """

    markers: Mapping[int, Point]
    marker_side: float
    zones: tuple[ZoneShape, ...]
    card_width: float = 63.0
    name: str = "table"
    view: Point = (1760.0, 990.0)

    @property
    def seats(self) -> int:
        """How many seats it has."""
        return sum(1 for zone in self.zones if zone.place.zone is Zone.SEAT)


def list_plans(folder: Path = PLANS) -> tuple[str, ...]:
    """The names of the plans that come with the program."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def find_plan(name: str, folder: Path = PLANS) -> TablePlan:
    """A plan by its name (`8-seats`) or its file. Raises PlanRefused."""
    if name in list_plans(folder):
        return load_plan(folder / f"{name}.toml")
    path = Path(name)
    if not path.is_file():
        raise PlanRefused(f"{name}: there is no such plan; give a file or one of: {', '.join(list_plans(folder))}")
    return load_plan(path)


def load_plan(path: Path) -> TablePlan:
    """Read a plan file, strictly. Raises PlanRefused: which file, which key, what would be allowed."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PlanRefused(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise PlanRefused(f"{path}: is no TOML file ({error})") from error
    return _Sheet(str(path), values).plan()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A plan file while it is read."""

    source: str
    values: Mapping[str, object]

    def plan(self) -> TablePlan:
        for key in sorted(_KEYS ^ self.values.keys()):
            raise self._refuse(
                key, "is missing" if key in _KEYS else f"is unknown; allowed: {', '.join(sorted(_KEYS))}"
            )
        if self.values["version"] != VERSION:
            raise self._refuse("version", f"must be {VERSION}; a newer plan needs a newer program")
        view = self._numbers("view", self.values["view"], 2)
        markers = [self._numbers("markers", row, 2) for row in self._rows("markers", 3, MOST_MARKERS)]
        seats = [self._numbers("seats", row, 3) for row in self._rows("seats", 2, 8)]
        shape = self._box("seat-zone")
        zones = [ZoneShape(Place(Zone.SEAT, seat), _laid(at, shape)) for seat, at in enumerate(seats, 1)]
        for zone, key in ((Zone.COMMUNITY, "community"), (Zone.BURN, "burn")):
            at = self._numbers(key, self.values[key], 3)
            zones.append(ZoneShape(Place(zone), _laid(at, self._box(f"{key}-zone"))))
        for shape_of in zones:
            if any(not (0 <= x <= view[0] and 0 <= y <= view[1]) for x, y in shape_of.polygon):
                raise self._refuse("view", f"does not hold all of {named(shape_of.place)}; make it larger")
        return TablePlan(
            markers={number: (x, y) for number, (x, y) in enumerate(markers)},
            marker_side=self._positive("marker-side"),
            zones=tuple(zones),
            card_width=self._positive("card"),
            name=self._name(),
            view=(view[0], view[1]),
        )

    def _name(self) -> str:
        name = self.values["name"]
        if not isinstance(name, str) or not name.strip() or not name.isascii():
            raise self._refuse("name", "must be a short text in plain letters")
        return name

    def _positive(self, key: str) -> float:
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 1000:
            raise self._refuse(key, "must be millimetres, 1 to 1000")
        return float(value)

    def _rows(self, key: str, least: int, most: int) -> list[object]:
        rows = self.values[key]
        if not isinstance(rows, list) or not least <= len(rows) <= most:
            raise self._refuse(key, f"must be a list of {least} to {most} places")
        return rows

    def _numbers(self, key: str, row: object, count: int) -> tuple[float, ...]:
        if not isinstance(row, list) or len(row) != count:
            raise self._refuse(key, f"each place must be {count} numbers")
        if any(isinstance(v, bool) or not isinstance(v, int | float) or not math.isfinite(v) for v in row):
            raise self._refuse(key, "must be numbers")
        return tuple(float(v) for v in row)

    def _box(self, key: str) -> tuple[float, ...]:
        box = self._numbers(key, self.values[key], 4)
        if not (box[0] < 0 < box[2] and box[1] < 0 < box[3]):
            raise self._refuse(key, "must be left, top, right, bottom around the point: two below 0, two above")
        return box

    def _refuse(self, key: str, problem: str) -> PlanRefused:
        return PlanRefused(f"{self.source}: {key}: {problem}")


def _laid(at: tuple[float, ...], box: tuple[float, ...]) -> tuple[Point, ...]:
    """A box around a point, turned to face its player."""
    turn = math.radians(at[2])
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(
        (at[0] + x * math.cos(turn) - y * math.sin(turn), at[1] + x * math.sin(turn) + y * math.cos(turn))
        for x, y in corners
    )


def named(place: Place) -> str:
    """A place in words."""
    return f"seat {place.seat}" if place.zone is Zone.SEAT else f"the {place.zone.value} zone"
