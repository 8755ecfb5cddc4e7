"""Taking entries of a hand back (R8, last row): the hand's commands, and the places that cards had from them."""

from __future__ import annotations

from dealer.desk.world import Draft
from dealer.game.commands import Undo
from dealer.game.errors import IllegalAction
from dealer.sensing.records import CardsTakenBack, QuestionDropped
from dealer.table.commands import InHand
from dealer.table.rules import decide


def undo_last(draft: Draft, entries: int) -> None:
    """Take the last entries of the hand back; cards that they placed lie without a place again.

    Raises IllegalAction if there are not so many.
    """
    steps = draft.desk.steps
    if not 1 <= entries <= len(steps):
        raise IllegalAction("R8", f"{len(steps)} entries of this hand can be undone, not {entries}")
    back = steps[-entries:]
    if draft.desk.sensing.question is not None:
        draft.add(QuestionDropped(draft.desk.sensing.question.number))
    draft.add(*decide(draft.desk.table, InHand(Undo(sum(step.commands for step in back)))))
    if back[0].placed < len(draft.desk.sensing.placed):
        draft.add(CardsTakenBack(back[0].placed))
