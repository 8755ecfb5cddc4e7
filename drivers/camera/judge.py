"""Which card is committed and which is a question: the bar, and no face-up card twice."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from dealer.cards import DECK, Card
from dealer.observations import Guess
from drivers.camera.group import Group, inside

_SIZES = 2.6
"""By how much the indexes of one picture may differ in size: perspective makes them differ."""


_SMALL, _SMALL_BAR = 14.0, 0.99
"""Pixels of an index below which print passes for one, and the probability that is asked of it then."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How sure is sure, set on pictures that were not trained on.

    one: the probability that a card must reach.  several: the same when indexes of both its ends were seen and agree.
    seen: the least score of the finder for a question to be asked at all.  height: pixels of an index below which
    nothing can be read, however sure it looks.
    """

    one: float = 0.98
    several: float = 0.95
    seen: float = 0.5
    height: float = 8.0


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A face-up card in a picture.

    card: what is committed, or None when unsure.  guesses: likeliest first.  indexes: the middles of the indexes
    that were seen.  corners: four (x, y) in pixels, clockwise from the corner of the first index; as far as the
    visible indexes tell.
    """

    card: Card | None
    confidence: float
    guesses: tuple[Guess, ...]
    corners: tuple[tuple[float, float], ...]
    indexes: tuple[tuple[float, float], ...]


def judged(groups: Sequence[Group], bar: Bar) -> tuple[FoundCard, ...]:
    """Commit or ask for each group; drop what is no card.

    Of two that read as one card, neither is committed unless one has far better evidence: a deck holds it once.
    Only face-up cards are weighed here, so nothing of a face-down card shows through.
    """
    real = [group for group in groups if _is_card(group, bar)]
    usual = _usual_height(real, bar)
    real = [group for group in real if usual is None or _of_a_size(group, usual)]
    real = [group for group in real if not _within_another(group, real, bar)]
    out = []
    for group in real:
        sure = group.confidence >= _needed(group, bar)
        rivals = [o for o in real if o is not group and o.best == group.best and o.confidence > 0.5]
        if sure and any(_strength(rival, bar) > 0.25 * _strength(group, bar) for rival in rivals):
            sure = False
        others = [o for o in real if o.best != group.best and o.confidence >= _needed(o, bar)]
        if any(_one_place(group, other) for other in others):
            sure = False
        out.append(_found(group, sure=sure))
    return tuple(out)


def _usual_height(groups: Sequence[Group], bar: Bar) -> float | None:
    """How high the indexes of the sure cards are, when at least two cards are sure by several witnesses."""
    sure = [_height(g) for g in groups if len(g.witnesses) > 1 and g.confidence >= bar.several]
    return statistics.median_high(sure) if len(sure) > 1 else None


def _of_a_size(group: Group, usual: float) -> bool:
    """A mark much smaller or larger than the indexes on the same table is print, or a pip, or a pattern."""
    return 1 / _SIZES < _height(group) / usual < _SIZES


def _height(group: Group) -> float:
    return max(w.spot.height for w in group.witnesses)


def _needed(group: Group, bar: Bar) -> float:
    """The bar for this card. Small marks in a line, as print has them, are no independent witnesses."""
    if group.whole:
        return bar.several
    return bar.one if _height(group) >= _SMALL else max(bar.one, _SMALL_BAR)


def _is_card(group: Group, bar: Bar) -> bool:
    score = max(w.spot.score for w in group.witnesses)
    return (
        group.none < 0.5
        and _height(group) >= bar.height
        and (group.confidence >= _needed(group, bar) or score >= bar.seen)
    )


def _strength(group: Group, bar: Bar) -> float:
    """Grows with the number of witnesses and shrinks with the doubt that is left."""
    if group.confidence < _needed(group, bar):
        return 0.1
    return float(len(group.witnesses) ** 2)


def _one_place(a: Group, b: Group) -> bool:
    """Two cards that both lie open from end to end cannot lie in one place: their corners contradict each other."""
    return a.whole and b.whole and math.dist(a.centre, b.centre) < 0.1 * min(a.width, b.width)


def _within_another(group: Group, real: Sequence[Group], bar: Bar) -> bool:
    """A lone unsure mark in the middle of a card that is sure: a pip or a court's ornament."""
    if len(group.witnesses) > 1 or group.confidence >= bar.one:
        return False
    spot = group.witnesses[0].spot
    for other in real:
        if other is group or other.confidence < _needed(other, bar) or len(other.witnesses) < 2:
            continue
        if inside(other.corners, spot.x, spot.y, margin=0.1):
            return True
    return False


def _found(group: Group, *, sure: bool) -> FoundCard:
    order = group.cards.argsort()[::-1][:3]
    guesses = tuple(Guess(DECK[int(k)], float(group.cards[k])) for k in order if group.cards[k] > 0.01)
    return FoundCard(
        card=DECK[group.best] if sure else None,
        confidence=group.confidence,
        guesses=guesses,
        corners=group.corners,
        indexes=tuple((w.spot.x, w.spot.y) for w in group.witnesses),
    )
