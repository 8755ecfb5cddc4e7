"""The one thing to do next, as the screen and the simulated dealer follow it."""

from __future__ import annotations

import pytest

from dealer.desk.steps import _in_hand
from dealer.game.due import CommunityDue, ScrambleDue
from dealer.game.short_deck import Source


@pytest.mark.parametrize(
    ("source", "from_pile"), [(Source.STUB, False), (Source.STUB_AND_BURNS, False), (Source.BURNS, True)]
)
def test_burns_that_were_shuffled_into_the_stub_come_out_of_the_shoe(source, from_pile):  # R5.4
    assert _in_hand(CommunityDue(7, source), 1, 1, 7).from_burns is from_pile


@pytest.mark.parametrize("stub", [True, False])
def test_the_stub_is_shuffled_only_where_it_is_dealt_from(stub: bool) -> None:  # R5.1
    assert _in_hand(ScrambleDue(7, burns=True, stub=stub), 1, 1, 7).stub is stub
