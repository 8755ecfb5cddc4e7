"""Hands in which something is about to go wrong, and what may then be ruled (R8)."""

from __future__ import annotations

from dealer.game import commands as game
from dealer.game.due import Held, Outcome, Over
from dealer.game.irregularities import Choice

DOORS = ("2c", "9d", "Kh")


def held(played):
    assert isinstance(played.due, Held), played.due
    return played.due.choices


def begun(table, seats=3, **more):
    """Antes are in; the first card is due."""
    played = table(seats, **more)
    played.enter(game.PostAntes())
    return played


def fourth(table, seats=3, **more):
    """Third street is over, the burn of fourth street is due."""
    return table(seats, **more).deals_doors(*(*DOORS, "8s", "Td")[:seats]).everybody_calls()


def to_seventh(table, seats=3, **more):
    """The burn of seventh street is due; seat 2 shows the best hand."""
    played = fourth(table, seats, **more)
    for row in (("5s", "9h", "Jc", "4c", "3h"), ("6s", "9c", "7d", "Qc", "4h"), ("6h", "Ad", "7c", "Qs", "5h")):
        played.deals(*row[:seats]).everybody("check")
    return played


def ends_misdealt(played):
    played.rules(Choice.MISDEAL)
    assert played.due == Over(Outcome.MISDEAL)
    assert played.hand.seats.stacks == played.start.stacks
    assert played.hand.middle == 0
