"""The one way in which the engine says no: which rule forbids it, and why."""

from __future__ import annotations

from dealer.errors import DealerError


class IllegalAction(DealerError):
    """A command that the rules refuse; the hand is as it was.

    rule: the number in the rule reference, such as `R4.4`.  why: one sentence for people; holds no face-down card.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why
