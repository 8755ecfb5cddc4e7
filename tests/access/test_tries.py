"""How wrong tries make one wait."""

from hypothesis import given
from hypothesis import strategies as st

from dealer.access.tries import FORGOTTEN_AFTER, LONGEST_WAIT, Tries, TryBook, after_wrong, wait_left


def test_the_first_two_wrong_tries_cost_nothing_the_third_five_seconds():
    tries = Tries()
    waits = []
    for _ in range(5):
        tries = after_wrong(tries, now=100.0)
        waits.append(wait_left(tries, 100.0))
    assert waits == [0, 0, 5, 10, 20]


def test_the_wait_runs_down_and_is_over():
    tries = Tries()
    for _ in range(3):
        tries = after_wrong(tries, now=100.0)
    assert wait_left(tries, 104.0) == 1
    assert wait_left(tries, 105.0) == 0


def test_wrong_tries_of_another_day_are_forgotten():
    tries = after_wrong(Tries(wrong=9, last=100.0, until=0.0), now=101.0 + FORGOTTEN_AFTER)
    assert tries.wrong == 1


@given(st.integers(1, 5000))
def test_nobody_waits_for_ever(wrong):
    tries = after_wrong(Tries(wrong=wrong, last=0.0), now=1.0)
    assert wait_left(tries, 1.0) <= LONGEST_WAIT


def test_a_right_try_starts_anew_and_the_book_stays_small():
    book = TryBook(size=10)
    for _ in range(4):
        book.wrong("aino", 0.0)
    assert book.wait("aino", 0.0) > 0
    book.right("aino")
    assert book.wait("aino", 0.0) == 0
    for n in range(100):
        book.wrong(f"name {n}", 0.0)
    assert book.wait("name 99", 0.0) == 0
    assert len(book._tries) == 10
