"""`dealer design`: teaches the camera a make of cards from one look at each, and lists the makes it knows."""

from __future__ import annotations

import json
import queue
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.cards import DECK, Card, NotACard
from dealer.cli.command_name import as_typed
from drivers.camera.capture import CameraSource, Frame, FrameSource, Newest, open_source, shown_source
from drivers.camera.design import Design, designs_folder, list_designs, load_design, save_design
from drivers.camera.enrol import enrolled
from drivers.camera.errors import DesignUnknown
from drivers.camera.images import load_picture
from drivers.camera.read import Reader
from drivers.camera.teach import Look, Step, Teaching

Image = NDArray[np.uint8]

_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_TEN = re.compile(r"10(?=[cdhsCDHS])")
_PATIENCE = 10.0
_SURE_OTHER = 0.98
_json_lines = click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout.")


@click.group()
def design() -> None:
    """Makes of cards that the camera knows by their own look."""


@design.command("list")
@_json_lines
def list_(as_json: bool) -> None:
    """List the makes that were enrolled on this machine."""
    names = list_designs()
    for name in names:
        made = time.strftime("%Y-%m-%d", time.localtime((designs_folder() / f"{name}.npz").stat().st_mtime))
        try:
            faceless = load_design(name).faces is None
            problem = "holds no faces, so it is read by its indexes alone; enrol it again" if faceless else ""
        except DesignUnknown as error:
            problem = str(error)
        if as_json:
            click.echo(json.dumps({"design": name, "enrolled": made, "problem": problem}))
        else:
            click.echo(f"{name:24} enrolled {made}{'  ' if problem else ''}{problem}")
    if not names and not as_json:
        words = "no make is enrolled yet; the general model reads most; to teach one: dealer design enrol NAME FOLDER"
        click.echo(as_typed(words))


@design.command()
@click.argument("name")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--camera", "source", metavar="SOURCE", help="Show the cards to this camera instead.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Keep the camera's pictures in this folder, and go on there."
)
@click.option("--anyway", is_flag=True, help="Believe the names of pictures that look like other cards.")
@_json_lines
def enrol(name: str, folder: Path | None, source: str | None, keep: Path | None, anyway: bool, as_json: bool) -> None:
    """Teach the make NAME from a FOLDER of 52 pictures named by card (2c.jpg, Td.jpg ...), or by showing 52 cards.

    Before a camera: leave the place empty, then lay the card that is asked for; lay the next upon it or in its place.
    Type u and Enter to undo a card, y and Enter to take one that looks like another, Ctrl-C to stop.
    """
    if (folder is None) == (source is None):
        raise click.UsageError("give a FOLDER of pictures, or --camera SOURCE")
    began = time.monotonic()
    reader = Reader()
    pictures: Mapping[Card, Image]
    if folder is not None:
        pictures = load_looks(folder)
        if not anyway:
            _refuse_swapped(pictures, reader)
    else:
        pictures = _shown(str(source), keep, reader, as_json=as_json)
    made = enrolled(name, pictures, reader)
    read_back = _read_back(made, pictures)
    path = save_design(made)
    values = {"event": "enrolled", "design": name, "file": str(path), "read_back": read_back}
    seconds = time.monotonic() - began
    _say(as_json, f"{name} is enrolled in {seconds:.0f} s; {read_back} of 52 looks are read back", values)


