"""The page of the simulated table hears what the dealer was told, once, in each language."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.cli.fault_news import FaultNews
from dealer.views import Sign


def test_a_question_and_a_device_that_is_away_are_told_once(room) -> None:  # type: ignore[no-untyped-def]
    told: list[Mapping[str, str]] = []
    table = room().open(1, 2).plugs_in("shoe", "camera")
    table.controller.listen(FaultNews(told.append, Sign("One", True)).follow)
    table.starts_hand().deals("2c", "3c", "4c", "5c")
    assert told == []
    table.leaves("Kd").sees(1, "Qd").passes(5.0)
    assert [set(each) for each in told] == [{"en", "fi", "bg"}]
    assert told[0]["en"] == table.view().question.title
    assert len(set(told[0].values())) == 3
    table.unplugs("shoe").passes(1.0)
    assert [each["en"] for each in told[1:]] == ["shoe: the cable is out"]
    table.plugs_in("shoe").press("1")
    assert len(told) == 2
