"""How what the broker's side hears gets into the floor's file."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.floor.alerts import Alerts
from dealer.floor.store import FloorStore
from dealer.ports import TableEvent
from drivers.broker.heads import Difference, Held
from drivers.broker.ledger import Known
from drivers.broker.topics import Address

STORE = "floor.sqlite"
"""The floor's file in its folder."""


class StoreLedger:
    """Fulfils `drivers.broker.ledger.Ledger`."""

    def __init__(self, store: FloorStore, alerts: Alerts) -> None:
        self._store = store
        self._alerts = alerts

    def keep(self, address: Address, journal: str, event: TableEvent) -> None:
        """Take an event."""
        self._store.take((address.room, address.table), journal, event)

    def differs(self, address: Address, difference: Difference) -> None:
        """A record is not what it was."""
        table = (address.room, address.table)
        self._alerts.raise_(table, difference.journal, difference.kind.value, difference.turn, difference.hand)

    def open(self, address: Address) -> tuple[int, ...]:
        """The hands of a table with an alert that nobody has looked into."""
        return self._alerts.open((address.room, address.table))


def known_of(store: FloorStore) -> Mapping[Address, Known]:
    """What is on disk of each table."""
    known = {}
    for table, (journal, last) in store.seen.items():
        head = store.heads.get(table)
        known[Address(*table)] = Known(journal, last, None if head is None else Held(head.turn, head.hand, head.hash))
    return known
