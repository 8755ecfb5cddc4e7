"""Certificates instead of passwords: the example's other configuration, and who may be whom by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dealer.ports import Role, Signature
from drivers.broker.link import Broker, Link

ONE = "stud/1/main/one"
FELIX = Signature("felix", Role.FLOOR)


@pytest.fixture
def mosquitto(broker_of_example: Callable):
    """Everything in this file meets the broker that asks for certificates."""
    return broker_of_example("mosquitto-certificates.conf")


@pytest.fixture
def knocks(mosquitto, wait_until) -> Callable[[Broker], str]:
    """Try to connect; returns why it was refused, or "" if it was let in."""

    def knock(broker: Broker) -> str:
        ended: list[str] = []
        link = Link(broker, [], print, lambda: ended.append("" if link.up else link.trouble))
        link.start()
        wait_until(lambda: any(each or link.up for each in ended), 20)
        why = "" if link.up else next(each for each in ended if each)
        link.stop()
        return why

    return knock


def test_a_table_and_the_floor_know_each_other_by_their_certificates(
    mosquitto, party, dealer_floor, wait_until
) -> None:
    table = party(running=True)
    assert not mosquitto.broker("one").password
    tables = dealer_floor().tables
    wait_until(lambda: "main.one" in tables.ids() and tables.view("main.one", Role.FLOOR, "en").controls)
    # The floor asks and is answered under the name in its own certificate.
    reply = tables.enter("main.one", {"do": "pause", "reason": "x"}, table.turn, FELIX, "en")
    assert " floor ruler felix" in (reply.refused or ""), "it has come so far"
    table.room.controller.enter({"do": "call-floor", "reason": "a dispute"}, table.turn, table.room.dealer, "en")
    wait_until(lambda: tables.view("main.one", Role.FLOOR, "en").floor_call == "a dispute")


def test_a_ruling_goes_to_the_table_and_back(party, floor) -> None:
    table = party(running=True)
    hall = floor().knows()
    reply = hall.tables.enter("main.one", {"do": "pause", "reason": "a spilled drink"}, table.turn, FELIX, "en")
    assert reply.refused is None


def test_nobody_is_let_in_without_a_certificate_of_this_authority_or_with_one_that_was_taken_back(
    mosquitto, knocks
) -> None:
    good = mosquitto.broker("one")
    assert knocks(good) == ""
    assert knocks(replace(good, certificate="", key="", username="one", password="long-enough-1"))
    for name in ("stranger", "stolen"):
        shown = replace(
            good, certificate=str(mosquitto.folder / f"{name}.pem"), key=str(mosquitto.folder / f"{name}.key")
        )
        assert knocks(shown), name


def test_whoever_shows_a_tables_certificate_is_that_table_whatever_he_says(
    mosquitto, party, floor, ear, wait_until
) -> None:
    party()
    hall = floor().knows()
    # Table two says that its user is table one, with a password as well: the broker looks at the certificate.
    two = ear("one", "stud/#", certificate="two")
    for topic in (f"{ONE}/status", f"{ONE}/event", f"{ONE}/request", f"{ONE}/reply/floor-1"):
        two.says(topic, b"{}")
    wait_until(lambda: len(two.refused) == 4)
    assert two.heard == [], "it hears no other table"
    two.says("stud/1/main/two/status", b"{}")
    wait_until(lambda: "main.two" in hall.tables.ids())
    assert hall.view().controls, "table one is as it was"


def test_nobody_ends_another_tables_connection_by_using_its_name(mosquitto, party, ear, wait_until) -> None:
    table = party()
    times = table.publisher._link.times
    link = Link(replace(mosquitto.broker("two"), client="one"), [], print, lambda: None)
    link.start()
    wait_until(lambda: link.up)
    table.room.enters("call-floor", reason="")
    listener = ear("ear", f"{ONE}/state/en")
    wait_until(lambda: any(b'"floor_call_since":1' in each for each in listener.payloads("state/en")))
    assert table.publisher._link.times == times, "it was never cut off"
    link.stop()
