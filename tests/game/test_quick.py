"""Quick records behave as the frozen dataclasses they are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from dealer.game.quick import changed, changer, quick


@quick
@dataclass(frozen=True, slots=True)
class Sample:
    """A record with and without defaults."""

    one: int
    two: tuple[int, ...] = ()


def test_they_are_made_compared_and_shown_as_others():
    assert Sample(1) == Sample(one=1, two=())
    assert repr(Sample(1, (2,))) == "Sample(one=1, two=(2,))"
    assert len({Sample(1), Sample(1), Sample(2)}) == 2
    match Sample(1, (2,)):
        case Sample(one, two):
            assert (one, two) == (1, (2,))


def test_they_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Sample(1).one = 2
    with pytest.raises(TypeError):
        Sample()
    with pytest.raises(TypeError):
        Sample(1, (), 3)


def test_they_are_copied():
    sample = Sample(1, (2,))
    assert replace(sample, one=3) == changed(sample, one=3) == Sample(3, (2,))
    assert copy.deepcopy(sample) == pickle.loads(pickle.dumps(sample)) == sample
    with pytest.raises(TypeError):
        changed(sample, three=3)


def test_the_hottest_places_copy_by_position():
    with_two = changer(Sample, "two")
    sample = Sample(1, (2,))
    assert with_two(sample, (3,)) == Sample(1, (3,))
    assert changer(Sample, "two", "one")(sample, (), 4) == Sample(4, ())
    assert sample == Sample(1, (2,))
    with pytest.raises(FrozenInstanceError):
        with_two(sample, ()).one = 2
    with pytest.raises(TypeError, match="no field three"):
        changer(Sample, "three")


def test_only_slotted_dataclasses_are_made_quick():
    with pytest.raises(TypeError):
        quick(type("Plain", (), {}))
