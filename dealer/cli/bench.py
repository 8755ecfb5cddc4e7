"""`dealer bench`: runs one measurement or all of them and prints the figures as JSON."""

from __future__ import annotations

import importlib
import json
import platform
from collections.abc import Callable, Mapping

import click

MEASURES: Mapping[str, str] = {
    "engine": "dealer.cli.bench_engine:measure_engine",
    "shoe": "dealer.cli.bench_shoe:measure_shoe",
    "camera": "dealer.cli.bench_camera:measure_camera",
    "latency": "dealer.cli.bench_latency:measure_latency",
    "faults": "dealer.cli.bench_faults:measure_faults",
    "floor": "dealer.cli.bench_floor:measure_floor",
    "web": "dealer.cli.bench_web:measure_web",
}
"""What can be measured, each with the function that does it and returns its figures."""

IN_FULL: Mapping[str, str] = {"camera": "dealer.cli.bench_camera:measure_camera_in_full"}
"""What can be measured at more length than by default."""


@click.command()
@click.argument("what", required=False, type=click.Choice(list(MEASURES)))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line instead of indented JSON.")
@click.option("--full", is_flag=True, help="Take as long as the published figures took, where they took longer.")
def bench(what: str | None, as_json: bool, full: bool) -> None:
    """Measure WHAT, or everything, on this machine."""
    for name in [what] if what else MEASURES:
        about: dict[str, object] = {"bench": name, "machine": platform.machine(), "python": platform.python_version()}
        click.echo(f"measuring {name}", err=True)
        figures = about | _measure(IN_FULL.get(name, MEASURES[name]) if full else MEASURES[name])
        click.echo(json.dumps(figures, indent=None if as_json else 2))


def _measure(place: str) -> dict[str, object]:
    module, _, name = place.partition(":")
    measure: Callable[[], dict[str, object]] = getattr(importlib.import_module(module), name)
    return measure()
