"""What the floor has gathered, for its pages and its commands alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dealer.floor.alerts import Alerts
from dealer.floor.report import as_csv, report
from dealer.ports import RecordAlert, ReportBy, ReportLine


class Book:
    """Fulfils `dealer.ports.FloorBook` from the floor's file."""

    def __init__(self, path: Path, alerts: Alerts) -> None:
        self._path = path
        self._alerts = alerts

    def report(self, by: ReportBy, since: float, until: float) -> Sequence[ReportLine]:
        """The lines of a time. Raises FloorStoreError."""
        return report(self._path, by, since, until)

    def csv(self, by: ReportBy, since: float, until: float) -> str:
        """The same lines as CSV. Raises FloorStoreError."""
        return as_csv(by, report(self._path, by, since, until))

    def alerts(self) -> Sequence[RecordAlert]:
        """Records that differ. Raises FloorStoreError."""
        return self._alerts.all()

    def settle(self, alert: int, user: str) -> bool:
        """Somebody has looked into it. Raises FloorStoreError."""
        return self._alerts.settle(alert, user)
