"""Keeps a calibrated view in a small JSON file, and reads it back strictly."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from dealer.observations import Place, Zone
from drivers.camera.errors import CalibrationFailed
from drivers.camera.zones import Marker, Point, TableLayout, ZoneShape

FORMAT = "stud-dealer-calibration"
VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_KEYS = {"format", "version", "units", "plan", "error_mm", "exposure", "size", "card_width", "zones", "markers"}
_MOST_SIDE = 20_000


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A calibration as it is kept.

    plan: the name of the table's plan.  error: millimetres on the table.  exposure: that the camera was locked at, in
    its own unit; it is asked for again whenever the camera is opened.
    """

    layout: TableLayout
    plan: str = ""
    error: float = 0.0
    exposure: float | None = None


def calibrations_folder() -> Path:
    """Where the calibrations made on this machine are kept."""
    return platformdirs.user_data_path("stud-dealer") / "calibrations"


def layout_path(name: str, folder: Path | None = None) -> Path:
    """The file of a calibration, by its name or its path (which ends in .json). Raises CalibrationFailed."""
    if name.endswith(".json"):
        return Path(name)
    if not _NAME.fullmatch(name):
        raise CalibrationFailed(f"{name!r} is no name of a calibration; use letters, digits, - and _, or a .json file")
    return (folder or calibrations_folder()) / f"{name}.json"


def save_layout(kept: LayoutFile, path: Path) -> None:
    """Keep a calibration; an older one of that name is replaced at once or not at all. Raises CalibrationFailed."""
    layout = kept.layout
    data = {
        "format": FORMAT,
        "version": VERSION,
        "units": "pixels",
        "plan": kept.plan,
        "error_mm": round(kept.error, 3),
        "exposure": kept.exposure,
        "size": layout.size,
        "card_width": layout.card_width,
        "zones": [
            {"zone": zone.place.zone.value, "seat": zone.place.seat, "polygon": zone.polygon} for zone in layout.zones
        ],
        "markers": [{"number": marker.number, "corners": marker.corners} for marker in layout.markers],
    }
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise CalibrationFailed(f"{path}: cannot be written ({error.strerror}); choose another place") from error


def read_layout(path: Path) -> LayoutFile:
    """Read a calibration with how it was made. Raises CalibrationFailed."""
    try:
        return _from_plain(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise CalibrationFailed(
            f"{path}: the camera is not calibrated yet; run `dealer camera calibrate --table FILE`"
        ) from error
    except _Newer as error:
        raise CalibrationFailed(
            f"{path}: was made by a newer program; update, or run `dealer camera calibrate --table FILE`"
        ) from error
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CalibrationFailed(
            f"{path}: the calibration is damaged; run `dealer camera calibrate --table FILE`"
        ) from error


class _Newer(Exception):
    """The file's version is above ours."""


def _from_plain(data: object) -> LayoutFile:
    """Make a calibration of what stands in a file. Raises ValueError, KeyError, TypeError: it is damaged."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise _Newer
    if version != VERSION or data.keys() != _KEYS or data["units"] != "pixels" or not isinstance(data["plan"], str):
        raise ValueError
    width, height = (_whole(v, _MOST_SIDE) for v in data["size"])
    zones = tuple(_zone(row) for row in data["zones"])
    markers = tuple(_marker(row) for row in data["markers"])
    if not zones or len({zone.place for zone in zones}) < len(zones):
        raise ValueError
    card_width, error = _number(data["card_width"]), _number(data["error_mm"])
    if card_width <= 0 or error < 0:
        raise ValueError
    exposure = None if data["exposure"] is None else _number(data["exposure"])
    return LayoutFile(TableLayout((width, height), zones, card_width, markers), data["plan"], error, exposure)


def _zone(row: Mapping[str, object]) -> ZoneShape:
    if row.keys() != {"zone", "seat", "polygon"}:
        raise ValueError
    zone = Zone(row["zone"])
    seat = _whole(row["seat"], 8) if zone is Zone.SEAT else None
    if zone is not Zone.SEAT and row["seat"] is not None:
        raise ValueError
    return ZoneShape(Place(zone, seat), _points(row["polygon"]))


def _marker(row: Mapping[str, object]) -> Marker:
    if row.keys() != {"number", "corners"}:
        raise ValueError
    number = row["number"]
    if number != 0:
        number = _whole(number, 49)
    return Marker(int(str(number)), _points(row["corners"]))


def _points(rows: object) -> tuple[Point, ...]:
    if not isinstance(rows, list) or len(rows) != 4:
        raise ValueError
    return tuple((_number(x), _number(y)) for x, y in rows)


def _whole(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    return float(value)
