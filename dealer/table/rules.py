"""What may happen at a table around its hands (R1), and what follows from it. Pure: `decide` and `apply`."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer.game.errors import IllegalAction
from dealer.table import clock, commands, dealing
from dealer.table.commands import TableCommand
from dealer.table.events import (
    ClockChanged,
    DeckAdmitted,
    DeckPrepared,
    FloorAnswered,
    FloorCalled,
    LastTwoSet,
    LevelChanged,
    Paused,
    PlanChanged,
    Resumed,
    SeatChanged,
    SetupChanged,
    TableEvent,
    TableOpened,
    Tipped,
)
from dealer.table.state import DECK_STEP_AFTER, MOST_SEATS, Deck, DeckStep, FloorCall, Player, Presence, Setup, Table

Events = tuple[TableEvent, ...]

JUST_PAUSED = "paused"
JUST_CALLED = "the dealer calls"
"""What stands in the journal where nobody gave a reason; a screen says it in its reader's language."""


def opening(setup: Setup) -> TableOpened:
    """Open a table from its first setup. Raises IllegalAction if it cannot be dealt."""
    _check_setup(setup)
    return TableOpened(setup)


def decide(table: Table, command: TableCommand) -> Events:
    """Return what follows from a command, or raise IllegalAction and change nothing."""
    match command:
        case commands.Sit():
            return _sit(table, command)
        case commands.AddChips():
            return _add_chips(table, command)
        case commands.SetAutoAnte():
            return _set_auto_ante(table, command)
        case commands.PutAnteUp():
            return _put_ante_up(table, command)
        case commands.SitOut():
            return _sit_out(table, command)
        case commands.Return():
            return _return(table, command)
        case commands.SetAbsent():
            return _set_absent(table, command)
        case commands.Leave():
            return _leave(table, command)
        case commands.Move():
            return _move(table, command)
        case commands.SetStack():
            return _set_stack(table, command)
        case commands.Tip():
            return _tip(table, command)
        case commands.ChangeSetup():
            return _change_setup(table, command)
        case commands.ChangePlan():
            return _change_plan(table, command)
        case commands.SetLevel():
            return _set_level(table, command)
        case commands.SetLastTwo():
            return _set_last_two(table, command)
        case commands.PrepareDeck():
            return _prepare_deck(table, command)
        case commands.TakeDeckOut():
            return _take_deck_out(table, command)
        case commands.AdmitDeck():
            return _admit_deck(table, command)
        case commands.CallFloor():
            return _call_floor(table, command)
        case commands.FloorDone():
            return _floor_done(table, command)
        case commands.Pause():
            return _pause(table, command)
        case commands.Resume():
            return _resume(table, command)
        case commands.StartHand():
            return dealing.start_hand(table, command)
        case commands.InHand():
            return dealing.in_hand(table, command)
        case commands.CloseHand():
            return dealing.close_hand(table, command)
        case commands.Tick():
            return clock.tick(table, command)
        case commands.CallClock():
            return clock.call(table, command)
        case commands.StopClock():
            return clock.stop(table, command)
        case commands.GoOnClock():
            return clock.go_on(table, command)
        case commands.GrantTime():
            return clock.grant(table, command)
        case _:
            assert_never(command)


def between_hands(table: Table) -> None:
    """Raise IllegalAction during a hand (R1.4)."""
    if table.hand is not None:
        raise IllegalAction("R1.4", "that is done between hands; finish this one first")


def seated(table: Table, seat: int) -> Player:
    """Return who sits there, or raise IllegalAction."""
    player = table.player(seat)
    if player is None:
        raise IllegalAction("R1.1", f"nobody sits in seat {seat}")
    return player


def dealt_in(table: Table, seat: int) -> bool:
    """Whether a seat takes part in the hand that is being played."""
    return table.hand is not None and seat in table.hand.start.seats


def _free_seat(table: Table, seat: int) -> None:
    if not 1 <= seat <= table.setup.seats:
        raise IllegalAction("R1.1", f"this table has seats 1 to {table.setup.seats}, not {seat}")
    if table.player(seat) is not None:
        raise IllegalAction("R1.1", f"seat {seat} is taken")
    if dealt_in(table, seat):
        raise IllegalAction("R1.4", f"seat {seat} still has a hand; wait until it is over")


def _in_chips(table: Table, amount: int) -> None:
    chip = table.stakes.chip
    if amount < 0:
        raise IllegalAction("R1.3", f"{amount} is less than nothing")
    if amount % chip:
        raise IllegalAction("R1.3", f"{amount} cannot be made of chips of {chip}")


