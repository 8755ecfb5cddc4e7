"""What the indexes and the whole face of an enrolled card say together. Does not decide what is committed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivers.camera.faces import FaceMatcher, Sight
from drivers.camera.group import Group, inside

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_NONE = 0.5
_INDEX_MISLEADS, _FACE_MISLEADS = 1e-4, 1e-5
"""The chance that an index, or the face, says something of another card: neither simply overrules the other."""
_OPEN_BOTH, _OPEN_ONE = 0.6, 0.75
"""How well a face must fit to have a say, where both ends were seen and where the card may be covered."""
_SMALL, _DOUBTED = 52.0, 0.9
"""Pixels of a card's width below which its indexes alone are not believed where its face, in the open, fits none."""
_CROWDED = 1.4
"""Within how many card widths another card may lie on this one."""
_FAR_END = -0.8
_ONE_PLACE = 0.2


def settled(groups: Sequence[Group], picture: Image, matcher: FaceMatcher, sure: float) -> tuple[Group, ...]:
    """Let the faces of the cards that lie open have their say.

    Groups that turn out to be one card are joined; what turns out to be print on an open face is left out. A card of
    which one end was read with `sure` confidence and on which another may lie is left as it is: it is likely covered,
    and then its face says nothing.
    """
    real = [group for group in groups if group.none < _NONE]
    heard: list[tuple[Group, Sight]] = []
    rest: list[Group] = []
    covered: list[Group] = []
    for group in real:
        if not group.whole and group.confidence >= sure and _crowded(group, real):
            covered.append(group)
        elif not _hear(group, picture, matcher, heard):
            rest.append(_unheard(group, sure))
    for group in covered:
        # Unless it is the other end of a card that was just seen to lie open.
        end = any(_printed(group, sight, picture, matcher) for _, sight in heard)
        if not end or not _hear(group, picture, matcher, heard):
            rest.append(group)
    out: list[Group] = []
    while heard:
        first, sight = heard.pop(0)
        same = [pair for pair in heard if _one_place(sight, pair[1])]
        heard = [pair for pair in heard if not any(pair is other for other in same)]
        out.append(_together([(first, sight), *same]))
        rest = [group for group in rest if not _printed(group, sight, picture, matcher)]
    return (*out, *rest, *(group for group in groups if group.none >= _NONE))


def _hear(group: Group, picture: Image, matcher: FaceMatcher, heard: list[tuple[Group, Sight]]) -> bool:
    """Look at a card's face; False when it is none of the make's, or does not lie open."""
    sight = matcher.look(picture, group)
    if sight.fit < (_OPEN_BOTH if group.whole else _OPEN_ONE):
        return False
    heard.append((group, sight))
    return True


def _unheard(group: Group, sure: float) -> Group:
    """A card whose face has no say. Where it is small and open, blur misleads both its indexes alike."""
    if not group.whole or group.width >= _SMALL or any(w.confidence >= sure for w in group.witnesses):
        return group
    return replace(group, cards=np.asarray(_DOUBTED * group.cards, np.float32))


def _together(pairs: Sequence[tuple[Group, Sight]]) -> Group:
    """One group of all the indexes of a card and of its face, as the place shows it that fits best."""
    lead = max((group for group, _ in pairs), key=lambda group: (group.whole, group.confidence))
    face = max((sight for _, sight in pairs), key=lambda sight: sight.fit)
    logs = np.log(face.cards.astype(np.float64) + _FACE_MISLEADS)
    for group, _ in pairs:
        said = group.cards / max(float(group.cards.sum()), 1e-9)
        logs += np.log(said.astype(np.float64) + _INDEX_MISLEADS)
    chances = np.exp(logs - logs.max())
    witnesses = lead.witnesses + tuple(w for group, _ in pairs if group is not lead for w in group.witnesses)
    return replace(lead, witnesses=witnesses, cards=np.asarray(chances / chances.sum(), np.float32), none=0.0)


def _crowded(group: Group, others: Sequence[Group]) -> bool:
    """True when a card lies near that faces the same way. One that faces the other way may be this card's far end."""
    up = group.witnesses[0].spot.up
    return any(
        other is not group
        and up[0] * other.witnesses[0].spot.up[0] + up[1] * other.witnesses[0].spot.up[1] > _FAR_END
        and math.dist(group.centre, other.centre) < _CROWDED * max(group.width, other.width)
        for other in others
    )


def _one_place(a: Sight, b: Sight) -> bool:
    return math.dist(_middle(a), _middle(b)) < _ONE_PLACE * math.dist(a.corners[0], a.corners[1])


def _printed(group: Group, sight: Sight, picture: Image, matcher: FaceMatcher) -> bool:
    """True when what was taken for indexes is a part of a face that lies open."""
    if not all(inside(sight.corners, w.spot.x, w.spot.y) for w in group.witnesses):
        return False
    return all(matcher.prints(picture, sight, w.spot) for w in group.witnesses)


def _middle(sight: Sight) -> tuple[float, float]:
    return sum(x for x, _ in sight.corners) / 4, sum(y for _, y in sight.corners) / 4
