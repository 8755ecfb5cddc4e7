"""The plans that come with the program are tables that can be built; others are read strictly."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

import drivers
from drivers.camera.errors import PlanRefused
from drivers.camera.plan import PLANS, find_plan, list_plans, load_plan
from drivers.mock import felt


def test_there_are_plans_for_six_seven_and_eight() -> None:
    assert list_plans() == ("6-seats", "7-seats", "8-seats")
    assert [find_plan(name).seats for name in list_plans()] == [6, 7, 8]


@pytest.mark.parametrize("name", ["6-seats", "7-seats", "8-seats"])
def test_no_place_lies_on_another(name: str) -> None:
    plan = find_plan(name)
    half = plan.marker_side / 2 + 9
    shapes = [np.array(zone.polygon, np.float32) for zone in plan.zones]
    shapes += [
        np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], np.float32)
        for x, y in plan.markers.values()
    ]
    for one, other in itertools.combinations(shapes, 2):
        assert cv2.intersectConvexConvex(one, other)[0] < 1


def test_the_simulated_table_is_built_by_the_plan() -> None:
    for zone in find_plan("8-seats").zones:
        assert np.abs(np.array(zone.polygon) - np.array(felt.zone(zone.place))).max() < 0.01


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 2", "version"),
        ("card = 63", "", "card: is missing"),
        ("card = 63", "card = 63\ncolour = 1", "colour: is unknown"),
        ("card = 63", "card = true", "card: must be millimetres"),
        ("view = [1760, 990]", "view = [1760, 700]", "does not hold all of seat"),
        ("burn = [560, 778, 0]", "burn = [560, 778]", "burn: each place must be 3 numbers"),
        ("burn = [560, 778, 0]", "burn = [560, nan, 0]", "burn: must be numbers"),
        ("seat-zone = [-120.5", "seat-zone = [120.5", "seat-zone"),
        ('name = "8 seats"', "name = 8", "name"),
        ("markers = [[70, 70], [1690, 70], [1690, 920], [70, 920], [880, 60]]", "markers = []", "markers"),
        ("version = 1", "version = ", "no TOML"),
    ],
)
def test_a_plan_that_is_not_right_names_the_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (PLANS / "8-seats.toml").read_text()
    assert old in text
    (tmp_path / "mine.toml").write_text(text.replace(old, new))
    with pytest.raises(PlanRefused, match=said):
        load_plan(tmp_path / "mine.toml")


@pytest.mark.parametrize("text", ["a = " + "[" * 20_000, "a = " + "9" * 5_000], ids=["brackets", "digits"])
def test_a_plan_that_no_reader_can_take_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(PlanRefused, match="is no TOML file"):
        load_plan(tmp_path / "mine.toml")


def test_an_unknown_plan_lists_those_there_are() -> None:
    with pytest.raises(PlanRefused, match="6-seats, 7-seats, 8-seats"):
        find_plan("9-seats")


def test_the_plans_come_with_the_package_wherever_it_is_installed() -> None:
    """A wheel holds the packages and nothing beside them."""
    assert PLANS.is_relative_to(Path(drivers.__file__).parent)