def load_looks(folder: Path) -> dict[Card, Image]:
    """The pictures of a folder by the card that each is named by. Raises DesignUnknown, PictureUnreadable."""
    if not folder.is_dir():
        raise DesignUnknown(f"{folder}: is no folder; give one with 52 pictures named 2c.jpg, Td.jpg and so on")
    found: dict[Card, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in _PICTURES:
            continue
        card = _card_of(path.stem)
        if card is None:
            raise DesignUnknown(f"{path}: is named by no card; name it like 2c, Td or As")
        if card in found:
            raise DesignUnknown(f"{path}: {found[card].name} is the same card; keep one of them")
        found[card] = path
    return {card: load_picture(path) for card, path in found.items()}


def _card_of(stem: str) -> Card | None:
    text = _TEN.sub("T", stem)
    try:
        return Card.parse(text[:1].upper() + text[1:].lower())
    except NotACard:
        return None


def _refuse_swapped(pictures: Mapping[Card, Image], reader: Reader) -> None:
    """Pictures whose names do not fit what they surely show. Raises DesignUnknown."""
    strange = []
    for card, picture in pictures.items():
        seen = max(reader.witnesses(picture), key=lambda witness: witness.confidence, default=None)
        if seen is not None and seen.confidence >= _SURE_OTHER and DECK[seen.best] != card:
            strange.append(f"{card} looks like {DECK[seen.best]}")
    if strange:
        raise DesignUnknown(f"{'; '.join(strange)}: name the pictures anew, or say --anyway if they are right")


def _read_back(made: Design, pictures: Mapping[Card, Image]) -> int:
    """How many of the looks themselves are read right by what was learned."""
    own = Reader(design=made)
    best = {card: max(own.witnesses(p), key=lambda w: w.confidence, default=None) for card, p in pictures.items()}
    return sum(1 for card, seen in best.items() if seen is not None and DECK[seen.best] == card)


def _shown(source: str, keep: Path | None, reader: Reader, *, as_json: bool) -> Mapping[Card, Image]:
    """Take the looks from a camera, one card after another."""
    if keep is not None:
        try:
            keep.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DesignUnknown(f"{keep}: cannot be made ({error.strerror}); choose another folder") from error
    teaching = Teaching(reader.witnesses, load_looks(keep) if keep is not None else None)
    lines = _typed()
    last: Step | None = None
    _say(as_json, "leave the place empty for a moment; u Enter: undo, y Enter: take it anyway", {"event": "begin"})
    with _frames(open_source(source)) as frames:
        for frame in frames:
            _obey(teaching, lines, keep, as_json=as_json)
            step = teaching.look(frame.image)
            if step.look is Look.DONE:
                return teaching.taken
            if step != last:
                _tell(teaching, step, as_json=as_json)
            if step.look is Look.TAKEN and step.card is not None:
                _keep(keep, step.card, teaching.taken[step.card])
            last = step
    raise DesignUnknown(
        f"{shown_source(source)}: no more pictures come; {52 - len(teaching.taken)} cards were not shown"
    )


@contextmanager
def _frames(source: FrameSource) -> Iterator[Iterator[Frame]]:
    """A camera's newest frames; every frame of pictures, which wait. Ends when nothing came for long."""
    if not isinstance(source, CameraSource):
        try:
            yield iter(source.grab, None)
        finally:
            source.stop()
        return
    newest = Newest(source)
    newest.start()
    try:
        yield _newest(newest)
    finally:
        newest.stop()


def _newest(newest: Newest) -> Iterator[Frame]:
    number = -1
    while (frame := newest.next(number, _PATIENCE)) is not None:
        number = frame.number
        yield frame


def _typed() -> queue.SimpleQueue[str]:
    """Lines that are typed while the camera is watched."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line.strip().lower())

    if sys.stdin.isatty():
        threading.Thread(target=listen, name="keys", daemon=True).start()
    return lines


def _obey(teaching: Teaching, lines: queue.SimpleQueue[str], keep: Path | None, *, as_json: bool) -> None:
    while not lines.empty():
        match lines.get():
            case "u":
                card = teaching.undo()
                if card is None:
                    _say(as_json, "there is nothing to undo", {"event": "nothing"})
                    continue
                if keep is not None:
                    (keep / f"{card}.png").unlink(missing_ok=True)
                _say(as_json, f"undone: take it away and lay {card} again", {"event": "undone", "card": str(card)})
            case "y":
                step = teaching.accept()
                if step is not None and step.card is not None:
                    _keep(keep, step.card, teaching.taken[step.card])
                    _tell(teaching, step, as_json=as_json)
            case _:
                _say(as_json, "u Enter: undo, y Enter: take it anyway", {"event": "help"})


def _keep(folder: Path | None, card: Card, picture: Image) -> None:
    if folder is None:
        return
    done, data = cv2.imencode(".png", picture)
    try:
        if done:
            (folder / f"{card}.png").write_bytes(np.asarray(data).tobytes())
    except OSError as error:
        raise DesignUnknown(f"{folder}: the picture cannot be kept ({error.strerror})") from error


def _tell(teaching: Teaching, step: Step, *, as_json: bool) -> None:
    count = len(teaching.taken)
    values = {"event": step.look.value, "card": None if step.card is None else str(step.card), "taken": count}
    match step.look:
        case Look.GROUND:
            _say(as_json, "take everything away, so that the empty place is seen", values)
        case Look.UNSEEN:
            _say(as_json, f"no index is seen; lay {step.card} flat and whole, in even light", values)
        case Look.DOUBT:
            words = f"that looks like {step.looks_like}, and {step.card} is due: lay {step.card}, or type y and Enter"
            _say(as_json, words, values | {"looks_like": str(step.looks_like)})
        case Look.TAKEN:
            _say(as_json, f"{count:2}/52  {step.card}   next: {teaching.due or 'done'}", values)
        case Look.WAIT if count == 0:
            _say(as_json, f" 0/52  lay {step.card}", values)
        case _:
            pass


def _say(as_json: bool, words: str, values: Mapping[str, object]) -> None:
    click.echo(json.dumps(values) if as_json else words)
