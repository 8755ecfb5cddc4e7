"""Shares in per cent and how sure they are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


def share(part: int, whole: int) -> float:
    """Per cent, to two places."""
    return round(100 * part / whole, 2) if whole else 0.0


def bounds(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95 % bounds of a share, in per cent."""
    if not whole:
        return 0.0, 100.0
    z = 1.96
    p = min(1.0, part / whole)
    centre = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return round(100 * max(0.0, centre - reach), 2), round(100 * min(1.0, centre + reach), 2)


def figures(counts: Sequence[Counter[str]]) -> dict[str, object]:
    """Counts of "cards", "right" and "wrong" as JSON holds them, with bounds."""
    total = sum(counts, Counter())
    cards, right, wrong = total["cards"], total["right"], total["wrong"]
    return {
        "cards": cards,
        "right": right,
        "right_percent": share(right, cards),
        "right_bounds": bounds(right, cards),
        "wrong": wrong,
        "wrong_percent": share(wrong, cards),
        "wrong_bounds": bounds(wrong, cards),
        "asked_or_missed": max(0, cards - right),
    }
