"""Sealed cards, keys and their files."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from dealer.cards import DECK, Card
from dealer.sealing import KeyFileError, Sealer, WrongKey, load_key, new_key


@pytest.fixture
def sealer() -> Sealer:
    return Sealer(new_key())


def test_every_card_comes_out_as_it_went_in(sealer: Sealer) -> None:
    assert [sealer.open(sealer.seal(card)) for card in DECK] == list(DECK)


def test_equal_cards_never_look_equal(sealer: Sealer) -> None:
    tokens = {sealer.seal(Card.parse("8d")).token for _ in range(200)}
    assert len(tokens) == 200
    assert len({len(sealer.seal(card).token) for card in DECK}) == 1


def test_a_sealed_card_does_not_show_itself(sealer: Sealer) -> None:
    sealed = sealer.seal(Card.parse("8d"))
    assert "8d" not in repr(sealed)
    assert sealed.token not in repr(sealed)
    assert sealed.token not in str(sealed)


def test_another_key_is_a_clear_error_without_the_token(sealer: Sealer) -> None:
    sealed = sealer.seal(Card.parse("8d"))
    with pytest.raises(WrongKey, match="this key") as caught:
        Sealer(new_key()).open(sealed)
    assert sealed.token not in str(caught.value)
    with pytest.raises(WrongKey, match="deck registry"):
        Sealer(new_key()).open_bytes(sealer.seal_bytes(b"x", "deck registry"), "deck registry")


@pytest.mark.parametrize("token", ["", "!", "AAAA", "A" * 40])
def test_a_torn_token_is_refused(sealer: Sealer, token: str) -> None:
    with pytest.raises(WrongKey):
        sealer.open(type(sealer.seal(DECK[0]))(token))


def test_bytes_are_sealed_for_one_purpose(sealer: Sealer) -> None:
    sealed = sealer.seal_bytes(b"registry", "decks")
    assert b"registry" not in sealed
    assert sealer.open_bytes(sealed, "decks") == b"registry"
    with pytest.raises(WrongKey):
        sealer.open_bytes(sealed, "recording")


def test_the_hash_of_a_tag_depends_on_the_key(sealer: Sealer) -> None:
    assert sealer.tag_hash("A:04") == sealer.tag_hash("A:04")
    assert sealer.tag_hash("A:04") != sealer.tag_hash("A:05")
    assert sealer.tag_hash("A:04") != Sealer(new_key()).tag_hash("A:04")


def test_the_first_start_makes_a_key_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "table.key"
    key = load_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_key(path).text() == key.text()
    assert [file.name for file in path.parent.iterdir()] == ["table.key"]
    assert key.text() not in repr(key)


def test_a_key_that_others_can_read_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "table.key"
    load_key(path)
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="chmod 600"):
        load_key(path)


@pytest.mark.parametrize("text", ["", "hello", "stud-dealer-key-1:AAAA", "\xff\xfe"])
def test_what_is_no_key_is_refused_and_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.key"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="not a key"):
        load_key(path)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_or_a_link_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError):
        load_key(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(KeyFileError):
        load_key(tmp_path / "link")
