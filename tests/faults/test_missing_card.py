"""A deck that lacks a card, at bytes and pixels: nobody can see it in the shoe; who counts it as he gathers it says so.

A shoe tells of the cards that leave it and not of those that lie in it (SHOE-PROTOCOL has no count of a loaded deck),
and the camera sees the outside of the shoe. With few players the stub is never dealt out. So the count of the gathered
deck (R1.5) is where a missing card is found: the result stands and the deck is taken out (WL 117).
"""

from __future__ import annotations

import pytest

from dealer.cli.faults.table import Wish
from dealer.desk.steps import next_step
from dealer.ports import Role, Signature, StepKind
from drivers.mock.faults import Fault
from drivers.mock.script import Cue, Moment, Script

MISSING = Script(cues=(Cue(Fault.MISSING_CARD, at=Moment(kind=StepKind.LOAD_DECK)),))
ANNA, FELIX = Signature("anna", Role.DEALER), Signature("felix", Role.FLOOR)


@pytest.mark.faults
@pytest.mark.timeout(240)
def test_a_card_that_is_missing_is_found_when_the_deck_is_counted(tabling_dealer) -> None:  # R8, R1.5
    dealer = tabling_dealer(Wish(MISSING))
    table = dealer.table
    truth = table.simulation.truth
    assert len(truth.stub) + len(truth.laid) + len(truth.mucked) == 51, "he counts"
    assert dealer.asked == [], "nobody could see it before"

    def enters(entry: dict[str, object], who: Signature = ANNA) -> str | None:
        return table.controller.enter(entry, table.controller.moment.desk.turn, who).refused

    assert enters({"do": "next"}) is None, "the pot is pushed: the result stands"
    stacks = [player.stack for player in table.controller.moment.desk.table.seated()]
    slot = next(control for control in table.view().controls if control.slot == "take-deck-out")
    assert enters({**slot.entry, "deck": "deck"}) is None
    assert next_step(table.controller.moment.desk).kind is StepKind.WAIT, "nothing is dealt from it"
    assert enters({"do": "next"}) is not None
    assert enters({"do": "admit-deck", "deck": "deck", "reason": "it lay on the floor"}, FELIX) is None
    assert next_step(table.controller.moment.desk).kind is StepKind.LOAD_DECK
    assert [player.stack for player in table.controller.moment.desk.table.seated()] == stacks
