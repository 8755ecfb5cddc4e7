"""The engine's figures are measured, not made up; how large they are is for a quiet machine to say."""

from __future__ import annotations

from importlib.metadata import version

from dealer.cli.bench_engine import measure_engine
from dealer.selfplay import Style


def test_engine_is_measured_beside_pokerkit():
    figures = measure_engine(seconds=0.2)
    assert figures["pokerkit"] == version("pokerkit")
    for style in Style:
        line = figures[style.value]
        assert line["hands_per_second"] > line["pokerkit_hands_per_second"] > 0
    for step in ("decision_ms", "deal_ms", "showdown_ms"):
        assert 0 < figures[step]["median"] <= figures[step]["p99"]
    assert figures["decision_ms"]["median"] < 1
    assert figures["showdown_ms"]["median"] < 5
