"""Signing in and out."""

import re

import pytest

from dealer.access.gate import Gate
from dealer.access.store import Store
from dealer.ports import Role
from web.app import create_app
from web.auth import here_only
from web.settings import Settings


def test_without_signing_in_one_is_sent_to_sign_in_and_back(sign_in):
    client = sign_in(None)
    answer = client.get("/table/1")
    assert answer.location == "/sign-in?next=/table/1"
    form = {"csrf_token": client.csrf, "name": "dealer", "secret": "428613", "next": "/table/1"}
    assert client.post("/sign-in", data=form).location == "/table/1"


def test_a_wrong_pin_says_nothing_about_the_name_and_then_makes_one_wait(sign_in):
    client = sign_in(None)
    texts = set()
    for name in ("dealer", "nobody"):
        form = {"csrf_token": client.csrf, "name": name, "secret": "111119"}
        answer = client.post("/sign-in", data=form)
        assert answer.status_code == 401
        texts.add(re.search(r'role="alert">([^<]+)', answer.get_data(as_text=True)).group(1))
    assert len(texts) == 1
    for _ in range(2):
        client.post("/sign-in", data={"csrf_token": client.csrf, "name": "dealer", "secret": "111119"})
    answer = client.post("/sign-in", data={"csrf_token": client.csrf, "name": "dealer", "secret": "428613"})
    assert answer.status_code == 429
    assert "5 s" in answer.get_data(as_text=True)


def test_a_one_time_link_signs_in_once_and_only_here(app, gate):
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    client = app.test_client()
    assert client.get(f"/link/{token}", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 403
    assert client.head(f"/link/{token}").status_code == 200
    assert client.get(f"/link/{token}").location == "/table/1"
    assert client.get("/table/1").status_code == 200
    assert app.test_client().get(f"/link/{token}").status_code == 410


def test_signing_out_ends_the_session_on_the_server_too(sign_in, app):
    client = sign_in(Role.DEALER)
    stolen = client.get_cookie("stud").value
    assert client.post("/sign-out", data={"csrf_token": client.csrf}).status_code == 302
    thief = app.test_client()
    thief.set_cookie("stud", stolen)
    assert thief.get("/table/1", headers={"Accept": "application/json"}).status_code == 401


def test_whoever_has_no_pin_yet_is_asked_before_he_is_signed_out(app, gate):
    gate.add_user("newcomer", Role.DEALER, None)
    client = app.test_client()
    client.get(f"/link/{gate.sign_in_link('newcomer', Role.DEALER, loopback=True)}")
    csrf = re.search(r'name="csrf" content="([^"]+)"', client.get("/table/1").get_data(as_text=True)).group(1)
    form = {"csrf_token": csrf, "next": "/table/1"}
    asked = client.post("/sign-out", data=form)
    assert "newcomer has no PIN yet" in asked.get_data(as_text=True)
    assert client.get("/table/1").status_code == 200
    assert client.post("/sign-out", data=form | {"sure": "yes"}).location == "/sign-in?next=/table/1"
    assert client.get("/table/1").status_code == 302


def test_the_sign_in_page_and_a_link_that_was_used_say_who_makes_a_new_one(app, gate):
    client = app.test_client()
    page = client.get("/sign-in").get_data(as_text=True)
    assert "user reset" in page
    for shown in (page, client.get("/link/used").get_data(as_text=True)):
        assert "The floor makes a new one under Users" in shown


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(app, gate):
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    cookie = app.test_client().get(f"/link/{token}").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_over_tls_the_cookie_travels_on_tls_only(tables, gate):
    app = create_app(tables, gate, Settings(secure=True))
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    answer = app.test_client().get(f"/link/{token}", base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_the_first_account_is_made_by_the_set_up_link(tables, tmp_path, hasher):
    store = Store(tmp_path / "empty.db")
    gate = Gate(store, hasher, lambda: 1000.0)
    app = create_app(tables, gate)
    client = app.test_client()
    token = gate.set_up_link()
    page = client.get(f"/link/{token}").get_data(as_text=True)
    csrf = re.search(r'name="csrf" content="([^"]+)"', page).group(1)
    form = {"csrf_token": csrf, "name": "Eeva", "secret": "428613", "again": "428614"}
    assert client.post(f"/link/{token}", data=form).status_code == 400
    assert client.post(f"/link/{token}", data=form | {"again": "428613"}).location == "/floor"
    assert client.post(f"/link/{token}", data=form | {"again": "428613"}).status_code in (400, 410)
    assert [user.name for user in gate.users()] == ["Eeva"]
    store.close()


def test_the_floor_makes_accounts_and_hands_out_links(sign_in, gate, app):
    floor = sign_in(Role.FLOOR)
    form = {"csrf_token": floor.csrf, "name": "Aino", "role": "dealer", "language": "fi", "secret": ""}
    page = floor.post("/users", data=form).get_data(as_text=True)
    link = re.search(r"http://localhost(/link/[\w-]+)", page).group(1)
    aino = app.test_client()
    csrf = re.search(r'name="csrf" content="([^"]+)"', aino.get(link).get_data(as_text=True)).group(1)
    chosen = {"csrf_token": csrf, "secret": "739251", "again": "739251"}
    assert aino.post(link, data=chosen).location == "/table/1"
    assert 'lang="fi"' in aino.get("/table/1").get_data(as_text=True)
    assert floor.post("/users", data=form).status_code == 400
    assert floor.post("/users", data=form | {"name": "Boris", "secret": "123456"}).status_code == 400
    assert floor.post("/users/Aino/remove", data={"csrf_token": floor.csrf}).status_code == 302
    assert aino.get("/table/1", headers={"Accept": "application/json"}).status_code == 401
    assert floor.post("/users/floor/remove", data={"csrf_token": floor.csrf}).status_code == 400
    assert floor.post("/users/nobody/remove", data={"csrf_token": floor.csrf}).status_code == 404


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/\\evil", "", None, "/a\nb"])
def test_nobody_is_sent_elsewhere_after_signing_in(path):
    assert here_only(path) is None


@pytest.mark.parametrize(("language", "word"), [("en", "Users"), ("fi", "Käyttäjät"), ("bg", "Потребители")])
def test_each_user_reads_his_own_language(sign_in, language, word):
    client = sign_in(Role.FLOOR)
    client.post("/language", data={"csrf_token": client.csrf, "language": language, "next": "/users"})
    assert f"<h1>{word}</h1>" in client.get("/users").get_data(as_text=True)
