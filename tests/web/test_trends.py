"""Trends as plots, and the floor's log."""

from __future__ import annotations

import pytest

from dealer.ports import Incident, IncidentKind, Role
from web.plots import Column, columns, nice_top
from web.trends import SPANS, grouped

NOW = 1_700_000_000.0


@pytest.mark.parametrize(("most", "top"), [(0, 1), (1, 1), (2, 2), (3, 5), (5, 5), (6, 10), (19, 20), (21, 50)])
def test_the_scale_ends_at_a_round_number(most, top):
    assert nice_top(most) == top


def test_columns_are_stacked_to_scale():
    plot = columns([Column("10", (2, 0, 1)), Column("", ()), Column("11", (0, 5, 0))])
    assert plot.top == 5
    first, second, third = plot.bars
    assert (first.kind, second.kind, third.kind) == (0, 2, 1)
    assert second.y + second.height == pytest.approx(first.y, abs=0.2)
    assert third.height == pytest.approx(5 * second.height, abs=0.3)
    assert [mark.text for mark in plot.below] == ["10", "11"]


def test_incidents_stand_in_their_hour_and_under_their_shoe():
    incidents = [
        Incident(NOW - 60, IncidentKind.MISREAD, "not read", "1", "S1", "red"),
        Incident(NOW - 90, IncidentKind.MISREAD, "not read", "1", "S1", "red"),
        Incident(NOW - 3 * 3600, IncidentKind.IRREGULARITY, "missed burn", "1", "S2", "red"),
        Incident(NOW - 30 * 3600, IncidentKind.DEVICE, "camera: gone", "1", "", ""),
    ]
    shoes = grouped(incidents, lambda each: each.shoe, SPANS[0], NOW)
    assert [(group.name, group.counts) for group in shoes] == [("S1", (2, 0, 0)), ("S2", (0, 1, 0))]
    assert shoes[0].worst == (("not read", 2),)
    assert len(shoes[0].plot.bars) == 1


@pytest.mark.parametrize("span", ["day", "fortnight", "no-such-span"])
def test_the_page_holds_a_plot_for_each_table_shoe_and_deck(sign_in, span):
    page = sign_in(Role.TECHNICIAN).get(f"/trends?span={span}").get_data(as_text=True)
    assert page.count("<svg viewBox") == 4
    assert "the burn was missed" in page


def test_the_log_says_who_did_what_and_why(sign_in):
    page = sign_in(Role.FLOOR).get("/log").get_data(as_text=True)
    for words in ("floor", "ruling", "a joker lay in the deck", "/hands/1042"):
        assert words in page
