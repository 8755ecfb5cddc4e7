"""A table that tests talk to as the dealer and the floor do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer.game.rake import NoRake
from dealer.house.load import find_house
from dealer.house.stakes import BringInDefault, Game, Limit, fill_stakes
from dealer.table import commands
from dealer.table.commands import TableCommand
from dealer.table.events import TableEvent
from dealer.table.fold import apply, open_table
from dealer.table.rules import decide, opening
from dealer.table.state import DeckStep, Plan, Player, Setup, Table


class Floor:
    """Verbs of the room over the pure table; keeps every event, so that a test can replay them."""

    def __init__(self, house: str = "wsop-live", seats: int = 8, **changes: object) -> None:
        stakes = fill_stakes(Limit.FIXED, BringInDefault.BY_STAKES, ante=1, bring_in=2, small_bet=4, big_bet=8)
        setup = Setup("test", find_house(house), seats, (Plan(Game.STUD_HIGH, stakes),), 40, NoRake())
        opened = opening(replace(setup, **changes))  # type: ignore[arg-type]
        self.events: list[TableEvent] = [opened]
        self.table: Table = open_table(opened)
        self.at = 1000.0

    def does(self, *asked: TableCommand) -> Floor:
        for command in asked:
            for event in decide(self.table, command):
                self.events.append(event)
                self.table = apply(self.table, event)
        return self

    def sits(self, *seats: int, buy_in: int = 100) -> Floor:
        return self.does(*(commands.Sit(seat, f"Player {seat}", buy_in) for seat in seats))

    def loads(self) -> Floor:
        steps = (DeckStep.COMPLETE, DeckStep.SHUFFLED, DeckStep.LOADED)
        return self.does(*(commands.PrepareDeck(step) for step in steps))

    def starts(self) -> Floor:
        return self.loads().does(commands.StartHand(self.at))

    def in_hand(self, *asked: object) -> Floor:
        return self.does(*(commands.InHand(command) for command in asked))  # type: ignore[arg-type]

    def seat(self, seat: int) -> Player:
        player = self.table.player(seat)
        assert player is not None
        return player


@pytest.fixture
def floor() -> type[Floor]:
    return Floor
