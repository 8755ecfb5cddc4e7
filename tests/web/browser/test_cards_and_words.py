"""What the page of a table shows of the cards, and reads out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser_steps import at

pytestmark = pytest.mark.browser


def lying(page, seat: int, row: str) -> list[str]:
    """What a seat's row of cards shows, in order; the empty places are left out."""
    shown = page.locator(f"#seats .seat:nth-child({seat}) .{row} .card:not([data-face=none])")
    return shown.evaluate_all(
        "nodes => nodes.map(node => `${node.dataset.rank ?? ''}${node.dataset.suit ?? ''}${node.dataset.face}`)"
    )


@pytest.mark.parametrize("wall", [False, True], ids=["table", "wall"])
def test_the_seventh_card_lies_among_the_face_down_cards(open_page, tables, wall):
    tables.at = tables.find("Seat 7: call 30")
    table = tables.steps[tables.at]
    down = [card for card in table.seats[1].cards if not card.face_up]
    up = [card for card in table.seats[1].cards if card.face_up]
    views = (replace(table, seats=tuple(replace(s, cards=(*down, *up)) for s in table.seats)), table)
    for view in views:  # in the order of the table's own view, and in the order dealt
        tables.steps[tables.at] = view
        page = open_page(path="/wall/1") if wall else open_page()
        expect(page.locator("#now-text")).to_contain_text("call 30")
        back = "down"
        assert lying(page, 2, "down") == [back, back, back]
        assert lying(page, 2, "up") == ["Kdup", "Qsup", "Khup", "5sup"]


def test_a_shown_hand_shows_all_seven_and_nothing_stale_stays_when_it_is_gone(open_page, tables):
    tables.at = tables.find("Push 188")
    page = open_page()
    at(page, tables.steps[tables.at].now)
    assert lying(page, 5, "down") == ["9sup", "4dup", "9hup"]
    assert lying(page, 5, "up") == ["9cup", "4hup", "Kcup", "2sup"]
    tables.go(tables.find("Seat 7: call 30"))
    at(page, tables.steps[tables.at].now)
    assert set(lying(page, 5, "down")) <= {"down"}


def test_announcements_are_read_out(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    tables.go(tables.find("Seat 5: bet"))
    expect(page.locator("#announcer p").last).to_have_text("Seat 5: bet or check")


def test_announcements_that_come_with_one_push_are_all_read_out(open_page, tables):
    page = open_page()
    at(page, "Start the hand")
    with tables.news:
        tables.said += [f"announcement {number}" for number in range(1, 6)]
        tables.turn += 1
        tables.changed()
    expect(page.locator("#announcer p")).to_have_text([f"announcement {number}" for number in range(1, 6)])
