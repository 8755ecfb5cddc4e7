"""Events in order, each once, whatever order they come in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dealer.ports import TableEvent
from drivers.broker.gaps import MOST_WAITING, Order


def event(seq: int) -> TableEvent:
    return TableEvent(seq, 1, 0.0, "anna", "dealer", "next", (), (), None)


@given(st.permutations(range(1, 30)), st.lists(st.integers(1, 29)))
def test_every_event_comes_once_and_in_order(arrivals: list[int], again: list[int]) -> None:
    order = Order(0)
    taken = [ready.seq for seq in [*arrivals, *again] for ready in order.offer(event(seq))]
    assert taken == list(range(1, 30))
    assert order.repeated == len(again)
    assert not order.missing


def test_a_gap_is_known_and_filled() -> None:
    order = Order(10)
    assert [each.seq for each in order.offer(event(11))] == [11]
    assert order.offer(event(13)) == []
    assert order.missing
    assert [each.seq for each in order.offer(event(12))] == [12, 13]
    order.reaches(14)
    assert order.missing


def test_what_waits_for_a_missing_event_is_bounded() -> None:
    order = Order(0)
    for seq in range(2, 2 * MOST_WAITING):
        order.offer(event(seq))
    assert [each.seq for each in order.offer(event(1))] == list(range(1, MOST_WAITING + 2))
    assert order.missing, "the rest is asked for again"
