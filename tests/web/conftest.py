"""A server over a scripted table, and users who sign in; no part of the controller."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer.access.gate import Gate
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import Store
from dealer.ports import Role
from scripted_table import ScriptedHistory, ScriptedSimulation, ScriptedTables, ScriptedTrends
from web.app import create_app
from web.server import WebServer, serve
from web.settings import Settings

SECRET = "428613"


@pytest.fixture
def tables() -> Iterator[ScriptedTables]:
    scripted = ScriptedTables()
    yield scripted
    scripted.stop()


@pytest.fixture
def simulation() -> ScriptedSimulation:
    return ScriptedSimulation()


@pytest.fixture(scope="session")
def hasher() -> Argon2Hasher:
    return Argon2Hasher(memory_kib=64, passes=1)


@pytest.fixture
def gate(tmp_path: Path, hasher: Argon2Hasher) -> Iterator[Gate]:
    store = Store(tmp_path / "users.db")
    now = SimpleNamespace(time=1_700_000_000.0)
    made = Gate(store, hasher, lambda: now.time)
    for role in Role:
        made.add_user(role.value, role, SECRET)
    made.now = now  # type: ignore[attr-defined]
    yield made
    store.close()


@pytest.fixture
def app(tables, gate, simulation):
    made = create_app(tables, gate, Settings(heartbeat=0.2, streams=8), simulation, ScriptedHistory(), ScriptedTrends())
    made.testing = True
    yield made
    tables.stop()
    made.extensions["hub"].stop()


def csrf_of(client) -> str:
    page = client.get("/sign-in").get_data(as_text=True)
    return re.search(r'name="csrf" content="([^"]+)"', page).group(1)  # type: ignore[union-attr]


@pytest.fixture
def sign_in(app) -> Callable[[Role | None], object]:
    """A client of the application, signed in as somebody of this role."""

    def signed_in(role: Role | None):
        client = app.test_client()
        if role is not None:
            form = {"csrf_token": csrf_of(client), "name": role.value, "secret": SECRET}
            assert client.post("/sign-in", data=form).status_code == 302
        client.csrf = csrf_of(client)
        return client

    return signed_in


@pytest.fixture
def server(app) -> Iterator[WebServer]:
    running = serve(app, Settings(heartbeat=0.2, streams=8), "127.0.0.1", 0)
    yield running
    running.stop()
