"""`dealer bench shoe` measures what it says."""

from __future__ import annotations

from dealer.cli.bench_shoe import measure_shoe
from drivers.shoe.protocols import ShoeProtocol


def test_a_card_and_each_decoder_are_measured():
    figures = measure_shoe(cards=10, stream=20_000)
    assert 0 < figures["last_byte_to_acknowledged_ms"]["median"] < 1000
    assert set(figures["decoder_mb_per_second"]) == {protocol.value for protocol in ShoeProtocol}
    assert all(rate["frames"] > 0 for rate in figures["decoder_mb_per_second"].values())
