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
    "limit": "fixed",
    "ante": "2",
    "bring-in": "3",
    "small-bet": "10",
    "big-bet": "20",
    "spread-low": "",
    "spread-high": "",
    "rotation-1-game": "stud-high",
    "rotation-2-game": "razz",
    "rotation-2-limit": "fixed",
    "rotation-2-ante": "1",
    "rotation-2-small-bet": "6",
    "rotation-3-game": "",
    "rotation-3-limit": "",
    "orbit": "8",
    "rake-kind": "percent",
    "rake-per-mille": "50",
    "rake-cap": "4",
    "rake-steps": "20, 1, 40, 2",
    "rake-amount": "",
    "time-charge-amount": "",
    "time-charge-minutes": "",
    "clock-start": "each",
    "clock-seconds": "30",
    "clock-warning": "5",
    "clock-time-out": "fold",
    "levels-1-minutes": "20",
    "levels-1-ante": "1",
    "levels-1-bring-in": "2",
    "levels-1-small-bet": "4",
    "levels-2-minutes": "",
    "decks": "red, blue",
    "up-cards": "both",
}
ENTRY = {
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
    "orbit": 8,
    "rotation": ["game=stud-high", "game=razz limit=fixed ante=1 small-bet=6"],
    "levels": ["minutes=20 ante=1 bring-in=2 small-bet=4"],
    "rake": "kind=percent per-mille=50 cap=4",
    "time-charge": "",
    "decks": ["red", "blue"],
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
    assert entry == ENTRY
    assert len(tables.entered) == 1


def test_a_spread_and_another_policy(floor, tables):
    changes = {"limit": "spread", "spread-low": "1", "spread-high": "5", "up-cards": "camera"}
    assert post(floor, **changes).status_code == 302
    entries = [entry for _, entry, _ in tables.entered]
    assert entries[0]["spread"] == [1, 5]
    assert "small-bet" not in entries[0]
    assert entries[1] == {"do": "policy", "up-cards": "camera"}


def test_every_kind_of_figure_becomes_a_line_of_a_table_file(floor, tables):
    changes = {
        "rake-kind": "steps",
        "time-charge-amount": "10",
        "time-charge-minutes": "30",
        "clock-seconds": "45",
        "rotation-2-limit": "spread",
        "rotation-2-spread-low": "1",
        "rotation-2-spread-high": "5",
        "rotation-2-small-bet": "",
    }
    assert post(floor, **changes).status_code == 302
    entry = tables.entered[0][1]
    assert entry["rake"] == "kind=steps steps=20,1,40,2"
    assert entry["time-charge"] == "amount=10 minutes=30"
    assert entry["clock"] == "start=each seconds=45 warning=5 time-out=fold"
    assert entry["rotation"][1] == "game=razz limit=spread ante=1 spread=1,5"


def test_the_page_as_it_is_shown_changes_nothing_when_it_is_posted(floor, tables):
    page = floor.get("/table/1/setup").get_data(as_text=True)
    shown = dict(re.findall(r'<input name="([\w-]+)"[^>]* value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="([\w-]+)".*?>(.*?)</select>', page):
        picked = re.search(r"<option(?: value=\"([^\"]*)\")? selected>([^<]*)", options)
        shown[name] = "" if picked is None else picked[1] if picked[1] is not None else picked[2]
    answer = floor.post("/table/1/setup", data={**shown, "mark": floor.mark, "csrf_token": floor.csrf})
    assert answer.status_code == 302
    entry = tables.entered[0][1]
    assert entry["rotation"] == [
        "game=stud-high",
        "game=razz limit=fixed ante=1 bring-in=2 small-bet=6 big-bet=12 chip=1",
    ]
    assert entry["levels"] == ["minutes=20 ante=1 bring-in=2 small-bet=4 big-bet=8 chip=1"]
    assert (entry["rake"], entry["orbit"], entry["time-charge"]) == ("kind=percent per-mille=50 cap=4", 8, "")
    assert "clock" not in entry
    assert len(tables.entered) == 1


@pytest.mark.parametrize(
    ("forged", "field", "posted"),
    [
        ({"rake-kind": "\u041f\u0420\u041e"}, "rake", "kind=\u041f\u0420\u041e"),
        ({"rake-kind": "per cent=1\n"}, "rake", "kind=per?cent?1"),
        ({"rake-kind": "="}, "rake", "kind=?"),
        ({"clock-start": "Each"}, "clock", "start=Each seconds=30 warning=5 time-out=fold"),
    ],
)
def test_what_no_list_of_the_page_holds_reaches_the_table_as_it_was_posted(floor, tables, forged, field, posted):
    """The table knows what is allowed, and says so; nothing is made of it on the way."""
    assert post(floor, **forged).status_code == 302
    assert tables.entered[0][1][field] == posted


def test_what_is_no_number_is_told_at_its_field_and_the_form_keeps_what_was_typed(floor, tables):
    answer = post(floor, **{"levels-1-ante": "two", "decks": "green"})
    text = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert "Ante 1: a whole number is needed" in text
    assert 'id="wrong-levels-1-ante"' in text
    assert 'value="green"' in text
    assert tables.entered == []


@pytest.mark.parametrize(
    ("refused", "field", "told"),
    [
        ("stakes.ante: must be 1 or more, not 0", "ante", "Ante: must be 1 or more"),
        ("rake.cap: -1 is not allowed; allowed: a number", "rake-cap", "At most: -1 is not allowed"),
        ("levels[2].small-bet: must be given", "levels-2-small-bet", "Small bet 2: must be given"),
        ("rotation[3].game: x is not allowed", "rotation-3-game", "Game 3: x is not allowed"),
        ("stakes.spread: spread limit needs its range", "spread-low", "Spread from: spread limit needs"),
        ("clock.warning: must come before the end", "clock-warning", "Warning at: must come before"),
    ],
)
def test_the_table_names_the_key_and_the_page_shows_it_at_its_field(floor, tables, monkeypatch, refused, field, told):
    monkeypatch.setattr(tables, "enter", lambda *_: Reply(1, refused, None))
    text = post(floor).get_data(as_text=True)
    assert told in text
    assert re.search(rf'name="{field}"[^>]*aria-invalid="true" aria-describedby="wrong-{field}"', text)


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
