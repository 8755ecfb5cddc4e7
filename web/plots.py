"""Where the columns of a small plot stand: stacked, over time, to one scale. The page draws them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 150
_LEFT, _BOTTOM, _TOP = 34, 20, 8


@dataclass(frozen=True, slots=True)
class Column:
    """What happened in one stretch of time. label: under it, or "".  counts: one for each kind, bottom first."""

    label: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All kinds together."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Bar:
    """One rectangle of a plot, in its own units. kind: its place among the counts."""

    x: float
    y: float
    width: float
    height: float
    kind: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or a number on an axis."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawn plot. top: the count at its upper edge.  lines: heights of the lines across."""

    bars: tuple[Bar, ...]
    below: tuple[Mark, ...]
    beside: tuple[Mark, ...]
    lines: tuple[float, ...]
    top: int
    width: int = WIDTH
    height: int = HEIGHT


def nice_top(most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 ... that holds the greatest count."""
    top = 1
    while top < most:
        top *= 2 if str(top)[0] in "15" else 1
        if top < most and str(top)[0] == "2":
            top = top * 5 // 2
    return top


def columns(data: Sequence[Column]) -> Plot:
    """Draw columns from left to right; the highest sets the scale."""
    top = nice_top(max((column.total for column in data), default=0))
    step = (WIDTH - _LEFT) / max(1, len(data))
    scale = (HEIGHT - _BOTTOM - _TOP) / top
    bars: list[Bar] = []
    below: list[Mark] = []
    for place, column in enumerate(data):
        x = _LEFT + place * step
        base = float(HEIGHT - _BOTTOM)
        for kind, count in enumerate(column.counts):
            if count:
                base -= count * scale
                bars.append(Bar(round(x + 1, 1), round(base, 1), round(step - 2, 1), round(count * scale, 1), kind))
        if column.label:
            below.append(Mark(round(x + step / 2, 1), HEIGHT - 5, column.label))
    marks = sorted({0, top // 2, top})
    heights = [HEIGHT - _BOTTOM - count * scale for count in marks]
    beside = tuple(
        Mark(_LEFT - 6, round(height + 4, 1), str(count)) for count, height in zip(marks, heights, strict=True)
    )
    return Plot(tuple(bars), tuple(below), beside, tuple(round(height, 1) for height in heights), top)
