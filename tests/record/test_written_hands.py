"""A played hand is written down as PHH and as text: nothing is lost that may be known, nothing is told that may not."""

from __future__ import annotations

from random import Random

import pytest

from dealer.cards import parse_cards
from dealer.game.commands import BringIn as PostBringIn
from dealer.game.commands import Check, DealCard, Fold, PostAntes, Undo
from dealer.game.errors import IllegalAction
from dealer.game.events import Acted, Event, HandEnded, HandStarted, Shown
from dealer.game.rake import PercentRake
from dealer.game.timeline import enter, start
from dealer.house.load import find_house
from dealer.house.stakes import BringInDefault, Game, Limit, Spread, fill_stakes
from dealer.record.feed import Refusal, feed
from dealer.record.phh import parse_phh
from dealer.record.phh_writer import write_phh
from dealer.record.text_history import history_text
from dealer.selfplay import Style, play_hand

TABLES = [
    ("finnish-cardroom", Game.STUD_HIGH, Limit.FIXED),
    ("finnish-cardroom", Game.STUD_HIGH, Limit.SPREAD),
    ("finnish-seiska", Game.STUD_HILO, Limit.FIXED),
    ("finnish-seiska", Game.STUD_HILO_8, Limit.POT),
    ("bulgarian-classic", Game.STUD_HIGH, Limit.FIXED),
    ("wsop-live", Game.RAZZ, Limit.FIXED),
    ("wsop-live", Game.STUD_HIGH, Limit.NO_LIMIT),
    ("wsop-tournament", Game.STUD_HILO_8, Limit.FIXED),
]


def started(house: str, game: Game, limit: Limit, players: int = 4) -> HandStarted:
    spread = Spread(1, 5) if limit is Limit.SPREAD else None
    stakes = fill_stakes(limit, BringInDefault.BY_STAKES, ante=1, bring_in=2, small_bet=4, spread=spread)
    seats = tuple(range(2, players + 2))
    return HandStarted(7, game, stakes, find_house(house), seats, (60,) * players, rake=PercentRake(50, 3))


@pytest.mark.parametrize(("house", "game", "limit"), TABLES)
@pytest.mark.parametrize("style", [Style.UNIFORM, Style.CALL_HEAVY, Style.SHOWDOWN])
def test_what_is_written_replays_to_the_same_stacks(house, game, limit, style):
    for seed in range(7):
        players = 2 + seed
        begun = started(house, game, limit, players)
        _, events = play_hand(begun, style, Random(seed), by_round=bool(seed % 2), muck=0.4)
        text = write_phh(events)
        recorded = parse_phh(text, "hand")
        steps = list(feed(recorded, find_house(house)))
        assert not isinstance(steps[-1], Refusal), (steps[-1], text)
        assert isinstance(steps[-1].event, HandEnded)
        assert steps[-1].event == events[-1]
        assert (recorded.game, recorded.limit, recorded.number, recorded.house) == (game, limit, 7, house)


def test_face_down_cards_are_not_written():
    _, events = play_hand(started(*TABLES[0]), Style.SHOWDOWN, Random(5), muck=1.0)
    shown = [card for event in events if isinstance(event, Shown) for card in event.cards]
    text, people = write_phh(events), history_text(events)
    deals = [line for line in text.splitlines() if "d dh" in line]
    assert all("????" in line for line in deals[:4])
    assert not any(str(card) in line for card in shown for line in deals)
    assert "?? ??" in people
    assert people.count(" shows ") == len([event for event in events if isinstance(event, Shown)])


def entered(*commands: object) -> list[Event]:
    begun = started("finnish-cardroom", Game.STUD_HIGH, Limit.FIXED, 2)
    timeline, record = start(begun), [begun]
    for command in commands:
        timeline, events = enter(timeline, command)  # type: ignore[arg-type]
        record += events
    return record


def deal_third() -> list[DealCard]:
    kc, two = parse_cards("Kc2d")
    return [*(DealCard(None) for _ in range(4)), DealCard(kc), DealCard(two)]


def test_what_was_taken_back_is_not_written():
    record = entered(PostAntes(), *deal_third(), PostBringIn(3), Fold(2), Undo(1))
    assert [event for event in record if isinstance(event, Acted)][-1].seat == 2
    text = write_phh(record)
    assert '"p2 pb"' in text
    assert '"p1 f"' not in text
    assert "1 entry was taken back" in history_text(record)


def test_a_hand_that_stands_in_the_middle_of_a_deal():
    text = write_phh(entered(PostAntes(), *deal_third()[:3]))
    assert '"d dh p1 ????"' in text
    assert '"d dh p2 ??"' in text
    steps = list(feed(parse_phh(text, "hand"), find_house("finnish-cardroom")))
    assert steps[-1].after.due.seat == 2


def test_the_text_reads_like_the_game():
    record = entered(PostAntes(), *deal_third(), PostBringIn(3), Fold(2))
    lines = history_text(record).splitlines()
    assert lines[:5] == [
        "Hand 7: Seven card stud, fixed limit 4/8, house finnish-cardroom",
        "Ante 1, bring-in 2",
        "Seat 2: 60",
        "Seat 3: 60",
        "Antes: 1, 1.",
    ]
    assert "Seat 3: ?? ?? 2d" in lines
    assert "Seat 3 brings it in for 2." in lines
    assert "Seat 2 folds." in lines
    assert "2 chips go back to seat 3." in lines


def test_a_refused_entry_leaves_no_trace():
    record = entered(PostAntes(), *deal_third())
    with pytest.raises(IllegalAction, match="brings it in"):
        entered(PostAntes(), *deal_third(), Check(2))
    assert write_phh(record).count("cc") == 0
