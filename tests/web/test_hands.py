"""The list of hands as a person reads it."""

from __future__ import annotations

from dealer.ports import HandSummary, Role
from web.hands import readable


def test_a_line_has_areadable_time_and_the_name_of_its_game():
    line = HandSummary(7, "1", "2026-03-01T20:15:00+00:00", "stud-hilo-8", (1, 2), 40, (2,))
    assert "T" not in readable(line, "en").started
    assert "2026" in readable(line, "en").started
    assert readable(line, "fi").started.count(".") == 2
    assert readable(line, "en").game == "Stud hi-lo 8"


def test_the_page_shows_it(sign_in):
    page = sign_in(Role.FLOOR).get("/hands").get_data(as_text=True)
    assert "1 Mar 2025 20:15" in page
