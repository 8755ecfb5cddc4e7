"""The reports of a shoe for a command that keeps no journal: taken one by one, acknowledged at once."""

from __future__ import annotations

import queue
from types import TracebackType
from typing import Self

import click

from dealer.errors import DealerError
from dealer.observations import DeviceState, Health, ShoeAlert, ShoeReport
from dealer.table.file import ShoeConfig
from dealer.table.file import ShoeProtocol as TableShoe
from drivers.shoe.driver import ShoeDriver
from drivers.shoe.protocols import ShoeProtocol


class ShoeNotThere(DealerError):
    """The port could not be opened when it was first tried."""


def which_shoe(said: ShoeConfig, port: str | None, protocol: ShoeProtocol | None) -> tuple[ShoeProtocol, str]:
    """The shoe that was named on the command line, else the table's. Raises click.UsageError if there is neither."""
    if said.protocol is TableShoe.NONE:
        if port is None:
            raise click.UsageError("the table file names no shoe; give --port and --protocol of one")
        return protocol or ShoeProtocol.OSP, port
    return protocol or ShoeProtocol(said.protocol.value), said.port if port is None else port


class ShoeFeed:
    """A shoe from `with` to its end."""

    def __init__(self, driver: ShoeDriver) -> None:
        self._driver = driver
        self._reports: queue.Queue[ShoeReport] = queue.Queue()
        self._ever_open = False

    def __enter__(self) -> Self:
        self._driver.start(self._reports.put, ())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._driver.stop()

    @property
    def damaged(self) -> int:
        """How many lines or frames were dropped so far."""
        return self._driver.damaged

    def next(self, seconds: float) -> ShoeReport | None:
        """The next report, or None after so long. Raises ShoeNotThere if the port could never be opened."""
        try:
            report = self._reports.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(report, DeviceState):
            if report.health is Health.GONE and not self._ever_open:
                raise ShoeNotThere(report.detail)
            self._ever_open = True
        elif not isinstance(report, ShoeAlert):
            self._driver.acknowledge(report.position)
        return report
