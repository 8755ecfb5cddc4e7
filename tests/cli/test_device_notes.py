"""Whoever starts a table hears once that a device is not there, and once that it is."""

from __future__ import annotations

from dealer.cli.device_notes import DeviceNotes


def test_a_device_that_is_away_is_said_once_and_once_when_it_is_back(room) -> None:  # type: ignore[no-untyped-def]
    told: list[str] = []
    table = room(policy="shoe").open(1, 2)
    table.controller.listen(DeviceNotes(told.append).follow)
    table.unplugs("shoe").starts_hand()
    assert len(told) == 1
    assert told[0].startswith("The shoe is away (")
    table.plugs_in("shoe").unplugs("shoe").plugs_in("shoe")
    assert len(told) == 2
    assert told[1].startswith("The shoe is there")


def test_a_terminal_that_is_gone_stops_no_table(room) -> None:  # type: ignore[no-untyped-def]
    def gone(line: str) -> None:
        raise BrokenPipeError(32, line)

    table = room(policy="shoe").open(1, 2)
    table.controller.listen(DeviceNotes(gone).follow)
    table.unplugs("shoe").plugs_in("shoe")
