"""The figures at the simulated table, a few cards of each: what they count must be what they say."""

from __future__ import annotations

from dealer.cli.bench_table import measure_memory, measure_rows


def test_a_dealt_table_is_counted_card_by_card() -> None:
    figures = measure_rows(32)
    enrolled = figures["enrolled"]
    assert isinstance(enrolled, dict)
    assert enrolled["cards"] == 32
    assert enrolled["wrong"] == 0
    assert enrolled["right"] >= 28
    assert enrolled["asked_or_missed"] == 32 - enrolled["right"]


def test_a_still_table_is_watched_for_as_many_frames_as_asked() -> None:
    figures = measure_memory(60)
    assert figures["frames"] == 60
    assert figures["mb_most"] >= figures["mb_at_first"] > 10
