"""`dealer camera`: lists cameras, judges a view, prints markers, calibrates."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np

from dealer.cli.command_name import called
from dealer.table.file import TableFile, load_table
from drivers.camera.calibrate import Calibration, calibrate
from drivers.camera.capture import Wish, open_source, shown_source
from drivers.camera.devices import list_cameras
from drivers.camera.draw import Label, labels, outline
from drivers.camera.errors import CalibrationFailed, PictureUnreadable
from drivers.camera.inspect import Image, Inspection, inspect
from drivers.camera.layout_file import LayoutFile, layout_path, read_layout, save_layout
from drivers.camera.plan import find_plan, list_plans, named
from drivers.camera.sheet import as_pdf, as_png, sheet_of
from drivers.camera.zones import TableLayout

_json_lines = click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout.")
_table = click.option(
    "--table", "table_file", type=click.Path(path_type=Path), help="Take the source from a table file."
)
_exposure = click.option("--exposure", type=float, help="Lock the exposure at this value, in the device's own unit.")


@click.group()
def camera() -> None:
    """The camera over the table: list, check, calibrate, print markers.

    A SOURCE is a device path such as /dev/v4l/by-id/..., a V4L2 index, a picture, a folder of pictures, a video, or an
    rtsp:// or http:// address.
    """


@camera.command("list")
@_json_lines
def list_(as_json: bool) -> None:
    """List the cameras of this machine by the name to write into a table file."""
    cameras = list_cameras()
    for each in cameras:
        if as_json:
            plain = {"source": each.stable, "device": each.path, "title": each.title, "usable": each.usable}
            click.echo(json.dumps(plain, ensure_ascii=False))
        else:
            barred = "" if each.usable else "  (not allowed: sudo usermod -aG video $USER, then sign in again)"
            click.echo(f"{each.stable}  {each.title} ({each.path}){barred}")
    if not cameras and not as_json:
        click.echo("no camera is plugged in; a file, a folder or an address can be used instead")


@camera.command()
@click.argument("source", required=False)
@_table
@click.option("--calibration", metavar="NAME|FILE", help="Compare with this calibration.")
@_exposure
@_json_lines
def check(
    source: str | None, table_file: Path | None, calibration: str | None, exposure: float | None, as_json: bool
) -> None:
    """Judge a view: light, focus, pace, pixels a card, whether it was moved. Exit 1 if something is wrong."""
    file = load_table(table_file) if table_file is not None else None
    source, name = _source_and_name(source, file, calibration)
    kept = _known(name, asked=calibration is not None)
    layout = None if kept is None else kept.layout
    seen = _inspected(source, layout, kept.exposure if exposure is None and kept is not None else exposure)
    if as_json:
        click.echo(json.dumps(_plain(source, seen, layout), ensure_ascii=False))
    else:
        _say_inspection(source, seen, layout)
    if seen.problems:
        raise click.exceptions.Exit(1)


@camera.command("calibrate")
@click.argument("source", required=False)
@_table
@click.option(
    "--layout", "plan_name", metavar="NAME|FILE", help="The plan of the table: 6-seats, 7-seats, 8-seats or a file."
)
@click.option("--name", metavar="NAME|FILE", help="Keep the calibration under this name, or in this .json file.")
@click.option("--draw", type=click.Path(path_type=Path), help="Write the picture with the zones that were found.")
@_exposure
@_json_lines
def calibrate_(
    source: str | None,
    table_file: Path | None,
    plan_name: str | None,
    name: str | None,
    draw: Path | None,
    exposure: float | None,
    as_json: bool,
) -> None:
    """Find the printed markers, and from them every seat's zone. Refuses a view that is not good enough."""
    file = load_table(table_file) if table_file is not None else None
    if plan_name is None and file is None:
        raise click.UsageError(f"give --layout ({', '.join(list_plans())}, or a file), or --table FILE")
    plan = find_plan(plan_name or f"{file.setup.seats if file is not None else 0}-seats")
    if file is not None and plan.seats != file.setup.seats:
        raise CalibrationFailed(f"the plan {plan.name} has {plan.seats} seats, the table {file.setup.seats}")
    source, kept = _source_and_name(source, file, name)
    if kept is None:
        raise click.UsageError("give --name NAME to keep the calibration under, or --table FILE")
    path = layout_path(kept)
    seen = _inspected(source, None, exposure)
    if seen.problems:
        raise CalibrationFailed(f"{shown_source(source)}: {seen.problems[0].words}")
    made = calibrate(seen.image, plan)
    save_layout(LayoutFile(made.layout, plan.name, made.error, exposure), path)
    if draw is not None:
        _write_picture(draw, _with_zones(seen.image, made.layout))
    _say_calibration(source, made, path, as_json=as_json)


