"""What travels to a page."""

import json
from dataclasses import replace

import pytest

from dealer.snapshots import CardState, TableCard
from web.wire import NotPlain, as_json, floor_card, plain


def test_a_view_goes_whole_and_as_plain_values(tables):
    view = tables.steps[6]
    sent = json.loads(as_json(view))
    assert sent["seats"][4]["cards"][3] == {"face_up": True, "name": "9c", "state": "confirmed", "read": True}
    assert sent["question"]["choices"][0]["entry"] == {"do": "answer", "question": "q1", "choice": "shoe"}
    assert set(sent) == set(view.__dataclass_fields__)


def test_a_face_down_card_has_no_name_whatever_the_view_says(tables):  # DESIGN, "Hole cards are sealed"
    leaky = TableCard(face_up=False, name="As", state=CardState.CONFIRMED)
    seats = tuple(replace(seat, cards=(leaky, *seat.cards[1:])) for seat in tables.steps[4].seats)
    sent = as_json(replace(tables.steps[4], seats=seats))
    assert '"As"' not in sent


def test_nothing_else_than_records_can_be_sent():
    with pytest.raises(NotPlain):
        plain(object())
    with pytest.raises(NotPlain):
        plain({"a": {1, 2}})
    with pytest.raises(ValueError, match="JSON"):
        as_json(float("nan"))


def test_the_floor_sees_who_waits_and_no_card(tables):
    card = floor_card(replace(tables.steps[6], floor_call="a dispute", floor_call_since=5.0))
    assert card["floor_call"] == "a dispute"
    assert card["question"].startswith("Seat 3's card")
    assert card["players"] == 8
    assert "seats" not in card
