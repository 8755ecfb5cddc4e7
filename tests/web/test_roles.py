"""Every route and stream with every role and none."""

from __future__ import annotations

import json

import pytest

from dealer.ports import Role

OPEN = "open"
V, D, F, T = Role.VIEWER, Role.DEALER, Role.FLOOR, Role.TECHNICIAN

# method, rule of the route: who may, or OPEN for anybody. A new route must be written here or the test fails.
WHO: dict[tuple[str, str], object] = {
    ("GET", "/"): OPEN,
    ("GET", "/static/<path:filename>"): OPEN,
    ("GET", "/sign-in"): OPEN,
    ("POST", "/sign-in"): OPEN,
    ("POST", "/sign-out"): OPEN,
    ("POST", "/language"): OPEN,
    ("GET", "/link/<token>"): OPEN,
    ("POST", "/link/<token>"): OPEN,
    ("GET", "/trust"): OPEN,
    ("GET", "/trust/authority.crt"): OPEN,
    ("GET", "/no-table"): {V, D, F, T},
    ("GET", "/table/<table>"): {D, F, T},
    ("GET", "/table/<table>/view"): {D, F, T},
    ("GET", "/table/<table>/setup"): {F, T},
    ("POST", "/table/<table>/setup"): {F},
    ("GET", "/table/<table>/stream"): {D, F, T},
    ("GET", "/table/<table>/picture.jpg"): {D, F, T},
    ("POST", "/table/<table>/entry"): {D, F},
    ("GET", "/tables"): {D, F, T},
    ("GET", "/wall/<table>"): {V, D, F, T},
    ("GET", "/wall/<table>/stream"): {V, D, F, T},
    ("GET", "/floor"): {F, T},
    ("GET", "/floor/stream"): {F, T},
    ("GET", "/devices"): {F, T},
    ("GET", "/trends"): {F, T},
    ("GET", "/log"): {F},
    ("GET", "/simulation"): {D, F, T},
    ("GET", "/simulation/state"): {D, F, T},
    ("POST", "/simulation/fault"): {D, F, T},
    ("POST", "/simulation/pace"): {D, F, T},
    ("GET", "/hands"): {F},
    ("GET", "/hands/<int:number>"): {F},
    ("GET", "/users"): {F},
    ("POST", "/users"): {F},
    ("POST", "/users/<name>/link"): {F},
    ("POST", "/users/<name>/remove"): {F},
}
FILLED = {
    "<table>": "1",
    "<token>": "no-such-token",
    "<int:number>": "1042",
    "<name>": "viewer",
    "<path:filename>": "icon.svg",
}
BODIES: dict[str, object] = {
    "/table/<table>/entry": {"entry": {"do": "next"}, "turn": 1},
    "/simulation/fault": {"fault": "double-card", "on": True},
    "/simulation/pace": {"seconds": 1},
}


def test_every_route_is_on_the_list(app):
    there = {
        (m, r.rule) for r in app.url_map.iter_rules() for m in r.methods or () if m in ("GET", "POST", "PUT", "DELETE")
    }
    assert there == set(WHO)


def ask(client, method: str, rule: str):
    path = rule
    for place, value in FILLED.items():
        path = path.replace(place, value)
    if method == "GET":
        return client.get(path, headers={"Accept": "application/json"}, buffered=False)
    headers = {"X-CSRFToken": client.csrf, "Accept": "application/json"}
    if rule in BODIES:
        return client.post(path, json=BODIES[rule], headers=headers)
    return client.post(path, data={"name": "New", "role": "dealer"}, headers=headers)


@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: role.value if role else "nobody")
def test_each_role_reaches_what_it_may_and_nothing_else(sign_in, role):
    for (method, rule), allowed in WHO.items():
        client = sign_in(role)
        answer = ask(client, method, rule)
        code = answer.status_code
        answer.close()
        if allowed is OPEN:
            assert code in (200, 302, 400, 401, 404, 410), (method, rule, code)
        elif role is None:
            assert code == 401, (method, rule, code)
        elif role in allowed:  # type: ignore[operator]
            assert code in (200, 302, 400, 409), (method, rule, code)
        else:
            assert code == 403, (method, rule, code)


@pytest.mark.parametrize("rule", [rule for method, rule in WHO if method == "POST"])
def test_no_post_is_taken_without_its_token(sign_in, rule, tables):  # a page of another site can't press a button
    client = sign_in(Role.FLOOR)
    client.csrf = "made-up"
    assert ask(client, "POST", rule).status_code == 400
    assert tables.entered == []


def first_event(answer) -> dict[str, object]:
    """The first view of a stream."""
    body = b""
    for part in answer.response:
        body += part
        if b"event: view" in body or b"event: card" in body:
            break
    answer.close()
    lines = body.decode().splitlines()
    return json.loads(next(line[6:] for line in reversed(lines) if line.startswith("data: ")))


@pytest.mark.parametrize("role", list(Role))
def test_the_wall_shows_what_the_rail_may_see_to_whoever_looks(sign_in, tables, role):
    tables.at = tables.find("Stop")
    sent = first_event(sign_in(role).get("/wall/1/stream", buffered=False))
    assert sent["controls"] == []
    assert sent["question"] is None
    assert sent["devices"] == []


def test_the_dealer_gets_no_verb_of_the_floor(sign_in):
    slots = {control["slot"] for control in first_event(sign_in(D).get("/table/1/stream"))["controls"]}
    assert "void" not in slots
    slots = {control["slot"] for control in first_event(sign_in(F).get("/table/1/stream"))["controls"]}
    assert {"void", "set-stack"} <= slots


@pytest.mark.parametrize("role", [D, F, T])
@pytest.mark.parametrize("step", range(11))
def test_no_stream_names_a_card_that_lies_face_down(sign_in, tables, role, step):
    tables.at = step
    sent = first_event(sign_in(role).get("/table/1/stream"))
    for seat in sent["seats"]:  # type: ignore[attr-defined]
        assert all(card["name"] is None for card in seat["cards"] if not card["face_up"])


@pytest.mark.parametrize(
    "path", ["/table/9", "/wall/9", "/table/9/stream", "/table/9/view", "/table/9/picture.jpg", "/x"]
)
def test_a_table_that_is_not_there(sign_in, path):
    answer = sign_in(F).get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.get_data(as_text=True)