def _check_setup(setup: Setup) -> None:
    if not 2 <= setup.seats <= MOST_SEATS:
        raise IllegalAction("R1.1", f"a table has 2 to {MOST_SEATS} seats, not {setup.seats}")
    if not setup.rotation:
        raise IllegalAction("R2.1", "a table needs a game to deal")
    if not setup.decks:
        raise IllegalAction("R1.5", "a table needs a deck")
    rules = setup.house.table
    for plan in setup.rotation:
        if plan.game not in rules.games:
            raise IllegalAction("R9", f"house {setup.house.name} does not deal {plan.game.value}")
        if plan.stakes.limit not in rules.limits:
            raise IllegalAction("R9", f"house {setup.house.name} does not deal {plan.stakes.limit.value} limit")
    for level in setup.levels:
        if level.stakes.limit not in rules.limits:
            raise IllegalAction("R9", f"house {setup.house.name} does not deal {level.stakes.limit.value} limit")


def _sit(table: Table, command: commands.Sit) -> Events:
    _free_seat(table, command.seat)
    _in_chips(table, command.buy_in)
    if command.buy_in < table.setup.min_buy_in:
        raise IllegalAction("R1.2", f"the least buy-in is {table.setup.min_buy_in}, not {command.buy_in}")
    name = command.name.strip()
    if any(player.name == name for player in table.seated()):
        raise IllegalAction("R1.1", f"{name} sits at this table already")
    return (SeatChanged(command.seat, Player(command.seat, name, command.buy_in), "sat down"),)


def _add_chips(table: Table, command: commands.AddChips) -> Events:
    player = seated(table, command.seat)
    if dealt_in(table, command.seat):
        raise IllegalAction("R1.2", f"seat {command.seat} is in a hand; no chips are added until it is over")
    _in_chips(table, command.amount)
    if command.amount == 0:
        raise IllegalAction("R1.2", "buy at least one chip")
    if player.stack == 0 and command.amount < table.setup.min_buy_in:
        raise IllegalAction("R1.2", f"the least buy-in is {table.setup.min_buy_in}, not {command.amount}")
    presence = Presence.IN if player.presence is Presence.BUST else player.presence
    return (
        SeatChanged(command.seat, replace(player, stack=player.stack + command.amount, presence=presence), "bought in"),
    )


def _set_auto_ante(table: Table, command: commands.SetAutoAnte) -> Events:
    return (SeatChanged(command.seat, replace(seated(table, command.seat), auto_ante=command.on), "auto-ante"),)


def _put_ante_up(table: Table, command: commands.PutAnteUp) -> Events:
    player = seated(table, command.seat)
    if player.presence is not Presence.IN:
        raise IllegalAction("R1.4", f"seat {command.seat} is not in the game")
    return (SeatChanged(command.seat, replace(player, ready=True), "ante up"),)


def _sit_out(table: Table, command: commands.SitOut) -> Events:
    player = seated(table, command.seat)
    if dealt_in(table, command.seat):
        return (SeatChanged(command.seat, replace(player, sits_out_next=True), "sits out after this hand"),)
    return (SeatChanged(command.seat, replace(player, presence=Presence.SITTING_OUT, ready=False), "sits out"),)


def _return(table: Table, command: commands.Return) -> Events:
    player = seated(table, command.seat)
    if player.stack == 0:
        raise IllegalAction("R1.2", f"seat {command.seat} has no chips; it has to buy in first")
    back = replace(player, presence=Presence.IN, sits_out_next=False, absent=False)
    return (SeatChanged(command.seat, back, "returned"),)


def _set_absent(table: Table, command: commands.SetAbsent) -> Events:
    player = replace(seated(table, command.seat), absent=command.absent)
    return (SeatChanged(command.seat, player, "away" if command.absent else "back"),)


def _leave(table: Table, command: commands.Leave) -> Events:
    player = seated(table, command.seat)
    if dealt_in(table, command.seat):
        return (SeatChanged(command.seat, replace(player, leaves_next=True), "leaves after this hand"),)
    return (SeatChanged(command.seat, None, "left"),)


def _move(table: Table, command: commands.Move) -> Events:
    between_hands(table)
    player = seated(table, command.seat)
    _free_seat(table, command.to)
    return (
        SeatChanged(command.seat, None, f"moved to seat {command.to}"),
        SeatChanged(command.to, replace(player, seat=command.to), f"moved from seat {command.seat}"),
    )


def _set_stack(table: Table, command: commands.SetStack) -> Events:
    between_hands(table)
    player = seated(table, command.seat)
    _in_chips(table, command.stack)
    if not command.reason.strip():
        raise IllegalAction("R1.6", "a stack is set with a reason")
    presence = player.presence
    if command.stack == 0:
        presence = Presence.BUST
    elif presence is Presence.BUST:
        presence = Presence.IN
    changed = replace(player, stack=command.stack, presence=presence)
    return (SeatChanged(command.seat, changed, f"counted: {command.reason.strip()}"),)


