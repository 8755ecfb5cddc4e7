"""What every answer has: strict headers, a checked host, a limited size, no traceback."""

import re

import pytest

from dealer.ports import Role, TableBusy

PAGES = ["/sign-in", "/table/1", "/floor", "/wall/1", "/devices", "/simulation", "/hands", "/hands/1042", "/users"]


@pytest.mark.parametrize("path", [*PAGES, "/no-such-page", "/table/1/view", "/static/js/table.js"])
def test_headers(sign_in, path):
    answer = sign_in(Role.FLOOR).get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Cache-Control"] == ("no-cache" if path.startswith("/static") else "no-store")
    answer.close()


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_script_or_style_of_its_own_or_from_elsewhere(sign_in, path):
    page = sign_in(Role.FLOOR).get(path).get_data(as_text=True)
    assert "<script>" not in page
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert (
        "//" not in page.replace("http://www.w3.org", "").replace("<!doctype", "").split("<body")[0].split("words")[0]
    )


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.1"])
def test_only_its_own_names_are_answered(app, host):
    assert app.test_client().get("/sign-in", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1"])
def test_its_own_names_are_answered(app, host):
    assert app.test_client().get("/sign-in", headers={"Host": host}).status_code == 200


def test_a_large_body_is_refused(sign_in):
    client = sign_in(Role.DEALER)
    headers = {"X-CSRFToken": client.csrf}
    answer = client.post("/table/1/entry", data=b"x" * 100_000, content_type="application/json", headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"entry": 4, "turn": 1}', '"fold"', "\x00", "[" * 7000])
def test_bad_input_gives_one_sentence(sign_in, tables, body):
    client = sign_in(Role.DEALER)
    headers = {"X-CSRFToken": client.csrf, "Accept": "application/json"}
    answer = client.post("/table/1/entry", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert answer.get_json()["error"]
    assert tables.entered == []


HUGE = "9" * 5000
"""A number of more digits than Python reads."""


@pytest.mark.parametrize("turn", ["1" + "0" * 30, "-1" + "0" * 30, HUGE])
def test_a_turn_that_no_table_reaches_is_refused_before_a_table_is_asked(sign_in, tables, turn):
    client = sign_in(Role.FLOOR)
    body = f'{{"entry": {{"do": "next"}}, "turn": {turn}}}'
    headers = {"X-CSRFToken": client.csrf, "Accept": "application/json"}
    answer = client.post("/table/1/entry", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert tables.entered == []


@pytest.mark.parametrize("number", ["1" + "0" * 30, HUGE])
def test_a_hand_that_nobody_ever_played_is_not_found(app, sign_in, number):
    app.testing = False
    assert sign_in(Role.FLOOR).get(f"/hands/{number}").status_code == 404


@pytest.mark.parametrize("seconds", ["1e999", "NaN", HUGE])
def test_a_pace_that_is_no_number_of_seconds_is_refused(app, sign_in, seconds):
    app.testing = False
    client = sign_in(Role.TECHNICIAN)
    headers = {"X-CSRFToken": client.csrf, "Accept": "application/json"}
    body = f'{{"seconds": {seconds}}}'
    answer = client.post("/simulation/pace", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 400


def test_a_page_that_breaks_gives_a_number_and_keeps_its_words(sign_in, tables, monkeypatch, app):
    def broken(*_args: object) -> None:
        raise RuntimeError("the third card is As")

    app.testing = False
    client = sign_in(Role.DEALER)
    monkeypatch.setattr(type(tables), "picture", broken)
    answer = client.get("/table/1/picture.jpg", headers={"Accept": "application/json"})
    assert answer.status_code == 500
    assert "As" not in answer.get_json()["error"]
    assert len(answer.get_json()["number"]) == 6


def test_an_entry_is_signed_and_the_second_for_the_same_turn_is_told(sign_in, tables):
    first, second = sign_in(Role.DEALER), sign_in(Role.FLOOR)
    body = {"entry": {"do": "next"}, "turn": 1}
    answer = first.post("/table/1/entry", json=body, headers={"X-CSRFToken": first.csrf})
    assert answer.get_json() == {"turn": 2, "refused": None, "rule": None}
    answer = second.post("/table/1/entry", json=body, headers={"X-CSRFToken": second.csrf})
    assert answer.status_code == 409
    assert "meanwhile" in answer.get_json()["refused"]
    assert [(what["do"], who.user, who.role) for _, what, who in tables.entered] == [("next", "dealer", Role.DEALER)]


def test_a_table_that_does_not_answer_is_said_in_its_own_words(sign_in, tables, monkeypatch):
    def busy(*_: object) -> None:
        raise TableBusy("the table does not answer")

    monkeypatch.setattr(tables, "enter", busy)
    client = sign_in(Role.DEALER)
    body = {"entry": {"do": "next"}, "turn": 1}
    answer = client.post("/table/1/entry", json=body, headers={"X-CSRFToken": client.csrf})
    assert answer.status_code == 503
    assert answer.json["refused"] == "The table did not answer in time. Nothing was entered; try again."


@pytest.mark.parametrize(
    ("language", "why"),
    [("en", "this table has no voice"), ("fi", "tällä pöydällä ei ole ääntä"), ("bg", "тази маса няма глас")],
)
def test_a_fault_that_this_table_cannot_have_is_shown_with_why(sign_in, language, why):
    client = sign_in(Role.DEALER)
    client.post("/language", data={"csrf_token": client.csrf, "language": language})
    page = client.get("/simulation").text
    (button,) = re.findall(r"<button[^>]*voice-gone.*?</button>", page)
    assert " disabled>" in button
    assert f"<b>{why}</b>" in button


def test_the_simulated_table_has_switches_and_a_real_one_has_none(sign_in, simulation, tables, gate):
    client = sign_in(Role.DEALER)
    headers = {"X-CSRFToken": client.csrf}
    answer = client.post("/simulation/fault", json={"fault": "shoe-unplugged", "on": True}, headers=headers)
    assert answer.get_json()["faults"][0] == {
        "name": "shoe-unplugged",
        "words": "The shoe is unplugged",
        "on": True,
        "once": False,
        "missing": False,
        "caused": 100.0,
        "told": {"en": "shoe: the cable is out"},
    }
    assert client.post("/simulation/fault", json={"fault": "x", "on": True}, headers=headers).status_code == 404
    for seconds, code in ((None, 200), (0.3, 200), (0.01, 400), (60, 400), ("1", 400), (True, 400)):
        assert client.post("/simulation/pace", json={"seconds": seconds}, headers=headers).status_code == code
    assert simulation.pace() == 0.3


def test_hands_are_looked_up(sign_in):
    client = sign_in(Role.FLOOR)
    assert "/hands/1042" in client.get("/hands?seat=5&card=9h").get_data(as_text=True)
    assert "?? ?? 2c 7d" in client.get("/hands/1042").get_data(as_text=True)
    assert client.get("/hands/1").status_code == 404
    assert 'role="alert"' in client.get("/hands?card=joker").get_data(as_text=True)


def test_a_log_with_nothing_in_it_says_so(sign_in, monkeypatch):
    client = sign_in(Role.FLOOR)
    assert "has done nothing yet" not in client.get("/log").get_data(as_text=True)
    monkeypatch.setattr("scripted_table.ScriptedTrends.log", lambda self, language, most: [])
    assert "has done nothing yet" in client.get("/log").get_data(as_text=True)


@pytest.mark.parametrize("since", ["yesterday", "2024-13-99", "9999-99", "1e999"])
def test_a_date_that_is_none_is_said_so(sign_in, since):
    answer = sign_in(Role.FLOOR).get(f"/hands?since={since}")
    assert answer.status_code == 200
    assert 'role="alert"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("since", ["0001-01-01", "9999-12-31", "0001-01-01T00:00%2B14:00"])
def test_every_day_of_the_calendar_may_be_asked_for(sign_in, since):
    answer = sign_in(Role.FLOOR).get(f"/hands?since={since}")
    assert answer.status_code == 200
    assert 'role="alert"' not in answer.get_data(as_text=True)


def test_a_hand_beyond_all_numbers_is_not_there(sign_in):
    assert sign_in(Role.FLOOR).get("/hands/99999999999999999999999").status_code == 404
