"""A deck of tags: registered once, checked before play, and silent about what lies face down."""

from __future__ import annotations

import pytest

from dealer.cards import DECK, Card
from dealer.errors import DealerError
from dealer.observations import Tag
from dealer.sealing import Sealer, WrongKey, new_key
from dealer.sensing.deck import (
    REGISTERING_ORDER,
    CardTaken,
    Deck,
    DeckCheck,
    DeckError,
    Registry,
    Seen,
    TagTaken,
    checked_name,
)
from dealer.sensing.deck_store import DeckStore


def tag(n, deck=0):
    return Tag(f"A:04{deck:02X}{n:010X}")


def whole(name="blue", number=0):
    return Deck(name, "2025-11-29", cards={tag(n, number): card for n, card in enumerate(DECK)})


@pytest.fixture
def store(tmp_path):
    return DeckStore(tmp_path / "decks", Sealer(new_key()))


def test_cards_are_asked_for_suit_by_suit():
    assert [str(card) for card in REGISTERING_ORDER[:14]] == [*(f"{r}c" for r in "23456789TJQKA"), "2d"]
    assert sorted(REGISTERING_ORDER) == sorted(DECK)


def test_a_deck_is_complete_with_52_tags_for_52_cards():
    deck = Deck("blue")
    for n, card in enumerate(DECK):
        assert card in deck.to_register
        assert not deck.complete
        deck = deck.with_card(tag(n), card)
    assert deck.complete
    assert deck.to_register == ()


def test_no_tag_and_no_card_twice():
    deck = Deck("blue").with_card(tag(1), Card.parse("2c"))
    with pytest.raises(TagTaken, match="show the next card"):
        deck.with_card(tag(1), Card.parse("3c"))
    with pytest.raises(CardTaken, match="2c"):
        deck.with_card(tag(2), Card.parse("2c"))


def test_a_card_that_was_replaced_is_registered_anew():
    deck = whole().without(Card.parse("7h"))
    assert deck.to_register == (Card.parse("7h"),)
    assert deck.with_card(tag(99), Card.parse("7h")).complete


def test_the_registry_looks_a_tag_up_in_its_deck_only():
    registry = Registry([whole("blue", 0), whole("red", 1)])
    assert registry.look_up("blue", tag(0, 0)) == Card.parse("2c")
    assert registry.look_up("red", tag(0, 0)) is None
    assert registry.look_up("green", tag(0, 0)) is None
    assert registry.owner(tag(0, 1)) == "red"
    assert registry.owner(tag(0, 2)) is None


def test_a_card_with_its_own_code_needs_no_registration():
    registry = Registry([])
    assert registry.look_up("any", Tag("K:8s")) == Card.parse("8s")
    assert registry.look_up("any", Tag("K:zz")) is None


def test_why_a_deck_may_not_be_played_with():
    registry = Registry([whole(), whole("short").without(Card.parse("2c")), Deck("old", retired=True)])
    assert registry.problem("blue") is None
    assert "51 of 52" in registry.problem("short")
    assert "retired" in registry.problem("old")
    assert "dealer deck register red" in registry.problem("red")


def test_a_retired_deck_is_foreign():
    registry = Registry([Deck("blue", retired=True, cards=whole().cards)])
    assert registry.look_up("blue", tag(0)) is None
    assert registry.owner(tag(0)) is None


def test_a_whole_deck_checks_out():  # R1.5
    check = DeckCheck(whole())
    for n in range(52):
        check, seen = check.look(tag(n), "blue")
        assert seen is Seen.NEW
    assert check.good


def test_a_check_finds_what_is_missing_doubled_and_foreign():  # R8
    check = DeckCheck(whole())
    for n in range(50):
        check, _ = check.look(tag(n), "blue")
    check, again = check.look(tag(3), "blue")
    check, other = check.look(tag(3, 1), "red")
    check, foreign = check.look(tag(3, 2), None)
    assert (again, other, foreign) == (Seen.AGAIN, Seen.OTHER_DECK, Seen.FOREIGN)
    assert (check.missing, len(check.strange), check.good) == (2, 2, False)


def test_nothing_about_a_deck_shows_its_cards():
    deck = whole()
    check, _ = DeckCheck(deck).look(tag(0), None)
    for thing in (deck, check, Registry([deck]).problem("blue")):
        assert "2c" not in f"{thing} {thing!r}"
        assert "04000" not in f"{thing} {thing!r}"


def test_a_deck_outlives_the_program(store):
    store.save(whole())
    store.save(whole("red", 1))
    assert store.names() == ("blue", "red")
    assert store.load("blue") == whole()
    assert store.registry().look_up("red", tag(51, 1)) == Card.parse("As")
    assert store.find("green") is None


def test_a_deck_file_tells_nothing_and_is_its_owners_alone(store, tmp_path):
    store.save(whole())
    (file,) = (tmp_path / "decks").iterdir()
    assert b"0400" not in file.read_bytes()
    assert b"blue" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0


def test_a_wrong_key_is_a_clear_error(store, tmp_path):
    store.save(whole())
    with pytest.raises(WrongKey, match="the deck blue cannot be opened with this key"):
        DeckStore(tmp_path / "decks", Sealer(new_key())).load("blue")


def test_a_deck_file_under_another_name_does_not_open(store, tmp_path):
    store.save(whole())
    (tmp_path / "decks" / "blue.deck").rename(tmp_path / "decks" / "red.deck")
    with pytest.raises(DealerError):
        store.load("red")


def test_a_deck_that_is_not_there_says_which_are(store):
    store.save(whole())
    with pytest.raises(DeckError, match="registered: blue"):
        store.load("red")


@pytest.mark.parametrize("name", ["", "../up", "a b", "x" * 33, ".hidden"])
def test_a_name_that_could_be_a_path_is_refused(name):
    with pytest.raises(DeckError):
        checked_name(name)
