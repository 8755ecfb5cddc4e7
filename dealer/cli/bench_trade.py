"""Measures what a higher bar costs: wrong against unsure on labelled photographs, for every temperature and bar."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from dealer.cli.bench_camera import Labelled, Tally, labelled, score
from drivers.camera.errors import PictureUnreadable
from drivers.camera.find import Spot
from drivers.camera.group import Group, grouped
from drivers.camera.images import load_picture
from drivers.camera.judge import Bar, judged
from drivers.camera.read import MODEL, Reader
from drivers.camera.witness import Floats, IndexNet, Temper

_TEMPERATURES = (0.8, 1.0, 1.3, 1.7, 2.2)
_AUX = (0.0, 0.3)
_ONE = (0.9, 0.95, 0.98, 0.99, 0.995, 0.998)
_SEVERAL = (0.8, 0.9, 0.95, 0.98)


@dataclass(frozen=True, slots=True)
class Seen:
    """A photograph and all that the nets say of it."""

    picture: Labelled
    spots: tuple[tuple[Spot, Floats], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one choice of numbers makes of all photographs; shares of all labelled cards, by source."""

    temper: Temper
    bar: Bar
    right: dict[str, float]
    wrong: dict[str, float]
    wrong_count: int


def look(data: Path, every: dict[str, int], reader: Reader) -> tuple[Seen, ...]:
    """Run the nets once over some of the photographs."""
    counts: dict[str, int] = {}
    out = []
    for picture in labelled(data):
        number = counts[picture.source] = counts.get(picture.source, -1) + 1
        if number % every.get(picture.source, 1):
            continue
        try:
            out.append(Seen(picture, reader.spots(load_picture(picture.path))))
        except PictureUnreadable:
            continue
    return tuple(out)


def outcomes(seen: Sequence[Seen]) -> Iterator[Outcome]:
    """Every choice of numbers, judged on the same answers of the nets."""
    for temperature, aux in itertools.product(_TEMPERATURES, _AUX):
        temper = Temper(temperature, temperature, aux)
        net = IndexNet(cv2.dnn.Net(), temper)
        rows = [(s.picture, grouped([net.witness(*pair) for pair in s.spots])) for s in seen]
        for one, several in itertools.product(_ONE, _SEVERAL):
            yield _outcome(rows, temper, Bar(one, several))


def _outcome(rows: Sequence[tuple[Labelled, tuple[Group, ...]]], temper: Temper, bar: Bar) -> Outcome:
    tallies: dict[str, Tally] = {}
    for picture, groups in rows:
        kind = f"{picture.source} {'overlapped' if picture.overlap else 'isolated'}"
        score(picture, judged(groups, bar), tallies.setdefault(kind, Tally()))
    return Outcome(
        temper,
        bar,
        {name: t.right / max(1, t.cards) for name, t in tallies.items()},
        {name: t.wrong / max(1, t.cards) for name, t in tallies.items()},
        sum(t.wrong for t in tallies.values()),
    )


def chosen(all_outcomes: Sequence[Outcome], most_wrong: float = 0.003) -> Outcome:
    """The choice with the most right cards among those whose wrong ones stay under the limit in every source.

    When none does, the one with the fewest wrong.
    """
    fine = [o for o in all_outcomes if max(o.wrong.values()) <= most_wrong]
    if not fine:
        return min(all_outcomes, key=lambda o: (o.wrong_count, -float(np.mean(list(o.right.values())))))
    return max(fine, key=lambda o: float(np.mean(list(o.right.values()))))


def main() -> None:
    """`python -m dealer.cli.bench_trade DATA [--write]`: prints the trade, writes the choice into settings.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    reader = Reader()
    seen = look(args.data, {"rf100_poker_cards": args.every, "edje_pinochle": max(1, args.every // 2)}, reader)
    results = list(outcomes(seen))
    best = chosen(results)
    for result in results:
        if result.temper == best.temper:
            shares = {name: [round(100 * v, 2), round(100 * result.wrong[name], 2)] for name, v in result.right.items()}
            line = {"one": result.bar.one, "several": result.bar.several, "right_wrong_percent": shares}
            sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.write(f"chosen {best}\n")
    if args.write:
        file = MODEL / "settings.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        data["temper"], data["bar"] = asdict(best.temper), asdict(best.bar)
        file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
