"""A room with a broker of its own, and a floor at a broker in the middle to which the room's is bridged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer.ports import Role, Signature

EXAMPLE = Path(__file__).parents[3] / "hardware" / "floor"
FELIX = Signature("felix", Role.FLOOR)


@pytest.fixture
def middle(broker_of_example: Callable):
    """The broker in the middle."""
    broker = broker_of_example("mosquitto.conf", "middle")
    shutil.copy(EXAMPLE / "acl-middle", broker.folder / "acl")
    (broker.folder / "acl").chmod(0o600)
    return broker.cut_off().start()


@pytest.fixture
def rooms_own(broker_of_example: Callable, middle):
    """The broker of the room `main`."""
    broker = broker_of_example("mosquitto.conf", "room")
    bridge = (EXAMPLE / "bridge.conf").read_text().replace("/etc/mosquitto/stud/", f"{broker.folder}/")
    bridge = bridge.replace("broker.middle.example:8883", f"127.0.0.1:{middle.port}")
    config = broker.folder / "mosquitto.conf"
    config.write_text(config.read_text() + bridge.replace("BRIDGE-PASSWORD", "long-enough-1"))
    return broker.cut_off().start()


@pytest.fixture
def mosquitto(rooms_own):
    """What the table is connected to."""
    return rooms_own


def test_a_floor_in_the_middle_sees_rules_and_catches_up_over_the_bridge(
    middle, rooms_own, party, floor_at, wait_until
) -> None:
    table = party(running=True)
    hall = floor_at(middle).knows()
    assert hall.tables.enter("main.one", {"do": "pause", "reason": "x"}, table.turn, FELIX, "en").refused is None
    wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
    # The line between room and middle breaks; the room goes on.
    middle.cut_off()
    wait_until(lambda: not hall.tables.connected)
    for _ in range(3):
        table.room.controller.enter({"do": "call-floor", "reason": "x"}, table.turn, table.room.dealer, "en")
        table.room.controller.enter({"do": "floor-done", "note": "x"}, table.turn, table.room.floor, "en")
    middle.start()
    wait_until(lambda: hall.seqs()[-1] == table.turn, 60)
    assert hall.seqs() == list(range(hall.seqs()[0], table.turn + 1))


def test_a_rooms_broker_speaks_for_no_other_room(middle, ear_at, wait_until) -> None:
    # In place of the room's own broker: two of one name would end each other's connection.
    room = ear_at(middle, "room-main")
    for topic in ("stud/1/side/one/about", "stud/1/main/one/request", "stud/1/side/one/status"):
        room.says(topic, b"{}")
    wait_until(lambda: len(room.refused) == 3)
