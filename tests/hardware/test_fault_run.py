"""Driver and firmware together on a bad line, with pulled cables, lost power and killed controllers."""

from __future__ import annotations

import pytest

from hardware.shoe.fault_run import SHORT, Card, Result, judge, run

CARDS = [Card("out", "A:01"), Card("unread", ""), Card("out", "A:02"), Card("two", "A:03+A:04"), Card("out", "A:05")]
ALL = [("out", "A:01"), ("unread", ""), ("out", "A:02"), ("two", "A:03+A:04"), ("out", "A:05")]
ALERT = ("alert", "lost-events: ...")


@pytest.mark.kill
@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.name)
def test_every_card_is_told_once_and_in_order_or_there_is_an_alert(shoe_host, plan):  # OSP/1 rules 1 to 4
    result = run(plan, shoe_host)
    assert result.silent == 0, result.why
    assert result.alerts >= 1  # the first contact
    assert (result.harmed > 0) == (max(plan.rates) > 0)
    if not {"power", "tear"} & set(plan.harms):
        assert result.told == plan.cards
        assert result.lost == result.doubled == result.disordered == 0


# The judge must not be blind


def _judged(rows: list[tuple[str, str]]) -> Result:
    result = Result("by hand", len(CARDS))
    judge(result, CARDS, rows)
    return result


def test_a_clean_run_is_clean():
    result = _judged(ALL)
    assert (result.told, result.silent, result.lost) == (5, 0, 0)


@pytest.mark.parametrize("missing", range(5))
def test_a_lost_card_is_noticed_unless_there_is_an_alert(missing):
    rows = ALL[:missing] + ALL[missing + 1 :]
    assert (_judged(rows).silent, _judged(rows).lost) == (1, 1)
    alerted = [*ALL[:missing], ALERT, *ALL[missing + 1 :]]
    assert (_judged(alerted).silent, _judged(alerted).lost) == (0, 1)


def test_an_alert_elsewhere_does_not_excuse():
    assert _judged([*ALL[:3], ALERT, *ALL[4:]]).silent == 0
    assert _judged([ALERT, *ALL[:3], *ALL[4:]]).silent == 1


def test_a_card_told_twice_or_too_late_or_never_there_is_noticed():
    assert _judged([*ALL, ALL[0]]).doubled == 1
    assert _judged([ALL[0], ALL[1], ALL[4], ALL[2], ALL[3]]).disordered >= 1
    assert _judged([*ALL, ("out", "A:FF")]).silent == 1
    assert _judged([("out", "A:01"), ("unread", ""), ("unread", ""), *ALL[2:]]).silent == 1
