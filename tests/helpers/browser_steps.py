"""What every test with a browser does at a page: wait until it lies still, read what it says, ask what was entered."""

from __future__ import annotations

from playwright.sync_api import expect

SIZES = {"wide": (1280, 800), "small": (1024, 768), "phone": (390, 844), "small-phone": (360, 740)}
STEADY = 330


def steady(page):
    """Wait until no button is too new to be pressed, and the page is live: a stale one takes no entry."""
    page.wait_for_timeout(STEADY)
    expect(page.locator("#stale")).to_be_hidden()


def at(page, now: str):
    expect(page.locator("#now-text")).to_have_text(now)


def does(tables) -> list[str]:
    return [str(entry["do"]) for _, entry, _ in tables.entered]
