"""The list of hands as a person reads it."""

from __future__ import annotations

from dealer.ports import HandSummary, Role
from web.hands import _readable


def test_a_line_has_a_readable_time_and_the_name_of_its_game():
    line = HandSummary(7, "1", "2026-03-01T20:15:00+00:00", "stud-hilo-8", (1, 2), 40, (2,))
    assert "T" not in _readable(line, "en").started
    assert "2026" in _readable(line, "en").started
    assert _readable(line, "fi").started.count(".") == 2
    assert _readable(line, "en").game == "Stud hi-lo 8"


def test_the_page_shows_it(sign_in):
    page = sign_in(Role.FLOOR).get("/hands").get_data(as_text=True)
    assert "1 Mar 2025 20:15" in page
