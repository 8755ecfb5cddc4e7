"""A page that has lost the network, the server or its user says so, and enters nothing meanwhile."""

from __future__ import annotations

import socket

import pytest
from playwright.sync_api import expect

from browser_steps import at, steady
from web.app import create_app
from web.server import serve
from web.settings import Settings

pytestmark = pytest.mark.browser


def test_a_lost_network_is_shown_and_nothing_is_entered_until_it_is_back(open_page, tables):
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    at(page, "Seat 2: fold, call or complete")
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    expect(page.locator("#stale")).to_be_visible(timeout=8000)
    page.click("[data-slot=fold]")
    expect(page.locator("#notice")).to_contain_text("connection is lost")
    assert tables.entered == []
    tables.go(tables.find("Seat 5: bet"))
    page.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden(timeout=15000)
    at(page, "Seat 5: bet or check")
    steady(page)
    page.click("[data-slot=check]")
    at(page, "Seat 7: raise to 8 to 16, call 4 or fold")


def test_a_restart_of_the_server_is_shown_and_the_page_goes_on_by_itself(open_page, tables, gate):
    settings = Settings(heartbeat=0.2, streams=8)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tables.at = tables.find("Seat 2: fold")
    page = open_page()
    first = serve(create_app(tables, gate, settings), settings, "127.0.0.1", port)
    page.goto(f"{first.url}/table/1")
    at(page, "Seat 2: fold, call or complete")
    first.stop()
    expect(page.locator("#stale")).to_be_visible(timeout=8000)
    again = serve(create_app(tables, gate, settings), settings, "127.0.0.1", port)
    try:
        tables.go(tables.find("Seat 5: bet"))
        expect(page.locator("#now-text")).to_have_text("Seat 5: bet or check", timeout=15000)
        expect(page.locator("#stale")).to_be_hidden(timeout=15000)
        steady(page)
        page.click("[data-slot=check]")
        at(page, "Seat 7: raise to 8 to 16, call 4 or fold")
    finally:
        again.stop()


def test_signed_out_elsewhere_the_page_goes_to_sign_in(open_page, gate):
    page = open_page()
    at(page, "Start the hand")
    gate.remove_user("dealer")
    page.wait_for_url("**/sign-in**")
