"""A broker that comes and goes all the time is shown each time, and recorded a few times."""

from __future__ import annotations

import contextlib
import json
import sqlite3

import pytest

from dealer.observations import DeviceKind, DeviceState, Health
from dealer.record.flapping import MOST, SPAN


def recorded(room, kind: DeviceKind) -> list[str]:
    return [
        event["health"]
        for row in room.journal.rows_after(0)
        for event in json.loads(row.body)
        if event["is"] == "DeviceChanged" and event["device"] == kind.value
    ]


def turns(room, kind: DeviceKind, health: Health) -> None:
    room.reports(DeviceState(kind, health, "the connection broke"))


def flaps(room, kind: DeviceKind, times: int, seconds: float) -> None:
    for _ in range(times):
        turns(room, kind, Health.GONE)
        room.passes(seconds)
        turns(room, kind, Health.OK)
        room.passes(seconds)


@pytest.mark.parametrize("kind", [DeviceKind.BROKER, DeviceKind.VOICE])
def test_one_that_flaps_is_recorded_a_few_times_and_shown_each_time(room, kind: DeviceKind) -> None:
    room = room().open(1, 2)
    flaps(room, kind, 20, 5)
    assert recorded(room, kind) == ["gone", "ok"] * (MOST // 2)
    turns(room, kind, Health.GONE)
    assert room.controller.moment.sight.device(kind).health is Health.GONE
    assert len(recorded(room, kind)) == MOST


def test_what_it_is_at_last_stands_on_the_record(room) -> None:
    room = room().open(1, 2)
    flaps(room, DeviceKind.BROKER, 10, 5)
    turns(room, DeviceKind.BROKER, Health.GONE)
    room.passes(SPAN)
    assert recorded(room, DeviceKind.BROKER) == ["gone", "ok", "gone", "ok", "gone"]
    room.passes(10 * SPAN)
    assert len(recorded(room, DeviceKind.BROKER)) == 5


def test_one_that_goes_now_and_then_is_recorded_each_time(room) -> None:
    room = room().open(1, 2)
    flaps(room, DeviceKind.BROKER, 4, SPAN / 3)
    assert recorded(room, DeviceKind.BROKER) == ["gone", "ok"] * 4


def test_two_do_not_share_their_times(room) -> None:
    room = room().open(1, 2)
    flaps(room, DeviceKind.BROKER, 10, 1)
    turns(room, DeviceKind.VOICE, Health.GONE)
    assert recorded(room, DeviceKind.VOICE) == ["gone"]


@pytest.mark.parametrize("kind", [DeviceKind.SHOE, DeviceKind.CAMERA])
def test_a_sensor_is_recorded_each_time(room, kind: DeviceKind) -> None:
    room = room().open(1, 2)
    flaps(room, kind, 10, 1)
    assert recorded(room, kind) == ["gone", "ok"] * 10


def test_what_could_not_be_put_on_disk_is_recorded_later(room) -> None:
    room = room().open(1, 2)
    room.journal.wait_at_most(0.01)
    with contextlib.closing(sqlite3.connect(room.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        turns(room, DeviceKind.BROKER, Health.GONE)
        assert recorded(room, DeviceKind.BROKER) == []
        other.execute("ROLLBACK")
    room.passes(5)
    assert recorded(room, DeviceKind.BROKER) == ["gone"]
