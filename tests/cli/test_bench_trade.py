"""The bar is the one with the most right cards among those that are wrong seldom enough."""

from __future__ import annotations

from pathlib import Path

from dealer.cards import Card
from dealer.cli.bench_camera import Labelled, Tally, score
from dealer.cli.bench_trade import Outcome, chosen
from dealer.observations import Guess
from drivers.camera.judge import Bar, FoundCard
from drivers.camera.witness import Temper


def outcome(one: float, right: int, wrong: int, cards: int = 1000) -> Outcome:
    return Outcome(Temper(), Bar(one, 0.9), {"rendered": Tally(cards=cards, right=right, wrong=wrong)})


def test_of_the_bars_that_are_seldom_wrong_the_one_that_reads_most() -> None:
    low, middle, high = outcome(0.9, 950, 9), outcome(0.97, 930, 3), outcome(0.99, 900, 0)
    assert chosen([low, middle, high]) is middle


def test_when_every_bar_is_wrong_too_often_the_least_wrong() -> None:
    assert chosen([outcome(0.9, 950, 30), outcome(0.99, 900, 12)]).bar.one == 0.99


def found(text: str, *indexes: tuple[float, float]) -> FoundCard:
    card = Card.parse(text)
    return FoundCard(card, 0.99, (Guess(card, 0.99),), (), indexes)


FAN = Labelled(
    Path("fan.jpg"),
    "fans",
    ("Ts", "Ts", "4d"),
    ((0, 0, 20, 20), (100, 100, 120, 120), (200, 0, 220, 20)),
    whole=False,
    complete=True,
    overlap=True,
)


def test_a_card_that_shows_both_its_indexes_is_one_card() -> None:
    tally = Tally()
    assert score(FAN, (found("Ts", (10, 10), (110, 110)), found("4d", (210, 10))), tally) == []
    assert (tally.cards, tally.right, tally.wrong) == (2, 2, 0)


def test_a_card_that_is_not_there_is_wrong() -> None:
    tally = Tally()
    assert len(score(FAN, (found("9h", (10, 10)),), tally)) == 1
    assert (tally.right, tally.wrong) == (0, 1)
