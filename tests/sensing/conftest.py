"""Tables of two seats at which something is about to go wrong."""

from __future__ import annotations

import pytest


@pytest.fixture
def third(room):
    """Two seats; hole cards and doors are dealt, the bring-in is due."""

    def make(policy: str = "both", **settings: str):
        table = room(policy=policy, **settings).open(1, 2).plugs_in("shoe", "camera").starts_hand()
        return table.deals("As", "Ad", "Ks", "Kd", "2c", "9h")

    return make


@pytest.fixture
def fourth(third):
    """The burn of fourth street is due."""

    def make(policy: str = "both", **settings: str):
        return third(policy, **settings).acts("bring-in", "call")

    return make
