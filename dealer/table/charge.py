"""The time charge (R1.7): when it is due and what it takes from a stack. The rake of a pot is the hand's own."""

from __future__ import annotations

from dataclasses import replace

from dealer.table.state import Player, Presence, Table


def is_due(table: Table, at: float) -> bool:
    """Whether a time charge is to be taken before the next hand. at: seconds of the wall clock."""
    charge = table.setup.time_charge
    if charge is None or table.charged is None:
        return False
    return at - table.charged >= 60.0 * charge.minutes


def after(player: Player, amount: int) -> Player:
    """Return a player who has paid; one with less pays what he has, and is bust. Who sits out pays nothing."""
    if player.presence is not Presence.IN:
        return player
    stack = player.stack - min(player.stack, amount)
    return replace(player, stack=stack, presence=Presence.IN if stack else Presence.BUST)
