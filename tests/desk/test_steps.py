"""The one thing to do next, as the screen and the simulated dealer follow it."""

from __future__ import annotations

import pytest

from dealer.desk.steps import _in_hand
from dealer.game.due import CommunityDue
from dealer.game.short_deck import Source


@pytest.mark.parametrize(
    ("source", "from_pile"), [(Source.STUB, False), (Source.STUB_AND_BURNS, False), (Source.BURNS, True)]
)
def test_burns_that_were_shuffled_into_the_stub_come_out_of_the_shoe(source, from_pile):  # R5.4
    assert _in_hand(CommunityDue(7, source), 1, 1, 7).from_burns is from_pile
