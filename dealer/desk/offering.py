"""What is asked, and only with answers that can be carried out at this moment."""

from __future__ import annotations

from dataclasses import replace

from dealer.desk.reporting import report_asked
from dealer.desk.world import Draft, World
from dealer.errors import DealerError
from dealer.sensing.records import Answer, Asked, Option, QuestionAsked


def ask(draft: Draft, asked: Asked, world: World) -> None:
    """Stop the deal with a question."""
    draft.add(QuestionAsked(offered(draft, asked, world)))


def offered(draft: Draft, asked: Asked, world: World) -> Asked:
    """The question without the reports that the hand would refuse: a dealer must not be led to a dead end."""
    return replace(asked, options=tuple(each for each in asked.options if _can(draft, asked, each, world)))


def _can(draft: Draft, asked: Asked, option: Option, world: World) -> bool:
    if option.answer is not Answer.REPORT:
        return True
    assert option.kind is not None, "a report has its kind"
    try:
        report_asked(Draft(draft.desk), asked, option.kind, world)
    except DealerError:
        return False
    return True