def _tip(table: Table, command: commands.Tip) -> Events:
    between_hands(table)
    player = seated(table, command.seat)
    _in_chips(table, command.amount)
    if not 0 < command.amount <= player.stack:
        raise IllegalAction("R1.6", f"seat {command.seat} can give 1 to {player.stack}, not {command.amount}")
    return (Tipped(command.seat, command.amount),)


def _change_setup(table: Table, command: commands.ChangeSetup) -> Events:
    between_hands(table)
    _check_setup(command.setup)
    lost = [player.seat for player in table.seated() if player.seat > command.setup.seats]
    if lost:
        raise IllegalAction("R1.1", f"somebody sits in seat {lost[0]}; move him before the table gets smaller")
    return (SetupChanged(command.setup),)


def _change_plan(table: Table, command: commands.ChangePlan) -> Events:
    between_hands(table)
    if not 0 <= command.plan < len(table.setup.rotation):
        raise IllegalAction("R2.1", f"the rotation has {len(table.setup.rotation)} games")
    return (PlanChanged(command.plan),)


def _set_level(table: Table, command: commands.SetLevel) -> Events:
    between_hands(table)
    if not 0 <= command.level < len(table.setup.levels):
        raise IllegalAction("R10", f"the schedule has {len(table.setup.levels)} levels")
    return (LevelChanged(command.level),)


def _set_last_two(table: Table, command: commands.SetLastTwo) -> Events:
    between_hands(table)
    return (LastTwoSet(command.on),)


def _prepare_deck(table: Table, command: commands.PrepareDeck) -> Events:
    between_hands(table)
    name = command.deck if command.deck is not None else table.deck.name
    if name not in table.setup.decks:
        raise IllegalAction("R1.5", f"{name} is no deck of this table; it has {', '.join(table.setup.decks)}")
    if name in table.withdrawn:
        raise IllegalAction("R8", f"the deck {name} was taken out (WL 117); take another, or call the floor")
    if command.step is DeckStep.OUT:
        return (DeckPrepared(Deck(name, DeckStep.OUT)),)
    step = table.deck.step if name == table.deck.name else DeckStep.OUT
    due = DECK_STEP_AFTER.get(step)
    if command.step is not due:
        wanted = "ready to be dealt" if due is None else f"to be {due.value} next"
        raise IllegalAction("R1.5", f"the deck is {wanted}, not {command.step.value}")
    return (DeckPrepared(Deck(name, command.step)),)


def _take_deck_out(table: Table, command: commands.TakeDeckOut) -> Events:
    between_hands(table)
    if command.deck not in table.setup.decks:
        raise IllegalAction("R1.5", f"{command.deck} is no deck of this table; it has {', '.join(table.setup.decks)}")
    if command.deck in table.withdrawn:
        raise IllegalAction("R8", f"the deck {command.deck} was taken out (WL 117); take another, or call the floor")
    return dealing.without_deck(table, command.deck)


def _admit_deck(table: Table, command: commands.AdmitDeck) -> Events:
    between_hands(table)
    if command.deck not in table.withdrawn:
        raise IllegalAction("R8", f"the deck {command.deck} has not been taken out")
    if not command.reason.strip():
        raise IllegalAction("R8", "a deck is admitted with a reason, such as the card that was replaced")
    return (DeckAdmitted(command.deck, command.reason.strip()),)


def _call_floor(table: Table, command: commands.CallFloor) -> Events:
    """Call the floor. What the clock called for stays called for, and only the floor ends it (R6.2).

    Whoever calls once more has waited since the first call.
    """
    reason = command.reason.strip() or JUST_CALLED
    open_call = table.floor_call
    if open_call is None:
        return (FloorCalled(FloorCall(reason, command.at)),)
    if clock.is_out_of_time(open_call.reason):
        by_clock, _ = clock.call_parts(open_call.reason)
        reason = f"{by_clock}; {reason}"
    return (FloorCalled(FloorCall(reason, open_call.since)),)


def _floor_done(table: Table, command: commands.FloorDone) -> Events:
    if table.floor_call is None:
        raise IllegalAction("R8", "nobody has called the floor")
    return (FloorAnswered(command.note),)


def _pause(table: Table, command: commands.Pause) -> Events:
    """Stop the deal; a running clock ends with it and starts anew later, so that nobody's time runs out meanwhile."""
    paused = Paused(command.reason.strip() or JUST_PAUSED)
    runs = table.clock is not None and table.clock.ends is not None
    return (paused, ClockChanged(None)) if runs else (paused,)


def _resume(table: Table, command: commands.Resume) -> Events:
    if not table.paused:
        raise IllegalAction("R8", "the table is not paused")
    return (Resumed(),)
