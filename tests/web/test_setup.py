"""Setting a table up from its page."""

from __future__ import annotations

import re

import pytest

from dealer.ports import Reply, Role

FORM = {
    "house": "finnish-cardroom",
    "seats": "6",
    "min-buy-in": "80",
    "chip": "1",
    "games": ["stud-high", "razz", "", ""],
    "limit": "fixed",
    "ante": "2",
    "bring-in": "3",
    "small-bet": "10",
    "big-bet": "20",
    "spread-low": "",
    "spread-high": "",
    "decks": "red, blue",
    "up-cards": "both",
}


@pytest.fixture
def floor(sign_in):
    client = sign_in(Role.FLOOR)
    page = client.get("/table/1/setup").get_data(as_text=True)
    client.mark = re.search(r'name="mark" value="(\w+)"', page).group(1)  # type: ignore[union-attr]
    return client


def post(client, **changes: object):
    return client.post("/table/1/setup", data={**FORM, "mark": client.mark, "csrf_token": client.csrf, **changes})


def test_the_form_becomes_one_signed_entry(floor, tables):
    assert post(floor).status_code == 302
    table, entry, who = tables.entered[0]
    assert (table, who.user, who.role) == ("1", "floor", Role.FLOOR)
    assert entry == {
        "do": "setup",
        "house": "finnish-cardroom",
        "limit": "fixed",
        "seats": 6,
        "min-buy-in": 80,
        "ante": 2,
        "bring-in": 3,
        "small-bet": 10,
        "big-bet": 20,
        "chip": 1,
        "games": ["stud-high", "razz"],
        "decks": ["red", "blue"],
    }
    assert len(tables.entered) == 1


def test_a_spread_and_another_policy(floor, tables):
    changes = {"limit": "spread", "spread-low": "1", "spread-high": "5", "up-cards": "camera"}
    assert post(floor, **changes).status_code == 302
    entries = [entry for _, entry, _ in tables.entered]
    assert entries[0]["spread"] == [1, 5]
    assert "small-bet" not in entries[0]
    assert entries[1] == {"do": "policy", "up-cards": "camera"}


def test_what_is_no_number_is_told_by_its_field_and_the_form_keeps_what_was_typed(floor, tables):
    answer = post(floor, ante="two", decks="green")
    text = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert "ante: a whole number is needed" in text
    assert 'value="green"' in text
    assert tables.entered == []


def test_a_refusal_of_the_table_stands_on_the_page(floor, tables, monkeypatch):
    monkeypatch.setattr(tables, "enter", lambda *_: Reply(1, "the set-up: seats: 2 to 8", "R1.1"))
    answer = post(floor)
    assert answer.status_code == 409
    assert "the set-up: seats: 2 to 8 (R1.1)" in answer.get_data(as_text=True)


def test_two_of_the_floor_do_not_undo_each_other_unseen(floor, tables):
    answer = post(floor, mark="0123456789abcdef")
    assert answer.status_code == 409
    assert "Somebody else has changed it meanwhile" in answer.get_data(as_text=True)
    assert tables.entered == []


def test_a_technician_looks_and_changes_nothing(sign_in):
    client = sign_in(Role.TECHNICIAN)
    page = client.get("/table/1/setup").get_data(as_text=True)
    assert "table-1" in page
    assert '<button class="big go"' not in page
