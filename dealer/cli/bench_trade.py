"""Chooses the bar on rendered scenes of designs left out of the training; shows what each bar does to photographs."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from dealer.cli.bench_camera import Labelled, Tally, labelled, score
from dealer.cli.bench_designs import card_of, held_out
from dealer.cli.bench_figures import bounds, share
from drivers.camera.errors import PictureUnreadable
from drivers.camera.find import Spot
from drivers.camera.group import Group, grouped
from drivers.camera.images import load_picture
from drivers.camera.judge import Bar, judged
from drivers.camera.read import MODEL, Reader
from drivers.camera.training.designs import Deck
from drivers.camera.training.scenes import LABEL_FIELDS, render
from drivers.camera.witness import Floats, IndexNet, Temper

MOST_WRONG = 0.003
"""The part of the cards in the rendered scenes that may be committed wrongly."""
_TEMPERATURES = (1.0, 1.3, 1.6)
_ONE = (0.9, 0.94, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 0.998)
_SEVERAL = (0.8, 0.9, 0.95, 0.98, 0.99)
_SHOWS = 0.4
"""The part of an index that must show for its card to be one that lies open in a scene."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture and all that the nets say of it."""

    picture: Labelled
    spots: tuple[tuple[Spot, Floats], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one choice of numbers makes of all pictures, by source."""

    temper: Temper
    bar: Bar
    tallies: dict[str, Tally]

    @property
    def cards(self) -> int:
        """How many cards there were."""
        return sum(tally.cards for tally in self.tallies.values())

    @property
    def right(self) -> int:
        """How many were committed and are right."""
        return sum(tally.right for tally in self.tallies.values())

    @property
    def wrong(self) -> int:
        """How many were committed and are not there."""
        return sum(tally.wrong for tally in self.tallies.values())


def scenes(deck: Deck, count: int, reader: Reader, seed: int) -> Iterator[Seen]:
    """What the nets say of rendered tables with cards of a design: crowded, fanned, in any light."""
    rng = np.random.default_rng(seed)
    fields = {name: k for k, name in enumerate(LABEL_FIELDS)}
    names = {(face.rank, face.suit): str(card_of(face)) for face in deck.faces}
    for number in range(count):
        scene = render(rng, (deck,))
        shown = [row for row in scene.labels if row[fields["visible"]] >= _SHOWS]
        boxes = []
        for row in shown:
            x, y, half = float(row[fields["x"]]), float(row[fields["y"]]), 0.35 * float(row[fields["height"]])
            boxes.append((x - half, y - half, x + half, y + half))
        labels = tuple(names[int(row[fields["rank"]]), int(row[fields["suit"]])] for row in shown)
        picture = Labelled(
            Path(f"{deck.name}-{number}"), deck.name, labels, tuple(boxes), whole=False, complete=True, overlap=True
        )
        yield Seen(picture, reader.spots(scene.picture))


def photographs(data: Path, every: dict[str, int], reader: Reader) -> Iterator[Seen]:
    """What the nets say of some of the photographs."""
    counts: dict[str, int] = {}
    for picture in labelled(data):
        number = counts[picture.source] = counts.get(picture.source, -1) + 1
        if number % every.get(picture.source, 1):
            continue
        try:
            yield Seen(picture, reader.spots(load_picture(picture.path)))
        except PictureUnreadable:
            continue


def outcomes(seen: Sequence[Seen], base: Bar, temperatures: Iterable[float] = _TEMPERATURES) -> Iterator[Outcome]:
    """Every choice of numbers, judged on the same answers of the nets. base: where the bar's other numbers stand."""
    for temperature in temperatures:
        temper = Temper(temperature, temperature, 0.0)
        net = IndexNet(cv2.dnn.Net(), temper)
        rows = [(s.picture, grouped([net.witness(*pair) for pair in s.spots])) for s in seen]
        for one, several in itertools.product(_ONE, _SEVERAL):
            if several <= one:
                yield _outcome(rows, temper, replace(base, one=one, several=several))


def _outcome(rows: Sequence[tuple[Labelled, tuple[Group, ...]]], temper: Temper, bar: Bar) -> Outcome:
    tallies: dict[str, Tally] = {}
    for picture, groups in rows:
        kind = f"{picture.source} {'overlapped' if picture.overlap else 'isolated'}"
        score(picture, judged(groups, bar), tallies.setdefault(kind, Tally()))
    return Outcome(temper, bar, tallies)


def chosen(all_outcomes: Sequence[Outcome], most_wrong: float = MOST_WRONG) -> Outcome:
    """The choice with the most right cards among those with few enough wrong ones in each source by itself.

    When there is none, the one with the fewest wrong.
    """
    fine = [o for o in all_outcomes if all(t.wrong <= most_wrong * t.cards for t in o.tallies.values())]
    return max(fine, key=lambda o: o.right) if fine else min(all_outcomes, key=lambda o: (o.wrong, -o.right))


def _line(outcome: Outcome) -> str:
    sources = {
        name: {
            "cards": tally.cards,
            "right_percent": share(tally.right, tally.cards),
            "right_bounds": bounds(tally.right, tally.cards),
            "wrong": tally.wrong,
            "wrong_bounds": bounds(tally.wrong, tally.cards),
        }
        for name, tally in sorted(outcome.tallies.items())
    }
    numbers = {"temperature": outcome.temper.rank, "one": outcome.bar.one, "several": outcome.bar.several}
    return json.dumps(numbers | {"sources": sources}) + "\n"


def main() -> None:
    """`python -m dealer.cli.bench_trade DATA [--write]`: prints the trade, writes the choice into settings.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--scenes", type=int, default=250, help="rendered scenes of each design")
    parser.add_argument("--every", type=int, default=4, help="of the large sources of photographs; 0 for none")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(args.model)
    base = reader.settings.bar
    by_design = [tuple(scenes(deck, args.scenes, reader, 77)) for deck in held_out(args.data)]
    everything = list(outcomes([seen for each in by_design for seen in each], base))
    best = chosen(everything)
    for outcome in everything:
        if outcome.temper == best.temper:
            sys.stdout.write(_line(outcome))
    for each in by_design:
        # Would one design alone have led to another bar?
        sys.stdout.write("of one design alone: " + _line(chosen(list(outcomes(each, base)))))
    sys.stdout.write("chosen: " + _line(best))
    if args.every:
        every = {"rf100_poker_cards": args.every, "edje_pinochle": max(1, args.every // 2)}
        photos = tuple(photographs(args.data, every, reader))
        for outcome in outcomes(photos, base, (best.temper.rank,)):
            mark = "photographs at the chosen bar: " if outcome.bar == best.bar else "photographs: "
            sys.stdout.write(mark + _line(outcome))
    if args.write:
        file = args.model / "settings.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        data["temper"], data["bar"] = asdict(best.temper), asdict(best.bar)
        file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
