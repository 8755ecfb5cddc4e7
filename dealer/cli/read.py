"""`dealer read`: prints the cards that lie face up in pictures, and what is in doubt."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import cv2

from drivers.camera.design import load_design
from drivers.camera.draw import drawn
from drivers.camera.errors import PictureUnreadable
from drivers.camera.images import load_picture
from drivers.camera.judge import FoundCard
from drivers.camera.read import Reader, Reading

_MANY = 20
_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".jp2", ".pgm", ".ppm", ".avif"}


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each picture.")
@click.option(
    "--draw", type=click.Path(path_type=Path), help="Write the picture with what was read; a folder for several."
)
@click.option("--design", metavar="NAME", help="Read the cards of an enrolled design.")
def read(images: tuple[Path, ...], as_json: bool, draw: Path | None, design: str | None) -> None:
    """Read the cards in pictures; a folder stands for the pictures in it.

    Exit 1 if any picture could not be read.
    """
    reader = Reader(design=load_design(design) if design is not None else None)
    paths = list(_expanded(images))
    if not paths:
        raise click.UsageError("the folder holds no pictures")
    several = len(paths) > 1 or (draw is not None and draw.is_dir())
    if draw is not None and several:
        try:
            draw.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"{draw}: give a folder to draw several pictures into") from error
    failed = 0
    with _progress(len(paths)) as step:
        for path in paths:
            try:
                with _hushed():
                    image = load_picture(path)
                reading = reader.read(image)
                click.echo(as_line(path, reading) if as_json else as_text(path, reading))
                if draw is not None:
                    _write(draw / f"{path.stem}.png" if several else draw, drawn(image, reading.cards))
            except PictureUnreadable as error:
                failed += 1
                click.echo(f"dealer: {error}", err=True)
            step()
    if failed:
        raise click.exceptions.Exit(1)


def _expanded(images: Sequence[Path]) -> Iterator[Path]:
    for path in images:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.suffix.lower() in _PICTURES)
        else:
            yield path


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr for many pictures, when a person looks on."""
    if count < _MANY or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=False) as progress:
        task = progress.add_task("", total=count)
        yield lambda: progress.advance(task)


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep the picture libraries from writing their own complaints to stderr: ours is one line."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _nothing() -> None:
    """No bar to move."""


def as_line(path: Path, reading: Reading) -> str:
    """One picture as a JSON line (DESIGN, stable interfaces)."""
    cards = [
        {"card": str(found.card), "confidence": round(found.confidence, 4), "corners": _corners(found)}
        for found in reading.committed
    ]
    unsure = [
        {
            "corners": _corners(found),
            "guess": str(found.guesses[0].card) if found.guesses else None,
            "confidence": round(found.confidence, 4),
            "guesses": [{"card": str(g.card), "confidence": round(g.confidence, 4)} for g in found.guesses],
        }
        for found in reading.unsure
    ]
    return json.dumps({"image": str(path), "cards": cards, "unsure": unsure, "ms": round(reading.ms, 1)})


def as_text(path: Path, reading: Reading) -> str:
    """One picture in a line for people."""
    sure = " ".join(str(found.card) for found in reading.committed) or "no card"
    doubts = [
        "/".join(f"{g.card} {g.confidence:.0%}" for g in found.guesses[:2]) or "unreadable" for found in reading.unsure
    ]
    asked = f"; unsure: {', '.join(doubts)}" if doubts else ""
    return f"{path}: {sure}{asked} ({reading.ms:.0f} ms)"


def _corners(found: FoundCard) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in found.corners]


def _write(path: Path, picture: object) -> None:
    try:
        done = cv2.imwrite(str(path), picture)  # type: ignore[call-overload]
    except cv2.error as error:
        raise click.UsageError(f"{path}: a picture file ends in .png or .jpg") from error
    if not done:
        raise PictureUnreadable(f"{path}: cannot be written; is there such a folder, and room?")
