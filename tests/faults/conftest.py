"""What the trials of faults share: one reader of cards for all tables of a process, a real broker, and visitors."""

from __future__ import annotations

import contextlib
import http.cookiejar
import importlib.util
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from dealer.cli.assemble import RunningTable
from dealer.ports import Role
from drivers.camera.read import Reader


def _broker_house() -> ModuleType:
    """The fixtures of the broker's own tests."""
    path = Path(__file__).parents[1] / "drivers" / "broker" / "conftest.py"
    spec = importlib.util.spec_from_file_location("broker_house", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_HOUSE = _broker_house()
broker_files, mosquitto, ear, wait_until = _HOUSE.broker_files, _HOUSE.mosquitto, _HOUSE.ear, _HOUSE.wait_until


@pytest.fixture(scope="session")
def card_reader() -> Reader:
    """The shipped model, loaded once."""
    return Reader()


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, table: RunningTable, role: Role | None) -> None:
        jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self._base = table.sign_in_url.partition("/link/")[0]
        self.got: set[str] = set()
        if role is not None:
            self.get(table.sign_in_link(role).removeprefix(self._base), "en")

    def get(self, path: str, language: str, seconds: float = 5.0) -> str:
        """Headers and text of an answer; of a stream what comes before its first beat."""
        asked = urllib.request.Request(self._base + path, headers={"Accept-Language": language})
        got = b""
        try:
            with self._open.open(asked, timeout=seconds) as answer:
                self.got.add(path)
                if "event-stream" not in answer.headers.get("Content-Type", ""):
                    return f"{answer.headers}\n{answer.read().decode()}"
                with contextlib.suppress(TimeoutError):
                    while b"event: beat" not in got:
                        got += answer.readline()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.read().decode()
        return got.decode()

    def picture(self, path: str) -> bytes:
        """What the camera sees, or b"" for somebody who may not see it."""
        try:
            with self._open.open(self._base + path, timeout=5) as answer:
                return answer.read() if answer.headers.get("Content-Type") == "image/jpeg" else b""
        except urllib.error.HTTPError as refused:
            refused.close()
            return b""

    def post(self, page: str, path: str, body: object) -> dict[str, object]:
        """Press a button of a page."""
        token = re.search(r'name="csrf" content="([^"]+)"', self.get(page, "en"))
        assert token is not None, f"{page} was not shown"
        headers = {"Content-Type": "application/json", "X-CSRFToken": token.group(1)}
        asked = urllib.request.Request(self._base + path, json.dumps(body).encode(), headers)
        with self._open.open(asked, timeout=5) as answer:
            return json.loads(answer.read())


@pytest.fixture
def visitor() -> Callable[[RunningTable, Role | None], Visitor]:
    """Somebody who looks at the pages of a table: `visitor(table, Role.DEALER)`."""
    return Visitor
