"""The schemas in `hardware/floor/schemas` are what is really said, and what is not in them is refused."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dealer import snapshots
from dealer.cards import Card
from dealer.ports import Role, Signature
from dealer.snapshots import Blank, CardState, Control, SeatStatus, SeatView, TableCard
from drivers.broker import payloads
from drivers.broker.hands import BrokerHands
from drivers.broker.payloads import BadPayload, OtherVersion
from drivers.broker.showing import blank
from drivers.broker.topics import Address, parse

SCHEMAS = Path(__file__).parents[3] / "hardware" / "floor" / "schemas"
RECORDS = {
    "about": payloads.About,
    "status": payloads.Status,
    "state": payloads.State,
    "attention": payloads.Attention,
    "event": payloads.Happened,
    "head": payloads.Head,
    "request-events": payloads.EventsAsked,
    "reply-events": payloads.EventsTold,
    "request-ruling": payloads.RulingAsked,
    "reply-ruling": payloads.Answer,
    "request-hands": payloads.HandsAsked,
    "reply-hands": payloads.HandsTold,
    "request-hand": payloads.HandAsked,
    "reply-hand": payloads.HandTold,
}
EMPTY = payloads.State("s", blank(Address("main", "one"), "Table one", "en"))


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("name", RECORDS)
def test_a_schema_has_the_fields_of_its_record(name: str) -> None:
    schema = validator(name).schema
    own = {field.name for field in fields(RECORDS[name])}
    assert set(schema["properties"]) == own | {"v"} == set(schema["required"])
    assert schema["additionalProperties"] is False


def test_a_state_has_the_fields_of_every_record_in_it() -> None:
    records = validator("state").schema["$defs"]
    assert set(records) >= {"TableView", "SetupView", "RakeView"}
    for name, schema in records.items():
        own = {field.name for field in fields(getattr(snapshots, name))}
        assert set(schema["properties"]) == own == set(schema["required"]), name
        assert schema["additionalProperties"] is False


def name_of(topic: str, payload: bytes) -> str:
    """Which schema a message has to fit."""
    found = parse(topic)
    assert found is not None
    plain = json.loads(payload)
    match found.kind:
        case "request":
            return {"enter": "request-ruling"}.get(plain["ask"], f"request-{plain['ask']}")
        case "reply":
            kinds = {"events": "events", "hands": "hands", "text": "hand"}
            return f"reply-{next((name for key, name in kinds.items() if key in plain), 'ruling')}"
        case kind:
            return kind


def test_all_that_is_said_fits_the_schemas(party, floor, ear, wait_until) -> None:
    listener = ear()
    table = party(languages=("en", "bg"))
    hall = floor().knows()
    table.room.starts_hand()
    table.room.deals("2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "Ks", "Qs", "Js", "9s")
    table.room.enters("call-floor", reason="a dispute")
    table.room.acts("bring-in", "fold", "fold", "fold").enters("next")
    table.room.controller.start()
    pause = {"do": "pause", "reason": "a spilled drink"}
    assert hall.tables.enter("main.one", pause, table.turn, Signature("felix", Role.FLOOR), "en").refused is None
    hands = BrokerHands(hall.tables)
    assert hands.find("main.one", "felix", "en", number=1, seat=4, card=Card.parse("9s")).hands
    assert hands.text("main.one", "felix", "bg", 1).text
    wait_until(lambda: hall.seqs() and hall.seqs()[-1] == table.turn)
    schemas = {name: validator(name) for name in RECORDS}
    seen: set[str] = set()
    looked_at = 0

    def all_fit() -> bool:
        nonlocal looked_at
        for topic, payload, _ in listener.heard[looked_at:]:
            looked_at += 1
            if payload:
                name = name_of(topic, payload)
                seen.add(name)
                schemas[name].validate(json.loads(payload))
        return seen == set(RECORDS)

    wait_until(all_fit)


class TestStrictness:
    def test_what_was_written_comes_back(self) -> None:
        assert payloads.STATE.read(payloads.STATE.write(EMPTY)) == EMPTY

    @pytest.mark.parametrize(
        "change",
        [
            {"turn": "1"},
            {"turn": True},
            {"turn": 1.0},
            {"seats": "none"},
            {"more": 1},
            {"controls": [{}]},
            {"pot": None},
        ],
    )
    def test_a_field_of_the_wrong_kind_is_refused(self, change: dict[str, object]) -> None:
        plain = json.loads(payloads.STATE.write(EMPTY))
        plain["view"].update(change)
        assert not validator("state").is_valid(plain) or change == {"turn": 1.0}
        with pytest.raises(BadPayload):
            payloads.STATE.read(json.dumps(plain).encode())

    def test_what_was_read_before_lets_nothing_through_that_only_looks_like_it(self) -> None:
        blank_of = Blank("seat", "Seat", least=1, most=8)
        button = Control("", "", "SIT OUT", {"do": "sit-out", "seat": None}, None, (blank_of,))
        said = payloads.STATE.write(replace(EMPTY, view=replace(EMPTY.view, controls=(button,))))
        assert payloads.STATE.read(said).view.controls == (button,)
        assert payloads.STATE.read(said).view.controls[0] is payloads.STATE.read(said).view.controls[0]
        for other in (b"true", b"1.0", b'"1"', b"null"):
            with pytest.raises(BadPayload):
                payloads.STATE.read(said.replace(b'"least":1', b'"least":' + other))
        deep = b"[" * 2000 + b"]" * 2000
        with pytest.raises(BadPayload):
            payloads.STATE.read(said.replace(b'"seat":null', b'"seat":' + deep))

    @pytest.mark.parametrize("turn", [2**63, -(2**63) - 1, 10**30])
    def test_a_number_that_no_disk_can_keep_is_none(self, turn: int) -> None:
        largest = replace(EMPTY, view=replace(EMPTY.view, turn=2**63 - 1))
        assert payloads.STATE.read(payloads.STATE.write(largest)) == largest
        with pytest.raises(BadPayload):
            payloads.STATE.read(payloads.STATE.write(replace(EMPTY, view=replace(EMPTY.view, turn=turn))))

    @pytest.mark.parametrize("number", [b"1" + b"0" * 30, b"-1" + b"0" * 30, b"1e999", b"9" * 5000])
    def test_nor_is_one_inside_an_entry(self, number: bytes) -> None:
        asked = payloads.RulingAsked("enter", "main/one", "felix", {"do": "rule", "chips": [4]}, 7, "en", "0", 1.0, "0")
        said = payloads.RULING_ASKED.write(asked)
        assert payloads.RULING_ASKED.read(said) == asked
        with pytest.raises(BadPayload):
            payloads.RULING_ASKED.read(said.replace(b"[4]", b"[" + number + b"]"))

    @pytest.mark.parametrize("since", [b"1e300", b"-1e300", b"1e999", b"1" * 400])
    def test_a_time_that_is_no_date_is_none(self, since: bytes) -> None:
        said = payloads.ATTENTION.write(payloads.Attention("s", "", 4102444800.5))
        assert payloads.ATTENTION.read(said).since == 4102444800.5
        with pytest.raises(BadPayload):
            payloads.ATTENTION.read(said.replace(b"4102444800.5", since))

    def test_half_a_letter_is_no_text(self) -> None:
        said = payloads.ATTENTION.write(payloads.Attention("s", "Öl", 1.0))
        assert payloads.ATTENTION.read(said).reason == "Öl"
        with pytest.raises(BadPayload):
            payloads.ATTENTION.read(said.replace("Ö".encode(), rb"\ud800"))

    def test_another_version_is_told_from_nonsense(self) -> None:
        with pytest.raises(OtherVersion):
            payloads.STATE.read(payloads.STATE.write(EMPTY).replace(b'"v":1', b'"v":2', 1))
        with pytest.raises(OtherVersion):
            payloads.STATE.read(payloads.STATE.write(EMPTY).replace(b'"v":1', b'"v":true', 1))

    def test_a_message_that_is_too_large_is_not_even_looked_at(self) -> None:
        with pytest.raises(BadPayload, match="too large"):
            payloads.STATE.read(b" " * (payloads.LARGEST + 1))

    def test_nothing_of_a_refused_message_is_repeated(self) -> None:
        with pytest.raises(BadPayload) as refused:
            payloads.STATE.read(b'{"v":1,"session":"Kc is the hole card"}')
        assert "Kc" not in str(refused.value)

    def test_a_card_that_lies_face_down_has_no_name_on_the_way_out_nor_on_the_way_in(self) -> None:
        card = TableCard(False, "Kc", CardState.LEFT_SHOE)
        seat = SeatView(1, "Anna", SeatStatus.LIVE, 1, 1, 0, (card,), "", False, False)
        said = payloads.STATE.write(replace(EMPTY, view=replace(EMPTY.view, seats=(seat,))))
        assert b"Kc" not in said
        told = said.replace(b'"face_up":false,"name":null', b'"face_up":false,"name":"Kc"')
        assert not validator("state").is_valid(json.loads(told))
        with pytest.raises(BadPayload):
            payloads.STATE.read(told)
