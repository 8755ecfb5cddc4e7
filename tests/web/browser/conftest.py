"""A real browser over the scripted table."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from dealer.cli.bench_latency import ARGUMENTS
from dealer.ports import Role


@pytest.fixture(scope="session")
def chromium():
    # A busy machine may take its time; what is waited for has to come all the same.
    expect.set_options(timeout=15_000)
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for path in map(shutil.which, names) if path), None)
    if found is None:
        pytest.fail("the browser tests need Chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--headless=new", *ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server, gate):
    """Open a page as somebody of this role, on a screen of this size; a script that fails fails the test."""
    contexts, errors = [], []

    def opened(path: str = "/", role: Role = Role.DEALER, size: tuple[int, int] = (1280, 800), **options: object):
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        context.set_default_timeout(8000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        token = gate.sign_in_link(role.value, role, loopback=True)
        page.goto(f"{server.url}/link/{token}")
        if path != "/":
            page.goto(server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory) -> Path:
    """Where screenshots go: SCREENSHOTS if it is set, else a folder of the test run."""
    folder = Path(os.environ.get("SCREENSHOTS") or tmp_path_factory.mktemp("screens"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
