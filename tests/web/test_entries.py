"""What a page may post at all."""

import pytest

from web.entries import BadEntry, read_entry


def test_an_entry_has_a_verb_small_values_and_a_turn():
    assert read_entry({"entry": {"do": "card", "card": None}, "turn": 4}) == ({"do": "card", "card": None}, 4)
    entry = {"do": "show", "seat": 5, "cards": ["2c", None]}
    assert read_entry({"entry": entry, "turn": 0})[0] == entry


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "fold",
        {},
        {"entry": {"do": "fold"}},
        {"entry": {"do": "fold"}, "turn": True},
        {"entry": {"do": "fold"}, "turn": "4"},
        {"entry": {"do": "fold"}, "turn": 10**30},
        {"entry": {"do": "fold"}, "turn": -(10**30)},
        {"entry": {"do": "act", "to": 10**30}, "turn": 4},
        {"entry": {"do": "setup", "spread": [1, -(10**30)]}, "turn": 4},
        {"entry": {"do": 4}, "turn": 4},
        {"entry": {}, "turn": 4},
        {"entry": {"do": "fold", "deep": {"a": 1}}, "turn": 4},
        {"entry": {"do": "fold", "long": "x" * 301}, "turn": 4},
        {"entry": {"do": "fold", "half": 0.5}, "turn": 4},
        {"entry": {"do": "show", "cards": [["2c"]]}, "turn": 4},
        {"entry": {"do": "show", "cards": ["2c"] * 53}, "turn": 4},
        {"entry": {"do": "fold"} | {str(n): n for n in range(20)}, "turn": 4},
    ],
)
def test_anything_else_is_no_entry(body):
    with pytest.raises(BadEntry):
        read_entry(body)
