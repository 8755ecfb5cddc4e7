"""Hands that are over are found again, and told without what nobody may know."""

from __future__ import annotations

import datetime
import sqlite3
import time
from collections.abc import Iterator

import pytest

from dealer.cards import Card
from dealer.record.history import JournalHistory, NoSuchHand, seconds_of
from dealer.record.journal import JournalError


@pytest.fixture
def played(room):
    """Two hands: one to the showdown, in which seat 1 mucks; one that ends with a fold."""
    table = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().leaves("As", "Ad", "6c", "Kd", "2c", "9h")
    table.acts("bring-in", "call")
    for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh"), ("5h", "6s", "6d")):
        table.leaves(*cards).acts("check", "check")
    while "show" in table.buttons():
        table.press("muck" if "muck" in table.buttons() else "show")
    table.press("next").starts_hand().leaves("Qs", "Qd", "Qc", "Qh", "2d", "9s").acts("bring-in", "fold").press("next")
    return table


@pytest.fixture
def history(played):
    return JournalHistory(played.path, "one", played.sealer)


def test_hands_are_found_newest_first(history) -> None:
    assert [hand.number for hand in history.find()] == [2, 1]
    assert history.find(number=1)[0].seats == (1, 2)
    assert history.find(number=1)[0].pot == 6
    assert history.find(seat=3) == []
    assert [hand.number for hand in history.find(since="2023-11-14")] == [2, 1]
    assert history.find(since="2099-01-01") == []


def test_a_hand_that_all_but_one_fold_has_its_pot_and_its_winner(history) -> None:
    assert history.find(number=2)[0].winners in {(1,), (2,)}
    assert history.find(number=2)[0].pot > 0


def test_a_hand_is_listed_with_the_time_it_began(played, history) -> None:
    with sqlite3.connect(played.path) as db:
        began = db.execute("SELECT min(wall) FROM entry WHERE hand = 1").fetchone()[0]
        ended = db.execute("SELECT wall FROM hand WHERE number = 1").fetchone()[0]
    db.close()
    assert datetime.datetime.fromisoformat(history.find(number=1)[0].started).timestamp() == int(began)
    assert began <= ended


def test_a_card_finds_only_hands_where_it_lay_face_up(history) -> None:
    assert [hand.number for hand in history.find(card=Card.parse("2c"))] == [1]
    assert history.find(card=Card.parse("Qs")) == []  # it stayed face down


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def anywhere(request: pytest.FixtureRequest) -> Iterator[None]:
    """This machine stands far ahead of the world's clock, or far behind it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    ("since", "found"),
    [
        ("0001-01-01", [2, 1]),
        ("0001-01-01T00:00", [2, 1]),
        ("0001-01-01T00:00:00+14:00", [2, 1]),
        ("9999-12-31", []),
        ("9999-12-31T23:59:59.999999", []),
        ("9999-12-31T23:59-14:00", []),
    ],
)
@pytest.mark.usefixtures("anywhere")
def test_the_first_and_the_last_day_there_is_are_days(history, since: str, found: list[int]) -> None:
    assert [hand.number for hand in history.find(since=since)] == found


@pytest.mark.usefixtures("anywhere")
def test_a_time_with_a_zone_is_the_same_everywhere() -> None:
    assert seconds_of("1970-01-01T02:00+02:00") == 0
    assert seconds_of("1970-01-01", datetime.UTC) == 0
    assert seconds_of("0001-01-02T00:00Z") - seconds_of("0001-01-01T00:00Z") == 86400


@pytest.mark.parametrize("since", ["yesterday", "2024-13-99", "0000-01-01", "10000-01-01"])
def test_a_time_that_is_none_is_refused(history, since: str) -> None:
    with pytest.raises(JournalError, match="no date"):
        history.find(since=since)


def test_a_number_beyond_all_hands_finds_none(history) -> None:
    assert history.find(number=10**30) == []
    with pytest.raises(NoSuchHand):
        history.text(10**30)


def test_all_hands_are_there_to_be_exported_however_many(played, history) -> None:
    with sqlite3.connect(played.path) as db:
        rows = [(number, 1e9, "stud-high", ",1,", 0, ",1,", ",") for number in range(3, 503)]
        db.executemany("INSERT INTO hand VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    db.close()
    assert len(history.find()) == 200
    assert history.numbers() == list(range(1, 503))
    assert history.numbers(number=2, since="2000-01-01") == [2]


def test_the_text_tells_what_everybody_could_see(history) -> None:
    text = history.text(2)
    assert "Seat 1 brings it in for 2." in text
    assert "Q" not in text
    with pytest.raises(NoSuchHand):
        history.text(9)


def test_the_text_tells_what_was_not_play(room) -> None:
    table = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().leaves("As", "Ad", "6c", "Kd")
    table.unplugs("shoe")
    table.enters("call-floor", reason="by the dealer")
    table.enters("card", card="2c").enters("card", card="9h")
    table.enters("floor-done", table.floor)
    table.plugs_in("shoe").acts("bring-in", "fold").press("next")
    table.unplugs("shoe")
    text = JournalHistory(table.path, "one", table.sealer).text(1)
    assert "The shoe could not be used on third street: gone.\n" in text
    assert "The floor was called by anna on third street.\n" in text
    assert "The floor was there (felix) on third street.\n" in text
    assert "The shoe was there again on third street.\n" in text
    assert text.count("shoe") == 2  # what came after the hand is none of it
    assert "Entered by hand: up-card 1 of seat 1; up-card 1 of seat 2.\n" in text


def test_a_mucked_hand_is_told_when_somebody_asks(played, history) -> None:  # R7.4
    played.starts_hand()
    played.enters("rule", played.floor, choice="void", reason="again").press("next")
    text = history.text(1)
    mucker = 1 if "Seat 1 mucks" in text else 2
    assert f"Seat {mucker} had" not in text
    assert played.tries("open-hand", seat=mucker, reason="a dispute").refused is not None
    played.enters("open-hand", played.floor, seat=mucker, reason="a dispute")
    assert "opened by felix: a dispute" in history.text(3)


def test_a_player_asks_for_the_hand_that_was_just_mucked(room) -> None:
    table = room(policy="shoe", house="finnish-cardroom").open(1, 2).plugs_in("shoe").starts_hand()
    table.leaves("As", "Ad", "6c", "Kd", "2c", "9h").acts("bring-in", "call")
    for cards in (("5c", "3h", "4h"), ("5d", "7h", "8h"), ("5s", "Th", "Jh"), ("5h", "6s", "6d")):
        table.leaves(*cards).acts("check", "check")
    while "show" in table.buttons():
        mucks = "muck" in table.buttons()
        seat = table.step.seat
        table.press("muck" if mucks else "show")
        mucker = seat if mucks else None
    table.press("next")
    history = JournalHistory(table.path, "one", table.sealer)
    assert table.tries("ask-mucked", seat=3 - mucker, asker=mucker).refused is not None
    table.enters("ask-mucked", seat=mucker, asker=3 - mucker)
    down = {1: "As 6c 6s", 2: "Ad Kd 6d"}[mucker]
    assert f"Seat {mucker} had {down} (opened by anna: seat {3 - mucker} asked)." in history.text(1)
