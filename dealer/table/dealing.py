"""From one hand to the next (R1.4, R1.5): what a hand is begun with, and what its end changes at the table."""

from __future__ import annotations

from dataclasses import replace

from dealer.game import commands as game
from dealer.game.due import Outcome
from dealer.game.errors import IllegalAction
from dealer.game.events import HandStarted
from dealer.game.state import Hand
from dealer.game.timeline import enter
from dealer.house.rules import DealerSeat
from dealer.table import charge, commands
from dealer.table.events import (
    ClockChanged,
    DeckPrepared,
    DeckWithdrawn,
    HandBegan,
    HandClosed,
    HandHappened,
    LevelChanged,
    PlanChanged,
    SeatChanged,
    TableEvent,
    TimeCharged,
)
from dealer.table.state import Deck, DeckStep, Player, Presence, Table

Events = tuple[TableEvent, ...]

DEALING = (game.DealCard, game.DealRound, game.Burn)
CALLED_OFF = (Outcome.MISDEAL, Outcome.VOID)
"""After these the hand is dealt again: dealer and stakes stay (R8)."""


def start_hand(table: Table, command: commands.StartHand) -> Events:
    """Begin the next hand with everybody who is in (R1.4), from a loaded deck only (R1.5)."""
    if table.hand is not None:
        raise IllegalAction("R1.4", f"hand {table.number} is still being played")
    if table.paused:
        raise IllegalAction("R8", f"the table is paused: {table.paused}")
    if table.deck.step is not DeckStep.LOADED:
        raise IllegalAction("R1.5", f"the deck is not loaded; it is {table.deck.step.value}")
    level = _level_at(table, command.at)
    changed: Events = () if level == table.level else (LevelChanged(level),)
    stakes = table.setup.levels[level].stakes if level >= 0 else table.stakes
    amount = table.setup.time_charge.amount if table.setup.time_charge and charge.is_due(table, command.at) else 0
    if amount:
        changed = (*changed, TimeCharged(amount, command.at))
    seats = (table.player(seat) for seat in table.clockwise())
    players = [player and charge.after(player, amount) for player in seats]
    dealt = [player for player in players if player is not None and player.plays_next]
    if len(dealt) < 2:
        raise IllegalAction("R1.1", f"{len(dealt)} player is in; a hand takes two")
    dealer = _dealing_seat(table, [player.seat for player in dealt])
    dealt.sort(key=lambda player: (player.seat <= dealer, player.seat))
    started = HandStarted(
        number=table.number + 1,
        game=table.game,
        stakes=stakes,
        house=table.setup.house,
        seats=tuple(player.seat for player in dealt),
        stacks=tuple(player.stack for player in dealt),
        dealer=dealer or None,
        rake=table.setup.rake,
        last_two=table.last_two,
        absent=tuple(player.seat for player in dealt if player.absent),
    )
    return (*changed, HandBegan(started, command.at))


def _dealing_seat(table: Table, clockwise: list[int]) -> int:
    """Who deals: the seat whose turn it is, or where that is not dealt in the next one (R1.1); 0 for a house dealer.

    clockwise: the seats dealt in.  Nobody has dealt before the first hand: its dealer is whom the last card goes to.
    """
    if not table.dealer:
        return 0
    return clockwise[-1] if table.dealer in clockwise or not table.number else clockwise[0]


def _level_at(table: Table, at: float) -> int:
    """The level that the schedule has reached; one that the floor set ahead of it stays.

    A hand that is dealt again is dealt for the stakes that it had (R8).
    """
    if not table.setup.levels:
        return -1
    if table.last is not None and table.last.outcome in CALLED_OFF and table.level >= 0:
        return table.level
    since = 0.0 if table.started is None else at - table.started
    reached = max((index for index, level in enumerate(table.setup.levels) if level.starts <= since), default=0)
    return max(reached, table.level)


def in_hand(table: Table, command: commands.InHand) -> Events:
    """Pass a command to the hand; whatever it changes ends the clock of the decision before."""
    if table.timeline is None:
        raise IllegalAction("R1.4", "no hand is being played")
    if table.paused and isinstance(command.command, DEALING):
        raise IllegalAction("R8", f"the table is paused: {table.paused}")
    happened = HandHappened(enter(table.timeline, command.command)[1])
    return (happened, ClockChanged(None)) if table.clock is not None else (happened,)


def close_hand(table: Table, command: commands.CloseHand) -> Events:
    """Give the stacks back to the seats, let go who wanted to, and move dealer, deck and game on."""
    del command
    hand = table.hand
    if hand is None:
        raise IllegalAction("R1.4", "no hand is being played")
    if hand.outcome is None:
        raise IllegalAction("R7", "the hand is not over")
    again = hand.outcome in CALLED_OFF
    events: list[TableEvent] = [HandClosed(hand.raked, again)]
    for seat, stack in zip(hand.start.seats, hand.seats.stacks, strict=True):
        player = table.player(seat)
        if player is not None:
            events += _after_hand(replace(player, stack=stack))
    events += _next_deck(table, hand, again=again)
    if not again:
        events += _rotate(table)
    return tuple(events)


def _after_hand(player: Player) -> Events:
    if player.leaves_next:
        return (SeatChanged(player.seat, None, "left"),)
    if player.stack == 0:
        return (SeatChanged(player.seat, replace(player, presence=Presence.BUST, sits_out_next=False), "bust"),)
    if player.sits_out_next:
        out = replace(player, presence=Presence.SITTING_OUT, sits_out_next=False)
        return (SeatChanged(player.seat, out, "sits out"),)
    return ()


def _rotate(table: Table) -> Events:
    """The next game comes after an orbit (R1.7)."""
    games = len(table.setup.rotation)
    if games > 1 and table.hands_of_plan + 1 >= (table.setup.orbit or table.orbit_seats):
        return (PlanChanged((table.plan + 1) % games),)
    return ()


def _next_deck(table: Table, hand: Hand, *, again: bool) -> Events:
    """A deck that was found wrong is taken out (WL 117); another comes in then, and where two alternate (R1.5)."""
    wrong = hand.rare.deck_out
    events: Events = (DeckWithdrawn(table.deck.name),) if wrong else ()
    decks = table.setup.decks
    place = decks.index(table.deck.name)
    others = [name for name in (*decks[place + 1 :], *decks[:place]) if name not in table.withdrawn]
    if others and (wrong or not again):
        return (*events, DeckPrepared(Deck(others[0], DeckStep.OUT)))
    return events


def without_deck(table: Table, deck: str) -> Events:
    """Take a deck out between hands; if it was to be dealt next, another comes in where there is one."""
    withdrawn = DeckWithdrawn(deck)
    others = [name for name in table.setup.decks if name != deck and name not in table.withdrawn]
    if deck != table.deck.name or not others:
        return (withdrawn,)
    return (withdrawn, DeckPrepared(Deck(others[0], DeckStep.OUT)))


def next_dealer(table: Table) -> int:
    """Return the seat that deals next: with a rotating dealer the next one clockwise who stays in (R1.1)."""
    if table.setup.house.table.dealer is DealerSeat.FIXED:
        return 0
    for seat in table.clockwise():
        player = table.player(seat)
        if player is not None and player.plays_next and not (player.leaves_next or player.sits_out_next):
            return seat
    return table.dealer