@camera.command()
@click.option("--layout", "plan_name", metavar="NAME|FILE", default="8-seats", show_default=True, help="Whose markers.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("markers.pdf"), show_default=True)
@_json_lines
def sheet(plan_name: str, out: Path, as_json: bool) -> None:
    """Make the sheet of markers to print, as PDF or PNG by the name's ending."""
    drawn = sheet_of(find_plan(plan_name))
    match out.suffix.lower():
        case ".pdf":
            data = as_pdf(drawn)
        case ".png":
            data = as_png(drawn)
        case _:
            raise click.UsageError(f"{out}: the sheet's name ends in .pdf or .png")
    try:
        out.write_bytes(data)
    except OSError as error:
        raise PictureUnreadable(f"{out}: cannot be written ({error.strerror}); choose another place") from error
    if as_json:
        click.echo(json.dumps({"file": str(out), "layout": plan_name}))
    else:
        click.echo(f"{out.absolute()}: written; print it at 100 % on A4; the bar on it must be 100 mm long")


def _source_and_name(source: str | None, file: TableFile | None, name: str | None) -> tuple[str, str | None]:
    """The source, and the name of the calibration: as given, else as the table file says, else the table's own."""
    if source is None and file is not None:
        source = file.camera.source
    if not source:
        raise click.UsageError(f"give a SOURCE (see `{called()} camera list`), or --table FILE with a camera")
    if name is None and file is not None:
        name = file.camera.calibration or file.setup.table
    return source, name


def _known(name: str | None, *, asked: bool) -> LayoutFile | None:
    """The calibration, if there is one. Raises CalibrationFailed if it was asked for by name, or is damaged."""
    if name is None:
        return None
    path = layout_path(name)
    if not asked and not path.exists():
        return None
    return read_layout(path)


def _inspected(source: str, layout: TableLayout | None, exposure: float | None) -> Inspection:
    frames = open_source(source, Wish(exposure=exposure))
    try:
        return inspect(frames, layout)
    finally:
        frames.stop()


def _plain(source: str, seen: Inspection, layout: TableLayout | None) -> dict[str, object]:
    return {
        "source": shown_source(source),
        "ok": not seen.problems,
        "size": seen.size,
        "pictures_a_second": None if seen.pace is None else round(seen.pace, 1),
        "granted": seen.granted,
        "brightness": round(seen.brightness),
        "markers": seen.markers,
        "card_pixels": None if layout is None else round(layout.card_width, 1),
        "problems": [{"health": each.health.value, "what": each.words} for each in seen.problems],
    }


def _say_inspection(source: str, seen: Inspection, layout: TableLayout | None) -> None:
    pace = "" if seen.pace is None else f", {seen.pace:.0f} pictures a second"
    granted = f" (the device says {seen.granted})" if seen.granted else ""
    click.echo(
        f"{shown_source(source)}: {seen.size[0]}x{seen.size[1]}{pace}{granted}, brightness {seen.brightness:.0f} of 255"
    )
    numbers = ", ".join(map(str, seen.markers)) or "none"
    width = "not calibrated yet" if layout is None else f"a card is {layout.card_width:.0f} pixels wide"
    click.echo(f"markers seen: {numbers}; {width}")
    for problem in seen.problems:
        click.echo(f"wrong ({problem.health.value}): {problem.words}")
    if not seen.problems:
        click.echo("fine")


def _say_calibration(source: str, made: Calibration, path: Path, *, as_json: bool) -> None:
    if as_json:
        plain = {
            "source": shown_source(source),
            "file": str(path),
            "error_mm": round(made.error, 2),
            "worst_mm": round(made.worst, 2),
            "worst_marker": made.worst_marker,
            "card_pixels": round(made.layout.card_width, 1),
            "markers": sorted(marker.number for marker in made.layout.markers),
            "advice": made.advice,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    click.echo(
        f"calibrated: the markers fit to {made.error:.1f} mm (worst: marker {made.worst_marker}, {made.worst:.1f} mm); "
        f"a card is {made.layout.card_width:.0f} pixels wide"
    )
    for line in made.advice:
        click.echo(f"could be better: {line}")
    click.echo(f"kept in {path}")


def _with_zones(image: Image, layout: TableLayout) -> Image:
    drawn = image.copy()
    for zone in layout.zones:
        outline(drawn, zone.polygon)
    labels(drawn, [Label(zone.polygon[0], named(zone.place), (80, 220, 60)) for zone in layout.zones])
    return drawn


def _write_picture(path: Path, image: Image) -> None:
    try:
        done, data = cv2.imencode(path.suffix or ".png", image)
        if done:
            path.write_bytes(np.asarray(data).tobytes())
            return
    except (cv2.error, OSError):
        pass
    raise PictureUnreadable(f"{path}: cannot be written; give a .png or .jpg in a folder that there is")
