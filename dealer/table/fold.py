"""How each event changes the table. Pure; the whole of recovery and replay is folding events with `apply`."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer.game.events import Event
from dealer.game.timeline import follow, start
from dealer.house.rules import DealerSeat
from dealer.table import charge, events
from dealer.table.dealing import next_dealer
from dealer.table.events import TableEvent
from dealer.table.state import Deck, DeckStep, Player, Presence, Setup, Table


def open_table(opened: events.TableOpened) -> Table:
    """Return the empty table that an opening gives."""
    setup = opened.setup
    dealer = setup.seats if setup.house.table.dealer is DealerSeat.ROTATING else 0
    return Table(setup=setup, players=(None,) * setup.seats, deck=Deck(setup.decks[0]), dealer=dealer)


def apply(table: Table, event: TableEvent) -> Table:
    """Return the table after an event. Events come from `decide` or from the journal, so nothing is checked here."""
    match event:
        case events.TableOpened():
            return open_table(event)
        case events.SetupChanged(setup):
            return _set_up(table, setup)
        case events.SeatChanged(seat, player, _):
            return _seat(table, seat, player)
        case events.Tipped(seat, amount):
            return _tipped(table, seat, amount)
        case events.PlanChanged(plan):
            return replace(table, plan=plan, hands_of_plan=0, orbit_seats=0)
        case events.LevelChanged(level):
            return replace(table, level=level)
        case events.LastTwoSet(on):
            return replace(table, last_two=on)
        case events.DeckPrepared(deck):
            return replace(table, deck=deck)
        case events.DeckWithdrawn(deck):
            return replace(table, withdrawn=(*table.withdrawn, deck))
        case events.DeckAdmitted(deck):
            return replace(table, withdrawn=tuple(name for name in table.withdrawn if name != deck))
        case events.TimeCharged():
            return _charged(table, event)
        case events.HandBegan():
            return _begun(table, event)
        case events.HandHappened(happened):
            return _happened(table, happened)
        case events.HandClosed():
            return _closed(table, event)
        case events.FloorCalled(call):
            return replace(table, floor_call=call)
        case events.FloorAnswered():
            return replace(table, floor_call=None)
        case events.Paused(reason):
            return replace(table, paused=reason)
        case events.Resumed():
            return replace(table, paused="")
        case events.ClockChanged(clock):
            return replace(table, clock=clock)
        case _:
            assert_never(event)


def _set_up(table: Table, setup: Setup) -> Table:
    seated = table.players[: setup.seats]
    players = seated + (None,) * (setup.seats - len(seated))
    deck = table.deck if table.deck.name in setup.decks else Deck(setup.decks[0])
    rotates = setup.house.table.dealer is DealerSeat.ROTATING
    dealer = (table.dealer if 0 < table.dealer <= setup.seats else setup.seats) if rotates else 0
    changed = replace(table, setup=setup, players=players, deck=deck, plan=0, hands_of_plan=0, orbit_seats=0)
    return replace(changed, level=-1, dealer=dealer)


def _seat(table: Table, seat: int, player: Player | None) -> Table:
    return replace(table, players=(*table.players[: seat - 1], player, *table.players[seat:]))


def _tipped(table: Table, seat: int, amount: int) -> Table:
    player = table.player(seat)
    assert player is not None, "a tip was journalled for an empty seat"
    stack = player.stack - amount
    presence = player.presence if stack else Presence.BUST
    till = replace(table.till, tips=table.till.tips + amount)
    return _seat(replace(table, till=till), seat, replace(player, stack=stack, presence=presence))


def _charged(table: Table, event: events.TimeCharged) -> Table:
    players = tuple(player and charge.after(player, event.amount) for player in table.players)
    taken = sum(player.stack for player in table.seated()) - sum(player.stack for player in players if player)
    till = replace(table.till, rake=table.till.rake + taken)
    return replace(table, players=players, till=till, charged=event.at)


def _begun(table: Table, event: events.HandBegan) -> Table:
    players = tuple(player and replace(player, ready=False) for player in table.players)
    return replace(
        table,
        players=players,
        deck=replace(table.deck, step=DeckStep.IN_PLAY),
        number=event.started.number,
        steps=0,
        timeline=start(event.started),
        clock=None,
        dealer=event.started.dealer or 0,
        orbit_seats=table.orbit_seats or len(event.started.seats),
        started=event.at if table.started is None else table.started,
        charged=event.at if table.charged is None else table.charged,
    )


def _happened(table: Table, happened: tuple[Event, ...]) -> Table:
    timeline = table.timeline
    assert timeline is not None, "something was journalled for a hand that had not begun"
    for event in happened:
        timeline = follow(timeline, event)
    return replace(table, timeline=timeline, steps=table.steps + 1)


def _closed(table: Table, event: events.HandClosed) -> Table:
    hand = table.hand
    assert hand is not None, "a hand was closed that had not begun"
    players = list(table.players)
    for seat, stack in zip(hand.start.seats, hand.seats.stacks, strict=True):
        player = players[seat - 1]
        if player is not None:
            players[seat - 1] = replace(player, stack=stack)
    over = replace(
        table,
        players=tuple(players),
        deck=replace(table.deck, step=DeckStep.OUT),
        timeline=None,
        last=hand,
        clock=None,
        till=replace(table.till, rake=table.till.rake + event.rake),
    )
    if event.again:
        return over
    return replace(over, hands_of_plan=table.hands_of_plan + 1, dealer=next_dealer(over))
